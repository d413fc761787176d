import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Message, Update } from 'grammy/types'
import { visible } from './telegram-html.ts'

/**
 * A Bot API server on loopback that is as strict as https://core.telegram.org/bots/api says: an offset confirms what
 * is below it, a second poller ends the first with 409, texts are counted in UTF-16 units after their entities were
 * read, an edit that changes nothing is refused. It plays a script of faults and remembers every call.
 */
export interface Fault {
  /** Only calls of this method; any other goes by. */
  method?: string
  status: number
  description?: string
  retryAfter?: number
  /** Sent instead of JSON: what a proxy says. */
  html?: string
  /** The call was carried out, then the connection broke. */
  after?: boolean
}

export interface Call {
  at: number
  method: string
  // biome-ignore lint/suspicious/noExplicitAny: parameters of every method
  params: any
  status: number
}

export interface Sent {
  chat: number
  id: number
  text: string
  /** As it was sent, before its entities were read. */
  source: string
  html: boolean
  photo?: Buffer
  document?: Buffer
  voice?: Buffer
  /** The topic it stands in. */
  thread?: number
  /** The message that it answers. */
  answers?: number
  // biome-ignore lint/suspicious/noExplicitAny: keyboards of every shape
  markup?: any
  edits: number
}

interface Answer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

const ok = (result: unknown): Answer => ({ status: 200, body: { ok: true, result } })
const refuse = (status: number, description: string, parameters?: object): Answer => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters ? { parameters } : {}) },
})

/** https://core.telegram.org/bots/api#getupdates, #sendmessage, #sendphoto, #getfile. */
const most = { text: 4096, caption: 1024, batch: 100, callbackData: 64, fileBytes: 20 << 20, pollSeconds: 50 }

export class TelegramServer implements AsyncDisposable {
  readonly token = '123456789:AAtestTESTtestTESTtestTESTtestTEST'
  readonly calls: Call[] = []
  readonly sent: Sent[] = []
  readonly faults: Fault[] = []
  readonly files = new Map<string, Buffer>()
  readonly reactions: { chat: number; message: number; emoji: string }[] = []
  readonly drafts: { chat: number; draft: number; text: string; thread?: number }[] = []
  /** Topics that may be written in, by their chat: https://core.telegram.org/bots/api#forumtopic. */
  readonly topics = new Map<number, Set<number>>()
  /** Only newer servers show drafts. */
  shows = false
  /** An older server does not know reactions. */
  reacts = true
  /** Chats that blocked the bot or are gone, with what the server says of them. */
  readonly closed = new Map<number, Answer>()
  /**
   * Calls back when the n-th call, or the first of a method, arrives: before it is carried out, or after it was
   * answered.
   */
  killAt(call: number | string, after: boolean, kill: () => void): void {
    this.#kill = { call, after, kill }
  }
  #kill: { call: number | string; after: boolean; kill: () => void } | undefined
  /** How long a second of a long poll lasts, in milliseconds: less, and a day passes in moments. */
  secondMs = 1_000
  #isAway = false
  /** While it is, every connection breaks, also those that wait. */
  set away(is: boolean) {
    this.#isAway = is
    if (is) this.#server.closeAllConnections()
  }
  /** Milliseconds that every call takes. */
  latencyMs = 0
  #updates: Update[] = []
  #nextUpdate = 1000
  #nextMessage = 1
  #poll: ((answer: Answer) => void) | undefined
  #arrived: (() => void) | undefined
  #waiting: { done: () => boolean; resolve: () => void }[] = []
  readonly #server = createServer((request, response) => void this.#serve(request, response))

