import { isAbsolute } from 'node:path'
import { Readable, Writable } from 'node:stream'
import {
  type AgentApp,
  type AgentContext,
  agent,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  type ElicitationSchema,
  type McpServer,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
} from '@agentclientprotocol/sdk'
import { acpMessages } from '../../messages/surfaces/acp.ts'
import { AssistantError, type JsonObject } from '../../protocol/index.ts'
import type { Elicited } from '../../tools/mcp/ports.ts'
import type { AcpHost, EditorDoor, GivenServer } from './host.ts'
import { AcpSession, requestError } from './session.ts'

/** Sessions that one answer lists. */
const pageSize = 50

/** The longest line of an editor, in bytes: a picture and a large file fit in. */
const maxMessageBytes = 32 << 20

/** Offers the assistant to an editor on two streams, until the reader's end or the signal. */
export async function serveAcp(
  host: AcpHost,
  streams: { input: Readable; output: Writable },
  signal: AbortSignal,
): Promise<void> {
  const editor = new Editor(host)
  const app = appOf(host, editor)
  const stream = ndJsonStream(
    Writable.toWeb(streams.output) as WritableStream<Uint8Array>,
    Readable.toWeb(streams.input) as ReadableStream<Uint8Array>,
    { maxMessageBytes },
  )
  const connection = app.connect(stream)
  const stop = () => connection.close()
  signal.addEventListener('abort', stop, { once: true })
  await connection.closed
  signal.removeEventListener('abort', stop)
  await editor.close()
}

/** The knowledge of one connection: the abilities of its client, and its sessions. */
class Editor {
  canRead = false
  canWrite = false
  canAsk = false
  readonly #host: AcpHost
  readonly #sessions = new Map<string, AcpSession>()

  constructor(host: AcpHost) {
    this.#host = host
  }

