import { expect, test } from 'vitest'
import { type FlowContext, Stopped } from '../../../src/core/flow.ts'
import { askModel, ModelClock } from '../../../src/core/turn/model-call.ts'
import { type Event, failureOf, type ModelPart, type Provider } from '../../../src/protocol/index.ts'
import { sleep } from '../../../src/std/abort.ts'
import { emptyThread } from '../../../src/threads/thread.ts'
import { text, usage } from '../rig.ts'

const never = () => new Promise<never>(() => {})
const end: ModelPart = { type: 'end', stop: 'end', usage }
const wide = { softMs: 60_000, hardMs: 600_000 }

/** Asks once; what was told, and how it ended. */
async function ask(provider: Provider, { clock = new ModelClock(wide), abort = new AbortController() } = {}) {
  const told: Event[] = []
  const context = {
    signal: abort.signal,
    thread: () => emptyThread('x'),
    newId: () => 'id',
    stop: () => {
      abort.abort(new Stopped('limit'))
      throw abort.signal.reason
    },
  } as unknown as FlowContext
  const model = { provider, providerName: 'test', model: 'm' }
  const asking = askModel(model, { system: [], messages: [], tools: [] }, 'reply', 1, clock, context)
  try {
    for (let step = await asking.next(); ; step = await asking.next()) {
      if (step.done) return { told: told.map(({ type }) => type), answer: step.value.text }
      told.push(step.value)
    }
  } catch (error) {
    const how = error instanceof Stopped ? `stopped by ${error.by}` : failureOf(error).code
    return { told: told.map(({ type }) => type), failed: how }
  }
}

test('model time runs from a request’s first byte: loading, backing off and what lies between requests are not counted', async () => {
  const clock = new ModelClock({ softMs: 60, hardMs: 80 })
  const patient: Provider = async function* (_, signal) {
    await sleep(100, signal) // Loading.
    yield { type: 'opened' }
    yield { type: 'failed', failure: { code: 'server' }, next: 'retry', waitMs: 100 }
    await sleep(100, signal) // Backing off.
    yield { type: 'opened' }
    yield* text('네')
  }
  expect(await ask(patient, { clock })).toMatchObject({ answer: '네' })
  await sleep(100) // Tools and people.
  expect(await ask(patient, { clock })).toMatchObject({ answer: '네' })
})

test('a model that says nothing of its first byte is on the clock from its first word', async () => {
  const mute: Provider = async function* (_, signal) {
    yield { type: 'text', text: '여기' }
    await sleep(60_000, signal)
  }
  expect(await ask(mute, { clock: new ModelClock({ softMs: 20, hardMs: 40 }) })).toMatchObject({
    failed: 'stopped by limit',
  })
})

test('the hard limit ends an answer that never stops flowing, and time adds up over the requests of a turn', async () => {
  const clock = new ModelClock({ softMs: 400, hardMs: 1_200 })
  const flowing = (ms: number): Provider =>
    async function* () {
      yield { type: 'opened' }
      const until = performance.now() + ms
      while (performance.now() < until) {
        await sleep(5)
        yield { type: 'text', text: '.' }
      }
      yield end
    }
  const first = await ask(flowing(600), { clock })
  expect(first).toMatchObject({ answer: expect.stringMatching(/^\.+$/) })
  expect(first.told.filter((type) => type === 'notice.given')).toHaveLength(1)
  const second = await ask(flowing(5_000), { clock })
  expect(second).toMatchObject({ failed: 'stopped by limit' })
  expect(second.told).not.toContain('notice.given')
})

test('the soft limit counts silence, not work: arguments, thoughts and pings keep an exchange alive', async () => {
  const working: Provider = async function* (_, signal) {
    yield { type: 'opened' }
    for (let n = 0; n < 12; n++) {
      await sleep(100, signal)
      yield { type: 'progress' }
    }
    yield* text('다 됐어요')
  }
  expect(await ask(working, { clock: new ModelClock({ softMs: 600, hardMs: 60_000 }) })).toMatchObject({
    answer: '다 됐어요',
  })
  const silent: Provider = async function* (_, signal) {
    yield { type: 'opened' }
    yield { type: 'progress' }
    await sleep(60_000, signal)
  }
  expect(await ask(silent, { clock: new ModelClock({ softMs: 300, hardMs: 60_000 }) })).toMatchObject({
    failed: 'stopped by limit',
  })
})

test('an answer that breaks off without its end is no answer', async () => {
  const cut: Provider = async function* () {
    yield { type: 'opened' }
    yield { type: 'text', text: '반만' }
  }
  expect(await ask(cut)).toEqual({ told: ['model.asked', 'text.added', 'model.failed'], failed: 'malformed' })
})

const strange: [string, Provider, string][] = [
  [
    'throws before it streams',
    () => {
      throw new TypeError('no stream')
    },
    'internal',
  ],
  [
    'throws something without a name',
    async function* () {
      yield { type: 'opened' }
      throw Object.create(null)
    },
    'internal',
  ],
  ['is no stream', (() => undefined) as unknown as Provider, 'internal'],
]
test.each(strange)('a provider that %s fails the request and nothing else', async (_, provider, failed) => {
  expect(await ask(provider)).toMatchObject({ failed })
})

test('a provider that goes on after the cancel, or never notices it, is left at once', async () => {
  const deaf: Provider = async function* () {
    yield { type: 'opened' }
    for (;;) {
      await sleep(1)
      yield { type: 'text', text: '.' }
    }
  }
  const hung: Provider = async function* () {
    yield { type: 'opened' }
    await never()
  }
  for (const provider of [deaf, hung]) {
    const abort = new AbortController()
    const asking = ask(provider, { abort })
    await sleep(20)
    abort.abort(new Stopped('person'))
    expect(await asking).toMatchObject({ failed: 'stopped by person' })
  }
})
