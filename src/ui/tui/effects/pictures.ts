import { type Conversation, type Image, isPdf } from '../../../protocol/index.ts'
import { droppedPictures } from '../../../std/text/mentions.ts'
import { pictureLabel } from '../components/editor-layout.ts'
import type { TuiHost } from '../tui-host.ts'
import type { EffectTools } from './effect-context.ts'

/** Pictures that are kept: what a person may still send again. */
const mostKept = 20

/** Pictures that were pasted in this session, each under the label that stands for it in the line. */
export class Pictures {
  readonly #host: Pick<TuiHost, 'engine'>
  readonly #hands: EffectTools
  readonly #kept = new Map<string, Image>()
  #count = 0

  constructor(host: Pick<TuiHost, 'engine'>, hands: EffectTools) {
    this.#host = host
    this.#hands = hands
  }

  /** The pictures whose labels stand in a text, in its order, each once. */
  in(text: string): Image[] {
    const labels = new Set(Array.from(text.matchAll(pictureLabel), ([label]) => label))
    return [...labels].flatMap((label) => this.#kept.get(label) ?? [])
  }

  /** A picture from the clipboard into the line; `isQuiet`: without a word where there is none. */
  async paste(isQuiet: boolean, conversation: Promise<Conversation>): Promise<void> {
    const { say, stage } = this.#hands
    const engine = await this.#host.engine()
    const found = await engine.clipboard()
    if ('why' in found) return isQuiet && found.isEmpty ? undefined : say(found.why)
    stage.store.dispatch({ type: 'pictured', label: this.#keep(found.image) })
    const why = await engine.blind(await conversation)
    if (why) say(why)
  }

  /** Look if a pasted path is a picture: then its label stands in the line, and its bytes are kept as they are now. */
  async look(path: string, conversation: Promise<Conversation>): Promise<void> {
    const { say, stage } = this.#hands
    const engine = await this.#host.engine()
    const found = await engine.attach(droppedPictures(path)[0]?.path ?? path)
    const isPicture = found !== undefined && 'image' in found && !('text' in found)
    stage.store.dispatch({ type: 'looked', path, ...(isPicture ? { label: this.#keep(found.image) } : {}) })
    const why = isPicture ? await engine.blind(await conversation) : found && 'why' in found ? found.why : undefined
    if (why) say(why)
  }

  /** Says why pictures cannot be sent now, and gives what was written back: true where they cannot. */
  async refused(text: string, images: readonly Image[], conversation: Conversation): Promise<boolean> {
    const why = images.some((image) => !isPdf(image))
      ? await (await this.#host.engine()).blind(conversation)
      : undefined
    if (!why) return false
    this.#hands.say(why)
    this.#hands.stage.store.dispatch({ type: 'rewritten', text })
    return true
  }

  /** A draft of an earlier session without the labels of pictures that are no more. */
  restored(text: string): string {
    const left = text.replace(pictureLabel, '').trim()
    if (left === text.trim()) return text
    this.#hands.say(this.#hands.words.pictures.gone)
    return left
  }

  #keep(image: Image): string {
    const label = this.#hands.words.pictures.label(++this.#count)
    this.#kept.set(label, image)
    for (const oldest of [...this.#kept.keys()].slice(0, -mostKept)) this.#kept.delete(oldest)
    return label
  }
}
