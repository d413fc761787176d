import type { Language } from '../../../messages/language.ts'
import { mcpMessages } from '../../../messages/tools/mcp.ts'
import { fail, type ToolResult } from '../../../protocol/index.ts'
import type { CallOptions, Connection } from '../client/connection.ts'
import { McpConnectionError } from '../client/connection-errors.ts'
import type { Server } from '../client/server.ts'
import type { PromptInfo, ResourceInfo } from '../ports.ts'
import {
  readCompletion,
  readPrompt,
  readPrompts,
  readResourceResult,
  readResources,
  readTemplates,
} from './read-offers.ts'

/** Access to the servers. */
interface Access {
  /** Those that are approved and not known to be in trouble. */
  up(): Promise<Server[]>
  /** One by its name; throws `bad-input` where there is none, or it is not approved. */
  open(name: string): Promise<Server>
}

type Work<T> = (connection: Connection, options: CallOptions) => Promise<T>

/** Offers of servers to people rather than to models: resources to attach, prompts to start from. */
export class Offers {
  readonly #access: Access
  readonly #language: Language

  constructor(access: Access, language: Language) {
    this.#access = access
    this.#language = language
  }

  /** Resources, and templates of their addresses. */
  resources(signal: AbortSignal): Promise<ResourceInfo[]> {
    return this.#listed('resources', signal, resourcesOf)
  }

  /**
   * Return the resources of a server as text: without an address the list, with a template's the values that the server
   * suggests for its names, with any other its content. Throws `bad-input` with its sentence.
   */
  async show(server: string, uri: string | undefined, signal: AbortSignal): Promise<ToolResult> {
    const say = mcpMessages[this.#language]
    if (uri === undefined) {
      const listed = await this.#one(server, signal, (connection, options) => resourcesOf(server, connection, options))
      const lines = listed.map(({ uri: at, name, description }) =>
        [at, name === at ? '' : name, description].filter(Boolean).join(' — '),
      )
      return { text: lines.join('\n') || say.content.empty, untrusted: true }
    }
    const names = [...uri.matchAll(/\{[+#./;?&]?([\w,.%]+)[*]?\}/g)].flatMap(([, inside = '']) => inside.split(','))
    if (names.length === 0) return this.read(`${server}:${uri}`, signal)
    const rows = await this.#one(server, signal, async (connection, options) => {
      const values = async (name: string) => {
        const params = { ref: { type: 'ref/resource', uri }, argument: { name, value: '' } }
        return connection.can('completions')
          ? readCompletion(await connection.request('completion/complete', params, options))
          : []
      }
      return Promise.all(names.map(async (name) => say.fillIn(name, (await values(name)).join(', '))))
    })
    return { text: rows.join('\n'), untrusted: true }
  }

  prompts(signal: AbortSignal): Promise<PromptInfo[]> {
    return this.#listed('prompts', signal, async (server, connection, options) =>
      readPrompts(server, await connection.list('prompts', options)),
    )
  }

  /**
   * A resource as text (and pictures) to attach: `@server:uri`, with or without the `@`. Throws `bad-input` with its
   * sentence.
   */
  async read(reference: string, signal: AbortSignal): Promise<ToolResult & { name: string }> {
    const [, server = '', uri = ''] = /^@?([^:]+):(.+)$/su.exec(reference) ?? []
    const result = await this.#one(server, signal, (connection, options) =>
      connection.request('resources/read', { uri }, options),
    )
    return { name: `@${server}:${uri}`, ...readResourceResult(result, this.#language) }
  }

  /** A prompt filled in, as the text that a person would send. Throws `bad-input` with its sentence. */
  async prompt(server: string, name: string, args: Record<string, string>, signal: AbortSignal): Promise<ToolResult> {
    const params = { name, arguments: args }
    const result = await this.#one(server, signal, (connection, options) =>
      connection.request('prompts/get', params, options),
    )
    return readPrompt(result, this.#language)
  }

  async #one<T>(name: string, signal: AbortSignal, work: Work<T>): Promise<T> {
    const server = await this.#access.open(name)
    try {
      return await server.use({ signal }, work)
    } catch (error) {
      if (!(error instanceof McpConnectionError)) throw error
      return fail(
        'bad-input',
        { data: { sentence: mcpMessages[this.#language].trouble(error.kind, name, error.data) } },
        error,
      )
    }
  }

  /** A list of every server that has such things; one that fails is left out. */
  async #listed<T>(
    what: 'resources' | 'prompts',
    signal: AbortSignal,
    read: (server: string, connection: Connection, options: CallOptions) => Promise<T[]>,
  ): Promise<T[]> {
    const lists = (await this.#access.up()).map((server) => {
      const list: Work<T[]> = async (connection, options) =>
        connection.can(what) ? read(server.spec.name, connection, options) : []
      return server.use({ signal }, list).catch((error) => {
        if (error instanceof McpConnectionError) return []
        throw error
      })
    })
    return (await Promise.all(lists)).flat()
  }
}

/** A server without templates may know nothing of that list. */
async function resourcesOf(server: string, connection: Connection, options: CallOptions): Promise<ResourceInfo[]> {
  const templates = connection.list('resourceTemplates', options).catch((error) => {
    options.signal.throwIfAborted()
    if (error instanceof McpConnectionError || !(error instanceof Error)) throw error
    return []
  })
  return [
    ...readResources(server, await connection.list('resources', options)),
    ...readTemplates(server, await templates),
  ]
}
