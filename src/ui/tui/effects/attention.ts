import type { TuiMessages } from '../../../messages/surfaces/tui.ts'
import { sanitiseLine } from '../../../std/text/sanitise.ts'
import type { Msg } from '../screen/reduce.ts'
import type { Screen } from '../screen/screen-state.ts'
import type { Store } from '../screen/store.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Milliseconds after a key in which a person counts as here, at terminals that tell nothing of their focus. */
const hereMs = 3_000
/** Milliseconds after which a question that nobody touched calls once more, wherever the focus is told to be. */
const untouchedMs = 10_000

/**
 * The bell, and a notification where the terminal shows one (OSC 9 of iTerm2, OSC 777 of rxvt-unicode, OSC 99 of
 * kitty), also through tmux.
 */
export function alertOf(text: string, notices?: Terminal['notices']): string {
  const safe = sanitiseLine(text)
  if (notices === 'osc9') return `\x07\x1b]9;${safe}\x1b\\`
  if (notices === 'osc99') return `\x07\x1b]99;;${safe}\x1b\\`
  // tmux hands on what stands doubled in its own envelope, where it is allowed to (allow-passthrough).
  if (notices === 'tmux') return `\x07\x1bPtmux;\x1b\x1b]9;${safe}\x07\x1b\\`
  return notices === 'osc777' ? `\x07\x1b]777;notify;assistant;${safe}\x1b\\` : '\x07'
}

/**
 * The title of before is laid on the terminal's stack (XTWINOPS), and taken from there again; without a stack it is
 * our name.
 */
const titled = (text: string) => `\x1b]0;${sanitiseLine(text)}\x07`
const keepTitle = '\x1b[22;0t'
const giveTitle = `${titled('assistant')}\x1b[23;0t`
/** Progress in the task bar or the tab (OSC 9;4): none, failed, working without a measure, waiting. */
const progress = { none: '0', failed: '2;100', working: '3', waiting: '4;100' }

interface AttentionOptions {
  store: Store
  terminal: Pick<Terminal, 'notices' | 'progress' | 'hidesFocus'>
  words: Pick<TuiMessages, 'call' | 'thinking'>
  write(bytes: string): void
  now(): number
  /** True if something that rings may be heard. */
  bell: boolean
  /** A notification of the desktop, for terminals that show none. */
  notify?(text: string): void
}

/**
 * Calls the person back while they look elsewhere: by bell and notification, the window's title and its progress.
 * While the terminal has the focus not a byte of this is written.
 */
export class Attention {
  readonly #options: AttentionOptions
  #touchedAt = Number.NEGATIVE_INFINITY
  #title = ''
  #progress = progress.none
  #isOver = false
  #untouched: NodeJS.Timeout | undefined
  #question = ''

  constructor(options: AttentionOptions) {
    this.#options = options
    options.store.subscribe((msg) => this.#heard(msg))
  }

  /** Rings where the person is elsewhere. */
  call(text: string): void {
    if (this.#isAway) this.ring(text)
  }

  /** Rings wherever the person is. */
  ring(text: string): void {
    const { bell, terminal, write, notify } = this.#options
    if (!bell) return
    write(alertOf(text, terminal.notices))
    if (!terminal.notices) notify?.(sanitiseLine(text))
  }

  /** Gives the title back as it was. */
  close(): void {
    clearTimeout(this.#untouched)
    this.#rest()
    this.#isOver = true
  }

  /** A question that stands untouched for a while rings once: who left it was never called. */
  #watchQuestion(wasTouched: boolean): void {
    const question = this.#options.store.state.view.questions[0]?.id ?? ''
    const isNew = question !== this.#question
    if (!isNew && !(wasTouched && this.#untouched)) return
    clearTimeout(this.#untouched)
    this.#untouched = undefined
    this.#question = question
    if (question === '' || (isNew && this.#isAway)) return
    this.#untouched = setTimeout(() => {
      this.#untouched = undefined
      this.ring(this.#options.words.call.asked)
    }, untouchedMs)
    this.#untouched.unref()
  }

  get #isAway(): boolean {
    const { store, terminal, now } = this.#options
    const { unfocused } = store.state
    return unfocused ?? (terminal.hidesFocus === true && now() - this.#touchedAt > hereMs)
  }

  #heard(msg: Msg): void {
    const { key } = msg.type === 'key' ? msg : {}
    const isTouch = key !== undefined && !['focus', 'kitty', 'background'].includes(key.type)
    if (isTouch) this.#touchedAt = this.#options.now()
    if (this.#isOver) return
    this.#watchQuestion(isTouch)
    if (msg.type === 'form' && msg.form && !msg.form.isStep) this.call(this.#options.words.call.asked)
    if (this.#isAway) this.#show(stateOf(this.#options.store.state))
    else this.#rest()
  }

  #show(state: ReturnType<typeof stateOf>): void {
    if (!state) return
    const { store, terminal, words, write } = this.#options
    const text = { waiting: `! ${words.call.asked}`, failed: `✕ ${words.call.failed}`, working: `… ${words.thinking}` }
    const what = state === 'none' ? (this.#title === '' ? '' : `✓ ${words.call.done}`) : text[state]
    const title = what && `${what} · ${store.state.view.title || store.state.place || 'assistant'}`
    const bytes = title === this.#title ? '' : `${this.#title === '' ? keepTitle : ''}${titled(title)}`
    const bar = terminal.progress && progress[state] !== this.#progress ? `\x1b]9;4;${progress[state]}\x07` : ''
    this.#title = title
    if (bar) this.#progress = progress[state]
    if (bytes + bar) write(bytes + bar)
  }

  #rest(): void {
    const bytes = this.#title === '' ? '' : giveTitle
    const bar = this.#progress === progress.none ? '' : `\x1b]9;4;${progress.none}\x07`
    this.#title = ''
    this.#progress = progress.none
    if (bytes + bar) this.#options.write(bytes + bar)
  }
}

/** Return what somebody who looks elsewhere wants to know. */
function stateOf({ view, form }: Screen): keyof typeof progress {
  if (view.questions.length > 0 || form) return 'waiting'
  if (view.turn) return 'working'
  return view.failed === undefined ? 'none' : 'failed'
}
