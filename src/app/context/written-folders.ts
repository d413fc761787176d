import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Paths } from '../../config/paths.ts'
import { isMissing } from '../../std/fs/files.ts'

/** The folders in which files are replaced as a whole; what can be fetched again does not count. */
export function writtenFolders({ home, config, state }: Paths): string[] {
  const homePath = (...names: string[]) => join(home, ...names)
  const workspaces = foldersBelow(homePath('workspaces'))
  const agents = workspaces.flatMap((folder) => foldersBelow(join(folder, 'agents')))
  const documents = workspaces.map((folder) => join(folder, 'documents'))
  const fixed = [
    home,
    dirname(config),
    homePath('memory'),
    homePath('conversations'),
    homePath('skills'),
    state,
    join(state, 'jobs'),
    join(state, 'sync'),
  ]
  return [...new Set([...fixed, ...workspaces, ...agents, ...documents, ...foldersBelow(homePath('docs'))])]
}

function foldersBelow(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
