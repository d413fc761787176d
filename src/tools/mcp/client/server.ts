import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { abortable, sleep } from '../../../std/abort.ts'
import type { Login, ShowAddress } from '../auth/oauth.ts'
import { describeReach, expandVariables, type ServerSpec, secretsOf } from '../config/spec.ts'
import type { Catalogue } from '../convert/catalogue.ts'
import type { McpPorts } from '../ports.ts'
import { Overdue } from '../transport/deadline.ts'
import { ServerLog, type StdioTransport } from '../transport/stdio.ts'
import { type CallOptions, Connection } from './connection.ts'
import { McpConnectionError, mcpErrorOf } from './connection-errors.ts'

/** Time limit for starting and initializing a server, in milliseconds: `npx` may have to download it first. */
const startMs = 60_000
/**
 * Milliseconds between attempts to start a server that keeps dying: the first at once, then doubling up to a minute.
 */
const backoffMs = { first: 1_000, most: 60_000 }
/** Minimum interval between two refreshes of a tool list, in milliseconds. */
const refreshMs = 1_000
/** Time that a connection has to close before a new one is made, in milliseconds. */
const restMs = 2_000
/** A call waits this long for a server that is about to be started again; beyond it is told how long it will take. */
const patienceMs = 2_000

type Remote = Exclude<ServerSpec['reach'], { kind: 'stdio' }>

/** A connection and its tools. */
interface Opened {
  connection: Connection
  catalogue: Catalogue
}

type Work<T> = (connection: Connection, options: CallOptions) => Promise<T>

/** A server with what it takes to keep it running: started when it is first needed, and again after it ended. */
export class Server {
  readonly spec: ServerSpec
  readonly log: ServerLog
  /** Called with the tools of every fresh connection, and when they change. */
  onCatalogue: (catalogue: Catalogue) => Promise<void> = async () => {}
  /** Called when it could not be started, or exited unexpectedly. */
  onError: (trouble: McpConnectionError) => void = () => {}
  readonly #ports: McpPorts
  readonly #auth: (show?: ShowAddress) => Promise<Login>
  /** True if its command was approved, so that it may be started. */
  readonly #allowed: () => Promise<boolean>
  /** Opens the address of a login, while the person wants one. */
  #show: ShowAddress | undefined
  #live: Promise<Connection> | undefined
  /** Counts attempts to connect: what an earlier one comes to no longer matters. */
  #attempt = 0
  #failures = 0
  #nextAt = 0
  readonly #stop = new AbortController()

  constructor(
    spec: ServerSpec,
    ports: McpPorts,
    auth: (show?: ShowAddress) => Promise<Login>,
    allowed: () => Promise<boolean>,
  ) {
    this.spec = spec
    this.log = new ServerLog(secretsOf(expandVariables(spec.reach, ports.env).reach))
    this.#ports = ports
    this.#auth = auth
    this.#allowed = allowed
  }

