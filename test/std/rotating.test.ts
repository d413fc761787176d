import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { RotatingLog } from '../../src/std/rotating.ts'

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
