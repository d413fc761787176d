import { fstatSync } from 'node:fs'
import { isatty } from 'node:tty'
import { AssistantError } from '../../protocol/index.ts'
import { abortable } from '../../std/abort.ts'
import { sanitise } from '../../std/text/sanitise.ts'
import { ExitSignal } from '../../ui/oneshot/exit-code.ts'
import { jsonLine } from '../../ui/oneshot/json-line.ts'

type Env = Record<string, string | undefined>
type Tone = 'plain' | 'quiet' | 'error'

/** The three standard streams as the program may use them. */
export interface StandardStreams {
  stdinIsTerminal: boolean
  stdoutIsTerminal: boolean
  stderrIsTerminal: boolean
  /** Somebody sits there and can be asked: keyboard and stderr are a terminal, and no CI says otherwise. */
  canAsk: boolean
  columns: number
  /** Writes exactly this to stdout. Resolves when it has left or can no longer; a reader that is gone ends the run. */
  write(text: string): Promise<void>
  /** Lines on stdout for a person, safe for a terminal. */
  print(text: string): Promise<void>
  json(value: unknown): Promise<void>
  /** A line on stderr. */
  note(text: string, tone?: Tone): Promise<void>
  /** Exactly this on stderr; for questions. */
  aside(text: string, tone?: Tone): Promise<void>
}

/**
 * Return true if escape codes for colours may be written: FORCE_COLOR, NO_COLOR (https://no-color.org), TERM=dumb, CI,
 * then the terminal.
 */
export function hasColours(env: Env, isTerminal: boolean): boolean {
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '') return !['0', 'false'].includes(env.FORCE_COLOR)
  return isTerminal && !env.NO_COLOR && env.TERM !== 'dumb' && !isCi(env)
}

/** CI systems set CI=true; `CI=false` and an empty one mean no. */
const isCi = (env: Env) => env.CI !== undefined && !['', '0', 'false'].includes(env.CI)

const codes: Record<Tone, [string, string]> = {
  plain: ['', ''],
  quiet: ['\x1b[2m', '\x1b[22m'],
  error: ['\x1b[31m', '\x1b[39m'],
}

/**
 * The standard streams of this process. `abort` is told when stdout's reader has left, or the disk behind it is full.
 */
export function openTerminal(env: Env, stop: AbortController): StandardStreams {
  const [stdinIsTerminal, stdoutIsTerminal, stderrIsTerminal] = [isatty(0), isatty(1), isatty(2)]
  const paint = createPainter(hasColours(env, stderrIsTerminal))
  const out = createWriter(process.stdout, stop, (error) => stop.abort(reasonOf(error)))
  const err = createWriter(process.stderr, stop, () => {})
  return {
    stdinIsTerminal,
    stdoutIsTerminal,
    stderrIsTerminal: stderrIsTerminal && env.TERM !== 'dumb',
    canAsk: stdinIsTerminal && stderrIsTerminal && !isCi(env),
    columns: process.stdout.columns || 80,
    write: out,
    print: (text) => out(`${sanitise(text)}\n`),
    json: (value) => out(`${jsonLine(value, 2)}\n`),
    note: (text, tone) => err(`${paint(sanitise(text), tone)}\n`),
    aside: (text, tone) => err(paint(text, tone)),
  }
}

function createPainter(colours: boolean) {
  return (text: string, tone: Tone = 'plain') => (colours ? `${codes[tone][0]}${text}${codes[tone][1]}` : text)
}

function reasonOf(error: NodeJS.ErrnoException): Error {
  return error.code === 'EPIPE'
    ? new ExitSignal('EPIPE')
    : new AssistantError({ code: 'storage', detail: error.message }, { cause: error })
}

/** Waits for what it writes, so that a slow reader slows the writer down; once the run is to end it waits no longer. */
function createWriter(stream: NodeJS.WriteStream, stop: AbortController, gone: (error: NodeJS.ErrnoException) => void) {
  let open = true
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (open) gone(error)
    open = false
  })
  return async (text: string): Promise<void> => {
    if (!open || text === '') return
    const left = new Promise<void>((resolve) => stream.write(text, () => resolve()))
    await (stop.signal.aborted ? left : abortable(left, stop.signal).catch(() => {}))
  }
}

/** Return what standard input is, as far as waiting for it goes; undefined where reading cannot hang. */
export function stdinKind(): 'pipe' | 'socket' | 'directory' | undefined {
  const stat = fstatSync(0)
  if (stat.isDirectory()) return 'directory'
  return stat.isFIFO() ? 'pipe' : stat.isSocket() ? 'socket' : undefined
}
