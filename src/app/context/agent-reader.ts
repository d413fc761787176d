import { isTrusted } from '../../config/layers.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import { type Agent, listAgents, listWorkspaces, readAgent } from '../../memory/agents.ts'
import { readInstructions } from '../../memory/instructions.ts'
import { readSkills, skillsPage } from '../../memory/skills/skills.ts'
import type { ConversationScope } from '../../protocol/index.ts'
import type { Environment } from '../environment/environment.ts'
import type { AgentView } from './app-context.ts'
import { skillFolders } from './skill-folders.ts'

/** An agent in a list: its names, and the word that wakes it by voice. */
export interface AgentInfo {
  name: string
  workspace: string
  wakeWord?: string
}

/** Reads agents as their files stand on disk now. */
export function createAgentReader(loaded: LoadedSettings, { cwd, userHome }: Pick<Environment, 'cwd' | 'userHome'>) {
  const { settings, paths } = loaded
  const read = (scope: ConversationScope): Promise<Agent> => readAgent(paths.home, scope)
  return {
    async view(scope: ConversationScope): Promise<AgentView> {
      const { base, persona, memory, config } = await read(scope)
      const instructions = await readInstructions(cwd, (folder) => isTrusted(folder, settings.trusted, userHome))
      const skills = skillsPage(await readSkills(skillFolders(loaded, { cwd, userHome })))
      return {
        pages: { base, persona, ...memory, instructions: [instructions, skills].filter(Boolean).join('\n\n') },
        categories: config.permissions,
        ...(config.tools ? { tools: config.tools } : {}),
        ...(config.model ? { model: config.model } : {}),
      }
    },
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
