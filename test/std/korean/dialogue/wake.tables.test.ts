import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { matchWake } from '../../../../src/std/korean/dialogue/wake.ts'

/** Rows of `wake word | words`; lines that begin with # are notes. */
function table(file: string): { word: string; said: string }[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')
  return lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const at = line.indexOf(' | ')
      return { word: line.slice(0, at), said: line.slice(at + 3) }
    })
}

describe('wake words in text (SPEC §7)', () => {
  const near = table('wake-near.txt')
  const spoken = table('wake-spoken.txt')

  test('at least 200 phrases that are no call: fewer than 5 % of them wake', () => {
    expect(near.length).toBeGreaterThanOrEqual(200)
    const woke = near.filter(({ word, said }) => matchWake(said, [word]))
    expect(woke.length / near.length, JSON.stringify(woke)).toBeLessThan(0.05)
  })

  test('100 calls as a recogniser writes them: fewer than 10 are missed', () => {
    expect(spoken).toHaveLength(100)
    const missed = spoken.filter(({ word, said }) => !matchWake(said, [word]))
    expect(missed.length, JSON.stringify(missed)).toBeLessThan(10)
  })

  test.each([
    ...[
      '빗서야',
      '비스야',
      '삐서야',
      '비써야',
      '피서야',
      '비소야',
      '비셔야',
      '비서여',
      '비서 야',
      '빗서야 지금 몇 시야',
      '비스야, 불 꺼',
      '음 삐서야',
      '뷔서야',
    ],
  ])('%s: a near sound of 비서야 is heard as a call', (said) => {
    expect(matchWake(said, ['비서야'])?.word).toBe('비서야')
  })

  test.each([
    ...[
      '비서 야근',
      '비서 야근 수당 알려줘',
      '비서 야식 시켰어',
      '비서, 야간에도 일해?',
      '비 서야겠다',
      '비스듬한 벽',
      '비스킷 사줘',
      '비소식 있어?',
    ],
    ...['비누야 샴푸야', '비수를 꽂았어', '버스야 지하철이야', '비싸야 사지', '피시방 가자'],
  ])('%s is no call', (said) => {
    expect(matchWake(said, ['비서야'])).toBeUndefined()
  })
})

test.each(['비 서야 되나', '비 서야 하는데', '비 서야지', '비 서야만 나가', '비 서야 할까'])(
  '%s is about rain',
  (said) => {
    expect(matchWake(said, ['비서야'])).toBeUndefined()
  },
)

test.each(['비 서야 하루 일정 알려줘', '비 서야 만원 보내줘'])('%s: written apart, and still a call', (said) => {
  expect(matchWake(said, ['비서야'])?.word).toBe('비서야')
})

test('two hundred beginnings: one sound beside the name calls, a secretary and what belongs to one do not', () => {
  const near = ['비서', '비스', '비써', '삐서', '피서', '빗서', '빗써'].flatMap((name) =>
    ['', '!', ',', ' 오늘 며칠이야', ' 불 켜', ', 타이머 3분', ' 뭐 해', '~'].map((rest) => `${name}야${rest}`),
  )
  const own =
    '야근,야근 수당,야유회,야식,아르바이트,업무,실장,가 말했어,는 어디,를 불러,한테 물어봐,자격증,야구 보러,야채,여행,여자,어디,아이,어머니,교육,면접,월급,출근,양성,들,님이,와 함께,라는 직업,였어,야간 근무,야외 행사,여권,아침 회의,야심'
  const far = ['비서 ', '내 비서 ', '우리 비서 ', '회장 비서 '].flatMap((who) =>
    own.split(',').map((rest) => who + rest),
  )
  const others = [
    '비상이야',
    '비싸야',
    '비켜',
    '비누야',
    '이서야',
    '비석이야',
    '비서실',
    '비서관',
    '서비스야',
    '비수야 아니고',
  ]
  expect(near.length + far.length + others.length).toBeGreaterThanOrEqual(200)
  expect(near.filter((said) => !matchWake(said, ['비서야']))).toEqual([])
  expect([...far, ...others].filter((said) => matchWake(said, ['비서야']))).toEqual([])
})
