import { serviceMessages } from '../../messages/engine/service.ts'
import type { Event, Input, JsonObject } from '../../protocol/index.ts'
import { todayIn } from '../../std/time/calendar.ts'
import type { FlowContext, FlowResult } from '../flow.ts'
import { callHook } from './hooks.ts'
import { movedEvent, nextQuestion } from './question.ts'
import type { Definition, QuestionLead, ServiceDeps, ServiceStep, StepTask } from './service.ts'
import type { Slot } from './slots.ts'
import { snapshotOf } from './snapshot.ts'
import { type FlowProgress, type FlowState, isMidFlow, newFlowState, newProgress, taskKey } from './state.ts'

/** One turn of one service: its state, and what every part of it tells. */
export class FlowRun {
  readonly def: Definition
  readonly parts: ServiceDeps
  readonly input: Input
  readonly context: FlowContext
  state: FlowState

  constructor(definition: Definition, parts: ServiceDeps, input: Input, context: FlowContext) {
    this.def = definition
    this.parts = parts
    this.input = input
    this.context = context
    const kept = context.thread().flows[definition.name] as FlowState | undefined
    const { shape } = definition
    this.state = isMidFlow(kept)
      ? kept
      : { ...newFlowState(context.turn, kept), ...(shape === undefined ? {} : { shape }) }
  }

  get say() {
    return serviceMessages[this.parts.language]
  }

  get when() {
    return { now: this.context.now(), zone: this.parts.zone }
  }

  get progress(): FlowProgress {
    return this.state.progress ?? newProgress
  }

  /** The step at hand; undefined behind the last one. */
  get step(): ServiceStep | undefined {
    const { at } = this.progress
    return at === undefined ? this.def.steps[0] : this.named(at)
  }

  /** All slots, of which only those count as required that a step has asked for so far. */
  get slots(): readonly Slot[] {
    const forms = new Set([...this.progress.forms, ...(this.step ? [this.step.name] : [])])
    const wanted = new Set(
      this.def.steps.flatMap((one) => (one.kind === 'slots' && forms.has(one.name) ? one.slots : [])),
    )
    return this.def.slots.map((slot) => (slot.required && !wanted.has(slot.name) ? { ...slot, required: false } : slot))
  }

  named(name: string): ServiceStep | undefined {
    return this.def.steps.find((one) => one.name === name)
  }

  /** The name of the step behind one; empty behind the last. */
  after(step: ServiceStep): string {
    return step.next ?? this.def.steps[this.def.steps.indexOf(step) + 1]?.name ?? ''
  }

  move(change: Partial<FlowProgress>): void {
    this.state = { ...this.state, progress: { ...this.progress, ...change } }
  }

  /** The task that a step is given. Each has a key of its own; the first action has the task's. */
  task(step: ServiceStep): StepTask {
    const { id: conversation, profile } = this.context.thread()
    const first = this.def.steps.find(({ kind }) => kind === 'action')
    const key = taskKey(conversation, this.state) + (step === first ? '' : `/${step.name}`)
    const { text, by } = this.input
    return {
      slots: this.state.slots,
      found: this.progress.found,
      key,
      conversation,
      profile,
      by,
      text,
      when: this.when,
    }
  }

  kept(): Event {
    return { type: 'flow.kept', service: this.def.name, state: this.state as never }
  }

  moved(): Event {
    return movedEvent(this.def, this.state, this.parts.language, todayIn(this.when))
  }

  /** The question of the moment, of the slots that steps have come to. */
  ask(lead: QuestionLead): Promise<string> {
    return nextQuestion({ ...this.def, slots: this.slots }, this.state, lead, this.parts.language, todayIn(this.when))
  }

  async *hook(name: string, payload: JsonObject): AsyncGenerator<Event, void> {
    yield { type: 'hook.called', name, payload }
    await callHook(() => this.def.hooks?.[name]?.(payload), { service: this.def.name, hook: name }, this.parts.log)
  }

  /** The answer of this turn; `message`: the id of a message that is on record already. */
  async result(text: string, message = this.context.newId()): Promise<FlowResult> {
    const waits = isMidFlow(this.state) ? this.step : undefined
    const own = waits?.stage ? { stage: waits.stage, step: waits.name } : undefined
    const result = { message, text, state: snapshotOf(this.slots, this.state, own) }
    await callHook(() => this.def.afterTurn?.(result), { service: this.def.name, hook: 'after_turn' }, this.parts.log)
    return result
  }
}
