import { mcpMessages } from '../../../messages/tools/mcp.ts'
import { fail, type JsonObject, type Tool, type ToolContext } from '../../../protocol/index.ts'
import { abortable } from '../../../std/abort.ts'
import { Login, LoginStore, loginKey, type ShowAddress } from '../auth/oauth.ts'
import { toolName } from '../config/names.ts'
import { describeReach, expandVariables, fingerprintOf, type ServerSpec } from '../config/spec.ts'
import { type Catalogue, listSome } from '../convert/catalogue.ts'
import { resourceTool, resourceToolName } from '../convert/resource-tool.ts'
import { Offers } from '../convert/resources-and-prompts.ts'
import { toolOf } from '../convert/tool.ts'
import type { McpPorts, News } from '../ports.ts'
import { callOnce } from './call-once.ts'
import { McpConnectionError } from './connection-errors.ts'
import { Server } from './server.ts'
import { decisionOf, type KnownServer, keepLog, type Overview, overviewOf, type ServerState } from './server-state.ts'
import { Pins } from './tool-fingerprints.ts'

/**
 * Time that a turn waits for servers that are still starting, in milliseconds. Their tools then appear in a later
 * turn.
 */
const settleMs = 5_000
export interface HubOptions extends McpPorts {
  /** Approvals and pinned tool hashes. */
  pinsPath: string
  /** Logins. */
  loginsPath: string
  /** Folder for the logs of failed servers. */
  logFolder: string
}

/**
 * All MCP servers of this person. Their tools are one list that only grows; whatever one of them does concerns its
 * own tools only.
 */
export class Hub {
  /** Resources and prompts. */
  readonly offers: Offers
  readonly #options: HubOptions
  readonly #pins: Pins
  readonly #logins: LoginStore
  readonly #kept = new Map<string, KnownServer>()
  readonly #specs: readonly ServerSpec[]
  readonly #tools = new Map<string, Tool>()
  readonly #told = new Set<string>()
  #news: News[] = []
  #writing: Promise<void> = Promise.resolve()
  #settled: Promise<void> | undefined

