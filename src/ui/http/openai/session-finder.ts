import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type Attachment, type Envelope, type Id, isEnding } from '../../../protocol/index.ts'
import { conversationOf, type Sessions } from '../sessions.ts'
import type { Token } from '../tokens.ts'
import { type ClientMessage, type ClientRequest, type DoorSentences, historyText, isChore, placeKey } from './asked.ts'
import type { Heads } from './heads.ts'
import { DoorRefused } from './refusals.ts'
import type { AskedResponse } from './responses.ts'
import { receiptText } from './turn-story.ts'

/** The session in which a request goes on, and the part of the client's account that is new to it. */
export interface SessionPlace {
  sessions: Sessions
  /** The name of the session behind its token, with the agent where that is not the usual one. */
  name: string
  conversation: Id
  unknown: readonly ClientMessage[]
  /** The last answer in a client's account of a session that is known; undefined where it tells none. */
  seen?: string
  /** Clients without a name for the conversation find it by where it stands. */
  byPlace: boolean
  /** A request that came before under the same key. */
  again?: true
}

interface FinderDeps {
  sessions: Sessions
  /** Sessions of which nothing is kept. */
  passing: Sessions
  heads: Heads
}

/** Headers that name a conversation; the second one is Open WebUI's, where it is told to send it. */
const sessionHeaders = ['x-session-id', 'x-openwebui-chat-id']

/** A name for these words that is no word of them. */
export const hashOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex')

/**
 * Finds the conversation that a request belongs to. Most clients send no name but all that was said: the place where
 * that stands leads to the session whose turns those were, so that nothing is told twice and what a service waits for
 * is not lost. Where it leads nowhere (it was said elsewhere, or somebody goes on from an earlier message) a new
 * session begins, and the account goes along with the message.
 */
export class SessionFinder {
  readonly #parts: FinderDeps
  readonly #say: DoorSentences

  constructor(parts: FinderDeps, say: DoorSentences) {
    this.#parts = parts
    this.#say = say
  }

  async find(
    asked: ClientRequest,
    agent: string | undefined,
    token: Token,
    headers: IncomingHttpHeaders,
  ): Promise<SessionPlace> {
    const { sessions, passing, heads } = this.#parts
    const { history, store, model } = asked
    const fresh = () => nameFor(`oai-${randomBytes(12).toString('hex')}`, agent)
    if (!store || isChore(asked)) return placeAt(passing, token, fresh(), history)
    const session = sessionHeaders.map((header) => headers[header]).find((value) => typeof value === 'string')
    if (session !== undefined) return this.#named(nameFor(this.#valid(session), agent), history, token)
    const name = history.length > 0 ? await heads.take(placeKey(token.name, model, history)) : undefined
    return { ...placeAt(sessions, token, name ?? fresh(), name ? [] : history), byPlace: true }
  }

  /** The same for a request that may name the response it goes on from, or a conversation. */
  async findResponse(
    asked: AskedResponse,
    agent: string | undefined,
    token: Token,
    headers: IncomingHttpHeaders,
  ): Promise<SessionPlace> {
    const { previous, conversation, history, store } = asked
    if (conversation && store) return this.#named(nameFor(this.#valid(conversation), agent), history, token)
    if (!previous) return this.find(asked, agent, token, headers)
    const { name } = this.read(previous)
    const { sessions, passing, heads } = this.#parts
    if (store && (await heads.take(hashOf(token.name, previous)))) return placeAt(sessions, token, name, [])
    const before = await this.told(previous, token)
    const other = nameFor(`oai-${randomBytes(12).toString('hex')}`, agent)
    return placeAt(
      store ? sessions : passing,
      token,
      other,
      before.flatMap(({ asked: user, answer }) => [user, answer]),
    )
  }

