import { isTrusted } from '../../config/layers.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import { type Agent, listAgents, listWorkspaces, readAgent } from '../../memory/agents.ts'
import { readInstructions } from '../../memory/instructions.ts'
import { pageOf, scopes } from '../../memory/notebook.ts'
import { isGuest } from '../../memory/profiles.ts'
import { archiveOver } from '../../memory/provenance/archive.ts'
import { readSkills, skillsPage } from '../../memory/skills/skills.ts'
import { AssistantError, type ConversationScope } from '../../protocol/index.ts'
import { oncePerStep } from '../../std/fs/file-cache.ts'
import { sharedWork } from '../../std/shared-work.ts'
import { isoDate } from '../../std/time/local-time.ts'
import type { Environment } from '../environment/environment.ts'
import type { AgentView } from './app-context.ts'
import { skillFolders } from './skill-folders.ts'

/** An agent in a list: its names, and the word that wakes it by voice. */
export interface AgentInfo {
  name: string
  workspace: string
  wakeWord?: string
}

/** Take lines that held only for a while out of the pages once that is over. If nothing can be written they stay. */
async function tidyPages(home: string, who: ConversationScope, now: Date, zone: string): Promise<void> {
  try {
    await Promise.all(scopes.map((scope) => archiveOver(pageOf(home, scope, who), isoDate(now, zone), now, home)))
  } catch (error) {
    if (!(error instanceof AssistantError)) throw error
  }
}

const nameOf = ({ agent, workspace, profile }: ConversationScope) => JSON.stringify([agent, workspace, profile])

/** Reads agents as their files stand on disk now. */
export function createAgentReader(
  loaded: LoadedSettings,
  { cwd, userHome }: Pick<Environment, 'cwd' | 'userHome'>,
  { now, zone }: { now(): Date; zone: string },
) {
  const { settings, paths } = loaded
  const read = (scope: ConversationScope): Promise<Agent> => readAgent(paths.home, scope, settings.language)
  const readView = async (scope: ConversationScope): Promise<AgentView> => {
    await tidyPages(paths.home, scope, now(), zone)
    const [{ base, persona, memory, config }, instructions, known] = await Promise.all([
      read(scope),
      readInstructions(cwd, (folder) => isTrusted(folder, settings.trusted, userHome)),
      readSkills(skillFolders(loaded, { cwd, userHome })),
    ])
    const skills = skillsPage(known)
    // The notes of a workspace and of an agent are those of the people of this home.
    const shared = isGuest(scope.profile) ? { workspace: '', agent: '' } : {}
    return {
      pages: {
        base,
        persona,
        ...memory,
        ...shared,
        instructions: [instructions, skills].filter(Boolean).join('\n\n'),
      },
      categories: config.permissions,
      ...(config.tools ? { tools: config.tools } : {}),
      ...(config.model ? { model: config.model } : {}),
    }
  }
  return {
    view: oncePerStep(nameOf, sharedWork(nameOf, readView)),
    async list(): Promise<AgentInfo[]> {
      const agents: AgentInfo[] = []
      for (const workspace of await listWorkspaces(paths.home)) {
        for (const name of await listAgents(paths.home, workspace)) {
          const { wakeWord } = (await read({ agent: name, workspace, profile: settings.profile })).config
          agents.push({ name, workspace, ...(wakeWord ? { wakeWord } : {}) })
        }
      }
      return agents
    },
  }
}
