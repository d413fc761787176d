import { inOneLine, patternOf } from '../../text/pattern.ts'
import { finalConsonant } from '../spelling/jamo.ts'
import { normalize } from '../spelling/normalize.ts'
import { plain, type Span } from '../spelling/span.ts'
import { KIN } from './kin.ts'
import { couldBeName } from './names.ts'

/**
 * A person as named in the text, never altered: "용걸이에게" names 용걸이. The span covers name, honorific and particle.
 * `honorific`: 님, 씨, 대리님 …; `particle`: 한테, 에게, 께, 랑 …
 */
export interface Person extends Span {
  name: string
  honorific?: string
  particle?: string
}

const TO = '에게로|한테로|에게다가?|한테다가?|에게|한테|께'
const WITH = '이랑|랑|하고|와|과|및'
const TITLE =
  '사장|회장|부장|차장|과장|대리|팀장|실장|본부장|이사|상무|전무|교수|박사|선생|원장|간호사|기사|변호사|주임|사원|코치|감독|작가|대표'
/**
 * Who somebody is to others: behind a name or a place it is part of how they are called ("민수 형", "집주인 아주머니", "부동산
 * 사장님").
 */
const ROLE = inOneLine`
    (?:${TITLE})님?|아주머니|아저씨|아줌마|어르신|형|형님|누나|누님|언니|오빠|이모|고모|삼촌|선배|후배|선배님|후배님|사모님|매니저님?|집사님|목사님|권사님|스님|신부님|할머니|할아버지|어머니|
    아버지|어머님|아버님|엄마|아빠|친구|동생`
const ROLES = new RegExp(`^(?:${ROLE})$`)
/** Words before somebody that are no part of how they are called. */
const NO_MODIFIER = patternOf()`
  ^(?:다음|다다음|저번|지난|우리|내|제|저희|나|그|이|저|저기|저기요|있잖아|있잖아요|이봐|안녕|좀|그냥|지금|바로|빨리|얼른|꼭|다시|그리고|또|아|네|응|예|어|음|그럼|그러면|근데|우선|먼저|
  일단|이번엔|이번에|오늘|내일|모레|내일모레|글피|어제|매달|매주|매월|매일|돈|용돈|선물|축하|생일|생신|결혼|명절|추석|설날|월급|점심|저녁|아침|현금|금액|송금|이체|입금|예약|메모|아니|말고|각각|
  모두|전부|총|합쳐서|혹시|이제|사실|원래|주말|평일|정도|추가로|있다가|이따가?|뒤|후)$|(?:은|는|을|를|에|으로|도|만|랑|와|과|고|줘|요|서|면|게|씩|쯤|한테|에게|께|까지|부터|요일|야|
  [월주달년]|날|(?:생활|식|교통|관리|병원|택시|회|차|밥|커피|간식|여행|수리|교육)비|값|료|금|월세)$|
  ^(?:${KIN})(?:이|가|의)?$|원$(?<!학원|병원|의원|공원|직원|회원|사원|요원|위원|교원)
`
/** Hesitation, calls and days: never part of a name, though they stand right before one. */
const STRAY = patternOf()`
    ^(?:그럼|그러면|있잖아|있잖아요|저기|저기요|음+|아|네|예|응|자|근데|그리고|또|이제|혹시|우선|일단|여보세요|비서야|하루|이틀|사흘|나흘|닷새|엿새|이레|여드레|아흐레|열흘|보름|
    [가-힣]*(?:[뒤후날말일]에|에서|까지|부터|한테|에게)|\d\S*)$`
const MODIFIED = /(?:^|[^가-힣a-z0-9])([가-힣]{2,6}|큰|막내)\s$/
/** "엄마 앞으로", "민수 계좌로", "김철수 통장에". */
const ACCOUNT = patternOf('g')`
    (?:^|[^가-힣a-z0-9])((?:(?:[가-힣]{2,8}|큰|막내)\s)?[가-힣a-z]{1,10}?)(?:의)?\s(앞으로|(?:계좌|통장)(?:번호)?(?:으로|로|에다가?|에))
    (?=$|[^가-힣]|\d)`
