import type { Event, JsonObject } from '../../../protocol/index.ts'
import { AssistantError } from '../../../protocol/index.ts'
import type { FlowRun } from '../flow-run.ts'
import type { ActionStep, CallStep, CompletedTask, ConfirmStep, FormStep, ServiceStep, TalkStep } from '../service.ts'
import { lookupSlot, missingSlots, type Stage } from '../state.ts'
import { executeOnce } from './execute.ts'

/** The place that a task has come to: a question for the person, a step that has the word, its end, or a failure. */
export type Arrival =
  | { at: 'question' }
  | { at: 'talk'; step: TalkStep }
  | { at: 'service'; step: CallStep }
  | { at: 'end'; done: CompletedTask }

/** More steps than this without a word of the person go round in a circle. */
const mostSteps = 200

/** Goes from the step at hand through everything that needs nobody, up to what does, or to the end. */
export async function* goForward(run: FlowRun): AsyncGenerator<Event, Arrival> {
  for (let taken = 0; taken < mostSteps; taken++) {
    const { step } = run
    if (!step) return { at: 'end', done: { outcome: 'executed', receipt: receiptOf(run) } }
    const arrived = yield* takeStep(run, step)
    if (arrived) return arrived
  }
  throw new AssistantError({ code: 'internal', detail: `${run.def.name} goes round in a circle` })
}

/** Back to where values may still change: everything behind it is found out anew. */
export function goBack(run: FlowRun): void {
  const { since = run.def.steps[0]?.name ?? '', base } = run.progress
  run.move({ at: since, found: base })
}

async function* takeStep(run: FlowRun, step: ServiceStep): AsyncGenerator<Event, Arrival | undefined> {
  switch (step.kind) {
    case 'slots':
      return fillForm(run, step)
    case 'confirm':
      return askConfirm(run, step)
    case 'branch':
      return goTo(run, step.choose({ slots: run.state.slots, found: run.progress.found }) ?? run.after(step))
    case 'action':
      return yield* run.progress.acting ? actStep(run, step) : lookUp(run, step)
    case 'talk':
      return arriveAt(run, 'TALKING', { at: 'talk', step })
    case 'service':
      return arriveAt(run, 'CALLING', { at: 'service', step })
    default:
      return step satisfies never
  }
}

function goTo(run: FlowRun, name: string): undefined {
  run.move({ at: name })
}

function arriveAt(run: FlowRun, stage: Stage, arrival: Arrival): Arrival {
  run.state = { ...run.state, stage }
  return arrival
}

function fillForm(run: FlowRun, step: FormStep): Arrival | undefined {
  const { acting: _, ...progress } = run.progress
  const forms = [...new Set([...progress.forms, step.name])]
  run.state = { ...run.state, progress: { ...progress, forms } }
  if (missingSlots(run.slots, run.state).length > 0 || Object.keys(run.state.errors).length > 0)
    return arriveAt(run, 'FILLING', { at: 'question' })
  return goTo(run, run.after(step))
}

function askConfirm(run: FlowRun, step: ConfirmStep): Arrival | undefined {
  return run.progress.confirmed.includes(step.name)
    ? goTo(run, run.after(step))
    : arriveAt(run, 'READY', { at: 'question' })
}

/**
 * Before a confirmation: what it gives is known from then on; why it gives nothing is said, and a value that it
 * refuses is asked for.
 */
async function* lookUp(run: FlowRun, step: ActionStep): AsyncGenerator<Event, Arrival | undefined> {
  const answered = yield* performAction(run, step, false)
  const lacking = answered.outcome === 'executed' ? step.lacks?.(answered.receipt) : undefined
  const label = step.label ?? step.name
  // Nobody agrees to a sentence in which the price is missing.
  const done: CompletedTask =
    lacking === undefined ? answered : { outcome: 'failed', reason: run.say.notFound(`${label} (${lacking})`) }
  if (done.outcome === 'executed') {
    run.move({ found: { ...run.progress.found, [step.name]: done.receipt } })
    return goTo(run, run.after(step))
  }
  const { slot } = done
  const known = run.def.slots.some(({ name }) => name === slot) ? slot : undefined
  const slots = known === undefined ? run.state.slots : withoutKey(run.state.slots, known)
  const reason = done.outcome === 'unknown' || !done.reason ? run.say.notFound(label) : done.reason
  run.state = { ...run.state, slots, errors: { ...run.state.errors, [known ?? lookupSlot]: reason } }
  return arriveAt(run, 'FILLING', { at: 'question' })
}

