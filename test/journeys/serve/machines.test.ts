import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { longTestWith } from '../../parts.ts'

/** People, turns of each, the seed and how often something breaks: 2,000 turns and failovers with MACHINES=full. */
const size = process.env.MACHINES === 'full' ? [200, 10, 1, 12] : [10, 3, Number(process.env.SEED ?? 1), 2]

const canSeparate = spawnSync('unshare', ['-rnm', 'true']).status === 0

longTestWith(
  'redis-server',
  'unshare',
  'nsenter',
  ...(canSeparate ? ['ip'] : ['namespaces']),
)(
  'two machines with a disk, a network and a clock of their own serve the same people from one Redis, whatever dies',
  async () => {
    const argv = ['-rnm', '--kill-child', process.execPath, 'test/fixtures/two-machines.ts', ...size.map(String)]
    const { stdout } = await promisify(execFile)('unshare', argv, { timeout: 900_000, killSignal: 'SIGKILL' })
    const { turns, tries, seconds, kept, paid, pages, ...wrong } = JSON.parse(stdout)
    const none = { leaks: 0, twice: [], lost: [], mixed: [], sentTwice: [], paidNotSent: [], unbalanced: 0 }
    expect(wrong).toEqual(none)
    expect({ turns, pages }).toEqual({ turns: (size[0] ?? 0) * (size[1] ?? 0) + 8 * (size[1] ?? 0), pages: size[0] })
    expect(Math.min(tries, seconds, kept, paid)).toBeGreaterThan(0)
  },
  900_000,
)
