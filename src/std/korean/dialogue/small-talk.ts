import { patternOf } from '../../text/pattern.ts'

/** Greetings, thanks and short answers: whole utterances of only these words, so that 네이버, 감사팀 or ok저축은행 are none. */
const smallTalk = patternOf('i')`
    ^(?:안녕(?:하세요|히 (?:가|계)세요)?|고마(?:워요?|워|와요?)|감사(?:해요|합니다|드려요)?|네|넵|넹|응|예|아니요?|hi|hello|thanks|thank you|ok(?:ay)?)
    [.!~ㅎㅋ\s]*$`

/** Return true if a text only greets, thanks or agrees: it says nothing to keep and asks nothing. */
export const isSmallTalk = (text: string): boolean => smallTalk.test(text.trim())
