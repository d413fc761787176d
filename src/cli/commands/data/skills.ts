import { resolve } from 'node:path'
import { addedSkill, addSkill, listSkills, removeSkill } from '../../../app/admin/skill-admin.ts'
import { loadSettings } from '../../../config/settings.ts'
import { isUsableSkill, type Skill } from '../../../memory/skills/skills.ts'
import { skillMessages } from '../../../messages/commands/skills.ts'
import { fail } from '../../../protocol/index.ts'
import { codeOf } from '../../../std/fs/files.ts'
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

/** `skills add <folder>`: copies a skill into the person's own. 42 for what is none. */
export const installSkill: CommandRun = async (cli, { args: [given = ''] }) => {
  const say = skillMessages[cli.language]
  const folder = resolve(cli.environment.cwd, given)
  const loaded = await settingsOf(cli)
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
