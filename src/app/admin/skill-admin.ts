import { cp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { LoadedSettings } from '../../config/settings.ts'
import { isUsableSkill, readSkill, readSkills, type Skill } from '../../memory/skills/skills.ts'
import { ensureDir, fileExists } from '../../std/fs/files.ts'
import { ownSkills, skillFolders } from '../context/skill-folders.ts'
import type { Environment } from '../environment/environment.ts'

type Place = Pick<Environment, 'cwd' | 'userHome'>

/** Skills of the person and of this project, with what is wrong with each. */
export function listSkills(loaded: LoadedSettings, place: Place): Promise<Skill[]> {
  return readSkills(skillFolders(loaded, place))
}

/**
 * Copies a skill into the person's own folder; what is wrong instead. Links in it are left out: they may lead
 * anywhere.
 */
export async function addSkill(
  loaded: LoadedSettings,
  folder: string,
): Promise<Skill | 'no-skill' | 'there' | { unusable: Skill }> {
  const skill = await readSkill(folder, true)
  if (!skill) return 'no-skill'
  if (!isUsableSkill(skill)) return { unusable: skill }
  const target = join(ownSkills(loaded), skill.name)
  if (await fileExists(target)) return 'there'
  await ensureDir(ownSkills(loaded))
  await cp(folder, target, {
    recursive: true,
    filter: async (path) => !(await isLink(path)) && basename(path) !== '.git',
  })
  return { ...skill, folder: target }
}

async function isLink(path: string): Promise<boolean> {
  const { lstat } = await import('node:fs/promises')
  return (await lstat(path)).isSymbolicLink()
}

/** Removes a skill that was added. */
export function removeSkill({ folder }: Pick<Skill, 'folder'>): Promise<void> {
  return rm(folder, { recursive: true })
}

/** A skill in the folder that skills are added to. */
export async function addedSkill(loaded: LoadedSettings, name: string): Promise<Skill | undefined> {
  return (await readSkills([{ path: ownSkills(loaded), own: true }])).find((skill) => skill.name === name)
}
