import { docsMessages } from '../../../messages/commands/docs.ts'
import { telegramMessages } from '../../../messages/surfaces/telegram.ts'
import { type Attachment, type Image, isPdf } from '../../../protocol/index.ts'
import { pdfOf } from '../../../tools/desktop/clipboard-picture.ts'
import { BotError, mostFileBytes } from '../bot.ts'
import type { ChatTurnRequest, TelegramHost } from '../host.ts'
import type { ChatKey } from '../place.ts'
import type { Sender } from './access.ts'
import type { Attached, Incoming } from './incoming.ts'

/** Words by which a person asks to have a document kept, and not only read. */
const keepWords = /(?:저장|보관|등록|추가)\s?(?:해|하|좀|부탁)|넣어|기억해|\b(?:save|keep|store|index)\b/i
/** Words by which they mean the one that they sent before. */
const sentWords =
  /(?:이|그|방금|아까|보낸)\s?.{0,6}(?:문서|파일|자료|pdf)|\b(?:this|that|the)\s(?:document|file|pdf)\b/i
/** Words by which they want more than that. */
const moreWords = /요약|번역|설명|정리|알려|분석|뭐|무엇|어때|찾아|\?|\b(?:summar|translat|explain|what|tell)/i
/** Text of one document that goes along with a message, in characters. */
const mostAttached = 60_000

/** Return the request of messages that belong together; or a sentence to answer instead if they cannot be read. */
export async function requestOf(
  updates: readonly Incoming[],
  sender: Sender,
  host: TelegramHost,
  signal: AbortSignal,
): Promise<ChatTurnRequest | { answer: string }> {
  const say = telegramMessages[host.language]
  const own = updates.filter((one) => !one.foreign)
  const text = wordsOf(own)
  const [{ chat, name: speaker } = { chat: sender.id, name: undefined }] = updates
  const who = speaker === undefined ? {} : { speaker }
  const request: ChatTurnRequest = { text, ...who, images: [], attachments: [], done: [] }
  for (const file of filesOf(updates, text, host)) {
    const answer = await takeAttachment(file, { request, chat, sender, host, signal })
    if (answer) return { answer }
  }
  if (request.done.length > 0 && !moreWords.test(text)) return { answer: request.done.join('\n') }
  const passedOn = wordsOf(updates.filter((one) => one.foreign))
  // Words of somebody else are what is spoken of, never what is asked for.
  if (passedOn)
    request.attachments.push({ name: say.passedOn, text: passedOn, untrusted: true, source: 'telegram forward' })
  for (const one of updates) request.attachments.push(...toldBy(one, say))
  if (updates.some(({ video }) => video)) request.done.push(say.noVideo)
  if (!request.text.trim() && request.images.some((image) => !isPdf(image))) request.text = say.picture
  const [only] = request.attachments
  if (!request.text.trim() && only) request.text = wordsFor(only.name, say)
  if (!request.text.trim()) return { answer: say.empty }
  for (const { quoted, around } of updates) {
    if (quoted) request.attachments.push(quoteAttachment(quoted, say.quoted))
    if (around)
      request.attachments.push({
        name: say.around,
        text: around,
        untrusted: true,
        source: 'telegram group',
        beside: true,
      })
  }
  return request
}

/** Return the request meant by sending something without a word. */
function wordsFor(name: string, say: (typeof telegramMessages)['ko']): string {
  if (name === say.passedOn) return say.readPassedOn
  return name === say.place || name === say.contact ? say.sentKind(name) : say.document(name)
}

/** A paste that was cut goes on where it was cut; lines stand below one another. */
function wordsOf(updates: readonly Incoming[]): string {
  return updates.reduce((all, { text = '' }, at) => {
    const isCut = at > 0 && (updates[at - 1]?.text?.length ?? 0) >= cutChars
    return all + (at === 0 || isCut || text === '' || all === '' ? '' : '\n') + text
  }, '')
}

/** Telegram's apps cut a text at 4,096 characters, mostly at the blank before. */
const cutChars = 4_000

/** A place or a contact as words. */
function toldBy({ place, contact }: Incoming, say: (typeof telegramMessages)['ko']): Attachment[] {
  const at = place && `${place.name ? `${place.name}\n` : ''}${place.latitude}, ${place.longitude}`
  return [
    ...(at ? [{ name: say.place, text: at }] : []),
    // A card is what somebody else wrote of themselves.
    ...(contact
      ? [
          {
            name: say.contact,
            text: `${contact.name} ${contact.phone}`,
            untrusted: true as const,
            source: 'telegram contact',
          },
        ]
      : []),
  ]
}

