import { describe, expect, test } from 'vitest'
import { type ProviderKind, providers } from '../../src/protocol/index.ts'
import { exitCodeOf } from '../../src/ui/oneshot/exit-code.ts'
import { bareEnv, end, freshHome, events as linesOf, start } from '../cli/assistant.ts'
import {
  addressFor,
  askReported,
  contentTypeOf,
  refusalOf,
  refusalReports,
  repliesOf,
  type StreamReport,
  streamReports,
  wireOf,
} from '../fakes/dialect-reports.ts'
import { type ModelServer, modelServer, type Reply, raw, say } from '../fakes/model-server.ts'
import { longTest } from '../parts.ts'

// The corpus of public reports over every wire, and through the whole program: an answer, or the right cause after
// the right number of requests.

const named = <T extends { source: string }>(reports: readonly T[]) =>
  reports.map((report) => [report.source, report] as const)
/** Every third report through the whole program, which a process each costs; all of them with DIALECTS=all. */
const someOf = <T extends { source: string }>(reports: readonly T[]) =>
  named(reports).filter((_, index) => process.env.DIALECTS === 'all' || index % 3 === 0)

describe('refusals', () => {
  test.each(named(refusalReports))('%s', async (_, report) => {
    await using server = await modelServer(...Array(4).fill(refusalOf(report)))
    const { code, waitMs, requests } = await askReported(server, report.kind)
    expect([code, waitMs]).toEqual([report.code, report.waitMs])
    if (report.requests) expect(requests).toBe(report.requests)
  })
})

describe('streams', () => {
  test.each(named(streamReports))('%s', async (_, report) => {
    const [first, next] = repliesOf(report)
    await using server = await modelServer(first, next, next, next)
    const { code, calls, requests, text, thoughts } = await askReported(server, report.kind, report.model)
    const wanted = report.expect
    expect({ code, calls, requests }).toEqual({
      code: wanted.code,
      calls: wanted.calls ?? [],
      requests: wanted.requests ?? 1,
    })
    if (code === undefined) expect(text).toBe(wanted.text)
    if (wanted.thoughts !== undefined) expect(thoughts).toBe(wanted.thoughts)
  })
})

/** Where each stream is cut: at one event of it, or with WIRES=all at every one. */
function cutsOf({ events = [] }: StreamReport, seed: number): number[] {
  const all = Array.from({ length: Math.max(0, events.length - 1) }, (_, at) => at + 1)
  return process.env.WIRES === 'all' ? all : all.filter((at) => at === 1 + (seed % Math.max(1, all.length)))
}

const isEnd = (event: object | string) =>
  event === '[DONE]' ||
  /"finish_?[rR]eason":"(?!null|")|"stop_reason":"|"done":true|response\.(?:completed|incomplete)/.test(
    JSON.stringify(event),
  )

test('a stream that is cut before its end is told as cut: no call of it is made, and nothing half is an answer', async () => {
  const cases = streamReports.flatMap((report, seed) => cutsOf(report, seed).map((at) => ({ report, at })))
  for (const { report, at } of cases) {
    const events = (report.events ?? []).slice(0, at)
    if (events.some(isEnd) || events.some((event) => JSON.stringify(event).includes('"error"'))) continue
    const cut = raw(wireOf(events, report.kind), contentTypeOf(report))
    await using server = await modelServer(cut, cut, cut)
    const { code, parts } = await askReported(server, report.kind, report.model)
    expect([code, parts.includes('end'), parts.includes('call')], report.source).toEqual(['network', false, false])
  }
  expect(cases.length).toBeGreaterThan(60)
})

test('the corpus is large enough to mean something, and every report names its source', () => {
  const all = [...refusalReports, ...streamReports]
  expect(all.length).toBeGreaterThanOrEqual(240)
  expect(all.filter(({ source }) => source === '')).toEqual([])
})

/** Have the whole program ask the server of a report; return the story that it tells as events. */
async function tellByProgram(server: ModelServer, kind: StreamReport['kind'], model: string) {
  const provider: ProviderKind = kind === 'responses' ? 'openai' : kind
  const { keyEnv, addressEnv } = providers[provider]
  const env = bareEnv(freshHome(), {
    [addressEnv]: addressFor(server, kind),
    ...(keyEnv && { [keyEnv]: 'sk-test-0123456789abcdef' }),
    ...(kind === 'responses' && { ASSISTANT_PROVIDERS_OPENAI_WIRE: 'responses' }),
  })
  const args = ['-p', '하나 더하기 하나는?', '-m', `${provider}:${model}`, '--output-format', 'stream-json']
  const { out, code } = await end(start([...args, '--allowed-tools', 'calculator,datetime'], env))
  const told = linesOf(out)
  const result = told.findLast(({ type }) => type === 'result')
  const calls = told.filter(({ type }) => type === 'tool.called').map(({ name }) => name)
  return { exit: code, failure: result?.failure?.code, text: result?.text?.trim(), calls }
}

/** What the program is to tell of a report; behind calls the server says `말`. */
function wantedOf({ expect: { code, calls = [], text = '' } }: StreamReport) {
  const said = calls.length > 0 ? '말' : text.trim()
  return {
    exit: code === undefined ? 0 : exitCodeOf(code),
    failure: code,
    ...(code === undefined && { text: said, calls: calls.map(({ name }) => name) }),
  }
}

longTest.each(someOf(streamReports))(
  'the whole program, %s',
  async (_, report) => {
    const [first, next] = repliesOf(report)
    const more: Reply[] = report.expect.calls && !report.expect.code ? [say('말'), say('말')] : [next, next, next]
    const replies = report.then ? [first, next, ...more] : [first, ...more]
    await using server = await modelServer(...replies)
    expect(await tellByProgram(server, report.kind, report.model)).toMatchObject(wantedOf(report))
  },
  60_000,
)

longTest.each(someOf(refusalReports))(
  'the whole program, refused: %s',
  async (_, report) => {
    await using server = await modelServer(...Array(4).fill(refusalOf(report)))
    const told = await tellByProgram(server, report.kind, 'model-1')
    expect(told).toMatchObject({ exit: exitCodeOf(report.code), failure: report.code })
  },
  60_000,
)
