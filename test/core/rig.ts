// Small real parts for tests of the engine: a folder on disk, scripted models and flows, a reader of events.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Flow } from '../../src/core/flow.ts'
import { type OpenOptions, openShared, type SharedConversation } from '../../src/core/ownership/shared-conversation.ts'
import {
  type Conversation,
  type Envelope,
  type Event,
  isEnding,
  type ModelPart,
  type Provider,
} from '../../src/protocol/index.ts'
import { sleep } from '../../src/std/abort.ts'
import { ulid } from '../../src/std/ulid.ts'

export interface Rig {
  options: OpenOptions
  open(id: string): Promise<SharedConversation>
}

export async function rig(flow: Flow, folder?: string): Promise<Rig> {
  const home = folder ?? (await mkdtemp(join(tmpdir(), 'core-')))
  const options: OpenOptions = {
    folder: join(home, 'conversations'),
    runtime: join(home, 'run'),
    pid: process.pid,
    initial: { agent: '비서', workspace: 'home', profile: 'me' },
    flow,
    now: () => new Date(),
    newId: () => ulid(Date.now()),
    language: 'ko',
    askMs: 30_000,
    partialMs: 1_000,
  }
  return { options, open: (id) => openShared(id, options) }
}

export const says = (text: string, origin: 'tui' | 'telegram' = 'tui') => ({ text, origin, by: 'owner' as const })

/** Everything from the beginning up to the `count`-th ending. */
export async function story(conversation: Conversation, count = 1, from = 0): Promise<Envelope[]> {
  const abort = new AbortController()
  const seen: Envelope[] = []
  for await (const envelope of conversation.follow(from, abort.signal)) {
    seen.push(envelope)
    if (isEnding(envelope.event) && --count === 0) abort.abort()
  }
  return seen
}

export const kinds = (envelopes: Envelope[]): string[] => envelopes.map(({ event }) => event.type)

export async function waitFor<E extends Event['type']>(
  conversation: Conversation,
  type: E,
  from = 0,
): Promise<Extract<Event, { type: E }>> {
  const abort = new AbortController()
  for await (const { event } of conversation.follow(from, abort.signal)) {
    if (event.type === type) {
      abort.abort()
      return event as Extract<Event, { type: E }>
    }
  }
  throw new Error(`${type} never came`)
}

/** A model that answers with the given replies in turn; records what it was asked. */
export function scripted(replies: ModelPart[][]): Provider & { asked: Parameters<Provider>[0][] } {
  const asked: Parameters<Provider>[0][] = []
  const provider: Provider = async function* (request) {
    asked.push(structuredClone(request))
    yield { type: 'opened' }
    yield* replies[asked.length - 1] ?? []
  }
  return Object.assign(provider, { asked })
}

export const usage = { input: 10, output: 5, cached: 0 }
export const text = (value: string): ModelPart[] => [
  { type: 'text', text: value },
  { type: 'end', stop: 'end', usage },
]
export const call = (id: string, name: string, args: object): ModelPart => ({
  type: 'call',
  call: { id, name, args: args as never },
})
export const calls = (...parts: ModelPart[]): ModelPart[] => [...parts, { type: 'end', stop: 'tools', usage }]

/** Answers word by word, a little later each. */
export const wordByWord: Flow = async function* (input, context) {
  yield { type: 'model.asked', call: 1, provider: 'test', model: 'slow', purpose: 'reply' }
  let at = 0
  for (const word of input.text.split(/(?= )/)) {
    yield { type: 'text.added', call: 1, at, text: word }
    at += word.length
    await sleep(2, context.signal)
  }
  return { message: context.newId(), text: input.text }
}
