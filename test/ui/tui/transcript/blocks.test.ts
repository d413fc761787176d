import { describe, expect, test } from 'vitest'
import { tuiMessages } from '../../../../src/messages/surfaces/tui.ts'
import { createPainter, plainOf, span } from '../../../../src/ui/tui/terminal/style.ts'
import { blockRows, type DrawOptions, reportRows } from '../../../../src/ui/tui/transcript/blocks.ts'
import type { Block } from '../../../../src/ui/tui/transcript/chat-view.ts'

const look: DrawOptions = {
  columns: 40,
  words: tuiMessages.ko,
  say: { failure: ({ code }) => `실패(${code}).`, notice: (code) => `알림(${code})`, path: (file) => file },
}
const shown = (block: Exclude<Block, { type: 'parts' }>, columns = 40): string[] =>
  blockRows(block, { ...look, columns }).map(plainOf)

describe('what is printed once', () => {
  test('what a person said, line by line, tabs as blanks, foreign doors named', () => {
    expect(shown({ type: 'said', text: '첫 줄\n둘째\t줄', images: 0, origin: 'telegram' })).toEqual([
      '› 첫 줄',
      '  둘째    줄',
      '  (telegram)',
    ])
    const scheduled = shown({ type: 'said', text: '날씨 알려줘\n짧게', images: 0, origin: 'job', isScheduled: true })
    expect(scheduled).toEqual(['⏰ 날씨 알려줘', '   짧게'])
    expect(shown({ type: 'said', text: '요약', images: 0, files: ['여행\x1b[31m 계획.md'], origin: 'tui' })).toEqual([
      '› 요약',
      '  📎 여행 계획.md',
    ])
  })

  test('of what is long only the first rows, however it is divided into lines, and how many more there are', () => {
    const rows = shown({ type: 'said', text: '가나다라'.repeat(1000), images: 0, origin: 'tui' })
    expect([rows.length, rows[0], rows.at(-1)]).toEqual([9, `› ${'가나다라'.repeat(5).slice(0, 19)}`, '  … 203줄 더'])
  })

  test('a tool call with its result; hidden characters in its arguments are seen, in its result they are gone', () => {
    const args = { path: 'a\u202eb', lines: 3 }
    const text = '하나\n\x1b[31m둘\n셋\n넷\n다섯\n여섯\n일곱'
    expect(shown({ type: 'tool', name: 'read_file', args, outcome: 'ok', text, untrusted: true })).toEqual([
      '● a⟨U+202E⟩b 읽기',
      '  ⎿ 하나',
      '  ⎿ 둘',
      '  ⎿ 셋',
      '  ⎿ 넷',
      '  ⎿ 다섯',
      '  ⎿ 여섯',
      '    … +1',
    ])
    expect(shown({ type: 'tool', name: 'shell', args: {}, outcome: 'timeout', text: '', untrusted: false })).toEqual([
      '● 명령 실행하기 · 시간 초과',
    ])
  })

  test('what a service knows: one line each, the place in a batch, the words to type', () => {
    const known = [
      ['받는 분', '엄마\x1b[31m'],
      ['금액', '5만원'],
    ] as const
    expect(shown({ type: 'slots', known, task: { index: 1, total: 2 }, buttons: ['확인', '취소'] })).toEqual([
      '│ (1/2)',
      '│ 받는 분: 엄마',
      '│ 금액: 5만원',
      '› 확인 / 취소 중에서 입력해 주세요.',
    ])
    expect(shown({ type: 'slots', known: [], task: { index: 1, total: 1 }, buttons: [] })).toEqual([])
  })

  test('failures say what to do next', () => {
    expect(shown({ type: 'failed', failure: { code: 'network' }, retryable: true }, 60)).toEqual([
      '✕ 실패(network).',
      '  r 다시 묻기 · m 모델 바꾸기 · s 설정 (글자 하나와 Enter)',
    ])
    expect(
      shown({ type: 'retry', failure: { code: 'timeout' }, next: 'fallback', waitMs: 0, model: 'glm' }, 60),
    ).toEqual(['! 실패(timeout). glm 모델로 바꿔서 이어갈게요.'])
  })

  test('sources with their places, reports with their values under each other', () => {
    const sources = [
      { file: '규정.md', line: 12, heading: '휴가', text: '', score: 1 },
      { file: 'a.pdf', page: 3, text: '', score: 1 },
    ]
    expect(shown({ type: 'sources', sources, first: 2 })).toEqual([
      '참고 · /open 번호로 열기',
      '  2 규정.md:12 · 휴가',
      '  3 a.pdf (p.3)',
    ])
    const report = {
      title: '사용량',
      rows: [
        { label: '입력', value: '1,024' },
        { label: 'output', value: '3' },
      ],
    }
    expect(reportRows(report, 40).map(plainOf)).toEqual(['사용량', '  입력    1,024', '  output  3'])
  })

  test('a long value of a report goes on below its beginning; where there is no room for that, below its label', () => {
    const rows = [
      { label: '/new', value: '새 대화를 시작해요. 지금까지의 대화는 그대로 남아요' },
      { label: '', value: '끝' },
    ]
    expect(reportRows({ title: '명령', rows }, 40).map(plainOf)).toEqual([
      '명령',
      '  /new  새 대화를 시작해요. 지금까지의',
      '        대화는 그대로 남아요',
      '  끝',
    ])
    expect(reportRows({ title: '명령', rows }, 24).map(plainOf)).toEqual([
      '명령',
      '  /new',
      '    새 대화를 시작해요.',
      '    지금까지의 대화는',
      '    그대로 남아요',
      '  끝',
    ])
  })
})

test('without colours weight and lines remain', () => {
  const line = [span('굵게', 'strong'), span(' '), span('틀림', 'error')]
  expect(createPainter(true)(line)).toBe('\x1b[1m굵게\x1b[22m \x1b[31m틀림\x1b[39m')
  expect(createPainter(false)(line)).toBe('\x1b[1m굵게\x1b[22m 틀림')
})
