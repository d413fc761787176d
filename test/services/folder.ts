// Services in a folder of a test, and a conversation with them.
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Service, ServiceDeps } from '../../src/core/service/service.ts'
import { codeOf } from '../../src/services/declared/code.ts'
import { declaredService } from '../../src/services/declared/definition.ts'
import { findServices } from '../../src/services/declared/folder.ts'
import { type RigOptions, stage } from './rig.ts'

/** A folder with one service, by its files. */
export async function folderWith(files: Record<string, string>, name = 'restaurant') {
  const root = await mkdtemp(join(tmpdir(), 'declared-'))
  await addService(root, files, name)
  return root
}

export async function addService(root: string, files: Record<string, string>, name: string) {
  await mkdir(join(root, name), { recursive: true })
  for (const [file, text] of Object.entries(files)) await writeFile(join(root, name, file), text)
}

/** A conversation with the services of a folder. */
export async function talkWith(root: string, options: Partial<RigOptions> = {}, given: Partial<ServiceDeps> = {}) {
  const found = await findServices(root, 'ko')
  expect(found.flatMap(({ problems }) => problems)).toEqual([])
  const more = (own: ServiceDeps) => {
    const parts = { ...own, ...given }
    const made: Service[] = found.flatMap((one) => {
      if (!one.file) return []
      const code = codeOf({ ...one, file: one.file }, parts.language)
      return [declaredService(one.file, code, { parts, service: (name) => made.find((other) => other.name === name) })]
    })
    return made
  }
  return stage({ offline: true, more, ...options })
}
