import type { FromSchema } from 'json-schema-to-ts'
import { conversationMessages } from '../messages/commands/conversations.ts'
import type { Tool } from '../protocol/index.ts'
import { isoMinute } from '../std/time/local-time.ts'
import type { ConversationIndex } from './conversation-index.ts'
import { findMessages } from './search.ts'

const schema = {
  type: 'object',
  properties: { query: { type: 'string' } },
  required: ['query'],
} as const

/** Hits that a model is given: enough to find the place, few enough to read. */
const mostHits = 8

/** Finds what was said in this person's conversations, however long ago; results of tools are left out. */
export function searchConversations(index: ConversationIndex, folder: string): Tool {
  return {
    name: 'search_conversations',
    facts: { group: 'core', kind: 'search', subject: 'arguments', reads: 'conversations', leavesNothing: false },
    deeds: 'none',
    category: 'safe',
    readOnly: true,
    idempotent: true,
    timeoutMs: 0,
    description: 'Find earlier messages, best match first.',
    schema: schema as unknown as Tool['schema'],
    async *run(args, { profile, zone, language, turn, conversation, origin, now }) {
      const { query } = args as FromSchema<typeof schema>
      // The sessions of a program are different people's more often than not.
      const scope = { profile, except: turn, ...(origin === 'http' ? { only: conversation } : {}) }
      const hits = await findMessages(index, folder, query, mostHits, +now(), scope)
      const lines = hits.map(
        ({ at, role, excerpt, conversation }) => `- ${isoMinute(at, zone)} ${role}: ${excerpt} (${conversation})`,
      )
      const data = hits.map((hit) => ({ ...hit }))
      const mark = hits.some(({ untrusted }) => untrusted) ? { untrusted: true, source: 'earlier conversation' } : {}
      return { text: lines.join('\n') || conversationMessages[language].nothing, data, ...mark }
    },
  }
}
