import { dirname, join } from 'node:path'
import { isTrusted } from '../../config/layers.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import type { SkillFolder } from '../../memory/skills/skills.ts'
import type { Environment } from '../environment/environment.ts'

type Loaded = Pick<LoadedSettings, 'settings' | 'paths'>
type Place = Pick<Environment, 'cwd' | 'userHome'>

/** Where skills of the person stand, and those of this project as far as its folders are trusted. */
export function skillFolders(loaded: Loaded, place: Place): SkillFolder[] {
  const own = [ownSkills(loaded), join(place.userHome, '.agents', 'skills')]
  return distinct(own, inTrusted(loaded, place, ['.agents', 'skills']))
}

/** Where the person's own skills are added. */
export function ownSkills({ paths }: Pick<Loaded, 'paths'>): string {
  return join(paths.home, 'skills')
}

/** Where commands of the person stand, and those of this project as far as its folders are trusted. */
export function commandFolders(loaded: Loaded, place: Place): { path: string; own: boolean }[] {
  const project = [
    ...inTrusted(loaded, place, ['.assistant', 'commands']),
    ...inTrusted(loaded, place, ['.claude', 'commands']),
  ]
  // What another program's file says of its tools is not about ours: as in a project, nothing is allowed by it.
  return distinct([join(loaded.paths.home, 'commands')], [...project, join(place.userHome, '.claude', 'commands')])
}

function distinct(own: readonly string[], others: readonly string[]): { path: string; own: boolean }[] {
  const all = [...own.map((path) => ({ path, own: true })), ...others.map((path) => ({ path, own: false }))]
  return all.filter(({ path }, at) => all.findIndex((one) => one.path === path) === at)
}

/** This place below the working folder and those above it, the nearest first, as far as they are trusted. */
function inTrusted({ settings }: Loaded, { cwd, userHome }: Place, below: readonly string[]): string[] {
  const paths: string[] = []
  for (let folder = cwd; isTrusted(folder, settings.trusted, userHome); folder = dirname(folder)) {
    paths.push(join(folder, ...below))
    if (dirname(folder) === folder) break
  }
  return paths
}
