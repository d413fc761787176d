import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Flow } from '../../../src/core/flow.ts'
import { fail } from '../../../src/protocol/index.ts'
import { sleep } from '../../../src/std/abort.ts'
import { journalPath, loadThread } from '../../../src/threads/journal.ts'
import { kinds, rig, says, story, waitFor } from '../rig.ts'

const id = '01CONVERSATION0000000000000'

/** Says each word of the input, one delta each, then is done. */
const echo: Flow = async function* (input, context) {
  let at = 0
  yield { type: 'model.asked', call: 1, provider: 'test', model: 'echo', purpose: 'reply' }
  for (const word of input.text.split(/(?= )/)) {
    yield { type: 'text.added', call: 1, at, text: word }
    at += word.length
  }
  return { message: context.newId(), text: input.text }
}
/** Says one word and then nothing until it is stopped. */
const stuck: Flow = async function* (_, context) {
  yield { type: 'model.asked', call: 1, provider: 'test', model: 'stuck', purpose: 'reply' }
  yield { type: 'text.added', call: 1, at: 0, text: '여기까지' }
  await sleep(60_000, context.signal)
  return { message: context.newId(), text: '' }
}

test('a turn is one story with one ending, and what is written is on disk before the ending is heard', async () => {
  const { open, options } = await rig(echo)
  const conversation = await open(id)
  const { turn } = await conversation.submit(says('안녕 세상'), 'queue')
  const seen = await story(conversation)
  expect(kinds(seen)).toEqual([
    'conversation.created',
    'turn.started',
    'conversation.titled',
    'model.asked',
    'text.added',
    'turn.done',
  ])
  expect(seen.at(-1)).toMatchObject({ turn, event: { type: 'turn.done', text: '안녕 세상' } })
  const written = (await readFile(journalPath(options.folder, id), 'utf8')).trim().split('\n')
  expect(written.map((line) => JSON.parse(line).event.type)).toEqual(
    kinds(seen).filter((kind) => kind !== 'text.added'),
  )
  await conversation.close()
})

test('a second input waits for its turn and runs after the first, in order', async () => {
  const { open } = await rig(echo)
  const conversation = await open(id)
  await Promise.all(['하나', '둘', '셋'].map((word) => conversation.submit(says(word), 'queue')))
  const seen = await story(conversation, 3)
  expect(
    seen.filter(({ event }) => event.type === 'turn.done').map(({ event }) => (event as { text: string }).text),
  ).toEqual(['하나', '둘', '셋'])
  const order = seen.map(({ seq }) => seq)
  expect(order).toEqual([...order].sort((a, b) => a - b))
  await conversation.close()
})

test('cancel keeps what was shown, ends the turn at once, and the next turn runs', async () => {
  const { open } = await rig(async function* (input, context) {
    return yield* (input.text === 'stuck' ? stuck : echo)(input, context)
  })
  const conversation = await open(id)
  const { turn } = await conversation.submit(says('stuck'), 'queue')
  await waitFor(conversation, 'text.added')
  await conversation.cancel(turn, 'person')
  await conversation.submit(says('다음'), 'queue')
  const seen = await story(conversation, 2)
  expect(seen.filter(({ event }) => event.type.startsWith('turn.')).map(({ event }) => event)).toMatchObject([
    { type: 'turn.started' },
    { type: 'turn.cancelled', by: 'person', partial: '여기까지' },
    { type: 'turn.started' },
    { type: 'turn.done', text: '다음' },
  ])
  await conversation.close()
})

test('after a stop what waits at the screen waits until something is said there, which comes first; elsewhere nothing waits', async () => {
  const { open } = await rig(async function* (input, context) {
    return yield* (input.text === 'stuck' ? stuck : echo)(input, context)
  })
  const conversation = await open(id)
  const { turn } = await conversation.submit(says('stuck'), 'queue')
  await waitFor(conversation, 'text.added')
  for (const word of ['하나', '둘']) await conversation.submit(says(word), 'queue')
  await conversation.submit(says('밖에서', 'telegram'), 'queue')
  await conversation.cancel(turn, 'person')
  await story(conversation, 2)
  await conversation.submit(says('먼저'), 'queue')
  const answers = (await story(conversation, 5)).flatMap(({ event }) =>
    event.type === 'turn.done' ? [event.text] : [],
  )
  expect(answers).toEqual(['밖에서', '먼저', '하나', '둘'])
  await conversation.close()
})

