import type { Event } from '../protocol/index.ts'
import { fits, type Shape } from '../std/json-guards.ts'

/** Tests of a field whose parts matter as well. */
type FieldTests = Readonly<Record<string, (value: unknown) => boolean>>

const eachIs = (shape: Shape) => (value: unknown) => Array.isArray(value) && value.every((one) => fits(one, shape))
const isLike =
  (shape: Shape, parts: FieldTests = {}) =>
  (value: unknown) =>
    fits(value, shape) && hasParts(value, parts)
/** Applies only if it is there. */
const isMissingOr = (test: (value: unknown) => boolean) => (value: unknown) => value === undefined || test(value)
const areTexts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string')
const areSpans = (value: unknown) =>
  Array.isArray(value) &&
  value.every((one) => Array.isArray(one) && one.length === 2 && one.every(Number.isSafeInteger))

const failure = isLike({ code: 'string', detail: 'string?', data: 'object?' })
const usage = isLike({ input: 'number', output: 'number', cached: 'number', costUsd: 'number?' })

const input = isLike(
  {
    id: 'string',
    text: 'string',
    origin: 'string',
    by: 'string',
    speaker: 'string?',
    folder: 'string?',
    source: 'string?',
    schedule: 'string?',
  },
  {
    images: isMissingOr(Array.isArray),
    attachments: isMissingOr(eachIs({ name: 'string', text: 'string', source: 'string?' })),
    pasted: isMissingOr(areSpans),
    heard: isMissingOr(isLike({ turn: 'string', chars: 'number' })),
    unattended: isMissingOr(isLike({}, { tools: areTexts })),
    options: isMissingOr(
      isLike({ model: 'string?', append: 'string?', schema: 'object?' }, { tools: isMissingOr(areTexts) }),
    ),
  },
)

const ask = isLike(
  {
    tool: 'string',
    category: 'string',
    args: 'object',
    reason: 'string',
    effect: 'string',
    risk: 'string',
    title: 'string?',
    warning: 'string?',
  },
  { choices: areTexts },
)

/** Required fields of every event; what may be missing is not asked for, and what is not named here may be anything. */
const events: Record<Event['type'], { shape: Shape; parts?: FieldTests }> = {
  'conversation.created': {
    shape: { agent: 'string', workspace: 'string', profile: 'string', folder: 'string?', from: 'object?' },
  },
  'conversation.titled': { shape: { title: 'string' } },
  'conversation.tuned': {
    shape: { agent: 'string?', workspace: 'string?', profile: 'string?', mode: 'string?' },
    parts: { model: (value) => value === undefined || value === null || typeof value === 'string' },
  },
  'input.queued': { shape: {}, parts: { input } },
  'input.withdrawn': { shape: { input: 'string' } },
  'input.steered': { shape: {}, parts: { input } },
  'turn.started': { shape: { agent: 'string' }, parts: { input } },
  'turn.done': {
    shape: { message: 'string', text: 'string' },
    parts: { kept: isMissingOr(isLike({ service: 'string' })) },
  },
  'turn.failed': { shape: { partial: 'string' }, parts: { failure, usage: isMissingOr(usage) } },
  'turn.cancelled': {
    shape: { by: 'string', partial: 'string', heard: 'number?' },
    parts: { usage: isMissingOr(usage) },
  },
  'model.asked': {
    shape: {
      call: 'number',
      provider: 'string',
      model: 'string',
      purpose: 'string',
      estimated: 'number?',
      window: 'number?',
    },
  },
  'model.failed': {
    shape: { call: 'number', next: 'string', waitMs: 'number', model: 'string?', attempt: 'object?' },
    parts: { failure },
  },
  'model.answered': {
    shape: {
      call: 'number',
      purpose: 'string',
      message: 'string',
      text: 'string',
      stop: 'string',
      model: 'string',
      carried: 'object?',
    },
    parts: { calls: eachIs({ id: 'string', name: 'string', args: 'object', raw: 'string?' }), usage },
  },
  'tool.called': { shape: { id: 'string', name: 'string', args: 'object', title: 'string?', kind: 'string?' } },
  'tool.asked': { shape: { id: 'string', expiresAt: 'number?' }, parts: { ask } },
  'tool.answered': {
    shape: { id: 'string', by: 'string' },
    parts: { decision: isLike({ choice: 'string', reason: 'string?' }) },
  },
  'tool.started': { shape: { id: 'string' } },
  'tool.ended': {
    shape: {
      id: 'string',
      name: 'string',
      message: 'string',
      outcome: 'string',
      text: 'string',
      title: 'string?',
      source: 'string?',
    },
    parts: { images: isMissingOr(Array.isArray) },
  },
  'tool.progressed': { shape: { id: 'string', text: 'string' } },
  'window.slid': {
    shape: { upto: 'string', summary: 'string', dropped: 'number' },
    parts: { facts: isMissingOr(areTexts) },
  },
  'window.restored': { shape: { upto: 'string' } },
  'flow.kept': { shape: { service: 'string' } },
  'owner.changed': { shape: { cut: 'string?' } },
  'partial.kept': { shape: { text: 'string', at: 'number?' } },
  'route.decided': { shape: { to: 'string', reason: 'string?' } },
  'sources.found': {
    shape: {},
    parts: {
      sources: eachIs({ file: 'string', text: 'string', line: 'number?', page: 'number?', heading: 'string?' }),
    },
  },
  'context.fetched': { shape: {}, parts: { parts: eachIs({ name: 'string', text: 'string' }) } },
  'context.compacted': { shape: { before: 'number', after: 'number', undo: 'string?' } },
  'service.moved': {
    shape: { service: 'string', stage: 'string', slots: 'object', labels: 'object?', shown: 'object?' },
    parts: { task: isLike({ index: 'number', total: 'number' }), buttons: areTexts },
  },
  'step.started': { shape: { step: 'string', label: 'string' } },
  'step.ended': { shape: { step: 'string', label: 'string' } },
  'hook.called': { shape: { name: 'string' } },
  'notice.given': { shape: { code: 'string', data: 'object' } },
  'text.added': { shape: { call: 'number', at: 'number', text: 'string' } },
  'reasoning.added': { shape: { call: 'number', text: 'string' } },
}

const hasParts = (value: Record<string, unknown>, parts: FieldTests): boolean =>
  Object.entries(parts).every(([name, test]) => test(value[name]))

/** True if a type is one that this program knows. */
export const isEventType = (type: string): type is Event['type'] => Object.hasOwn(events, type)

/**
 * True if a value that was read has what an event of its type must have. A disk, a person or another device may have
 * written it.
 */
export function isEvent(value: unknown): value is Event {
  if (!fits(value, { type: 'string' }) || !isEventType(String(value.type))) return false
  const { shape, parts = {} } = events[value.type as Event['type']]
  return fits(value, shape) && hasParts(value, parts)
}
