import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { openLedger } from '../../../src/services/transfer/ledger.ts'
import { bundled } from '../../bundled.ts'
import { type Fault, faultEnv, faultLibrary, operations } from '../../faults/faults.ts'
import { longTestWith, runsAll, sampleOf, testWith } from '../../parts.ts'
import { now, stage } from '../../services/rig.ts'
import { disagreements, yesToAll } from '../../services/settled.ts'
import { books, disturbances, person, temporary, waiting } from '../../services/two-transfers.ts'

const run = promisify(execFile)

/**
 * Conversations of the whole engine that were confirmed and disturbed, in all: SPEC wants 500 that the ledger proves.
 */
let runs = 0

/** What a disk may answer, once or (+) from then on. */
const faults = ['ENOSPC+', 'EIO', 'ENOSPC', 'EACCES', 'EIO+', 'EACCES+']

testWith('cc')(
  'killed between any two writes of a confirmation, every transfer is made exactly once',
  async () => {
    faultLibrary()
    const template = await waiting()

    const attempt = async (at: number, fault: Fault) => {
      const folder = await temporary()
      const home = join(folder, 'home')
      const log = join(folder, 'operations')
      await cp(template, home, { recursive: true })
      const env = { ...process.env, ...faultEnv(home, at, fault, log) }
      await run(process.execPath, [person, home, '네'], { env }).catch(() => {})
      const before = (await openLedger(books(home), () => now).books()).sent.length
      const after = await stage({ offline: true, home })
      const wrong = await disagreements(books(home), await yesToAll(after), 'sent')
      await after.close()
      runs++
      return { wrong, before, log: operations(log) }
    }

    const whole = await attempt(0, 'kill')
    expect(whole.log.length).toBeGreaterThan(20)
    const cases = whole.log.flatMap(({ operation }, i) => [
      [i + 1, 'kill'] as const,
      ...(operation === 'write' ? [[i + 1, 'torn'] as const] : []),
    ])
    const stories: Awaited<ReturnType<typeof attempt>>[] = []
    while (cases.length > 0)
      stories.push(...(await Promise.all(cases.splice(0, 3).map(([at, fault]) => attempt(at, fault)))))
    expect(stories.flatMap(({ wrong }) => wrong)).toEqual([])
    // Some died before the money had moved, some after it.
    expect(new Set(stories.map(({ before }) => before))).toEqual(new Set([0, 1]))
  },
  240_000,
)

testWith('cc')(
  'whatever operation the disk refuses, once or from then on, nobody is told what is not so, and nothing moves twice',
  async () => {
    const base = await temporary()
    const log = join(base, 'operations')
    const env = { ...process.env, ...faultEnv('/nowhere', 0, 'EIO', log) }
    const { stdout } = await run(
      process.execPath,
      [await bundled('test/fixtures/transfer-faults.ts'), await waiting(), base, log, ...sampleOf(faults)],
      { env },
    )
    const [, tried] = /^tried (\d+)\n$/.exec(stdout) ?? []
    expect(tried, stdout).toBeDefined()
    expect(Number(tried)).toBeGreaterThan(runsAll ? 100 : 15)
    runs += Number(tried)
  },
  240_000,
)

longTestWith('cc')(
  'with what is disturbed without a fault of the disk these are 500 conversations and more',
  async () => {
    const { processes, events, people } = disturbances
    expect(runs + processes + events + people).toBeGreaterThanOrEqual(500)
  },
)
