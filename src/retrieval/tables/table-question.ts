import { isFiller } from '../../std/korean/grammar/filler.ts'
import { stripParticles } from '../../std/korean/grammar/particles.ts'
import { wordsOf } from '../../std/korean/search/analysis.ts'
import { synonymsOf } from '../../std/korean/search/synonyms.ts'
import { patternOf } from '../../std/text/pattern.ts'
import { amountOf, type CellAmount, type DocumentTable, isOpen } from './table.ts'

/** An operation of a question on a column. */
export type TableOperation = 'max' | 'min' | 'sum' | 'mean' | 'count' | 'rows' | 'value' | 'ascending' | 'descending'

/** A condition on the cells of a column. */
export type TableCondition =
  | { column: number; is: string }
  | { column: number; than: CellAmount; by: 'over' | 'atLeast' | 'under' | 'atMost' }

/** A question as one table can answer it. */
export interface TableQuery {
  operation: TableOperation
  /** The column that is computed; absent for a count or for whole rows. */
  column?: number
  conditions: TableCondition[]
  /** So many rows of an order. */
  most?: number
}

/** Words that say what is done; adjectives that name what is great or small also say which way it counts. */
const operations: readonly (readonly [TableOperation, RegExp])[] = [
  ['mean', /평균(?:은|이|을)?|\b(?:on )?(?:average|mean)\b/i],
  [
    'sum',
    patternOf('i')`
      (?:모두 |전부 |다 )?(?:합계|총합|총액|합산)(?:는|은|가|이|를|을)?|(?:다|모두|전부) (?:합치면|더하면|합하면|합쳐서|더해서)|
      \b(?:sum|total|altogether|in all|add up)(?: of)?\b`,
  ],
  [
    'descending',
    patternOf('i')`
      (?:많은|높은|큰|비싼) (?:순서?(?:대로|로)?)|내림차순(?:으로)?|\b(?:from (?:the )?(?:highest|largest|
      most)(?: to (?:the )?(?:lowest|smallest|least))?|descending(?: order)?)\b`,
  ],
  [
    'ascending',
    patternOf('i')`
      (?:적은|낮은|작은|싼) (?:순서?(?:대로|로)?)|오름차순(?:으로)?|\b(?:from (?:the )?(?:lowest|smallest|least|
      cheapest)(?: to (?:the )?(?:highest|largest|most))?|ascending(?: order)?)\b`,
  ],
  [
    'max',
    patternOf('i')`
      (?:가장|제일) (?:많이?|높|큰|크|비싼|비싸|오래|긴|길|무거)[가-힣]*|(?:최고|최대)(?:액|값)?(?:은|는|이|가|을|를)?|
      \b(?:the )?(?:most expensive|highest|largest|biggest|greatest|maximum|most|longest|heaviest|top)\b`,
  ],
  [
    'min',
    patternOf('i')`
      (?:가장|제일) (?:적게?|낮|작|싼|싸|저렴|짧|가벼)[가-힣]*|(?:최저|최소)(?:액|값)?(?:은|는|이|가|을|를)?|
      \b(?:the )?(?:least expensive|cheapest|lowest|smallest|minimum|least|fewest|shortest|lightest)\b`,
  ],
  [
    'count',
    /몇 ?(?:명|개|건|줄|대|곳|번|가지|권|마리|사람|군데|팀|종류?)(?:이|인|이나|이야|야|있|까지)?|\bhow many\b/i,
  ],
]

const than = patternOf()`
    (?<number>[₩$€£]?\d[\d,.]*)\s?(?<man>만|천|억)?\s?(?<unit>원|%|개|명|점|달러|km|kg|cm)?\s?(?:을|를|보다|이|가)?\s?(?<by>넘는|넘은|초과|
    초과인|많은|높은|큰|비싼|이상인?|미만인?|이하인?|적은|낮은|작은|싼|안 되는)`
const thanEnglish = patternOf('i')`
    \b(?<by>over|above|more than|greater than|at least|under|below|less than|at most|up to)
    \s(?<number>[₩$€£]?\d[\d,.]*)(?:\s?(?<unit>%|km|kg|won|dollars))?`
const bounds: readonly (readonly ['over' | 'atLeast' | 'under' | 'atMost', RegExp])[] = [
  ['atLeast', /^(?:이상|at least)/i],
  ['atMost', /^(?:이하|at most|up to)/i],
  ['over', /^(?:넘|초과|많|높|큰|비싼|over|above|more|greater)/i],
  ['under', /^(?:미만|적|낮|작|싼|안 되는|under|below|less)/i],
]
const scales: Readonly<Record<string, bigint>> = { 천: 1_000n, 만: 10_000n, 억: 100_000_000n }

