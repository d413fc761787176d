import { tuiMessages } from '../../messages/surfaces/tui.ts'
import { type Editor, editorValue } from './components/editor.ts'
import { Attention } from './effects/attention.ts'
import { DraftKeeper } from './effects/draft-keeper.ts'
import type { EffectContext } from './effects/effect-context.ts'
import { Effects } from './effects/effects.ts'
import { TypingAhead } from './effects/typing-ahead.ts'
import { editorColumns } from './screen/frame.ts'
import { Renderer } from './screen/renderer.tsx'
import type { Screen } from './screen/screen-state.ts'
import { Store } from './screen/store.ts'

import type { Key } from './terminal/key-decoder.ts'
import { boundKey } from './terminal/keybindings.ts'
import type { ExitReason, Terminal } from './terminal/terminal.ts'
import { type KeyInput, openInput } from './terminal/terminal-input.ts'
import type { TuiHost } from './tui-host.ts'

/**
 * Runs the TUI until the person leaves, the input ends or the signal is aborted. Inline: what was printed stays in the
 * scrollback. The terminal is restored on every way out, also when this rejects, which is a bug.
 */
export async function runTui(host: TuiHost, terminal: Terminal): Promise<ExitReason> {
  const { promise: left, resolve: leave, reject: crash } = Promise.withResolvers<ExitReason>()
  const { stdout, signal } = terminal
  const words = tuiMessages[host.language]
  const store = new Store(host.screen)
  const paint = host.paint ? { paint: host.paint } : {}
  const renderer = new Renderer({ store, terminal, words, say: host.say, now: host.clock, crash, ...paint })
  const hold = new TerminalHold(terminal, renderer, onKeys, () => leave('end-of-input'), crash)
  const write = (bytes: string): void => void (stdout.writable && stdout.write(bytes))
  const { notify } = host
  const called = { store, terminal, words, write, now: host.clock, bell: host.bell, ...(notify ? { notify } : {}) }
  const attention = new Attention(called)
  const effects = new Effects(host, words, {
    store,
    leave,
    crash,
    ...terminalEffects(terminal, write, attention, renderer, hold),
  })
  const drafts = new DraftKeeper(host.drafts)
  // Not only keys change it: what was queued comes back, a picture's label goes, another editor ends.
  const ahead = new TypingAhead(() => effects.conversation)
  store.subscribe(() => {
    const text = editorValue(store.state.editor)
    drafts.typed(text)
    ahead.typed(text)
  })

  function onKeys(keys: Key[]): void {
    for (const typed of keys) {
      const key = isInLine(store.state) ? boundKey(host.keybindings?.keys, typed) : typed
      if (!key) continue
      const msg = { type: 'key' as const, key, now: host.clock(), columns: editorColumns(stdout.columns || 80) }
      for (const command of store.dispatch(msg)) effects.perform(command)
    }
    renderer.draw()
    hold.shape(caretShape(store.state.editor))
    if (keys.some(({ type }) => type !== 'kitty' && type !== 'background' && type !== 'focus')) host.touched?.()
  }

  const undo = listenOutside(terminal, {
    aborted: () => leave('signal'),
    gone: () => leave('end-of-input'),
    resized: () => renderer.resized(),
    stopped: () => void hold.released(terminal.suspend),
  })
  try {
    if (signal.aborted) return 'signal'
    effects.start()
    hold.take()
    return await left
  } finally {
    ahead.close()
    const kept = drafts.close(editorValue(store.state.editor))
    undo.early()
    attention.close()
    hold.give()
    undo.late()
    await kept
    await effects.close()
  }
}

/** Keys go to the input line: those of a person's own count there, and nowhere else. */
function isInLine({ picker, card, form, menu }: Screen): boolean {
  return !picker && !card && !form && !menu
}

/** A block where letters are commands, a bar where they are text; the terminal's own without the keys of Vim. */
function caretShape({ vim }: Editor): string {
  return vim ? (vim.mode === 'normal' ? '\x1b[2 q' : '\x1b[6 q') : ''
}

/** Effects on the terminal. */
function terminalEffects(
  terminal: Terminal,
  write: (bytes: string) => void,
  attention: Attention,
  renderer: Renderer,
  hold: TerminalHold,
): Omit<EffectContext, 'store' | 'leave' | 'crash'> {
  const { outside, run } = terminal
  return {
    write,
    suspend: () => void hold.released(terminal.suspend),
    alert: (text) => attention.ring(text),
    call: (text) => attention.call(text),
    outside: async (argv) => (await hold.released(outside && (() => outside(argv)))) ?? -1,
    kitty: () => hold.kitty(),
    recolour: (to) => renderer.recolour(to),
    ...(run ? { run } : {}),
  }
}

/**
 * Return what is told from outside, until it is taken back: errors of the terminal last, since giving it back may bring
 * one.
 */
function listenOutside(
  { signal, stdout, onSuspend }: Terminal,
  on: { aborted(): void; gone(): void; resized(): void; stopped(): void },
): { early(): void; late(): void } {
  const noMoreStops = onSuspend?.(on.stopped)
  signal.addEventListener('abort', on.aborted)
  stdout.on('resize', on.resized)
  stdout.on('error', on.gone)
  return {
    early() {
      signal.removeEventListener('abort', on.aborted)
      stdout.off('resize', on.resized)
    },
    late() {
      stdout.off('error', on.gone)
      noMoreStops?.()
    },
  }
}

/** The terminal while it is ours: taken, given away for a while, given back. */
class TerminalHold {
  #input: KeyInput | undefined
  #shape = ''
  readonly #terminal: Terminal
  readonly #renderer: Renderer
  readonly #onKeys: (keys: Key[]) => void
  readonly #onEnd: () => void
  readonly #crash: (thrown: unknown) => void

  constructor(
    terminal: Terminal,
    renderer: Renderer,
    onKeys: (keys: Key[]) => void,
    onEnd: () => void,
    crash: (thrown: unknown) => void,
  ) {
    this.#terminal = terminal
    this.#renderer = renderer
    this.#onKeys = onKeys
    this.#onEnd = onEnd
    this.#crash = crash
  }

  take(): void {
    const guarded = (keys: Key[]): void => {
      try {
        this.#onKeys(keys)
      } catch (thrown) {
        this.#crash(thrown)
      }
    }
    this.#input = openInput(this.#terminal, guarded, this.#onEnd)
    this.#renderer.mount()
  }

  /** Takes the live part off the screen and gives the terminal back; harmless when done twice. */
  give(): void {
    this.#renderer.unmount()
    this.shape('')
    this.#input?.close()
  }

  /** The cursor in that shape (DECSCUSR); empty: in the terminal's own. */
  shape(shape: string): void {
    const { stdout } = this.#terminal
    if (shape !== this.#shape && stdout.writable) stdout.write(shape || '\x1b[0 q')
    this.#shape = shape
  }

  kitty(): void {
    this.#input?.kitty()
  }

  /** Gives the terminal away until `work` is done. */
  async released<T>(work: (() => Promise<T>) | undefined): Promise<T | undefined> {
    if (!work || !this.#renderer.isMounted) return undefined
    this.give()
    // A signal that is waited for keeps no process alive, and of the terminal nothing is left that does.
    const alive = setInterval(() => {}, 60_000)
    try {
      return await work()
    } finally {
      clearInterval(alive)
      if (!this.#terminal.signal.aborted) this.take()
    }
  }
}
