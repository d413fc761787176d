import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { partOf } from '../../parts.ts'
import { bundled } from '../../ui/tui/pty.ts'
import { hasTmux, type Pane, pane } from '../../ui/tui/tmux.ts'

let program: Awaited<ReturnType<typeof bundled>>
let chat: Pane | undefined
beforeAll(async () => {
  program = await bundled('test/ui/tui/programs/tui.ts')
}, 60_000)
afterAll(() => program.remove())

const there = await hasTmux()
/** TMUX_FULL=1 runs the great sweep. */
const isFull = Boolean(process.env.TMUX_FULL)
const sweep = isFull ? { questions: 20, tables: 10, sizes: 50 } : { questions: 5, tables: 1, sizes: 4 }

/** What must stand there once, and what must not stand there any more. */
function judged(lines: readonly string[]) {
  const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length
  return {
    status: count(/준비됨/),
    cards: count(/거절 \(n\)/),
    spinners: count(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/),
  }
}

/** The numbers of an answer's rows, as they stand there. */
const rowsWritten = (lines: readonly string[]) =>
  lines.flatMap((line) => Number(/^\s*줄 (\d+) 안녕하세요/.exec(line)?.[1] ?? 0) || [])

/** Words of Hangul with a number and a Latin word now and then, of about so many letters. */
function paragraph(letters: number): string {
  const words = [
    '회의는',
    '세',
    '시예요.',
    '부산행',
    'KTX',
    '12호차',
    '예약을',
    '확인하고,',
    '길을',
    '알려',
    '드릴게요.',
  ]
  let text = ''
  for (let at = 0; text.length < letters; at++) text += `${words[(at * 7) % words.length]} `
  return text.trim()
}

/**
 * Sizes as somebody gives who drags a window's edge to and fro, ending where it began. `ms`: pauses of up to so long,
 * since tmux tells of sizes four times a second only.
 */
async function dragged(resize: Pane['resize'], columns: number, rows: number, ms = 0): Promise<void> {
  const sizes = [
    [columns - 10, rows],
    [columns, rows - 4],
    [columns + 20, rows + 10],
    [columns, rows],
  ] as const
  for (let change = 0; change < sweep.sizes; change++) {
    await resize(...(sizes[change % sizes.length] ?? [columns, rows]))
    if (ms > 0) await sleep((ms * ((change * 7) % 11)) / 10)
  }
  await resize(columns, rows)
}

test
  .skipIf(!there)
  .each(
    isFull
      ? [[80, 24, 0] as const, [80, 24, 300] as const, [40, 12, 0] as const, [40, 12, 300] as const]
      : [[40, 12, 300] as const],
  )(
  'in a tmux of %i columns and %i rows no row of an answer is lost or doubled while it is written and the window is dragged',
  async (columns, rows, ms) => {
    const { type, key, until, resize, close } = await pane([process.execPath, program.file], columns, rows)
    try {
      await until((lines) => lines.some((line) => line.includes('준비됨')))
      await type('slow')
      await key('Enter')
      await until((lines) => lines.some((line) => line.includes('줄 30 ')))
      await dragged(resize, columns, rows, ms)
      const last = rowsWritten(await until((lines) => rowsWritten(lines).length > 60)).length
      await until((lines) => rowsWritten(lines).length > last + 10)
      await key('Escape')
      const lines = await until((lines) => judged(lines).status > 0)
      expect(judged(lines)).toEqual({ status: 1, cards: 0, spinners: 0 })
      expect(rowsWritten(lines)).toEqual(rowsWritten(lines).map((_, row) => row + 1))
    } finally {
      await close()
    }
  },
  120_000,
)

describe.skipIf(!there).each([
  [80, 24],
  [40, 12],
])('in a tmux of %i columns and %i rows', (columns, rows) => {
  async function started(): Promise<Pane> {
    chat = await pane([process.execPath, program.file], columns, rows)
    await chat.until((lines) => lines.some((line) => line.includes('준비됨')))
    return chat
  }

  test.each(
    [
      ['as it is written', 'drip'],
      ['at once', 'raw'],
    ].slice(0, partOf(2, columns === 40 ? 1 : 0)),
  )('a paragraph of Hangul that comes %s is copied without a break of ours, and no letter lost', async (_, how) => {
    const { type, key, until, copied, resize, close } = await started()
    try {
      const text = `처음 ${paragraph(rows * 20)} 마지막`
      await type(`${how} ${how === 'raw' ? JSON.stringify(text) : text}`)
      await key('Enter')
      const answerOf = (lines: readonly string[]) => lines.slice(lines.findIndex((line) => line.startsWith('처음')))
      await until((lines) => answerOf(lines).some((line) => line.endsWith('마지막')) && judged(lines).status > 0)
      expect(answerOf(await copied())[0]?.trimEnd()).toEqual(text)
      await dragged(resize, columns, rows)
      await type('다 됐어요')
      const lines = await until((lines) => lines.some((line) => line.includes('› 다 됐어요')))
      expect(judged(lines)).toEqual({ status: 1, cards: 0, spinners: 0 })
      expect(answerOf(await copied())[0]?.trimEnd()).toEqual(text)
    } finally {
      await close()
    }
  })

  test(
    'questions, long tables and new sizes leave one status row, no card, no spinner, and every row once, in order',
    async () => {
      const { type, key, until, resize, close } = await started()
      try {
        const content = Array.from({ length: 60 }, (_, line) => `줄${line + 1}`).join('_')
        for (let asked = 1; asked <= sweep.questions; asked++) {
          await type(`ask ${content}`)
          await key('Enter')
          await until((lines) => lines.some((line) => line.includes('거절 (n)')))
          await key('Tab', 'Enter')
          await until((lines) => lines.filter((line) => line.startsWith('끝')).length === asked)
        }
        expect(judged(await until((lines) => judged(lines).status > 0))).toEqual({ status: 1, cards: 0, spinners: 0 })
        const rowsOf = (lines: readonly string[]) => lines.flatMap((line) => /│?\s*행(\d+)\b/.exec(line)?.[1] ?? [])
        for (let table = 1; table <= sweep.tables; table++) {
          await type('table 200')
          await key('Enter')
          const all = (lines: readonly string[]) => rowsOf(lines).filter((row) => row === '200').length
          await until((lines) => all(lines) === table && judged(lines).status > 0)
        }
        await dragged(resize, columns, rows)
        await type('다 됐어요')
        const lines = await until(
          (lines) => lines.some((line) => line.includes('› 다 됐어요')) && judged(lines).status > 0,
        )
        expect(judged(lines)).toEqual({ status: 1, cards: 0, spinners: 0 })
        const table = Array.from({ length: 200 }, (_, row) => `${row + 1}`)
        expect(rowsOf(lines)).toEqual(Array.from({ length: sweep.tables }, () => table).flat())
      } finally {
        await close()
      }
    },
    isFull ? 900_000 : 120_000,
  )
})