/** The message that a person answers. What the bot wrote may rest on text from outside. */
function quoteAttachment({ text, own }: NonNullable<Incoming['quoted']>, name: string): Attachment {
  return { name, text, beside: true, ...(own ? {} : { untrusted: true, source: 'telegram reply' }) }
}

/**
 * Return the attachments of the messages; or, if they only ask to keep "this document", the one that was sent before.
 */
function filesOf(updates: readonly Incoming[], text: string, { ledger }: TelegramHost): Attached[] {
  const own = updates.flatMap(({ file, foreign }) => (file ? { ...file, ...(foreign ? { foreign } : {}) } : []))
  const before = ledger.chats.get(updates[0]?.chat ?? 0)?.document
  return own.length === 0 && before && keepWords.test(text) && sentWords.test(text) ? [before] : own
}

/** A request that is being put together, and for whom. */
interface Making {
  request: ChatTurnRequest
  chat: ChatKey
  sender: Sender
  host: TelegramHost
  signal: AbortSignal
}

/** Adds a file to the request; a sentence when it cannot. */
async function takeAttachment(file: Attached, making: Making): Promise<string | undefined> {
  const { request, host, signal } = making
  const say = telegramMessages[host.language]
  if (file.kind === 'voice' && !host.transcribe) return say.noVoice
  if ((file.size ?? 0) > mostFileBytes) return say.tooBig
  const bytes = await fetchFile(file, host, signal)
  if (bytes === 'too big') return say.tooBig
  if (!bytes) return say.noFile
  if (file.kind === 'voice') return takeVoice(bytes, file.foreign === true, making)
  const mediaType = pictureType(bytes)
  if (mediaType) {
    request.images.push({ mediaType, data: Buffer.from(bytes).toString('base64') })
    // A forwarded picture may carry somebody else's words.
    if (file.foreign) request.attachments.push(passedOnPicture(request.images.length, say))
    return undefined
  }
  if (file.kind !== 'document') return say.noDocument(file.name ?? 'file')
  return takeDocument(file, bytes, making)
}

const passedOnPicture = (at: number, say: (typeof telegramMessages)['ko']): Attachment => ({
  name: say.passedOn,
  text: say.passedOnPicture(at),
  untrusted: true,
  source: 'telegram forward',
})

async function takeVoice(
  bytes: Uint8Array,
  isForeign: boolean,
  { request, host, signal }: Making,
): Promise<string | undefined> {
  const say = telegramMessages[host.language]
  const heard = (await host.transcribe?.(bytes, signal)) ?? { fault: 'model' as const }
  if ('fault' in heard) return heard.fault === 'model' ? say.noVoice : say.noSound
  if (!heard.text.trim()) return say.noSpeech
  if (isForeign)
    request.attachments.push({ name: say.passedOn, text: heard.text, untrusted: true, source: 'telegram forward' })
  else request.text = [request.text, heard.text].filter(Boolean).join('\n')
  return undefined
}

async function takeDocument(file: Attached, bytes: Uint8Array, making: Making): Promise<string | undefined> {
  const { request, chat, sender, host, signal } = making
  const say = telegramMessages[host.language]
  const name = file.name ?? 'file'
  const read = await host.readDocument?.(name, bytes, keepWords.test(request.text) ? sender : undefined, signal)
  const fault = !read ? 'unsupported' : 'fault' in read ? read.fault : undefined
  if (fault === 'unsupported' || fault === 'binary') return say.noDocument(name)
  if (!read || 'fault' in read) return docsMessages[host.language].skipped(name, fault ?? 'unsupported')
  if (read.passages !== undefined) request.done.push(say.keptDocument(name, read.passages))
  await host.ledger.write({ type: 'document', chat, file })
  const pages = pdfOf(bytes, name)
  if (pages) request.images.push(pages)
  request.attachments.push({
    name,
    text: read.text.slice(0, mostAttached),
    untrusted: true,
    source: `telegram ${name}`,
  })
  return undefined
}

async function fetchFile(
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

/** By its first bytes: names and types are what the sender says. */
function pictureType(bytes: Uint8Array): Image['mediaType'] | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\x89PNG')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('GIF8')) return 'image/gif'
  return head.startsWith('RIFF') && head.slice(8) === 'WEBP' ? 'image/webp' : undefined
}
