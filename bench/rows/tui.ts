import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Reply, scriptedServer } from '../../test/fakes/model-server.ts'
import { bundled, cached } from '../bundled.ts'
import { type Command, cost, inTurns, node, program, root } from '../measure.ts'
import type { Row } from '../row.ts'
import { needs, withHome } from '../subject.ts'
import { type Terminal, terminal } from '../terminal.ts'
import { replyTokens } from '../tui/reply.ts'
import { endless } from './one-shot.ts'

/** Long enough for a program that starts to have come to rest, short beside what is measured. */
export const restMs = 400

/** A program in a terminal while it is used. */
export async function inTerminal<T>(command: Command, use: (screen: Terminal) => Promise<T>): Promise<T> {
  const screen = terminal(command)
  try {
    return await use(screen)
  } finally {
    screen.close()
  }
}

/** The TUI of the real program, talking to a model on loopback. */
export async function withTui<T>(reply: Reply, use: (tui: Command) => Promise<T>): Promise<T> {
  needs('dist/cli.cjs')
  await using server = await scriptedServer([], { otherwise: reply })
  return await withHome(server.openai, (env) => use({ argv: [node, program], env }))
}

/** The TUI loads its engine when nobody has typed for a second: after so long it is at rest. */
export const engineMs = 3_000

/**
 * V8 collects once, some eight seconds after a start, and gives back what loading took (50 ms of CPU): idle is what
 * goes on after it.
 */
const givenBackMs = 12_000

/** CPU from the start until the prompt stands. What is put off until somebody types, or nobody does, is not in it. */
const readyCpu =
  (command: Command, ms = restMs) =>
  () =>
    inTerminal(command, async (screen) => {
      await screen.quiet(ms)
      return screen.cpuMs()
    })

/**
 * A life that ends by itself: only then Node keeps what it has compiled. A killed one leaves the next start as cold
 * as it was.
 */
const warm = (command: Command, ms: number) =>
  inTerminal(command, async (screen) => {
    await screen.quiet(ms)
    screen.type('\x04')
    await screen.ended()
  })

export const tuiReady: Row = {
  name: 'tui-ready',
  measure: ({ runs }) =>
    withTui({ text: '네.' }, async (tui) => {
      const { 'bare-ink': hello = '' } = await bundled(['bench/tui/bare-ink.tsx'])
      const bare = { argv: [node, hello], env: { ...cached, BENCH_REPORT: '/dev/null' } }
      await warm(tui, engineMs)
      await warm(bare, restMs)
      const takers = [readyCpu(tui), readyCpu(bare), readyCpu(tui, engineMs)]
      const [ready = 0, least = 0, rest = 0] = await inTurns(Math.ceil(runs / 2), takers)
      const floor = { value: least, what: 'Ink hello, bundled and optimised' }
      return [
        { row: 'TUI, prompt ready', unit: 'ms CPU', value: ready, floor, limit: { times: 1.3 } },
        { row: 'TUI, engine loaded behind it', unit: 'ms CPU', value: rest, floor, limit: { times: 2 } },
      ]
    }),
}

export const tuiMemory: Row = {
  name: 'tui-memory',
  measure: ({ runs }) =>
    withTui({ text: '네.' }, async (tui) => {
      const peak = () =>
        inTerminal(tui, async (screen) => {
          await screen.quiet(engineMs)
          return screen.memoryMb('VmHWM')
        })
      const [value = 0] = await inTurns(Math.ceil(runs / 4), [peak])
      return [{ row: 'TUI, memory when ready', unit: 'MB', value, limit: { most: 95 } }]
    }),
}

export const tuiEndless: Row = {
  name: 'tui-endless',
  measure: ({ runs }) =>
    withTui(endless(), async (tui) => {
      const peak = () =>
        inTerminal(tui, async (screen) => {
          await screen.quiet(engineMs)
          const cut = screen.until('끊겼어요')
          screen.type('hi\r')
          await cut
          await screen.quiet(restMs)
          return screen.memoryMb('VmHWM')
        })
      const [value = 0] = await inTurns(Math.ceil(runs / 8), [peak])
      return [{ row: 'TUI, endless answer, peak memory', unit: 'MB', value, limit: { most: 150 } }]
    }),
}

/** CPU of a whole life: start, one question, the long answer, Ctrl+D. */
const answerCpu = (tui: Command) => () =>
  inTerminal(tui, async (screen) => {
    await screen.quiet(restMs)
    screen.type('hi\r')
    // The answer has no pause of this length before its end.
    await screen.quiet(2_000)
    screen.type('\x04')
    return screen.ended()
  })

export const tuiReply: Row = {
  name: 'tui-reply',
  measure({ quick }) {
    const [count, seconds] = quick ? [5_000, 3] : [20_000, 10]
    const reply: Reply = { text: replyTokens(count), everyMs: (seconds * 1000) / count }
    return withTui(reply, async (tui) => {
      const { lines = '', 'static-lines': print = '' } = await bundled([
        'bench/tui/lines.ts',
        'bench/tui/static-lines.tsx',
      ])
      const finished = join(root, '.tmp', 'bench', 'lines.json')
      const env = {
        BENCH_LINES: finished,
        BENCH_TOKENS: `${count}`,
        BENCH_SECONDS: `${seconds}`,
        BENCH_REPORT: '/dev/null',
      }
      await cost({ argv: [node, lines], env })
      const printed = () => inTerminal({ argv: [node, print], env: { ...cached, ...env } }, (screen) => screen.ended())
      const [value = 0, floor = 0] = await inTurns(quick ? 1 : 3, [answerCpu(tui), printed])
      const what = 'Ink printing the same finished lines once'
      const row = `TUI, ${count} tokens in ${seconds} s`
      return [{ row, unit: 'ms CPU', value, floor: { value: floor, what }, limit: { times: 1.4 } }]
    })
  },
}

export const tuiIdle: Row = {
  name: 'tui-idle',
  measure: ({ quick }) =>
    withTui({ text: '네.' }, (tui) =>
      inTerminal(tui, async (screen) => {
        const seconds = quick ? 5 : 30
        await screen.quiet(engineMs)
        await sleep(givenBackMs)
        const [bytes, cpu] = [screen.written(), screen.cpuMs()]
        await sleep(seconds * 1000)
        return [
          {
            row: `TUI, idle ${seconds} s, written`,
            unit: 'bytes',
            value: screen.written() - bytes,
            limit: { most: 0 },
          },
          { row: `TUI, idle ${seconds} s, CPU`, unit: 'ms CPU', value: screen.cpuMs() - cpu, limit: { most: 10 } },
        ]
      }),
    ),
}