  static async open(port = 0): Promise<TelegramServer> {
    const made = new TelegramServer()
    made.#server.listen(port, '127.0.0.1')
    await once(made.#server, 'listening')
    return made
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }
  /** Updates that nobody has confirmed. */
  get unconfirmed(): number {
    return this.#updates.length
  }

  // ---- what people do

  /** Any update, as it is; its id is given here unless it has one. */
  push(update: Omit<Update, 'update_id'> & { update_id?: number }): number {
    const id = update.update_id ?? this.#nextUpdate++
    this.#nextUpdate = Math.max(this.#nextUpdate, id + 1)
    this.#updates.push({ ...update, update_id: id } as Update)
    this.#arrived?.()
    return id
  }
  /** A private message of a person; `more` replaces or adds fields. */
  say(from: number, text: string | undefined, more: object = {}): number {
    return this.push({ message: this.message(from, { ...(text === undefined ? {} : { text }), ...more }) })
  }
  message(from: number, more: object = {}): Message & Update.NonChannel {
    return {
      message_id: this.#nextMessage++,
      date: Math.floor(Date.now() / 1000),
      chat: { id: from, type: 'private', first_name: '철수' },
      from: { id: from, is_bot: false, first_name: '철수' },
      ...more,
    } as Message & Update.NonChannel
  }
  /** A message in a group (its number is below zero), by somebody; one for the bot names it. */
  tell(group: number, from: number, text: string, more: object = {}): number {
    const entities = [...text.matchAll(/@\w+|^\/\w+(?:@\w+)?/g)].map((found) => ({
      type: found[0].startsWith('/') ? 'bot_command' : 'mention',
      offset: found.index,
      length: found[0].length,
    }))
    const chat = { id: group, type: 'supergroup', title: '가족' }
    return this.push({
      message: this.message(from, { text, chat, ...(entities.length > 0 ? { entities } : {}), ...more }),
    })
  }
  /** Presses a button of a message that was sent. */
  press(from: number, sent: Sent, data: string): number {
    const message = {
      message_id: sent.id,
      date: 1,
      text: sent.text,
      chat:
        sent.chat < 0 ? { id: sent.chat, type: 'supergroup' } : { id: sent.chat, type: 'private', first_name: '철수' },
      ...(sent.thread === undefined ? {} : { message_thread_id: sent.thread, is_topic_message: true }),
    }
    const from_ = { id: from, is_bot: false, first_name: '철수' }
    return this.push({
      callback_query: { id: `q${this.#nextUpdate}`, from: from_, message, chat_instance: '1', data },
    } as never)
  }
  /** Every update from this one on is given out again, as after a restored backup. */
  rewind(updates: Update[]): void {
    this.#updates = [...updates, ...this.#updates]
    this.#arrived?.()
  }
  /** Resolves when `done` holds; looked at after every call and when updates are confirmed. */
  until(done: () => boolean): Promise<void> {
    return done() ? Promise.resolve() : new Promise((resolve) => this.#waiting.push({ done, resolve }))
  }
  /** What was sent to a chat; with a topic, in it. */
  texts(chat: number, thread?: number): string[] {
    const isThere = (message: Sent) => message.chat === chat && (thread === undefined || message.thread === thread)
    return this.sent.filter(isThere).map(({ text }) => text)
  }
  of(method: string): Call[] {
    return this.calls.filter((call) => call.method === method)
  }

  async close(): Promise<void> {
    this.#poll?.(ok([]))
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  // ---- the server

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#isAway) return void response.destroy()
    const { bot, file, method, query } = pathOf(request.url ?? '')
    const params = { ...query, ...(await paramsOf(request)) }
    const call: Call = { at: performance.now(), method: file ? `file/${file}` : method, params, status: 0 }
    this.calls.push(call)
    const end = this.#kill && [this.calls.length, call.method].includes(this.#kill.call) ? this.#kill : undefined
    if (end) this.#kill = undefined
    if (end && !end.after) return end.kill()
    if (this.latencyMs) await sleep(this.latencyMs)
    const at = this.faults.findIndex((fault) => !fault.method || fault.method === call.method)
    const fault = at < 0 ? undefined : (this.faults.splice(at, 1)[0] as Fault)
    const known = bot === this.token
    const answer =
      fault && !fault.after ? faulty(fault) : known ? await this.#answer(call, response) : refuse(401, 'Unauthorized')
    call.status = answer.status
    if (fault?.after) response.destroy()
    else reply(response, answer)
    if (end) response.once('finish', end.kill)
    this.#look()
  }

  #look(): void {
    const ready = this.#waiting.filter(({ done }) => done())
    this.#waiting = this.#waiting.filter((wait) => !ready.includes(wait))
    for (const { resolve } of ready) resolve()
  }

  async #answer({ method, params }: Call, response: ServerResponse): Promise<Answer> {
    if (method.startsWith('file/')) return this.#download(method.slice(5))
    const chat = Number(params.chat_id)
    const gone = params.chat_id === undefined ? undefined : this.closed.get(chat)
    if (gone) return gone
    const wrong = this.#placeFault(method, chat, params)
    if (wrong) return wrong
    switch (method) {
      case 'getMe':
        return ok({ id: 123456789, is_bot: true, first_name: '비서', username: 'test_bot' })
      case 'getUpdates':
        return this.#getUpdates(params, response)
      case 'sendMessage':
        return this.#send(chat, params, params.text, most.text, 'message text is empty')
      case 'sendPhoto':
        return params.photo === undefined
          ? refuse(400, 'Bad Request: there is no photo in the request')
          : this.#send(chat, params, params.caption ?? '', most.caption, undefined)
      case 'editMessageText':
        return this.#edit(chat, params)
      case 'editMessageReplyMarkup':
        return this.#mark(chat, params)
      case 'sendChatAction':
        return params.action ? ok(true) : refuse(400, 'Bad Request: wrong parameter action in request')
      case 'answerCallbackQuery':
        return params.callback_query_id ? ok(true) : refuse(400, 'Bad Request: QUERY_ID_INVALID')
      case 'sendMessageDraft':
        return this.#draft(chat, params)
      case 'sendDocument':
        return Buffer.isBuffer(params.document)
          ? this.#send(chat, params, params.caption ?? '', most.caption, undefined)
          : refuse(400, 'Bad Request: there is no document in the request')
      case 'sendVoice':
        return Buffer.isBuffer(params.voice)
          ? this.#send(chat, params, params.caption ?? '', most.caption, undefined)
          : refuse(400, 'Bad Request: there is no voice in the request')
      case 'setMessageReaction':
        return this.#react(chat, params)
      case 'getFile':
        return this.#getFile(params.file_id)
      case 'setMyCommands':
      case 'deleteWebhook':
        return ok(true)
      default:
        return refuse(404, 'Not Found')
    }
  }

