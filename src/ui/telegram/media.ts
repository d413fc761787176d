import { telegram as messages } from '../../messages/telegram.ts'
import type { Image } from '../../protocol/index.ts'
import type { Sender } from './access.ts'
import { BotError, mostFileBytes } from './bot.ts'
import type { Request, TelegramHost } from './host.ts'
import type { Attached, Incoming } from './incoming.ts'

/** Words by which a person asks to have a document kept, and not only read. */
const keepWords = /저장|보관|추가|넣어|등록|기억|\b(?:save|keep|store|add|index)\b/i
/** Text of one document that goes along with a message, in characters. */
const mostAttached = 60_000

/** What messages that belong together ask for; or a sentence to answer instead, when they cannot be read. */
export async function requestOf(
  updates: readonly Incoming[],
  sender: Sender,
  host: TelegramHost,
  signal: AbortSignal,
): Promise<Request | { answer: string }> {
  const say = messages[host.language]
  const request: Request = { text: updates.flatMap(({ text }) => text ?? []).join('\n'), images: [], attachments: [] }
  for (const { file } of updates) {
    if (!file) continue
    const answer = await take(file, request, sender, host, signal)
    if (answer) return { answer }
  }
  if (!request.text.trim() && request.images.length > 0) request.text = say.picture
  if (!request.text.trim() && request.attachments[0]) request.text = say.document(request.attachments[0].name)
  return request.text.trim() ? request : { answer: say.empty }
}

/** Adds a file to the request; a sentence when it cannot. */
async function take(
  file: Attached,
  request: Request,
  sender: Sender,
  host: TelegramHost,
  signal: AbortSignal,
): Promise<string | undefined> {
  const say = messages[host.language]
  if (file.kind === 'voice' && !host.transcribe) return say.noVoice
  if ((file.size ?? 0) > mostFileBytes) return say.tooBig
  const bytes = await fetched(file, host, signal)
  if (bytes === 'too big') return say.tooBig
  if (!bytes) return say.noFile
  if (file.kind === 'voice') {
    const heard = await host.transcribe?.(bytes, file.mime ?? 'audio/ogg', signal)
    if (!heard?.trim()) return say.noSpeech
    request.text = [request.text, heard].filter(Boolean).join('\n')
    return undefined
  }
  const mediaType = pictureType(bytes)
  if (mediaType) {
    request.images.push({ mediaType, data: Buffer.from(bytes).toString('base64') })
    return undefined
  }
  const name = file.name ?? 'file'
  const read = file.kind === 'document' ? await documentOf(name, bytes, keepWords.test(request.text), sender, host) : undefined
  if (!read) return say.noDocument(name)
  request.attachments.push({ name, text: read.text.slice(0, mostAttached) })
  return undefined
}

async function fetched(
  { id }: Attached,
  { bot, log }: TelegramHost,
  signal: AbortSignal,
): Promise<Uint8Array | 'too big' | undefined> {
  try {
    return await bot.download(id, mostFileBytes, signal)
  } catch (error) {
    if (!(error instanceof BotError) || error.fault === 'token') throw error
    log(`file: ${error.message}`)
    return /too big/i.test(error.message) ? 'too big' : undefined
  }
}

/** Plain text is read here; other kinds by the documents, where they are there. */
async function documentOf(name: string, bytes: Uint8Array, keep: boolean, sender: Sender, host: TelegramHost) {
  const read = await host.readDocument?.(name, bytes, keep, sender)
  if (read) return read
  if (bytes.includes(0)) return undefined
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return undefined
  }
}

/** By its first bytes: names and types are what the sender says. */
function pictureType(bytes: Uint8Array): Image['mediaType'] | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\x89PNG')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('GIF8')) return 'image/gif'
  return head.startsWith('RIFF') && head.slice(8) === 'WEBP' ? 'image/webp' : undefined
}