  /** The session of this name. */
  at(name: string, token: Token): SessionPlace {
    return placeAt(this.#parts.sessions, token, name, [])
  }

  /** Keeps where the conversation stands now. */
  async keep(place: SessionPlace, asked: ClientRequest, token: Token, answer: string | undefined): Promise<void> {
    if (!place.byPlace || place.again) return
    const { history, model, text } = asked
    const said: ClientMessage[] =
      answer === undefined ? history : [...history, { role: 'user', text }, { role: 'assistant', text: answer }]
    if (said.length > 0) await this.#parts.heads.put(placeKey(token.name, model, said), place.name)
  }

  /** The turns of a response's conversation up to it. Throws `DoorRefused` where it is not there. */
  async told(id: string, token: Token): Promise<ToldTurn[]> {
    const { name, turn } = this.read(id)
    const turns = await turnsOf(this.#parts.sessions.history(conversationOf(token.name, name)))
    const at = turns.findIndex((one) => one.turn === turn)
    if (at < 0) throw this.#noResponse(id)
    return turns.slice(0, at + 1)
  }

  /** Reads the session and the turn out of a response's id. */
  read(id: string): { name: string; turn: Id } {
    const [, encoded = '', turn = ''] = /^resp_([\w-]+)\.([\w-]+)$/.exec(id) ?? []
    const name = Buffer.from(encoded, 'base64url').toString()
    if (!name || !turn) throw this.#noResponse(id)
    return { name, turn }
  }

  async #named(name: string, history: readonly ClientMessage[], token: Token): Promise<SessionPlace> {
    const key = hashOf('named', token.name, name)
    const { heads, sessions } = this.#parts
    const isKnown = (await heads.take(key)) !== undefined
    await heads.put(key, name)
    if (!isKnown) return placeAt(sessions, token, name, history)
    const seen = history.findLast(({ role }) => role === 'assistant')?.text ?? ''
    return { ...placeAt(sessions, token, name, []), ...(history.length > 0 ? { seen: seen.slice(-mostSeen) } : {}) }
  }

  #valid(session: string): string {
    if (!/^[\w.:-]{1,128}$/.test(session)) throw new DoorRefused('invalid', this.#say.session, 'session')
    return session
  }

  #noResponse(id: string): DoorRefused {
    return new DoorRefused('no-response', this.#say.noResponse(id.slice(0, 200)), 'previous_response_id')
  }
}

/** The id of a response: it leads back to its session, for the same token only. */
export const responseId = (name: string, turn: Id): string => `resp_${Buffer.from(name).toString('base64url')}.${turn}`

/** Of the answer that was shown the end is kept, in UTF-16 units: the question stands there. */
const mostSeen = 1_000

const nameFor = (session: string, agent: string | undefined) => (agent ? `${session}@${agent}` : session)

const placeAt = (
  sessions: Sessions,
  { name: token }: Token,
  name: string,
  unknown: readonly ClientMessage[],
): SessionPlace => ({
  sessions,
  name,
  conversation: conversationOf(token, name),
  unknown,
  byPlace: false,
})

/** Attaches the account of earlier talk from elsewhere to the message. */
export function accountOf({ unknown }: SessionPlace, { earlier }: DoorSentences): Attachment[] {
  return unknown.length === 0 ? [] : [{ name: earlier, text: historyText(unknown), beside: true }]
}

/** A turn that is over, as it was told. */
export interface ToldTurn {
  turn: Id
  asked: ClientMessage
  answer: ClientMessage
  at: number
  isWhole: boolean
}

async function turnsOf(history: AsyncIterable<Envelope>): Promise<ToldTurn[]> {
  const turns: ToldTurn[] = []
  const begun = new Map<Id, string>()
  for await (const { event, turn, at } of history) {
    if (turn === undefined) continue
    if (event.type === 'turn.started') begun.set(turn, event.input.text)
    if (!isEnding(event)) continue
    const text = event.type === 'turn.done' ? event.text + receiptText(event) : event.partial
    const asked = { role: 'user' as const, text: begun.get(turn) ?? '' }
    turns.push({ turn, asked, answer: { role: 'assistant', text }, at, isWhole: event.type === 'turn.done' })
  }
  return turns
}
