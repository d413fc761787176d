import type { Conversation, Id } from '../../../protocol/index.ts'
import type { Reversal, TakenBack } from '../../../tools/checkpoints/take-back.ts'
import type { Choosable } from '../components/items.ts'
import { createPicker } from '../components/picker.ts'
import { type DrawOptions, noteRows } from '../transcript/blocks.ts'
import type { RewindEngine, TuiHost } from '../tui-host.ts'
import type { EffectTools } from './effect-context.ts'
import type { OpenConversation } from './open-conversation.ts'

/** Question of the second step: about a message or the undo, with the words said there. */
interface Pending {
  message?: Id
  text: string
  plan: Reversal[]
}

/** `/rewind` and Esc Esc: to before which words, then what of it; nothing is done unless it was chosen. */
export class RewindEffects {
  readonly #host: TuiHost
  readonly #hands: EffectTools
  readonly #open: OpenConversation
  #pending: Pending | undefined

  constructor(host: TuiHost, hands: EffectTools, open: OpenConversation) {
    this.#host = host
    this.#hands = hands
    this.#open = open
  }

  /** Shows what was said; while an answer is being written nothing is rewound. */
  async start(): Promise<void> {
    const { words, say, stage } = this.#hands
    if (stage.store.state.view.turn) return say(words.rewind.busy)
    const [engine, conversation] = await this.#where()
    const points = await engine.points(conversation)
    const undo = await engine.planUndo(conversation)
    const items = points.map(({ message, text, files }) => ({
      id: message,
      label: text.replace(/\s+/g, ' ').trim() || '…',
      note: files > 0 ? words.rewind.files(files) : '',
    }))
    const first = undo ? [{ id: undoId, label: words.rewind.undo, note: summariseReversals(undo, this.#path) }] : []
    if (items.length === 0) return say(words.nothingToHandOff)
    this.#pending = undefined
    stage.store.dispatch({ type: 'picker', picker: { ...createPicker('rewind', [...items, ...first]), selected: 0 } })
  }

  /** The first step chose a message or the undo, the second what of it. */
  async choose(id: string): Promise<void> {
    const pending = this.#pending
    this.#pending = undefined
    if (pending) return this.#take(pending, id)
    const [engine, conversation] = await this.#where()
    const plan = id === undoId ? await engine.planUndo(conversation) : await engine.plan(conversation, id)
    const point = (await engine.points(conversation)).find(({ message }) => message === id)
    this.#pending = { text: point?.text ?? '', plan: plan ?? [], ...(id === undoId ? {} : { message: id }) }
    const { store } = this.#hands.stage
    const about = (plan ?? []).map((one) => this.#line(one))
    store.dispatch({
      type: 'picker',
      picker: { ...createPicker('rewind-what', this.#choices(this.#pending)), about, selected: 0 },
    })
  }

  async #where(): Promise<[RewindEngine, Conversation]> {
    return [(await this.#host.engine()).rewind, await this.#open.now]
  }

  /** Nothing comes first. What concerns files is there only where there is something to do. */
  #choices({ message, plan }: Pending): Choosable[] {
    const { rewind: words } = this.#hands.words
    const edited = plan.filter(({ isEdited }) => isEdited)
    const free = plan.length - edited.length
    const choiceOf = (id: string, label: string, note = ''): Choosable => ({ id, label, note })
    if (!message)
      return [
        choiceOf('nothing', words.nothing),
        choiceOf('both', words.undoIt),
        ...(edited.length > 0 ? [choiceOf('both-edited', words.alsoEdited, words.files(edited.length))] : []),
      ]
    const files = summariseReversals(
      plan.filter(({ isEdited }) => !isEdited),
      this.#path,
    )
    return [
      choiceOf('nothing', words.nothing),
      choiceOf('talk', words.talk),
      ...(free > 0 ? [choiceOf('files', words.onlyFiles, files), choiceOf('both', words.both, files)] : []),
      ...(edited.length > 0
        ? [choiceOf('files-edited', words.alsoEdited, summariseReversals(edited, this.#path))]
        : []),
    ]
  }

  async #take({ message, text, plan }: Pending, id: string): Promise<void> {
    const { words, say, stage } = this.#hands
    if (id === 'nothing') return
    if (stage.store.state.view.turn) return say(words.rewind.busy)
    const [engine, conversation] = await this.#where()
    const edited = id.endsWith('-edited')
    const request = { talk: id === 'talk' || id === 'both', files: id !== 'talk', edited }
    const { next, ...taken } = message
      ? await engine.apply(conversation, message, request)
      : await engine.undo(conversation, edited)
    if (plan.length > 0 && request.files) this.#tell(taken)
    if (next) await this.#open.change(Promise.resolve(next), message ? words.rewind.rewound : words.rewind.undone, true)
    else if (!message) say(words.rewind.undone)
    if (next && message) stage.store.dispatch({ type: 'draft', text })
  }

  /** Return what was done, and what was left as it is. */
  #tell({ done, left }: TakenBack): void {
    const { words, stage } = this.#hands
    const lines = [
      ...done.map((one) => this.#line(one)),
      ...left.map(({ path }) => words.rewind.left(this.#path(path))),
    ]
    const rows = ({ columns }: DrawOptions) => [
      ...noteRows('↺ ', words.rewind.filesDone(done.length), columns, 'dim'),
      ...lines.flatMap((line) => noteRows('  ', line, columns, 'dim')),
    ]
    stage.store.dispatch({ type: 'print', items: [{ type: 'rows', apart: true, rows }] })
  }

  #line(one: Reversal): string {
    const { rewind: words } = this.#hands.words
    return `${countLines(one)} ${this.#path(one.path)}${one.to === null ? ` · ${words.goes}` : ''}${one.isEdited ? ` · ${words.edited}` : ''}`
  }

  readonly #path = (path: string): string => this.#host.say.path(path)
}

const undoId = 'undo'

/** `−1 +3`; for what is no text only that it changes. */
function countLines({ lines }: Reversal): string {
  return lines ? `−${lines.removed} +${lines.added}` : '±'
}

/** `−1 +3 a.txt, −2 +0 b.txt`. */
function summariseReversals(plan: readonly Reversal[], shown: (path: string) => string): string {
  return plan.map((one) => `${countLines(one)} ${shown(one.path)}`).join(', ')
}
