import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { telegramToolMessages } from '../../messages/tools/telegram-message.ts'
import {
  type Explained,
  finalDeed,
  type JsonObject,
  type Tool,
  type ToolContext,
  type ToolResult,
} from '../../protocol/index.ts'
import { ensureDir, fileMode } from '../../std/fs/files.ts'
import { faultText, type PathPolicyOf, withFileErrors } from '../../tools/files/file-errors.ts'
import { openRegular, refusePath } from '../../tools/files/path-policy.ts'
import { refuses, textResult, tool } from '../../tools/tool.ts'
import { findRecipient, type TelegramPost } from './send-telegram-message.ts'

/** https://core.telegram.org/bots/api#senddocument: 50 MB. */
const mostBytes = 50_000_000

/** The tool's needs: folders it may read, the outbox, and the daemon that sends. */
export interface FilePost extends Pick<TelegramPost, 'senders'> {
  fenceOf: PathPolicyOf
  outbox: string
  /** Has the daemon put it on its way; undefined where none runs. */
  ask(request: JsonObject): Promise<{ sent?: boolean } | undefined>
}

/**
 * Sends a file to somebody whom the owner let in. It goes through the daemon's outbox: once, also where the net is
 * away or a process dies.
 */
export function sendFile(post: FilePost): Tool {
  return tool({
    name: 'telegram_send_file',
    facts: { group: 'people', kind: 'other', subject: 'arguments', reads: 'nothing', leavesNothing: false },
    deeds: finalDeed('path'),
    category: 'sensitive',
    effect: () => 'sends',
    // The same call of the same turn is the same delivery.
    idempotent: true,
    timeoutMs: 30_000,
    description: 'Send a file over Telegram to a paired person (to: profile or id).',
    schema: {
      type: 'object',
      properties: { path: { type: 'string' }, to: { type: 'string' }, caption: { type: 'string', maxLength: 1_000 } },
      required: ['path'],
    },
    explain: (args, context) => explained(args, post, context),
    run: (args, context) => withFileErrors(context, () => deliverFile(args, post, context)),
  })
}

interface FileArgs {
  path: string
  to?: string
  caption?: string
}

async function explained({ path, to, caption }: FileArgs, post: FilePost, context: ToolContext): Promise<Explained> {
  const say = telegramToolMessages[context.language]
  try {
    const sender = await findRecipient(to, post, context)
    if (typeof sender === 'string') return { refused: sender }
    const { length } = await bytesOf(path, post, context)
    const what = [path, say.size(length), caption].filter(Boolean).join('\n')
    return { effect: say.effect(sender.profile, sender.id, what), risk: 'medium' }
  } catch (error) {
    return { refused: faultText(error, context) }
  }
}

/** Puts a copy into the outbox, and has the daemon write down that it is to be sent. */
async function deliverFile({ path, to, caption }: FileArgs, post: FilePost, context: ToolContext): Promise<ToolResult> {
  const say = telegramToolMessages[context.language]
  const sender = await findRecipient(to, post, context)
  if (typeof sender === 'string') return refuses(sender)
  const bytes = await bytesOf(path, post, context)
  const key = `file-${context.turn}-${createHash('sha256').update(path).update(bytes).digest('hex').slice(0, 16)}`
  const kept = join(post.outbox, key)
  await ensureDir(post.outbox)
  await writeFile(kept, bytes, { mode: fileMode })
  const name = basename(path)
  const { conversation } = context
  const answer = await post.ask({
    do: 'send-file',
    chat: sender.id,
    conversation,
    key,
    name,
    ...(caption ? { caption } : {}),
  })
  if (answer?.sent) return textResult(say.fileSent(name, sender.profile), { to: sender.id, bytes: bytes.length })
  await rm(kept, { force: true })
  return refuses(say.noDaemon)
}

async function bytesOf(path: string, { fenceOf }: FilePost, context: ToolContext): Promise<Buffer> {
  const { file } = await openRegular(path, await fenceOf(context))
  try {
    if ((await file.stat()).size > mostBytes) refusePath('large', path, { limit: '50 MB' })
    return await file.readFile()
  } finally {
    await file.close()
  }
}
