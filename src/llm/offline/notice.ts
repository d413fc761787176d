import { nfc } from '../../std/korean/jamo.ts'
import { josa } from '../../std/korean/particles.ts'

/** Where a fact belongs (SPEC §4). */
export type Scope = 'personal' | 'workspace' | 'agent'

export interface Noticed {
  text: string
  scope: Scope
}

const shared =
  /팀|프로젝트|워크스페이스|배포|스프린트|저장소|레포|릴리스|서버|고객사|우리 ?회사|부서|공용|\b(?:our team|team|project|workspace|deploy\w*|sprint|repo(?:sitory)?|release|staging|production|server)\b/i
const manner =
  /(?:대답|답변|답|말|불러|설명|호칭|반말|존댓말|높임말|인사)\S*\s*(?:해|줘|주|하|불러|해줘|써|마)|\b(?:always |never |please )?(?:answer|reply|respond|speak|talk|call me|address me)\b/i
const named: [Scope, RegExp][] = [
  ['workspace', /(?:워크스페이스|팀\s*메모리|공용\s*메모리)(?:에|에다)|\b(?:in|to) (?:the )?workspace\b/i],
  ['agent', /(?:에이전트|비서\s*메모리)(?:에|에다)|\b(?:in|to) (?:the )?agent\b/i],
  ['personal', /(?:개인\s*메모리|내\s*메모리|개인)(?:에|에다|으로)|\b(?:in|to) (?:my )?personal\b/i],
]

/** Which page a fact belongs on: the one that is named, else the team's things, else the manner of answering, in doubt the person's. */
export function scopeOf(text: string): Scope {
  const wanted = named.find(([, names]) => names.test(text))
  if (wanted) return wanted[0]
  if (manner.test(text) && !/회의|약속|일정/.test(text)) return 'agent'
  return shared.test(text) ? 'workspace' : 'personal'
}

type Rule = readonly [RegExp, (match: string[]) => string]
const copula =
  '(?:이야|야|이에요|예요|입니다|임|이다|이라고 해|라고 해|이라고 해요|라고 해요|이라고 합니다|라고 합니다|이거든|거든|이었어|였어)'
const I = '(?:나는|난|저는|전|나|저)'
const my = '(?:내|제|우리|저희|나의|저의)'