  /**
   * What can be wrong with where something goes: topics are written in, never edited in; drafts are shown in private
   * chats alone.
   */
  // biome-ignore lint/suspicious/noExplicitAny: parameters as they came
  #placeFault(method: string, chat: number, params: any): Answer | undefined {
    const thread = params.message_thread_id
    if (method === 'sendMessageDraft' && chat < 0)
      return refuse(400, 'Bad Request: method is available only for private chats')
    if (thread === undefined) return undefined
    if (!/^send/.test(method)) return refuse(400, `Bad Request: ${method} has no parameter message_thread_id`)
    return this.topics.get(chat)?.has(Number(thread)) ? undefined : refuse(400, 'Bad Request: message thread not found')
  }

  /** A second poll ends the first; what is below the offset is confirmed and never comes again. */
  async #getUpdates(
    params: { offset?: number; limit?: number; timeout?: number },
    response: ServerResponse,
  ): Promise<Answer> {
    const conflict = 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running'
    this.#poll?.(refuse(409, conflict))
    const { promise, resolve } = Promise.withResolvers<Answer>()
    this.#poll = resolve
    const offset = Number(params.offset ?? 0)
    const limit = Math.min(Number(params.limit ?? most.batch), most.batch)
    if (offset > 0) this.#updates = this.#updates.filter(({ update_id }) => update_id >= offset)
    const give = () => {
      if (this.#updates.length > 0) resolve(ok(this.#updates.slice(0, limit)))
    }
    this.#arrived = give
    this.#look()
    give()
    const seconds = Math.min(Number(params.timeout ?? 0), most.pollSeconds)
    const timer = setTimeout(() => resolve(ok([])), seconds * this.secondMs)
    response.once('close', () => resolve(ok([])))
    const answer = await promise
    clearTimeout(timer)
    if (this.#poll === resolve) this.#poll = undefined
    return answer
  }

  // biome-ignore lint/suspicious/noExplicitAny: parameters as they came
  #send(chat: number, params: any, source: unknown, limit: number, empty: string | undefined): Answer {
    const read = this.#read(source, params, limit, empty)
    if ('status' in read) return read
    const photo = Buffer.isBuffer(params.photo) ? params.photo : undefined
    const document = Buffer.isBuffer(params.document) ? { document: params.document } : {}
    const voice = Buffer.isBuffer(params.voice) ? { voice: params.voice } : {}
    const thread = params.message_thread_id === undefined ? {} : { thread: Number(params.message_thread_id) }
    const answers = this.#answered(params.reply_parameters)
    if ('status' in answers) return answers
    const markup = params.reply_markup
    const wrong = buttons(markup).some(
      (data) => Buffer.byteLength(data) < 1 || Buffer.byteLength(data) > most.callbackData,
    )
    if (wrong) return refuse(400, 'Bad Request: BUTTON_DATA_INVALID')
    const html = params.parse_mode === 'HTML'
    const id = this.#nextMessage++
    this.sent.push({
      chat,
      id,
      text: read.text,
      source: String(source),
      html,
      ...(photo ? { photo } : {}),
      ...document,
      ...voice,
      ...thread,
      ...answers,
      markup,
      edits: 0,
    })
    return ok({ message_id: id, date: 1, chat: { id: chat, type: 'private' }, text: read.text })
  }

  /** https://core.telegram.org/bots/api#replyparameters: only a message that is there is answered. */
  // biome-ignore lint/suspicious/noExplicitAny: parameters as they came
  #answered(reply: any): { answers?: number } | Answer {
    if (reply === undefined) return {}
    const id = Number(reply.message_id)
    if (id > 0 && id < this.#nextMessage) return { answers: id }
    return reply.allow_sending_without_reply ? {} : refuse(400, 'Bad Request: message to be replied not found')
  }

  // biome-ignore lint/suspicious/noExplicitAny: parameters as they came
  #read(source: unknown, params: any, limit: number, empty: string | undefined): { text: string } | Answer {
    if (!Number.isInteger(Number(params.chat_id))) return refuse(400, 'Bad Request: chat not found')
    const parsed = params.parse_mode === 'HTML' ? visible(String(source ?? '')) : { text: String(source ?? '') }
    if ('error' in parsed) return refuse(400, `Bad Request: can't parse entities: ${parsed.error}`)
    const text = parsed.text.trim()
    if (empty && !/[^\s\p{Cf}\p{Cc}]/u.test(text)) return refuse(400, `Bad Request: ${empty}`)
    if (text.length > limit)
      return refuse(400, `Bad Request: message ${limit === most.text ? '' : 'caption '}is too long`)
    return { text }
  }

  // biome-ignore lint/suspicious/noExplicitAny: parameters as they came
  #edit(chat: number, params: any): Answer {
    const found = this.sent.find((message) => message.chat === chat && message.id === Number(params.message_id))
    if (!found) return refuse(400, 'Bad Request: message to edit not found')
    const read = this.#read(params.text, params, most.text, 'message text is empty')
    if ('status' in read) return read
    const same = read.text === found.text && JSON.stringify(params.reply_markup) === JSON.stringify(found.markup)
    if (same)
      return refuse(
        400,
        'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
      )
    Object.assign(found, {
      ...read,
      source: params.text,
      html: params.parse_mode === 'HTML',
      markup: params.reply_markup,
    })
    found.edits++
    return ok({ message_id: found.id, date: 1, chat: { id: chat, type: 'private' }, text: read.text })
  }

  // biome-ignore lint/suspicious/noExplicitAny: parameters as they came
  #mark(chat: number, params: any): Answer {
    const found = this.sent.find((message) => message.chat === chat && message.id === Number(params.message_id))
    if (!found) return refuse(400, 'Bad Request: message to edit not found')
    if (JSON.stringify(found.markup) === JSON.stringify(params.reply_markup))
      return refuse(400, 'Bad Request: message is not modified')
    found.markup = params.reply_markup
    return ok(true)
  }

  // biome-ignore lint/suspicious/noExplicitAny: parameters as they came
  #draft(chat: number, params: any): Answer {
    if (!this.shows) return refuse(404, 'Not Found')
    if (!Number.isInteger(params.draft_id) || params.draft_id === 0) return refuse(400, 'Bad Request: DRAFT_ID_INVALID')
    const read = this.#read(params.text, params, most.text, undefined)
    if ('status' in read) return read
    const thread = params.message_thread_id === undefined ? {} : { thread: Number(params.message_thread_id) }
    this.drafts.push({ chat, draft: params.draft_id, text: read.text, ...thread })
    return ok(true)
  }

  // biome-ignore lint/suspicious/noExplicitAny: parameters as they came
  #react(chat: number, params: any): Answer {
    if (!this.reacts) return refuse(404, 'Not Found')
    const [one, ...more] = Array.isArray(params.reaction) ? params.reaction : []
    if (more.length > 0) return refuse(400, 'Bad Request: REACTIONS_TOO_MANY')
    if (one && !/^[👀✍👍👌🤔🎉🙏]$/u.test(one.emoji)) return refuse(400, 'Bad Request: REACTION_INVALID')
    this.reactions.push({ chat, message: Number(params.message_id), emoji: one?.emoji ?? '' })
    return ok(true)
  }

  #getFile(id: string): Answer {
    const bytes = this.files.get(id)
    if (!bytes) return refuse(400, 'Bad Request: wrong file_id or the file is temporarily unavailable')
    if (bytes.length > most.fileBytes) return refuse(400, 'Bad Request: file is too big')
    return ok({ file_id: id, file_unique_id: id, file_size: bytes.length, file_path: id })
  }
  #download(path: string): Answer {
    const bytes = this.files.get(path)
    return bytes ? { status: 200, body: bytes } : refuse(404, 'Not Found')
  }
}

