import { type ChatKey, chatKeyOf } from '../place.ts'
import { type BotIdentity, groupOf, isAddressed, withoutName, writerOf } from './group.ts'
import { integerIn, type JsonRecord, objectIn, textIn } from './loose.ts'

/**
 * A person's deed in their private chat with the bot, or words to it in a group: the part of an update that is kept.
 * Times in milliseconds.
 */
export interface Incoming {
  /** The update's id. */
  id: number
  /** The chat, which in a private one is the person; or a topic of it. */
  chat: ChatKey
  /** In a group: who wrote it, and what they are called there. */
  from?: number
  name?: string
  /** In a group: what was said before it, by whomever. */
  around?: string
  kind: 'message' | 'edit' | 'press' | 'left'
  message: number
  at: number
  /** Of a pressed button: what stands in its message. */
  text?: string
  /** Not written by the person: passed on from somebody else, or made by another bot. */
  foreign?: true
  /** The message that this one answers: the chosen part, else the whole. `own`: the person's own words. */
  quoted?: { text: string; own: boolean }
  /** Pictures that were sent together. */
  group?: string
  file?: Attached
  /** A shared place, or a contact. */
  place?: { latitude: number; longitude: number; name?: string }
  contact?: { name: string; phone: string }
  /** It came with a moving picture, which nobody here can see. */
  video?: true
  /** Something that is neither text nor a file we read: a sticker, a place, a poll. */
  other?: true
  /** Of a pressed button. */
  data?: string
  query?: string
}
export interface Attached {
  id: string
  kind: 'photo' | 'voice' | 'document'
  name?: string
  mime?: string
  size?: number
  /** Passed on from somebody else. */
  foreign?: true
}

/** The id of an update, whatever else it is. */
export function updateId(update: unknown): number | undefined {
  const id = integerIn(objectIn(update)?.update_id)
  return id !== undefined && id >= 0 ? id : undefined
}

/**
 * Reads an update. Undefined for everything that is not surely a person in their own private chat, or in a group
 * where they speak to `me`: other talk of groups, channels, anonymous senders, bots, shapes that the documentation
 * does not know. Fails closed.
 */
export function readUpdate(update: unknown, me?: BotIdentity): Incoming | undefined {
  const all = objectIn(update)
  const id = updateId(update)
  if (!all || id === undefined) return undefined
  const query = objectIn(all.callback_query)
  if (query) return readPress(id, query, me)
  const member = objectIn(all.my_chat_member)
  if (member) return readDeparture(id, member)
  const message = objectIn(all.message) ?? objectIn(all.edited_message)
  return message && messageOf(id, message, all.message ? 'message' : 'edit', me)
}

/** The person, if this is their private chat with us and they act as themselves. */
function personIn(chat: unknown, from: unknown): number | undefined {
  const person = objectIn(from)
  const place = objectIn(chat)
  const id = integerIn(person?.id)
  return id !== undefined && id > 0 && person?.is_bot === false && place?.type === 'private' && place.id === id
    ? id
    : undefined
}

/** The actor and the chat: private, or a group. */
type Room = Pick<Incoming, 'chat' | 'from' | 'name'>

function roomOf(message: JsonRecord, by: JsonRecord, me: BotIdentity | undefined): Room | undefined {
  const person = personIn(message.chat, by.from)
  const topic = message.is_topic_message === true ? integerIn(message.message_thread_id) : undefined
  if (person !== undefined) return { chat: chatKeyOf(person, topic) }
  const chat = me && groupOf(message)
  const writer = writerOf(by)
  return chat === undefined || !writer ? undefined : { chat, ...writer }
}

function readPress(id: number, query: JsonRecord, me: BotIdentity | undefined): Incoming | undefined {
  const message = objectIn(query.message)
  const room = message && roomOf(message, query, me)
  const number = integerIn(message?.message_id)
  const [data, name] = [textIn(query.data), textIn(query.id)]
  if (!room || number === undefined || !data || !name || query.inline_message_id !== undefined) return undefined
  const text = textIn(message?.text)?.slice(0, quotedChars)
  return { id, ...room, kind: 'press', message: number, at: 0, data, query: name, ...(text ? { text } : {}) }
}

function readDeparture(id: number, member: JsonRecord): Incoming | undefined {
  const chat = personIn(member.chat, member.from) ?? groupOf(member)
  const status = String(objectIn(member.new_chat_member)?.status)
  return chat !== undefined && ['kicked', 'left'].includes(status)
    ? { id, chat, kind: 'left', message: 0, at: 0 }
    : undefined
}

