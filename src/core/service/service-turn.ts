import type { Event, Input, JsonObject } from '../../protocol/index.ts'
import { todayIn } from '../../std/time/calendar.ts'
import type { FlowContext, FlowResult } from '../flow.ts'
import { answerBeside } from './answer-beside.ts'
import { FlowReader } from './flow-reader.ts'
import { asksToGoOn, isResume } from './interruption.ts'
import { readOpenRequest } from './open-request.ts'
import type {
  CompletedTask,
  Definition,
  MidFlowPorts,
  QuestionLead,
  Service,
  ServiceDeps,
  TalkStep,
} from './service.ts'
import {
  advanceState,
  dropAll,
  type FlowState,
  isMidFlow,
  loadNext,
  nextTask,
  type Operation,
  unclearSlot,
  waitsForChoice,
} from './state.ts'
import { askAgain, breakOff, isChanged, mustEnd, outcomeUnknown, startOver } from './steps/broken-off.ts'
import { callService } from './steps/call.ts'
import { type Arrival, goForward, settleAction, takeBack } from './steps/forward.ts'
import { readsEnd, runTalk } from './steps/talk.ts'

/** A service made of its definition: its steps are gone through by the one machine that all of them share. */
export function createService(definition: Definition, parts: ServiceDeps): Service {
  const { name, title, description, claim, recalls } = definition
  const turn = (input: Input, context: FlowContext, around?: MidFlowPorts) =>
    new ServiceTurn(definition, parts, input, context, around)
  return {
    name,
    title,
    description,
    claim,
    open: (input, context, model) => readOpenRequest(definition, parts, input, context, { isClaimed: false, model }),
    ...(recalls ? { recalls } : {}),
    run: (...given) => turn(...given).run(),
    resume: (input, context) => turn(input, context).resume(),
    call: (slots, input, context, before) => turn(input, context).call(slots, before),
  }
}

/** One turn of one service. */
class ServiceTurn extends FlowReader {
  readonly #around: MidFlowPorts | undefined

  constructor(definition: Definition, parts: ServiceDeps, input: Input, context: FlowContext, around?: MidFlowPorts) {
    super(definition, parts, input, context)
    this.#around = around
  }

  async *run(): AsyncGenerator<Event, FlowResult> {
    if (isChanged(this)) {
      if (mustEnd(this) || this.answer() === 'yes') return yield* this.#changed()
      startOver(this)
    }
    const { stage } = this.state
    if (stage === 'CONFIRMED') return yield* this.#pickUp()
    this.forgetUnread()
    if (stage === 'TALKING') return yield* this.#talking()
    if (stage === 'CALLING') return yield* this.#arrived({ at: 'service', step: this.step as never }, 'plain')
    const { id: conversation } = this.context.thread()
    const aside = await this.def.aside?.(this.input, { conversation, when: this.when, stage })
    if (aside !== undefined) return yield* this.#toldAside(aside)
    const refusal = stage === 'INIT' ? this.def.refusal?.(this.input) : undefined
    if (refusal) return this.result(refusal)
    if (asksToGoOn(this.input.text) && (stage === 'FILLING' || stage === 'READY'))
      return yield* this.#question('plain', this.say.resumed(this.def.title))
    // A yes to a question that was never shown (its answer was lost, an older one is asked again) is none.
    if (this.answer() === 'yes' && !this.isShown()) return yield* this.#question('plain')
    if (this.#around && (await this.isBeside(this.#around))) return yield* this.#beside(this.#around)
    if (this.#around?.isClaimed && !this.answer())
      return yield* this.#question('plain', `${this.say.unclear} ${this.say.howToLeave}`)
    if (waitsForChoice(this.state)) return yield* this.#choice()
    return yield* this.#step()
  }

  /** The parked flow is at hand again: its question is put anew. */
  async *resume(): AsyncGenerator<Event, FlowResult> {
    const kept = this.context.thread().flows[this.def.name] as unknown as FlowState
    const { parked: _, ...state } = kept
    this.state = state
    if (isChanged(this)) return yield* this.#changed()
    if (state.stage === 'CONFIRMED') return yield* this.#pickUp()
    this.forgetUnread()
    return yield* this.#question('plain', this.say.resumed(this.def.title))
  }

  /** Begins with what another service knows. */
  async *call(slots: JsonObject, before?: string): AsyncGenerator<Event, FlowResult> {
    const refusal = this.def.refusal?.(this.input)
    if (refusal) return { ...(await this.result(refusal)), kept: { service: this.def.name, state: null } }
    const known = Object.entries(slots).map(([slot, value]): Operation => ({ op: 'set', slot, value }))
    this.state = advanceState(this.slots, this.state, known, this.when)
    return yield* this.#arrived(yield* goForward(this), 'begin', before)
  }

  /** Goes on from the place that the steps have led to. */
  async *#arrived(arrival: Arrival, lead: QuestionLead, before = ''): AsyncGenerator<Event, FlowResult> {
    switch (arrival.at) {
      case 'question':
        return yield* this.#question(lead, before)
      case 'end':
        return yield* this.#done(arrival.done, before)
      case 'talk':
        return yield* this.#talk(arrival.step, before)
      case 'service':
        return yield* this.#call(before)
      default:
        return arrival satisfies never
    }
  }

  // ---- talking, and handing over

  async *#talking(): AsyncGenerator<Event, FlowResult> {
    const { step } = this
    if (step?.kind !== 'talk') return yield* this.#end(this.say.brokeOff)
    if (!readsEnd(this.input.text)) return yield* this.#talk(step, '')
    return yield* this.#talked(step, this.say.talkEnded(this.def.title))
  }

