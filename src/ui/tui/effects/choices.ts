import type { Elicited } from '../../../tools/mcp/ports.ts'
import type { Choosable } from '../components/items.ts'
import { marked, type Picker, picker } from '../components/picker.ts'
import { type ThemeName, themeNames } from '../terminal/theme.ts'
import { placeOf } from '../transcript/blocks.ts'
import type { Hands } from './effect-context.ts'
import type { OpenConversation } from './open-conversation.ts'
import type { AskForm, TuiHost } from './tui-host.ts'

/** The hands of pickers: what there is to choose from, and what a choice does. */
export class Choices {
  readonly #host: TuiHost
  readonly #hands: Hands
  readonly #open: OpenConversation
  readonly #ask: AskForm

  constructor(host: TuiHost, hands: Hands, open: OpenConversation, ask: (...question: Parameters<AskForm>) => Promise<Elicited>) {
    this.#host = host
    this.#hands = hands
    this.#open = open
    this.#ask = ask
  }

  /** Opens a picker, narrowed to what is wanted; what is named exactly is chosen at once. */
  async pick(kind: Picker['kind'], list: () => Promise<Choosable[]>, wanted: string): Promise<void> {
    const { store } = this.#hands.stage
    const items = marked(kind, await list(), store.state.view)
    const exact = items.find((item) => wanted !== '' && (item.id === wanted || item.label === wanted))
    if (exact) return this.choose(kind, exact)
    const opened = picker(kind, items)
    const filter = { ...opened.filter, text: wanted, at: wanted.length }
    store.dispatch({ type: 'picker', picker: wanted === '' ? opened : { ...opened, filter, selected: 0 } })
  }

  /** Does what was chosen. */
  async choose(kind: Picker['kind'], item: Choosable): Promise<void> {
    const { say, words } = this.#hands
    const host = this.#host
    if (kind === 'resume') return this.#open.change(host.resume(item.id), words.resumed)
    if (kind === 'attach') return this.#open.change(host.resume(item.id), words.attached)
    if (kind === 'open') return this.#show(Number(item.id) - 1)
    if (kind === 'mcp') return say((await host.servers?.act(item.id, this.#ask, say)) ?? '')
    if (kind === 'theme') return this.#recolour(item.id as ThemeName)
    const conversation = await this.#open.now
    await (kind === 'model' ? host.chooseModel(conversation, item.id) : host.chooseAgent(conversation, item.id))
  }

  /** Without a number the only source is meant, else one is chosen. */
  async source(rest: string): Promise<void> {
    const { list } = this.#hands.stage.store.state.view.sources
    const items = list.map((source, index) => ({
      id: `${index + 1}`,
      label: placeOf(source, this.#host.say),
      note: source.heading ?? '',
    }))
    if (items.length === 0) return this.#hands.say(this.#hands.words.noSources)
    return rest === '' && items.length === 1 ? this.#show(0) : this.pick('open', async () => items, rest)
  }

  /** A conversation that is open elsewhere. */
  async attach(rest: string): Promise<void> {
    const items = await this.#host.live((await this.#open.now).id)
    return items.length === 0 ? this.#hands.say(this.#hands.words.nobodyElse) : this.pick('attach', async () => items, rest)
  }

  theme(rest: string): Promise<void> {
    const items = themeNames.map((name) => ({ id: name, label: name, note: this.#hands.words.themes[name] }))
    return this.pick('theme', async () => items, rest)
  }

  async #show(index: number): Promise<void> {
    const { store, outside } = this.#hands.stage
    const source = store.state.view.sources.list[index]
    if (source) await this.#host.show(source, outside)
  }

  async #recolour(theme: ThemeName): Promise<void> {
    this.#hands.stage.recolour({ theme })
    await this.#host.keepTheme?.(theme)
  }
}
