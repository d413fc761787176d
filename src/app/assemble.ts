import { join } from 'node:path'
import { isTrusted } from '../config/layers.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Loaded } from '../config/settings.ts'
import { isOffered } from '../core/permission.ts'
import { listAgents, listWorkspaces, readAgent } from '../memory/agents.ts'
import { readInstructions } from '../memory/instructions.ts'
import { ensureHome } from '../memory/layout.ts'
import { turn as sentences } from '../messages/turn.ts'
import { type Conversation, fail, type Id, type Tool } from '../protocol/index.ts'
import { once } from '../std/once.ts'
import { ulid } from '../std/ulid.ts'
import { loadThread } from '../threads/journal.ts'
import { lastThread, resolveThread } from '../threads/shelf.ts'
import { emptyThread, type Thread } from '../threads/thread.ts'
import type { Assistant, OpenWishes, Surroundings, Which } from './assistant.ts'
import { createDocs, type Docs } from './docs.ts'
import type { DoctorWish } from './doctor.ts'
import { createEngine } from './engine.ts'
import { mustKnow } from './known.ts'
import { lazyHub, type McpAsker, type SampleWish } from './mcp.ts'
import { type MemoryDesk, memoryDesk } from './memory-desk.ts'
import { createModels } from './models.ts'
import type { AgentView, EngineParts } from './parts.ts'
import { type Prepared, prepare, warningsOf } from './prepare.ts'
import { reportContext } from './reports.ts'
import type { ServeWishes } from './serve.ts'
import { conversationShelf } from './shelf.ts'
import { todayLine } from './surroundings.ts'
import { toolBox } from './tool-box.ts'
import { builtInTools } from './tools.ts'

/** Settings and files → the assistant. The only place that knows which parts exist. */
export async function assemble(surroundings: Surroundings, prepared?: Prepared): Promise<Assistant> {
  const { loaded, secrets, now } = prepared ?? (await prepare(surroundings))
  await ensureHome(loaded.paths.home, now())
  return new Assembled(surroundings, loaded, secrets, now)
}

const serving = once(() => import('./serve.ts'))

class Assembled implements Assistant {
  readonly language
  readonly home
  readonly conversations: Assistant['conversations']
  readonly tools: Assistant['tools']
  readonly memory: MemoryDesk
  readonly #parts: EngineParts
  readonly docs: Docs
  readonly #mcp: ReturnType<typeof lazyHub>
  mcpAsker: McpAsker | undefined
  readonly #closing = new AbortController()
  readonly #engine: ReturnType<typeof createEngine>

