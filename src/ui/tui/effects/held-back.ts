import type { EffectTools } from './effect-context.ts'

/** Text that was held back, because something that it names cannot go along. */
export class HeldBack {
  readonly #hands: EffectTools
  #text: string | undefined

  constructor(hands: EffectTools) {
    this.#hands = hands
  }

  /** Tells once what cannot go along, and gives the text back before anything is sent; the same text again is sent. */
  holds(typed: string, problems: readonly string[]): boolean {
    const isAgain = this.#text === typed
    this.#text = undefined
    if (problems.length === 0 || isAgain) return false
    const { say, words, stage } = this.#hands
    for (const problem of problems) say(problem)
    say(words.sendAnyway)
    if (stage.store.state.editor.text !== '') return true
    this.#text = typed
    stage.store.dispatch({ type: 'rewritten', text: typed })
    return true
  }
}
