import { dirname, join } from 'node:path'
import { isTrusted } from '../../config/layers.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import type { SkillFolder } from '../../memory/skills/skills.ts'
import type { Environment } from '../environment/environment.ts'

type Loaded = Pick<LoadedSettings, 'settings' | 'paths'>
type SkillEnvironment = Pick<Environment, 'cwd' | 'userHome'>

/** Return the folders of the person's skills, and those of this project as far as its folders are trusted. */
export function skillFolders(loaded: Loaded, place: SkillEnvironment): SkillFolder[] {
  const own = [ownSkills(loaded), join(place.userHome, '.agents', 'skills')]
  return distinctFolders(own, inTrusted(loaded, place, ['.agents', 'skills']))
}

/** Return the folder to which the person's own skills are added. */
export function ownSkills({ paths }: Pick<Loaded, 'paths'>): string {
  return join(paths.home, 'skills')
}

/** Return the folders of the person's commands, and those of this project as far as its folders are trusted. */
export function commandFolders(loaded: Loaded, place: SkillEnvironment): { path: string; own: boolean }[] {
  const project = [
    ...inTrusted(loaded, place, ['.assistant', 'commands']),
    ...inTrusted(loaded, place, ['.claude', 'commands']),
  ]
  // Another program's file says nothing about our tools: as in a project, nothing is allowed by it.
  return distinctFolders(
    [join(loaded.paths.home, 'commands')],
    [...project, join(place.userHome, '.claude', 'commands')],
  )
}

function distinctFolders(own: readonly string[], others: readonly string[]): { path: string; own: boolean }[] {
  const all = [...own.map((path) => ({ path, own: true })), ...others.map((path) => ({ path, own: false }))]
  return all.filter(({ path }, at) => all.findIndex((one) => one.path === path) === at)
}

/** This place below the working folder and those above it, the nearest first, as far as they are trusted. */
function inTrusted({ settings }: Loaded, { cwd, userHome }: SkillEnvironment, below: readonly string[]): string[] {
  const paths: string[] = []
  for (let folder = cwd; isTrusted(folder, settings.trusted, userHome); folder = dirname(folder)) {
    paths.push(join(folder, ...below))
    if (dirname(folder) === folder) break
  }
  return paths
}
