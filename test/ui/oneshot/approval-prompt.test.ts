import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Ask } from '../../../src/protocol/index.ts'
import { decisionOf, promptText } from '../../../src/ui/oneshot/approval-prompt.ts'

const ask: Ask = {
  tool: 'write_file',
  category: 'sensitive',
  args: { path: 'a.txt', content: '첫째\n둘째', mode: 7 },
  reason: '이 컴퓨터에 영향을 주는 작업이에요.',
  effect: 'a.txt를 만들어요.',
  risk: 'medium',
  choices: ['once', 'session', 'deny'],
  scope: 'write_file(~/work/**)',
}

describe('the card of a question', () => {
  test('shows tool, why, effect, risk, the exact arguments and the choices', () => {
    expect(promptText(ask, 'ko', 30_000).split('\n')).toEqual([
      '',
      '‘a.txt’ 파일을 새 내용으로 바꿀까요?',
      '  이유: 이 컴퓨터에 영향을 주는 작업이에요.',
      '  결과: a.txt를 만들어요.',
      '  위험도: 보통',
      '  내용 path: a.txt',
      '  내용 content: ',
      '    첫째',
      '    둘째',
      '  내용 mode: 7',
      'y 이번만 · s 이 대화에서 계속: 파일 쓰기(~/work/**) · Enter 거절 (30초 안에 대답이 없으면 거절) ',
    ])
  })

  test.each([
    ['low', '‘a.txt’ 파일을 새로 만들까요?'],
    ['medium', '‘a.txt’ 파일을 새 내용으로 바꿀까요?'],
    ['high', '‘a.txt’ 파일을 저장할까요?'],
  ] as const)('a file of %s risk is new, replaced, or nobody knows: %s', (risk, question) => {
    expect(promptText({ ...ask, risk }, 'ko', 30_000).split('\n')[1]).toBe(question)
  })

  test('whatever a model writes, nothing of it acts on the terminal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (content) => {
        const text = promptText({ ...ask, args: { content } }, 'ko', 30_000)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is what is tested
        expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/)
      }),
    )
  })
})

describe('a key', () => {
  test.each([
    ['y', 'once'],
    ['ㅛ', 'once'],
    ['s', 'session'],
    ['\r', 'deny'],
    ['\x1b', 'deny'],
    ['n', 'deny'],
    ['yy', 'deny'],
  ])('%j is %s', (key, choice) => {
    expect(decisionOf(key, ask)).toEqual({ choice })
  })

  test('s is no choice where the question does not offer it', () => {
    expect(decisionOf('s', { ...ask, category: 'restricted', choices: ['once', 'deny'] })).toEqual({ choice: 'deny' })
  })
})