  /** Opens a conversation; one that is open is closed first, so that its folder and servers are the new ones. */
  async open(client: AgentContext, cwd: string, servers: readonly McpServer[], id?: string): Promise<AcpSession> {
    if (!isAbsolute(cwd)) throw RequestError.invalidParams({ cwd }, acpMessages[this.#host.language].notWhole(cwd))
    if (id !== undefined) await this.drop(id)
    // The editor's door needs the id of the session, which is known once it is open.
    const place = { sessionId: id ?? '' }
    const desk = await this.#host.open(cwd, servers.map(givenServer), this.#door(client, place), id)
    place.sessionId = desk.conversation.id
    const session = new AcpSession(desk, cwd, client, this.#host)
    this.#sessions.set(session.id, session)
    return session
  }

  get(id: string): AcpSession {
    const session = this.#sessions.get(id)
    if (!session) throw RequestError.sessionNotFound(id)
    return session
  }

  async drop(id: string): Promise<void> {
    const session = this.#sessions.get(id)
    this.#sessions.delete(id)
    await session?.close()
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#sessions.keys()].map((id) => this.drop(id)))
  }

  #door(client: AgentContext, place: { sessionId: string }): EditorDoor {
    const { readTextFile, writeTextFile } = methods.client.fs
    return {
      ...(this.canRead && {
        // A file that the editor does not know is read from the disk.
        read: async (path: string) =>
          client.request(readTextFile, { ...place, path }).then(
            ({ content }) => content,
            () => undefined,
          ),
      }),
      ...(this.canWrite && {
        write: async (path: string, content: string) => {
          await client.request(writeTextFile, { ...place, path, content }).catch(() => {})
        },
      }),
      ...(this.canAsk && {
        ask: async (message: string, schema: JsonObject, cancellationSignal: AbortSignal) => {
          const form: CreateElicitationRequest = {
            mode: 'form',
            ...place,
            message,
            requestedSchema: schema as ElicitationSchema,
          }
          const answer: CreateElicitationResponse = await client
            .request(methods.client.elicitation.create, form, { cancellationSignal })
            .catch(() => ({ action: 'cancel' }))
          if (answer.action !== 'accept') return { action: answer.action === 'decline' ? 'decline' : 'cancel' } as const
          return { action: 'accept', content: ('content' in answer ? answer.content : undefined) ?? {} } as Elicited
        },
      }),
    }
  }
}

/** A server of the editor in the form of an `mcp.json`. */
function givenServer(server: McpServer): GivenServer {
  const pairsOf = (list: readonly { name: string; value: string }[]) =>
    Object.fromEntries(list.map(({ name, value }) => [name, value]))
  if ('command' in server) {
    const { name, command, args, env } = server
    return { name, value: { command, args, env: pairsOf(env) } }
  }
  return { name: server.name, value: { type: server.type, url: server.url, headers: pairsOf(server.headers) } }
}

/** Failures of ours become errors of the protocol with their sentence. */
function withWords<Args extends unknown[], Result>(host: AcpHost, work: (...args: Args) => Promise<Result>) {
  return async (...args: Args): Promise<Result> => {
    try {
      return await work(...args)
    } catch (error) {
      throw error instanceof AssistantError ? requestError(error.failure, host) : error
    }
  }
}

function appOf(host: AcpHost, editor: Editor): AgentApp {
  const app = agent({ name: 'assistant' })
  return withTurns(withStore(withSessions(withInitialize(app, host, editor), host, editor), host, editor), host, editor)
}

/** Answers before there is a session: the abilities of each side, and whether a model can be asked. */
function withInitialize(app: AgentApp, host: AcpHost, editor: Editor): AgentApp {
  const { setup } = acpMessages[host.language]
  return app
    .onRequest(methods.agent.initialize, async ({ params: { clientCapabilities } }) => {
      editor.canRead = clientCapabilities?.fs?.readTextFile === true
      editor.canWrite = clientCapabilities?.fs?.writeTextFile === true
      editor.canAsk = Boolean(clientCapabilities?.elicitation?.form)
      const inTerminal = clientCapabilities?.auth?.terminal === true
      return {
        protocolVersion: PROTOCOL_VERSION,
        agentInfo: { name: 'assistant', title: 'assistant', version: host.version },
        agentCapabilities: {
          loadSession: true,
          promptCapabilities: { image: true, embeddedContext: true },
          mcpCapabilities: { http: true, sse: true },
          sessionCapabilities: { list: {}, delete: {}, resume: {}, close: {} },
        },
        authMethods: [{ id: 'setup', ...setup, ...(inTerminal ? { type: 'terminal' as const, args: ['setup'] } : {}) }],
      }
    })
    .onRequest(
      methods.agent.authenticate,
      withWords(host, async () => {
        const why = await host.ready()
        if (why) throw requestError(why, host)
        return {}
      }),
    )
}

/** Sessions that begin, or go on. */
function withSessions(app: AgentApp, host: AcpHost, editor: Editor): AgentApp {
  const { session } = methods.agent
  const told = async (opened: AcpSession) => {
    // Only after the answer: until then the client does not know the session.
    setImmediate(() => void opened.introduce().catch(() => {}))
    return { sessionId: opened.id, modes: opened.modes, configOptions: await opened.options() }
  }
  return app
    .onRequest(
      session.new,
      withWords(host, async ({ params: { cwd, mcpServers }, client }) =>
        told(await editor.open(client, cwd, mcpServers)),
      ),
    )
    .onRequest(
      session.load,
      withWords(host, async ({ params: { cwd, mcpServers, sessionId }, client }) => {
        const opened = await editor.open(client, cwd, mcpServers, sessionId)
        await opened.replay()
        const { sessionId: _, ...state } = await told(opened)
        return state
      }),
    )
    .onRequest(
      session.resume,
      withWords(host, async ({ params: { cwd, mcpServers, sessionId }, client }) => {
        const { sessionId: _, ...state } = await told(await editor.open(client, cwd, mcpServers ?? [], sessionId))
        return state
      }),
    )
}

/** Earlier sessions by hand. */
function withStore(app: AgentApp, host: AcpHost, editor: Editor): AgentApp {
  const { session } = methods.agent
  return app
    .onRequest(
      session.list,
      withWords(host, async ({ params: { cwd, cursor } }) => {
        const all = (await host.list()).filter(({ folder }) => !cwd || folder === cwd)
        const from = Number(cursor ?? 0) || 0
        const sessions = all.slice(from, from + pageSize).map(({ id, title, folder, updatedAt }) => ({
          sessionId: id,
          cwd: folder,
          ...(title ? { title } : {}),
          updatedAt: new Date(updatedAt).toISOString(),
        }))
        return { sessions, ...(from + pageSize < all.length ? { nextCursor: String(from + pageSize) } : {}) }
      }),
    )
    .onRequest(
      session.delete,
      withWords(host, async ({ params: { sessionId } }) => {
        await editor.drop(sessionId)
        await host.remove(sessionId)
        return {}
      }),
    )
    .onRequest(
      session.close,
      withWords(host, async ({ params: { sessionId } }) => {
        editor.get(sessionId)
        await editor.drop(sessionId)
        return {}
      }),
    )
}

/** Answers requests within a session. */
function withTurns(app: AgentApp, host: AcpHost, editor: Editor): AgentApp {
  const { session } = methods.agent
  return app
    .onRequest(
      session.setMode,
      withWords(host, async ({ params: { sessionId, modeId } }) => {
        await editor.get(sessionId).setMode(modeId)
        return {}
      }),
    )
    .onRequest(
      session.setConfigOption,
      withWords(host, async ({ params: { sessionId, configId, value } }) => ({
        configOptions: await editor.get(sessionId).choose(configId, value),
      })),
    )
    .onRequest(
      session.prompt,
      withWords(host, async ({ params: { sessionId, prompt, _meta }, requestId }) =>
        editor.get(sessionId).prompt(prompt, requestNamed(_meta, requestId)),
      ),
    )
    .onNotification(session.cancel, async ({ params: { sessionId } }) => editor.get(sessionId).cancel())
}

/**
 * The editor's name of a prompt, for the audit of tools: the trace that it belongs to where it says one, else the id of
 * its request.
 */
function requestNamed(
  meta: Record<string, unknown> | null | undefined,
  id: string | number | null | undefined,
): string | undefined {
  const trace = meta?.traceparent
  if (typeof trace === 'string' && /^[\da-f-]{20,128}$/.test(trace)) return trace
  return id === undefined || id === null ? undefined : String(id).slice(0, 128)
}
