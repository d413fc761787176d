import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { RotatingLog } from '../../../src/std/fs/rotating-log.ts'

test('a log keeps its newest lines in files of a bounded size, each whole, for its owner alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rotating-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'state', 'a.log')
  const log = new RotatingLog(path, 1_000, 2)
  await Promise.all(Array.from({ length: 500 }, (_, at) => log.add(`줄 ${at}`)))
  const files = [`${path}.2`, `${path}.1`, path]
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').trimEnd().split('\n'))
  expect(lines).toEqual(Array.from({ length: lines.length }, (_, at) => `줄 ${500 - lines.length + at}`))
  expect(files.every((file) => statSync(file).size <= 1_000 && (statSync(file).mode & 0o777) === 0o600)).toBe(true)
  expect(existsSync(`${path}.3`)).toBe(false)
})

test("several processes that write one log lose none of each other's newest lines", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rotating-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'a.log')
  const writer = `import { RotatingLog } from ${JSON.stringify(new URL('../../../src/std/fs/rotating-log.ts', import.meta.url).pathname)}
    const log = new RotatingLog(${JSON.stringify(path)}, 1_000, 9)
    for (let at = 0; at < 100; at++) await log.add(process.argv[1] + ' ' + String(at).padStart(20))`
  const writers = ['a', 'b', 'c'].map((name) =>
    spawn(process.execPath, ['--input-type=module', '-e', writer, name], { stdio: 'inherit' }),
  )
  expect(await Promise.all(writers.map((child) => once(child, 'exit')))).toEqual([
    [0, null],
    [0, null],
    [0, null],
  ])
  const text = Array.from({ length: 10 }, (_, n) => (n === 9 ? path : `${path}.${9 - n}`))
    .flatMap((file) => (existsSync(file) ? [readFileSync(file, 'utf8')] : []))
    .join('')
  for (const name of ['a', 'b', 'c']) {
    const seen = text.split('\n').flatMap((line) => (line.startsWith(`${name} `) ? [Number(line.slice(2))] : []))
    expect(seen).toEqual(Array.from({ length: 100 }, (_, at) => at))
  }
})
