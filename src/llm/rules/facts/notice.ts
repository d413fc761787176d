import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { nfc } from '../../../std/korean/spelling/jamo.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import type { When } from '../../../std/time/calendar.ts'
import { withAbsoluteDates } from './absolute-dates.ts'
import { rules } from './notice-rules.ts'

/** The scope of a fact (SPEC §4). */
export type FactScope = 'personal' | 'workspace' | 'agent'

export interface NoticedFact {
  text: string
  scope: FactScope
}

const shared = patternOf('i')`
  팀|프로젝트|워크스페이스|배포|스프린트|저장소|레포|릴리스|서버|고객사|우리 ?회사|부서|공용|\b(?:our team|team|project|workspace|deploy\w*|sprint|
  repo(?:sitory)?|release|staging|production|server)\b
`
const manner = patternOf('i')`
    (?:대답|답변|답|말|불러|설명|호칭|반말|존댓말|높임말|인사)\S*\s*(?:해|줘|주|하|불러|써|마)|
    \b(?:always |never |please )?(?:answer|reply|respond|speak|talk|call me|address me)\b`
const named: [FactScope, RegExp][] = [
  ['workspace', /(?:워크스페이스|팀\s*메모리|공용\s*메모리)(?:에|에다)|\b(?:in|to) (?:the )?workspace\b/i],
  ['agent', /(?:에이전트|비서\s*메모리)(?:에|에다)|\b(?:in|to) (?:the )?agent\b/i],
  ['personal', /(?:개인\s*메모리|내\s*메모리|개인)(?:에|에다|으로)|\b(?:in|to) (?:my )?personal\b/i],
]

/**
 * Return the page of a fact: the one that is named, else the team's things, else the manner of answering, in doubt the
 * person's.
 */
export function scopeOf(text: string): FactScope {
  const wanted = named.find(([, names]) => names.test(text))
  if (wanted) return wanted[0]
  if (manner.test(text) && !/회의|약속|일정/.test(text)) return 'agent'
  return shared.test(text) ? 'workspace' : 'personal'
}

/**
 * "until when is the voucher valid", "and by which day": an English question by its beginning, with no mark at its
 * end.
 */
export const asksInEnglish = patternOf('i')`
  ^(?:(?:and|so|but|then|also|ok(?:ay)?|well),? )?(?:(?:until|till?|by|since|from|at|in|on|to|for|with|about|of|
  after|before|under) )?(?:what|who|whom|whose|when|where|why|how|which)\b
`
const asking = patternOf('i')`
  ^(?:please )?(?:remember|note|keep in mind|don't forget|memorize|save|write down)\b|(?:기억|메모|저장)해(?:${GIVE}| ?두세요)$|
  [?？]|(?:뭐|무엇|누구|언제|어디|어때|얼마|몇|며칠|무슨|왜|어떻게|모르|만약|구하|계산|이라면|다면)|[,.;] ?(?:so |and |then |now )?(?:what|who|
  when|where|why|how|which)\b|\bhow (?:many|much|old|long|far)\b|[,.;] ?(?:please )?(?:remember|save|note|keep|
  remind|don't (?:let|forget)|let me)\b|^(?:if|is|are|do|does|did|has|can|could|would|should)\b
`
/** Secrets are stored only on request. */
const secret = patternOf('i')`
    비밀 ?번호|비번|암호|패스워드|인증 ?번호|주민(?:등록)? ?번호|카드 ?번호|여권 ?번호|\b(?:passwords?|passcode|pin|api key|secret|token|
    credit card|ssn)\b`
