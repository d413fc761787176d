import { serviceMessages } from '../../messages/engine/service.ts'
import type { Event, Input, JsonObject } from '../../protocol/index.ts'
import { readAnswer } from '../../std/korean/dialogue/yesno.ts'
import type { FlowContext, FlowResult } from '../flow.ts'
import { answerBeside } from './answer-beside.ts'
import { executeOnce } from './execute.ts'
import { callHook } from './hooks.ts'
import { inCommonWords, isResume } from './interruption.ts'
import { movedEvent, nextQuestion } from './question.ts'
import { isRestated, readInput } from './reading.ts'
import type { CompletedTask, Definition, MidFlowPorts, QuestionLead, Service, ServiceDeps } from './service.ts'
import { isSideRemark } from './side-remark.ts'
import {
  advance,
  askedSlot,
  dropAll,
  type FlowState,
  isMidFlow,
  loadNext,
  missing,
  newFlowState,
  nextTask,
  notUnderstood,
  type Operation,
  snapshotOf,
  taskKey,
  unclearSlot,
  waitsForChoice,
} from './state.ts'
import { enqueueTasks, type TakenTasks } from './task-queue.ts'

/** A service made of its definition: slots are filled, confirmed and executed by the one machine that all of them share. */
export function slotService(definition: Definition, parts: ServiceDeps): Service {
  const { name, title, description, claim, recalls } = definition
  return {
    name,
    title,
    description,
    claim,
    ...(recalls ? { recalls } : {}),
    run: (input, context, around) => new SlotTurn(definition, parts, input, context, around).run(),
    resume: (input, context) => new SlotTurn(definition, parts, input, context).resume(),
  }
}

/** One turn of one slot service. */
class SlotTurn {
  readonly #def: Definition
  readonly #parts: ServiceDeps
  readonly #input: Input
  readonly #context: FlowContext
  readonly #around: MidFlowPorts | undefined
  #state: FlowState

  constructor(definition: Definition, parts: ServiceDeps, input: Input, context: FlowContext, around?: MidFlowPorts) {
    this.#def = definition
    this.#parts = parts
    this.#input = input
    this.#context = context
    this.#around = around
    const kept = context.thread().flows[definition.name] as FlowState | undefined
    this.#state = isMidFlow(kept) ? kept : newFlowState(context.turn, kept)
  }

  get #say() {
    return serviceMessages[this.#parts.language]
  }

  get #when() {
    return { now: this.#context.now(), zone: this.#parts.zone }
  }

