import type { SchedulePorts } from '../../core/schedules/tools.ts'
import { mostUsd } from '../../llm/models/prices.ts'
import { isUsableSkill, readSkills, type Skill } from '../../memory/skills/skills.ts'
import { AssistantError } from '../../protocol/index.ts'
import type { AppContext } from '../context/app-context.ts'
import { skillFolders } from '../context/skill-folders.ts'

/** Skills that a schedule with this working folder can follow. */
export async function skillsFor(
  { loaded, environment }: Pick<AppContext, 'loaded' | 'environment'>,
  folder?: string,
): Promise<Skill[]> {
  const { cwd, userHome } = environment
  return (await readSkills(skillFolders(loaded, { cwd: folder ?? cwd, userHome }))).filter(isUsableSkill)
}

/** Return a schedule's view of models and skills before it is made. */
export function schedulePorts(
  context: () => Pick<AppContext, 'loaded' | 'environment' | 'models' | 'language' | 'secrets' | 'now' | 'zone'>,
): Omit<SchedulePorts, 'tools'> {
  return {
    look: async (watch, signal) =>
      (await import('./check-watch.ts')).lookAt(context(), watch, {}, signal ?? new AbortController().signal),
    kept: async () => (await import('./clock-owner.ts')).hasScheduleClock(context()),
    skills: async (folder) => (await skillsFor(context(), folder)).map(({ name }) => name),
    async mostUsd(tokens, model) {
      try {
        const { model: name } = await context().models.sight(model)
        return name === 'rules' ? 0 : mostUsd(name, tokens)
      } catch (error) {
        // A model that cannot be found has no price.
        if (!(error instanceof AssistantError)) throw error
        return undefined
      }
    },
  }
}
