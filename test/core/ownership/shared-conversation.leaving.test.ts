import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import type { Flow } from '../../../src/core/flow.ts'
import { openShared } from '../../../src/core/ownership/shared-conversation.ts'
import { isEnding } from '../../../src/protocol/index.ts'
import { sleep } from '../../../src/std/abort.ts'
import { journalPath, loadThread, readEnvelopes } from '../../../src/threads/journal.ts'
import { bundled } from '../../bundled.ts'
import { Random } from '../../random.ts'
import { call, calls, rig, says, scripted, story, text, waitFor, wordByWord } from '../rig.ts'
import { chat, counting } from '../turn/rig.ts'

const id = '01LEAVE000000000000000000A'
const home = () => mkdtemp(join(tmpdir(), 'leave-'))

/** A surface that asks, waits for its answer and leaves at once, as a one-shot does. */
async function ask(folder: string, text: string, beforeMs: number): Promise<string> {
  const { open } = await rig(wordByWord, folder)
  await sleep(beforeMs)
  const conversation = await open(id)
  const { turn, seq } = await conversation.submit(says(text), 'queue')
  const leave = new AbortController()
  let ending = 'none'
  for await (const { turn: of, event } of conversation.follow(seq, leave.signal)) {
    if (of !== turn || !isEnding(event)) continue
    ending = event.type === 'turn.done' ? event.text : event.type
    leave.abort()
  }
  await conversation.close()
  return ending
}

/** How many orders of coming and leaving are tried; 500 by hand: `LEAVING_ORDERS=500`. */
const orders = Number(process.env.LEAVING_ORDERS ?? 12)

test('eight surfaces that ask one conversation and leave in any order are each answered exactly once', {
  timeout: 600_000,
}, async () => {
  for (let seed = 1; seed <= orders; seed++) {
    const [folder, random] = [await home(), new Random(seed)]
    const asked = Array.from({ length: 8 }, (_, n) => `${n}번째 ${'말 '.repeat(random.below(8))}`.trim())
    const answers = await Promise.all(asked.map((text) => ask(folder, text, random.below(30))))
    expect(answers, `seed ${seed}`).toEqual(asked)
    const path = journalPath(join(folder, 'conversations'), id)
    const endings = (await Array.fromAsync(readEnvelopes(path))).filter(({ event }) => isEnding(event))
    expect(endings.map(({ event }) => event.type)).toEqual(asked.map(() => 'turn.done'))
    const thread = await loadThread(join(folder, 'conversations'), id)
    expect([thread.queued, thread.running]).toEqual([[], undefined])
  }
})

/** A surface in a process of its own. `taken`: its turn, once it was told that its words are kept. */
async function surface(program: string, folder: string, text: string, beforeMs: number) {
  const child = spawn(process.execPath, [program, folder, id, text, String(beforeMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const told: { taken?: string; ended?: string; isReady?: true } = {}
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [what, value] = line.split(' ')
    if (what === 'taken' || what === 'ended') told[what] = value ?? ''
    if (what === 'ready') told.isReady = true
  })
  const exited = once(child, 'close')
  return { child, text, told, exited }
}

/** How many orders of processes that die are tried; 500 by hand: `DYING_ORDERS=500`. */
const deaths = Number(process.env.DYING_ORDERS ?? 2)

test('of eight processes on one conversation some are killed at any moment: what was taken is answered exactly once', {
  timeout: 36_000_000,
}, async () => {
  const program = await bundled('test/fixtures/core-once.ts')
  let [killed, cut, told] = [0, 0, 0]
  for (let seed = 1; seed <= deaths; seed++) {
    const [folder, random] = [await home(), new Random(seed)]
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        surface(program, folder, `${n}번째 ${'말 '.repeat(random.below(12))}`.trim(), random.below(60)),
      ),
    )
    await expect.poll(() => all.every(({ told }) => told.isReady), { timeout: 120_000 }).toBe(true)
    const doomed = all.filter(() => random.next() < 0.5)
    for (const one of doomed) {
      await sleep(20 + random.below(80))
      if (one.child.exitCode === null && one.child.kill('SIGKILL')) killed++
    }
    await Promise.all(all.map(({ exited }) => exited))
    for (const { told, text } of all.filter((one) => !doomed.includes(one)))
      expect([seed, text, told.taken !== undefined, told.ended !== undefined]).toEqual([seed, text, true, true])
    // Whoever opens it next goes on with what waits.
    expect(await ask(folder, '마지막', 0)).toBe('마지막')
    const path = journalPath(join(folder, 'conversations'), id)
    const written = await Array.fromAsync(readEnvelopes(path))
    for (const one of all) {
      const turn = one.told.taken
      if (turn === undefined) continue
      told++
      const endings = written.flatMap(({ turn: of, event }) => (of === turn && isEnding(event) ? [event] : []))
      expect([seed, one.text, endings.length]).toEqual([seed, one.text, 1])
      const [ending] = endings
      // The one that was being answered when its process died is told as cut, once; whoever asked may ask again.
      if (ending?.type === 'turn.done') expect(ending.text).toBe(one.text)
      else expect([ending?.type, ++cut <= killed]).toEqual(['turn.failed', true])
    }
    const thread = await loadThread(join(folder, 'conversations'), id)
    expect([seed, thread.queued, thread.running]).toEqual([seed, [], undefined])
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  if (process.env.DYING_ORDERS) console.info(`${deaths} orders: ${killed} killed, ${told} taken, ${cut} told as cut`)
})