function faulty({ status, description = 'fault', retryAfter, html }: Fault): Answer {
  if (html !== undefined) return { status, body: Buffer.from(html), headers: { 'content-type': 'text/html' } }
  return refuse(status, description, retryAfter === undefined ? undefined : { retry_after: retryAfter })
}

function reply(response: ServerResponse, { status, body, headers }: Answer): void {
  if (response.destroyed) return
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body))
}

function pathOf(url: string) {
  const { pathname, searchParams } = new URL(url, 'http://x')
  const [, isFile, bot = '', rest = ''] = /^(\/file)?\/bot([^/]+)\/(.*)$/.exec(pathname) ?? []
  return { bot, file: isFile ? rest : '', method: rest, query: Object.fromEntries(searchParams) }
}

/** JSON, a form, or multipart, as the documentation allows (https://core.telegram.org/bots/api#making-requests). */
async function paramsOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const type = request.headers['content-type'] ?? ''
  if (type.startsWith('application/json')) return bytes.length ? JSON.parse(bytes.toString()) : {}
  if (type.startsWith('multipart/')) {
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
    const fields = [...form].map(async ([name, value]) => {
      if (typeof value !== 'string') return [name, Buffer.from(await value.arrayBuffer())]
      return [name, name === 'reply_markup' ? JSON.parse(value) : value]
    })
    const all = Object.fromEntries(await Promise.all(fields))
    const attached = /^attach:\/\/(.+)$/.exec(String(all.photo))?.[1]
    return attached ? { ...all, photo: all[attached] } : all
  }
  return Object.fromEntries(new URLSearchParams(bytes.toString()))
}

// biome-ignore lint/suspicious/noExplicitAny: keyboards of every shape
function buttons(markup: any): string[] {
  // biome-ignore lint/suspicious/noExplicitAny: keyboards of every shape
  return (markup?.inline_keyboard ?? []).flat().map((button: any) => button.callback_data ?? 'url')
}
