// The bot over real parts: a Bot API server on loopback, conversations on disk, a flow that answers as the test says.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Flow } from '../../../src/core/flow.ts'
import type { Input } from '../../../src/protocol/index.ts'
import type { TelegramHost } from '../../../src/ui/telegram/host.ts'
import { AccessFile } from '../../../src/ui/telegram/inbound/access.ts'
import { runTelegram, type TelegramOptions } from '../../../src/ui/telegram/run.ts'
import { TelegramServer } from '../../fakes/telegram-server.ts'
import { conversationAt, hostAt, letIn, owner } from './host.ts'

export { owner }

/** Answers every input with the same words. */
export const echo: Flow = async function* (input, context) {
  yield { type: 'model.asked', call: 1, provider: 'test', model: 'echo', purpose: 'reply' }
  yield { type: 'text.added', call: 1, at: 0, text: input.text }
  return { message: context.newId(), text: input.text }
}

export interface RigOptions {
  flow?: Flow
  options?: Partial<TelegramOptions>
  host?: Partial<TelegramHost>
  /** Senders that are let in; by default one with a workspace. */
  senders?: { id: number; workspace?: string; grants?: string[] }[]
}

export async function botRig({
  flow = echo,
  options,
  host,
  senders = [{ id: owner, workspace: 'default' }],
}: RigOptions = {}) {
  const home = await mkdtemp(join(tmpdir(), 'bot-'))
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }))
  const server = await TelegramServer.open()
  onTestFinished(() => server.close())
  const access = new AccessFile(join(home, 'config.json'))
  for (const sender of senders) await letIn(access, sender)
  const lines: string[] = []
  const inputs: Input[] = []
  const counted: Flow = (input, context) => {
    inputs.push(input)
    return flow(input, context)
  }
  const start = async () => {
    const stop = new AbortController()
    const whole = { ...(await hostAt(home, server, counted, (line) => void lines.push(line))), ...host }
    const backlog = { newest: 20, withinMs: 900_000 }
    const bot = runTelegram(whole, { pollSeconds: 30, backlog, graceMs: 2_000, ...options }, stop.signal)
    const end = async () => {
      stop.abort()
      return bot.ended
    }
    onTestFinished(async () => void (await end()))
    return { bot, ledger: whole.ledger, end, stop }
  }
  return { home, server, access, lines, inputs, start, conversation: conversationAt(home, counted) }
}

/** Does all works, `at` of them at a time; their results in order. */
export async function inTurn<T>(works: (() => Promise<T>)[], at: number): Promise<T[]> {
  const results: T[] = []
  const next = works.entries()
  const worker = async () => {
    for (const [index, work] of next) results[index] = await work()
  }
  await Promise.all(Array.from({ length: at }, worker))
  return results
}