test('an interrupting input stops the running turn and is the next one', async () => {
  const { open } = await rig(async function* (input, context) {
    return yield* (input.text === 'stuck' ? stuck : echo)(input, context)
  })
  const conversation = await open(id)
  await conversation.submit(says('stuck'), 'queue')
  await waitFor(conversation, 'text.added')
  await conversation.submit(says('아니 그거 말고'), 'interrupt')
  const seen = await story(conversation, 2)
  expect(kinds(seen).filter((kind) => kind.startsWith('turn.'))).toEqual([
    'turn.started',
    'turn.cancelled',
    'turn.started',
    'turn.done',
  ])
  await conversation.close()
})

test('a waiting input can be taken back, and a running one cannot', async () => {
  const { open } = await rig(stuck)
  const conversation = await open(id)
  const first = await conversation.submit(says('하나'), 'queue')
  const second = await conversation.submit(says('둘'), 'queue')
  expect(await conversation.withdraw(second.input)).toBe(true)
  expect(await conversation.withdraw(first.input)).toBe(false)
  await conversation.cancel(first.turn, 'person')
  await conversation.close()
})

test('whatever a flow throws becomes the ending of its turn, and the conversation goes on', async () => {
  const flow: Flow = async function* (input, context) {
    if (input.text === 'failure') fail('rate-limited', { retryAfterMs: 90_000 })
    if (input.text === 'bug') throw new TypeError('undefined is not a function')
    return yield* echo(input, context)
  }
  const { open } = await rig(flow)
  const conversation = await open(id)
  for (const word of ['failure', 'bug', '괜찮아']) await conversation.submit(says(word), 'queue')
  const seen = await story(conversation, 3)
  expect(seen.filter(({ event }) => /turn\.(done|failed)/.test(event.type)).map(({ event }) => event)).toMatchObject([
    { type: 'turn.failed', failure: { code: 'rate-limited', retryAfterMs: 90_000 }, retryable: true },
    { type: 'turn.failed', failure: { code: 'internal' } },
    { type: 'turn.done', text: '괜찮아' },
  ])
  await conversation.close()
})

test('a follower who comes late sees the written past, a snapshot of the running turn, then what happens', async () => {
  const { open } = await rig(stuck)
  const conversation = await open(id)
  const { turn } = await conversation.submit(says('하나'), 'queue')
  await waitFor(conversation, 'text.added')
  const late = story(conversation)
  await waitFor(conversation, 'text.added')
  await conversation.cancel(turn, 'person')
  expect(kinds(await late)).toEqual([
    'conversation.created',
    'turn.started',
    'conversation.titled',
    'model.asked',
    'text.added',
    'turn.cancelled',
  ])
  await conversation.close()
})

test('the first answer to a question wins, later ones are late, and no answer is a deny', async () => {
  const asking: Flow = async function* (_, context) {
    const ask = {
      tool: 'write_file',
      category: 'sensitive' as const,
      args: {},
      reason: '',
      effect: '',
      risk: 'low' as const,
      choices: ['once' as const, 'deny' as const],
    }
    yield { type: 'tool.asked', id: 'q', ask, expiresAt: 0 }
    const { decision, by } = await context.decided('q')
    return { message: context.newId(), text: `${by}: ${decision.choice}` }
  }
  const { open, options } = await rig(asking)
  const conversation = await open(id)
  await conversation.submit(says('써줘'), 'queue')
  await waitFor(conversation, 'tool.asked')
  expect(await conversation.answer('q', { choice: 'once' }, 'telegram:7')).toBe('late')
  expect(await conversation.answer('q', { choice: 'once' }, 'owner')).toBe('taken')
  expect(await conversation.answer('q', { choice: 'deny' }, 'owner')).toBe('late')
  expect((await story(conversation)).at(-1)?.event).toMatchObject({ text: 'owner: once' })
  await conversation.close()
  options.askMs = 20
  const patient = await open(id)
  await patient.submit(says('써줘'), 'queue')
  expect((await story(patient, 2)).at(-1)?.event).toMatchObject({ text: 'timeout: deny' })
  await patient.close()
})

