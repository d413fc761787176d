import { patternOf } from '../../text/pattern.ts'
import { matchSpans, type Span } from '../spelling/span.ts'

/** 보내지 마, 하지 않아, 안 보낼래, don't; 말고 takes something back instead and is none. */
const NEGATION = patternOf('gi')`
  [가-힣]지(?:는|를)?\s?(?:마(?:라|요|세요|십시오)?|말(?!고)[가-힣]{0,3}|않[가-힣]{0,3}|못[가-힣]{0,3})|(?<![가-힣])(?:안|못)\s(?=[가-힣])|
  (?<![가-힣])안(?=보내|보낼|할|해(?![가-힣]{2}))|\b(?:don'?t|do not|never)\b
`

/** Where a sentence says that something is not to be, or is not. */
export const readNegations = (text: string): Span[] => matchSpans(text, NEGATION)