/** Words of a question about a table that name nothing in it. */
const idle = patternOf('i')`
    ^(?:(?:누구|누가|어느|어떤|무엇|뭐|얼마|얼마나|사람|직원|이름|것|거|줄|행|항목|값|금액|수|곳|중|가운데|표|파일|목록)(?:은|는|이|가|을|를|의|도|들|에|에서|이야|야|인가요?|
    인지)?|있어|있는|있나|있지|인|인지|이야|야|보여|알려|줘|보여줘|알려줘|정렬해|나열해|골라|골라줘|뽑아|뽑아줘|찾아|찾아줘|대로|who|whose|which|what|is|are|was|were|
    has|have|had|the|a|an|of|in|for|with|by|and|list|show|me|all|sort|sorted|order|ordered|rows?|entries|there|does|
    do|did|how|much|to|table|file|people|person|items?|names?|value|amount|where|that|whom|get|gets|got|paid|pay|pays)
    $`

/** Tell whether a question asks to compute something. */
export const hasOperation = (question: string): boolean =>
  operations.some(([operation, pattern]) => operation !== 'count' && pattern.test(question)) || than.test(question)

/** Words that go on from the question before, which stands behind what is asked now. */
const further = /^\s*(?:그럼|그러면|그렇다면|그리고|(?:and|then|what about|how about)(?![a-z]))[\s,]*/i

/** A question that goes on, without the operations of the one before; as it was if it has none of its own. */
function withOwnOperation(question: string): string {
  const all = operations.flatMap(([, pattern]) =>
    Array.from(question.matchAll(new RegExp(pattern, 'gi')), ({ index, 0: { length } }) => ({ index, length })),
  )
  const [, ...before] = all.sort((a, b) => a.index - b.index)
  return before.reduceRight((text, { index, length }) => blank(text, index, length), question)
}

