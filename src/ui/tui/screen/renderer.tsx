import { render } from 'ink'
import type { ReactNode } from 'react'
import type { TuiMessages } from '../../../messages/surfaces/tui.ts'
import { captureOutput, refreshSize } from '../terminal/output.ts'
import { heightsOf } from '../terminal/reflow.ts'
import { createPainter, type Paint, type StyledSpan, writtenRows } from '../terminal/style.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { paletteOf, type ThemeName } from '../terminal/theme.ts'
import type { DrawOptions } from '../transcript/blocks.ts'
import { type PaintPicture, Printer } from '../transcript/scrollback.ts'
import type { Wording } from '../transcript/wording.ts'
import { App, type LiveArea, type ScrollbackWriter } from './app.tsx'
import { type Frame, layoutFrame, nextChange } from './frame.ts'
import type { Msg } from './reduce.ts'
import type { Store } from './store.ts'

/**
 * Streaming text is drawn at most this often: 20 frames a second read as well as 30 and cost a third less; a key at
 * once.
 */
const frameMs = 50

/**
 * After a new size nothing is drawn for so long: whoever drags a window's edge changes it many times, and tmux tells
 * of it four times a second, when the size it tells may be gone already. Rows that are written for another size
 * break, and are counted wrongly.
 */
const resizeMs = 350

export interface RendererOptions {
  store: Store
  terminal: Terminal
  words: TuiMessages
  say: Wording
  now(): number
  paint?: PaintPicture
  /** A bug in a callback ends the TUI, so that the terminal is restored first. */
  crash(thrown: unknown): void
}

/**
 * Draws the state: the live part through Ink, what is finished above it. We lay the text out, Ink finds what changed
 * of the live part and writes that; it owns no state of ours.
 */
export class Renderer {
  readonly #options: RendererOptions
  readonly #printer: Printer
  readonly #writer: ScrollbackWriter = {}
  #paint: Paint
  #theme: ThemeName | undefined
  #background: 'dark' | 'light' | undefined
  #ink: ReturnType<typeof render> | undefined
  #live: LiveArea = { live: '' }
  #frame: Frame | undefined
  #columns = 0
  #mounted = false
  #timer: NodeJS.Timeout | undefined
  #timerAt = Number.POSITIVE_INFINITY
  #lastDraw = 0
  #heldUntil = 0
  #isResized = false
  /** Finished rows that are not on the screen yet. */
  #unwritten: readonly StyledSpan[][] = []
  /** The last finished row above the live part, as long as the terminal has its width. */
  #above: readonly StyledSpan[] | undefined

