import type { Readable, Writable } from 'node:stream'
import { turnMessages } from '../../messages/engine/turn.ts'
import type { McpHost } from '../../ui/mcp/serve.ts'
import type { Assistant } from '../assistant.ts'
import { ownCommands } from './tui/own-commands.ts'

/** Tools of ours that other programs get as they are, where they are plugged in and safe. */
const offered = ['search_memory', 'save_memory', 'search_documents', 'read_documents']

/** Serves an assistant over MCP on two streams, until the other side leaves or the signal aborts. */
export async function serveAssistant(
  assistant: Assistant,
  streams: { input: Readable; output: Writable },
  signal: AbortSignal,
): Promise<void> {
  const { serveMcp } = await import('../../ui/mcp/serve.ts')
  await serveMcp(await hostOf(assistant), streams, signal)
}

async function hostOf(assistant: Assistant): Promise<McpHost> {
  const listed = (await assistant.tools.list()).map(({ tool }) => tool)
  const tools = offered.flatMap((name) => listed.filter((tool) => tool.name === name && tool.category === 'safe'))
  const commands = ownCommands(assistant.parts)
  return {
    conversations: () => assistant.conversations.list(assistant.initial.profile),
    transcript: (id) => assistant.conversations.export(id, 'markdown'),
    memory: async () => (await assistant.memory.list()).map(({ text }) => `- ${text}\n`).join(''),
    commands: () => commands.list(),
    fillCommand: async (name, typed) => (await commands.fill(name, typed))?.text,
    language: assistant.language,
    version: '1',
    open: (id) => assistant.open(id === undefined ? { kind: 'new' } : { kind: 'id', id }, { canAsk: true }),
    tools,
    call: (name, args, signal) => assistant.tools.call(name, args, async () => false, signal),
    async context(conversation) {
      const { parts, tools: sizes, totalChars, limitChars } = await assistant.context(conversation)
      const lines = parts.map(({ name, chars, text }) => `── ${name} (${chars})\n${text.trimEnd()}`)
      return [...lines, `tools: ${sizes.count} (${sizes.bytes} bytes)`, `${totalChars} / ${limitChars}`].join('\n\n')
    },
    failureText: (failure) => turnMessages[assistant.language].failure(failure),
  }
}
