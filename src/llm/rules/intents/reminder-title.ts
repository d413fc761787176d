import { taskName } from '../../../std/korean/grammar/task-name.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import type { Span } from '../../../std/korean/spelling/span.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import type { When } from '../../../std/time/calendar.ts'
import { annotate } from '../parse/pattern.ts'
import { whenIn } from '../parse/when.ts'

/** Return the rest of a request without its times: "내일 9시에 약 먹으라고" → "약 먹기". */
export function titleOf(body: string, repeat: { spans: readonly Span[] } | undefined, when: When): string {
  const said = readSentence(body)
  return noun(bare(said.beside(said.whenSpans(when, repeat))))
}

/** A title in quotation marks, with how it is handed on: "‘꺼내기’라고", "“회의”라는 제목으로". */
const QUOTED = patternOf()`
  (?<=^|\s)(?:"([^"]{1,80})"|“([^”]{1,80})”|‘([^’]{1,80})’|'([^']{1,80})'|「([^」]{1,80})」|
  『([^』]{1,80})』)(?:(?:이?라(?:고|는|며)|이?란|하고|고|으?로|[을를은는이가도])(?:\s?(?:거|것|말|제목|내용|이름|알림|문구)(?:[을를]|으로|로)?)?)?(?=$|
  [\s,.!?])
`

/**
 * A request without the title that stands in quotation marks in it; where its times are said there, it is told
 * without the marks.
 */
export function quotedTitle(body: string, when: When): { body: string; quoted?: string } {
  const hit = QUOTED.exec(body)
  if (!hit) return { body }
  const quoted = hit
    .slice(1)
    .find((one) => one !== undefined)
    ?.trim()
  const [before, after] = [body.slice(0, hit.index), body.slice(hit.index + hit[0].length)]
  const rest = `${before.trim()} ${after.trim()}`.trim()
  if (quoted && whenIn({ ...when, text: rest }).length > 0) return { body: rest, quoted }
  return { body: `${before}${hit[0].replace(/["“”‘’「」『』']/g, '')}${after}` }
}

/** Words that are said of any reminder and name none: "알림: …", "나한테 …", "이따가 …". */
const bare = (text: string) =>
  text
    .replace(/^(?:알림|알람|리마인더|reminder)(?:을|를|은|는)?[,:]?(?:\s+|$)/i, '')
    .replace(/(?:^|\s)(?:from now|좀 이따가?|이따가?)(?=\s|$)/gi, ' ')
    .replace(/^\s*(?:나한테|저한테|나에게|저에게|나|저|내게)\s+/, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:of )?(?:to|that|about|of) /i, '')

/** "먹으라고" → "먹기", "회의라고" → "회의", "회의 있다고" → "회의". */
function noun(text: string): string {
  const task = taskName(text.replace(/(?:이|가)? ?있다(?:고|는 ?거|는 ?것)?$/, ''))
  return task
    .replace(/(?:이|가)? ?있(?:으니까?|어서|는데|어|어요|음)$/, '')
    .replace(/(?:이니까?|이라서?|인데|라서)$/, '')
    .replace(/다고$/, '다')
    .replace(/^(?:깨워|wake me(?: up)?)$/i, '')
    .trim()
}

const AND = '(?:,? ?(?:and|or)|,|와|과|이?랑|하고|이?나|그리고)'
const severalDays = new RegExp(
  `⟨d\\d+⟩(?:에|에는)? ?${AND} ?(?:on )?(?:⟨d\\d+⟩|the \\d|\\d{1,2}(?:일|st|nd|rd|th))|\\d ?[,·] ?⟨d\\d+⟩`,
  'i',
)
const severalHours = new RegExp(
  `⟨t\\d+⟩(?: ?${AND} ?| )⟨t\\d+⟩|⟨t\\d+⟩.{1,20}(?:,|와|과|이?랑|하고|그리고|and) ?(?:⟨d\\d+⟩ )?⟨t\\d+⟩|아침 ?(?:점심 ?)?저녁`,
  'i',
)

/** "8시, 12시, 6시에": more than one reminder, of several `days` or `hours`. "3시에 5시 회의" is one, about another time. */
export function severalTimes(body: string, when: When): 'days' | 'hours' | undefined {
  const { text, values } = annotate(body, whenIn({ ...when, text: body }))
  const days = /⟨d(\d+)⟩ ⟨d(\d+)⟩/
    .exec(text)
    ?.slice(1)
    .map((at) => (values[Number(at)] as { date: string }).date)
  if (severalDays.test(text) || (days !== undefined && days[0] !== days[1])) return 'days'
  return severalHours.test(text) ? 'hours' : undefined
}
