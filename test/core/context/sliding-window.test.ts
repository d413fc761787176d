import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messagesToDrop } from '../../../src/core/context/sliding-window.ts'
import { openQueue } from '../../../src/core/jobs/job-queue.ts'
import { type ChatDeps, createChat, type ResolvedTurn } from '../../../src/core/turn/chat-flow.ts'
import { turnMessages } from '../../../src/messages/engine/turn.ts'
import { type Event, fail, type Message, type ModelRequest, type Provider } from '../../../src/protocol/index.ts'
import { foldThread } from '../../../src/threads/fold-thread.ts'
import { emptyThread, type Thread } from '../../../src/threads/thread.ts'
import { kinds, rig, says, scripted, story, text, usage } from '../rig.ts'

const id = '01KC000000000000000000000C'

/** Conversations as they may be: inputs, answers, calls with all their results behind them. */
const talks = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 30 }).map((turns) =>
  turns.flatMap((calls, turn): Message[] => [
    { role: 'user', id: `u${turn}`, at: 0, text: `말 ${turn}` },
    ...(calls > 0
      ? [
          {
            role: 'assistant' as const,
            id: `c${turn}`,
            at: 0,
            text: '',
            calls: Array.from({ length: calls }, (_, n) => ({ id: `t${turn}-${n}`, name: 't', args: {} })),
          },
        ]
      : []),
    ...Array.from(
      { length: calls },
      (_, n): Message => ({
        role: 'tool',
        id: `r${turn}-${n}`,
        at: 0,
        call: `t${turn}-${n}`,
        name: 't',
        text: '결과',
        outcome: 'ok',
      }),
    ),
    { role: 'assistant', id: `a${turn}`, at: 0, text: '답' },
  ]),
)

/** Calls without their results, and results without their calls. */
function orphans(messages: readonly Message[]): string[] {
  const called = messages.flatMap((message) =>
    message.role === 'assistant' ? (message.calls ?? []).map((call) => call.id) : [],
  )
  const ended = messages.flatMap((message) => (message.role === 'tool' ? [message.call] : []))
  return [...new Set(called).symmetricDifference(new Set(ended))]
}

describe('the window', () => {
  test('fires above its limit only, keeps the newest, and never parts a call from its results', () =>
    fc.assert(
      fc.property(talks, fc.integer({ min: 2, max: 30 }), fc.integer({ min: 1, max: 15 }), (messages, limit, keep) => {
        const gone = messagesToDrop({ messages }, { limit, keep })
        const stay = messages.slice(gone.length)
        expect(messages.length <= limit ? gone : []).toEqual([])
        if (messages.length > limit) expect(stay.length).toBeGreaterThanOrEqual(Math.min(keep, messages.length))
        expect([orphans(gone), orphans(stay)]).toEqual([[], []])
      }),
    ))

  test('what a slide took comes back as it was, and the window then stays whole', () =>
    fc.assert(
      fc.property(talks, fc.nat(), fc.string(), (messages, at, summary) => {
        fc.pre(messages.length > 0)
        const upto = messages[at % messages.length]?.id ?? ''
        const before: Thread = {
          ...emptyThread(id),
          messages,
          summaries: ['하나', '둘', '셋'],
          summaryFacts: [['a'], [], []],
        }
        const fold = (thread: Thread, event: Event) =>
          foldThread(thread, { v: 1, epoch: 1, seq: thread.seq + 1, conversation: id, at: 1, event })
        const slid = fold(before, { type: 'window.slid', upto, summary, dropped: 1, facts: ['b'] })
        expect([slid.summaries.length, slid.summaryFacts.length]).toEqual([3, 3])
        const back = fold(slid, { type: 'window.restored', upto })
        expect(back).toMatchObject({
          messages,
          summaries: before.summaries,
          summaryFacts: before.summaryFacts,
          whole: true,
        })
        expect(fold(back, { type: 'window.restored', upto }).messages).toEqual(messages)
      }),
    ))
})

const emptyPages = { base: '바탕', persona: '성격', workspace: '', instructions: '', agent: '', personal: '' }

