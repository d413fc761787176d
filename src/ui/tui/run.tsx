import { render } from 'ink'
import { tui } from '../../messages/tui.ts'
import { App, type Drawing, type Paper } from './app.tsx'
import { editorColumns, type Frame, frame, nextChange } from './frame.ts'
import type { ExitReason, Outside, Terminal, TuiHost } from './host.ts'
import type { Key } from './keys.ts'
import { createPrinter, type Item } from './printer.ts'
import { unbroken } from './reflow.ts'
import { drawn, press, type Screen, screen } from './screen.ts'
import { createSession } from './session.ts'
import { painter, type Span } from './style.ts'
import { alertOf, openInput } from './terminal.ts'
import { drained } from './view-state.ts'

/** Streaming text is drawn at most this often: 20 frames a second read as well as 30 and cost a third less; a key at once. */
const frameMs = 50

/**
 * Runs the TUI until the person leaves, the input ends or the signal is aborted. Inline: what was printed stays in the
 * scrollback. The terminal is restored on every way out, also when this rejects, which is a bug.
 */
export async function runTui(host: TuiHost, terminal: Terminal): Promise<ExitReason> {
  const { stdout } = terminal
  const words = tui[host.language]
  const paint = painter(terminal.colour, terminal.links)
  const { promise: left, resolve: leave, reject: crash } = Promise.withResolvers<ExitReason>()

  let state: Screen = screen([])
  let items: readonly Item[] = []
  let drawing: Drawing = { live: '' }
  let drawnFrame: Frame | undefined
  let columns = 0
  const paper: Paper = {}
  let timer: NodeJS.Timeout | undefined
  let timerAt = Number.POSITIVE_INFINITY
  let lastDraw = 0
  let ink: ReturnType<typeof render> | undefined
  let mounted = false
  const options = {
    stdout,
    stdin: terminal.stdin,
    exitOnCtrlC: false,
    patchConsole: false,
    incrementalRendering: true,
    interactive: true,
    // Frames are paced here (`frameMs`): Ink draws what it gets, when it gets it.
    maxFps: 1000,
  }

  const printer = createPrinter(() => plan(0), crash, host.paint)
  const text = (rows: readonly Span[][]): string => rows.map(paint).join('\n')

  /** A bug in a callback ends the TUI through `runTui`, so that the terminal is restored first. */
  function guarded(work: () => void): void {
    try {
      work()
    } catch (thrown) {
      crash(thrown)
    }
  }

  /** Draws within `ms`; an earlier plan stands. */
  function plan(ms: number): void {
    const at = performance.now() + ms
    if (at >= timerAt) return
    clearTimeout(timer)
    timerAt = at
    timer = setTimeout(() => guarded(draw), ms)
  }

  function draw(): void {
    clearTimeout(timer)
    timerAt = Number.POSITIVE_INFINITY
    if (!mounted) return
    lastDraw = performance.now()
    const look = { columns: stdout.columns || 80, words, say: host.say }
    const { rows, rest } = printer.print(items, look)
    items = rest
    const tail =
      rest.length > 0 ? { settled: [], rows: [], text: state.view.stream.text } : printer.tail(state.view.stream.text, look)
    if (tail.text !== state.view.stream.text)
      state = { ...state, view: { ...state.view, stream: { ...state.view.stream, text: tail.text } } }
    const fresh = [...rows, ...tail.settled]
    const now = host.now()
    const next = frame(state, tail.rows, look, stdout.rows || 24, now)
    show({ live: text(next.rows), caret: next.caret }, fresh)
    drawnFrame = next
    columns = stdout.columns
    // By the clock before the write: whoever has seen a question for its pause may answer it.
    state = drawn(state, now, next.reach)
    const change = nextChange(state, now)
    if (change !== undefined) plan(Math.max(frameMs, change - now))
  }

  /** The live part first, then what is finished above it: both in one write, so that nothing is seen twice. */
  function show(next: Drawing, finished: readonly Span[][]): void {
    const same = next.live === drawing.live && next.caret?.x === drawing.caret?.x && next.caret?.y === drawing.caret?.y
    if (ink && same && finished.length === 0) return
    drawing = next
    stdout.cork()
    if (ink) ink.rerender(<App {...drawing} paper={paper} />)
    else {
      ink = render(<App {...drawing} paper={paper} />, options)
      ink.waitUntilExit().catch(crash)
    }
    if (finished.length > 0) paper.print?.(`${text(finished)}\n`)
    stdout.uncork()
  }

  /** New facts or words: finished things move over to what is printed. */
  function changed(next: Screen, more: readonly Item[] = []): void {
    items = items.length + more.length + next.view.done.length === 0 ? items : [...items, ...next.view.done, ...more]
    state = { ...next, view: drained(next.view) }
  }

  const session = createSession(host, words, {
    get: () => state,
    set: (next) => {
      changed(next)
      plan(Math.max(0, lastDraw + frameMs - performance.now()))
    },
    print: (...more) => {
      changed(state, more)
      plan(0)
    },
    leave,
    suspend: () => void aside(terminal.suspend),
    alert: (text) => host.bell && stdout.writable && stdout.write(alertOf(text, terminal.notices)),
    outside,
    kitty: () => input?.kitty(),
    crash,
  })

  function onKeys(keys: Key[]): void {
    for (const key of keys) {
      const [next, commands] = press(state, key, host.now(), editorColumns(stdout.columns || 80))
      changed(next)
      for (const command of commands) session.perform(command)
    }
    draw()
    if (keys.some(({ type }) => type !== 'kitty')) host.touched?.()
  }

  let input: ReturnType<typeof openInput> | undefined
  const mount = (): void => {
    input = openInput(
      terminal,
      (keys) => guarded(() => onKeys(keys)),
      () => leave('end-of-input'),
    )
    drawing = { live: '' }
    drawnFrame = undefined
    mounted = true
    draw()
  }
  /** Takes the live part off the screen and gives the terminal back. */
  const unmount = (): void => {
    clearTimeout(timer)
    timerAt = Number.POSITIVE_INFINITY
    if (ink && stdout.writable) ink.rerender(<App live="" paper={paper} />)
    ink?.unmount()
    ink = undefined
    mounted = false
    input?.close()
  }
  /** Gives the terminal away until `work` is done. */
  async function aside<T>(work: (() => Promise<T>) | undefined): Promise<T | undefined> {
    if (!work || !mounted) return undefined
    unmount()
    // A signal that is waited for keeps no process alive, and of the terminal nothing is left that does.
    const alive = setInterval(() => {}, 60_000)
    try {
      return await work()
    } finally {
      clearInterval(alive)
      if (!terminal.signal.aborted) mount()
    }
  }
  async function outside(...[argv]: Parameters<Outside>): Promise<number> {
    const { outside } = terminal
    return (await aside(outside && (() => outside(argv)))) ?? -1
  }

  const onAbort = (): void => leave('signal')
  /** Comes before Ink's own listener, which erases as many rows as were written, and would break the old ones to the new width. */
  const onResize = (): void => {
    if (mounted && drawnFrame && terminal.reflow && stdout.columns < columns) {
      stdout.write(unbroken(drawnFrame.rows, drawnFrame.caret, stdout.columns, terminal.reflow))
      ink?.rerender(<App live="" paper={paper} />)
      drawing = { live: '' }
      drawnFrame = undefined
    }
    columns = stdout.columns
    plan(0)
  }
  const onGone = (): void => leave('end-of-input')
  const noMoreStops = terminal.onSuspend?.(() => void aside(terminal.suspend))
  terminal.signal.addEventListener('abort', onAbort)
  stdout.on('resize', onResize)
  stdout.on('error', onGone)
  try {
    if (terminal.signal.aborted) return 'signal'
    mount()
    session.attempt(async () => {
      const history = await host.history()
      state = { ...state, editor: { ...state.editor, history: [...history, ...state.editor.history] } }
    })
    return await left
  } finally {
    terminal.signal.removeEventListener('abort', onAbort)
    stdout.off('resize', onResize)
    unmount()
    stdout.off('error', onGone)
    noMoreStops?.()
    await session.close()
  }
}
