import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundled } from './pty.ts'
import { hasTmux, type Pane, pane } from './tmux.ts'

let program: Awaited<ReturnType<typeof bundled>>
let chat: Pane | undefined
beforeAll(async () => {
  program = await bundled('test/ui/tui/programs/tui.ts')
}, 60_000)
afterAll(() => program.remove())

const there = await hasTmux()

/** What must stand there once, and what must not stand there any more. */
function judged(lines: readonly string[]) {
  const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length
  return {
    status: count(/준비됨/),
    cards: count(/거절 \(n\)/),
    spinners: count(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/),
  }
}

describe.skipIf(!there).each([
  [80, 24],
  [40, 12],
])('in a tmux of %i columns and %i rows', (columns, rows) => {
  async function started(): Promise<Pane> {
    chat = await pane([process.execPath, program.file], columns, rows)
    await chat.until((lines) => lines.some((line) => line.includes('준비됨')))
    return chat
  }

  test('questions, long tables and new sizes leave one status row, no card, no spinner, and every row once, in order', async () => {
    const { type, key, until, resize, close } = await started()
    try {
      const content = Array.from({ length: 60 }, (_, line) => `줄${line + 1}`).join('_')
      for (let asked = 1; asked <= 5; asked++) {
        await type(`ask ${content}`)
        await key('Enter')
        await until((lines) => lines.some((line) => line.includes('거절 (n)')))
        await key('Tab', 'Enter')
        await until((lines) => lines.filter((line) => line.startsWith('끝')).length === asked)
      }
      expect(judged(await until((lines) => judged(lines).status > 0))).toEqual({ status: 1, cards: 0, spinners: 0 })
      await type('table 200')
      await key('Enter')
      const rowsOf = (lines: readonly string[]) => lines.flatMap((line) => /│?\s*행(\d+)\b/.exec(line)?.[1] ?? [])
      await until((lines) => rowsOf(lines).includes('200') && judged(lines).status > 0)
      for (const [width, height] of [
        [columns - 10, rows],
        [columns, rows - 4],
        [columns + 20, rows + 10],
        [columns, rows],
      ] as const)
        await resize(width, height)
      await type('다 됐어요')
      const lines = await until((lines) => lines.some((line) => line.includes('› 다 됐어요')) && judged(lines).status > 0)
      expect(judged(lines)).toEqual({ status: 1, cards: 0, spinners: 0 })
      expect(rowsOf(lines)).toEqual(Array.from({ length: 200 }, (_, row) => `${row + 1}`))
    } finally {
      await close()
    }
  }, 120_000)
})
