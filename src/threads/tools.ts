import type { FromSchema } from 'json-schema-to-ts'
import { conversationMessages } from '../messages/conversations.ts'
import type { Tool } from '../protocol/index.ts'
import { searchThreads } from './shelf.ts'

const schema = {
  type: 'object',
  properties: { query: { type: 'string' } },
  required: ['query'],
} as const

/** Hits that a model is given: enough to find the place, few enough to read. */
const mostHits = 8

/** Finds what was said in this person's conversations, however long ago; results of tools are left out. */
export function searchConversations(folder: string): Tool {
  return {
    name: 'search_conversations',
    category: 'safe',
    idempotent: true,
    timeoutMs: 0,
    description: 'Find earlier messages that contain all words of query.',
    schema: schema as unknown as Tool['schema'],
    async *run(args, { profile, zone, language, turn }) {
      const { query } = args as FromSchema<typeof schema>
      const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone })
      const lines: string[] = []
      for await (const { thread, message, excerpt } of searchThreads(folder, query)) {
        // The question itself is a message by now; it answers nothing.
        if (thread.profile !== profile || message.role === 'tool' || message.id === turn) continue
        lines.push(`- ${clock.format(message.at)} ${thread.title ?? ''} · ${message.role}: ${excerpt}`)
        if (lines.length === mostHits) break
      }
      return { text: lines.join('\n') || conversationMessages[language].nothing }
    },
  }
}
