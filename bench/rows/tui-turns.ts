import { setTimeout as sleep } from 'node:timers/promises'
import { bundled, cached } from '../bundled.ts'
import { type Command, median, node } from '../measure.ts'
import type { Row } from '../row.ts'
import type { Terminal } from '../terminal.ts'
import { engineMs, inTerminal, restMs, withTui } from './tui.ts'

/** Milliseconds until a typed letter is seen, the middle of many. */
async function echoOf(screen: Terminal, keys: number): Promise<number> {
  const times: number[] = []
  for (let key = 0; key < keys; key++) {
    // Of no control sequence; each another one than before.
    const letter = String.fromCharCode(0xac00 + key * 28)
    const from = performance.now()
    const seen = screen.until(letter)
    screen.type(letter)
    times.push((await seen) - from)
    await sleep(20)
  }
  return median(times)
}

export const tuiEcho: Row = {
  name: 'tui-echo',
  measure: ({ quick }) =>
    withTui({ text: '네.' }, async (tui) => {
      const { 'echo-ink': echo = '' } = await bundled(['bench/tui/echo-ink.tsx'])
      const bare: Command = { argv: [node, echo], env: cached }
      const keys = quick ? 40 : 100
      // Both at once, so that a busy moment of the machine hits both alike.
      return inTerminal(tui, (ours) =>
        inTerminal(bare, async (floors) => {
          await Promise.all([ours.quiet(engineMs), floors.quiet(restMs)])
          await Promise.all([echoOf(ours, 20), echoOf(floors, 20)])
          const [value, floor] = [await echoOf(ours, keys), await echoOf(floors, keys)]
          const what = 'Ink showing what is typed'
          return [
            { row: 'TUI, echo of a letter', unit: 'ms', value, floor: { value: floor, what }, limit: { times: 1.5 } },
          ]
        }),
      )
    }),
}

export const tuiTurns: Row = {
  name: 'tui-turns',
  measure: ({ quick }) =>
    withTui({ text: '§네.' }, (tui) =>
      inTerminal(tui, async (screen) => {
        const turns = quick ? 60 : 300
        await screen.until('준비됨')
        await screen.quiet(engineMs)
        const [times, costs]: [number[], number[]] = [[], []]
        for (let turn = 0; turn < turns; turn++) {
          screen.type('hi')
          await screen.quiet(60)
          const [from, before] = [performance.now(), screen.cpuMs()]
          const seen = screen.until('§')
          screen.type('\r')
          times.push((await seen) - from)
          costs.push(screen.cpuMs() - before)
          await screen.quiet(60)
        }
        return [
          // The same without the waits for a busy machine.
          {
            row: 'TUI, Enter to first character, CPU',
            unit: 'ms CPU',
            value: median(costs.slice(5)),
            limit: { most: 20 },
          },
          { row: 'TUI, Enter to first character', unit: 'ms', value: median(times.slice(5)), limit: { most: 20 } },
          {
            row: `TUI, memory after ${turns} turns`,
            unit: 'MB',
            value: screen.memoryMb('VmRSS'),
            limit: { most: 120 },
          },
        ]
      }),
    ),
}
