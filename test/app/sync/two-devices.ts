import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { storeAt } from '../../../src/app/sync/device.ts'
import { followSync } from '../../../src/app/sync/follow-sync.ts'
import { otherDevices } from '../../../src/app/sync/live/other-devices.ts'
import type { Flow } from '../../../src/core/flow.ts'
import { openShared, type SharedConversation } from '../../../src/core/ownership/shared-conversation.ts'
import type { Envelope, Event } from '../../../src/protocol/index.ts'
import { writeConfiguration } from '../../../src/sync/configuration.ts'
import { writeHeader } from '../../../src/sync/header.ts'
import { isAddress } from '../../../src/sync/stores/store.ts'
import { rig, says } from '../../core/rig.ts'

const id = '01DEVICES0000000000000000A'
/** Over a folder everything takes seconds; the whole story there: `SYNC_LIVE=1`. */
const patience = { timeout: 40_000, interval: 50 }
/** Where the devices have their homes; gone when the test file ends. */
export const folder = mkdtempSync(join(tmpdir(), 'assistant-live-'))
const ended = new AbortController()
const following: Promise<void>[] = []
const { signal } = ended

afterAll(async () => {
  ended.abort()
  await Promise.all(following)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Says where it ran; "slow" streams until it is stopped, "ask" wants a yes first. */
const flowOn = (device: string): Flow =>
  async function* (input, context) {
    yield { type: 'model.asked', call: 1, provider: 'test', model: device, purpose: 'reply' }
    for (let at = 0; input.text === 'slow'; at++) {
      yield { type: 'text.added', call: 1, at, text: '.' }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    if (input.text === 'ask') {
      const ask = { tool: 'run', category: 'sensitive' as const, summary: 'run it', args: {} }
      yield { type: 'tool.asked', id: `ask-${context.turn}`, call: 'c', ask } as unknown as Event
      const { decision } = await context.decided(`ask-${context.turn}`)
      return { message: context.newId(), text: `${device} was told ${decision.choice}` }
    }
    return { message: context.newId(), text: `${device}: ${input.text}` }
  }

interface TestDevice {
  open(): Promise<SharedConversation>
}

async function device(name: string, store: string, key?: Buffer): Promise<TestDevice> {
  const home = join(folder, name)
  const { options } = await rig(flowOn(name.split('-').at(-1) ?? name), home)
  const paths = { home, config: '', secrets: '', state: join(home, 'state'), cache: '', runtime: '' }
  mkdirSync(paths.state, { recursive: true })
  const locked = key ? { key: key.toString('base64') } : {}
  await writeConfiguration(paths.state, { store, name, paused: false, without: [], ...locked })
  following.push(followSync({ paths, now: Date.now }, signal))
  const devices = otherDevices(paths, Date.now, 'en')
  return { open: () => openShared(id, { ...options, devices }) }
}

/** What somebody sees who follows from the beginning. */
function watch(conversation: SharedConversation) {
  const seen: Envelope[] = []
  const until = new AbortController()
  void (async () => {
    for await (const envelope of conversation.follow(0, until.signal)) seen.push(envelope)
  })()
  const answers = () => seen.flatMap(({ event }) => (event.type === 'turn.done' ? [event.text] : []))
  const has = (type: Event['type']) => seen.some(({ event }) => event.type === type)
  return { seen, answers, has, leave: () => until.abort() }
}

/** A turn that runs on A is stopped from B, and a question of A answered there. Returns what A said to that. */
async function stoppedAndAnswered(
  a: SharedConversation,
  b: SharedConversation,
  onA: ReturnType<typeof watch>,
  onB: ReturnType<typeof watch>,
  isLocked: boolean,
): Promise<string> {
  const slow = await a.submit(says('slow'), 'queue')
  await expect.poll(() => onB.has('text.added'), patience).toBe(true)
  // It is stopped from B.
  await b.cancel(slow.turn, 'person')
  await expect.poll(() => [onA.has('turn.cancelled'), onB.has('turn.cancelled')], patience).toEqual([true, true])
  const asked = await a.submit(says('ask'), 'queue')
  await expect.poll(() => onB.has('tool.asked'), patience).toBe(true)
  const yes = b.answer(`ask-${asked.turn}`, { choice: 'once' }, 'owner')
  if (isLocked) expect(await yes).toBe('taken')
  else {
    await expect(yes).rejects.toMatchObject({
      failure: { data: { sentence: expect.stringContaining('not encrypted') } },
    })
    expect(await b.answer(`ask-${asked.turn}`, { choice: 'deny' }, 'owner')).toBe('taken')
  }
  const told = `A was told ${isLocked ? 'once' : 'deny'}`
  await expect.poll(() => [onA.answers().at(-1), onB.answers().at(-1)], patience).toEqual([told, told])
  return told
}

/**
 * Two devices with one store at `place` and one conversation, which is followed, stopped, answered and gone on with
 * on either. `isWhole` false leaves out what is stopped and answered.
 */
export async function story(kind: string, place: string, isLocked: boolean, isWhole = true): Promise<void> {
  if (!isAddress(place)) mkdirSync(place, { recursive: true })
  const store = await storeAt(place)
  const key = await writeHeader(store, isLocked ? 'a long passphrase' : undefined, signal)
  await store.close()
  const [one, two] = [await device(`${kind}-A`, place, key), await device(`${kind}-B`, place, key)]
  const a = await one.open()
  const onA = watch(a)
  await a.submit(says('hello'), 'queue')
  await expect.poll(onA.answers, patience).toEqual(['A: hello'])
  const b = await two.open()
  const onB = watch(b)
  // B shows what was said on A, and what is being said there.
  await expect.poll(onB.answers, patience).toEqual(['A: hello'])
  const told = isWhole ? [await stoppedAndAnswered(a, b, onA, onB, isLocked)] : []
  // What is said on B is done on B, and A shows it.
  await b.submit(says('go on'), 'queue')
  await expect.poll(() => [onA.answers().at(-1), onB.answers().at(-1)], patience).toEqual(['B: go on', 'B: go on'])
  await a.submit(says('and back'), 'queue')
  const all = ['A: hello', ...told, 'B: go on', 'A: and back']
  await expect.poll(() => [onA.answers(), onB.answers()], patience).toEqual([all, all])
  for (const open of [onA, onB]) open.leave()
  await b.close()
  await a.close()
}
