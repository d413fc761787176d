import { type ChatKey, chatKeyOf } from '../place.ts'
import { type BotIdentity, groupOf, isAddressed, withoutName, writerOf } from './group.ts'
import { type Loose, object, whole, words } from './loose.ts'

/**
 * What a person did in their private chat with the bot, or said to it in a group: what we keep of an update. Times in
 * milliseconds.
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
  /** What the message answers: the part that was chosen, else the whole of it. `own`: the person's own words. */
  quoted?: { text: string; own: boolean }
  /** Pictures that were sent together. */
  group?: string
  file?: Attached
  /** Where somebody is, or whom to reach. */
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
  const id = whole(object(update)?.update_id)
  return id !== undefined && id >= 0 ? id : undefined
}

/**
 * Reads an update. Undefined for everything that is not surely a person in their own private chat, or in a group
 * where they speak to `me`: other talk of groups, channels, anonymous senders, bots, shapes that the documentation
 * does not know. Fails closed.
 */
export function readUpdate(update: unknown, me?: BotIdentity): Incoming | undefined {
  const all = object(update)
  const id = updateId(update)
  if (!all || id === undefined) return undefined
  const query = object(all.callback_query)
  if (query) return pressed(id, query, me)
  const member = object(all.my_chat_member)
  if (member) return left(id, member)
  const message = object(all.message) ?? object(all.edited_message)
  return message && messageOf(id, message, all.message ? 'message' : 'edit', me)
}

/** The person, if this is their private chat with us and they act as themselves. */
function personIn(chat: unknown, from: unknown): number | undefined {
  const person = object(from)
  const place = object(chat)
  const id = whole(person?.id)
  return id !== undefined && id > 0 && person?.is_bot === false && place?.type === 'private' && place.id === id
    ? id
    : undefined
}

/** Who acts where: in their private chat, or in a group. */
type Room = Pick<Incoming, 'chat' | 'from' | 'name'>

function roomOf(message: Loose, by: Loose, me: BotIdentity | undefined): Room | undefined {
  const person = personIn(message.chat, by.from)
  const topic = message.is_topic_message === true ? whole(message.message_thread_id) : undefined
  if (person !== undefined) return { chat: chatKeyOf(person, topic) }
  const chat = me && groupOf(message)
  const writer = writerOf(by)
  return chat === undefined || !writer ? undefined : { chat, ...writer }
}

function pressed(id: number, query: Loose, me: BotIdentity | undefined): Incoming | undefined {
  const message = object(query.message)
  const room = message && roomOf(message, query, me)
  const number = whole(message?.message_id)
  const [data, name] = [words(query.data), words(query.id)]
  if (!room || number === undefined || !data || !name || query.inline_message_id !== undefined) return undefined
  const text = words(message?.text)?.slice(0, quotedChars)
  return { id, ...room, kind: 'press', message: number, at: 0, data, query: name, ...(text ? { text } : {}) }
}

function left(id: number, member: Loose): Incoming | undefined {
  const chat = personIn(member.chat, member.from) ?? groupOf(member)
  const status = String(object(member.new_chat_member)?.status)
  return chat !== undefined && ['kicked', 'left'].includes(status)
    ? { id, chat, kind: 'left', message: 0, at: 0 }
    : undefined
}

function messageOf(
  id: number,
  message: Loose,
  kind: 'message' | 'edit',
  me: BotIdentity | undefined,
): Incoming | undefined {
  const room = roomOf(message, message, me)
  const [number, date] = [whole(message.message_id), whole(message.date)]
  if (!room || number === undefined || date === undefined || message.sender_chat !== undefined) return undefined
  const toMe = room.from === undefined ? undefined : me
  if (toMe && !isAddressed(message, toMe)) return undefined
  const written = words(message.text) ?? words(message.caption)
  const text = toMe && written !== undefined ? withoutName(written, toMe) : written
  const group = words(message.media_group_id)
  const file = fileOf(message)
  const isService = service.some((field) => message[field] !== undefined)
  if (isService && text === undefined && !file) return undefined
  return {
    ...{ id, ...room, kind, message: number, at: date * 1000 },
    ...(text === undefined ? {} : { text: text.slice(0, 10_000) }),
    ...(isForeign(message) ? { foreign: true as const } : {}),
    ...quotedIn(message, room.from ?? whole(object(message.from)?.id)),
    ...(group ? { group } : {}),
    ...(file ? { file } : {}),
    ...toldIn(message),
    ...(text === undefined && !file && !placeIn(message) && !contactIn(message) ? { other: true as const } : {}),
  }
}

/** A place, a contact, and whether there is a picture that moves. https://core.telegram.org/bots/api#message */
function toldIn(message: Loose): Pick<Incoming, 'place' | 'contact' | 'video'> {
  const [place, contact] = [placeIn(message), contactIn(message)]
  const isVideo = [message.video, message.video_note, message.animation].some((one) => one !== undefined)
  return { ...(place ? { place } : {}), ...(contact ? { contact } : {}), ...(isVideo ? { video: true as const } : {}) }
}

function placeIn(message: Loose): Incoming['place'] {
  const venue = object(message.venue)
  const at = object(venue?.location) ?? object(message.location)
  const [latitude, longitude] = [Number(at?.latitude), Number(at?.longitude)]
  if (!at || !(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return undefined
  const name = [words(venue?.title), words(venue?.address)].filter(Boolean).join(', ').slice(0, 300)
  return { latitude, longitude, ...(name ? { name } : {}) }
}

function contactIn(message: Loose): Incoming['contact'] {
  const contact = object(message.contact)
  const phone = words(contact?.phone_number)
  const name = [words(contact?.first_name), words(contact?.last_name)].filter(Boolean).join(' ')
  return phone ? { name: name.slice(0, 200), phone: phone.slice(0, 40) } : undefined
}

/** What a message answers (https://core.telegram.org/bots/api#message: reply_to_message, external_reply, quote). */
function quotedIn(message: Loose, writer: number | undefined): Pick<Incoming, 'quoted'> {
  const answered = object(message.reply_to_message)
  const text = words(object(message.quote)?.text) ?? words(answered?.text) ?? words(answered?.caption)
  if (!text?.trim()) return {}
  const own = answered !== undefined && whole(object(answered.from)?.id) === writer && !isForeign(answered)
  return { quoted: { text: text.slice(0, quotedChars), own } }
}

const isForeign = (message: Loose) => foreign.some((field) => message[field] !== undefined)

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

function fileOf(message: Loose): Attached | undefined {
  const photos = (Array.isArray(message.photo) ? message.photo : []).map(object).filter((one) => words(one?.file_id))
  const fitting = photos.filter((one) => (whole(one?.file_size) ?? 0) <= pictureBytes)
  const photo = (fitting.length > 0 ? fitting : photos).at(-1)
  if (photo) return attached(photo, 'photo')
  const voice = object(message.voice) ?? object(message.audio)
  if (voice) return attached(voice, 'voice')
  const document = object(message.document)
  return document && !message.animation ? attached(document, 'document') : undefined
}

function attached(file: Loose, kind: Attached['kind']): Attached | undefined {
  const id = words(file.file_id)
  const [name, mime, size] = [words(file.file_name), words(file.mime_type), whole(file.file_size)]
  if (!id) return undefined
  return {
    id,
    kind,
    ...(name ? { name: name.slice(0, 200) } : {}),
    ...(mime ? { mime } : {}),
    ...(size === undefined ? {} : { size }),
  }
}
