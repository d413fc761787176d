import { pathToFileURL } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  type CreateMessageRequest,
  CreateMessageRequestSchema,
  type ElicitRequest,
  ElicitRequestSchema,
  ErrorCode,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  McpError,
  ResultSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { type JsonObject, limits } from '../../../protocol/index.ts'
import type { ServerSpec } from '../config/spec.ts'
import { type Catalogue, readCatalogue } from '../convert/catalogue.ts'
import type { McpPorts } from '../ports.ts'
import { Deadline } from '../transport/deadline.ts'
import type { ServerLog } from '../transport/stdio.ts'

/** Maximum number of pages of a list, against a server that always returns another cursor. */
const mostPages = 32
/** Disables the SDK's timeout: ours accounts for progress and for questions to the person. */
const noTimeout = 2 ** 31 - 1

/** Maximum number of questions to the person during one call. */
const mostQuestions = 10

/** Time that a server is asked to keep a task's result, in milliseconds. */
const taskMs = 600_000

/** The progress callback of a call, and how long it may be silent. */
export interface CallOptions {
  signal: AbortSignal
  timeoutMs: number
  progress?(line: string): void
}

/** One open connection to a server. Responses are parsed leniently: an invalid part loses only that part. */
export class Connection {
  readonly #client: Client
  readonly #spec: ServerSpec
  readonly #deadlines = new Set<Deadline>()
  /** The question that is being asked: ended when the call in whose course it came is over. */
  #asked: { over: AbortController; inCall: boolean } | undefined
  /** Questions that a person may still be asked, until the next call: none after a no. */
  #questionsLeft = mostQuestions
  /** The number of questions that were declined because no person was present. */
  unanswered = 0
  /** Called when the server says that its tools have changed. */
  onToolsChanged: () => void = () => {}
  /** Called once when the connection is gone. */
  onClosed: () => void = () => {}

