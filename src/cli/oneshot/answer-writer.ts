import type { Assistant } from '../../app/assistant.ts'
import { truncate } from '../../std/text/text.ts'
import type { Surface } from '../../ui/oneshot/run.ts'
import type { ParsedFlags } from '../flags.ts'
import { hasColours, type StandardStreams } from '../output/terminal.ts'

/** Back to the first column of the row, and all of it erased (CR, EL). */
const lineTakenBack = '\r\x1b[2K'

/** Writes an answer as it came, or as the chat shows it for readers at a terminal. */
export interface AnswerWriter {
  write: Surface['write']
  /** Writes what is still held back. */
  end(): Promise<void>
}

/** Laid out where the answer goes to a terminal, as text. What stands beside it comes after what was held back. */
export function answerWriter(
  terminal: StandardStreams,
  env: Record<string, string | undefined>,
  flags: ParsedFlags['flags'],
  started: Promise<Pick<Assistant, 'parts'>>,
): AnswerWriter {
  const isText = (flags['output-format'] ?? 'text') === 'text' && !flags['json-schema']
  const loaded =
    isText && terminal.stdoutIsTerminal && env.TERM !== 'dumb'
      ? import('../../ui/tui/markdown/answer-printer.ts')
      : undefined
  // An engine that does not start says why elsewhere.
  const cutsWords = started.then(
    ({ parts }) => parts.loaded.settings.tui.wrap === 'terminal',
    () => false,
  )
  const printer = loaded?.then(
    async ({ AnswerPrinter }) =>
      new AnswerPrinter(() => process.stdout.columns || 80, hasColours(env, true), await cutsWords),
  )
  const endAnswer = async () => terminal.write((await (await printer)?.flush()) ?? '')
  let isLive = false
  /** Make room: rows that stood there for a while leave. */
  const clearLine = async () => {
    if (isLive) await terminal.aside(lineTakenBack)
    isLive = false
  }
  return {
    async write({ to, text, tone, always, live }) {
      if (flags.quiet && to === 'err' && !always) return
      await clearLine()
      if (to === 'out') return terminal.write(printer ? await (await printer).push(text) : text)
      await endAnswer()
      isLive = Boolean(live) && terminal.stderrIsTerminal
      await terminal.aside(isLive ? truncate(text.trimEnd(), terminal.columns - 1) : text, tone)
    },
    async end() {
      await clearLine()
      await endAnswer()
    },
  }
}