const NO_OWNER =
  /^(?:내|제|나|본인|이|그|저|저기|여기|거기|저기요|있잖아|해당|그쪽|같은|새|다른|우리|은행)$|은행$|뱅크$|(?:한테|에게|께|[은는을를도만]|원|에|서|로)$/
/** A place or an office, which is no name of its own: "부동산 사장님". */
export const PLACE = patternOf()`
    (?:부동산|학원|병원|의원|미용실|교회|성당|회사|학교|유치원|어린이집|가게|식당|카페|편의점|마트|약국|세탁소|체육관|헬스장|도장|공방|관리사무소|관리실|경비실|사무실|센터|집주인|옆집|앞집|윗집|
    아랫집|주인집|하숙집|정육점|꽃집|빵집|과외|담임|동아리|동호회|모임)$`
const HONORIFIC = new RegExp(`^(.+?)(\\s?(?:${TITLE})님|\\s?(?:님|씨|군|양))$`)
const DATIVE = new RegExp(
  inOneLine`
    (?:^|[^가-힣a-z0-9])((?:[가-힣a-z0-9]{1,20})(?:\\s(?:(?:${TITLE})(?:님)?|씨|님|군|양))?)(${TO})
    (?=$|[^가-힣]|(?:는|도|만|요)?(?:$|[^가-힣])|\\d|[십이삼사오육칠팔구]?[백천만]|보|송|이체|입)`,
  'g',
)
const JOINED = new RegExp(`([가-힣a-z0-9]{1,20}?(?:\\s(?:${TITLE})님|\\s?씨)?)(${WITH}|\\s?,)\\s{1,2}$`)
const COMPANION = /(?:^|[^가-힣a-z0-9])([가-힣a-z]{1,20}?(?:\s씨)?)(이랑|랑|하고)(?:\s?(?:같이|함께))?(?=$|[^가-힣])/g

// Kin and roles that end in a consonant: here 이랑 is 랑 after a consonant; a name keeps its 이 ("용걸이랑" → 용걸이).
const CLOSED = /(?:형|동생|삼촌|남편|아들|딸|신랑|장인|장모님|님|씨|사람|손님|언니들|애들|선생)$/
// Words that end like a particle or a name and are none.
const NOT = patternOf()`
    ^(?:함|그저|엊그저|어저|어제|두|무릎|누구|누|아무|뭐|무엇|어디|이것|그것|저것|여러분|서로|모두|얼마|자|스스로|둘|셋|넷|다섯|여섯|일곱|여덟|
    (?:두|세|네|다섯|여섯|여러|몇)\s?(?:명|분|사람))$`
const NO_COMPANION =
  /^(?:사|자|노|파|아|그리|이|그|저|명|호|신|벼|뭐|누구|말|생각|일|공부|운동|전화|연락|자랑|안녕|시작|부탁|요리|청소|얘기|이야기|무엇)$/

// A whole answer: one or two words, then perhaps 요, 예요, 입니다. 이요 is 요 after a name that keeps its 이 ("용걸이요").
const ALONE = patternOf('i')`
    ^\s*([가-힣]{1,10}?(?:\s(?:씨|님|[가-힣]{2,4}?))?|[a-z][a-z.]{1,20}(?:\s[a-z][a-z.]{0,20})?)
    (?:요|(?<=형|생|촌|편|들|딸|님)이요|이에요|예요|입니다|으?로)?\s*[.!~]*\s*$`

/** The first person something is for or with: "엄마한테", "김철수 씨께", "민수랑", "김 대리님께". Undefined for "함께", "누구한테", "보낼께". */
export function readPerson(text: string): Person | undefined {
  return readPeople(text)[0]
}

/**
 * Everybody named as a receiver, in order: "엄마랑 아빠한테 만원씩, 용걸이에게 5만원" → 엄마, 아빠, 용걸이. Without a receiver: companions
 * ("민수랑").
 */
export function readPeople(text: string): Person[] {
  const { text: said, typed } = normalize(text)
  return peopleIn(said).map((person) => ({ ...person, ...typed(person) }))
}

