import { finalConsonant } from './jamo.ts'
import { plain, type Span } from './span.ts'

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
const HONORIFIC = new RegExp(`^(.+?)(\\s?(?:${TITLE})님|\\s?(?:님|씨|군|양))$`)
const DATIVE = new RegExp(
  `(?:^|[^가-힣a-z0-9])((?:[가-힣a-z0-9]{1,20})(?:\\s(?:(?:${TITLE})(?:님)?|씨|님|군|양))?)(${TO})(?=$|[^가-힣]|(?:는|도|만|요)?(?:$|[^가-힣])|\\d|[십이삼사오육칠팔구]?[백천만]|보|송|이체|입)`,
  'g',
)
const JOINED = new RegExp(`([가-힣a-z0-9]{1,20}?(?:\\s(?:${TITLE})님|\\s?씨)?)(${WITH}|\\s?,)\\s{1,2}$`)
const COMPANION = /(?:^|[^가-힣a-z0-9])([가-힣a-z]{1,20}?(?:\s씨)?)(이랑|랑|하고)(?:\s?(?:같이|함께))?(?=$|[^가-힣])/g

// Kin and roles that end in a consonant: here 이랑 is 랑 after a consonant; a name keeps its 이 ("용걸이랑" → 용걸이).
const CLOSED = /(?:형|동생|삼촌|남편|아들|딸|신랑|장인|장모님|님|씨|사람|손님|언니들|애들|선생)$/
// Words that end like a particle or a name and are none.
const NOT = /^(?:함|그저|엊그저|어저|어제|두|무릎|누구|누|아무|뭐|무엇|어디|이것|그것|저것|여러분|서로|모두|얼마|자|스스로)$/
const NO_COMPANION =
  /^(?:사|자|노|파|아|그리|이|그|저|명|호|신|벼|뭐|누구|말|생각|일|공부|운동|전화|연락|자랑|안녕|시작|부탁|요리|청소|얘기|이야기|무엇)$/

// A whole answer: one or two words, then perhaps 요, 예요, 입니다. 이요 is 요 after a name that keeps its 이 ("용걸이요").
const ALONE =
  /^\s*([가-힣]{1,10}?(?:\s(?:씨|님|[가-힣]{2,4}?))?|[a-z][a-z.]{1,20}(?:\s[a-z][a-z.]{0,20})?)(?:요|(?<=형|생|촌|편|들|딸|님)이요|이에요|예요|입니다|으?로)?\s*[.!~]*\s*$/i

/** The first person something is for or with: "엄마한테", "김철수 씨께", "민수랑", "김 대리님께". Undefined for "함께", "누구한테", "보낼께". */
export function readPerson(text: string): Person | undefined {
  return readPeople(text)[0]
}

/** Everybody named as a receiver, in order: "엄마랑 아빠한테 만원씩, 용걸이에게 5만원" → 엄마, 아빠, 용걸이. Without a receiver: companions ("민수랑"). */
export function readPeople(text: string): Person[] {
  const s = plain(text)
  const receivers: Person[] = []
  for (const hit of s.matchAll(DATIVE)) receivers.push(...group(text, s, hit, receivers.at(-1)?.to ?? 0))
  return receivers.length > 0 ? receivers : [...s.matchAll(COMPANION)].flatMap((hit) => companion(text, hit))
}

/**
 * A name given as the whole answer to "누구에게 보낼까요?": "엄마", "엄마요", "용걸이한테", "김철수 씨예요", "Tom". Undefined when it is more
 * than a name, a question or a refusal; whether that person exists is for the caller to know.
 */
export function readName(text: string): Person | undefined {
  const marked = readPeople(text)
  const [first] = marked
  if (first && marked.length === 1 && (isReceiver(first) || text.trim().length === first.to - first.from)) return first
  if (first || text.length > 60) return undefined
  const hit = ALONE.exec(text)
  const said = hit?.[1]?.trim()
  if (
    !hit ||
    !said ||
    NOT.test(said) ||
    /^(?:네|예|응|아니|아뇨|취소|그만|글쎄|몰라|모름|없어|확인|음|어|안녕|yes|no|ok)/i.test(said)
  )
    return undefined
  if (/(?:줘|해|어|아요|습니다|까|지|고|래|게)$/.test(said) && said.length > 2) return undefined
  const from = hit[0].indexOf(said)
  return { ...named(said), from, to: from + said.length }
}

const SURNAME =
  /^[김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민나진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용]/

/**
 * A name without 은 or 는 behind it: "동생은" → 동생, "엄마는" → 엄마. 은 belongs to the name after a vowel ("지은"), and in what looks like
 * a whole name ("김정은").
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
  const [whole, said = '', particle = ''] = hit
  const from = hit.index + whole.indexOf(said)
  if (!isName(said, particle)) return []
  const start = withSurname(s, from, said)
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
    if (NO_COMPANION.test(said) || NOT.test(said) || /\d|[십백천만억]\s?원/.test(said)) break
    people.unshift({ ...named(text.slice(from, from + said.length)), particle, from, to: from + said.length + particle.length })
    to = from
  }
  return people
}

const startsClean = (s: string, at: number) => at === 0 || /[^가-힣a-z0-9]/.test(s[at - 1] as string)

function companion(text: string, hit: RegExpExecArray): Person[] {
  const [whole] = hit
  const [said, particle] = split(hit[1] as string, hit[2] as string)
  if (NOT.test(said) || NO_COMPANION.test(said) || (said.length < 2 && !CLOSED.test(said))) return []
  const from = hit.index + whole.indexOf(said)
  return [{ ...named(text.slice(from, from + said.length)), particle, from, to: from + said.length + particle.length }]
}

/** Name and particle: 이 belongs to the name unless the word before it is no name. */
function split(said: string, particle: string): [string, string] {
  if (particle !== '이랑' || CLOSED.test(said)) return [said, particle]
  const closed = finalConsonant(said.at(-1) as string)
  return closed ? [`${said}이`, '랑'] : [said, particle]
}

/** "김 대리님께": a lone family name before a title belongs to the name. */
function withSurname(s: string, from: number, said: string): number {
  const lone =
    new RegExp(`^(?:${TITLE})님?$`).test(said) && /(?:^|[^가-힣])([가-힣])\s$/.exec(s.slice(Math.max(0, from - 3), from))
  return lone ? from - 2 : from
}

function isName(said: string, particle: string): boolean {
  if (NOT.test(said) || /^\d+$/.test(said)) return false
  return !(particle === '께' && finalConsonant(said.at(-1) as string) === 8)
}

/** Splits off the honorific; a title after a lone family name stays with it ("김 대리" + 님). */
function named(said: string): { name: string; honorific?: string } {
  const [, name = '', honorific = ''] = HONORIFIC.exec(said) ?? []
  const title = honorific.trim()
  if (!name || (name.length < 2 && title.length === 1)) return { name: said }
  if (name.length === 1 && title.length > 1) return { name: said.slice(0, -1), honorific: '님' }
  if (/^(?:선생|사장|부장|과장|차장|팀장|교수|원장|대표|회장|이사|기사|할머|할아버|아버|어머|장모|형|누|손|고객)$/.test(name))
    return { name: said }
  return /^[양군]$/.test(title) && !/\s/.test(honorific) ? { name: said } : { name, honorific: title }
}
