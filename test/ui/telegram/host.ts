// The bot's environment out of real parts, for tests in this process and for programs that are killed.
import { join } from 'node:path'
import type { Flow } from '../../../src/core/flow.ts'
import { type OpenOptions, openShared } from '../../../src/core/ownership/shared-conversation.ts'
import { ulid } from '../../../src/std/ulid.ts'
import { createBot } from '../../../src/ui/telegram/bot.ts'
import type { TelegramHost } from '../../../src/ui/telegram/host.ts'
import { AccessFile } from '../../../src/ui/telegram/inbound/access.ts'
import { sentencesFor } from '../../../src/ui/telegram/messages.ts'
import { createRedactor } from '../../../src/ui/telegram/outbound/redact.ts'
import { DeliveryLog } from '../../../src/ui/telegram/outbox.ts'

export const owner = 4242
const newId = () => ulid(Date.now())

/** A conversation on disk below `home`, answered by `flow`. */
export function conversationAt(home: string, flow: Flow) {
  return (id: string, more: Partial<OpenOptions> = {}) =>
    openShared(id, {
      folder: join(home, 'conversations'),
      runtime: join(home, 'run'),
      pid: process.pid,
      initial: { agent: '비서', workspace: 'default', profile: 'me' },
      flow,
      now: () => new Date(),
      newId,
      language: 'ko',
      askMs: 30_000,
      partialMs: 1_000,
      mayAnswer: async () => true,
      goesOn: () => true,
      ...more,
    })
}

export async function hostAt(
  home: string,
  { url, token }: { url: string; token: string },
  flow: Flow,
  log: (line: string) => void,
): Promise<TelegramHost> {
  const open = conversationAt(home, flow)
  return {
    language: 'ko',
    bot: createBot(url, token),
    ledger: await DeliveryLog.open(join(home, 'state', 'telegram.jsonl')),
    access: new AccessFile(join(home, 'config.json')),
    now: () => new Date(),
    network: () => '',
    newId,
    mergeMs: 0,
    deskFirstMs: 0,
    drafts: { isOn: false, count: 0 },
    whileBusy: 'queue',
    outbox: join(home, 'state', 'outbox'),
    begin: () => open(newId()),
    open,
    status: async () => ({ agent: '비서', model: 'test' }),
    agents: async () => ['비서', '코디'],
    answerRing: async ({ ids }, choice) => (choice === 'tomorrow' ? undefined : `${ids.join('+')}: ${choice}`),
    about: async (what, words) => `${what} ${words}`,
    readDocument: async (_, bytes) =>
      bytes.includes(0) ? { fault: 'binary' } : { text: Buffer.from(bytes).toString() },
    scrub: createRedactor({ folders: [home], names: [], redact: (text) => text.replaceAll(token, '••••') }),
    say: sentencesFor('ko'),
    log,
  }
}

export async function letIn(
  access: AccessFile,
  { id, ...more }: { id: number; workspace?: string; grants?: string[] },
) {
  const code = await access.offer(id, Date.now())
  await access.pair(code ?? '', { profile: 'me', ...more }, Date.now())
}