function peopleIn(text: string): Person[] {
  const s = plain(text)
  const receivers: Person[] = []
  for (const hit of s.matchAll(DATIVE)) receivers.push(...group(text, s, hit, receivers.at(-1)?.to ?? 0))
  receivers.push(...[...s.matchAll(ACCOUNT)].flatMap((hit) => owner(text, s, hit)))
  receivers.sort((a, b) => a.from - b.from)
  return receivers.length > 0 ? receivers : [...s.matchAll(COMPANION)].flatMap((hit) => companion(text, hit))
}

/**
 * A name given as the whole answer to "누구에게 보낼까요?": "엄마", "엄마요", "용걸이한테", "김철수 씨예요", "Tom". Undefined when it is more
 * than a name, a question or a refusal; whether that person exists is for the caller to know.
 */
export function readName(text: string): Person | undefined {
  const { text: said, typed } = normalize(text)
  const name = nameIn(said)
  return name && { ...name, ...typed(name) }
}

function nameIn(text: string): Person | undefined {
  const marked = peopleIn(text)
  const [first] = marked
  if (first && marked.length === 1 && (isReceiver(first) || text.trim().length === first.to - first.from)) return first
  if (first || text.length > 60) return undefined
  const hit = ALONE.exec(text)
  const said = hit?.[1] && withoutCopula(hit[1].trim(), text)
  if (
    !hit ||
    !said ||
    NOT.test(said) ||
    STRAY.test(said) ||
    /^(?:네|예|응|아니|아뇨|취소|그만|글쎄|몰라|모름|없어|확인|음|어|안녕|yes|no|ok)/i.test(said)
  )
    return undefined
  if (/(?:줘|해|어|아요|습니다|까|지|고|래|게)$/.test(said) && said.length > 2) return undefined
  const from = hit[0].indexOf(said)
  return { ...named(said), from, to: from + said.length }
}

/** Return a whole name without the 이 of 이요: "김도윤이요" → 김도윤; "용걸이요" keeps its own. */
function withoutCopula(name: string, text: string): string {
  const isWhole = name.length === 4 && SURNAME.test(name) && finalConsonant(name.charAt(2)) !== 0
  return isWhole && name.endsWith('이') && /이요[\s.!~]*$/.test(text) ? name.slice(0, -1) : name
}

const SURNAME =
  /^[김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민나진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용]/

/**
 * A name without 은 or 는 behind it: "동생은" → 동생, "엄마는" → 엄마. 은 belongs to the name after a vowel ("지은"), and in what
 * looks like a whole name ("김정은").
 */
export function withoutTopic(name: string): string {
  const stem = name.slice(0, -1)
  const final = finalConsonant(stem.at(-1) ?? '')
  if (name.endsWith('는') && final === 0) return stem
  if (!name.endsWith('은') || !final) return name
  return CLOSED.test(stem) || (stem.length > 1 && !(stem.length === 2 && SURNAME.test(stem))) ? stem : name
}

const isReceiver = ({ particle = '' }: Person) => new RegExp(`^(?:${TO})$`).test(particle)

/** One receiver and those joined to it. `after`: where the receiver before it ends; nobody belongs to both. */
function group(text: string, s: string, hit: RegExpExecArray, after: number): Person[] {
  const [whole, words = '', particle = ''] = hit
  // "그럼 사장님께": the title alone.
  const [first = '', title] = words.split(/\s/)
  const said = title && STRAY.test(first) ? title : words
  const from = hit.index + whole.indexOf(words) + words.length - said.length
  if (!isName(said, particle)) return []
  const start = withModifier(s, withSurname(s, from, said), said)
  const person = {
    ...named(text.slice(start, from + said.length)),
    particle,
    from: start,
    to: from + said.length + particle.length,
  }
  return [...before(text, s, start, after), person]
}

/** "엄마랑 아빠랑 용걸이한테": those joined to the receiver by 랑, 하고, 와 or a comma, at most ten. */
function before(text: string, s: string, end: number, after: number): Person[] {
  const people: Person[] = []
  for (let to = end; people.length < 10; ) {
    const hit = JOINED.exec(s.slice(Math.max(after, to - 40), to))
    if (!hit || !startsClean(s, to - hit[0].length) || !/[가-힣]/.test(hit[1] as string)) break
    const from = to - hit[0].length
    const [said, particle] = split(hit[1] as string, (hit[2] as string).trim())
    if (particle === ',' && !/^[가-힣]{2,4}(?<!원|씩|쯤|줘|고|까지)$/.test(said)) break
    // "5만원이랑 아빠한테": what was joined is an amount.
    if (NO_COMPANION.test(said) || NOT.test(said) || !couldBeName(said) || /\d|[십백천만억]\s?원/.test(said)) break
    people.unshift({
      ...named(text.slice(from, from + said.length)),
      particle,
      from,
      to: from + said.length + particle.length,
    })
    to = from
  }
  return people
}

