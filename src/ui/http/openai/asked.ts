import { createHash } from 'node:crypto'
import type { doorMessages } from '../../../messages/surfaces/doors.ts'
import type { Image, JsonObject } from '../../../protocol/index.ts'
import { pictureBytes, pictureOf } from '../../../tools/desktop/clipboard-picture.ts'
import { DoorRefused } from './refusals.ts'

/** One message of a client's own account of the conversation. */
export interface ClientMessage {
  role: 'user' | 'assistant' | 'tool'
  text: string
}

/** A client's request, whichever address it came to. */
export interface ClientRequest {
  model: string
  /** The last message of the person, with its pictures. */
  text: string
  images: Image[]
  /** The messages before it, oldest first. */
  history: ClientMessage[]
  /** The client's own system messages, joined. */
  system: string
  /** The answer is to be JSON of this schema. */
  schema?: JsonObject
  stream: boolean
  /** A last chunk tells the tokens. */
  usage: boolean
  /** False: nothing of it is kept or remembered. */
  store: boolean
}

export type DoorSentences = (typeof doorMessages)['ko']

/** Longer than this is no message but a document, in UTF-16 units. */
const mostText = 200_000
const mostPictures = 10

/** A message as a client wrote it, read into words and pictures. */
export interface RawMessage {
  role: string
  text: string
  urls: string[]
}

/**
 * Arranges messages into the one that is to be answered and those before it. Behind the person's last one may stand
 * the results of another program's tools, or an answer that was cut: that is asked to be gone on with.
 */
export function arrangeMessages(
  messages: readonly RawMessage[],
  say: DoorSentences,
): Pick<ClientRequest, 'text' | 'images' | 'history' | 'system'> {
  const system = messages.filter(({ role }) => role === 'system' || role === 'developer')
  const talk = messages.filter(({ role }) => role !== 'system' && role !== 'developer')
  const at = talk.findLastIndex(({ role }) => role === 'user')
  const last = talk[at]
  if (!last || (!last.text.trim() && last.urls.length === 0)) throw new DoorRefused('invalid', say.noUser, 'messages')
  const isCut = talk.at(-1)?.role === 'assistant'
  const instructions = system.map(({ text }) => text).join('\n\n')
  if (last.text.length > mostText || instructions.length > mostText)
    throw new DoorRefused('invalid', say.tooLong(mostText), 'messages')
  if (last.urls.length > mostPictures) throw new DoorRefused('invalid', say.manyPictures(mostPictures), 'messages')
  return {
    text: isCut ? say.goOn : last.text,
    images: last.urls.map((url) => pictureAt(url, say)),
    history: (isCut ? talk : talk.toSpliced(at, 1)).map(({ role, text }) => ({ role: clientRole(role), text })),
    system: instructions,
  }
}

const clientRole = (role: string): ClientMessage['role'] => (role === 'user' || role === 'assistant' ? role : 'tool')

function pictureAt(url: string, say: DoorSentences): Image {
  const [, data = ''] = /^data:[\w/+.-]+;base64,([A-Za-z0-9+/=\s]+)$/.exec(url) ?? []
  const bytes = Buffer.from(data, 'base64')
  const picture = bytes.length <= pictureBytes ? pictureOf(bytes) : undefined
  if (!picture) throw new DoorRefused('invalid', say.picture, 'image_url')
  return picture
}

/**
 * Names the place of a conversation, as clients that send all of it each time know it: the same words lead to the same
 * place.
 */
export function placeKey(token: string, model: string, said: readonly ClientMessage[]): string {
  // Clients trim and wrap what they keep; system messages change from turn to turn and say nothing of the place.
  const plain = said.map(({ role, text }) => [role, text.normalize('NFC').replace(/\s+/g, ' ').trim()])
  return createHash('sha256')
    .update(JSON.stringify([token, model, plain]))
    .digest('hex')
}

/** Of a long account the end is taken along, in UTF-16 units. */
const mostHistory = 100_000

/**
 * An account of talk from elsewhere, as text that goes along with the message: this program did not write it and does
 * not claim it did.
 */
export function historyText(said: readonly ClientMessage[]): string {
  const told = said.filter(({ text }) => text.trim() !== '')
  const whole = told.map(({ role, text }) => `${role}: ${text}`).join('\n\n')
  return whole.length > mostHistory ? `…${whole.slice(-mostHistory)}` : whole
}

/**
 * Questions that a program asks for itself about a conversation (Open WebUI makes titles, tags and follow-ups so):
 * they belong to no conversation and nothing of them is to be remembered.
 */
export const isChore = ({ text, history }: Pick<ClientRequest, 'text' | 'history'>): boolean =>
  history.length === 0 && text.startsWith('### Task:') && text.includes('<chat_history>')
