import type { Readable, Writable } from 'node:stream'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js'
import { mcpServeMessages } from '../../messages/commands/mcp-cli.ts'
import type { Language } from '../../messages/language.ts'
import {
  AssistantError,
  type Conversation,
  type Failure,
  type JsonObject,
  type Tool,
  type ToolResult,
} from '../../protocol/index.ts'
import { onceFor } from '../../std/once.ts'
import { askTurn } from './ask.ts'
import { type McpLibrary, offerLibrary } from './library.ts'

/** The parts of the assistant that another program may use. */
export interface McpHost extends McpLibrary {
  language: Language
  version: string
  /** The conversation with this id, or a new one. */
  open(id?: string): Promise<Conversation>
  /** Safe tools of ours that are offered as they are: memory, documents. */
  tools: readonly Pick<Tool, 'name' | 'description' | 'schema'>[]
  call(name: string, args: JsonObject, signal: AbortSignal): Promise<ToolResult>
  failureText(failure: Failure): string
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

const ask = {
  name: 'ask',
  description: 'Ask the assistant: one turn of a conversation, with its memory and its safe tools. Returns its answer.',
  schema: {
    type: 'object',
    properties: {
      prompt: { type: 'string' },
      conversation: { type: 'string', description: 'Go on with this one; else the one of this connection.' },
    },
    required: ['prompt'],
  },
}
const context = {
  name: 'context',
  description: 'What the assistant would tell its model now, with the sizes of each part.',
  schema: { type: 'object', properties: { conversation: { type: 'string' } } },
}

/**
 * Offers the assistant as an MCP server on two streams, until the reader's end or the signal. What it asks its user
 * comes to the client as an elicitation; a client that cannot ask gets a no.
 */
export async function serveMcp(
  host: McpHost,
  streams: { input: Readable; output: Writable },
  signal: AbortSignal,
): Promise<void> {
  const server = new Server(
    { name: 'assistant', version: host.version },
    { capabilities: { tools: {}, resources: {}, prompts: {} } },
  )
  offerLibrary(server, host, host.language)
  const offered = [ask, ...host.tools, context]
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: offered.map(({ name, description, schema }) => ({
      name,
      description,
      inputSchema: schema as { type: 'object' },
    })),
  }))
  const talk = new Talk(host, server)
  server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: args = {} } }, extra) => {
    if (!offered.some((tool) => tool.name === name))
      throw new McpError(ErrorCode.InvalidParams, mcpServeMessages[host.language].unknown(name))
    return talk.call(name, args as JsonObject, extra)
  })
  const gone = new Promise<void>((resolve) => {
    streams.input.once('end', resolve).once('close', resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await server.connect(new StdioServerTransport(streams.input, streams.output))
  await gone
  await talk.close()
  await server.close()
}

/** The calls of one client: one conversation of its own, others by their ids. */
class Talk {
  readonly #host: McpHost
  readonly #server: Server
  readonly #open = new Map<string, Promise<Conversation>>()

  constructor(host: McpHost, server: Server) {
    this.#host = host
    this.#server = server
  }

  /** A failure is a result with its sentence: the client's model can do something about that. */
  async call(name: string, args: JsonObject, extra: Extra): Promise<CallToolResult> {
    try {
      return await this.#call(name, args, extra)
    } catch (error) {
      if (!(error instanceof AssistantError)) throw error
      return resultOf({ text: this.#host.failureText(error.failure), isError: true })
    }
  }

  async #call(name: string, args: JsonObject, extra: Extra): Promise<CallToolResult> {
    const text = (key: string) => (typeof args[key] === 'string' && args[key] !== '' ? args[key] : undefined)
    if (name === 'context') return { content: [{ type: 'text', text: await this.#host.context(text('conversation')) }] }
    if (name !== 'ask') return resultOf(await this.#host.call(name, args, extra.signal))
    const prompt = text('prompt')
    if (!prompt) return resultOf({ text: mcpServeMessages[this.#host.language].noPrompt, isError: true })
    return this.#ask(prompt, await this.#conversation(text('conversation')), extra)
  }

  async close(): Promise<void> {
    for (const opening of this.#open.values()) await (await opening.catch(() => undefined))?.close()
  }

  #conversation(id = ''): Promise<Conversation> {
    return onceFor(this.#open, id, () => this.#host.open(id || undefined))
  }

  async #ask(prompt: string, conversation: Conversation, extra: Extra): Promise<CallToolResult> {
    const token = extra._meta?.progressToken
    let step = 0
    const { text, isError, images } = await askTurn(conversation, prompt, {
      signal: extra.signal,
      failureText: this.#host.failureText,
      decide: (question) => this.#decide(question, extra),
      progress: async (message) => {
        if (token === undefined) return
        await extra.sendNotification({
          method: 'notifications/progress',
          params: { progressToken: token, progress: ++step, message },
        })
      },
    })
    return {
      ...resultOf({ text, ...(isError ? { isError } : {}), images }),
      structuredContent: { conversation: conversation.id, text },
    }
  }

  /** Only a person says yes: through the client, where it can ask one. */
  async #decide(question: string, { signal }: Extra): Promise<boolean> {
    if (!this.#server.getClientCapabilities()?.elicitation) return false
    const requestedSchema = { type: 'object' as const, properties: {} }
    const answer = await this.#server
      .elicitInput({ message: question, requestedSchema }, { signal })
      .catch(() => undefined)
    return answer?.action === 'accept'
  }
}

function resultOf({ text, isError, images = [], data }: ToolResult): CallToolResult {
  return {
    content: [
      { type: 'text', text },
      ...images.map((image) => ({ type: 'image' as const, mimeType: image.mediaType, data: image.data })),
    ],
    ...(isError ? { isError } : {}),
    ...(typeof data === 'object' && data !== null && !Array.isArray(data) ? { structuredContent: data } : {}),
  }
}
