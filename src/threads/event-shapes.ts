import type { Event } from '../protocol/index.ts'
import { fits, type Shape } from '../std/json-guards.ts'

/** What a field has to be whose parts matter as well. */
type Parts = Readonly<Record<string, (value: unknown) => boolean>>

const each = (shape: Shape) => (value: unknown) => Array.isArray(value) && value.every((one) => fits(one, shape))
const like =
  (shape: Shape, parts: Parts = {}) =>
  (value: unknown) =>
    fits(value, shape) && hasParts(value, parts)
/** Where it is there at all. */
const maybe = (test: (value: unknown) => boolean) => (value: unknown) => value === undefined || test(value)
const texts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string')
const spans = (value: unknown) =>
  Array.isArray(value) &&
  value.every((one) => Array.isArray(one) && one.length === 2 && one.every(Number.isSafeInteger))

const failure = like({ code: 'string', detail: 'string?', data: 'object?' })
const usage = like({ input: 'number', output: 'number', cached: 'number', costUsd: 'number?' })

const input = like(
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
    images: maybe(Array.isArray),
    attachments: maybe(each({ name: 'string', text: 'string', source: 'string?' })),
    pasted: maybe(spans),
    heard: maybe(like({ turn: 'string', chars: 'number' })),
    unattended: maybe(like({}, { tools: texts })),
    options: maybe(like({ model: 'string?', append: 'string?', schema: 'object?' }, { tools: maybe(texts) })),
  },
)

const ask = like(
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
  { choices: texts },
)

/** What every event has to have; what may be missing is not asked for, and what is not named here may be anything. */
const events: Record<Event['type'], { shape: Shape; parts?: Parts }> = {
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
  'turn.done': { shape: { message: 'string', text: 'string' }, parts: { kept: maybe(like({ service: 'string' })) } },
  'turn.failed': { shape: { partial: 'string' }, parts: { failure, usage: maybe(usage) } },
  'turn.cancelled': { shape: { by: 'string', partial: 'string', heard: 'number?' }, parts: { usage: maybe(usage) } },
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
    parts: { calls: each({ id: 'string', name: 'string', args: 'object', raw: 'string?' }), usage },
  },
  'tool.called': { shape: { id: 'string', name: 'string', args: 'object', title: 'string?' } },
  'tool.asked': { shape: { id: 'string', expiresAt: 'number?' }, parts: { ask } },
  'tool.answered': {
    shape: { id: 'string', by: 'string' },
    parts: { decision: like({ choice: 'string', reason: 'string?' }) },
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
    parts: { images: maybe(Array.isArray) },
  },
  'tool.progressed': { shape: { id: 'string', text: 'string' } },
  'window.slid': { shape: { upto: 'string', summary: 'string', dropped: 'number' }, parts: { facts: maybe(texts) } },
  'window.restored': { shape: { upto: 'string' } },
  'flow.kept': { shape: { service: 'string' } },
  'owner.changed': { shape: { cut: 'string?' } },
  'partial.kept': { shape: { text: 'string', at: 'number?' } },
  'route.decided': { shape: { to: 'string', reason: 'string?' } },
  'sources.found': {
    shape: {},
    parts: { sources: each({ file: 'string', text: 'string', line: 'number?', page: 'number?', heading: 'string?' }) },
  },
  'context.fetched': { shape: {}, parts: { parts: each({ name: 'string', text: 'string' }) } },
  'context.compacted': { shape: { before: 'number', after: 'number', undo: 'string?' } },
  'service.moved': {
    shape: { service: 'string', stage: 'string', slots: 'object', labels: 'object?', shown: 'object?' },
    parts: { task: like({ index: 'number', total: 'number' }), buttons: texts },
  },
  'step.started': { shape: { step: 'string', label: 'string' } },
  'step.ended': { shape: { step: 'string', label: 'string' } },
  'hook.called': { shape: { name: 'string' } },
  'notice.given': { shape: { code: 'string', data: 'object' } },
  'text.added': { shape: { call: 'number', at: 'number', text: 'string' } },
  'reasoning.added': { shape: { call: 'number', text: 'string' } },
}

const hasParts = (value: Record<string, unknown>, parts: Parts): boolean =>
  Object.entries(parts).every(([name, test]) => test(value[name]))

/** Whether a type is one that this program knows. */
export const isEventType = (type: string): type is Event['type'] => Object.hasOwn(events, type)

/**
 * Whether a value that was read has what an event of its type must have. A disk, a person or another device may have
 * written it.
 */
export function isEvent(value: unknown): value is Event {
  if (!fits(value, { type: 'string' }) || !isEventType(String(value.type))) return false
  const { shape, parts = {} } = events[value.type as Event['type']]
  return fits(value, shape) && hasParts(value, parts)
}
