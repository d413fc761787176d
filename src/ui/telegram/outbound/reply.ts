import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Id, Image } from '../../../protocol/index.ts'
import { ensureDir, fileMode } from '../../../std/fs/files.ts'
import { whileDiskRefuses } from '../disk-retry.ts'
import type { TelegramHost } from '../host.ts'
import type { Incoming } from '../inbound/incoming.ts'
import type { OutPart } from '../ledger-entries.ts'
import { type ChatKey, isGroup } from '../place.ts'
import { deliverReply } from './deliver.ts'
import { splitMessage } from './format.ts'

interface ReplyMore {
  /** The progress message that the first part replaces. */
  edit?: number | undefined
  /** Buttons under the last part. */
  labels?: string[]
  images?: Image[]
  /** Words that are spoken besides. */
  speech?: string | undefined
  /** Position up to which this tells the conversation. */
  told?: { conversation: Id; seq: number }
}

/** The replies of one chat: written down first, then sent. */
export class Replies {
  readonly #chat: ChatKey
  readonly #host: TelegramHost
  readonly #signal: AbortSignal
  readonly #sending = new Map<string, Promise<void>>()

  constructor(chat: ChatKey, host: TelegramHost, signal: AbortSignal) {
    this.#chat = chat
    this.#host = host
    this.#signal = signal
  }

  /** Writes the reply to these updates down, which settles them, and sends it. */
  async reply(
    updates: Incoming[],
    text: string,
    { edit, labels = [], images = [], speech, told }: ReplyMore = {},
  ): Promise<void> {
    const { scrub, say, ledger } = this.#host
    const key = `u${(updates[0] as Incoming).id}`
    const found = splitMessage(scrub(text))
    const parts: OutPart[] = found.length > 0 ? found : splitMessage(say.failure({ code: 'empty' }))
    const last = parts.at(-1)
    if (last && labels.length > 0) last.buttons = labels
    for (const [at, image] of images.entries())
      parts.push({ html: '', plain: '', photo: await this.#keep(`${key}-${at}`, image) })
    if (speech) parts.push({ html: '', plain: '', speech: scrub(speech) })
    // In a group it must be seen whose question an answer is to.
    const answers = isGroup(this.#chat) ? { answers: (updates[0] as Incoming).message } : {}
    const out = { key, chat: this.#chat, parts, ...(edit === undefined ? {} : { edit }), ...answers }
    await ledger.write({ type: 'out', out, updates: updates.map(({ id }) => id), ...(told ? { told } : {}) })
    await this.deliver(key)
  }

  async #keep(name: string, image: Image): Promise<string> {
    await ensureDir(this.#host.outbox)
    const path = join(this.#host.outbox, name)
    await writeFile(path, Buffer.from(image.data, 'base64'), { mode: fileMode })
    return path
  }

  /** Sends what stands in the ledger under this key, as far as it has not gone out yet. */
  deliver(key: string): Promise<void> {
    const there = this.#sending.get(key)
    if (there) return there
    const { bot, ledger, log, speech } = this.#host
    const deps = { bot, ledger, signal: this.#signal, log, ...(speech ? { speech } : {}) }
    const sending = whileDiskRefuses(() => deliverReply(deps, key), this.#signal, log).finally(() =>
      this.#sending.delete(key),
    )
    this.#sending.set(key, sending)
    return sending
  }
}