  constructor(specs: readonly ServerSpec[], options: HubOptions) {
    this.#options = options
    this.offers = new Offers({ up: () => this.#up(), open: (name) => this.#open(name) }, options.language)
    this.#pins = new Pins(options.pinsPath)
    this.#logins = new LoginStore(options.loginsPath)
    this.#specs = specs
    for (const spec of specs) {
      const server = new Server(
        spec,
        options,
        (show = options.login) => this.#login(spec, show),
        () => this.#approved(spec),
      )
      const keeping: KnownServer = { server, described: new Map(), withheld: new Set() }
      server.onCatalogue = (catalogue) => this.#take(keeping, catalogue)
      server.onError = (trouble) => this.#troubled(keeping, trouble)
      this.#kept.set(spec.name, keeping)
    }
  }

  /**
   * Tools of every approved server that is up, or was: the first call starts the servers and waits a moment for them.
   * A tool keeps its place, name and description for the life of the process.
   */
  async tools(): Promise<readonly Tool[]> {
    this.#settled ??= this.#startAll()
    await this.#settled
    return [...this.#tools.values()]
  }

  /** Takes the notices that have not been shown yet. */
  news(): News[] {
    const news = this.#news
    this.#news = []
    return news
  }

  /**
   * Return the state of each server, after trying it. With `approve`, this server's command, and its tools as they are
   * now, are agreed to.
   */
  async state(name: string, signal: AbortSignal): Promise<ServerState> {
    const keeping = this.#keeping(name)
    const { spec } = keeping.server
    const base = { spec, command: describeReach(spec.reach), tools: [] }
    if (spec.disabled) return { ...base, state: 'disabled' }
    if (!(await this.#approved(spec))) return { ...base, state: 'new' }
    try {
      await keeping.server.connection(signal)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof McpConnectionError)) throw error
      return {
        ...base,
        state: 'failed',
        trouble: mcpMessages[this.#options.language].trouble(error.kind, name, error.data),
      }
    }
    const tools = [...keeping.described.values()].map(({ name: original, description }) => {
      return { name: toolName(name, original), original, description, withheld: keeping.withheld.has(original) }
    })
    return { ...base, state: 'ready', tools }
  }

  /** The known state of every server. Approved ones are connected, or were tried. */
  async overview(): Promise<Overview[]> {
    await this.tools()
    return Promise.all(
      [...this.#kept.values()].map((keeping) => overviewOf(keeping, this.#pins, this.#options.language)),
    )
  }

  /** Approves this server's command, which the person has seen in full. */
  async approve(name: string): Promise<void> {
    const { spec } = this.#keeping(name).server
    await this.#pins.approve(name, fingerprintOf(spec))
  }

  /** Refuses this server's command: stops it, and does not ask again. */
  async refuse(name: string): Promise<void> {
    const { server } = this.#keeping(name)
    await this.#pins.refuse(name, fingerprintOf(server.spec))
    await server.rest()
  }

  /** Connects anew, with a login of the person's where `show` opens its address; how it stands then. */
  async reconnect(name: string, signal: AbortSignal, show?: ShowAddress): Promise<ServerState> {
    await this.#keeping(name)
      .server.restart(signal, show)
      .catch((error) => {
        // The error is part of the state that is read next.
        if (!(error instanceof McpConnectionError)) throw error
      })
    return this.state(name, signal)
  }

  /** Approves the changed descriptions of this server's tools. */
  async accept(name: string): Promise<void> {
    const keeping = this.#keeping(name)
    await this.#pins.pin(name, new Map([...keeping.described.values()].map(({ name: tool, hash }) => [tool, hash])))
    keeping.withheld.clear()
    this.#offer(keeping)
  }

  /** Return true if this server's command was approved or refused. */
  decision(name: string) {
    return decisionOf(this.#keeping(name).server.spec, this.#pins)
  }

  /**
   * One tool of a connected server, by the server's own name of it. Throws `bad-input` for one that it has not, or
   * that was left out.
   */
  tool(name: string, tool: string): Tool {
    const { server, described, withheld } = this.#keeping(name)
    const known = described.get(tool)
    if (known) return toolOf(server, toolName(name, tool), known, () => withheld.has(tool))
    return fail('bad-input', {
      data: { sentence: mcpMessages[this.#options.language].unknownTool(name, tool, listSome([...described.keys()])) },
    })
  }

  /**
   * Runs one tool for code that has to know what became of it (`callOnce`). Never starts a server that the person did
   * not agree to.
   */
  async callOnce(name: string, tool: string, args: JsonObject, context: Pick<ToolContext, 'signal' | 'language'>) {
    await this.#open(name)
    const keeping = this.#keeping(name)
    return callOnce(
      keeping.server,
      keeping.described.get(tool) ?? { name: tool, task: false },
      args,
      () => keeping.withheld.has(tool),
      context,
    )
  }

  /** Revokes all approvals of this server and deletes its login. */
  async forget(name: string): Promise<void> {
    await this.#pins.forget(name)
    const kept = this.#kept.get(name)
    if (kept) await this.#logins.forget(loginKey(kept.server.spec))
  }

  /** Stops every server. */
  async close(): Promise<void> {
    await Promise.all([...this.#kept.values()].map(({ server }) => server.close()))
    await this.#writing
  }

  // ---- servers

  async #up(): Promise<Server[]> {
    await this.tools()
    const kept = [...this.#kept.values()].filter(({ server, trouble }) => !server.spec.disabled && !trouble)
    const approved = await Promise.all(kept.map(({ server }) => this.#approved(server.spec)))
    return kept.filter((_, at) => approved[at]).map(({ server }) => server)
  }

  async #open(name: string): Promise<Server> {
    const { server } = this.#keeping(name)
    const { spec } = server
    if (!spec.disabled && (await this.#approved(spec))) return server
    const sentence = mcpMessages[this.#options.language].notices['mcp-new']({
      server: name,
      command: describeReach(spec.reach),
    })
    return fail('bad-input', { data: { sentence } })
  }

  #keeping(name: string): KnownServer {
    return (
      this.#kept.get(name) ??
      fail('bad-input', {
        data: { sentence: mcpMessages[this.#options.language].unknownServer(name, [...this.#kept.keys()]) },
      })
    )
  }

  #approved(spec: ServerSpec): Promise<boolean> {
    return this.#pins.approved(spec.name, fingerprintOf(spec))
  }

  #login(spec: ServerSpec, show: ShowAddress | undefined): Promise<Login> {
    const { reach } = expandVariables(spec.reach, this.#options.env)
    const oauth = reach.kind === 'stdio' ? {} : (reach.oauth ?? {})
    const page = mcpMessages[this.#options.language].loggedIn
    return Login.prepare({ store: this.#logins, key: loginKey(spec), oauth, show, page })
  }

  async #startAll(): Promise<void> {
    const late = AbortSignal.timeout(settleMs)
    const settled = [...this.#kept.values()].map((keeping) =>
      abortable(this.#startOne(keeping), late).catch((error) => {
        if (!late.aborted) throw error
        this.#slow(keeping)
      }),
    )
    await Promise.all(settled)
    // Tools keep the order of the file; those that connect later are appended.
    for (const keeping of this.#kept.values()) this.#offer(keeping)
    this.#started = true
  }
  #started = false

  async #startOne({ server }: KnownServer): Promise<void> {
    const { spec } = server
    if (spec.disabled) return
    const decided = await decisionOf(spec, this.#pins)
    if (decided === 'new') this.tell('mcp-new', spec.name, { command: describeReach(spec.reach) })
    if (decided !== 'ready') return
    // The error is reported through onError.
    await server.connection(new AbortController().signal).catch(() => {})
  }

  #slow(keeping: KnownServer): void {
    const { server, described, trouble } = keeping
    if (described.size === 0 && !trouble) this.tell('mcp-slow', server.spec.name, {})
  }

  #troubled(keeping: KnownServer, trouble: McpConnectionError): void {
    keeping.trouble = trouble
    const { name } = keeping.server.spec
    this.tell(trouble.kind === 'login' ? 'mcp-login' : 'mcp-down', name, { kind: trouble.kind, ...trouble.data })
    this.#writing = this.#writing.then(() => keepLog(this.#options.logFolder, keeping.server))
  }

  /** Queues a notice, once per server or subject. */
  tell(code: string, server: string, data: JsonObject): void {
    const key = `${code} ${server}`
    if (this.#told.has(key)) return
    this.#told.add(key)
    this.#news.push({ code, data: { server, ...data } })
  }

  // ---- tools

  async #take(keeping: KnownServer, { tools, broken, twice, over, resources }: Catalogue): Promise<void> {
    const { name } = keeping.server.spec
    const changed = await this.#pins.check(name, new Map(tools.map(({ name: tool, hash }) => [tool, hash])))
    keeping.withheld = new Set(changed)
    keeping.described = new Map(tools.map((tool) => [tool.name, tool]))
    keeping.resources = resources
    delete keeping.trouble
    const lost = { 'mcp-changed': changed, 'mcp-broken': [...broken, ...twice], 'mcp-many': over }
    for (const [code, names] of Object.entries(lost))
      if (names.length > 0) this.tell(code, name, { tools: listSome(names) })
    if (this.#started) this.#offer(keeping)
  }

  #offer(keeping: KnownServer): void {
    for (const tool of keeping.described.values()) {
      const name = toolName(keeping.server.spec.name, tool.name)
      if (!keeping.withheld.has(tool.name) && !this.#tools.has(name))
        this.#tools.set(
          name,
          toolOf(keeping.server, name, tool, () => keeping.withheld.has(tool.name)),
        )
    }
    const { spec } = keeping.server
    const name = toolName(spec.name, resourceToolName)
    if (keeping.resources && !this.#tools.has(name)) this.#tools.set(name, resourceTool(this.offers, spec, name))
  }

  /** Names of all servers, in the order of their files. */
  get names(): string[] {
    return this.#specs.map(({ name }) => name)
  }
}