  constructor(spec: ServerSpec, ports: McpPorts, log: ServerLog) {
    this.#spec = spec
    const mayAskModel = spec.sampling && ports.sample !== undefined
    this.#client = new Client(
      { name: 'assistant', version: ports.version },
      {
        capabilities: {
          elicitation: { form: { applyDefaults: true } },
          ...(ports.cwd === undefined ? {} : { roots: {} }),
          ...(mayAskModel ? { sampling: {} } : {}),
        },
        // Results are read loosely and marked as foreign: whether they fit a schema of the same foreigner says nothing.
        jsonSchemaValidator: {
          getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
        },
      },
    )
    this.#client.onclose = () => this.onClosed()
    this.#client.onerror = (error) => log.add(`${error.message.slice(0, 300)}\n`)
    this.#client.setNotificationHandler(ToolListChangedNotificationSchema, () => this.onToolsChanged())
    this.#client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) =>
      log.add(`${params.level}: ${JSON.stringify(params.data)?.slice(0, 1_000)}\n`),
    )
    this.#answerQuestions(ports, mayAskModel)
  }

  /** Initializes the connection. Throws errors of the transport and the SDK. */
  async open(transport: Transport, options: CallOptions): Promise<void> {
    await this.#timed(options, (more) => this.#client.connect(transport, more))
  }

  /** The server's capabilities. */
  can(what: 'tools' | 'resources' | 'prompts' | 'completions'): boolean {
    return this.#client.getServerCapabilities()?.[what] !== undefined
  }

  async tools(options: CallOptions): Promise<Catalogue> {
    return {
      ...readCatalogue(this.can('tools') ? await this.list('tools', options) : []),
      resources: this.can('resources'),
    }
  }

  /** The raw pages of a list, up to the size limit of one response. */
  async list(what: 'tools' | 'resources' | 'prompts' | 'resourceTemplates', options: CallOptions): Promise<unknown[]> {
    const method = what === 'resourceTemplates' ? 'resources/templates/list' : `${what}/list`
    const all: unknown[] = []
    let cursor: unknown
    let room = limits.streamEventBytes
    for (let page = 0; page < mostPages && room > 0; page++) {
      const result = await this.request(method, cursor === undefined ? {} : { cursor: String(cursor) }, options)
      if (Array.isArray(result[what])) for (const one of result[what]) all.push(one)
      room -= JSON.stringify(result).length
      cursor = result.nextCursor
      if (typeof cursor !== 'string' || cursor === '') break
    }
    return all
  }

  /** One request; its result is whatever object came. Aborting tells the server and settles at once. */
  async request(method: string, params: JsonObject, options: CallOptions): Promise<Record<string, unknown>> {
    return this.#timed(options, (more) => this.#client.request({ method, params }, ResultSchema, more))
  }

  /** Runs a tool; `task`: it is started, asked after, and its result fetched (2025-11-25/basic/utilities/tasks). */
  async callTool(
    name: string,
    args: JsonObject,
    task: boolean,
    options: CallOptions,
  ): Promise<Record<string, unknown>> {
    const params = { name, arguments: args }
    this.#questionsLeft = mostQuestions
    return task ? this.#callAsTask(params, options) : this.request('tools/call', params, options)
  }

  async #callAsTask(
    params: { name: string; arguments: JsonObject },
    options: CallOptions,
  ): Promise<Record<string, unknown>> {
    const { tasks } = this.#client.experimental
    let id: string | undefined
    try {
      return await this.#timed(options, async (more, extend) => {
        const stream = tasks.requestStream({ method: 'tools/call', params }, ResultSchema, {
          ...more,
          task: { ttl: taskMs },
        })
        for await (const message of stream) {
          if (message.type === 'result') return message.result
          if (message.type === 'error') throw message.error
          id = message.task.taskId
          extend(message.task.statusMessage ?? message.task.status)
        }
        throw new McpError(ErrorCode.InternalError, 'the task has no result')
      })
    } catch (error) {
      if (id && options.signal.aborted) void tasks.cancelTask(id).catch(() => {})
      throw error
    }
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  async #timed<T>(
    options: CallOptions,
    work: (more: RequestOptions, extend: (line: string) => void) => Promise<T>,
  ): Promise<T> {
    const deadline = new Deadline(options.timeoutMs)
    this.#deadlines.add(deadline)
    const signal = AbortSignal.any([options.signal, deadline.signal])
    const extend = (line: string) => {
      deadline.extend()
      options.progress?.(line)
    }
    const onprogress: RequestOptions['onprogress'] = ({ progress, total, message }) =>
      extend(message ?? (total ? `${progress}/${total}` : String(progress)))
    try {
      return await work({ signal, timeout: noTimeout, ...(options.progress ? { onprogress } : {}) }, extend)
    } catch (error) {
      options.signal.throwIfAborted()
      deadline.signal.throwIfAborted()
      throw error
    } finally {
      deadline.stop()
      this.#deadlines.delete(deadline)
      if (this.#deadlines.size === 0 && this.#asked?.inCall) this.#asked.over.abort()
    }
  }

  /** Pauses the timeouts of this server's calls while the person is asked. */
  async #paused<T>(work: () => Promise<T>): Promise<T> {
    const held = [...this.#deadlines]
    for (const deadline of held) deadline.pause()
    try {
      return await work()
    } finally {
      for (const deadline of held) deadline.resume()
    }
  }

  #answerQuestions(ports: McpPorts, mayAskModel: boolean): void {
    const client = this.#client
    client.setRequestHandler(ElicitRequestSchema, ({ params }, { signal }) =>
      this.#paused(() => this.#elicit(params, ports, signal)),
    )
    if (mayAskModel)
      client.setRequestHandler(CreateMessageRequestSchema, ({ params }, { signal }) =>
        this.#paused(() => this.#sample(params, ports, signal)),
      )
    const { cwd } = ports
    if (cwd !== undefined)
      client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: pathToFileURL(cwd).href, name: cwd }] }))
  }

  async #elicit(params: ElicitRequest['params'], ports: McpPorts, signal: AbortSignal) {
    // One question at a time, and none after a refusal: a server may neither flood a person nor repeat a question
    // until it is approved.
    if (params.mode === 'url' || this.#asked || this.#questionsLeft <= 0) return { action: 'decline' as const }
    const over = new AbortController()
    this.#asked = { over, inCall: this.#deadlines.size > 0 }
    this.#questionsLeft--
    const { message } = params
    const schema = params.requestedSchema as unknown as JsonObject
    try {
      const either = AbortSignal.any([signal, over.signal])
      const answer = await ports.elicit?.({ server: this.#spec.name, message, schema }, either)
      if (!answer) this.unanswered++
      if (answer?.action !== 'accept') this.#questionsLeft = 0
      return answer ?? { action: 'decline' as const }
    } finally {
      this.#asked = undefined
    }
  }

  async #sample(params: CreateMessageRequest['params'], ports: McpPorts, signal: AbortSignal) {
    const messages = params.messages.map(({ role, content }) => ({
      role,
      text: [content]
        .flat()
        .flatMap((block) => (block.type === 'text' ? [block.text] : []))
        .join('\n'),
    }))
    const system = params.systemPrompt === undefined ? {} : { system: params.systemPrompt }
    const sampling = { server: this.#spec.name, messages, maxTokens: params.maxTokens, ...system }
    const answer = await ports.sample?.(sampling, signal)
    return {
      role: 'assistant' as const,
      model: answer?.model ?? '',
      content: { type: 'text' as const, text: answer?.text ?? '' },
    }
  }
}
