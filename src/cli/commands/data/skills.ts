import { join, resolve } from 'node:path'
import { ownerReason } from '../../../app/admin/folder-ownership.ts'
import { addedSkill, addSkill, listSkills, removeSkill } from '../../../app/admin/skill-admin.ts'
import { ownerOfFile } from '../../../app/docs/file-origins.ts'
import { type LoadedSettings, loadSettings } from '../../../config/settings.ts'
import { isUsableSkill, readSkill, type Skill } from '../../../memory/skills/skills.ts'
import { skillMessages } from '../../../messages/commands/skills.ts'
import { fail } from '../../../protocol/index.ts'
import { codeOf } from '../../../std/fs/files.ts'
import { showHidden } from '../../../std/text/sanitise.ts'
import type { Cli, CommandRun } from '../../command-context.ts'
import { confirmQuestion } from '../../output/ask-line.ts'

const settingsOf = (cli: Cli) => loadSettings({ ...cli.environment, now: cli.now() })

/** `skills list`: those that a model is told of, and where they come from. */
export const printSkills: CommandRun = async (cli, { options }) => {
  const say = skillMessages[cli.language]
  const skills = (await listSkills(await settingsOf(cli), cli.environment)).filter(isUsableSkill)
  if (options.json) await cli.terminal.json(skills)
  else if (skills.length === 0) await cli.terminal.note(say.none)
  else
    await cli.terminal.print(
      skills
        .map(({ name, description, own }) => `${name} (${own ? say.own : say.project})\n    ${description}`)
        .join('\n'),
    )
  return 0
}

/**
 * `skills add <folder> [--yes]`: copies a skill into the person's own; of somebody else's it is asked whether it is to
 * be followed. 42 for what is none.
 */
export const installSkill: CommandRun = async (cli, { args: [given = ''], options }) => {
  const say = skillMessages[cli.language]
  const folder = resolve(cli.environment.cwd, given)
  const loaded = await settingsOf(cli)
  if (!options.yes && !(await agreesToFollow(cli, loaded, folder))) return 1
  const added = await storeSkill(loaded.paths.home, addSkill(loaded, folder))
  if (added === 'no-skill') return fail('bad-input', { data: { sentence: say.noSkill(folder) } })
  if (added === 'there') return fail('bad-input', { data: { sentence: say.there(given) } })
  if ('unusable' in added) {
    await printProblems(cli, [added.unusable])
    return fail('bad-input', { data: { sentence: say.unusable(folder) } })
  }
  await printProblems(cli, [added])
  await cli.terminal.note(say.added(added.name, added.folder))
  return 0
}

/** Ask about a skill of somebody else's: models do what stands in it. Return true for the person's own. */
async function agreesToFollow(cli: Cli, loaded: LoadedSettings, folder: string): Promise<boolean> {
  const say = skillMessages[cli.language]
  const owner = await ownerOfFile(loaded, cli.environment, join(folder, 'SKILL.md'))
  const skill = owner?.owner === 'foreign' ? await readSkill(folder, false) : undefined
  if (!owner || !skill || !isUsableSkill(skill)) return true
  await cli.terminal.note(say.foreign(showHidden(skill.name), ownerReason(owner, cli.language)))
  if (!cli.terminal.canAsk) return fail('bad-input', { data: { sentence: say.needsYesToAdd } })
  const isMeant = await confirmQuestion(cli, say.follow(showHidden(skill.name)))
  if (!isMeant) await cli.terminal.note(say.notAdded)
  return isMeant
}

/** `skills remove <name>`: one that was added. Asks, unless --yes is given. */
export const uninstallSkill: CommandRun = async (cli, { args: [name = ''], options }) => {
  const say = skillMessages[cli.language]
  const loaded = await settingsOf(cli)
  const skill = await addedSkill(loaded, name)
  if (!skill) return fail('bad-input', { data: { sentence: say.unknown(name) } })
  if (!options.yes && !cli.terminal.canAsk) return fail('bad-input', { data: { sentence: say.needsYes } })
  const isMeant = options.yes || (await confirmQuestion(cli, say.remove(name, skill.folder)))
  if (isMeant) await storeSkill(skill.folder, removeSkill(skill))
  await cli.terminal.note(isMeant ? say.removed(name) : say.kept)
  return isMeant ? 0 : 1
}

/** `skills check`: what the format does not allow; 1 where there is something. */
export const checkSkills: CommandRun = async (cli) => {
  const skills = await listSkills(await settingsOf(cli), cli.environment)
  if (await printProblems(cli, skills)) return 1
  await cli.terminal.note(skillMessages[cli.language].fine(skills.length))
  return 0
}

/** Prints the problems of the skills; returns false when there are none. */
async function printProblems(cli: Cli, skills: readonly Skill[]): Promise<boolean> {
  const say = skillMessages[cli.language]
  const lines = skills.flatMap(({ folder, problems }) =>
    problems.map((problem) => `${folder}: ${say.problems[problem]}`),
  )
  for (const line of lines) await cli.terminal.note(line, 'error')
  return lines.length > 0
}

async function storeSkill<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return fail('storage', { detail: codeOf(error) ?? '', data: { path } }, error)
  }
}
