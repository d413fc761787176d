import { serviceMessages } from '../../messages/engine/service.ts'
import type { Event, Input, Json, JsonObject } from '../../protocol/index.ts'
import { todayIn, type When } from '../../std/time/calendar.ts'
import { toLocal } from '../../std/time/local-time.ts'
import { lastMessages } from '../context/system-prompt.ts'
import type { FlowContext } from '../flow.ts'
import type { TurnModel } from '../turn/model-call.ts'
import { isGrounded } from './grounding.ts'
import { readOpenRequest } from './open-request.ts'
import { askJson } from './runner.ts'
import type { Definition, ReadContext, ServiceDeps } from './service.ts'
import { askedSlot, type FlowState, type Operation } from './state.ts'

/** Messages of the conversation that a step is shown: SPEC §5, the service's own policy (four turns). */
const shownMessages = 8

/**
 * Reads an input about a flow's slots: code first; where it finds nothing, the service's model, which can neither
 * confirm nor cancel; of a small one only a choice of words, as the request begins. Nothing usable: an empty list.
 */
export async function* readInput(
  definition: Definition,
  parts: ServiceDeps,
  input: Input,
  state: FlowState,
  context: FlowContext,
): AsyncGenerator<Event, InputReading> {
  const { stage } = state
  const when = { now: context.now(), zone: parts.zone }
  const tasks = await definition.read(input.text, readContextOf(definition, parts, state, when))
  // "이체해줘" says all it wants to say: what is missing is simply asked for.
  const isWhole = !tasks.flat().some(({ op }) => op === 'ask')
  if (
    (tasks.length > 0 && isWhole) ||
    (tasks.length === 0 && stage === 'INIT' && (await definition.claim(input.text)) === 'yes')
  )
    return { tasks, note: '' }
  const { reading } = definition
  const model = await parts.model(reading?.card ?? {}, input, context)
  if (model?.small) {
    const how = { isClaimed: true, model: async () => model }
    const opened = stage === 'INIT' ? yield* readOpenRequest(definition, parts, input, context, how) : undefined
    return opened ? { tasks: [[...opened.slots]], note: opened.note } : { tasks, note: '' }
  }
  const read = model && reading ? yield* readByModel({ ...definition, reading }, parts, model, state, context) : []
  // Values that a model makes up are not taken; a sentence that code could not read whole stays a question then.
  if (read.length === 0 || !isGrounded(read, definition.slots, input.text, when)) return { tasks, note: '' }
  // At READY a model changes what is at hand, and adds nothing.
  return { tasks: stage === 'READY' ? read.slice(0, 1) : read, note: '' }
}

/** The changes that an input asks for, task by task; `note` says what was read where a small model had a part in it. */
interface InputReading {
  tasks: Operation[][]
  note: string
}

/** Return the surroundings of a reader in a state. */
export function readContextOf(
  { slots }: Definition,
  { language }: ServiceDeps,
  state: FlowState,
  when: When,
): ReadContext {
  const { stage, slots: known, queue: waiting } = state
  const asked = askedSlot(slots, state)?.name
  const refused = asked === undefined ? undefined : state.errors[asked]
  return { when, language, asked, stage, known, waiting, ...(refused === undefined ? {} : { refused }) }
}

/**
 * Lets the service's model read what code could not. It proposes values only: whatever it says of confirming or
 * cancelling is left out, and so is what no slot is called. Nothing usable: an empty list.
 */
async function* readByModel(
  definition: Definition & Required<Pick<Definition, 'reading'>>,
  parts: ServiceDeps,
  model: TurnModel,
  state: FlowState,
  context: FlowContext,
): AsyncGenerator<Event, Operation[][]> {
  const { reading } = definition
  const { slotsAgain } = serviceMessages[parts.language].labels
  const thread = context.thread()
  const answer = yield* askJson(
    {
      step: 'slot',
      card: { attempts: 3, ...reading.card, schema: schemaFor(definition) },
      purpose: 'slots',
      model,
      system: [
        { name: 'step', text: reading.prompt },
        { name: 'state', text: describeState(definition, state, { now: context.now(), zone: parts.zone }) },
        ...(thread.summaries.length > 0 ? [{ name: 'summaries', text: thread.summaries.join('\n') }] : []),
      ],
      messages: lastMessages(thread.messages, shownMessages),
      language: parts.language,
      limits: parts.limits,
      againLabel: slotsAgain,
    },
    context,
  )
  const tasks = readingsOf(answer).flatMap((operations) => usableTasks(operations, definition))
  return definition.batch ? tasks : tasks.slice(0, 1)
}

/** Of what a model proposes, the values of slots that there are: a task, or none. */
function usableTasks(operations: Operation[], { slots }: Definition): Operation[][] {
  const names = new Set(slots.map(({ name }) => name))
  const values = operations.filter((one) => (one.op === 'set' || one.op === 'clear') && names.has(one.slot))
  return values.length > 0 ? [values] : []
}

/** The form of the model's answer: changes to the task at hand, or several tasks. */
function schemaFor({ slots }: Definition): JsonObject {
  const names = slots.map(({ name }) => name)
  const value = { type: ['string', 'number', 'null'] }
  return {
    type: 'object',
    properties: {
      operations: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            op: { type: 'string', enum: ['set', 'clear', 'confirm', 'continue', 'cancel'] },
            slot: { type: 'string' },
            value,
          },
          required: ['op'],
        },
      },
      tasks: {
        type: 'array',
        items: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, value])) },
      },
    },
  }
}

function describeState({ slots }: Definition, state: FlowState, when: { now: Date; zone: string }): string {
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: when.zone }).format(when.now)
  const { hour, minute } = toLocal(when.now, when.zone)
  return JSON.stringify({
    today: `${todayIn(when)} ${weekday}`,
    time: `${hour}:${String(minute).padStart(2, '0')}`,
    stage: state.stage,
    known: state.slots,
    errors: state.errors,
    slots: Object.fromEntries(slots.map(({ name, type, required, label }) => [name, { type, required, label }])),
    answer:
      'JSON only: {"operations":[{"op":"set","slot":"…","value":…}]}, or {"tasks":[{…},{…}]} for several requests at once',
  })
}

function readingsOf(answer: Json | undefined): Operation[][] {
  const { operations, tasks } = (answer ?? {}) as { operations?: Operation[]; tasks?: JsonObject[] }
  if (tasks && tasks.length > 0)
    return tasks.map((task) =>
      Object.entries(task).flatMap(([slot, value]) => (value === null ? [] : [{ op: 'set' as const, slot, value }])),
    )
  return operations ? [operations] : []
}
