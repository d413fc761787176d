import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Event, TurnEvent } from '../../../src/protocol/index.ts'
import { emptyTranscript, type TranscriptPart, transcribeEvent } from '../../../src/ui/oneshot/transcript.ts'

function written(events: Event[], language: 'ko' | 'en' = 'ko') {
  let transcript = emptyTranscript
  const pieces: TranscriptPart[] = []
  for (const event of events) {
    const [after, more] = transcribeEvent(transcript, event, language)
    transcript = after
    pieces.push(...more)
  }
  const of = (to: TranscriptPart['to']) => pieces.filter((piece) => piece.to === to).map(({ text }) => text)
  return { out: of('out').join(''), err: of('err').join('') }
}

const text = (call: number, at: number, added: string): TurnEvent => ({ type: 'text.added', call, at, text: added })
const answered = (call: number, all: string, firstMs = 1): TurnEvent => ({
  type: 'model.answered',
  call,
  purpose: 'reply',
  message: 'm',
  text: all,
  calls: [],
  usage: { input: 1, output: 1, cached: 0 },
  stop: 'end',
  model: 'model-1',
  firstMs,
  totalMs: 2,
})
const done = (all: string): TurnEvent => ({ type: 'turn.done', message: 'm', text: all })

describe('the answer stands alone on stdout', () => {
  test('as it streams, with one line end after it', () => {
    expect(
      written([text(1, 0, '안녕'), text(1, 2, '하세요.'), answered(1, '안녕하세요.'), done('안녕하세요.')]),
    ).toEqual({
      out: '안녕하세요.\n',
      err: '',
    })
  })

  test('sources are named behind it, but for those that it names itself', () => {
    const sources = ['a.md', 'b.md'].map((file) => ({ file, line: 3 }))
    const found: Event = { type: 'sources.found', sources: sources as never }
    expect(written([found, text(1, 0, '출처: a.md:3'), answered(1, '출처: a.md:3'), done('출처: a.md:3')])).toEqual({
      out: '출처: a.md:3\n',
      err: '참고: b.md:3\n',
    })
  })

  test('a line behind an answer begins on a line of its own, and the answer still ends in one line end', () => {
    const noticed: Event = { type: 'notice.given', code: 'fact-noticed', data: { text: '부산에 삶' } }
    const story: Event[] = [
      text(1, 0, '네.'),
      answered(1, '네.'),
      noticed,
      noticed,
      text(2, 0, '더.'),
      answered(2, '더.'),
      done('더.'),
    ]
    let transcript = emptyTranscript
    const screen: string[] = []
    for (const event of story) {
      const [after, pieces] = transcribeEvent(transcript, event, 'ko')
      transcript = after
      screen.push(...pieces.map((piece) => piece.text))
    }
    expect(screen.join('')).toBe('네.\n기억함: 부산에 삶\n기억함: 부산에 삶\n\n더.\n')
    expect(written(story).out).toBe('네.\n\n더.\n')
  })

  test('an answer that brought its own line end gets no second one', () => {
    expect(written([text(1, 0, 'a\n'), done('a\n')]).out).toBe('a\n')
  })

  test('an answer without deltas, as code gives it, is printed at the end', () => {
    expect(written([done('이체가 완료됐어요.')]).out).toBe('이체가 완료됐어요.\n')
  })

  test('what a model says before and after a tool stands in two paragraphs; the tool itself on stderr', () => {
    const story: Event[] = [
      text(1, 0, '계산해 볼게요.'),
      { type: 'tool.called', id: 't', name: 'calculator', args: { expression: '3*6' } },
      { type: 'tool.ended', id: 't', name: 'calculator', message: 'm', outcome: 'ok', text: '18', untrusted: false },
      text(2, 0, '18이에요.'),
      done('18이에요.'),
    ]
    expect(written(story)).toEqual({ out: '계산해 볼게요.\n\n18이에요.\n', err: '· 계산하기: 3*6\n' })
  })

  test('however deltas are cut, repeated or lost before a snapshot, it is written exactly once', () => {
    const letters = fc.array(fc.constantFrom('가', 'b', ' ', '\n'), { minLength: 1, maxLength: 30 })
    const cuts = fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 30 })
    fc.assert(
      fc.property(letters, cuts, (list, spans) => {
        const all = list.join('')
        const deltas = spans.map(([a, b]) =>
          text(1, Math.min(a, b, all.length), all.slice(Math.min(a, b), Math.max(a, b))),
        )
        const whole = all.endsWith('\n') ? all : `${all}\n`
        expect(written([...deltas, answered(1, all), done(all)]).out).toBe(whole)
      }),
    )
  })

  test('escape sequences, overrides and NUL of a model reach no terminal', () => {
    const evil = 'a\x1b]52;c;QQ==\x07b\u202ec\0d\x9b31me'
    expect(written([text(1, 0, evil), done(evil)]).out).toBe('abcde\n')
    const split = [...evil].map((letter, at) => text(1, at, letter))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is what is tested
    expect(written([...split, done(evil)]).out).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/)
  })
})

describe('everything else goes to stderr', () => {
  test('a retry says only that, a fallback what went wrong', () => {
    const failure = { code: 'server', status: 500 } as const
    const { out, err } = written([
      { type: 'model.failed', call: 1, failure, next: 'retry', waitMs: 250, attempt: { number: 2, of: 3 } },
      { type: 'model.failed', call: 1, failure, next: 'retry', waitMs: 700 },
      { type: 'model.failed', call: 1, failure, next: 'fallback', waitMs: 0, model: 'model-2' },
      text(1, 0, 'ok'),
      done('ok'),
    ])
    expect(out).toBe('ok\n')
    expect(err.split('\n')).toEqual([
      '다시 시도하는 중 2/3, 0.3초 뒤',
      '다시 시도하는 중, 0.7초 뒤',
      expect.stringContaining('(500)'),
      'model-2 모델로 이어서 답할게요.',
      '',
    ])
  })

  test('a failure keeps the partial on stdout and says on stderr that it is one', () => {
    const story: Event[] = [
      text(1, 0, '반만'),
      { type: 'turn.failed', failure: { code: 'network' }, partial: '반만', retryable: true },
    ]
    expect(written(story)).toEqual({
      out: '반만\n',
      err: '답이 중간에 끊겼어요. 여기까지만 받았어요.\n네트워크 오류가 났어요. 연결을 확인하고 다시 시도해 주세요.\n',
    })
  })

  test('a tool that was not run says so, on one line, whatever its text', () => {
    const story: Event[] = [
      {
        type: 'tool.ended',
        id: 't',
        name: 'write_file',
        message: 'm',
        outcome: 'denied',
        text: 'no\nway',
        untrusted: false,
      },
    ]
    expect(written(story, 'en').err).toBe('· Write a file: not run — no way\n')
  })
})
