import { smallTalkMessages } from '../../../messages/engine/small-talk.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import type { Family } from '../intent.ts'

/**
 * Wishes not to live, or to hurt oneself. "배고파 죽겠다" is none, nor is what is good "죽고 싶을 만큼", nor not to want to live
 * somewhere or with somebody.
 */
const wishes = [
  /(?<![가-힣])(?:죽|죽어\s?버리|사라지|사라져\s?버리|없어지)고\s?싶(?!을\s?(?:만큼|정도))/,
  patternOf()`
    (?<![가-힣]|(?:에|에서|에서는|에는|랑|하고|와|과|같이|함께|혼자)\s)살(?:고\s?싶지(?:가|도)?\s?않|고\s?싶은\s?(?:마음|생각)이?\s?없|
    기(?:가|도)?\s?싫|\s?이유가\s?없)`,
  /자살(?:하|할|해|\s?(?:생각|충동|예방|상담|시도))|자해(?:하|할|해|를)|목숨을?\s?끊|(?:삶|생|인생)을\s?(?:끝내|마감하)고\s?싶/,
  patternOf('i')`
    \b(?:want(?:ed)? to die|wish i (?:was|were) dead|kill(?:ing)? myself|end(?:ing)? my life|suicid(?:e|al)|
    hurt(?:ing)? myself|self[- ]harm|no reason to live|better off dead)\b|
    \b(?:don't|do not) want to (?:live|be alive|exist)(?: *$|[.,!]| any ?more| any longer)`,
]

/** Tell somebody who may be in danger who listens at this moment, whether a model is connected or not. */
export const despair: Family = ({ text, language }) =>
  wishes.some((wish) => wish.test(text)) ? { weight: 3, answer: () => smallTalkMessages[language].despair } : undefined