/** "나는 …", "I …": about the one who speaks, whatever it names. */
const ofSelf = /^(?:나는|난|저는|전|나|저|내가|제가) |^(?:i|i'm|call me|my name)\b/i

/**
 * Facts worth remembering in the person's own words, by rules: names, birthdays and other things of theirs,
 * preferences, plans, relations. Questions, requests, suppositions and secrets hold none. A day such as "내일" gets its
 * date, seen from where and when it was `said`. Give it nothing that the person did not write.
 */
export function noticeFacts(words: string, said?: When): NoticedFact[] {
  const found = new Map<string, NoticedFact>()
  for (const sentence of sentencesOf(nfc(words).slice(0, 4_000))) {
    const fact = secret.test(sentence) ? undefined : factIn(sentence)
    if (fact === undefined) continue
    const text = said ? withAbsoluteDates(fact, said) : fact
    const scope = shared.test(sentence) && !ofSelf.test(bare(sentence)) ? 'workspace' : 'personal'
    found.set(text, { text, scope })
  }
  return [...found.values()]
}

/** "엄마 생일은 3월 5일", "혈액형 O형이야", "주차 B3 17번에 했어": what something is or where it stands, with its number or letter. */
const tells = patternOf('i')`
  ^(?!오늘|내일|지금|이번)[가-힣]{1,10}(?: [가-힣]{1,10})?(?:은|는) \S.*\d(?:일|월|시|분|번|층|호|개|명|살|원|세|kg|cm)?[.!~]*$|^(?:(?:내|제|우리|
  저희) )?[가-힣]{2,10}(?: [가-힣]{1,6})? (?:\S*[\dA-Za-z]\S*)(?:이야|야|이에요|예요|입니다)[.!~]*$|^[가-힣]{1,10}(?:는|
  은)? (?:\S+ ){0,3}\S*\d\S*(?:에|에다)? (?:했|뒀|놨|세웠|댔|있)(?:어|어요|다)[.!~]*$|^(?:내|제|우리|
  저희) [가-힣]{1,10}(?: [가-힣]{1,10})?(?:은|는) [가-힣A-Za-z\d-]{1,12}(?: [가-힣A-Za-z-]*\d[가-힣A-Za-z\d-]*)?[.!~]*$|
  ^[가-힣]{1,10}(?: [가-힣]{1,10})? (?:번호|비번|비밀번호|코드|자리|층수|호수) \S*\d\S*[.!~]*$|^(?:[가-힣]{1,10} ){0,2}(?:힌트|주소|이름|연락처|직업|
  학교|직장|회사|혈액형|취미|별명|전공)(?:은|는) \S.{0,30}$|^(?!오늘|내일|지금|이번)[가-힣]{1,10}(?: [가-힣]{1,10}){0,2}(?:은|는) \S.{0,30}(?:에|위에|
  밑에|아래|안에|속에|옆에|뒤에) (?:있|뒀|두었|넣었|놨|놓았|보관했|보관해 뒀)(?:어|어요|다|음|습니다)[.!~]*$|^i (?:parked|left|put|keep|kept|
  stored) .{3,60}$
`

/** "호텔은 신라호텔이야": one sentence that says what something is; no question, no request. */
export function isStatement(words: string): boolean {
  return (
    words.length <= 160 &&
    !asking.test(words) &&
    !asksInEnglish.test(words) &&
    (/(?:은|는|이|가) .+(?:이야|야|이에요|예요|입니다|임)[.!~]*$| (?:is|are|was) /i.test(words) || tells.test(words))
  )
}

/** The fact in one declarative sentence, in the form of a memory line; undefined if there is none. */
export function factIn(sentence: string): string | undefined {
  const text = bare(sentence)
  if (asking.test(text) || asksInEnglish.test(text) || text.length > 160) return undefined
  for (const [shape, build] of rules) {
    const match = shape.exec(text)
    const fact = match && build(match)
    if (fact) return fact.trim()
  }
  return undefined
}

/** Removes leading greetings and corrections, and trailing marks and laughter. */
function bare(sentence: string): string {
  return sentence
    .replace(
      /^(?:안녕(?:하세요)?|hi|hello|참고로|그런데|근데|사실|아|응|네|아니(?:야|요|에요|다)?|참|no|actually|wait)[,.! ]+/i,
      '',
    )
    .replace(/[.!~…ㅋㅎㅠㅜ^\p{Extended_Pictographic}\s]+$/u, '')
    .trim()
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?？。])\s+|\n+|(?<=[야요다어해]),\s*/)
    .map((part) => part.trim())
    .filter(Boolean)
}
