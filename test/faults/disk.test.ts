import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { bundled } from '../bundled.ts'
import { requires, sampleOf } from '../parts.ts'
import { type Fault, faultEnv, operations } from './faults.ts'
import { commands, leftIn, steps } from './steps.ts'

const base = mkdtempSync(join(tmpdir(), 'assistant-faults-'))
afterAll(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }))
const program = await bundled('test/faults/run-step.ts')

function run(args: string[], env: Record<string, string>): Promise<string> {
  return new Promise((resolve) =>
    execFile(process.execPath, [program, ...args], { env: { PATH: process.env.PATH, ...env } }, (error, out, err) =>
      resolve(error && !error.signal && error.code ? `${out}${err}` : out),
    ),
  )
}

/** What is wrong after `fault` at the `at`-th operation, in a process that it kills. */
async function afterKill(name: string, template: string, at: number, fault: Fault): Promise<string[]> {
  const home = join(base, `${name}-${fault}-${at}`)
  cpSync(template, home, { recursive: true })
  const step = steps[name]!
  const told = (await run(['once', name, home], faultEnv(home, at, fault)))
    .split('\n')
    .filter((line) => line && !line.startsWith('told '))
  const wrong = await step.check(home, told)
  await step.run(home, (what) => told.push(what)).catch((error) => wrong.push(`then threw ${error}`))
  wrong.push(...(await step.check(home, told)).map((what) => `then ${what}`))
  wrong.push(...(await leftIn(home)).map((what) => `left: ${what}`))
  rmSync(home, { recursive: true, force: true })
  return wrong.map((what) => `${fault} at ${at}: ${what}`)
}

/** With FAULTS=all a test has hundreds of processes. In milliseconds. */
const patience = process.env.FAULTS === 'all' ? 3_600_000 : 60_000

requires('cc')('over a disk that fails', () => {
  describe.each(sampleOf(Object.keys(steps)))('%s', (name) => {
    test(
      'loses nothing that was acknowledged, wherever the process dies, and the next one goes on',
      async () => {
        const template = join(base, `${name}-template`)
        mkdirSync(template)
        await steps[name]!.prepare(template)
        const home = join(base, `${name}-count`)
        cpSync(template, home, { recursive: true })
        const log = join(base, `${name}.log`)
        await run(['once', name, home], faultEnv(home, 0, 'kill', log))
        const all = operations(log)
        expect(all.length).toBeGreaterThan(2)
        const cases = all.flatMap(({ operation }, index): [number, Fault][] => [
          [index + 1, 'kill'],
          ...(operation.includes('write') ? [[index + 1, 'torn'] satisfies [number, Fault]] : []),
        ])
        const wrong: string[] = []
        // With FAULTS=all every point of every command, over three thousand; else one in four of those that are like
        // each other.
        if (name in commands && process.env.FAULTS !== 'all')
          cases.splice(0, cases.length, ...cases.filter((_, index) => index % 4 === name.length % 4))
        // Two at a time: as many as the smallest machine has cores.
        const worker = async () => {
          for (let next = cases.shift(); next; next = cases.shift())
            wrong.push(...(await afterKill(name, template, ...next)))
        }
        await Promise.all([worker(), worker()])
        expect(wrong).toEqual([])
      },
      patience,
    )

    test(
      'says so when an operation fails, loses nothing, and goes on in the same process',
      async () => {
        const home = join(base, `${name}-errors`)
        mkdirSync(home)
        const log = join(base, `${name}-errors.log`)
        const lines = (await run(['errors', name, home, log], faultEnv(home, 0, 'EIO', log))).trim().split('\n')
        const tried = Number(lines.pop()?.replace('tried ', ''))
        expect(lines).toEqual([])
        expect(tried).toBeGreaterThan(10)
      },
      patience,
    )
  })
})
