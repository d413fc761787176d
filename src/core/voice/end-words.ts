import { plain } from '../../std/korean/spelling/span.ts'
import { inOneLine, patternOf } from '../../std/text/pattern.ts'

const squeezeSpaces = (text: string) =>
  plain(text.normalize('NFC'))
    .replace(/[\s.,!?~…'"“”]+/gu, '')
    .toLowerCase()

const polite = '(?:요|용)?'
const ends = new RegExp(
  `^(?:아|음|자|네|응|됐어${polite}|이제|오늘은|여기까지|고마워${polite}|감사합니다|좋아${polite}|ok|okay|thanks|thankyou)*(?:${[
    `(?:이제)?그만(?:할게|할래|하자|할께|둘게|두자|해도돼)${polite}`,
    `(?:대화|얘기|이야기)(?:를|는)?(?:그만|종료|끝|끝내|끝내자|끝낼게|종료해|종료해줘|종료할게|그만해|그만하자|그만할게|끝내줘|마칠게|마치자)${polite}`,
    `(?:오늘은)?여기까지(?:할게|하자|만|만할게|만하자)?${polite}`,
    `그만(?:얘기|이야기)(?:할게|하자)${polite}`,
    `음성(?:모드|대화)?(?:를)?(?:꺼|꺼줘|종료|종료해줘)${polite}`,
    `종료|(?:종료|끝)(?:해줘|할게|하자|낼게|내자|내줘)${polite}`,
    `(?:잘가|잘자|잘있어|안녕히계세요|안녕히주무세요|들어가)${polite}`,
    `(?:다음에|나중에|이따가?|내일)(?:또|다시)?(?:봐|보자|얘기하자|얘기해|이야기하자|이야기해|만나)${polite}`,
    `(?:이제)?됐(?:어|습니다)${polite}(?:그만|고마워|이제그만)${polite}`,
    inOneLine`
      (?:good)?bye(?:bye)?|stoplistening|endconversation|endtheconversation|thatsall|thatisall|thatwillbeall|
      seeyou(?:later)?|goodnight|imdone`,
  ].join('|')})(?:고마워${polite}|안녕|비서야|네|응|thanks|thankyou|please)*$`,
)

/**
 * Check whether an utterance ends the dialogue: "그만할게", "대화 종료", "이제 됐어, 그만할게요", "that's all". Whole utterances only.
 */
export function endsDialogue(text: string): boolean {
  return text.length <= 60 && ends.test(squeezeSpaces(text))
}

const stops = patternOf()`
    ^(?:(?:아|야|이제|자|네|알았어요?|됐어요?|그만|okay|ok|please|that(?:i)?s)*(?:그만(?:좀)?(?:해|해줘|말해|읽어|얘기해)?요?|그만좀|
    멈춰(?:줘|봐)?요?|스톱|스탑|잠깐만?요?|조용(?:히)?(?:좀)?(?:해|해줘)?요?|쉿|시끄러워|됐어요?|stop(?:talking|it|that)?|wait|quiet|shutup|
    holdon|bequiet|enough))+(?:now|please|thanks|thankyou)*$`

/** Check whether only silence is wanted, in however many words: "그만", "stop", "stop, that is enough". */
export function wantsSilence(text: string): boolean {
  return text.length <= 30 && stops.test(squeezeSpaces(text))
}

const noises = /^(?:음+|어+|아+|으+|흠+|저기|그|에|하+|헐|um+|uh+|er+|hm+|ah+|oh+)*$/

/** Check whether there is only hesitation and breath in it. */
export function isNoise(text: string): boolean {
  return noises.test(squeezeSpaces(text))
}

const overruling = patternOf()`
    ^(?:아|야|어|잠깐만?)*(?:아니(?:야|요|에요|지|라고)?|아냐|안돼요?|하지마(?:세요)?|말고|틀렸어요?|취소(?:해|해줘)?요?|
    (?:아니(?:요)?)?(?:그거|그게|이거|이게|저거|그것|그런거)(?:말고|아니(?:야|고|라|에요)?)|no|nope|notthat|cancel(?:that)?|nevermind)`

/** Check whether it corrects the current deed or speech: "아니 그거 말고", "하지 마". The new request may follow. */
export function overrulesSpeech(text: string): boolean {
  return (
    text.length <= 60 &&
    overruling.test(squeezeSpaces(text)) &&
    !/^(?:아니면|아니라면|아니더라도)/.test(squeezeSpaces(text))
  )
}

const listening = patternOf()`
    ^(?:응+|으응|네+|예+|그래요?|그렇구나|그렇군요?|그렇지|맞아요?|맞네|아하|오+|와+|우와|진짜|정말|헐|대박|알겠어요?|좋아요?|그치|yeah|yes|yep|uhhuh|mhm|mmhm|
    right|isee|ok|okay|sure|wow|really|cool|음+|어+|아+)+$`

/** Check whether it is only a listener's signal: "응", "아 그래", "uh-huh". It stops nobody. */
export function isBackchannel(text: string): boolean {
  return text.length <= 20 && listening.test(squeezeSpaces(text).replaceAll('-', ''))
}

const again = patternOf()`
    ^(?:아|어|음|저기|미안|미안한데|잘)*(?:다시(?:한번)?(?:좀)?(?:말해|얘기해|이야기해|읽어|들려)(?:줘|주세요|줄래|봐)?요?|
    한번(?:만)?더(?:말해|얘기해|이야기해|읽어|들려)?(?:줘|주세요|줄래)?요?|뭐라(?:고|구)(?:했어|했지|하셨어)?요?|못들었어요?|
    (?:please|couldyou|canyou)*(?:say(?:that|it)again|repeat(?:that|it)?)(?:please)?|whatdidyousay|pardon(?:me)?)$`

const earlier = patternOf()`
    ^(?:아|어|음|저기|미안|미안한데)*(?:아까|조금전에?|좀전에?|그전에?|그앞에?)(?:그거|그말|그얘기|그이야기|거|그|한말|한얘기|말한거|얘기한거|대답|답)?(?:를|은|는|을|
    한)?(?:(?:다시|한번더)(?:한번)?(?:말해|얘기해|이야기해|읽어|들려)(?:줘|주세요|줄래|봐)?|뭐였(?:지|어|더라)|뭐라(?:고|구)(?:했어|했지|하셨어))?요?$|
    ^(?:please|couldyou|canyou)*(?:(?:say|repeat)(?:theone|theanswer|that)?before(?:that)?(?:again)?|
    whatdidyousaybefore(?:that)?|theonebefore(?:that)?)(?:please)?$`

/** Check whether the answer before the last is wanted: "아까 그거", "아까 그거 다시 말해줘", "what did you say before that". */
export function wantsEarlier(text: string): boolean {
  const words = squeezeSpaces(text)
  return text.length <= 40 && words !== '아까' && earlier.test(words)
}

const paced = patternOf()`
    ^(?:아|어|음|저기|미안|미안한데|너무빨라요?|너무느려요?|조금만|조금|좀|더|말을?|can|could|you|please)*(?<slower>천천히|느리게|slower|slowdown|
    moreslowly|speakslower|speakmoreslowly)|^(?:아|어|음|저기|조금만|조금|좀|더|말을?|너무느려요?|can|could|you|please)*(?<faster>빨리|빠르게|
    faster|speedup|speakfaster)`
const pacedEnd = patternOf()`
    (?:천천히|느리게|빨리|빠르게|slower|slowdown|slowly|faster|speedup)(?:좀)?(?:(?:말해|얘기해|이야기해|읽어|들려)(?:줘|주세요|줄래|봐)?|
    (?<=천천히)해(?:줘|주세요)?)?요?(?:please)?$`

/** Return the change of pace asked for: "좀 더 천천히 말해줘", "speak faster". */
export function wantsPace(text: string): 'slower' | 'faster' | undefined {
  const words = squeezeSpaces(text)
  const found = text.length <= 40 && pacedEnd.test(words) ? paced.exec(words)?.groups : undefined
  return found?.slower ? 'slower' : found?.faster ? 'faster' : undefined
}

/** Check whether the last answer is wanted once more: "다시 말해줘", "뭐라고?", "say that again". */
export function wantsRepeat(text: string): boolean {
  return text.length <= 40 && again.test(squeezeSpaces(text))
}
