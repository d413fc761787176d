// The whole program without a surface, in this process, over a home and a model of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Assistant, ConversationSelector } from '../../src/app/assistant.ts'
import { createAssistant } from '../../src/app/create-assistant.ts'
import {
  type Conversation,
  type Envelope,
  type Event,
  type Input,
  isEnding,
  type Origin,
} from '../../src/protocol/index.ts'
import type { Reply, Script, Seen } from '../fakes/model-server.ts'

export function freshHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'assistant-journey-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))
  return home
}

/** An assistant over `home`. Without a model's address it is offline. */
export async function assistantAt(
  home: string,
  more: {
    model?: string
    env?: Record<string, string>
    flags?: Record<string, unknown>
    cwd?: string
    clock?: () => number
  } = {},
): Promise<Assistant> {
  const model = more.model ? { OPENAI_API_KEY: 'test', OPENAI_BASE_URL: more.model } : {}
  return await createAssistant({
    env: { ASSISTANT_HOME: home, OLLAMA_HOST: '127.0.0.1:9', ...model, ...more.env },
    cwd: more.cwd ?? home,
    pid: process.pid,
    platform: process.platform,
    machine: process.arch,
    node: process.execPath,
    zone: 'Asia/Seoul',
    userHome: home,
    tempDir: tmpdir(),
    clock: more.clock ?? (() => Date.now()),
    flags: more.model
      ? { provider: 'openai', model: 'm', routing: false, ...more.flags }
      : { provider: 'offline', ...more.flags },
  })
}

/** One conversation in which things are said, one after the other. */
export async function talk(assistant: Assistant, which: ConversationSelector = { kind: 'new' }, agent?: string) {
  const conversation = await assistant.open(which, { canAsk: false, ...(agent ? { agent } : {}) })
  return { conversation, say: (text: string, origin: Origin = 'tui') => said(conversation, text, origin) }
}

/** Says something and returns the turn's events; the last one is its ending. */
export async function said(
  conversation: Conversation,
  words: string | Pick<Input, 'text'>,
  origin: Origin = 'tui',
): Promise<Envelope[]> {
  const input = typeof words === 'string' ? { text: words } : words
  const { turn, seq } = await conversation.submit({ origin, by: 'owner', ...input }, 'queue')
  const seen: Envelope[] = []
  for await (const envelope of conversation.follow(seq, AbortSignal.timeout(60_000))) {
    if (envelope.turn === turn) seen.push(envelope)
    if (envelope.turn === turn && isEnding(envelope.event)) break
  }
  return seen
}

export const endingOf = (events: readonly Envelope[]) =>
  events.at(-1)?.event as Extract<Event, { type: 'turn.done' | 'turn.failed' }>
export const of = <T extends Event['type']>(events: readonly Envelope[], type: T) =>
  events.flatMap(({ event }) => (event.type === type ? [event as Extract<Event, { type: T }>] : []))

/** A script that answers every request by what it asks for, as often as it is asked. */
export const always = (answer: (request: Seen) => Reply): Script[] => Array.from({ length: 500 }, () => answer)

/** The system prompt of a request in OpenAI's wire. */
export const systemOf = ({ body }: Seen): string => {
  const texts = (wanted: string): string[] =>
    body.messages
      .filter(({ role }: { role: string }) => role === wanted)
      .map(({ content }: { content: unknown }) => (typeof content === 'string' ? content : JSON.stringify(content)))
  const fetched = /<context [^>]*>[\s\S]*<\/context>/.exec(texts('user').at(-1) ?? '')?.[0] ?? ''
  return [...texts('system'), fetched].join('\n')
}
