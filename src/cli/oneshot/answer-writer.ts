import type { Surface } from '../../ui/oneshot/run.ts'
import type { ParsedFlags } from '../flags.ts'
import { hasColours, type StandardStreams } from '../output/terminal.ts'

/** How an answer is written: as it came, or for somebody who reads it on a terminal as it looks in the chat. */
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
): AnswerWriter {
  const isText = (flags['output-format'] ?? 'text') === 'text' && !flags['json-schema']
  const loaded =
    isText && terminal.stdoutIsTerminal && env.TERM !== 'dumb' ? import('../../ui/tui/markdown/answer-printer.ts') : undefined
  const printer = loaded?.then(
    ({ AnswerPrinter }) => new AnswerPrinter(() => process.stdout.columns || 80, hasColours(env, true)),
  )
  const end = async () => terminal.write((await (await printer)?.flush()) ?? '')
  return {
    async write({ to, text, tone, always }) {
      if (to === 'out') return terminal.write(printer ? await (await printer).push(text) : text)
      if (flags.quiet && !always) return
      await end()
      await terminal.aside(text, tone)
    },
    end,
  }
}
