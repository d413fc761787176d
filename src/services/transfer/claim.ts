import type { ServiceClaim } from '../../core/service/service.ts'
import { GIVING } from '../../std/korean/grammar/ending.ts'
import { KIN } from '../../std/korean/grammar/kin.ts'
import { readSentence, type Sentence } from '../../std/korean/sentence.ts'
import { patternOf } from '../../std/text/pattern.ts'
import { readNotes } from './notes.ts'

const VERB =
  /보내|부쳐|부칠|쏴|쏠게|입금|송금|이체|\bsend\b|\btransfer\b|\bwire\b|\bpay\b|\bmove\b|\bgive\s(?!me\b|us\b|you\b)/i
const ASKS_TO_GIVE = patternOf()`${GIVING}|드려`
const EXPLICIT = /이체|송금|계좌|\bwire\b|\btransfer\b/i
/** A request to begin: "이체해줘", "송금하고 싶어", "이체할래", "이체". */
const WISH = patternOf('i')`
    (?:이체|송금)(?:을|를|도|좀|\s)*(?:해|하자|하고|할래|할게|할거|하려|부탁|시작|요|$)|돈(?:을|도|좀|\s)*(?:보내|부쳐|이체|송금)|
    \b(?:send|transfer|wire)\s+(?:some\s+)?money\b`
/** Talk about transfers, not one: questions, reports of the past, messages and reminders. */
const ABOUT = patternOf('i')`
    보냈|이체했|송금했|부쳤|얼마|뭐|무엇|어떻게|언제|왜|한도|수수료|내역|방법|보내줬|보내\s줬|받았|받으면|보내면|했어|됐어|될까|가능|라고|다고|냐고|알림|리마인|기억|
    \b(?:how|what|when|why|remind|fee|limit|(?:should|shall|must|may) (?:i|we))\b`

/**
 * True if a sentence forbids a transfer: "엄마한테 만원 보내지 마". Taking one back for something else ("말고") is another matter.
 */
const isForbidden = ({ text, negations }: Sentence) =>
  negations.some(({ from, to }) =>
    /보[내낼](?!\s?면)|이체하|송금하|[a-z]/i.test(text.slice(Math.max(0, from - 3), to + 3)),
  )

/** An amount that cannot be read, yet is one: it is asked for again. */
const SUM = /\d\s?원/

/** "할머니께 용돈 십만원", "형한테 3만원만": a receiver and an amount, and nothing else is said. */
function isWholeRequest({ kept }: Sentence): boolean {
  const { text, people, amounts } = kept
  const receivers = people.filter(({ particle = '' }) => /^(?:한테|에게|께)/.test(particle))
  if (receivers.length === 0 || !amounts.some((read) => 'won' in read) || ABOUT_HAVING.test(text)) return false
  // The words of a day are the same whatever today is; a day that is over is told of.
  const days = PAST_DAY.test(text) ? [] : kept.days(anyDay)
  return kept.leftOver([...people, ...amounts, ...days], ALSO_SAID).length === 0
}

const ABOUT_HAVING = /있[어는을네지]|있다(?!가)|없|맡/
const ALSO_SAID = patternOf()`
    ^(?:아니|아니야|아냐|만|정도|씩|에|에는|있다가|이따가?|날|날에|각각|각자|나눠서?|반반(?:씩|으로)?|그리고|${KIN}|[.,!~]+)$`
const PAST_DAY = /어제|그제|그저께|엊그제|지난|저번|작년/
const anyDay = { now: new Date(0), zone: 'UTC' }

/**
 * True if somebody asks for a transfer. Sending photos, telling of transfers and being reminded of one are other
 * matters.
 */
export function claimTransfer(text: string): ServiceClaim {
  // The words of a note ask for nothing: "메모는 점심값이라고 써줘".
  const sentence = readSentence(readNotes(readSentence(text).text).rest.trim())
  const said = sentence.text
  if (isForbidden(sentence)) return 'no'
  if (said.length > 300) return EXPLICIT.test(said) ? 'maybe' : 'no'
  const { people, amounts } = sentence
  if (ABOUT.test(said)) return EXPLICIT.test(said) || (people.length > 0 && amounts.length > 0) ? 'maybe' : 'no'
  const verb = VERB.test(said)
  if (amounts.length > 0 && (verb || (people.length > 0 && ASKS_TO_GIVE.test(said)))) return 'yes'
  if (WISH.test(said)) return 'yes'
  if (people.length > 0 && verb && SUM.test(said)) return 'yes'
  if (people.length > 0 && verb)
    return sentence.leftOver(people, ALSO_SAID).length === 0 ? 'yes' : EXPLICIT.test(said) ? 'maybe' : 'no'
  if (people.length > 1 && amounts.length > 1) return 'yes'
  if (isWholeRequest(sentence)) return 'yes'
  return EXPLICIT.test(said) ? 'maybe' : 'no'
}
