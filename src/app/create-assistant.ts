import { join } from 'node:path'
import { isTrusted } from '../config/layers.ts'
import type { Secrets } from '../config/secrets.ts'
import type { LoadedSettings } from '../config/settings.ts'
import { listAgents, listWorkspaces, readAgent } from '../memory/agents.ts'
import { ensureHome } from '../memory/home-layout.ts'
import { readInstructions } from '../memory/instructions.ts'
import { type Conversation, fail, type Id, type Tool } from '../protocol/index.ts'
import { once } from '../std/once.ts'
import { ulid } from '../std/ulid.ts'
import { ConversationIndex } from '../threads/conversation-index.ts'
import { loadThread } from '../threads/journal.ts'
import { emptyThread, type Thread } from '../threads/thread.ts'
import { lastThread, resolveThread } from '../threads/thread-store.ts'
import { reportContext } from './admin/context-report.ts'
import type { DoctorOptions } from './admin/doctor.ts'
import { createMemoryAdmin, type MemoryAdmin } from './admin/memory-admin.ts'
import { createToolRunner } from './admin/tool-runner.ts'
import type { Assistant, ConversationOptions, ConversationSelector, Environment } from './assistant.ts'
import { compactNow, idleJobs, runJobs, runJobsOnce, undoCompaction } from './background/background-jobs.ts'
import type { AgentView, AppContext } from './context/app-context.ts'
import { createRecall } from './context/recall.ts'
import { createConversationFactory } from './conversations/conversation-factory.ts'
import { createConversationStore } from './conversations/conversation-store.ts'
import { requireAgent } from './conversations/require-agent.ts'
import { createDocs, type Docs } from './docs/document-library.ts'
import { type LoadedConfig, loadConfig, warningsOf } from './environment/load-config.ts'
import type { ServeOptions } from './http/http-server.ts'
import { lazyHub, type McpAsker, type SampleRequest } from './mcp/mcp-servers.ts'
import { type EmbedderParts, embedderModels, withOwnTools } from './models/embedder-parts.ts'
import { createModels } from './models/model-registry.ts'
import { builtInTools } from './tools/built-in-tools.ts'

/** Settings and files → the assistant. The only place that knows which parts exist. */
export async function createAssistant(
  surroundings: Environment,
  prepared?: LoadedConfig,
  own: EmbedderParts = {},
): Promise<Assistant> {
  const { loaded, secrets, now } = prepared ?? (await loadConfig(surroundings))
  await ensureHome(loaded.paths.home, now(), loaded.settings.language)
  return new AssistantApp(surroundings, loaded, secrets, now, own)
}

const serving = once(() => import('./http/http-server.ts'))

class AssistantApp implements Assistant {
  readonly language
  readonly home
  readonly conversations: Assistant['conversations']
  readonly tools: Assistant['tools']
  readonly memory: MemoryAdmin
  readonly #parts: AppContext
  readonly docs: Docs
  readonly #mcp: ReturnType<typeof lazyHub>
  mcpAsker: McpAsker | undefined
  readonly #closing = new AbortController()
  readonly #engine: ReturnType<typeof createConversationFactory>

