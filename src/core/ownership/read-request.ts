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

type RequestFields = Record<string, unknown>
const isText = (value: unknown): value is string => typeof value === 'string'
const isCount = (value: unknown) => Number.isSafeInteger(value)
const isFields = (value: unknown): value is RequestFields => typeof value === 'object' && value !== null
const oneOf = (table: RequestFields, value: unknown) => isText(value) && Object.hasOwn(table, value)
const lists = (value: unknown, ...keys: string[]) =>
  value === undefined ||
  (Array.isArray(value) && value.every((one) => isFields(one) && keys.every((key) => isText(one[key]))))

const shapes: { [K in SocketRequest['do']]: (request: RequestFields) => boolean } = {
  submit: ({ input, how }) => isInput(input) && oneOf({ queue: 1, steer: 1, interrupt: 1 }, how),
  withdraw: ({ input }) => isText(input),
  answer: ({ ask, decision, by }) => isText(ask) && isText(by) && isFields(decision) && oneOf(choices, decision.choice),
  cancel: ({ turn, by, heard }) =>
    isText(turn) && oneOf({ person: 1, 'barge-in': 1, shutdown: 1 }, by) && (heard === undefined || isCount(heard)),
  tune: ({ event }) => isFields(event) && oneOf(tunes, event.type),
  follow: ({ from }) => isCount(from),
  leave: ({ follow }) => isCount(follow),
  release: ({ isUrgent }) => typeof isUrgent === 'boolean',
}

function isInput(value: unknown): boolean {
  if (!isFields(value) || !isText(value.id) || value.id === '' || !isText(value.text) || !isText(value.by)) return false
  const { heard, pasted, folder, speaker, request } = value
  if (![speaker, request].every((one) => one === undefined || isText(one))) return false
  if (folder !== undefined && !isText(folder)) return false
  const isRange = (one: unknown) => Array.isArray(one) && one.length === 2 && one.every(isCount)
  if (pasted !== undefined && !(Array.isArray(pasted) && pasted.every(isRange))) return false
  if (heard !== undefined && !(isFields(heard) && isText(heard.turn) && isCount(heard.chars))) return false
  return isOrigin(value.origin) && lists(value.images, 'mediaType', 'data') && lists(value.attachments, 'name', 'text')
}

/** Parses a value from the socket as a request. Undefined when it is none. */
export function readRequest(value: unknown): SocketRequest | undefined {
  if (!isFields(value) || !isCount(value.id) || !isText(value.do)) return undefined
  const fits = Object.hasOwn(shapes, value.do) && shapes[value.do as SocketRequest['do']](value)
  return fits ? (value as SocketRequest) : undefined
}
