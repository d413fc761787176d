import { resolve } from 'node:path'
import { test } from 'vitest'
import { freshHome } from '../cli/assistant.ts'
import { hasTmux, pane } from '../ui/tui/tmux.ts'
import { env, inTerminal, stories } from './same-words.ts'

/**
 * The first two stories as a person types them into the chat in a tmux: each answer, row by row, below the one
 * before.
 */
async function inTmux(expected: string[][]): Promise<void> {
  const vars = Object.entries(env(freshHome())).map(([name, value]) => `${name}=${value}`)
  const screen = await pane(
    ['env', '-i', '-C', freshHome(), 'TERM=xterm-256color', ...vars, process.execPath, resolve('bin/assistant.js')],
    160,
    50,
  )
  try {
    await screen.until((lines) => lines.some((line) => line.includes('준비됨')), 60_000)
    let above = 0
    for (const [at, text] of stories.slice(0, 2).flat().entries()) {
      await screen.type(text)
      await screen.key('Enter')
      for (const row of (expected.flat()[at] as string).split('\n').filter(Boolean)) {
        const bare = (line: string) => line.replaceAll('• ', '- ')
        const lines = await screen.until(
          (all) => all.findIndex((line, i) => i >= above && bare(line).includes(row)) >= 0,
        )
        above = lines.findIndex((line, i) => i >= above && bare(line).includes(row)) + 1
      }
      await screen.until((lines) => lines.some((line) => line.includes('준비됨')))
    }
  } finally {
    await screen.close()
  }
}

test.skipIf(process.env.SAME_WORDS !== 'all' || !(await hasTmux()))(
  'typed into the chat in a tmux they are answered so, too',
  async () => inTmux(await inTerminal()),
  300_000,
)