/** What people say about themselves that is worth keeping: name, things of theirs, likes, allergies and illnesses, plans, relations. */
const rules: Rule[] = [
  [
    new RegExp(`^(?:${I} |)?(?:${my} )?이름은? ?([가-힣a-z]{2,20}?)(?:${copula}|이라고|라고)?$`, 'i'),
    ([, name]) => `이름은 ${name}`,
  ],
  [
    new RegExp(`^${I} ([가-힣a-z]{2,20}?)(?:이라고|라고) (?:해|해요|합니다|불러|불러줘|불러주세요)$`, 'i'),
    ([, name]) => `이름은 ${name}`,
  ],
  // The topic particle first: in "고양이 이름은 나비야" the 이 belongs to the cat.
  ...(['은|는', '이|가'] as const).map(
    (particle): Rule => [
      new RegExp(`^${my} ([가-힣][가-힣a-z\\d ]{0,30}?)(?:${particle}) (.{1,80}?)${copula}$`, 'i'),
      ([, thing, value]) => `${josa(thing as string, '은/는')} ${value}`,
    ],
  ),
  [
    new RegExp(
      `^${I} (.{1,60}?)(?:을|를|이|가)? ?(?:(?:정말|진짜|제일|가장|너무) )?(좋아해|좋아해요|좋아합니다|싫어해|싫어해요|싫어합니다|못 먹어|못 먹어요|안 먹어|안 먹어요)$`,
    ),
    ([, thing, verb]) => `${josa(thing as string, '을/를')} ${noun(verb)}`,
  ],
  [
    new RegExp(`^${I} (.{1,40}?) ?(알레르기|알러지)(?:가|는)? (?:있어|있어요|있습니다)$`),
    ([, thing]) => `${thing} 알레르기 있음`,
  ],
  [
    new RegExp(`^${I} (.{1,60}?)(?:에|에서) (살아|살아요|삽니다|다녀|다녀요|다닙니다|일해|일해요|일합니다)$`),
    ([, place, verb]) => `${place}에${/^일/.test(verb ?? '') ? '서' : ''} ${noun(verb)}`,
  ],
  [
    new RegExp(
      `^${I} ((?:오늘|내일|모레|글피|(?:이번|다음|다다음) ?(?:주|달|주말)|주말|내년|\\d{1,2}월|\\d{1,2}일).{0,60}?)(가|떠나|만나|이사해|결혼해|면접 봐|시험 봐)요?$`,
    ),
    ([, plan, verb]) => `${plan}${noun(verb)}`,
  ],
  [
    /^(.{1,80}(?:할|갈|볼|만날|떠날|올|살|먹을|시작할|그만둘) (?:예정|계획))(?:이야|이에요|입니다)?$/,
    ([, plan]) => plan as string,
  ],
  [
    new RegExp(
      `^([가-힣]{2,5}?)(?:은|는|이|가) ${my} (형|누나|언니|오빠|동생|남동생|여동생|친구|남편|아내|아들|딸|상사|동료|강아지|고양이)${copula}$`,
    ),
    ([, who, role]) => `${josa(who as string, '은/는')} ${role}`,
  ],
  [/^my name(?:'s| is) ([a-z][a-z .'-]{0,40})$/i, ([, name]) => `name is ${name}`],
  [/^(?:i am|i'm) called ([a-z][a-z .'-]{0,40})$|^call me ([a-z][a-z .'-]{0,40})$/i, ([, a, b]) => `name is ${a ?? b}`],
  [/^my ([a-z][a-z\d '-]{1,40}?) (is|was|are) (.{1,80})$/i, ([, thing, verb, value]) => `${thing} ${verb} ${value}`],
  [
    /^i (?:really |just )?(like|love|prefer|hate|dislike|can't eat|don't eat) (.{2,80})$/i,
    ([, verb, thing]) => `${(verb as string).toLowerCase()}s ${thing}`.replace(/^(can't|don't) eats/, '$1 eat'),
  ],
  [/^(?:i am|i'm) allergic to (.{2,60})$/i, ([, thing]) => `allergic to ${thing}`],
  [
    /^i (live in|work at|work for|work as) (.{2,60})$/i,
    ([, verb, place]) => `${(verb as string).replace(/^(live|work)/i, '$1s')} ${place}`,
  ],
]

const asking =
  /[?？]|(?:뭐|무엇|누구|언제|어디|어때|얼마|몇|왜|어떻게|모르|만약|라면|다면)|^(?:what|who|when|where|why|how|if|is|are|do|does|can|could|would|should)\b/i
const noun = (verb = '') =>
  verb
    .replace(/(?:해|해요|합니다)$/, '함')
    .replace(/(?:살아|살아요|삽니다)$/, '삶')
    .replace(/(?:다녀|다녀요|다닙니다)$/, '다님')
    .replace(/먹어요?$/, '먹음')
    .replace(/봐$/, '봄')
    .replace(/해$/, '함')
    .replace(/나$/, '남')
    .replace(/가$/, '감')

/**
 * Facts worth remembering in the person's own words, by rules: names, birthdays and other things of theirs, preferences, plans,
 * relations. Questions, requests and suppositions hold none. Give it nothing that the person did not write.
 */
export function noticeFacts(words: string): Noticed[] {
  const found = new Map<string, Noticed>()
  for (const sentence of sentencesOf(nfc(words).slice(0, 4_000))) {
    const fact = factIn(sentence)
    if (fact) found.set(fact, { text: fact, scope: scopeOf(sentence) })
  }
  return [...found.values()]
}

/** "호텔은 신라호텔이야": one sentence that says what something is; no question, no request. */
export function isStatement(words: string): boolean {
  return (
    words.length <= 160 &&
    !asking.test(words) &&
    /(?:은|는|이|가) .+(?:이야|야|이에요|예요|입니다|임)[.!~]*$| (?:is|are|was) /i.test(words)
  )
}

/** The fact in one declarative sentence, in the form of a memory line; undefined if there is none. */
export function factIn(sentence: string): string | undefined {
  const text = sentence
    .replace(/^(?:안녕(?:하세요)?|hi|hello|참고로|그런데|근데|사실|아|응|네)[,.! ]+/i, '')
    .replace(/[.!~ ]+$/, '')
    .trim()
  if (asking.test(text) || text.length > 160) return undefined
  for (const [shape, build] of rules) {
    const match = shape.exec(text)
    if (match) return build(match).trim()
  }
  return undefined
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?？。])\s+|\n+|(?<=[야요다어해]),\s*/)
    .map((part) => part.trim())
    .filter(Boolean)
}