/** A chat over a model, with everything else as simple as may be. */
function chat(provider: Provider, more: Partial<ChatDeps> = {}, turn: Partial<ResolvedTurn> = {}) {
  const run: ResolvedTurn['run'] = {
    tools: new Map(),
    validate: async () => undefined,
    permits: () => fail('internal', {}),
    scopeOf: () => undefined,
    allowForSession: () => {},
    canAsk: false,
    toolContext: () => fail('internal', {}),
    toolMs: 1_000,
    askMs: 1_000,
    sentences: turnMessages.ko,
    audit: async () => {},
  }
  const parts: ChatDeps = {
    problems: async () => [],
    today: () => '오늘',
    resolveTurn: async () => ({
      model: { provider, providerName: 'test', model: 'm' },
      schemas: () => [],
      run,
      pages: async () => emptyPages,
      ...turn,
    }),
    window: { limit: 30, keep: 15 },
    compaction: true,
    summarise: () =>
      async function* (messages) {
        return { text: `- ${messages.length}개를 줄임`, facts: [] }
      },
    keep: () =>
      async function* () {
        return true
      },
    budget: () => ({ chars: 80_000, tokens: 100_000 }),
    correction: (thread) => thread.correction,
    afterwards: async function* () {},
    limits: { rounds: 10, sameCalls: 3, softMs: 60_000, hardMs: 600_000 },
    ...more,
  }
  return createChat(parts)
}

async function tell(flow: ReturnType<typeof chat>, inputs: string[]) {
  const { open } = await rig(flow)
  const conversation = await open(id)
  for (const [n, input] of inputs.entries()) {
    await conversation.submit(says(input), 'queue')
    await story(conversation, n + 1)
  }
  const seen = await story(conversation, inputs.length)
  await conversation.close()
  return seen
}

describe('a request that does not fit', () => {
  const said = (count: number, length: number) => Array.from({ length: count }, (_, n) => `${n} ${'가'.repeat(length)}`)

  test('drops the oldest messages first, five stay, and a summary line stands for the others', async () => {
    const model = scripted(said(8, 10).map((word) => text(word)))
    await tell(chat(model, { budget: () => ({ chars: 600, tokens: 100_000 }) }), said(8, 100))
    const last = model.asked.at(-1) as ModelRequest
    expect(last.messages.length).toBeGreaterThanOrEqual(5)
    expect(last.system.find(({ name }) => name === 'summaries')?.text).toMatch(/이전 대화 요약: - \d+개를 줄임/)
    expect(last.system.slice(0, 2).map(({ text }) => text)).toEqual(['바탕', '성격'])
    expect(last.messages.at(-1)?.text).toBe(said(8, 100).at(-1))
  })

  test('leaves the pages alone where only the list of tools is too long, and carries less of them where that helps', async () => {
    const lines = (length: number) =>
      Array.from({ length: length / 20 }, (_, n) => `- ${String(n).padEnd(17, '가')}`).join('\n')
    const carried = async (tools: number, personal: number, workspace = 0) => {
      const model = scripted([text('네')])
      const pages = async () => ({ ...emptyPages, workspace: lines(workspace), personal: lines(personal) })
      const schemas = [{ name: 'many', description: 'x'.repeat(tools), schema: { type: 'object' } }]
      const flow = chat(model, { budget: () => ({ chars: 1_000, tokens: 100_000 }) }, { pages, schemas: () => schemas })
      await tell(flow, ['안녕'])
      // The lines stand under a heading.
      const linesOf = (text: string) => text.slice(text.indexOf('\n') + 1)
      const sizes = new Map(model.asked[0]?.system.map(({ name, text }) => [name, linesOf(text).length]))
      return [sizes.get('workspace') ?? 0, sizes.get('personal') ?? 0]
    }
    expect(await carried(2_000, 500)).toEqual([0, 499])
    const [, shorter = 0] = await carried(600, 500)
    expect([shorter > 200, shorter < 400]).toEqual([true, true])
    // Workspace memory gives way first.
    const [shared = 0, own = 0] = await carried(400, 300, 400)
    expect([shared < 300, own]).toEqual([true, 299])
  })

  test('is made smaller by what the provider counts, not by what we guess', async () => {
    const counted: Provider = async function* (request) {
      asked.push(request)
      yield { type: 'text', text: '네' }
      const ours = request.messages.reduce((sum, { text }) => sum + text.length / 1.45, 0)
      yield { type: 'end', stop: 'end', usage: { input: Math.round(ours * 3), output: 1, cached: 0 } }
    }
    const asked: ModelRequest[] = []
    const events = await tell(chat(counted, { budget: () => ({ chars: 1_000_000, tokens: 1_500 }) }), said(7, 200))
    // By our own estimate 7 × 200 Hangul letters are about 1,000 tokens and would all fit.
    expect(asked.at(-1)?.messages.length).toBeLessThan(13)
    expect(kinds(events)).toContain('context.compacted')
  })

  test('is made shorter and asked once more when the provider says it is too long, and no more than once', async () => {
    const asked: number[] = []
    const narrow = (most: number): Provider =>
      async function* (request) {
        asked.push(request.messages.length)
        if (request.messages.length > most) fail('overflow', {})
        yield { type: 'text', text: '네' }
        yield { type: 'end', stop: 'end', usage }
      }
    const fine = await tell(chat(narrow(9)), said(6, 100))
    expect(fine.at(-1)?.event.type).toBe('turn.done')
    expect(asked).toEqual([1, 3, 5, 7, 9, 11, 6])
    asked.length = 0
    const never = await tell(chat(narrow(0)), ['안녕'])
    expect([asked, never.at(-1)?.event]).toMatchObject([[1, 1], { type: 'turn.failed', failure: { code: 'overflow' } }])
  })

  test('a summary that cannot be made is told, and the oldest go without it', async () => {
    const model = scripted(said(4, 10).map((word) => text(word)))
    const broken = () =>
      async function* () {
        return fail('server', {})
      }
    const events = await tell(chat(model, { window: { limit: 4, keep: 2 }, summarise: broken }), said(4, 10))
    expect(events.filter(({ event }) => event.type === 'notice.given').map(({ event }) => event)).toMatchObject([
      { code: 'window-cut' },
    ])
    expect(events.at(-1)?.event.type).toBe('turn.done')
    expect(model.asked.at(-1)?.messages.length).toBeLessThanOrEqual(4)
  })

  test('a summary whose facts cannot be saved is not dropped: the window waits', async () => {
    const model = scripted(said(12, 5).map((word) => text(word)))
    const full = () =>
      async function* () {
        return false
      }
    const events = await tell(chat(model, { window: { limit: 4, keep: 2 }, keep: full }), said(12, 5))
    expect(kinds(events).filter((kind) => kind === 'window.slid')).toHaveLength(3)
    expect(events.at(-1)?.event.type).toBe('turn.done')
  })
})