function messageOf(
  id: number,
  message: JsonRecord,
  kind: 'message' | 'edit',
  me: BotIdentity | undefined,
): Incoming | undefined {
  const room = roomOf(message, message, me)
  const [number, date] = [integerIn(message.message_id), integerIn(message.date)]
  if (!room || number === undefined || date === undefined || message.sender_chat !== undefined) return undefined
  const toMe = room.from === undefined ? undefined : me
  if (toMe && !isAddressed(message, toMe)) return undefined
  const written = textIn(message.text) ?? textIn(message.caption)
  const text = toMe && written !== undefined ? withoutName(written, toMe) : written
  const group = textIn(message.media_group_id)
  const file = fileOf(message)
  const isService = service.some((field) => message[field] !== undefined)
  if (isService && text === undefined && !file) return undefined
  return {
    ...{ id, ...room, kind, message: number, at: date * 1000 },
    ...(text === undefined ? {} : { text: text.slice(0, 10_000) }),
    ...(isForeign(message) ? { foreign: true as const } : {}),
    ...quotedIn(message, room.from ?? integerIn(objectIn(message.from)?.id)),
    ...(group ? { group } : {}),
    ...(file ? { file } : {}),
    ...toldIn(message),
    ...(text === undefined && !file && !placeIn(message) && !contactIn(message) ? { other: true as const } : {}),
  }
}

/** A place, a contact, and whether there is a picture that moves. https://core.telegram.org/bots/api#message */
function toldIn(message: JsonRecord): Pick<Incoming, 'place' | 'contact' | 'video'> {
  const [place, contact] = [placeIn(message), contactIn(message)]
  const isVideo = [message.video, message.video_note, message.animation].some((one) => one !== undefined)
  return { ...(place ? { place } : {}), ...(contact ? { contact } : {}), ...(isVideo ? { video: true as const } : {}) }
}

function placeIn(message: JsonRecord): Incoming['place'] {
  const venue = objectIn(message.venue)
  const at = objectIn(venue?.location) ?? objectIn(message.location)
  const [latitude, longitude] = [Number(at?.latitude), Number(at?.longitude)]
  if (!at || !(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return undefined
  const name = [textIn(venue?.title), textIn(venue?.address)].filter(Boolean).join(', ').slice(0, 300)
  return { latitude, longitude, ...(name ? { name } : {}) }
}

function contactIn(message: JsonRecord): Incoming['contact'] {
  const contact = objectIn(message.contact)
  const phone = textIn(contact?.phone_number)
  const name = [textIn(contact?.first_name), textIn(contact?.last_name)].filter(Boolean).join(' ')
  return phone ? { name: name.slice(0, 200), phone: phone.slice(0, 40) } : undefined
}

/**
 * Return the message that this one answers (https://core.telegram.org/bots/api#message: reply_to_message,
 * external_reply, quote).
 */
function quotedIn(message: JsonRecord, writer: number | undefined): Pick<Incoming, 'quoted'> {
  const answered = objectIn(message.reply_to_message)
  const text = textIn(objectIn(message.quote)?.text) ?? textIn(answered?.text) ?? textIn(answered?.caption)
  if (!text?.trim()) return {}
  const own = answered !== undefined && integerIn(objectIn(answered.from)?.id) === writer && !isForeign(answered)
  return { quoted: { text: text.slice(0, quotedChars), own } }
}

const isForeign = (message: JsonRecord) => foreign.some((field) => message[field] !== undefined)

/** Fields of a message whose words are somebody else's (the first by the current API, the others by older servers). */
const foreign = [
  'forward_origin',
  'forward_from',
  'forward_from_chat',
  'forward_sender_name',
  'forward_date',
  'via_bot',
  'is_automatic_forward',
]
/** Messages that the server writes about the chat: nothing to answer. */
const service = [
  'pinned_message',
  'new_chat_title',
  'message_auto_delete_timer_changed',
  'write_access_allowed',
  'chat_background_set',
  'new_chat_photo',
  'forum_topic_created',
  'forum_topic_edited',
  'forum_topic_closed',
  'forum_topic_reopened',
]

/** No message is longer (https://core.telegram.org/bots/api#sendmessage), in characters. */
const quotedChars = 4_096

/** A picture larger than this is not asked for while a smaller size of it is there: models take about 5 MB. */
const pictureBytes = 5_000_000

function fileOf(message: JsonRecord): Attached | undefined {
  const photos = (Array.isArray(message.photo) ? message.photo : []).map(objectIn).filter((one) => textIn(one?.file_id))
  const fitting = photos.filter((one) => (integerIn(one?.file_size) ?? 0) <= pictureBytes)
  const photo = (fitting.length > 0 ? fitting : photos).at(-1)
  if (photo) return readAttached(photo, 'photo')
  const voice = objectIn(message.voice) ?? objectIn(message.audio)
  if (voice) return readAttached(voice, 'voice')
  const document = objectIn(message.document)
  return document && !message.animation ? readAttached(document, 'document') : undefined
}

function readAttached(file: JsonRecord, kind: Attached['kind']): Attached | undefined {
  const id = textIn(file.file_id)
  const [name, mime, size] = [textIn(file.file_name), textIn(file.mime_type), integerIn(file.file_size)]
  if (!id) return undefined
  return {
    id,
    kind,
    ...(name ? { name: name.slice(0, 200) } : {}),
    ...(mime ? { mime } : {}),
    ...(size === undefined ? {} : { size }),
  }
}
