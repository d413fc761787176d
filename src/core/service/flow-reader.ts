import type { Event } from '../../protocol/index.ts'
import { undoCountOf } from '../../std/korean/dialogue/take-back.ts'
import { readAnswer, saysNow } from '../../std/korean/dialogue/yesno.ts'
import { readSentence } from '../../std/korean/sentence.ts'
import { FlowRun } from './flow-run.ts'
import { inCommonWords, isResume } from './interruption.ts'
import { agreesToReadBack, isLater } from './read-back.ts'
import { readContextOf, readInput } from './reading.ts'
import type { MidFlowPorts } from './service.ts'
import { isSideRemark } from './side-remark.ts'
import {
  advanceState,
  askedSlot,
  type FlowState,
  missingSlots,
  notUnderstood,
  type Operation,
  unclearSlot,
} from './state.ts'
import { goBack } from './steps/forward.ts'
import { enqueueTasks, type TakenTasks } from './task-queue.ts'

/** Takes an input about the flow at hand into its state. */
export class FlowReader extends FlowRun {
  /**
   * True if there is more to find out than before; a value that changed behind its own step leads back to the
   * beginning.
   */
  isNew(before: FlowState): boolean {
    const names = Object.keys({ ...before.slots, ...this.state.slots })
    const changed = names.filter((name) => before.slots[name] !== this.state.slots[name])
    const { step } = this
    const isHere = step?.kind === 'slots' && changed.every((name) => step.slots.includes(name))
    if (!isHere && (changed.length > 0 || before.stage !== 'READY')) goBack(this)
    return changed.length > 0 || before.stage !== 'READY'
  }

  /** That the words before were not understood says nothing of these; what was asked about them still waits. */
  forgetUnread(): void {
    const { [unclearSlot]: complaint = '', ...errors } = this.state.errors
    if ([this.say.unclear, this.say.sayYes].includes(complaint)) this.state = { ...this.state, errors }
  }

  /**
   * An input that the service reads whole is meant for it, whatever it looks like ("아 3만원이었다"); a question never is.
   */
  async isBeside({ isClaimed }: MidFlowPorts): Promise<boolean> {
    const { stage, slots, queue } = this.state
    if (isClaimed || stage === 'INIT' || this.answer() || isResume(this.input.text)) return false
    const { ending } = readSentence(this.input.text)
    if (!ending.asked && !ending.hearsay && (await this.isReadWhole())) return false
    const names = [slots, ...queue].flatMap((task) => Object.values(task)).filter((value) => typeof value === 'string')
    const subject = { slots: this.def.slots, asked: askedSlot(this.slots, this.state), names, when: this.when }
    return isSideRemark(this.input.text, subject)
  }

  /** True if the question at hand was shown to whoever answers, as far as their program tells. */
  isShown(): boolean {
    const { seen } = this.input
    return seen === undefined || lettersOf(seen).endsWith(lettersOf(this.state.asked))
  }

  private async isReadWhole(): Promise<boolean> {
    const read = (
      await this.def.read(this.input.text, readContextOf(this.def, this.parts, this.state, this.when))
    ).flat()
    return read.some(({ op }) => op === 'set' || op === 'clear') && !read.some(({ op }) => op === 'ask')
  }

  answer(): ReturnType<typeof readAnswer> {
    const { text, origin } = this.input
    const { stage, asked } = this.state
    const door = origin === 'voice' ? 'spoken' : 'typed'
    const common = inCommonWords(text, asked)
    const said = readAnswer(text, door) ?? (stage === 'READY' ? readAnswer(common, door) : undefined)
    // "지금 보내줘" where tomorrow was read back.
    if (said === 'yes' && saysNow(text) && isLater(this.slots, this.state, this.when)) return undefined
    if (said) return said
    if (stage === 'READY' && agreesToReadBack(common, door, this)) return 'yes'
    // "방금 그거 취소해": while something is asked, that is the last thing.
    return undoCountOf(text) === 1 ? 'no' : undefined
  }

  /** The operations of yes and no here; a yes is a confirmation only at READY. */
  decide(answer: 'yes' | 'no' | 'all-no'): Operation[] | undefined {
    if (answer !== 'yes') return [{ op: 'cancel' }]
    if (this.state.stage === 'READY') return [{ op: 'confirm' }]
    const whole = missingSlots(this.slots, this.state).length === 0
    return whole ? [{ op: 'continue' }] : undefined
  }

  /** Takes what the input says into the state; what became of tasks that wait is returned, as sentences. */
  async *read(): AsyncGenerator<Event, string> {
    const { tasks, note } = yield* readInput(this.def, this.parts, this.input, this.state, this.context)
    const { locked = [] } = this.progress
    const open = tasks.map((task) =>
      task.map(
        (one): Operation =>
          'slot' in one && locked.includes(one.slot) ? { op: 'ask', question: this.say.locked } : one,
      ),
    )
    if (open.length > 0)
      return [note, this.taken(enqueueTasks(this.slots, this.state, open, this.when))].filter(Boolean).join('\n')
    this.unread()
    return ''
  }

  private taken({ state, changed, dropped }: TakenTasks): string {
    this.state = state
    return [...changed.map(this.say.waiting.changed), ...dropped.map(this.say.waiting.dropped)].join('\n')
  }

  private unread(): void {
    const { stage } = this.state
    if (stage === 'INIT') this.state = advanceState(this.slots, this.state, [], this.when)
    else if (stage === 'READY') this.state = { ...this.state, errors: { [unclearSlot]: this.whyNot() } }
    else this.state = notUnderstood(this.slots, this.state, this.say.unclear, this.when)
  }

  /** A mere sound ("응", "어") moves nothing; what would is said. */
  private whyNot(): string {
    return readAnswer(this.input.text, 'harmless') === 'yes' ? this.say.sayYes : this.say.unclear
  }
}

/** Programs set blanks and marks of an answer as they like. */
const lettersOf = (text: string) => text.normalize('NFC').replace(/[^\p{L}\p{N}]/gu, '')
