import { join } from 'node:path'
import { DeedStore, deedsName } from '../core/deeds/store.ts'
import { skillTool } from '../memory/skills/skill-tool.ts'
import { isUsableSkill, readSkills, type SkillFolder } from '../memory/skills/skills.ts'
import { type ConversationScope, type Id, type Principal, type Tool, unknownFacts } from '../protocol/index.ts'
import { damageData, takeDamage } from '../std/fs/damage.ts'
import { sweepLeftovers } from '../std/fs/temporary-files.ts'
import { once } from '../std/once.ts'
import { sharedWork } from '../std/shared-work.ts'
import { ConversationIndex } from '../threads/conversation-index.ts'
import { createAgentReader } from './context/agent-reader.ts'
import type { AppContext } from './context/app-context.ts'
import { createRecall } from './context/recall.ts'
import { SessionRules } from './context/session-rules.ts'
import { skillFolders } from './context/skill-folders.ts'
import type { ToolSource } from './context/tool-source.ts'
import { writtenFolders } from './context/written-folders.ts'
import { createConversationFactory } from './conversations/conversation-factory.ts'
import { createDocs, type Docs } from './docs/document-library.ts'
import type { Environment } from './environment/environment.ts'
import type { LoadedConfig } from './environment/load-config.ts'
import { lazyHub, type McpAsker, type McpSurface } from './mcp/mcp-servers.ts'
import { embedderModels, type HostExtensions, withOwnTools } from './models/embedder-parts.ts'
import { LocalModels } from './models/local-models.ts'
import { createModels, type Models } from './models/model-registry.ts'
import { schedulePorts } from './schedules/schedule-ports.ts'
import { takeSyncNews } from './sync/sync-news.ts'
import { wantsAccount } from './tools/account-tools.ts'
import { builtInTools } from './tools/built-in-tools.ts'
import { placeOf } from './tools/permission-rules.ts'

type McpServers = ReturnType<typeof lazyHub>

/** The parts of one running program, and what a surface and the end of the program do with them. */
export interface AppParts {
  context: AppContext
  agents: ReturnType<typeof createAgentReader>
  mcp: McpServers
  /** Answers questions of MCP servers; set by the surface at which somebody sits. */
  asker: { current: McpAsker | undefined }
  /** Ends what keeps running between turns: tools, servers, indexes. */
  close(): Promise<void>
}

/** Builds every part once, each after those it needs. Nothing is read or started here: parts do that on first use. */
export function createContext(environment: Environment, config: LoadedConfig, own: HostExtensions): AppParts {
  const { loaded, secrets, now } = config
  const { settings, paths } = loaded
  const { language } = settings
  const place = {
    zone: settings.zone ?? environment.zone,
    wall: settings.zone ?? (environment.zoneIsLocal ? 'local' : environment.zone),
    language,
  }
  const initial: ConversationScope = { agent: settings.agent, workspace: settings.workspace, profile: settings.profile }
  const closing = new AbortController()
  const asker: AppParts['asker'] = { current: undefined }

  const models = own.provider
    ? embedderModels(own.provider)
    : createModels(loaded, secrets, place, now, new LocalModels(loaded, environment))
  const mcp = lazyHub(loaded, environment, mcpSurface(models, asker, now), own.servers)
  const docs = docsOf(environment, { loaded, secrets, models, language, now })
  const index = new ConversationIndex(join(paths.home, 'conversations'))
  const agents = createAgentReader(loaded, environment, { now, zone: place.wall })
  // Tools that open conversations run long after the context is there.
  const ports = {
    paths,
    now,
    ...{ index, deeds: new DeedStore(join(paths.home, deedsName)) },
    folder: join(paths.home, 'conversations'),
    ...conversationPorts(() => context),
    schedules: schedulePorts(() => context),
  }
  const builtIn = builtInTools(loaded, environment, ports, { secrets, closing: closing.signal, editor: own.editor })
  const ours = withOwnTools(builtIn, own.tools)
  const facts = new Map(ours.map((tool) => [tool.name, tool.facts]))
  const context: AppContext = {
    environment,
    loaded,
    secrets,
    now,
    ...place,
    initial,
    models,
    docs,
    ...{ index, deeds: ports.deeds },
    agent: agents.view,
    hub: mcp.get,
    recall: createRecall({ home: paths.home, index, now }),
    tools: toolSource(
      ours,
      ...([docs, mcp, initial] as const),
      () => skillFolders(loaded, environment),
      (tool) => wantsAccount(loaded, tool) === undefined,
      loaded.paths.state,
    ),
    factsOf: (tool) => facts.get(tool) ?? unknownFacts,
    sessionRules: new SessionRules(placeOf(environment)),
    grants: (by) => grantsOf(context, by),
  }
  const closeAll = async () => {
    closing.abort()
    await Promise.all([
      mcp.close(),
      docs.close(),
      index.close(),
      sweepLeftovers(writtenFolders(paths), environment.clock()),
    ])
  }
  return { context, agents, mcp, asker, close: closeAll }
}

