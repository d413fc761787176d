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
  return result.rows.map(({ cells }) => {
    const cell = cells[column] ?? ''
    const number = Number(cell.replaceAll(',', ''))
    return query.operation === 'value' && !Number.isNaN(number) ? number.toLocaleString('en') : cell
  })
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

/** A table of an office, and what people ask of it: the question, and the cells that answer, told by hand. */
const asked: readonly { format: TableFormat; rows: string; questions: string }[] = [
  {
    format: 'xlsx',
    rows: `이름 부서 직급 기본급 수당 입사연도
      이수민 영업 대리 3200000 150000 2021
      박지훈 개발 과장 4100000 230000 2018
      김하늘 개발 사원 2900000 0 2024
      최도윤 총무 부장 5300000 310000 2009
      정서연 영업 과장 4000000 275000 2017
      한지우 총무 사원 2800000 90000 2025`,
    questions: `기본급이 가장 많은 사람은? = 최도윤
      기본급이 제일 적은 사람은 누구야? = 한지우
      수당 합계가 얼마야? = 1,055,000
      수당 평균은 얼마야? = 175,833.33
      영업 기본급 합계는? = 7,200,000
      개발 기본급 평균은? = 3,500,000
      부서가 총무인 사람은? = 최도윤 한지우
      과장은 몇 명이야? = 2
      정서연의 수당은 얼마야? = 275,000
      수당이 20만원 넘는 사람 알려줘 = 박지훈 최도윤 정서연
      기본급이 300만원 이하인 사람은? = 김하늘 한지우
      수당 큰 순서대로 알려줘 = 최도윤 정서연 박지훈 이수민 한지우 김하늘`,
  },
  {
    format: 'csv',
    rows: `품명 분류 단가 수량 창고
      용지 문구 4500 120 가동
      볼펜 문구 700 350 가동
      토너 소모품 89000 12 나동
      물티슈 소모품 2300 64 나동
      의자 가구 158000 7 다동`,
    questions: `단가가 가장 비싼 품명은? = 의자
      수량이 제일 많은 것은? = 볼펜
      수량 합계는? = 553
      문구 수량 합계는 얼마야? = 470
      소모품 단가 평균은? = 45,650
      단가가 5000원 이하인 것은? = 용지 볼펜 물티슈
      창고가 나동인 것은? = 토너 물티슈
      문구는 몇 개야? = 2
      토너의 단가는 얼마야? = 89,000
      의자 수량은 몇 개야? = 7
      수량 적은 순서대로 알려줘 = 의자 토너 물티슈 용지 볼펜`,
  },
  {
    format: 'docx',
    rows: `강좌 강사 요일 정원 수강료
      요가 김민지 월요일 15 60000
      수영 박서준 화요일 20 85000
      도예 이하나 목요일 8 120000
      기타 최유진 월요일 10 70000`,
    questions: `수강료가 제일 비싼 강좌는? = 도예
      수강료가 가장 싼 강좌는? = 요가
      정원 합계가 얼마야? = 53
      수강료 평균은 얼마야? = 83,750
      요일이 월요일인 강좌는? = 요가 기타
      정원이 10명 이상인 강좌 알려줘 = 요가 수영 기타
      도예의 정원은? = 8
      강사가 박서준인 강좌는? = 수영
      월요일 수강료 합계는? = 130,000`,
  },
  {
    format: 'hwpx',
    rows: `항목 담당 예산 집행
      대관 총무팀 1200000 1200000
      다과 홍보팀 450000 380000
      인쇄 홍보팀 300000 325000
      강사료 기획팀 900000 900000`,
    questions: `예산이 가장 큰 항목은? = 대관
      집행이 가장 적은 항목은? = 인쇄
      예산 합계는 얼마야? = 2,850,000
      홍보팀 집행 합계는? = 705,000
      집행 평균은? = 701,250
      담당이 홍보팀인 항목은? = 다과 인쇄
      인쇄의 집행은 얼마야? = 325,000
      예산이 50만원 이상인 항목은? = 대관 강사료`,
  },
  {
    format: 'html',
    rows: `Item Supplier Price Stock
      Hammer Norco 18.5 40
      Drill Bexley 129 6
      Saw Norco 24.75 15
      Ladder Bexley 89 4
      Gloves Tarn 6.2 200`,
    questions: `Which item has the highest price? = Drill
      Which item has the lowest stock? = Ladder
      What is the total stock? = 265
      What is the average price? = 53.49
      What is the sum of stock in Norco? = 55
      How many items are from Bexley? = 2
      Which items have a price over 50? = Drill Ladder
      What is the price of Saw? = 24.75
      List stock from the lowest = Ladder Drill Saw Hammer Gloves
      Which items have stock under 10? = Drill Ladder`,
  },
  {
    format: 'csv',
    rows: `Name Team Age Salary
      Wren Design 34 52000
      Osei Support 41 47500
      Lund Design 29 49000
      Petrov Sales 52 61000
      Quinn Support 25 39500`,
    questions: `Who has the highest salary? = Petrov
      Who is the youngest by age? = Quinn
      Who has the lowest salary? = Quinn
      What is the average age? = 36.2
      What is the total salary of Support? = 87,000
      Who is in Design? = Wren Lund
      How many are in Support? = 2
      What is the salary of Lund? = 49,000
      Who has a salary of at least 50000? = Wren Petrov
      What is the mean salary in Design? = 50,500`,
  },
]

test('60 questions over six tables by hand: no number is wrong', async () => {
  const told = { right: 0, declined: [] as string[], wrong: [] as unknown[] }
  for (const { format, rows, questions } of asked) {
    const cells = rows.split('\n').map((row) => row.trim().split(' '))
    const read = await readHere(tableFile(format, cells))
    const [table] = 'lines' in read ? tablesIn(read.lines) : []
    if (!table) throw new Error(`no table in ${format}`)
    for (const [question = '', right = ''] of questions.split('\n').map((one) => one.trim().split(' = '))) {
      const said = answered(question, table)?.join(' ')
      if (said === undefined) told.declined.push(question)
      else if (said === right) told.right++
      else told.wrong.push({ question, said, right })
    }
  }
  expect(told).toEqual({ right: 59, declined: ['Who is the youngest by age?'], wrong: [] })
})