test('the fold of the journal is the conversation: reopened, it knows what was said', async () => {
  const { open, options } = await rig(echo)
  const conversation = await open(id)
  await conversation.submit(says('내 이름은 철수'), 'queue')
  await story(conversation)
  await conversation.close()
  const { messages, title, running, queued, epoch } = await loadThread(options.folder, id)
  expect({ messages: messages.map(({ role, text }) => [role, text]), title, running, queued, epoch }).toEqual({
    messages: [
      ['user', '내 이름은 철수'],
      ['assistant', '내 이름은 철수'],
    ],
    title: '내 이름은 철수',
    running: undefined,
    queued: [],
    epoch: 1,
  })
})

test('a disk that refuses ends the turn with that failure, and nothing unacknowledged is shown as done', async () => {
  const { LocalConversation } = await import('../../../src/core/conversation/local-conversation.ts')
  const { emptyThread } = await import('../../../src/threads/thread.ts')
  const { options } = await rig(echo)
  let writes = 0
  const journal = {
    async append() {
      if (++writes === 4) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    },
    async *read() {},
    async checkpoint() {},
    async close() {},
  }
  const conversation = new LocalConversation({
    ...options,
    thread: emptyThread(id),
    journal,
    epoch: 1,
    isOurs: async () => true,
  })
  const seen = story(conversation, 2)
  await conversation.submit(says('하나'), 'queue')
  await waitFor(conversation, 'turn.failed')
  await conversation.submit(says('둘'), 'queue')
  expect(
    (await seen).filter(({ event }) => /turn\.(done|failed)/.test(event.type)).map(({ event }) => event),
  ).toMatchObject([
    { type: 'turn.failed', failure: { code: 'storage' }, partial: '하나' },
    { type: 'turn.done', text: '둘' },
  ])
})

test('who speaks over an answer stops that one and no other, and it is known how much of it was heard', async () => {
  const { open } = await rig(async function* (input, context) {
    return yield* (input.text.startsWith('stuck') ? stuck : echo)(input, context)
  })
  const conversation = await open(id)
  const first = await conversation.submit(says('stuck'), 'queue')
  await waitFor(conversation, 'text.added')
  const over = { turn: first.turn, chars: 2 }
  await conversation.submit({ ...says('아니'), heard: over }, 'interrupt')
  await story(conversation, 2)
  const other = await conversation.submit(says('stuck again'), 'queue')
  await conversation.submit(says('나중에', 'telegram'), 'queue')
  await conversation.submit({ ...says('그건 됐고'), heard: over }, 'interrupt')
  await conversation.cancel(other.turn, 'person')
  const seen = (await story(conversation, 5)).map(({ event }) => event)
  expect(seen.flatMap((event) => (event.type === 'turn.started' ? [event.input.text] : []))).toEqual([
    ...['stuck', '아니', 'stuck again', '그건 됐고', '나중에'],
  ])
  expect(seen.filter((event) => event.type === 'turn.cancelled')).toEqual([
    { type: 'turn.cancelled', by: 'barge-in', partial: '여기까지', heard: 2 },
    { type: 'turn.cancelled', by: 'person', partial: '여기까지' },
  ])
  await conversation.close()
})

test('a journal that has lost its first entry to a disk begins anew: other devices show nothing without one', async () => {
  const { open, options } = await rig(echo)
  const path = journalPath(options.folder, id)
  const stamp = { v: 1, epoch: 1, seq: 2, conversation: id, at: 1 }
  const event = { type: 'notice.given', code: 'sync-back', data: {} }
  await mkdir(options.folder, { recursive: true })
  await writeFile(path, `${'\0'.repeat(40)}\n${JSON.stringify({ ...stamp, event })}\n`)
  const conversation = await open(id)
  await conversation.close()
  const written = (await readFile(path, 'utf8')).trim().split('\n').slice(1)
  expect(written.map((line) => JSON.parse(line).event.type)).toEqual(['notice.given', 'conversation.created'])
})