test('a window that closes stops its own turn and waits for the one that somebody else asked for', async () => {
  const folder = await home()
  const { open } = await rig(wordByWord, folder)
  const [window, phone] = [await open(id), await open(id)]
  const { turn } = await phone.submit(says(`오래 걸리는 ${'말 '.repeat(30)}`, 'telegram'), 'queue')
  await waitFor(window, 'text.added')
  const closing = window.close()
  const queued = await phone.submit(says('그다음 말', 'telegram'), 'queue')
  const ended: string[] = []
  const leave = new AbortController()
  for await (const { turn: of, event } of phone.follow(0, leave.signal)) {
    if (!isEnding(event)) continue
    ended.push(`${of === turn ? 'first' : of === queued.turn ? 'second' : 'other'} ${event.type}`)
    if (ended.length === 2) leave.abort()
  }
  expect(ended).toEqual(['first turn.done', 'second turn.done'])
  await closing
  await phone.close()

  const own = await open(id)
  const { seq } = await own.submit(says(`오래 걸리는 ${'말 '.repeat(300)}`), 'queue')
  await waitFor(own, 'text.added', seq)
  await own.close()
  const last = (await Array.fromAsync(readEnvelopes(journalPath(join(folder, 'conversations'), id)))).at(-1)
  expect(last?.event).toMatchObject({ type: 'turn.cancelled', by: 'shutdown' })
})

/** A window whose turn another process goes on with, and that process, over one folder and one model. */
async function twoOwners(flow: Flow) {
  const { options } = await rig(flow, await home())
  const heir = await openShared(id, { ...options, goesOn: () => true })
  await heir.close()
  const follower: { now?: Awaited<ReturnType<typeof openShared>> } = {}
  const window = await openShared(id, {
    ...options,
    heir: async () => {
      follower.now = await openShared(id, { ...options, goesOn: () => true })
      return true
    },
  })
  return { window, follower, folder: options.folder }
}

test('a turn that is left in a request goes on elsewhere: asked anew, its tool runs once, it has one ending', async () => {
  const pay = counting('pay', 'safe')
  const provider = scripted([calls(call('c1', 'pay', { n: 1 })), [{ type: 'text', text: '절반만' }], text('보냈어요.')])
  const waiting = Object.assign(
    async function* (...given: Parameters<typeof provider>) {
      yield* provider(...given)
      if (provider.asked.length === 2) await sleep(60_000, given[1])
    } as Parameters<typeof chat>[0],
    { asked: provider.asked },
  )
  const { window, follower, folder } = await twoOwners(chat(waiting, { tools: [pay] }).flow)
  await window.submit(says('돈 보내줘'), 'queue')
  await waitFor(window, 'text.added')
  await window.close()
  const seen = follower.now ? await story(follower.now) : []
  const kinds = seen.map(({ event }) => event.type)
  expect(seen.at(-1)?.event).toMatchObject({ type: 'turn.done', text: '보냈어요.' })
  expect([pay.runs.length, kinds.filter((kind) => kind === 'owner.changed').length]).toEqual([1, 1])
  expect(provider.asked[2]?.messages).toEqual(provider.asked[1]?.messages)
  await follower.now?.close()
  expect((await loadThread(folder, id)).messages.map(({ role, text }) => `${role} ${text}`)).toEqual([
    'user 돈 보내줘',
    'assistant ',
    'tool ok',
    'assistant 보냈어요.',
  ])
})

test('a turn that is left while it asks, asks again elsewhere; one whose tool has begun is left when that has ended', async () => {
  const begun = Promise.withResolvers<void>()
  const slow = counting('slow', 'safe', undefined, {
    async *run() {
      begun.resolve()
      await sleep(50)
      return { text: '느리게 됐어요' }
    },
  })
  const write = counting('write', 'sensitive')
  const provider = scripted([calls(call('c1', 'slow', {}), call('c2', 'write', {})), text('다 했어요.')])
  const { window, follower } = await twoOwners(chat(provider, { tools: [slow, write] }).flow)
  await window.submit(says('해줘'), 'queue')
  await begun.promise
  await window.close()
  const next = follower.now as NonNullable<typeof follower.now>
  await waitFor(next, 'tool.asked')
  await expect.poll(() => next.answer('c2', { choice: 'once' }, 'owner')).toBe('taken')
  const seen = await story(next)
  expect(seen.flatMap(({ event }) => (event.type === 'tool.ended' ? [`${event.name} ${event.outcome}`] : []))).toEqual([
    'slow ok',
    'write ok',
  ])
  expect([write.runs.length, seen.filter(({ event }) => isEnding(event)).length]).toEqual([1, 1])
  await next.close()
})

test('what nobody takes over is stopped with the window, as ever', async () => {
  const { options } = await rig(wordByWord, await home())
  const own = await openShared(id, { ...options, heir: async () => false })
  await own.submit(says(`오래 걸리는 ${'말 '.repeat(300)}`), 'queue')
  await waitFor(own, 'text.added')
  await own.close()
  const last = (await Array.fromAsync(readEnvelopes(journalPath(options.folder, id)))).at(-1)
  expect(last?.event).toMatchObject({ type: 'turn.cancelled', by: 'shutdown' })
})
