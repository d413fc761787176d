import type { Paths } from '../../config/paths.ts'
import type { AgentAdminPorts } from '../../memory/agent-tools.ts'
import type { Conversation, Id, MetadataEvent } from '../../protocol/index.ts'
import { loadThread } from '../../threads/journal.ts'
import { listThreads } from '../../threads/thread-store.ts'

export interface AgentAdminDeps {
  paths: Paths
  now(): Date
  /** Where conversations are written. */
  folder: string
  open(id: Id): Promise<Conversation>
}

/** What agents, workspaces and profiles change outside of memory: settings and conversations. */
export function agentAdminPorts({ paths, now, folder, open }: AgentAdminDeps): AgentAdminPorts {
  const append = async (id: Id, event: MetadataEvent) => {
    const conversation = await open(id)
    await conversation.append(event).finally(() => conversation.close())
  }
  return {
    async activate(choice, { conversation }) {
      const { setSetting } = await import('../../config/write.ts')
      for (const [key, value] of Object.entries(choice)) await setSetting(paths.config, key, value, now())
      // A conversation that is nowhere on disk (one-off, by hand) cannot go on with another agent.
      if (conversation && (await loadThread(folder, conversation)).seq > 0)
        await append(conversation, { type: 'conversation.tuned', ...choice })
    },
    async moveConversations(from, into) {
      for (const { id, profile } of await listThreads(folder))
        if (profile === from.id) await append(id, { type: 'conversation.tuned', profile: into.id })
    },
  }
}