  /** The step has the word until it says DONE. */
  async *#talk(step: TalkStep, before: string): AsyncGenerator<Event, FlowResult> {
    const reply = yield* runTalk(this, step)
    if (!reply) return yield* this.#left(this.say.noModel)
    if (reply.action === 'DONE') return yield* this.#talked(step, reply.message, reply.id)
    const begins = this.progress.action === undefined
    this.move({ action: reply.action })
    const text = [before, reply.message].filter(Boolean).join('\n')
    this.state = { ...this.state, asked: text }
    yield this.kept()
    yield this.moved()
    if (begins) yield { type: 'notice.given', code: 'service-said', data: { text: this.say.howToEnd(this.def.title) } }
    return this.result(text, reply.id)
  }

  /** A talk has ended; what it said stands before what follows. */
  async *#talked(step: TalkStep, text: string, id?: string): AsyncGenerator<Event, FlowResult> {
    this.move({ at: this.after(step) })
    if (this.step) return yield* this.#arrived(yield* goForward(this), 'plain', text)
    return yield* this.#left(text, id)
  }

  /** The end of a flow that has nothing to report of. */
  async *#left(text: string, id?: string): AsyncGenerator<Event, FlowResult> {
    this.state = { ...this.state, stage: 'EXECUTED' }
    return yield* this.#end(text, '', id)
  }

  async *#call(before: string): AsyncGenerator<Event, FlowResult> {
    const called = yield* callService(this, this.#around)
    if (called.goesOn)
      return yield* this.#arrived(yield* goForward(this), 'plain', [before, called.text].filter(Boolean).join('\n'))
    yield this.kept()
    return { ...called.result, text: [before, called.result.text].filter(Boolean).join('\n') }
  }

  // ---- what is said beside it

  /** Answered by the conversation; then the question that waits is put again, and no slot has changed. */
  async *#beside({ chat }: MidFlowPorts): AsyncGenerator<Event, FlowResult> {
    const question = await this.ask('plain')
    const answer = yield* answerBeside(chat, this.input, this.context, question)
    this.state = { ...this.state, asked: question }
    yield this.kept()
    yield this.moved()
    return { ...answer, ...(await this.result(answer.text)), message: answer.message }
  }

  /** FILLING and READY: what the input says, then what follows from it. */
  async *#step(): AsyncGenerator<Event, FlowResult> {
    const before = this.state
    if (before.stage === 'INIT' && this.step?.kind !== 'slots')
      return yield* this.#arrived(yield* goForward(this), 'begin')
    yield { type: 'step.started', step: 'slot', label: this.say.labels.slots }
    const answer = before.stage === 'INIT' ? undefined : this.answer()
    const decided = answer && this.decide(answer)
    if (answer === 'all-no') this.state = dropAll(before)
    else if (decided) this.state = advanceState(this.slots, before, decided, this.when)
    const notes = answer === 'all-no' || decided ? '' : yield* this.read()
    const { stage } = this.state
    yield {
      type: 'step.ended',
      step: 'slot',
      label: this.say.labels.slotsDone,
      ok: !this.state.errors[unclearSlot],
      result: { stage },
    }
    if (stage === 'CONFIRMED') return yield* this.#confirmed()
    if (stage === 'UNSUPPORTED') return yield* this.#end(this.say.unsupported, yield* takeBack(this))
    const begins = before.stage === 'INIT' || (before.index === 0 && this.state.total > before.total)
    const lead = begins ? 'begin' : 'plain'
    if (stage === 'READY' && this.isNew(before)) return yield* this.#arrived(yield* goForward(this), lead, notes)
    if (stage !== 'CANCELLED') return yield* this.#question(lead, notes)
    // A second yes that does not come leaves nothing behind of what the first one did.
    const back = yield* takeBack(this)
    if (answer === 'all-no') return yield* this.#end('', back)
    return yield* this.#settled({ slots: before.slots, outcome: 'cancelled' }, back)
  }

  /**
   * The service was changed in the midst of a task: what was said is no yes to what it is now, and what was done is
   * taken back.
   */
  async *#changed(): AsyncGenerator<Event, FlowResult> {
    if (mustEnd(this)) return yield* this.#done(yield* breakOff(this))
    startOver(this)
    return yield* this.#arrived(yield* goForward(this), 'plain', this.say.changed(this.def.title))
  }

  /** Written down before anything is done, so that a crash in between is known for what it is. */
  async *#confirmed(): AsyncGenerator<Event, FlowResult> {
    const refusal = this.def.refusal?.(this.input)
    if (refusal) {
      this.state = { ...this.state, stage: 'READY' }
      return this.result(refusal)
    }
    this.#pass()
    yield this.kept()
    yield this.moved()
    return yield* this.#arrived(yield* goForward(this), 'plain')
  }

  /** The confirmation at hand is given: what was found before it stands, and what comes behind it is done. */
  #pass(): void {
    const { step } = this
    if (!step) return
    const next = this.after(step)
    const { confirmed, found, forms } = this.progress
    const doing = this.named(next)?.kind === 'action' ? { doing: next } : {}
    const locked = this.def.steps.flatMap((one) => (one.kind === 'slots' && forms.includes(one.name) ? one.slots : []))
    this.move({
      at: next,
      since: next,
      base: found,
      confirmed: [...confirmed, step.name],
      acting: true,
      locked,
      ...doing,
    })
  }

  /**
   * The process or the turn ended between the confirmation and its outcome: what was done is asked, never done again.
   */
  async *#pickUp(): AsyncGenerator<Event, FlowResult> {
    const { doing } = this.state.progress ?? { doing: this.def.steps.find(({ kind }) => kind === 'action')?.name }
    if (this.progress.back) return yield* this.#done(outcomeUnknown(this))
    const step = this.named(doing ?? '')
    if (step?.kind !== 'action') return yield* this.#arrived(yield* goForward(this), 'plain')
    if (!step.settle) return yield* this.#done(outcomeUnknown(this))
    const done = await step.settle(this.task(step).key)
    if (done) return yield* this.#arrived((yield* settleAction(this, step, done)) ?? (yield* goForward(this)), 'plain')
    askAgain(this, step)
    return yield* this.#question('plain', this.say.brokeOff)
  }

  async *#done(done: CompletedTask, before = ''): AsyncGenerator<Event, FlowResult> {
    const { slots } = this.state
    const { found, done: made } = this.progress
    // Of several steps each has a receipt; the task's own is that of the last.
    const receipts = Object.fromEntries(made.map(({ step, receipt }) => [step, receipt]))
    const all = made.length > 1 ? { receipts } : {}
    if (done.outcome === 'executed') yield* this.hook(this.def.hook, { slots, receipt: done.receipt, ...all })
    return yield* this.#settled({ slots, ...done, ...(Object.keys(found).length > 0 ? { found } : {}) }, before)
  }

  async *#settled(settled: FlowState['settled'][number], before = ''): AsyncGenerator<Event, FlowResult> {
    this.state = nextTask(this.slots, this.state, settled, this.when)
    if (waitsForChoice(this.state)) return yield* this.#question('plain', before)
    if (!isMidFlow(this.state)) return yield* this.#end('', before)
    const lead = settled.outcome === 'cancelled' ? 'cancelled' : 'executed'
    return yield* this.#arrived(yield* goForward(this), lead, before)
  }

  /** After a failure in a batch: go on with what waits, or leave it. */
  async *#choice(): AsyncGenerator<Event, FlowResult> {
    const { text } = this.input
    const answer = isResume(text) ? 'yes' : this.answer()
    if (answer === 'yes') {
      this.state = loadNext(this.slots, this.state, this.when)
      return yield* this.#arrived(yield* goForward(this), 'plain')
    }
    if (!answer) return yield* this.#question('plain', this.say.unclear)
    this.state = dropAll(this.state)
    return yield* this.#end()
  }

  async *#toldAside(text: string): AsyncGenerator<Event, FlowResult> {
    const open = this.state.stage === 'READY' || this.state.stage === 'FILLING' || waitsForChoice(this.state)
    return open ? yield* this.#question('plain', text) : this.result(text)
  }

  /** The question that the state asks for, never word for word the last one. */
  async *#question(lead: QuestionLead, before = ''): AsyncGenerator<Event, FlowResult> {
    const text = [before, await this.ask(lead)].filter(Boolean).join('\n')
    this.state = { ...this.state, asked: text }
    yield this.kept()
    yield this.moved()
    return this.result(text)
  }

  /**
   * The state goes, the conversation stays; the result still shows where it ended. `instead`: what is said in place
   * of a report of one task; `before`: what was said in this turn already.
   */
  async *#end(instead = '', before = '', id?: string): AsyncGenerator<Event, FlowResult> {
    const { stage } = this.state
    const settled = stage === 'UNSUPPORTED' ? dropAll(this.state).settled : this.state.settled
    const report = instead && settled.length < 2 ? '' : await this.def.say.ended(settled, stage, todayIn(this.when))
    const text = [before, instead, report].filter(Boolean).join('\n')
    yield this.moved()
    yield* this.hook('session_reset', { service: this.def.name, stage })
    // Whoever is stopped before this is told has the flow still, and it is told then.
    return {
      ...(await this.result(text, id)),
      kept: { service: this.def.name, state: (this.state.below as never) ?? null },
    }
  }
}
