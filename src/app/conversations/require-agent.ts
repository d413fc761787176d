import { listAgents, listWorkspaces } from '../../memory/agents.ts'
import type { Language } from '../../messages/language.ts'
import { fail } from '../../protocol/index.ts'

/** Require that an agent asked for by name is there. Throws `bad-input` with a sentence that names those that are. */
export async function requireAgent(
  home: string,
  who: { agent: string; workspace: string },
  language: Language,
): Promise<void> {
  const [agent, workspace] = [plainName(who.agent), plainName(who.workspace)]
  const workspaces = await listWorkspaces(home)
  const agents = workspaces.includes(workspace) ? await listAgents(home, workspace) : undefined
  if (agents?.includes(agent)) return
  const { agentMessages } = await import('../../messages/engine/agents.ts')
  const say = agentMessages[language]
  const sentence = agents
    ? say.noAgent(agent, workspace, agents.join(', '))
    : say.noWorkspace(workspace, workspaces.join(', '))
  fail('bad-input', { data: { sentence, agent, workspace } })
}

/** Names are compared as folders are named. */
const plainName = (name: string) => name.normalize('NFC').trim()
