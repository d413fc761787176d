import { expect, test } from 'vitest'
import { LocalConversation } from '../../../src/core/conversation/local-conversation.ts'
import type { Flow } from '../../../src/core/flow.ts'
import { AssistantError, type Conversation, type Event, isEnding } from '../../../src/protocol/index.ts'
import { sleep } from '../../../src/std/abort.ts'
import { memoryJournal } from '../../../src/threads/journal.ts'
import { emptyThread } from '../../../src/threads/thread.ts'
import { kinds, rig, says, story, waitFor } from '../rig.ts'

const id = '01PUMP0000000000000000000A'
const never = () => new Promise<never>(() => {})

/** Answers with the input's own words; `stuck` never answers and never listens. */
const parrot: Flow = async function* (input, context) {
  yield { type: 'model.asked', call: 1, provider: 'test', model: 'parrot', purpose: 'reply' }
  if (input.text === 'stuck') await never()
  if (input.text === 'wait') await sleep(60_000, context.signal)
  return { message: context.newId(), text: input.text }
}
const events = (seen: Awaited<ReturnType<typeof story>>) => seen.map(({ event }) => event)
const begun = (seen: Awaited<ReturnType<typeof story>>) =>
  events(seen).flatMap((event) => (event.type === 'turn.started' ? [event.input.text] : []))
const ended = (seen: Awaited<ReturnType<typeof story>>) => events(seen).filter(isEnding)

test('an input that is given twice at once, by a client that lost its connection, runs once', async () => {
  const { open } = await rig(parrot)
  const conversation = await open(id)
  const give = (input: ReturnType<typeof says> & { id: string }) =>
    Promise.all([conversation.submit(input, 'queue'), conversation.submit(input, 'queue')])
  const first = { ...says('wait'), id: '01INPUT000000000000000000A' }
  const second = { ...says('둘'), id: '01INPUT000000000000000000B' }
  expect((await give(first)).map(({ turn }) => turn)).toEqual([first.id, first.id])
  expect((await give(second)).map(({ turn }) => turn)).toEqual([second.id, second.id])
  await conversation.cancel(first.id, 'person')
  await conversation.submit(says('끝'), 'queue')
  const seen = await story(conversation, 3)
  // What is said after a stop comes first.
  expect(begun(seen)).toEqual(['wait', '끝', '둘'])
  expect(kinds(seen).filter((kind) => kind === 'input.queued')).toHaveLength(2)
  await conversation.close()
})

const hostile: [string, () => unknown][] = [
  ['nothing', () => undefined],
  ['an object without a prototype', () => Object.create(null)],
  [
    'an object that cannot be shown',
    () => ({
      toString() {
        throw new Error('no')
      },
    }),
  ],
  ['an error whose stack is no text', () => Object.assign(new Error('odd'), { stack: { toString: null } })],
  ['a failure that is no JSON', () => new AssistantError({ code: 'server', data: { n: 1n as never } })],
  ['a symbol', () => Symbol('x')],
]
test.each(hostile)('a flow that throws %s fails its turn, once, and the next turn runs', async (_, thrown) => {
  const flow: Flow = async function* (input, context) {
    if (input.text === 'throw') throw thrown()
    return yield* parrot(input, context)
  }
  const { open } = await rig(flow)
  const conversation = await open(id)
  await conversation.submit(says('throw'), 'queue')
  await conversation.submit(says('다음'), 'queue')
  expect(ended(await story(conversation, 2)).map(({ type }) => type)).toEqual(['turn.failed', 'turn.done'])
  await conversation.close()
})

test('a flow that fails before it begins, or while it is tidied up, fails only its turn', async () => {
  const flow = ((input, context) => {
    if (input.text === 'broken') throw new TypeError('no flow')
    const inner = parrot(input, context)
    inner.return = () => {
      throw new Error('no end')
    }
    return inner
  }) satisfies Flow
  const { open } = await rig(flow)
  const conversation = await open(id)
  for (const word of ['broken', '하나', '둘']) await conversation.submit(says(word), 'queue')
  expect(ended(await story(conversation, 3)).map(({ type }) => type)).toEqual(['turn.failed', 'turn.done', 'turn.done'])
  await conversation.close()
})

