import type { Assistant } from '../app/assistant.ts'
import { cliMessages } from '../messages/commands/cli.ts'
import type { Language } from '../messages/language.ts'
import { fail } from '../protocol/index.ts'

/** The conversation that an id, its beginning or `last` stands for; `bad-input` when there is none. */
export async function conversationId(assistant: Assistant, typed: string, language: Language): Promise<string> {
  const id = await assistant.conversations.resolve(typed)
  return id ?? fail('bad-input', { data: { sentence: cliMessages[language].noConversation(typed) } })
}
