import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { limitProcesses } from '../../../../src/tools/shell/sandbox/process-limit.ts'

/** A tree like that of the kernel, whose groups are folders. */
function tree(): string {
  const root = mkdtempSync(join(tmpdir(), 'cgroup-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const line of readFileSync('/proc/self/cgroup', 'utf8').trim().split('\n')) {
    const [, controllers = '', path = '/'] = /^\d+:([^:]*):(.*)$/.exec(line) ?? []
    mkdirSync(controllers === '' ? join(root, dirname(path)) : join(root, controllers, path), { recursive: true })
  }
  return root
}

test.skipIf(!existsSync('/proc/self/cgroup'))('a command enters a group of its own that holds so many', async () => {
  const root = tree()
  const limit = await limitProcesses(7, root)
  const [file, flag, script, procs = '', ...command] = limit?.enter(['bwrap', '--args', '3']) ?? []
  expect([file, flag, command]).toEqual(['sh', '-c', ['bwrap', '--args', '3']])
  expect(script).toMatch(/exec "\$@"$/)
  expect(readFileSync(join(dirname(procs), 'pids.max'), 'utf8')).toBe('7')
})

test('where no group can be made there is none, and nothing is left', async () => {
  const root = join(tree(), 'none')
  expect(await limitProcesses(7, root)).toBeUndefined()
  expect(existsSync(root) ? readdirSync(root) : []).toEqual([])
})