/** The documents of this machine. */
function docsOf(
  { cwd, userHome, platform, env }: Environment,
  parts: Pick<AppContext, 'loaded' | 'secrets' | 'models' | 'language' | 'now'>,
): Docs {
  return createDocs({ ...parts, cwd, userHome, machine: { platform, env } })
}

/** Requests that MCP servers may make. */
function mcpSurface(models: Models, asker: AppParts['asker'], now: () => Date): McpSurface {
  return {
    sample: async (...request) => (await import('./mcp/sampling.ts')).sampleModel(models, now, ...request),
    elicit: async (...question) => asker.current?.elicit(...question),
    widen: async (...request) => asker.current?.widen(...request),
  }
}

/** The tools' way to conversations. */
function conversationPorts(context: () => AppContext) {
  return {
    open: (id: Id) => createConversationFactory(context()).jobs.open(id),
    // A factory of its own: what was allowed for this session was not allowed to another agent.
    delegated: (id: Id, scope: ConversationScope) =>
      createConversationFactory(context()).open(id, { ephemeral: true, canAsk: false, initial: scope }),
  }
}

/** Our own tools, and those of documents, skills and MCP servers where there are any. */
function toolSource(
  own: readonly Tool[],
  docs: Docs,
  mcp: McpServers,
  initial: ConversationScope,
  folders: () => SkillFolder[],
  isOffered: (tool: Tool) => boolean,
  state: string,
): ToolSource {
  return {
    tools: sharedWork(
      ({ workspace } = initial) => workspace,
      async ({ workspace } = initial) => {
        const [documents, hub, skills] = await Promise.all([docs.tools(workspace), mcp.get(), readSkills(folders())])
        const ours = own.filter(isOffered)
        return [
          ...ours,
          ...documents,
          ...(skills.some(isUsableSkill) ? [skillTool(skills)] : []),
          ...(hub ? await hub.tools() : []),
        ]
      },
    ),
    news: () => [...damageNews(), ...takeSyncNews(state), ...mcp.news(), ...docs.news()],
    asked: () => docs.asked(),
  }
}

const damageNews = () => takeDamage().map((damage) => ({ code: 'file-damaged', data: damageData(damage) }))

const http = once(() => import('./http/http-server.ts'))

/** Sensitive tools that the owner granted to whoever asks from elsewhere. */
async function grantsOf(context: AppContext, by: Principal): Promise<ReadonlySet<string>> {
  const { settings, paths } = context.loaded
  if (by === 'token:mcp') return new Set(settings.mcp.grants)
  if (by.startsWith('token:')) return (await http()).grantsOfToken(context, by)
  return new (await import('../ui/telegram/inbound/access.ts')).AccessFile(paths.config).grants(by)
}