  /** The connection, made when there is none. Throws an `McpConnectionError`. */
  connection(signal: AbortSignal): Promise<Connection> {
    this.#live ??= this.#start()
    return abortable(this.#live, signal)
  }

  /**
   * Ends the connection there may be and makes a new one at once; with `show` the person can log in. Throws an
   * `McpConnectionError`.
   */
  async restart(signal: AbortSignal, show?: ShowAddress): Promise<Connection> {
    await this.rest()
    this.#failures = 0
    this.#nextAt = 0
    this.#show = show
    try {
      return await this.connection(signal)
    } finally {
      this.#show = undefined
    }
  }

  /** Closes the connection; the next use opens a new one. */
  async rest(): Promise<void> {
    const live = this.#live
    this.#live = undefined
    this.#attempt++
    const ended = live?.then(
      (connection) => {
        connection.onClosed = () => {}
        return connection.close()
      },
      () => {},
    )
    // A connection that is still starting is closed once it has started.
    await abortable(Promise.resolve(ended), AbortSignal.timeout(restMs)).catch(() => {})
  }

  /**
   * Runs one request on the connection. The server never gets it twice; only where it turned it away for want of a
   * login, or a wider one, and the person agreed to that, it is given once more. Throws an `McpConnectionError`, or
   * the signal's reason.
   */
  async use<T>(options: Omit<CallOptions, 'timeoutMs'>, work: Work<T>): Promise<T> {
    try {
      return await this.#once(options, work)
    } catch (error) {
      if (!(error instanceof McpConnectionError) || !(await this.#loggedIn(error, options.signal))) throw error
      return await this.#once(options, work)
    }
  }

  /**
   * A login, or one with more rights, as the server asked for; false where nobody agrees to it, or it would change
   * nothing.
   */
  async #loggedIn(trouble: McpConnectionError, signal: AbortSignal): Promise<boolean> {
    const { reach } = this.spec
    if (reach.kind === 'stdio' || !['login', 'scope'].includes(trouble.kind)) return false
    if (reach.oauth?.grantType === 'client_credentials' || (trouble.kind === 'scope' && reach.oauth?.scopes))
      return false
    const { challengeOf, loginAnew } = await import('../auth/login.ts')
    const show = await this.#ports.widen?.(this.spec.name, challengeOf(trouble).scope, signal)
    if (!show) return false
    const auth = await this.#auth(show)
    try {
      await abortable(loginAnew(auth, urlOf(reach, this.#ports.env), challengeOf(trouble)), signal)
      return true
    } catch (error) {
      signal.throwIfAborted()
      throw mcpErrorOf(error, this.log)
    } finally {
      auth.close()
    }
  }

  async #once<T>(options: Omit<CallOptions, 'timeoutMs'>, work: Work<T>): Promise<T> {
    const connection = await this.connection(options.signal)
    try {
      return await work(connection, { timeoutMs: this.spec.timeoutMs, ...options })
    } catch (error) {
      options.signal.throwIfAborted()
      const trouble = mcpErrorOf(error, this.log)
      if (trouble.fatal) void this.#drop(connection, trouble)
      throw trouble
    }
  }

  /** Stops the server permanently, within a second whatever it does. */
  async close(): Promise<void> {
    this.#stop.abort(new Error('closed'))
    const live = this.#live
    this.#live = undefined
    await live?.then(
      (connection) => connection.close(),
      () => {},
    )
  }

  async #start(): Promise<Connection> {
    const attempt = ++this.#attempt
    try {
      const wait = this.#nextAt - performance.now()
      if (!(await this.#allowed())) throw new McpConnectionError('unapproved')
      if (wait > patienceMs) throw new McpConnectionError('resting', { seconds: Math.ceil(wait / 1_000) })
      if (wait > 0) await sleep(wait, this.#stop.signal)
      return await this.#connect()
    } catch (error) {
      const trouble = mcpErrorOf(error, this.log)
      if (attempt !== this.#attempt) throw trouble
      this.#live = undefined
      if (!['resting', 'unapproved'].includes(trouble.kind) && !this.#stop.signal.aborted) this.#failed(trouble)
      throw trouble
    }
  }

  async #connect(): Promise<Connection> {
    const { reach, missing } = expandVariables(this.spec.reach, this.#ports.env)
    if (missing.length > 0) throw new McpConnectionError('variable', { names: missing.join(', ') })
    const options = { signal: this.#stop.signal, timeoutMs: startMs }
    const { connection, catalogue } =
      reach.kind === 'stdio' ? await this.#connectLocal(reach, options) : await this.#connectRemote(reach, options)
    const began = performance.now()
    connection.onClosed = () => {
      if (performance.now() - began > backoffMs.most) this.#failures = 0
      void this.#drop(connection, new McpConnectionError('ended', { detail: this.log.lastLine }))
    }
    const refresh = async () => this.onCatalogue(await connection.tools({ ...options, timeoutMs: this.spec.timeoutMs }))
    connection.onToolsChanged = atMostEvery(refreshMs, () => refresh().catch(() => {}), this.#stop.signal)
    await this.onCatalogue(catalogue)
    return connection
  }

  /** Initializes the connection and lists the tools: only then is it known whether a login is required. */
  async #open(transport: Transport, options: CallOptions): Promise<Opened> {
    const connection = new Connection(this.spec, this.#ports, this.log)
    try {
      await connection.open(transport, options)
      return { connection, catalogue: await connection.tools({ ...options, timeoutMs: this.spec.timeoutMs }) }
    } catch (error) {
      await connection.close()
      throw error
    }
  }

  async #connectLocal(
    reach: Parameters<typeof import('../transport/transport.ts').localTransport>[0],
    options: CallOptions,
  ): Promise<Opened> {
    const { localTransport } = await import('../transport/transport.ts')
    const transport = localTransport(reach, this.#ports.env, this.log, this.#ports.cwd)
    try {
      return await this.#open(transport, options)
    } catch (error) {
      throw startError(error, transport, this.log, describeReach(this.spec.reach))
    }
  }

  async #connectRemote(reach: Remote, options: CallOptions): Promise<Opened> {
    const { remoteTransport } = await import('../transport/transport.ts')
    const { logIn: login, loginAnew } = await import('../auth/login.ts')
    const auth = await this.#auth(this.#show)
    const agrees = async ({ scope }: { scope: string }) =>
      !reach.oauth?.scopes && (await this.#ports.widen?.(this.spec.name, scope, options.signal)) !== undefined
    const open = (how: 'http' | 'sse') =>
      login(
        auth,
        reach.url,
        async () => {
          const transport = await remoteTransport(reach, how, auth)
          return { opened: this.#open(transport, options), transport }
        },
        agrees,
      )
    try {
      const wanted = auth.interactive ? await auth.wanted() : undefined
      if (wanted) await loginAnew(auth, reach.url, wanted)
      if (reach.kind !== 'auto') return await open(reach.kind)
      return await open('http').catch((error) => {
        // An older server answers the first POST with 4xx (2025-11-25/basic/transports#backwards-compatibility).
        if (![400, 404, 405].includes(Number((error as { code?: unknown }).code))) throw error
        return open('sse')
      })
    } finally {
      auth.close()
    }
  }

  async #drop(connection: Connection, trouble: McpConnectionError): Promise<void> {
    connection.onClosed = () => {}
    const live = await this.#live?.catch(() => undefined)
    if (live === connection) {
      this.#live = undefined
      if (!this.#stop.signal.aborted) this.#failed(trouble)
    }
    // Not awaited: a broken transport may fail again when it is closed.
    await connection.close().catch(() => {})
  }

  #failed(trouble: McpConnectionError): void {
    const wait = this.#failures === 0 ? 0 : Math.min(backoffMs.first * 2 ** (this.#failures - 1), backoffMs.most)
    this.#failures++
    this.#nextAt = performance.now() + wait
    this.onError(trouble)
  }
}

function urlOf(reach: Remote, env: McpPorts['env']): string {
  const expanded = expandVariables(reach, env).reach
  return expanded.kind === 'stdio' ? '' : expanded.url
}

function startError(error: unknown, { exit, babbled }: StdioTransport, log: ServerLog, command: string): unknown {
  if (babbled) return new McpConnectionError('nonsense', { detail: log.lastLine })
  if (exit === 127) return new McpConnectionError('command', { command })
  if (error instanceof Overdue) return error
  return exit === undefined ? error : new McpConnectionError('start', { detail: log.lastLine || String(exit) })
}

/**
 * Runs `work` when called, never twice at once and never sooner than `ms` after the last time; calls in between are
 * one.
 */
function atMostEvery(ms: number, work: () => Promise<void>, stop: AbortSignal): () => void {
  let [running, again] = [false, false]
  const run = async () => {
    running = true
    for (again = true; again && !stop.aborted; ) {
      again = false
      await work()
      await sleep(ms, stop).catch(() => {})
    }
    running = false
  }
  return () => {
    again = true
    if (!running) void run()
  }
}
