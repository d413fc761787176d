import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PageIndex } from '../../src/memory/page-index.ts'
import { occasionsIn } from '../../src/std/text-rank.ts'
import { koreanSet, lives, tenThousandFacts, unseenQuestions } from '../fixtures/memory/facts.ts'

const home = mkdtempSync(join(tmpdir(), 'page-index-'))
mkdirSync(join(home, 'memory'))
const index = new PageIndex(home)
afterAll(async () => {
  await index.close()
  rmSync(home, { recursive: true, force: true })
})
const now = Date.UTC(2026, 10, 22)

function page(name: string, lines: readonly string[]): string {
  const path = join(home, 'memory', `${name}.md`)
  writeFileSync(path, lines.map((line) => `- ${line}\n`).join(''))
  return path
}

const missed = async (path: string, questions: typeof koreanSet, limit: number) => {
  const lost: string[] = []
  for (const { fact, question } of questions) {
    const found = await index.search(question, [path], limit, now)
    if (!found.some(({ block }) => block.text === fact)) lost.push(`${question} → ${fact}`)
  }
  return lost
}

test('in each of four lives at least 95 of 100 questions in other words find their line among the first five', async () => {
  for (const [n, life] of lives.entries()) {
    const lost = await missed(
      page(
        `life-${n}`,
        life.map(({ fact }) => fact),
      ),
      life,
      5,
    )
    expect(lost.length / life.length, lost.join('\n')).toBeLessThanOrEqual(0.05)
  }
})

test('what is written with a hyphen is found without one', async () => {
  const path = page('hyphens', ['Wi-Fi 이름은 home5G', 'e-mail 주소는 a@b.kr', '와이파이 공유기는 거실에 있음'])
  const best = async (words: string) => (await index.search(words, [path], 1, now))[0]
  expect(await best('wifi 이름')).toMatchObject({ block: { line: 1 }, matched: ['wifi', '이름'] })
  expect(await best('email')).toMatchObject({ block: { line: 2 }, matched: ['email'] })
})

describe('among ten thousand facts', () => {
  let full = ''
  beforeAll(() => {
    const asked = [...new Set(koreanSet.map(({ fact }) => fact))]
    const others = tenThousandFacts().filter((fact) => !asked.includes(fact))
    // Those that are asked for stand among the others, not together.
    const step = Math.floor(others.length / asked.length)
    full = page(
      'full',
      asked.flatMap((fact, n) => [fact, ...others.slice(n * step, (n + 1) * step)]),
    )
  })

  test('at least 95 of 100 of five hundred Korean questions in other words find theirs among the first five', async () => {
    expect(koreanSet.length).toBeGreaterThanOrEqual(500)
    const lost = await missed(full, koreanSet, 5)
    expect(lost.length / koreanSet.length, lost.join('\n')).toBeLessThanOrEqual(0.05)
  })

  test('so do nine of ten of those that the ranking was not made with', async () => {
    const lost = await missed(full, unseenQuestions, 5)
    expect(lost.length / unseenQuestions.length, lost.join('\n')).toBeLessThanOrEqual(0.1)
  })
})

describe('of lines that share a word with a question', () => {
  const first = async (name: string, lines: readonly string[], question: string) =>
    (await index.search(question, [page(name, lines)], 3, now))[0]?.block.text

  const aunt = ['고모 월급은 속초 쪽', '고모 주소는 분당 쪽', '고모 취미는 등산', '고모 생일은 3월 4일']
  test.each([
    [
      'that of somebody else comes behind',
      [...aunt, '월급날은 매달 21일'],
      '월급이 며칠에 들어와?',
      '월급날은 매달 21일',
    ],
    [
      'that of who is named comes first',
      [...aunt, '월급날은 매달 21일'],
      '고모 월급이 어디라고 했지',
      '고모 월급은 속초 쪽',
    ],
    [
      'the one that holds a time answers 몇 시',
      ['요가는 강남점', '요가는 오전 9시'],
      '요가 몇 시였지',
      '요가는 오전 9시',
    ],
    [
      'what is asked for in general finds what was noted',
      ['새우를 먹으면 두드러기', '해변은 동해가 좋다'],
      '해산물 뭐 못 먹지',
      '새우를 먹으면 두드러기',
    ],
    [
      'and of a compound its end says the kind',
      ['속초로 캠핑', '해외 주식은 애플'],
      '가족여행 어디 가지',
      '속초로 캠핑',
    ],
    [
      'what is noted in general does not answer for another',
      ['새우는 노량진에서 산다', '게는 속초에서 산다'],
      '게 어디서 사지',
      '게는 속초에서 산다',
    ],
    [
      'half a compound is enough',
      ['방학은 12월 30일에 시작', '방송은 채널 9'],
      '겨울방학 언제부터야',
      '방학은 12월 30일에 시작',
    ],
    [
      'near words are',
      ['법인카드 한도는 월 200만원', '카드 게임은 목요일'],
      '법카 얼마까지 써?',
      '법인카드 한도는 월 200만원',
    ],
    ['치과 is no 치 with a particle', ['치과는 한빛치과', '치약은 민트'], '치과 어디였지', '치과는 한빛치과'],
    [
      'forms that no stem shows are found',
      ['Bought a red bike in Daegu', 'Sold the old car'],
      'where did I buy the bike',
      'Bought a red bike in Daegu',
    ],
  ])('%s', async (name, lines, question, answer) => expect(await first(name, lines, question)).toBe(answer))
})

test('of lines that answer alike, those come first that were noted where the matter was spoken of', async () => {
  const noted = (text: string, conversation: string) => `- ${text} <!-- 2026-11-01 · ${conversation} · noticed -->\n`
  const [trip, work] = ['01KC000000000000000000000A', '01KC000000000000000000000B']
  const path = join(home, 'memory', 'occasions.md')
  const lines = ['예약 번호는 7788', '숙소 예약은 금요일까지', '회의실 예약 번호는 4411']
  writeFileSync(path, noted(lines[0]!, trip) + noted(lines[1]!, trip) + noted(lines[2]!, work))
  const said = (conversation: string, text: string, score: number) => ({ conversation, text, score })
  const first = async (occasions?: Parameters<PageIndex['search']>[4]) =>
    (await index.search('예약 번호', [path], 1, now, occasions))[0]?.block.text
  const spoken = [
    said(trip, '바다펜션을 예약했어', 2),
    said(work, '회의실 잡았어', 8),
    said(trip, '예약 번호가 뭐였지?', 9),
  ]
  // Who only asked has told nothing.
  expect([...occasionsIn(spoken)].map(([conversation, { share }]) => [conversation, share])).toEqual([
    [trip, 0.25],
    [work, 1],
  ])
  expect(await first(occasionsIn(spoken))).toBe(lines[2])
  expect(await first(occasionsIn(spoken.slice(0, 1)))).toBe(lines[0])
  expect(occasionsIn([]).size).toBe(0)
  // Of what was noted on one occasion that comes first which says what was said.
  const beside = async (...around: string[]) => {
    const occasions = occasionsIn([{ ...said(trip, '예약했어', 2), around }])
    return (await index.search('예약', [path], 1, now, occasions))[0]?.block.text
  }
  expect([await beside('예약했어', '금요일까지 숙소로 오래'), await beside('예약했어', '번호는 7788')]).toEqual([
    lines[1],
    lines[0],
  ])
})
