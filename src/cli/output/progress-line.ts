import type { Cli } from '../command-context.ts'

/** Milliseconds between two reports of progress: on a line that is written over, and in a log. */
const pace = { terminal: 100, log: 2_000 }

/** One line on stderr that changes, and lines that stay above it. */
export function progressLine({ terminal, now }: Pick<Cli, 'terminal' | 'now'>) {
  const renews = terminal.stderrIsTerminal
  let last = now().getTime()
  let shown = false
  const clearLine = async () => {
    if (shown) await terminal.aside('\r\x1b[2K')
    shown = false
  }
  return {
    clear: clearLine,
    async say(text: string) {
      await clearLine()
      await terminal.note(text)
    },
    async line(text: string) {
      const at = now().getTime()
      if (at - last < (renews ? pace.terminal : pace.log)) return
      last = at
      if (!renews) return terminal.note(text, 'quiet')
      await terminal.aside(`\r\x1b[2K${text}`, 'quiet')
      shown = true
    },
  }
}