describe('jobs', () => {
  const fresh = async () => join(await mkdtemp(join(tmpdir(), 'jobs-')), 'jobs')
  const run = async (
    queue: ReturnType<typeof openQueue>,
    work: (kind: string) => Promise<void>,
    until: () => boolean,
  ) => {
    const stop = new AbortController()
    const running = queue.run(async ({ kind }) => {
      await work(kind)
      if (until()) stop.abort()
    }, stop.signal)
    await running.catch(() => {})
  }

  test('outlive the process that put them, are done in order and once', async () => {
    const folder = await fresh()
    for (const kind of ['a', 'b', 'c']) await openQueue(folder, () => new Date()).put(kind, `1${kind}`, {})
    await writeFile(join(folder, '0.json'), '{"half":')
    const seen: string[] = []
    const work = async (kind: string) => void seen.push(kind)
    await run(
      openQueue(folder, () => new Date()),
      work,
      () => seen.length === 3,
    )
    expect(seen).toEqual(['a', 'b', 'c'])
    expect((await readdir(folder)).filter((name) => name.endsWith('.json'))).toEqual([])
    expect((await readdir(folder)).some((name) => name.startsWith('0.json.damaged-'))).toBe(true)
  })

  test('that fail are tried three times, later, and then given up', async () => {
    const folder = await fresh()
    let at = 0
    const queue = openQueue(folder, () => {
      at += 60_000
      return new Date(at)
    })
    await queue.put('a', '1', {})
    let tries = 0
    const stop = new AbortController()
    const running = queue.run(async () => {
      tries++
      await queue.put('wake', `2${tries}`, {}).catch(() => {})
      if (tries > 8) stop.abort()
      fail('network', {})
    }, stop.signal)
    await running
    expect(tries).toBeGreaterThan(8)
    expect((await queue.waiting()).some(({ id }) => id === '1')).toBe(false)
  })
})

test('jobs of one group are done together: when enough wait, when the first has waited long enough, and none is dropped', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'queue-'))
  let clock = 1_000_000
  const putAt = new Map<string, number>()
  const batching = {
    groupOf: (job: { kind: string }) => (job.kind === 'facts' ? 'talk' : undefined),
    most: 3,
    waitMs: 1_000,
    putAt: ({ id }: { id: string }) => putAt.get(id) ?? 0,
  }
  const queue = openQueue(folder, () => new Date(clock), batching)
  const put = async (kind: string, id: string) => {
    putAt.set(id, clock)
    await queue.put(kind, id, {})
  }
  const done: string[][] = []
  for (const id of ['1', '2', '3', '4']) await put('facts', id)
  await put('title', '5')
  const stop = new AbortController()
  const running = queue.run(async (job, _, along) => {
    done.push([job, ...along].map(({ id }) => id))
    if (done.length === 2) stop.abort()
  }, stop.signal)
  await running
  expect(done).toEqual([['1', '2', '3'], ['5']])
  clock += 1_000
  await queue.run(async (job) => void done.push([job.id]), new AbortController().signal, true)
  expect(done.at(-1)).toEqual(['4'])
  expect(await queue.waiting()).toEqual([])
  for (let n = 0; n < 300; n++) await queue.put('facts', String(1_000 + n), {})
  expect(await queue.waiting()).toHaveLength(300)
})
