import type { Msg } from '../screen/reduce.ts'
import type { TuiHost } from '../tui-host.ts'
import type { EffectTools } from './effect-context.ts'

/** Milliseconds between two looks at the facts of the status line, at least. */
const pauseMs = 300

/**
 * Keeps the status line true: the folder's branch and the person's own command are asked at the start, and again
 * after what may have changed them. A command that fails is told once, and the usual parts stand there until it
 * works.
 */
export class StatusLine {
  readonly #host: Pick<TuiHost, 'place' | 'status'>
  readonly #hands: EffectTools
  #timer: NodeJS.Timeout | undefined
  #isAsking = false
  #isStale = false
  #isTold = false
  #isClosed = false

  constructor(host: Pick<TuiHost, 'place' | 'status'>, hands: EffectTools) {
    this.#host = host
    this.#hands = hands
  }

  start(): void {
    const { store } = this.#hands.stage
    if (this.#host.status) store.dispatch({ type: 'status', parts: this.#host.status.parts })
    store.subscribe((msg) => changesStatus(msg) && this.#later())
    this.#refresh()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #later(): void {
    clearTimeout(this.#timer)
    this.#timer = this.#isClosed ? undefined : setTimeout(() => this.#refresh(), pauseMs)
  }

  #refresh(): void {
    if (this.#isAsking) {
      this.#isStale = true
      return
    }
    this.#isAsking = true
    const endStatus = (): void => {
      this.#isAsking = false
      if (this.#isStale) this.#later()
      this.#isStale = false
    }
    this.#hands.attempt(() => this.#ask().finally(endStatus))
  }

  async #ask(): Promise<void> {
    const { stage, say, words } = this.#hands
    const { store } = stage
    const place = await this.#host.place?.()
    if (place && place !== store.state.place) store.dispatch({ type: 'place', place })
    const { conversation, agent, workspace, model, mode, tokens, window, filled, usd } = store.state.view
    const known = { ...(conversation ? { conversation } : {}), ...(window ? { window } : {}) }
    const said = await this.#host.status?.own?.({ ...known, agent, workspace, model, mode, tokens, filled, usd })
    if (this.#isClosed || !said) return
    if ('why' in said && !this.#isTold) say(words.statusFailed(said.why))
    this.#isTold = 'why' in said
    store.dispatch({ type: 'status', ...('text' in said && said.text !== '' ? { own: said.text } : {}) })
  }
}

/** Return true if this may have changed what the status line tells. */
function changesStatus(msg: Msg): boolean {
  if (msg.type !== 'event') return msg.type === 'view' || (msg.type === 'shell' && !msg.shell)
  const { type } = msg.envelope.event
  return type.startsWith('turn.') || type === 'model.answered' || type === 'tool.ended' || type === 'conversation.tuned'
}
