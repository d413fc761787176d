import type { TuiMessages } from '../../../messages/surfaces/tui.ts'
import type { Attachment } from '../../../protocol/index.ts'
import { sanitise } from '../../../std/text/sanitise.ts'
import { truncate } from '../../../std/text/text.ts'
import { span } from '../terminal/style.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { DrawOptions } from '../transcript/blocks.ts'
import type { EffectContext } from './effect-context.ts'

/** Characters of an output that are kept, from its end. */
const keptChars = 100_000
/** Rows of an output that are printed, and seen while the command runs. */
const shownRows = { ended: 40, running: 5 }

/**
 * `!command`: runs it, shows its last rows while it runs, prints them, and keeps them for the next question where
 * that is wanted.
 */
export function createShell(run: Terminal['run'], words: TuiMessages, { store }: Pick<EffectContext, 'store'>) {
  let running: AbortController | undefined
  let shared: Attachment[] = []

  const show = (command: string, output: string): void => {
    const lines = linesOf(output).slice(-shownRows.running)
    store.dispatch({ type: 'shell', shell: { command, lines } })
  }

  return {
    stop: (): void => running?.abort(),
    /** Return what goes along with the next question, once. */
    take(): Attachment[] {
      const along = shared
      shared = []
      return along
    },
    async run(command: string, isShared: boolean): Promise<void> {
      if (!run || running) return
      running = new AbortController()
      let output = ''
      show(command, output)
      const take = (text: string): void => {
        output = (output + text).slice(-keptChars)
        show(command, output)
      }
      const code = await run(command, take, running.signal)
      running = undefined
      store.dispatch({ type: 'shell' })
      const rows = ({ columns }: DrawOptions) => outputRows(command, output, code, columns, words)
      store.dispatch({ type: 'print', items: [{ type: 'rows', apart: true, rows }] })
      if (!isShared) return
      // Output of a program is not the person's word.
      shared = [...shared, { name: `$ ${command}`, text: output, untrusted: true }]
      store.dispatch({
        type: 'print',
        items: [{ type: 'rows', rows: () => [[span(`· ${words.shellShared}`, 'dim')]] }],
      })
    },
  }
}

function linesOf(output: string): string[] {
  return sanitise(output)
    .replace(/\n$/, '')
    .split('\n')
    .filter((line, _, all) => all.length > 1 || line !== '')
}

function outputRows(command: string, output: string, code: number, columns: number, words: TuiMessages) {
  const lines = linesOf(output)
  const hidden = lines.length - shownRows.ended
  const text = (line: string) => [span('  ⎿ ', 'dim'), span(truncate(line.replaceAll('\t', '    '), columns - 4))]
  return [
    [span('$ ', 'accent'), span(truncate(sanitise(command), columns - 2), 'strong')],
    ...(hidden > 0 ? [[span(`    ${words.cut(hidden)}`, 'dim')]] : []),
    ...lines.slice(-shownRows.ended).map(text),
    ...(code === 0 ? [] : [[span(`  ${words.shellEnded(code)}`, 'error')]]),
  ]
}
