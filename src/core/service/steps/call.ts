import type { Event, Json } from '../../../protocol/index.ts'
import type { FlowContext, FlowResult } from '../../flow.ts'
import type { FlowRun } from '../flow-run.ts'
import type { MidFlowPorts } from '../service.ts'

/** The outcome of a called service's turn: the caller goes on behind it, or this was its answer. */
export type Called = { goesOn: true; text: string } | { goesOn: false; result: FlowResult }

/**
 * Hands a turn to the service that the step at hand names. Its state is kept within the caller's, and what it ended
 * in is found under the step's name: a branch can look at `stage`.
 */
export async function* callService(run: FlowRun, around?: MidFlowPorts): AsyncGenerator<Event, Called> {
  const { step, input, say } = run
  if (step?.kind !== 'service') return { goesOn: true, text: '' }
  const service = step.service()
  const go = (found: Json, text: string): Called => {
    const { inner: _, ...progress } = run.progress
    run.state = {
      ...run.state,
      progress: { ...progress, found: { ...progress.found, [step.name]: found }, at: run.after(step) },
    }
    return { goesOn: true, text }
  }
  if (!service?.call) return go({ stage: 'FAILED' }, say.notThere(step.name))
  const { inner } = run.progress
  const context = contextWithin(run, service.name)
  const known = { slots: run.state.slots, found: run.progress.found }
  const turn = inner ? service.run(input, context, around) : service.call(step.with(known), input, context)
  for (;;) {
    const told = await turn.next()
    if (!told.done) {
      if (told.value.type === 'flow.kept' && told.value.service === service.name) {
        run.move({ inner: told.value.state })
        yield run.kept()
      } else yield told.value
      continue
    }
    const { kept, text, state } = told.value
    if (kept?.service === service.name && kept.state === null) return go(endOf(state), text)
    return { goesOn: false, result: told.value }
  }
}

/** The conversation as the called service sees it: its own state is the one within its caller's. */
function contextWithin(run: FlowRun, name: string): FlowContext {
  const { context } = run
  return {
    ...context,
    thread() {
      const thread = context.thread()
      return { ...thread, flows: { ...thread.flows, [name]: (run.progress.inner ?? null) as never } }
    },
  }
}

/** Stage and values in which it ended, for branches and sentences. */
function endOf(state: Json | undefined): Json {
  const { stage = 'EXECUTED', slots = {} } = (state ?? {}) as { stage?: string; slots?: Record<string, Json> }
  return { ...slots, stage }
}