  async *run(): AsyncGenerator<Event, FlowResult> {
    if (this.#state.stage === 'CONFIRMED') return yield* this.#pickUp()
    const { id: conversation } = this.#context.thread()
    const aside = await this.#def.aside?.(this.#input, { conversation, when: this.#when, stage: this.#state.stage })
    if (aside !== undefined) return yield* this.#toldAside(aside)
    const refusal = this.#state.stage === 'INIT' ? this.#def.refusal?.(this.#input) : undefined
    if (refusal) return this.#result(refusal)
    if (this.#around && this.#isBeside(this.#around)) return yield* this.#beside(this.#around)
    if (this.#around?.isClaimed && !this.#answer())
      return yield* this.#question('plain', `${this.#say.unclear} ${this.#say.howToLeave}`)
    if (waitsForChoice(this.#state)) return yield* this.#choice()
    return yield* this.#step()
  }

  /** The parked flow is at hand again: its question is put anew. */
  async *resume(): AsyncGenerator<Event, FlowResult> {
    const kept = this.#context.thread().flows[this.#def.name] as unknown as FlowState
    const { parked: _, ...state } = kept
    this.#state = state
    if (state.stage === 'CONFIRMED') return yield* this.#pickUp()
    return yield* this.#question('plain', this.#say.resumed(this.#def.title))
  }

  // ---- what is said beside it

  #isBeside({ isClaimed }: MidFlowPorts): boolean {
    const { stage, slots, queue } = this.#state
    if (isClaimed || stage === 'INIT' || this.#answer() || isResume(this.#input.text)) return false
    const names = [slots, ...queue].flatMap((task) => Object.values(task)).filter((value) => typeof value === 'string')
    const subject = { slots: this.#def.slots, asked: askedSlot(this.#def.slots, this.#state), names, when: this.#when }
    return isSideRemark(this.#input.text, subject)
  }

  /** Answered by the conversation; then the question that waits is put again, and no slot has changed. */
  async *#beside({ chat }: MidFlowPorts): AsyncGenerator<Event, FlowResult> {
    const question = nextQuestion(this.#def, this.#state, 'plain', this.#parts.language)
    const answer = yield* answerBeside(chat, this.#input, this.#context, question)
    this.#state = { ...this.#state, asked: question }
    yield this.#kept()
    yield this.#moved()
    return { ...answer, ...(await this.#result(answer.text)), message: answer.message }
  }

  // ---- reading

  /** FILLING and READY: what the input says, then what follows from it. */
  async *#step(): AsyncGenerator<Event, FlowResult> {
    const before = this.#state
    yield { type: 'step.started', step: 'slot', label: this.#say.labels.slots }
    const answer = before.stage === 'INIT' ? undefined : this.#answer()
    const decided = answer ? this.#decide(answer) : (await this.#isRestated()) ? [{ op: 'confirm' as const }] : undefined
    if (answer === 'all-no') this.#state = dropAll(before)
    else if (decided) this.#state = advance(this.#def.slots, before, decided, this.#when)
    const notes = answer === 'all-no' || decided ? '' : yield* this.#read()
    const { stage } = this.#state
    yield {
      type: 'step.ended',
      step: 'slot',
      label: this.#say.labels.slotsDone,
      ok: !this.#state.errors[unclearSlot],
      result: { stage },
    }
    if (stage === 'CONFIRMED') return yield* this.#confirmed()
    if (stage === 'UNSUPPORTED') return yield* this.#end(this.#say.unsupported)
    const begins = before.stage === 'INIT' || (before.index === 0 && this.#state.total > before.total)
    if (stage !== 'CANCELLED') return yield* this.#question(begins ? 'begin' : 'plain', notes)
    if (answer === 'all-no') return yield* this.#end()
    return yield* this.#settled({ slots: before.slots, outcome: 'cancelled' })
  }

  #answer(): ReturnType<typeof readAnswer> {
    const { text } = this.#input
    const { stage, asked } = this.#state
    return readAnswer(text) ?? (stage === 'READY' ? readAnswer(inCommonWords(text, asked)) : undefined)
  }

  async #isRestated(): Promise<boolean> {
    return this.#state.stage === 'READY' && (await isRestated(this.#def, this.#parts, this.#input.text, this.#state, this.#when))
  }

  /** What yes and no mean here; a yes is a confirmation only at READY. */
  #decide(answer: 'yes' | 'no' | 'all-no'): Operation[] | undefined {
    if (answer !== 'yes') return [{ op: 'cancel' }]
    if (this.#state.stage === 'READY') return [{ op: 'confirm' }]
    const whole = missing(this.#def.slots, this.#state).length === 0
    return whole ? [{ op: 'continue' }] : undefined
  }

  /** Takes what the input says into the state; what became of tasks that wait is returned, as sentences. */
  async *#read(): AsyncGenerator<Event, string> {
    const tasks = yield* readInput(this.#def, this.#parts, this.#input, this.#state, this.#context)
    if (tasks.length > 0) return this.#taken(enqueueTasks(this.#def.slots, this.#state, tasks, this.#when))
    this.#unread()
    return ''
  }

  #taken({ state, changed, dropped }: TakenTasks): string {
    this.#state = state
    return [...changed.map(this.#say.waiting.changed), ...dropped.map(this.#say.waiting.dropped)].join('\n')
  }

  #unread(): void {
    const { stage } = this.#state
    if (stage === 'INIT') this.#state = advance(this.#def.slots, this.#state, [], this.#when)
    else if (stage === 'READY') this.#state = { ...this.#state, errors: { [unclearSlot]: this.#whyNot() } }
    else this.#state = notUnderstood(this.#def.slots, this.#state, this.#say.unclear, this.#when)
  }

  /** A mere sound ("응", "어") moves nothing; what would is said. */
  #whyNot(): string {
    return readAnswer(this.#input.text, 'harmless') === 'yes' ? this.#say.sayYes : this.#say.unclear
  }

  // ---- executing

  /** Written down before anything is done, so that a crash in between is known for what it is. */
  async *#confirmed(): AsyncGenerator<Event, FlowResult> {
    const refusal = this.#def.refusal?.(this.#input)
    if (refusal) {
      this.#state = { ...this.#state, stage: 'READY' }
      return this.#result(refusal)
    }
    yield this.#kept()
    yield this.#moved()
    const label = this.#def.labels?.execute ?? this.#say.labels.execute(this.#def.title)
    yield { type: 'step.started', step: 'execute', label }
    const { id: conversation, profile } = this.#context.thread()
    const key = taskKey(conversation, this.#state)
    const task = { slots: this.#state.slots, key, conversation, profile, by: this.#input.by, when: this.#when }
    const done = await executeOnce(this.#def, task, this.#parts, this.#context.signal)
    yield {
      type: 'step.ended',
      step: 'execute',
      label,
      ok: done.outcome === 'executed',
      result: { stage: done.outcome === 'executed' ? 'EXECUTED' : 'FAILED' },
    }
    return yield* this.#done(done)
  }

  /** The process or the turn ended between the confirmation and its outcome: what was done is asked, never done again. */
  async *#pickUp(): AsyncGenerator<Event, FlowResult> {
    const key = taskKey(this.#context.thread().id, this.#state)
    if (!this.#def.settle) return yield* this.#done({ outcome: 'unknown', reason: this.#say.unknownOutcome(this.#def.title) })
    const done = await this.#def.settle(key)
    if (done) return yield* this.#done(done)
    this.#state = { ...this.#state, stage: 'READY', attempt: this.#state.attempt + 1 }
    return yield* this.#question('plain', this.#say.brokeOff)
  }

  async *#done(done: CompletedTask): AsyncGenerator<Event, FlowResult> {
    const { slots } = this.#state
    if (done.outcome === 'executed') yield* this.#hook(this.#def.hook, { slots, receipt: done.receipt })
    const more = done.outcome === 'executed' ? { receipt: done.receipt } : { reason: done.reason }
    return yield* this.#settled({ slots, outcome: done.outcome, ...more })
  }

  async *#settled(settled: FlowState['settled'][number]): AsyncGenerator<Event, FlowResult> {
    this.#state = nextTask(this.#def.slots, this.#state, settled, this.#when)
    if (waitsForChoice(this.#state)) return yield* this.#question('plain')
    if (!isMidFlow(this.#state)) return yield* this.#end()
    return yield* this.#question(settled.outcome === 'cancelled' ? 'cancelled' : 'executed')
  }

  /** After a failure in a batch: go on with what waits, or leave it. */
  async *#choice(): AsyncGenerator<Event, FlowResult> {
    const { text } = this.#input
    const answer = isResume(text) ? 'yes' : readAnswer(text)
    if (answer === 'yes') {
      this.#state = loadNext(this.#def.slots, this.#state, this.#when)
      return yield* this.#question('plain')
    }
    if (!answer) return yield* this.#question('plain', this.#say.unclear)
    this.#state = dropAll(this.#state)
    return yield* this.#end()
  }

  // ---- answering

  async *#toldAside(text: string): AsyncGenerator<Event, FlowResult> {
    const open = this.#state.stage === 'READY' || this.#state.stage === 'FILLING' || waitsForChoice(this.#state)
    return open ? yield* this.#question('plain', text) : this.#result(text)
  }

  /** The question that the state asks for, never word for word the last one. */
  async *#question(lead: QuestionLead, before = ''): AsyncGenerator<Event, FlowResult> {
    const text = [before, nextQuestion(this.#def, this.#state, lead, this.#parts.language)].filter(Boolean).join('\n')
    this.#state = { ...this.#state, asked: text }
    yield this.#kept()
    yield this.#moved()
    return this.#result(text)
  }

  /** The state goes, the conversation stays; the result still shows where it ended. */
  async *#end(lead = ''): AsyncGenerator<Event, FlowResult> {
    const dropped = this.#state.stage === 'UNSUPPORTED' ? dropAll(this.#state).settled : this.#state.settled
    const text = [lead, lead && dropped.length < 2 ? '' : this.#def.say.ended(dropped, this.#state.stage)]
      .filter(Boolean)
      .join('\n')
    yield this.#moved()
    yield* this.#hook('session_reset', { service: this.#def.name, stage: this.#state.stage })
    // Whoever is stopped before this is told has the flow still, and it is told then.
    return { ...(await this.#result(text)), kept: { service: this.#def.name, state: (this.#state.below as never) ?? null } }
  }

  async #result(text: string): Promise<FlowResult> {
    const result = { message: this.#context.newId(), text, state: snapshotOf(this.#def.slots, this.#state) }
    await callHook(() => this.#def.afterTurn?.(result), { service: this.#def.name, hook: 'after_turn' }, this.#parts.log)
    return result
  }

  async *#hook(name: string, payload: JsonObject): AsyncGenerator<Event, void> {
    yield { type: 'hook.called', name, payload }
    await callHook(() => this.#def.hooks?.[name]?.(payload), { service: this.#def.name, hook: name }, this.#parts.log)
  }

  #kept(): Event {
    return { type: 'flow.kept', service: this.#def.name, state: this.#state as never }
  }

  #moved(): Event {
    return movedEvent(this.#def, this.#state, this.#parts.language)
  }
}
