import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stateFiles } from '../../../src/app/admin/state-files.ts'
import { pathsOf } from '../../../src/config/paths.ts'
import { writeState } from '../../../src/std/fs/state-file.ts'
import { FolderOwners, ownersPath } from '../../../src/tools/origin/folder-owners.ts'

test('a file of which only the copy is left is named, and comes back', async () => {
  const home = mkdtempSync(join(tmpdir(), 'state-files-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const paths = pathsOf({ ASSISTANT_HOME: home }, home, home)
  await writeState(join(home, 'other.md'), '- two\n')
  await writeState(join(home, 'page.md'), '- one\n')
  rmSync(join(home, 'page.md'))
  const told: unknown[] = []
  for await (const { path, faults, mend } of stateFiles(paths))
    if (faults.length > 0) told.push([basename(path), faults.map(({ kind }) => kind), await mend()])
  expect(told).toEqual([['page.md', ['gone'], 'mended']])
  expect(existsSync(join(home, 'page.md'))).toBe(true)
})

test('what is kept of the owners of folders is whole, and damaged only where it is', async () => {
  const home = mkdtempSync(join(tmpdir(), 'state-files-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const paths = pathsOf({ ASSISTANT_HOME: home }, home, home)
  const faulty = async () => {
    const told: string[] = []
    for await (const { path, faults } of stateFiles(paths)) if (faults.length > 0) told.push(basename(path))
    return told
  }
  await new FolderOwners({ userHome: home, path: ownersPath(paths) }).say(home, 'own')
  expect(await faulty()).toEqual([])
  writeFileSync(ownersPath(paths), '[{"folder": ')
  expect(await faulty()).toEqual(['folder-owners.json'])
})
