import type { Id } from '../../protocol/index.ts'
import { fits, type Shape } from '../../std/json-guards.ts'
import type { Attached, Incoming } from './inbound/incoming.ts'
import type { ChatKey } from './place.ts'

/** A message on its way out. `photo`: a file of ours that goes with it. */
export interface OutPart {
  html: string
  plain: string
  photo?: string
  /** A file of ours that goes as it is, under `name`; `plain` is its caption. */
  document?: string
  name?: string
  /** Words to speak as a voice message. */
  speech?: string
  /** Answers by one touch; they stand in the ledger until the next. */
  buttons?: string[]
  /** Buttons that do something by themselves, however old they are. */
  actions?: OutAction[]
}
/** A button, and what is sent when it is pressed: at most 64 bytes. */
export interface OutAction {
  text: string
  data: string
}
/** A reply on its way. */
export interface Out {
  key: string
  chat: ChatKey
  /** The message that its first part answers: in a group, where others talk between. */
  answers?: number
  parts: OutPart[]
  /** The progress message that the first part replaces. */
  edit?: number
}

/**
 * A line of the ledger, on the disk before what it announces happens: an update before it is acknowledged, a turn
 * before it is submitted, a part of a reply before it is shown, a reply before it is sent.
 */
export type LedgerEntry =
  | { type: 'in'; update: Incoming; old?: true }
  /** Acknowledged and not run; `missed` counts, per chat, what the person will be told of. */
  | { type: 'skipped'; updates: number[]; missed?: [chat: ChatKey, count: number][] }
  | { type: 'begun'; updates: number[]; input: Id; conversation: Id }
  | { type: 'shown'; update: number; message?: number }
  /** A reply was decided: the updates are settled by it, and the conversation is told as far as `told` says. */
  | { type: 'out'; out: Out; updates: number[]; missed?: 'told'; told?: { conversation: Id; seq: number } }
  /** `part` counts from 0: the same line written twice, by a disk that took it and said no, counts once. */
  | { type: 'sent'; key: string; part?: number; message?: number }
  | { type: 'dropped'; chat: ChatKey }
  /** The conversation of a chat from now on (null: none, the next message begins one), and for whom it was begun. */
  | { type: 'chat'; chat: ChatKey; conversation: Id | null; scope?: string; mirror?: number }
  /** True if voice messages of a chat are answered by voice, too. */
  | { type: 'voice'; chat: ChatKey; on: boolean }
  /** The newest document of a chat: "this document". */
  | { type: 'document'; chat: ChatKey; file: Attached }
  /** The buttons of a chat are over: one was pressed, or the conversation went on elsewhere. */
  | { type: 'pressed'; chat: ChatKey }
  /** The message that shows a turn of another surface while it runs: its answer replaces it, also after a restart. */
  | { type: 'showing'; chat: ChatKey; turn: Id; message: number }
  | { type: 'kept'; state: LedgerSnapshot }

/** An update that has no reply yet, and how far it came. */
export interface Pending {
  update: Incoming
  old?: true
  begun?: { updates: number[]; input: Id; conversation: Id; times: number }
  /** A part of its reply was shown (or was about to be): the message, once it is known. */
  shown?: { message?: number }
}
/** State of a chat or a topic. */
export interface ChatState {
  conversation?: Id
  /** Workspace, agent and profile it was begun for: another mapping means another conversation. */
  scope?: string
  /** Position in the conversation from which turns of other surfaces are told. */
  mirror?: number
  /** The message whose buttons may be pressed, and what they say. */
  buttons?: { message: number; labels: string[] }
  document?: Attached
  voice?: boolean
  /** The newest turn of another surface that was shown, and in which message. */
  showing?: { turn: Id; message: number }
}
/** All of it, as one line. */
export interface LedgerSnapshot {
  known: number[]
  keys: string[]
  pending: Pending[]
  outs: (Out & { next: number })[]
  chats: [ChatKey, ChatState][]
  missed: [ChatKey, number][]
  topics?: [Id, ChatKey][]
}

const shapes: Record<LedgerEntry['type'], Shape> = {
  in: { update: 'object' },
  skipped: { updates: 'list', missed: 'list?' },
  begun: { updates: 'list', input: 'string', conversation: 'string' },
  shown: { update: 'number' },
  out: { out: 'object', updates: 'list' },
  sent: { key: 'string' },
  dropped: { chat: 'number|string' },
  chat: { chat: 'number|string' },
  voice: { chat: 'number|string' },
  document: { chat: 'number|string', file: 'object' },
  pressed: { chat: 'number|string' },
  showing: { chat: 'number|string', turn: 'string', message: 'number' },
  kept: { state: 'object' },
}

type EntryFields = Record<string, unknown>

const update: Shape = { id: 'number', chat: 'number|string', kind: 'string' }
const out: Shape = { key: 'string', chat: 'number|string', parts: 'list' }
const snapshot: Shape = {
  known: 'list',
  keys: 'list',
  pending: 'list',
  outs: 'list',
  chats: 'list',
  missed: 'list',
  topics: 'list?',
}

const everyOf = (list: unknown, test: (one: unknown) => boolean) =>
  Array.isArray(list) ? list.every(test) : list === undefined
const isPair = (one: unknown) => Array.isArray(one) && one.length === 2
const isOut = (value: unknown) =>
  fits(value, out) &&
  everyOf(value.parts, (part) => fits(part, { html: 'string', plain: 'string', buttons: 'list?', actions: 'list?' }))
const isPending = (value: unknown) =>
  fits(value, { update: 'object', begun: 'object?', shown: 'object?' }) &&
  fits(value.update, update) &&
  (value.begun === undefined || fits(value.begun, { updates: 'list', input: 'string', conversation: 'string' }))
const isChat = (one: unknown) =>
  isPair(one) &&
  fits((one as unknown[])[1], { conversation: 'string?', document: 'object?', buttons: 'object?', showing: 'object?' })

/** Parts of an entry that are gone through. */
const parts: Partial<Record<LedgerEntry['type'], (entry: EntryFields) => boolean>> = {
  in: (entry) => fits(entry.update, update),
  skipped: ({ missed }) => everyOf(missed, isPair),
  out: (entry) => isOut(entry.out),
  kept: ({ state }) =>
    fits(state, snapshot) &&
    everyOf(state.pending, isPending) &&
    everyOf(state.outs, (one) => isOut(one) && fits(one, { next: 'number' })) &&
    everyOf(state.chats, isChat) &&
    [state.missed, state.topics].every((list) => everyOf(list, isPair)),
}

/**
 * A line that a broken disk, a person or another device wrote is passed over: it must not keep the bot from
 * beginning.
 */
export function isEntry(value: unknown): value is LedgerEntry {
  if (!fits(value, { type: 'string' }) || !Object.hasOwn(shapes, String(value.type))) return false
  const type = value.type as LedgerEntry['type']
  return fits(value, shapes[type]) && (parts[type]?.(value) ?? true)
}
