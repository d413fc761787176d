import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { cliMessages } from '../../messages/commands/cli.ts'
import { abortable } from '../../std/abort.ts'
import { wrapLines } from '../../std/text/text.ts'
import { ExitSignal } from '../../ui/oneshot/exit-code.ts'
import type { Cli } from '../command-context.ts'

/**
 * A line that somebody types at the terminal, trimmed; '' for Enter and for the end of input. `hidden` shows nothing
 * of it; `given` stands there to be changed.
 */
export async function askLine(
  { terminal, stop }: Pick<Cli, 'terminal' | 'stop'>,
  question: string,
  hidden = false,
  given = '',
): Promise<string> {
  // readline draws the line itself: into nothing when it is a secret.
  const output = hidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 })
  const interrupted = Promise.withResolvers<never>()
  lines.on('SIGINT', () => interrupted.reject(new ExitSignal('SIGINT')))
  const closed = new Promise<string>((resolve) => lines.on('close', () => resolve('')))
  try {
    // From here on the terminal echoes nothing by itself; only now may somebody be asked for a secret.
    if (hidden) await terminal.aside(question)
    const typed = lines.question(hidden ? '' : question)
    if (given) lines.write(given)
    return (await abortable(Promise.race([typed, interrupted.promise, closed]), stop)).trim()
  } finally {
    lines.close()
    if (hidden) await terminal.aside('\n')
  }
}

/** One key that somebody presses at the terminal, without Enter; '' for Ctrl+D and for the end of input. */
export async function askKey({ terminal, stop }: Pick<Cli, 'terminal' | 'stop'>, question: string): Promise<string> {
  const { stdin } = process
  const pressed = Promise.withResolvers<string>()
  const readBytes = (bytes: Buffer) => {
    const key = bytes.toString()
    if (key === '\u0003') pressed.reject(new ExitSignal('SIGINT'))
    else pressed.resolve(key === '\u0004' ? '' : ([...key][0] ?? ''))
  }
  const onClosed = () => pressed.resolve('')
  // A window that was closed: reading, and giving the terminal back, fail with EIO.
  stdin.on('error', onClosed).setRawMode(true)
  stdin.on('data', readBytes).on('end', onClosed).resume()
  try {
    await terminal.aside(question)
    const key = await abortable(pressed.promise, stop)
    await terminal.aside(`${key.replace(/\p{Cc}/gu, '')}\n`)
    return key
  } finally {
    stdin.off('data', readBytes).off('end', onClosed).pause()
    stdin.setRawMode(false).off('error', onClosed)
  }
}

/** Return true if somebody at the terminal says yes. Enter is no. */
export async function confirmQuestion(
  given: Pick<Cli, 'terminal' | 'stop' | 'language'>,
  question: string,
): Promise<boolean> {
  return (await readDecision(given, question)) === 'yes'
}

/** Yes, no, or what somebody typed that is neither: words that were meant for something else. Enter is no. */
export async function readDecision(
  given: Pick<Cli, 'terminal' | 'stop' | 'language'>,
  question: string,
): Promise<'yes' | 'no' | { words: string }> {
  const answer = await askLine(given, wrapLines(cliMessages[given.language].confirm(question), given.terminal.columns))
  if (['y', 'yes', '네', '예'].includes(answer.toLowerCase())) return 'yes'
  return ['', 'n', 'no', '아니', '아니요', '아니오'].includes(answer.toLowerCase()) ? 'no' : { words: answer }
}