  constructor(surroundings: Environment, loaded: LoadedSettings, secrets: Secrets, now: () => Date, own: EmbedderParts) {
    const { settings, paths } = loaded
    this.language = settings.language
    this.home = paths.home
    const zone = settings.zone ?? surroundings.zone
    const place = { zone, wall: settings.zone ?? 'local', language: this.language }
    const models = own.provider ? embedderModels(own.provider) : createModels(loaded, secrets, place, now)
    const sample = async (...wish: SampleRequest) => (await import('./mcp/sampling.ts')).sample(models, now, ...wish)
    this.#mcp = lazyHub(loaded, surroundings, {
      sample,
      elicit: async (...question) => this.mcpAsker?.elicit(...question),
      widen: async (...wish) => this.mcpAsker?.widen(...wish),
    })
    this.docs = createDocs({ loaded, secrets, models, language: this.language, now, cwd: surroundings.cwd })
    const index = new ConversationIndex(join(paths.home, 'conversations'))
    this.#parts = {
      surroundings,
      index,
      recall: createRecall({ home: paths.home, index, now }),
      loaded,
      secrets,
      models,
      docs: this.docs,
      hub: () => this.#mcp.get(),
      ...place,
      now,
      tools: this.#toolSource(
        withOwnTools(
          builtInTools(loaded, surroundings, this.#forTools(paths, now, index), { secrets, closing: this.#closing.signal }),
          own.tools,
        ),
      ),
      agent: (thread) => this.#agent(thread),
      grants: async (by) =>
        by === 'token:mcp'
          ? new Set(settings.mcp.grants)
          : by.startsWith('token:')
            ? (await serving()).grantsOfToken(this.#parts, by)
            : new (await import('../ui/telegram/inbound/access.ts')).AccessFile(paths.config).grants(by),
    }
    this.#engine = createConversationFactory(this.#parts)
    const { profile } = settings
    this.conversations = createConversationStore(this.#engine, { zone, language: this.language, now, profile, index })
    this.tools = createToolRunner(this.#parts, () => this.#birth)
    this.memory = createMemoryAdmin(paths.home, this.#birth, zone, now)
  }

  get parts(): AppContext {
    return this.#parts
  }

  get warnings(): string[] {
    return warningsOf(this.#parts)
  }

  async serve(wishes: ServeOptions) {
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

  describeModel(...wish: Parameters<Assistant['describeModel']>) {
    return this.#parts.models.describe(...wish)
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

  async open(which: ConversationSelector, wishes: ConversationOptions): Promise<Conversation> {
    const birth = {
      ...this.#birth,
      ...(wishes.agent ? { agent: wishes.agent } : {}),
      ...(wishes.workspace ? { workspace: wishes.workspace } : {}),
      ...(wishes.profile ? { profile: wishes.profile } : {}),
    }
    if (wishes.agent || wishes.workspace) await requireAgent(this.home, birth, this.language)
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
      await conversation.append({ type: 'conversation.tuned', ...changes })
    }
    return conversation
  }

  async context(conversation?: Id, question?: string) {
    const loaded = conversation ? await loadThread(this.#engine.folder, conversation) : emptyThread('')
    const thread = loaded.seq === 0 ? { ...loaded, ...this.#birth } : loaded
    const view = await this.#agent(thread)
    return reportContext(this.#parts, { view, thread }, question)
  }

  async usage() {
    const { readUsage } = await import('../threads/usage.ts')
    return Array.fromAsync(readUsage(this.#engine.folder))
  }

  compact(conversation: Id, signal: AbortSignal) {
    return compactNow(this.#engine.behind, conversation, signal)
  }

  uncompact(conversation: Id, undo: Id) {
    return undoCompaction(this.#engine.behind, conversation, undo)
  }

  jobsOnce(signal: AbortSignal) {
    return runJobsOnce(this.#engine.behind, signal)
  }

  idleJobs() {
    return idleJobs(this.#engine.behind)
  }

  jobs(rank: 'daemon' | 'surface', signal: AbortSignal) {
    return runJobs(this.#engine.behind, rank, signal)
  }

  async *doctor(wish: DoctorOptions) {
    const { diagnose } = await import('./admin/doctor.ts')
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
    await Promise.all([this.#mcp.close(), this.docs.close(), this.#parts.index.close()])
  }

  // ---- parts

  now(): Date {
    return this.#parts.now()
  }

  get initial() {
    const { agent, workspace } = this.#birth
    return { agent, workspace }
  }

  get #birth() {
    const { agent, workspace, profile } = this.#parts.loaded.settings
    return { agent, workspace, profile }
  }

  /** What tools need of conversations; the engine is there by the time a tool runs. */
  #forTools(paths: AppContext['loaded']['paths'], now: () => Date, index: ConversationIndex) {
    const delegated = async (id: Id, birth: Pick<Thread, 'agent' | 'workspace' | 'profile'>) =>
      // An engine of its own: what was allowed for this session was not allowed to another agent.
      createConversationFactory(this.#parts).open(id, { ephemeral: true, canAsk: false, birth })
    const open = (id: Id) => this.#engine.behind.open(id)
    return { paths, now, folder: join(paths.home, 'conversations'), open, delegated, index }
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
  async #find(which: ConversationSelector): Promise<Id | undefined> {
    const folder = this.#engine.folder
    if (which.kind === 'new') return undefined
    // Going on without anything to go on from is beginning; a name that stands for nothing is a mistake.
    if (which.kind === 'last') return lastThread(folder, this.#birth.profile)
    const id = await resolveThread(folder, which.id)
    return id ?? fail('bad-input', { data: { conversation: which.id, sentence: noSuch[this.language](which.id) } })
  }

  /** Our own tools, and those of MCP servers where any are configured. */
  #toolSource(own: readonly Tool[]): AppContext['tools'] {
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
