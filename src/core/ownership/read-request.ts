import { type Choice, isOrigin, type MetadataEvent } from '../../protocol/index.ts'
import type { SocketRequest } from './socket-protocol.ts'

const choices: Record<Choice, true> = { once: true, session: true, always: true, deny: true }
const tunes: Record<MetadataEvent['type'], true> = {
  'conversation.titled': true,
  'conversation.tuned': true,
  'flow.kept': true,
  'notice.given': true,
  'window.slid': true,
  'window.restored': true,
  'context.compacted': true,
  'model.asked': true,
  'model.answered': true,
  'model.failed': true,
}

type Fields = Record<string, unknown>
const text = (value: unknown): value is string => typeof value === 'string'
const count = (value: unknown) => Number.isSafeInteger(value)
const fields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const oneOf = (table: Fields, value: unknown) => text(value) && Object.hasOwn(table, value)
const lists = (value: unknown, ...keys: string[]) =>
  value === undefined ||
  (Array.isArray(value) && value.every((one) => fields(one) && keys.every((key) => text(one[key]))))

const shapes: { [K in SocketRequest['do']]: (request: Fields) => boolean } = {
  submit: ({ input, how }) => isInput(input) && oneOf({ queue: 1, steer: 1, interrupt: 1 }, how),
  withdraw: ({ input }) => text(input),
  answer: ({ ask, decision, by }) => text(ask) && text(by) && fields(decision) && oneOf(choices, decision.choice),
  cancel: ({ turn, by, heard }) =>
    text(turn) && oneOf({ person: 1, 'barge-in': 1, shutdown: 1 }, by) && (heard === undefined || count(heard)),
  tune: ({ event }) => fields(event) && oneOf(tunes, event.type),
  follow: ({ from }) => count(from),
  leave: ({ follow }) => count(follow),
  release: ({ isUrgent }) => typeof isUrgent === 'boolean',
}

function isInput(value: unknown): boolean {
  if (!fields(value) || !text(value.id) || value.id === '' || !text(value.text) || !text(value.by)) return false
  const { heard, pasted, folder, speaker, request } = value
  if (![speaker, request].every((one) => one === undefined || text(one))) return false
  if (folder !== undefined && !text(folder)) return false
  const isRange = (one: unknown) => Array.isArray(one) && one.length === 2 && one.every(count)
  if (pasted !== undefined && !(Array.isArray(pasted) && pasted.every(isRange))) return false
  if (heard !== undefined && !(fields(heard) && text(heard.turn) && count(heard.chars))) return false
  return isOrigin(value.origin) && lists(value.images, 'mediaType', 'data') && lists(value.attachments, 'name', 'text')
}

/** Parses a value from the socket as a request. Undefined when it is none. */
export function readRequest(value: unknown): SocketRequest | undefined {
  if (!fields(value) || !count(value.id) || !text(value.do)) return undefined
  const fits = Object.hasOwn(shapes, value.do) && shapes[value.do as SocketRequest['do']](value)
  return fits ? (value as SocketRequest) : undefined
}