/** Read a question as one about a table; undefined if a word of it is left that nothing in the table explains. */
export function readTableQuestion(question: string, table: DocumentTable, fileName: string): TableQuery | undefined {
  const isFurther = further.test(question)
  const said = question.normalize('NFC').toLowerCase().replace(further, '')
  let rest = ` ${isFurther ? withOwnOperation(said) : said} `
  const take = (pattern: RegExp) => {
    const found = pattern.exec(rest)
    if (found) rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`
    return found
  }
  const most = Number(
    take(/(?:상위|하위|위에서)\s?(\d+)\s?(?:명|개|곳|건)?|\b(?:top|first|bottom)\s(\d+)\b/i)
      ?.slice(1)
      .find(Boolean) ?? 0,
  )
  const compared = take(than) ?? take(thanEnglish)
  const found = operations.filter(([, pattern]) => take(pattern)).map(([operation]) => operation)
  const isRanked = most > 0 && found.length === 0
  if (found.length > 1) return undefined
  const named = namedColumns(rest, table)
  rest = named.rest
  const values = namedCells(rest, table, isFurther)
  rest = values.rest
  if (isUnexplained(rest, table, fileName)) return undefined
  const numeric = table.columns.flatMap((_, at) => (isNumeric(table, at) ? [at] : []))
  const [column] = named.columns.filter((at) => numeric.includes(at))
  const conditions: TableCondition[] = values.conditions
  if (compared) {
    const condition = comparison(compared, column ?? (numeric.length === 1 ? numeric[0] : undefined))
    if (!condition) return undefined
    conditions.push(condition)
  }
  const operation = found[0] ?? (isRanked ? 'descending' : undefined)
  return queryOf(operation, { named: named.columns, column, numeric, conditions, most, isCompared: compared !== null })
}

interface QuestionParts {
  named: number[]
  column: number | undefined
  numeric: number[]
  conditions: TableCondition[]
  most: number
  isCompared: boolean
}

function queryOf(operation: TableOperation | undefined, parts: QuestionParts): TableQuery | undefined {
  const { named, column, numeric, conditions, most, isCompared } = parts
  // “의자 수량은 몇 개야?” asks for the number that stands in a column, not for the rows.
  const isHeld = column !== undefined && !isCompared && !conditions.some((one) => one.column === column)
  if (operation === 'count' && isHeld && conditions.length > 0) return { operation: 'value', column, conditions }
  if (operation === 'count')
    return named.length > 0 && !isCompared && conditions.length === 0 ? undefined : { operation, conditions }
  if (operation === undefined) {
    const [asked] = isCompared ? [] : named.filter((at) => !conditions.some((one) => one.column === at))
    if (conditions.length === 0) return undefined
    return asked === undefined ? { operation: 'rows', conditions } : { operation: 'value', column: asked, conditions }
  }
  const computed = column ?? (numeric.length === 1 ? numeric[0] : undefined)
  return computed === undefined ? undefined : { operation, column: computed, conditions, ...(most > 0 && { most }) }
}

/** Tell whether a column has a number in every cell that is not left open, all in one unit. */
function isNumeric({ rows }: DocumentTable, column: number): boolean {
  const cells = rows.map(({ cells }) => cells[column] ?? '').filter((cell) => !isOpen(cell))
  const amounts = cells.map(amountOf)
  const units = new Set(amounts.map((one) => `${one?.before}|${one?.after}`))
  return cells.length > 0 && amounts.every((one) => one !== undefined) && units.size === 1
}

/** Take the names of columns out of a question, the longest first; a column may be asked for by a synonym. */
function namedColumns(rest: string, { columns }: DocumentTable): { columns: number[]; rest: string } {
  const found: { column: number; at: number }[] = []
  let left = rest
  const names = columns
    .flatMap((name, column) =>
      [name, ...synonymsOf(name)].map((one) => ({ column, name: one.toLowerCase().normalize('NFC') })),
    )
    .sort((a, b) => b.name.length - a.name.length)
  for (const { column, name } of names) {
    const bare = name.replace(/\s*\([^)]*\)\s*$/, '')
    const word = wordAt(left, bare)
    if (!word) continue
    if (!found.some((one) => one.column === column)) found.push({ column, at: word.at })
    left = blank(left, word.at, word.length)
  }
  return { columns: found.sort((a, b) => a.at - b.at).map(({ column }) => column), rest: left }
}

/** Take values of cells out of a question, the longest first: each limits the rows. */
function namedCells(
  rest: string,
  { columns, rows }: DocumentTable,
  isFurther: boolean,
): { conditions: TableCondition[]; rest: string } {
  const found: { column: number; is: string; at: number }[] = []
  let left = rest
  const values = columns.flatMap((_, column) =>
    [...new Set(rows.map(({ cells }) => cells[column] ?? ''))]
      .filter((cell) => !isOpen(cell))
      .map((cell) => ({ column, cell })),
  )
  for (const { column, cell } of values.sort((a, b) => b.cell.length - a.cell.length)) {
    const value = cell.toLowerCase().normalize('NFC')
    const word = wordAt(left, value)
    if (!word || (!isFurther && found.some((one) => one.column === column))) continue
    found.push({ column, is: cell, at: word.at })
    left = blank(left, word.at, word.length)
  }
  // Things named now stand before those of the question before.
  const conditions = found.filter((one) => found.every(({ column, at }) => column !== one.column || at >= one.at))
  return { conditions: conditions.map(({ column, is }) => ({ column, is })), rest: left }
}

const blank = (text: string, at: number, length: number) =>
  `${text.slice(0, at)}${' '.repeat(length)}${text.slice(at + length)}`

/** Return where a name stands as a word, and its length with the particle behind it; undefined if it does not. */
function wordAt(text: string, name: string): { at: number; length: number } | undefined {
  if (name === '') return undefined
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const behind = /^[\p{L}\p{N}]*/u.exec(text.slice(at + name.length))?.[0] ?? ''
    const isBegin = !/[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ')
    if (isBegin && (behind === '' || isEnding(name, behind))) return { at, length: name.length + behind.length }
  }
  return undefined
}

const isEnding = (name: string, behind: string) =>
  /^[a-z]/.test(behind)
    ? /^(?:e?s|'s)$/.test(behind)
    : (/^(?:인|이|가|은|는|을|를|의|에|에서|별|로|으로|이고|인데|들|까지|부터|과|와|랑|이랑|도|만|이야|야|이라는|라는)+$/.test(
        behind,
      ) &&
        !/\d$/.test(name)) ||
      /^(?:인|이|가|은|는|을|를|의|에|에서|원|번|호|년|월|일)$/.test(behind)

/** Tell whether a word is left that neither the table, its name, nor the form of a question explains. */
function isUnexplained(rest: string, { title }: DocumentTable, fileName: string): boolean {
  const around = `${title} ${fileName}`.toLowerCase().normalize('NFC')
  const words = wordsOf(rest)
  return words.some((word, at) => {
    if (isFiller(word, words[at - 1]) || idle.test(word)) return false
    return !stripParticles(word).some((stem) => idle.test(stem) || (stem.length > 1 && around.includes(stem)))
  })
}

function comparison(found: RegExpExecArray, column: number | undefined): TableCondition | undefined {
  const { number = '', man, by = '' } = found.groups ?? {}
  const read = amountOf(number.replace(/[.,]$/, ''))
  const bound = bounds.find(([, pattern]) => pattern.test(by))?.[0]
  if (!read || !bound || column === undefined) return undefined
  const digits = read.digits * (man === undefined ? 1n : (scales[man] ?? 1n))
  return { column, than: { ...read, digits }, by: bound }
}
