import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Envelope, failureCodes, type TurnEvent } from '../../../src/protocol/index.ts'
import { exitCodeOf, exitCodeOfTurn } from '../../../src/ui/oneshot/exit-code.ts'
import { eventLine, jsonLine } from '../../../src/ui/oneshot/json-line.ts'
import { emptyTally, exitCode, foldResult, resultOf } from '../../../src/ui/oneshot/result.ts'

const at = { v: 1, epoch: 1, seq: 4, conversation: 'C', turn: 'T', at: 1_700_000_000_000 } as const
const sumOf = (...events: TurnEvent[]) =>
  events.map((event): Envelope => ({ ...at, event })).reduce(foldResult, emptyTally)

describe('exit status', () => {
  test('every failure has its own of the documented ones', () => {
    expect(Object.fromEntries(failureCodes.map((code) => [code, exitCodeOf(code)]))).toEqual({
      auth: 41,
      'no-credit': 41,
      'model-missing': 1,
      'rate-limited': 1,
      server: 1,
      network: 1,
      timeout: 124,
      empty: 1,
      refused: 1,
      overflow: 42,
      'bad-request': 1,
      malformed: 1,
      'tool-limit': 53,
      budget: 53,
      interrupted: 1,
      storage: 1,
      'bad-input': 42,
      config: 52,
      busy: 1,
      internal: 1,
    })
  })

  test('an answer of the final request without tools is 53, a cancel 130, a passed limit 124', () => {
    expect(exitCodeOfTurn({ type: 'turn.done', message: 'm', text: 'x' })).toBe(0)
    expect(exitCodeOfTurn({ type: 'turn.done', message: 'm', text: 'x', limited: 'rounds' })).toBe(53)
    expect(exitCodeOfTurn({ type: 'turn.cancelled', by: 'person', partial: '' })).toBe(130)
    expect(exitCodeOfTurn({ type: 'turn.cancelled', by: 'limit', partial: '' })).toBe(124)
  })

  test('a signal decides before the ending it caused, a reader that left is no failure', () => {
    const cancelled = sumOf({ type: 'turn.cancelled', by: 'shutdown', partial: 'half' })
    const when = { from: 0, to: 5 }
    expect(exitCode(cancelled, { ...when, stop: 'SIGTERM' })).toBe(143)
    expect(exitCode(cancelled, { ...when, stop: 'SIGHUP' })).toBe(129)
    expect(exitCode(cancelled, { ...when, stop: 'EPIPE' })).toBe(0)
    expect(exitCode(emptyTally, { ...when, stop: 'SIGINT' })).toBe(130)
  })
})

describe('the closing result', () => {
  test('of a turn with a tool and a retry adds everything up', () => {
    const failure = { code: 'server', status: 500 } as const
    const answered = (call: number, costUsd: number): TurnEvent => ({
      type: 'model.answered',
      call,
      purpose: 'reply',
      message: 'm',
      text: '18',
      calls: [],
      usage: { input: 10, output: 2, cached: 4, costUsd },
      stop: 'end',
      model: 'model-1',
      firstMs: 1,
      totalMs: 2,
    })
    const sum = sumOf(
      { type: 'model.asked', call: 1, provider: 'openai', model: 'model-1', purpose: 'reply' },
      { type: 'model.failed', call: 1, failure, next: 'retry', waitMs: 250 },
      answered(1, 0.25),
      { type: 'tool.ended', id: 't', name: 'calculator', message: 'm', outcome: 'ok', text: '18', untrusted: false },
      { type: 'model.asked', call: 2, provider: 'openai', model: 'model-1', purpose: 'reply' },
      answered(2, 0.5),
      { type: 'turn.done', message: 'm', text: '18' },
    )
    expect(resultOf(sum, { from: 100, to: 350.4 })).toEqual({
      type: 'result',
      ok: true,
      exitCode: 0,
      ending: 'done',
      text: '18',
      conversation: 'C',
      turn: 'T',
      model: 'model-1',
      requests: 3,
      tools: [{ name: 'calculator', outcome: 'ok' }],
      usage: { input: 20, output: 4, cached: 8, total: 24, costUsd: 0.75 },
      durationMs: 250,
    })
  })

  test('of a failure before the turn has no conversation', () => {
    const failure = { code: 'auth', data: { provider: 'openai' } } as const
    expect(resultOf(emptyTally, { failure, from: 0, to: 1 })).toEqual({
      type: 'result',
      ok: false,
      exitCode: 41,
      ending: 'failed',
      text: '',
      failure,
      conversation: null,
      turn: null,
      model: null,
      requests: 0,
      tools: [],
      usage: { input: 0, output: 0, cached: 0, total: 0 },
      durationMs: 1,
    })
  })
})

describe('lines of JSON', () => {
  test('an event stands at the top, beside where and when it happened', () => {
    const event = { type: 'text.added', call: 1, at: 3, text: '가' } as const
    expect(JSON.parse(eventLine({ ...at, event }))).toEqual({
      ...event,
      conversation: 'C',
      turn: 'T',
      epoch: 1,
      seq: 4,
      time: at.at,
    })
  })

  test('read back, every value is the same; as text, nothing of it acts on a terminal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const line = jsonLine({ text: `${text}\x9b\u202e\x7f` })
        expect(JSON.parse(line)).toEqual({ text: `${text}\x9b\u202e\x7f` })
        // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is what is tested
        expect(line).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e]/)
      }),
    )
  })
})
