import { expect, test } from 'vitest'
import { readHere } from '../../../src/retrieval/readers/read-here.ts'
import { tableLines } from '../../../src/retrieval/readers/text-forms.ts'
import { computeTable } from '../../../src/retrieval/tables/compute.ts'
import { amountText, type DocumentTable, tablesIn } from '../../../src/retrieval/tables/table.ts'
import { readTableQuestion } from '../../../src/retrieval/tables/table-question.ts'
import { type TableFormat, tableFile } from '../../fixtures/docs/make-tables.ts'

/** Numbers from a seed, the same each time. */
function seeded(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
}

const formats: readonly TableFormat[] = ['csv', 'html', 'md', 'docx', 'xlsx', 'hwpx']

interface Made {
  rows: string[][]
  names: string[]
  groups: string[]
  /** Of each row its two numbers; undefined for an open cell. */
  numbers: (number | undefined)[][]
  words: { label: string; group: string; columns: [string, string] }
  language: 'ko' | 'en'
}

const kinds = [
  {
    language: 'ko',
    label: '이름',
    group: '부서',
    columns: ['급여', '나이'],
    groups: ['영업팀', '개발팀', '총무팀'],
    names: '이수민 박지훈 김하늘 최도윤 정서연 한지우 윤태호 오세아 임가람 서다온'.split(' '),
  },
  {
    language: 'ko',
    label: '상품',
    group: '분류',
    columns: ['판매량', '재고'],
    groups: ['과일', '채소', '생선'],
    names: '사과 배추 고등어 참외 시금치 갈치 포도 당근 꽁치 자두'.split(' '),
  },
  {
    language: 'en',
    label: 'City',
    group: 'Region',
    columns: ['Population', 'Budget'],
    groups: ['north', 'south', 'coast'],
    names: 'Aldon Brevik Carrow Dunmere Eskdale Farley Glenrock Hartwick Irvine Jarrow'.split(' '),
  },
] as const

function makeTable(seed: number): Made {
  const random = seeded(seed)
  const kind = kinds[seed % kinds.length] as (typeof kinds)[number]
  const count = 4 + random(6)
  const names = kind.names.slice(0, count)
  const groups = names.map(() => kind.groups[random(3)] ?? '')
  const numbers = names.map(() => [1 + random(900_000), random(9) === 0 ? undefined : random(70)])
  // Numbers are written as people do: with thousands parted.
  const rows = names.map((name, at) => {
    const [one = 0, two] = numbers[at] ?? []
    return [name, groups[at] ?? '', seed % 2 ? one.toLocaleString('en') : String(one), String(two ?? '-')]
  })
  const { label, group, columns, language } = kind
  const summary =
    seed % 3 === 0
      ? [[language === 'ko' ? '합계' : 'Total', '', String(numbers.reduce((sum, [one]) => sum + (one ?? 0), 0)), '']]
      : []
  return {
    rows: [[label, group, ...columns], ...rows, ...summary],
    names,
    groups,
    numbers,
    words: { label, group, columns: [...columns] as [string, string] },
    language,
  }
}

/** Ten questions over a table and what is right, from the numbers that it was made of. */
function questionsOf({ names, groups, numbers, words, language }: Made): [string, string[]][] {
  const [first, second] = words.columns
  const at = (column: number) => numbers.map((row) => row[column])
  const known = (column: number) => at(column).filter((one) => one !== undefined)
  const rows = (test: (row: number) => boolean) => names.filter((_, row) => test(row))
  const [top, least] = [Math.max(...known(0)), Math.min(...known(1))]
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
  const group = groups[0] ?? ''
  const inGroup = numbers.flatMap((row, n) => (groups[n] === group ? [row[0] ?? 0] : []))
  const border = Math.round(sum(known(0)) / names.length)
  const grouped = (value: number) => value.toLocaleString('en')
  const mean = (all: readonly number[]) => {
    const rounded = Math.round((sum(all) * 100) / all.length + 1e-9) / 100
    return rounded.toLocaleString('en', { maximumFractionDigits: 2 })
  }
  const ordered = names.map((name, n) => [name, at(0)[n] ?? 0] as const).sort((a, b) => b[1] - a[1])
  const isKo = language === 'ko'
  return [
    [isKo ? `${first}가 가장 큰 것은 뭐야?` : `Which has the highest ${first}?`, rows((row) => at(0)[row] === top)],
    [isKo ? `${second}가 가장 적은 것은?` : `Which has the lowest ${second}?`, rows((row) => at(1)[row] === least)],
    [isKo ? `${first} 합계가 얼마야?` : `What is the total ${first}?`, [grouped(sum(known(0)))]],
    [isKo ? `${second} 평균은 얼마야?` : `What is the average ${second}?`, [mean(known(1))]],
    [isKo ? `${group} ${first} 합계는?` : `What is the sum of ${first} in ${group}?`, [grouped(sum(inGroup))]],
    [isKo ? `${group}은 몇 개야?` : `How many are in ${group}?`, [String(inGroup.length)]],
    [isKo ? `${words.group}가 ${group}인 것은?` : `Which are in ${group}?`, rows((row) => groups[row] === group)],
    [
      isKo ? `${first}가 ${border} 이상인 것은?` : `Which have ${first} at least ${border}?`,
      rows((row) => (at(0)[row] ?? 0) >= border),
    ],
    [isKo ? `${names[1]}의 ${first}는 얼마야?` : `What is the ${first} of ${names[1]}?`, [grouped(at(0)[1] ?? 0)]],
    [isKo ? `${first} 큰 순서대로 알려줘` : `List ${first} from the highest`, ordered.map(([name]) => name)],
  ]
}