  constructor(options: RendererOptions) {
    const { terminal, crash, paint } = options
    this.#options = options
    this.#theme = terminal.theme
    this.#paint = this.#painter()
    this.#printer = new Printer(() => this.schedule(0), crash, paint)
    options.store.subscribe((msg) => this.#heard(msg))
  }

  /** The terminal told its background, or the person chose a theme: what is drawn from now on has its colours. */
  recolour({ theme, background }: { theme?: ThemeName; background?: 'dark' | 'light' }): void {
    this.#theme = theme ?? this.#theme
    this.#background = background ?? this.#background
    this.#paint = this.#painter()
    this.schedule(0)
  }

  #painter(): Paint {
    const { colour, links, trueColour = false } = this.#options.terminal
    const theme = this.#theme
    if (theme === undefined) return createPainter(colour, links)
    return createPainter(colour && theme !== 'none', links, { palette: paletteOf(theme, this.#background), trueColour })
  }

  /**
   * Draws soon after news: never more often than `frameMs`. After keys whoever read them draws; what drawing told is
   * on the screen.
   */
  #heard(msg: Msg): void {
    const { type } = msg
    if (type === 'key' || type === 'drawn' || type === 'settled') return
    this.schedule(type === 'print' || isFirstWord(msg) ? 0 : Math.max(0, this.#lastDraw + frameMs - performance.now()))
  }

  /** Draws within `ms`, or as soon as the terminal keeps its size; an earlier plan stands. */
  schedule(ms: number): void {
    const now = performance.now()
    const at = now + Math.max(ms, this.#heldMs())
    if (at >= this.#timerAt) return
    clearTimeout(this.#timer)
    this.#timerAt = at
    this.#timer = setTimeout(() => {
      try {
        this.draw()
      } catch (thrown) {
        this.#options.crash(thrown)
      }
    }, at - now)
  }

  /** Draws now, or as soon as the terminal keeps its size: finished things once, then the live part. */
  draw(): void {
    const { store, terminal, words, say, now } = this.#options
    this.#unschedule()
    if (!this.#mounted) return
    refreshSize(terminal.stdout)
    if (this.#heldMs() > 0) {
      this.schedule(0)
      return
    }
    this.#lastDraw = performance.now()
    const { stdout } = terminal
    const look: DrawOptions = { columns: stdout.columns || 80, words, say, cutsWords: terminal.cutsWords }
    const finished = this.#finished(look)
    const at = now()
    const next = layoutFrame(store.state, finished.tail, look, stdout.rows || 24, at)
    if (!this.#show(next, finished.rows)) {
      this.schedule(0)
      return
    }
    // By the clock before the write: whoever has seen a question for its pause may answer it.
    store.dispatch({ type: 'drawn', now: at, ...(next.reach ? { reach: next.reach } : {}) })
    const change = nextChange(store.state, at)
    if (change !== undefined) this.schedule(Math.max(frameMs, change - at))
  }

  /** Takes the finished rows out of the state, and what is settled of the answer that is being written. */
  #finished(look: DrawOptions): { rows: StyledSpan[][]; tail: readonly StyledSpan[][] } {
    const { store } = this.#options
    let rows: StyledSpan[][] = []
    let waits = false
    store.take((items) => {
      const printed = this.#printer.print(items, look)
      rows = printed.rows
      waits = printed.rest.length > 0
      return printed.rest
    })
    // Text that waits for a reader comes first.
    if (waits) return { rows, tail: [] }
    const { text } = store.state.view.stream
    const tail = this.#printer.tail(text, look)
    if (tail.text !== text) store.dispatch({ type: 'settled', text: tail.text })
    return { rows: [...rows, ...tail.settled], tail: tail.rows }
  }

  #text(rows: readonly StyledSpan[][]): string {
    return rows.map(this.#paint).join('\n')
  }

  /**
   * The live part first, then what is finished above it: all in one write, so that nothing is seen twice. A terminal
   * that has another size by then gets nothing, and the answer is no: it would break the rows, and nobody could say
   * where they stand.
   */
  #show(next: Frame, finished: readonly StyledSpan[][]): boolean {
    const { stdout } = this.#options.terminal
    const live = { live: this.#text(next.rows), caret: next.caret }
    const rows = [...this.#unwritten, ...finished]
    if (this.#ink && !this.#isResized && isSame(live, this.#live) && rows.length === 0) return true
    const off = this.#off()
    const drawn = captureOutput(stdout, () => {
      this.#rerender(<App {...live} paper={this.#writer} />)
      if (rows.length > 0) this.#writer.print?.(writtenRows(rows, this.#paint, this.#above))
    })
    refreshSize(stdout)
    const isHeld = this.#heldMs() > 0
    this.#unwritten = isHeld ? rows : []
    if (isHeld) return false
    stdout.write(off + drawn)
    this.#live = live
    this.#frame = next
    this.#above = rows.at(-1) ?? this.#above
    this.#columns = stdout.columns
    this.#isResized = false
    return true
  }

  #rerender(app: ReactNode): void {
    const { stdout, stdin } = this.#options.terminal
    if (this.#ink) {
      this.#ink.rerender(app)
      return
    }
    const ours = stdout.listeners('resize')
    this.#ink = render(app, { ...inkOptions, stdout, stdin })
    this.#ink.waitUntilExit().catch(this.#options.crash)
    // Take resizing from Ink, which would write at once and count from the last row.
    for (const listener of stdout.listeners('resize'))
      if (!ours.includes(listener)) stdout.off('resize', listener as () => void)
  }

  mount(): void {
    this.#live = { live: '' }
    this.#frame = undefined
    this.#above = undefined
    this.#heldUntil = 0
    this.#isResized = false
    this.#mounted = true
    this.draw()
  }

  get isMounted(): boolean {
    return this.#mounted
  }

  /** Takes the live part off the screen; what was printed stays. */
  unmount(): void {
    const { stdout } = this.#options.terminal
    if (this.#isResized) {
      this.#heldUntil = 0
      this.draw()
    }
    this.#unschedule()
    const off = this.#off()
    if (stdout.writable)
      stdout.write(off + captureOutput(stdout, () => this.#ink?.rerender(<App live="" paper={this.#writer} />)))
    this.#ink?.unmount()
    this.#ink = undefined
    this.#mounted = false
  }

  #unschedule(): void {
    clearTimeout(this.#timer)
    this.#timerAt = Number.POSITIVE_INFINITY
  }

  /** The terminal has another size: what it did to the live part is made good when it keeps that size for a while. */
  resized(): void {
    this.#heldUntil = performance.now() + resizeMs
    this.#isResized = true
    this.#above = undefined
    this.#unschedule()
    this.schedule(0)
  }

  #heldMs(): number {
    return Math.max(0, this.#heldUntil - performance.now())
  }

  /**
   * Return what takes the live part off. A terminal of another size may have broken rows of it, or dropped those below
   * the cursor. The cursor is where we left it among them: from there they are erased, row by row, and Ink is told that
   * there is nothing. Empty where all is as it was.
   */
  #off(): string {
    const { stdout, reflow } = this.#options.terminal
    if (!this.#isResized || !this.#ink) return ''
    const { rows, caret } = this.#frame ?? { rows: [], caret: { x: 0, y: 0 } }
    const breaks = reflow && stdout.columns < this.#columns
    const heights = breaks ? heightsOf(rows, caret.y, stdout.columns, reflow) : rows.map(() => 1)
    const sum = (of: readonly number[]) => of.reduce((total, height) => total + height, 0)
    const above =
      sum(heights.slice(0, caret.y)) + (breaks && reflow === 'all' ? Math.floor(caret.x / stdout.columns) : 0)
    captureOutput(stdout, () => this.#rerender(<App live="" paper={this.#writer} />))
    // An empty live part is one empty row, and Ink stands behind it.
    return `${eraseRows(above, sum(heights) + 1)}\n`
  }
}

const isSame = (one: LiveArea, other: LiveArea) =>
  one.live === other.live && one.caret?.x === other.caret?.x && one.caret?.y === other.caret?.y

/** The first words of an answer are what somebody waits for: they are seen at once. */
function isFirstWord(msg: Msg): boolean {
  return msg.type === 'event' && msg.envelope.event.type === 'text.added' && msg.envelope.event.at === 0
}

/** Frames are paced here (`frameMs`): Ink draws what it gets, when it gets it. */
const inkOptions = {
  exitOnCtrlC: false,
  patchConsole: false,
  incrementalRendering: true,
  interactive: true,
  maxFps: 1000,
}

/**
 * From the caret up to the first row of the live part, all its rows erased one by one (EL; DECSC and DECRC around
 * it).
 */
function eraseRows(above: number, rows: number): string {
  return `\r${above > 0 ? `\x1b[${above}A` : ''}\x1b7${Array(rows).fill('\x1b[2K').join('\x1b[B')}\x1b8`
}