/** Somebody whose account or name the money is sent to. */
function owner(text: string, s: string, hit: RegExpExecArray): Person[] {
  const [whole, said = '', particle = ''] = hit
  const words = said.split(' ')
  const last = words.at(-1) as string
  if (NO_OWNER.test(last) || NOT.test(last) || STRAY.test(last)) return []
  const [before = ''] = words
  const alone = words.length === 1 || !ROLES.test(last) || NO_MODIFIER.test(before) || STRAY.test(before)
  const name = alone ? last : said
  const from = hit.index + whole.indexOf(said) + said.length - name.length
  const to = hit.index + whole.length
  return isName(name, particle) && startsClean(s, from)
    ? [{ ...named(text.slice(from, from + name.length)), particle, from, to }]
    : []
}

const startsClean = (s: string, at: number) => at === 0 || /[^가-힣a-z0-9]/.test(s[at - 1] as string)

function companion(text: string, hit: RegExpExecArray): Person[] {
  const [whole] = hit
  const [said, particle] = split(hit[1] as string, hit[2] as string)
  if (NOT.test(said) || NO_COMPANION.test(said) || !couldBeName(said) || (said.length < 2 && !CLOSED.test(said)))
    return []
  const from = hit.index + whole.indexOf(said)
  return [{ ...named(text.slice(from, from + said.length)), particle, from, to: from + said.length + particle.length }]
}

/** Name and particle: 이 belongs to the name unless the word before it is no name. */
function split(said: string, particle: string): [string, string] {
  if (particle !== '이랑' || CLOSED.test(said)) return [said, particle]
  const closed = finalConsonant(said.at(-1) as string)
  return closed ? [`${said}이`, '랑'] : [said, particle]
}

/** "집주인 아주머니께": what stands before a role says whose or which. */
function withModifier(s: string, from: number, said: string): number {
  const word = ROLES.test(said) ? MODIFIED.exec(s.slice(Math.max(0, from - 12), from))?.[1] : undefined
  return word && !NO_MODIFIER.test(word) && !STRAY.test(word) && couldBeName(word) ? from - word.length - 1 : from
}

/** "김 대리님께": a lone family name before a title belongs to the name. */
function withSurname(s: string, from: number, said: string): number {
  const lone =
    new RegExp(`^(?:${TITLE})님?$`).test(said) &&
    /(?:^|[^가-힣\d])([가-힣])\s$/.exec(s.slice(Math.max(0, from - 3), from))
  return lone && SURNAME.test(lone[1] as string) && !STRAY.test(lone[1] as string) ? from - 2 : from
}

function isName(said: string, particle: string): boolean {
  if (NOT.test(said) || STRAY.test(said)) return false
  return !(particle === '께' && finalConsonant(said.at(-1) as string) === 8)
}

/** Splits off the honorific; a title after a lone family name stays with it ("김 대리" + 님). */
function named(said: string): { name: string; honorific?: string } {
  const [, name = '', honorific = ''] = HONORIFIC.exec(said) ?? []
  const title = honorific.trim()
  if (PLACE.test(name) || /아[저가]씨$/.test(said)) return { name: said }
  if (!name || (name.length < 2 && title.length === 1)) return { name: said }
  if (name.length === 1 && title.length > 1) return { name: said.slice(0, -1), honorific: '님' }
  if (
    /^(?:선생|사장|부장|과장|차장|팀장|교수|원장|대표|회장|이사|기사|할머|할아버|아버|어머|장모|형|누|손|고객)$/.test(
      name,
    )
  )
    return { name: said }
  return /^[양군]$/.test(title) && !/\s/.test(honorific) ? { name: said } : { name, honorific: title }
}
