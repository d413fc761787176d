import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { mcpServeMessages } from '../../messages/commands/mcp-cli.ts'
import type { Language } from '../../messages/language.ts'
import { AssistantError, type Id } from '../../protocol/index.ts'

/** Parts of the assistant that another program may read, and the person's own commands. */
export interface McpLibrary {
  /** Conversations of this person, the latest first. */
  conversations(): Promise<{ id: Id; title: string; updatedAt: number }[]>
  /** A conversation as a page of Markdown. */
  transcript(id: Id): Promise<string>
  /** The lines of memory, one a line. */
  memory(): Promise<string>
  /** The prompt as the next turn would send it. */
  context(conversation?: string): Promise<string>
  commands(): Promise<{ name: string; description: string }[]>
  /** The text of a command with what stands behind its name; undefined where there is none of this name. */
  fillCommand(name: string, typed: string): Promise<string | undefined>
}

/** So many conversations are listed; older ones are read by their ids. */
const mostListed = 50
const scheme = 'assistant://'
const talks = `${scheme}conversations/`
/** The one argument of a command: all that stands behind its name. */
const behind = 'arguments'

/** Offers what can be read as resources, and the person's own commands as prompts. */
export function offerLibrary(server: Server, library: McpLibrary, language: Language): void {
  const say = mcpServeMessages[language]
  const pages = {
    memory: { name: say.memory, mimeType: 'text/markdown', read: () => library.memory() },
    context: { name: say.context, mimeType: 'text/plain', read: () => library.context() },
  }
  server.setRequestHandler(ListResourcesRequestSchema, async () => {
    const listed = (await library.conversations()).slice(0, mostListed).map(({ id, title, updatedAt }) => ({
      uri: `${talks}${id}`,
      name: title || id,
      mimeType: 'text/markdown',
      annotations: { lastModified: new Date(updatedAt).toISOString() },
    }))
    const own = Object.entries(pages).map(([path, { name, mimeType }]) => ({ uri: `${scheme}${path}`, name, mimeType }))
    return { resources: [...own, ...listed] }
  })
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [{ uriTemplate: `${talks}{id}`, name: say.conversation, mimeType: 'text/markdown' }],
  }))
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const path = uri.startsWith(scheme) ? uri.slice(scheme.length) : ''
    const page = Object.hasOwn(pages, path) ? pages[path as keyof typeof pages] : undefined
    const [mimeType, text] = page
      ? [page.mimeType, await page.read()]
      : ['text/markdown', uri.startsWith(talks) ? await transcriptOf(library, uri.slice(talks.length)) : undefined]
    // The code of the protocol for a resource that is not there.
    if (text === undefined) throw new McpError(-32_002, say.noResource(uri.slice(0, 200)))
    return { contents: [{ uri, mimeType, text }] }
  })
  server.setRequestHandler(ListPromptsRequestSchema, async () => ({
    prompts: (await library.commands()).map(({ name, description }) => ({
      name,
      description,
      arguments: [{ name: behind, description: say.behind, required: false }],
    })),
  }))
  server.setRequestHandler(GetPromptRequestSchema, async ({ params: { name, arguments: given = {} } }) => {
    const text = await library.fillCommand(name, given[behind] ?? '')
    if (text === undefined) throw new McpError(ErrorCode.InvalidParams, say.noCommand(name.slice(0, 200)))
    return { messages: [{ role: 'user', content: { type: 'text', text } }] }
  })
}

/** The page of a conversation; undefined where there is none of this id. */
async function transcriptOf(library: McpLibrary, id: string): Promise<string | undefined> {
  if (!(await library.conversations()).some((one) => one.id === id)) return undefined
  try {
    return await library.transcript(id)
  } catch (error) {
    if (error instanceof AssistantError && error.failure.code === 'bad-input') return undefined
    throw error
  }
}