function withoutKey(values: JsonObject, name: string): JsonObject {
  const { [name]: _, ...rest } = values
  return rest
}

/**
 * Behind a confirmation: written down before it is done, done once; when it fails, what was done before it is taken
 * back.
 */
async function* actStep(run: FlowRun, step: ActionStep): AsyncGenerator<Event, Arrival | undefined> {
  if (run.progress.done.some((one) => one.step === step.name)) return goTo(run, run.after(step))
  if (run.progress.doing !== step.name) {
    run.move({ doing: step.name })
    yield run.kept()
  }
  return yield* settleAction(run, step, yield* performAction(run, step, true))
}

/** Goes on from the outcome of an action; undefined = the next step. */
export async function* settleAction(
  run: FlowRun,
  step: ActionStep,
  done: CompletedTask,
): AsyncGenerator<Event, Arrival | undefined> {
  if (done.outcome === 'executed') {
    const { doing: _, ...progress } = run.progress
    const found = { ...progress.found, [step.name]: done.receipt }
    const all = [...progress.done, { step: step.name, receipt: done.receipt, key: run.task(step).key }]
    run.state = { ...run.state, progress: { ...progress, done: all, found, base: found } }
    return goTo(run, run.after(step))
  }
  // Nobody knows whether it was done: then nothing is taken back either.
  const more = done.outcome === 'failed' ? yield* takeBack(run) : ''
  return {
    at: 'end',
    done: {
      outcome: done.outcome,
      reason: [more && asSentence(done.reason), more].filter(Boolean).join(' ') || done.reason,
    },
  }
}

/** With a full stop where something follows: a tool's words may end in a path. */
const asSentence = (text: string) => (text && !/[.!?…]$/.test(text) ? `${text}.` : text)

async function* performAction(
  run: FlowRun,
  step: ActionStep,
  confirmed: boolean,
): AsyncGenerator<Event, CompletedTask> {
  const { def, parts, context, input } = run
  // Before the yes nothing is done: what runs then only finds out.
  const label = step.label ?? (confirmed ? run.say.labels.execute(def.title) : run.say.labels.lookUp)
  yield { type: 'step.started', step: step.name, label }
  const done = step.stream
    ? yield* step.stream(run.task(step), { input, context, confirmed })
    : await executeOnce(def, step, run.task(step), parts, context.signal)
  const ok = done.outcome === 'executed'
  const after = run.after(step)
  const stage = !ok ? 'FAILED' : after === '' ? 'EXECUTED' : run.state.stage
  yield { type: 'step.ended', step: step.name, label, ok, result: confirmed ? { stage } : { found: ok } }
  return done
}

/**
 * Takes back what was done, the last first. What could not be taken back is said. Written down before, as everything
 * that is done.
 */
export async function* takeBack(run: FlowRun): AsyncGenerator<Event, string> {
  const { def, parts, context, say } = run
  if (run.progress.done.length === 0) return ''
  const { stage } = run.state
  run.move({ back: true })
  run.state = { ...run.state, stage: 'CONFIRMED' }
  yield run.kept()
  const back: string[] = []
  const stays: string[] = []
  for (const { step: name, key } of run.progress.done.toReversed()) {
    const step = run.named(name)
    const { label = name, undo, ms } = step?.kind === 'action' ? step : {}
    if (step && undo) {
      yield { type: 'step.started', step: name, label: say.takingBack(label) }
      const { outcome } = await executeOnce(
        def,
        { execute: undo, ...(ms ? { ms } : {}) },
        { ...run.task(step), key },
        parts,
        context.signal,
      )
      yield { type: 'step.ended', step: name, label: say.takingBack(label), ok: outcome === 'executed' }
      ;(outcome === 'executed' ? back : stays).push(label)
    } else stays.push(label)
  }
  run.state = { ...run.state, stage }
  const told = [
    back.length > 0 && say.takenBack(back.join(', ')),
    stays.length > 0 && say.notTakenBack(stays.join(', ')),
  ]
  return told.filter(Boolean).join(' ')
}

/** The receipt of the last action; the findings where nothing was to be done. */
function receiptOf({ progress }: FlowRun): JsonObject {
  return progress.done.at(-1)?.receipt ?? progress.found
}
