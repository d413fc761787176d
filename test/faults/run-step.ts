// One step in a process of its own: `node run-step.ts once <step> <home>` does it and says what is acknowledged;
// `node run-step.ts errors <step> <base> <log>` does it again and again over fresh homes, each time with another
// operation that fails, and says what was wrong.
import { cpSync, existsSync, mkdirSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { failureOf } from '../../src/protocol/index.ts'
import { isTold, leftIn, steps } from './steps.ts'

const [, , how, name = '', home = '', log = ''] = process.argv
const step = steps[name]
if (!step) throw new Error(`no step ${name}`)
const say = (line: string) => writeSync(1, `${line}\n`)

if (how === 'once') {
  await step.run(home, say).catch((error) => {
    if (!isTold(error)) throw error
    say(`told ${failureOf(error).code}`)
  })
  process.exit(0)
}

const counted = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').length : 0)
const quiet = () => (process.env.FAULT_DIR = '/nowhere')
const failing = (folder: string, at: number, fault: string) =>
  Object.assign(process.env, { FAULT_AT: String(counted() + at), FAULT_DO: fault, FAULT_DIR: folder })

quiet()
const template = join(home, 'template')
mkdirSync(template)
await step.prepare(template)
let tried = 0
const faults = [
  'EIO',
  'ENOSPC',
  'EACCES',
  ...(process.env.FAULTS === 'all' ? ['EROFS', 'EIO+', 'ENOSPC+', 'EROFS+'] : []),
]
for (const fault of faults) {
  for (let at = 1; ; at++) {
    const folder = join(home, `${fault}-${at}`)
    cpSync(template, folder, { recursive: true })
    const told: string[] = []
    const start = counted()
    failing(folder, at, fault)
    const thrown = await step
      .run(folder, (what) => told.push(what))
      .then(
        () => undefined,
        (error) => error,
      )
    quiet()
    if (counted() - start < at) break
    tried++
    const wrong = thrown && !isTold(thrown) ? [`threw ${thrown.stack ?? thrown}`] : []
    wrong.push(...(await step.check(folder, told)))
    // The disk is well again: the same process goes on as if nothing had been.
    const again: string[] = []
    await step
      .run(folder, (what) => again.push(what))
      .catch((error) => wrong.push(`then threw ${error.stack ?? error}`))
    wrong.push(...(await step.check(folder, [...told, ...again])).map((what) => `then ${what}`))
    wrong.push(...(await leftIn(folder)).map((what) => `left: ${what}`))
    for (const what of wrong) say(`${fault} at ${at}: ${what}`)
  }
}
say(`tried ${tried}`)
process.exit(0)