function answered(question: string, table: DocumentTable): string[] | undefined {
  const query = readTableQuestion(question, table, 'data')
  const result = query && computeTable(table, query)
  if (!query || !result) return undefined
  if (query.operation === 'count') return [String(result.rows.length)]
  if (query.operation === 'sum' || query.operation === 'mean') return result.amount && [amountText(result.amount)]
  const column = query.operation === 'value' ? (query.column ?? 0) : 0
  return result.rows.map(({ cells }) =>
    query.operation === 'value'
      ? Number((cells[column] ?? '').replaceAll(',', '')).toLocaleString('en')
      : (cells[column] ?? ''),
  )
}

test('300 questions over 30 tables in six formats: every answer is the number that the table was made of', async () => {
  const wrong: unknown[] = []
  let asked = 0
  for (let seed = 1; seed <= 30; seed++) {
    const made = makeTable(seed)
    const format = formats[Math.floor(seed / kinds.length) % formats.length] as TableFormat
    const read = await readHere(tableFile(format, made.rows))
    const [table] = 'lines' in read ? tablesIn(read.lines) : []
    if (!table) throw new Error(`no table in ${format}: ${JSON.stringify(read)}`)
    for (const [question, right] of questionsOf(made)) {
      asked++
      const said = answered(question, table)
      if (JSON.stringify(said) !== JSON.stringify(right)) wrong.push({ format, question, said, right })
    }
  }
  expect([asked, wrong]).toEqual([300, []])
})

test('a question with a word that nothing in the table explains is not computed', () => {
  const [table] = tablesIn(tableLines('이름,부서,급여\n이수민,영업,300\n박지훈,개발,200\n', ','))
  if (!table) throw new Error('no table')
  for (const question of [
    '작년 급여 합계는 얼마야?',
    '급여가 가장 많은 여자는?',
    '보너스 합계는?',
    '급여 합계에서 세금을 빼면?',
    '회의실은 어디야?',
    '급여 가장 많은 사람 평균은?',
  ])
    expect([question, answered(question, table)]).toEqual([question, undefined])
  expect(answered('이수민의 급여는?', table)).toEqual(['300'])
})

test('rows that do not say which cell is whose are no table; open cells, units and signs of minus are read', () => {
  const lines = (rows: string[]) => rows.map((text, at) => ({ text, line: at + 1 }))
  expect(tablesIn(lines(['이름 | 값 | 날', '가 | 1 | 2', '나 | 3']))).toEqual([])
  const [table] = tablesIn(
    lines([
      '| 항목 | 금액 |',
      '|---|---|',
      '| 식비 | 1,200.50원 |',
      '| 환불 | -200.25원 |',
      '| 미정 | - |',
      '| 합계 | 9원 |',
    ]),
  )
  expect(table?.rows.map(({ cells }) => cells[0])).toEqual(['식비', '환불', '미정'])
  expect(table && answered('금액 합계는?', table)).toEqual(['1,000.25원'])
  expect(table && answered('금액이 가장 적은 항목은?', table)).toEqual(['환불'])
})

test('a table of 200,000 cells is data for a program, and a wide one costs no stack', () => {
  const many = Array.from({ length: 100_000 }, (_, at) => ({ text: `a | ${at}`, line: at + 2 }))
  expect(tablesIn([{ text: 'name | value', line: 1 }, ...many])).toEqual([])
  const fitting = [{ text: 'name | value', line: 1 }, ...many.slice(0, 40_000)]
  const [table] = tablesIn(fitting)
  expect(table && answered('what is the total value?', table)).toEqual(['799,980,000'])
})

test.each([
  ['급여가 가장 많은 사람은?', '그럼 최저는?', ['박지훈']],
  ['급여가 가장 적은 사람은?', '그럼 가장 많은 사람은?', ['이수민']],
  ['급여 합계는 얼마야?', '그럼 평균은?', ['250']],
  ['이수민의 급여는 얼마야?', '그럼 박지훈은?', ['200']],
])('after “%s” comes “%s”', (before, now, right) => {
  const [table] = tablesIn(tableLines('이름,부서,급여\n이수민,영업,300\n박지훈,개발,200\n', ','))
  if (!table) throw new Error('no table')
  expect(answered(before, table)).not.toEqual(right)
  expect(answered(`${now} ${before}`, table)).toEqual(right)
})

test('a cell that several rows share counts for each of them', async () => {
  const html =
    '<table><tr><th>부서</th><th>이름</th><th>급여</th></tr>' +
    '<tr><td rowspan="2">영업</td><td>이수민</td><td>300</td></tr><tr><td>박지훈</td><td>200</td></tr>' +
    '<tr><td>개발</td><td>김하늘</td><td>500</td></tr></table>'
  const read = await readHere({ path: 'a.html', bytes: Buffer.from(html) })
  const [table] = 'lines' in read ? tablesIn(read.lines) : []
  expect(table && answered('영업 급여 합계는?', table)).toEqual(table && ['500'])
})
