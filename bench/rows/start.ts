import { cost, inTurns, node, program } from '../measure.ts'
import type { Result, Row } from '../row.ts'
import { needs } from '../subject.ts'

const row = (flag: string, times: number): Row => ({
  name: flag.slice(2),
  async measure({ runs }): Promise<Result[]> {
    needs('dist/cli.cjs')
    const cpu = (argv: string[]) => async () => (await cost({ argv })).cpuMs
    const [value = 0, floor = 0] = await inTurns(runs, [cpu([node, program, flag]), cpu([node, '-e', '0'])])
    return [
      { row: `assistant ${flag}`, unit: 'ms CPU', value, floor: { value: floor, what: 'node -e 0' }, limit: { times } },
    ]
  },
})

export const version = row('--version', 1.25)
export const help = row('--help', 1.6)