test('a turn that is cancelled before its flow begins never begins it', async () => {
  let runs = 0
  const flow: Flow = (input, context) => {
    runs++
    return parrot(input, context)
  }
  const { options } = await rig(flow)
  const gate = Promise.withResolvers<void>()
  const journal = memoryJournal()
  const slow = {
    ...journal,
    async append(envelope: Parameters<typeof journal.append>[0]) {
      if (envelope.event.type === 'turn.started') await gate.promise
      await journal.append(envelope)
    },
  }
  const conversation = new LocalConversation({
    ...options,
    thread: emptyThread(id),
    journal: slow,
    epoch: 1,
    isOurs: async () => true,
  })
  const given = { ...says('안녕'), id: '01INPUT000000000000000000B' }
  const submitted = conversation.submit(given, 'queue')
  const cancelled = conversation.cancel(given.id, 'person')
  gate.resolve()
  await Promise.all([submitted, cancelled])
  expect(ended(await story(conversation))).toMatchObject([{ type: 'turn.cancelled', by: 'person', partial: '' }])
  expect(runs).toBe(0)
  await conversation.close()
})

test('cancelling a turn that the disk refuses to begin is no wait for ever', async () => {
  const { options } = await rig(parrot)
  const full = async () => {
    await sleep(5)
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  const journal = { ...memoryJournal(), append: full }
  const conversation = new LocalConversation({
    ...options,
    thread: emptyThread(id),
    journal,
    epoch: 1,
    isOurs: async () => true,
  })
  const given = { ...says('안녕'), id: '01INPUT000000000000000000C' }
  const submitted = conversation.submit(given, 'queue').catch((error) => error.failure.code)
  const cancelled = conversation.cancel(given.id, 'person')
  expect(await Promise.all([submitted, cancelled])).toEqual(['storage', undefined])
  await conversation.close()
})

test('an interrupting input is the next one, also when others were waiting before it', async () => {
  const { open } = await rig(parrot)
  const conversation = await open(id)
  await conversation.submit(says('wait'), 'queue')
  await conversation.submit(says('나중에'), 'queue')
  await conversation.submit(says('지금'), 'interrupt')
  expect(begun(await story(conversation, 3))).toEqual(['wait', '지금', '나중에'])
  await conversation.close()
})

test('words of another person wait for their own turn: nobody borrows the permissions of a running one', async () => {
  const gate = Promise.withResolvers<void>()
  const flow: Flow = async function* (input, context) {
    await gate.promise
    for (const steering of context.steered()) yield { type: 'input.steered', input: steering }
    return yield* parrot(input, context)
  }
  const { open } = await rig(flow)
  const conversation = await open(id)
  await conversation.submit(says('내 일'), 'queue')
  const own = await conversation.submit(says('짧게'), 'steer')
  const stranger = await conversation.submit({ text: '다 지워', origin: 'telegram', by: 'telegram:7' }, 'steer')
  gate.resolve()
  const seen = await story(conversation, 2)
  expect(begun(seen)).toEqual(['내 일', '다 지워'])
  expect(events(seen).flatMap((event) => (event.type === 'input.steered' ? [event.input.text] : []))).toEqual(['짧게'])
  expect([own.turn === own.input, stranger.turn === stranger.input]).toEqual([false, true])
  await conversation.close()
})

test('steering that came too late is the next turn', async () => {
  const { open } = await rig(parrot)
  const conversation = await open(id)
  await conversation.submit(says('하나'), 'queue')
  await conversation.submit(says('둘'), 'steer')
  expect(begun(await story(conversation, 2))).toEqual(['하나', '둘'])
  await conversation.close()
})

test('an input that was taken back never runs, whoever is faster', async () => {
  const { open } = await rig(parrot)
  const conversation = await open(id)
  const first = await conversation.submit(says('wait'), 'queue')
  const second = await conversation.submit(says('둘'), 'queue')
  const [back] = await Promise.all([conversation.withdraw(second.input), conversation.cancel(first.turn, 'person')])
  await conversation.submit(says('셋'), 'queue')
  const seen = await story(conversation, back ? 2 : 3)
  expect(begun(seen)).toEqual(back ? ['wait', '셋'] : ['wait', '둘', '셋'])
  await conversation.close()
})

test('a turn that is cancelled while it waits never runs, and has its one ending', async () => {
  const asked: string[] = []
  const flow: Flow = (input, context) => {
    asked.push(input.text)
    return parrot(input, context)
  }
  const { open } = await rig(flow)
  const conversation = await open(id)
  const first = await conversation.submit(says('wait'), 'queue')
  const second = await conversation.submit(says('둘'), 'queue')
  await conversation.submit(says('셋', 'telegram'), 'queue')
  await conversation.cancel(second.turn, 'person')
  await conversation.cancel(first.turn, 'person')
  const seen = await story(conversation, 3)
  expect(ended(seen).map(({ type }) => type)).toEqual(['turn.cancelled', 'turn.cancelled', 'turn.done'])
  expect(seen.filter(({ turn, event }) => turn === second.turn && isEnding(event))).toHaveLength(1)
  expect(asked).toEqual(['wait', '셋'])
  await conversation.close()
})

test('a clock that goes back keeps partials coming: a crash loses no more than a second of text', async () => {
  let now = Date.UTC(2026, 10, 21)
  const flow: Flow = async function* (_, context) {
    yield { type: 'model.asked', call: 1, provider: 'test', model: 'm', purpose: 'reply' }
    now -= 3_600_000
    for (let at = 0; at < 3; at++) {
      await sleep(15)
      yield { type: 'text.added', call: 1, at, text: `${at}` }
    }
    return { message: context.newId(), text: '012' }
  }
  const { open, options } = await rig(flow)
  Object.assign(options, { now: () => new Date(now), partialMs: 10 })
  const conversation = await open(id)
  await conversation.submit(says('길게'), 'queue')
  const seen = await story(conversation)
  // Each holds only what came since the one before: together they are the answer, or its beginning.
  const kept = seen.flatMap(({ event }) => (event.type === 'partial.kept' ? [[event.at, event.text]] : []))
  expect(kept.length).toBeGreaterThan(1)
  expect('012'.startsWith(kept.map(([, text]) => text).join(''))).toBe(true)
  expect(kept.map(([at]) => at)).toEqual(
    kept.map(
      (_, at) =>
        kept
          .slice(0, at)
          .map(([, text]) => text)
          .join('').length,
    ),
  )
  await conversation.close()
})

test('an input too large to be handed on is refused before anything is written', async () => {
  const { open } = await rig(parrot)
  const conversation = await open(id)
  const huge = { ...says('그림'), images: [{ mediaType: 'image/png' as const, data: 'A'.repeat(40 << 20) }] }
  await expect(conversation.submit(huge, 'queue')).rejects.toMatchObject({ failure: { code: 'bad-input' } })
  await conversation.close()
})

const phases: [string, Flow][] = [
  [
    'before anything was yielded',
    () =>
      (async function* () {
        await never()
        return { message: '', text: '' }
      })(),
  ],
  [
    'while text comes faster than anybody reads',
    async function* () {
      for (let at = 0; ; at++) yield { type: 'text.added', call: 1, at, text: '.' } satisfies Event
    },
  ],
  [
    'while text streams',
    async function* () {
      for (let at = 0; ; at++) {
        yield { type: 'text.added', call: 1, at, text: '.' } satisfies Event
        if (at % 50 === 0) await sleep(1)
      }
    },
  ],
  [
    'while a person is asked',
    async function* (_, context) {
      const ask = {
        tool: 't',
        category: 'sensitive' as const,
        args: {},
        reason: '',
        effect: '',
        risk: 'low' as const,
        choices: [],
      }
      yield { type: 'tool.asked', id: 'q', ask, expiresAt: 0 }
      await context.decided('q')
      await never()
      return { message: '', text: '' }
    },
  ],
]
test.each(phases)('cancel ends the turn, whatever it waits for: %s', async (_, flow) => {
  const { open } = await rig(flow)
  const conversation: Conversation = await open(id)
  const { turn } = await conversation.submit(says('오래'), 'queue')
  await waitFor(conversation, 'turn.started')
  await sleep(20)
  await conversation.cancel(turn, 'person')
  expect(ended(await story(conversation)).map(({ type }) => type)).toEqual(['turn.cancelled'])
  expect(await conversation.answer('q', { choice: 'once' }, 'owner')).toBe('late')
  await conversation.close()
})