  constructor(surroundings: Surroundings, loaded: Loaded, secrets: Secrets, now: () => Date) {
    const { settings, paths } = loaded
    this.language = settings.language
    this.home = paths.home
    const zone = settings.zone ?? surroundings.zone
    const place = { zone, wall: settings.zone ?? 'local', language: this.language }
    const models = createModels(loaded, secrets, place)
    const sample = async (...wish: SampleWish) => (await import('./mcp-sample.ts')).sample(models, now, ...wish)
    this.#mcp = lazyHub(loaded, surroundings, {
      sample,
      elicit: async (...question) => this.mcpAsker?.elicit(...question),
      widen: async (...wish) => this.mcpAsker?.widen(...wish),
    })
    this.docs = createDocs({ loaded, secrets, models, language: this.language, now, cwd: surroundings.cwd })
    this.#parts = {
      surroundings,
      loaded,
      secrets,
      models,
      docs: this.docs,
      hub: () => this.#mcp.get(),
      ...place,
      now,
      tools: this.#toolSource(
        builtInTools(loaded, surroundings, this.#forTools(paths, now), { secrets, closing: this.#closing.signal }),
      ),
      agent: (thread) => this.#agent(thread),
      grants: async (by) =>
        by === 'token:mcp'
          ? new Set(settings.mcp.grants)
          : by.startsWith('token:')
            ? (await serving()).grantsOfToken(this.#parts, by)
            : new (await import('../ui/telegram/access.ts')).AccessFile(paths.config).grants(by),
    }
    this.#engine = createEngine(this.#parts)
    this.conversations = conversationShelf(this.#engine, { zone, language: this.language, now, profile: settings.profile })
    this.tools = toolBox(this.#parts, () => this.#birth)
    this.memory = memoryDesk(paths.home, this.#birth, zone, now)
  }

  get parts(): EngineParts {
    return this.#parts
  }

  get warnings(): string[] {
    return warningsOf(this.#parts)
  }

  async serve(wishes: ServeWishes) {
    const { startServing } = await serving()
    return startServing(this.#parts, this.#engine, this.#birth, wishes)
  }

  async ready() {
    return (await this.#parts.models.current()).failure
  }

  async model() {
    const { provider, model } = await this.#parts.models.current()
    return { provider, model }
  }

  models() {
    return this.#parts.models.list(AbortSignal.timeout(this.#parts.loaded.settings.limits.firstByteMs))
  }

  async agents() {
    const names: Awaited<ReturnType<Assistant['agents']>> = []
    for (const workspace of await listWorkspaces(this.home)) {
      for (const name of await listAgents(this.home, workspace)) {
        const { wakeWord } = (await this.#read({ agent: name, workspace, profile: this.#birth.profile })).config
        names.push({ name, workspace, ...(wakeWord ? { wakeWord } : {}) })
      }
    }
    return names
  }

  async open(which: Which, wishes: OpenWishes): Promise<Conversation> {
    const birth = {
      ...this.#birth,
      ...(wishes.agent ? { agent: wishes.agent } : {}),
      ...(wishes.workspace ? { workspace: wishes.workspace } : {}),
      ...(wishes.profile ? { profile: wishes.profile } : {}),
    }
    if (wishes.agent || wishes.workspace) await mustKnow(this.home, birth, this.language)
    const found = await this.#find(which)
    const id = found ?? ulid(+this.#parts.now())
    const conversation = await this.#engine.open(id, {
      birth,
      canAsk: wishes.canAsk,
      ...(wishes.ephemeral ? { ephemeral: true } : {}),
      ...(found ? {} : { fresh: true }),
    })
    const { agent, workspace, model } = wishes
    if (which.kind === 'new' ? model : (agent ?? workspace ?? model)) {
      const changes = { ...(agent ? { agent } : {}), ...(workspace ? { workspace } : {}), ...(model ? { model } : {}) }
      await conversation.tune({ type: 'conversation.tuned', ...changes })
    }
    return conversation
  }

  async context(conversation?: Id) {
    const { settings } = this.#parts.loaded
    const loaded = conversation ? await loadThread(this.#engine.folder, conversation) : emptyThread('')
    const thread = loaded.seq === 0 ? { ...loaded, ...this.#birth } : loaded
    const view = await this.#agent(thread)
    const today = todayLine(this.#parts.now(), this.#parts.wall, this.#parts.zone, this.language)
    const limits = { chars: settings.contextMaxSize, messages: settings.window.limit ?? 30 }
    return reportContext(view.pages, thread, today, await this.#offered(view, thread), limits, sentences[this.language])
  }

  async usage() {
    const { readUsage } = await import('../threads/usage.ts')
    return Array.fromAsync(readUsage(this.#engine.folder))
  }

  async compact(conversation: Id, signal: AbortSignal) {
    const { compactNow } = await import('./behind.ts')
    return compactNow(this.#engine.behind, conversation, signal)
  }

  async uncompact(conversation: Id, undo: Id) {
    const { undoCompaction } = await import('./behind.ts')
    return undoCompaction(this.#engine.behind, conversation, undo)
  }

  async jobs(rank: 'daemon' | 'surface', signal: AbortSignal) {
    const { runJobs } = await import('./behind.ts')
    return runJobs(this.#engine.behind, rank, signal)
  }

  async *doctor(wish: DoctorWish) {
    const { diagnose } = await import('./doctor.ts')
    yield* diagnose(this.#parts, wish)
  }

  mcp() {
    return this.#mcp.get()
  }

  undecidedServers() {
    return this.#mcp.undecided()
  }

  async close() {
    this.#closing.abort()
    await Promise.all([this.#mcp.close(), this.docs.close()])
  }

  // ---- parts

  now(): Date {
    return this.#parts.now()
  }

  get birth() {
    const { agent, workspace } = this.#birth
    return { agent, workspace }
  }

  get #birth() {
    const { agent, workspace, profile } = this.#parts.loaded.settings
    return { agent, workspace, profile }
  }

  /** What tools need of conversations; the engine is there by the time a tool runs. */
  #forTools(paths: EngineParts['loaded']['paths'], now: () => Date) {
    const delegated = async (id: Id, birth: Pick<Thread, 'agent' | 'workspace' | 'profile'>) =>
      // An engine of its own: what was allowed for this session was not allowed to another agent.
      createEngine(this.#parts).open(id, { ephemeral: true, canAsk: false, birth })
    const open = (id: Id) => this.#engine.behind.open(id)
    return { paths, now, folder: join(paths.home, 'conversations'), open, delegated }
  }

  #read(who: Pick<Thread, 'agent' | 'workspace' | 'profile'>) {
    const { loaded, now } = this.#parts
    return readAgent(this.home, who, now(), (path, kept) => loaded.warnings.push({ code: 'damaged', path, kept }))
  }

  /** An agent's pages and rights as they stand on disk now. */
  async #agent(thread: Pick<Thread, 'agent' | 'workspace' | 'profile'>): Promise<AgentView> {
    const { settings } = this.#parts.loaded
    const { cwd, userHome } = this.#parts.surroundings
    const { base, persona, memory, config } = await this.#read(thread)
    const instructions = await readInstructions(cwd, (folder) => isTrusted(folder, settings.trusted, userHome))
    return {
      pages: { base, persona, ...memory, instructions },
      categories: config.permissions,
      ...(config.tools ? { tools: config.tools } : {}),
      ...(config.model ? { model: config.model } : {}),
    }
  }

  /** The id of a conversation that is there; undefined where one is to begin. */
  async #find(which: Which): Promise<Id | undefined> {
    const folder = this.#engine.folder
    if (which.kind === 'new') return undefined
    // Going on without anything to go on from is beginning; a name that stands for nothing is a mistake.
    if (which.kind === 'last') return lastThread(folder, this.#birth.profile)
    const id = await resolveThread(folder, which.id)
    return id ?? fail('bad-input', { data: { conversation: which.id, sentence: noSuch[this.language](which.id) } })
  }

  async #offered({ categories, tools }: AgentView, thread: Pick<Thread, 'workspace'>): Promise<Tool[]> {
    const permits = {
      origin: 'tui' as const,
      categories,
      ...(tools ? { tools } : {}),
      granted: () => false,
      rule: () => undefined,
      session: new Set<string>(),
      tainted: false,
    }
    return (await this.#parts.tools.tools(thread)).filter((tool) => isOffered(tool, permits))
  }

  /** Our own tools, and those of MCP servers where any are configured. */
  #toolSource(own: readonly Tool[]): EngineParts['tools'] {
    return {
      tools: async ({ workspace } = this.#birth) => {
        const [documents, hub] = await Promise.all([this.docs.tools(workspace), this.#mcp.get()])
        return [...own, ...documents, ...(hub ? await hub.tools() : [])]
      },
      news: () => [...this.#mcp.news(), ...this.docs.news()],
      asked: () => this.docs.asked(),
    }
  }
}

const noSuch = {
  ko: (id: string) => `‘${id}’로 시작하는 대화가 없거나 여럿이에요. assistant conversations list로 확인해 주세요.`,
  en: (id: string) => `No single conversation begins with ‘${id}’. See assistant conversations list.`,
}
