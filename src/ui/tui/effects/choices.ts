import type { Elicited } from '../../../tools/mcp/ports.ts'
import { editorValue } from '../components/editor.ts'
import type { Choosable } from '../components/items.ts'
import { createPicker, markLetters, type Picker, previewedIn } from '../components/picker.ts'
import type { ThemeName } from '../terminal/theme.ts'
import type { AskForm, TuiHost } from '../tui-host.ts'
import type { EffectTools } from './effect-context.ts'
import type { OpenConversation } from './open-conversation.ts'
import { RewindEffects } from './rewind.ts'

/** A letter that follows so soon, in milliseconds, is of the same word: only what was typed last is looked for. */
const typingMs = 150

/** The hands of pickers: what there is to choose from, and what a choice does. */
export class Choices {
  readonly #host: TuiHost
  readonly #hands: EffectTools
  readonly #open: OpenConversation
  readonly #ask: AskForm
  readonly #rewind: RewindEffects
  #theme: ThemeName

  constructor(
    host: TuiHost,
    hands: EffectTools,
    open: OpenConversation,
    ask: (...question: Parameters<AskForm>) => Promise<Elicited>,
  ) {
    this.#host = host
    this.#hands = hands
    this.#open = open
    this.#ask = ask
    this.#theme = host.theme ?? 'auto'
    this.#rewind = new RewindEffects(host, hands, open)
  }

  /** Opens a picker, narrowed to what is wanted; what is named exactly is chosen at once. */
  async pick(kind: Picker['kind'], list: () => Promise<Choosable[]>, wanted: string): Promise<void> {
    const { store } = this.#hands.stage
    const items = markLetters(kind, await list(), store.state.view)
    const exact = items.find((item) => wanted !== '' && [item.id, item.label, ownName(kind, item)].includes(wanted))
    if (exact) return this.choose(kind, exact)
    const opened = createPicker(kind, items)
    const filter = { ...opened.filter, text: wanted, at: wanted.length }
    store.dispatch({ type: 'picker', picker: wanted === '' ? opened : { ...opened, filter, selected: 0 } })
    await this.#lookAgain()
  }

  /** Shows what was said last in a conversation of the list, unless the arrow has moved on meanwhile. */
  async lookInto(id: string): Promise<void> {
    const { store } = this.#hands.stage
    await new Promise((resolve) => setTimeout(resolve, typingMs))
    const isWanted = () => previewedIn(store.state.picker) === id
    if (!isWanted()) return
    const lines = await (await this.#host.engine()).last(id)
    if (isWanted()) store.dispatch({ type: 'last', id, lines })
  }

  /** The list has changed under the arrow. */
  async #lookAgain(): Promise<void> {
    const id = previewedIn(this.#hands.stage.store.state.picker)
    if (id !== undefined) await this.lookInto(id)
  }

  /** Adds to a list of conversations those in which the words were said, unless others were typed meanwhile. */
  async search(query: string): Promise<void> {
    const { store } = this.#hands.stage
    await new Promise((resolve) => setTimeout(resolve, typingMs))
    const isWanted = () => store.state.picker?.kind === 'resume' && editorValue(store.state.picker.filter) === query
    if (!isWanted()) return
    const items = await (await this.#host.engine()).search(query)
    if (isWanted()) store.dispatch({ type: 'said', query, items })
    await this.#lookAgain()
  }

  /** Does what was chosen. */
  async choose(kind: Picker['kind'], item: Choosable): Promise<void> {
    const { say, words } = this.#hands
    const engine = await this.#host.engine()
    if (kind === 'rewind' || kind === 'rewind-what') return this.#rewind.choose(item.id)
    if (kind === 'resume') return this.#open.change(engine.resume(item.id), words.resumed)
    if (kind === 'attach') return this.#open.change(engine.resume(item.id), words.attached)
    if (kind === 'open') return this.openSource(Number(item.id))
    if (kind === 'mcp') return say((await engine.servers?.act(item.id, this.#ask, say)) ?? '')
    if (kind === 'settings') return say((await engine.settings?.change(item.id, this.#ask)) ?? '')
    if (kind === 'theme') return this.#recolour(item.id as ThemeName)
    const conversation = await this.#open.now
    if (kind === 'model') return say((await engine.chooseModel(conversation, item.id)) ?? '')
    await engine.chooseAgent(conversation, item.id)
  }

  /** Offer messages to rewind to. */
  rewind(): Promise<void> {
    return this.#rewind.start()
  }

  /** The source of that number in the last answer. */
  async openSource(number: number): Promise<void> {
    const { stage, say } = this.#hands
    const source = stage.store.state.view.sources.list[number - 1]
    const left = source && (await (await this.#host.engine()).show(source, stage.outside))
    if (left) say(left)
  }

  /** The theme that is kept. */
  get theme(): ThemeName {
    return this.#theme
  }

  /** Shows a theme, without one the theme that is kept. */
  preview(theme: string = this.#theme): void {
    this.#hands.stage.recolour({ theme: theme as ThemeName })
  }

  /** Gives an earlier conversation another title, or deletes it after a question; then the list is shown again. */
  async manage(how: 'rename' | 'remove', { id, label }: Choosable): Promise<void> {
    const say = this.#hands.words.manage
    const engine = await this.#host.engine()
    const field =
      how === 'rename'
        ? { type: 'string', title: say.title, default: label }
        : { type: 'boolean', title: say.remove(label) }
    const schema = { type: 'object', properties: { answer: field }, required: ['answer'] }
    const signal = new AbortController().signal
    const said = await this.#ask({ title: label, message: '', schema, isStep: true }, signal)
    const answer = said.action === 'accept' ? said.content.answer : undefined
    if (how === 'rename' && typeof answer === 'string') await engine.rename(id, answer)
    if (how === 'remove' && answer === true) this.#hands.say((await engine.remove(id)) ? say.removed(label) : say.kept)
    await this.pick('resume', () => engine.conversations(), '')
  }

  async #recolour(theme: ThemeName): Promise<void> {
    this.#theme = theme
    this.#hands.stage.recolour({ theme })
    await (await this.#host.engine()).keepTheme?.(theme)
  }
}

/** The name in the files of what is shown by another one in the person's language. */
function ownName(kind: Picker['kind'], { id }: Choosable): string | undefined {
  const [workspace, agent] = id.split('/')
  return kind === 'workspace' ? workspace : kind === 'agent' ? agent : undefined
}
