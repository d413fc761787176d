import type { Conversation, PermissionMode } from '../../../protocol/index.ts'
import { view } from '../transcript/chat-view.ts'
import type { TuiHost } from '../tui-host.ts'
import type { EffectTools } from './effect-context.ts'
import { followConversation } from './follow-conversation.ts'

/** The conversation on the screen: it is followed until another one is opened. */
export class OpenConversation {
  readonly #host: TuiHost
  readonly #hands: EffectTools
  /** Comes before another conversation is shown. */
  readonly #onChange: () => void
  readonly #onAnswer: (text: string) => void
  /** Nobody's before the first one is opened. */
  #now = Promise.withResolvers<Conversation>().promise
  #opened: Conversation | undefined
  #following = new AbortController()

  constructor(host: TuiHost, hands: EffectTools, onChange: () => void, onAnswer: (text: string) => void) {
    this.#host = host
    this.#hands = hands
    this.#onChange = onChange
    this.#onAnswer = onAnswer
  }

  get now(): Promise<Conversation> {
    return this.#now
  }

  /** Something was said in it, so that there is one to hand over or to keep. */
  get isBegun(): boolean {
    return this.#hands.stage.store.state.view.conversation !== undefined
  }

  /** Shows this conversation from now on. */
  begin(next: Promise<Conversation>, isQuiet = false): void {
    const { attempt, say, words, stage } = this.#hands
    this.#onChange()
    this.#following.abort()
    this.#following = new AbortController()
    const { signal } = this.#following
    stage.store.dispatch({ type: 'view', view: { ...view, ...this.#host.initial } })
    this.#now = next
    attempt(async () => {
      const conversation = await next
      this.#opened = conversation
      if (signal.aborted) return
      const earlier = (hidden: number): void => say(words.earlier(hidden))
      await followConversation(
        conversation,
        { host: this.#host, store: stage.store, call: stage.call, words, earlier, answered: this.#onAnswer, isQuiet },
        signal,
      )
    })
  }

  /** Return what its tools need no question for: a fact of it, as soon as it has begun. */
  async setMode(mode: PermissionMode): Promise<void> {
    if (this.isBegun) await (await this.#now).append({ type: 'conversation.tuned', mode })
    else this.#hands.stage.store.dispatch({ type: 'mode', mode })
  }

  /** The conversation, which begins now: what was chosen before holds. */
  async begun(): Promise<Conversation> {
    const { mode } = this.#hands.stage.store.state.view
    const conversation = await this.#now
    if (!this.isBegun && mode !== 'ask') await conversation.append({ type: 'conversation.tuned', mode })
    return conversation
  }

  /**
   * Leaves this conversation for another one; the screen above stays. Quiet: what was said in it stands there
   * already.
   */
  async change(next: Promise<Conversation>, words: string, isQuiet = false): Promise<void> {
    const [before, after] = await Promise.all([this.#now, next])
    this.#hands.say(words)
    this.begin(Promise.resolve(after), isQuiet)
    await before.close()
  }

  /** Detaches. A conversation that is still being opened is not waited for. */
  async close(): Promise<void> {
    this.#following.abort()
    await this.#opened?.close()
  }
}
