// The bot over real parts: a Bot API server on loopback, conversations on disk, a flow that answers as the test says.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Flow } from '../../../src/core/flow.ts'
import { openShared } from '../../../src/core/open.ts'
import { turn as sentences } from '../../../src/messages/turn.ts'
import type { Input } from '../../../src/protocol/index.ts'
import { ulid } from '../../../src/std/ulid.ts'
import { AccessFile } from '../../../src/ui/telegram/access.ts'
import { createBot } from '../../../src/ui/telegram/bot.ts'
import type { TelegramHost } from '../../../src/ui/telegram/host.ts'
import { Ledger } from '../../../src/ui/telegram/ledger.ts'
import { runTelegram, type TelegramOptions } from '../../../src/ui/telegram/run.ts'
import { scrubber } from '../../../src/ui/telegram/scrub.ts'
import { TelegramServer } from '../../fakes/telegram-server.ts'

export const owner = 4242

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

export async function botRig({ flow = echo, options, host, senders = [{ id: owner, workspace: 'default' }] }: RigOptions = {}) {
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
  const newId = () => ulid(Date.now())
  const conversation = (id: string) =>
    openShared(id, {
      folder: join(home, 'conversations'),
      runtime: join(home, 'run'),
      pid: process.pid,
      birth: { agent: '비서', workspace: 'default', profile: 'me' },
      flow: counted,
      now: () => new Date(),
      newId,
      askMs: 30_000,
      partialMs: 1_000,
    })
  const start = async () => {
    const ledger = await Ledger.open(join(home, 'state', 'telegram.jsonl'))
    const stop = new AbortController()
    const whole: TelegramHost = {
      language: 'ko',
      bot: createBot(server.url, server.token),
      ledger,
      access,
      now: () => new Date(),
      newId,
      outbox: join(home, 'state', 'outbox'),
      begin: () => conversation(newId()),
      open: (id) => conversation(id),
      status: async () => ({ agent: '비서', model: 'test' }),
      agents: async () => ['비서', '코디'],
      scrub: scrubber({ folders: [home], names: [], redact: (text) => text.replaceAll(server.token, '••••') }),
      say: sentences.ko as never,
      log: (line) => void lines.push(line),
      ...host,
    }
    const backlog = { newest: 20, withinMs: 900_000 }
    const bot = runTelegram(whole, { pollSeconds: 30, backlog, graceMs: 2_000, ...options }, stop.signal)
    const end = async () => {
      stop.abort()
      return bot.ended
    }
    onTestFinished(async () => void (await end()))
    return { bot, ledger, end, stop }
  }
  return { home, server, access, lines, inputs, start, conversation }
}

export async function letIn(access: AccessFile, { id, ...more }: { id: number; workspace?: string; grants?: string[] }) {
  const code = await access.offer(id, Date.now())
  await access.pair(code ?? '', { profile: 'me', ...more }, Date.now())
}
