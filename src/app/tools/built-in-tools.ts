import { dirname, join } from 'node:path'
import { listSettings } from '../../config/list.ts'
import type { Paths } from '../../config/paths.ts'
import { isKey, type Setting, table } from '../../config/schema.ts'
import type { Secrets } from '../../config/secrets.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import type { DeedStore } from '../../core/deeds/store.ts'
import { undoTool } from '../../core/deeds/undo-tool.ts'
import { listTool } from '../../core/lists/tools.ts'
import { MoneyStore } from '../../core/money/money-store.ts'
import { moneyTool } from '../../core/money/tools.ts'
import { reminderTools } from '../../core/reminders/tools.ts'
import { ScheduleStore } from '../../core/schedules/store.ts'
import { type SchedulePorts, scheduleTool } from '../../core/schedules/tools.ts'
import type { AgentAdminPorts } from '../../memory/agent-tools.ts'
import { agentTools } from '../../memory/agent-tools.ts'
import { Notebook } from '../../memory/notebook.ts'
import { memoryTools } from '../../memory/tools.ts'
import type { Conversation, Id, MetadataEvent, Principal, Tool, ToolContext } from '../../protocol/index.ts'
import type { ConversationIndex } from '../../threads/conversation-index.ts'
import { loadThread } from '../../threads/journal.ts'
import { listThreads } from '../../threads/thread-store.ts'
import { searchConversations } from '../../threads/tools.ts'
import { calculator } from '../../tools/calculator.ts'
import { withCheckpoints } from '../../tools/checkpoints/checkpointed.ts'
import { checkpointsOf } from '../../tools/checkpoints/store.ts'
import { datetime } from '../../tools/datetime.ts'
import { clipboardTool } from '../../tools/desktop/clipboard.ts'
import { openUrl } from '../../tools/desktop/open-url.ts'
import { printImage } from '../../tools/desktop/print-image.ts'
import { type SettingsDoor, settingsTool } from '../../tools/desktop/settings.ts'
import type { PathPolicyOf } from '../../tools/files/file-errors.ts'
import { fileTools } from '../../tools/files/file-tools.ts'
import { type EditorFiles, type PathPolicyOptions, pathPolicyFor } from '../../tools/files/path-policy.ts'
import { mcpTool } from '../../tools/mcp/convert/mcp-tool.ts'
import { desktopEnv } from '../../tools/shell/environment.ts'
import { shellTools } from '../../tools/shell/tools.ts'
import { factSources } from '../context/fact-source.ts'
import { documentReader, folderOwnersOf, foreignFilesOf } from '../docs/file-origins.ts'
import { askDaemon, outboxOf } from '../environment/ask-daemon.ts'
import type { Environment } from '../environment/environment.ts'
import { showsHere } from '../environment/terminal-images.ts'
import { serverList } from '../mcp/mcp-servers.ts'
import { remindersOf } from '../reminders/reminder-store.ts'
import { accountTools, eventStartIn } from './account-tools.ts'
import { type DelegateDeps, delegateTask } from './delegate-task.ts'
import { picturesOf, webTools } from './web-tools.ts'

/** The running program, as tools need it. */
export interface ToolWorld {
  secrets: Secrets
  /** Ends what tools keep running between calls. */
  closing: AbortSignal
  editor: EditorFiles | undefined
}

/** The tools' way to conversations. */
type ConversationPorts = AgentAdminDeps & {
  delegated: DelegateDeps['open']
  index: ConversationIndex
  deeds: DeedStore
  schedules: Omit<SchedulePorts, 'tools'>
}

/** Parts that rooms make their tools of. */
interface RoomDeps {
  loaded: LoadedSettings
  environment: Environment
  conversations: ConversationPorts
  world: ToolWorld
  /** Files that may be reached, and whose they are. */
  fence: PathPolicyOptions
  policyOf: PathPolicyOf
  /** Every built-in tool, once all are made. */
  all(): readonly Tool[]
}

/** The built-in tools by room, in the order in which a model is told of them: one line each. */
const rooms: readonly ((deps: RoomDeps) => Tool[])[] = [
  () => [calculator, datetime],
  ({ fence, environment }) => fileTools(fence, { documents: documentReader(environment) }),
  ({ loaded, environment, world, policyOf }) =>
    webTools(loaded, world.secrets, environment, {
      fenceOf: policyOf,
      outbox: outboxOf({ loaded }),
      ask: async (request) => (await askDaemon({ loaded, environment }, request)) as { sent?: boolean } | undefined,
    }).tools,
  ({ loaded, world, policyOf }) => accountTools(loaded, world.secrets, policyOf),
  desktopTools,
  ({ loaded, conversations }) => memoryTools(loaded.paths.home, factSources(conversations.folder)),
  ({ conversations }) => [searchConversations(conversations.index, conversations.folder)],
  ({ loaded, conversations }) => agentTools(loaded.paths.home, agentAdminPorts(conversations)),
  ({ loaded, conversations }) => [
    delegateTask({
      open: conversations.delegated,
      sourcesOf: (scope) => new Notebook(loaded.paths.home).sources(scope),
    }),
  ],
  timeTools,
  ({ loaded, environment }) => [mcpTool(serverList(loaded, environment))],
  ({ conversations, all }) => [undoTool(conversations.deeds, all)],
  codeTools,
]

/** Every built-in tool. */
export function builtInTools(
  loaded: LoadedSettings,
  environment: Environment,
  conversations: ConversationPorts,
  world: ToolWorld,
): Tool[] {
  const { settings, paths } = loaded
  // A remote surface has no folder until the owner adds one for that sender (SPEC §3).
  const rootsOf = async ({ cwd, by }: ToolContext) => (cwd ? [cwd, ...settings.roots] : remoteFolders(paths.config, by))
  const fence: PathPolicyOptions = {
    ...{ home: paths.home, own: ownFolders(loaded), userHome: environment.userHome, roots: rootsOf },
    ...{ editor: world.editor, foreign: foreignFilesOf(loaded) },
    owners: folderOwnersOf(loaded, environment),
  }
  const policyOf: PathPolicyOf = (context) => pathPolicyFor(fence, context)
  const deps: RoomDeps = { loaded, environment, conversations, world, fence, policyOf, all: () => all }
  const checkpoints = checkpointsOf(paths.home, conversations.now)
  const all = rooms
    .flatMap((room) => room(deps))
    .map((tool) => withCheckpoints(tool, checkpoints))
    .map(refuseUnknownFields)
  return all
}

/** Folders of this program, which no tool looks into. */
const ownFolders = ({ paths }: LoadedSettings) => [
  ...[paths.home, dirname(paths.config), dirname(paths.secrets)],
  ...[paths.state, paths.cache, paths.runtime],
]

function desktopTools({ loaded, environment: { platform, env }, conversations, policyOf }: RoomDeps): Tool[] {
  const desktop = { platform, env: desktopEnv(env) }
  return [
    printImage(policyOf, picturesOf(loaded.paths), showsHere(env)),
    openUrl(desktop),
    clipboardTool(desktop),
    settingsTool(settingsDoor(loaded, conversations.now)),
  ]
}

function timeTools({ loaded, environment, conversations, world, all }: RoomDeps): Tool[] {
  const { paths } = loaded
  const reminders = remindersOf({ loaded })
  const unheard = async () => (await import('../reminders/reminder-clock.ts')).unheardReason({ loaded, environment })
  const schedules = new ScheduleStore(join(paths.home, 'schedules.jsonl'))
  return [
    ...reminderTools(reminders, unheard, eventStartIn(loaded, world.secrets)),
    listTool(paths.home, reminders),
    moneyTool(new MoneyStore(paths.home)),
    scheduleTool(schedules, { tools: all, ...conversations.schedules }),
  ]
}

function codeTools({ loaded, environment, world }: RoomDeps): Tool[] {
  const { settings, policy } = loaded
  const { env, userHome, platform, machine, node, tempDir } = environment
  return shellTools({
    ...{ env, userHome, own: ownFolders(loaded), platform, machine, node, tempDir },
    network: { hosts: settings.sandbox.hosts, privateHosts: settings.fetchHosts },
    limitMs: settings.limits.shellMs,
    foreign: foreignFilesOf(loaded),
    sandboxRequired: policy?.sandboxRequired ?? false,
    closing: world.closing,
  })
}

/** An unknown field is refused, not passed over: a value under a wrong name would be lost in silence. */
function refuseUnknownFields(tool: Tool): Tool {
  const isOpen = tool.checked === undefined && !('additionalProperties' in tool.schema)
  return isOpen ? { ...tool, checked: { ...tool.schema, additionalProperties: false } } : tool
}

async function remoteFolders(config: string, by: Principal): Promise<string[]> {
  if (!by.startsWith('telegram:')) return []
  return new (await import('../../ui/telegram/inbound/access.ts')).AccessFile(config).folders(by)
}

function settingsDoor(loaded: LoadedSettings, now: () => Date): SettingsDoor {
  return {
    path: loaded.paths.config,
    list: (language) => listSettings(loaded, language),
    isLocked,
    async set(key, value) {
      const { setSetting } = await import('../../config/write.ts')
      await setSetting(loaded.paths.config, key, value, now())
      return loaded.paths.config
    },
  }
}

/** Return true for a setting that decides about rights, about the clock, or about where keys and words are sent. */
function isLocked(key: string): boolean {
  const personal = isKey(key) && (table[key] as Setting<unknown>).personal === true
  return personal || /Url$|^(?:providers|services|mcp|telegram)\./.test(key)
}

interface AgentAdminDeps {
  paths: Paths
  now(): Date
  /** Folder of conversations. */
  folder: string
  open(id: Id): Promise<Conversation>
}

/** Changes of agents, workspaces and profiles outside of memory: settings and conversations. */
function agentAdminPorts({ paths, now, folder, open }: AgentAdminDeps): AgentAdminPorts {
  const appendEvent = async (id: Id, event: MetadataEvent) => {
    const conversation = await open(id)
    await conversation.append(event).finally(() => conversation.close())
  }
  const tune: AgentAdminPorts['tune'] = async (choice, { conversation }) => {
    // A conversation that is nowhere on disk (one-off, by hand) cannot go on with another agent.
    if (conversation && (await loadThread(folder, conversation)).seq > 0)
      await appendEvent(conversation, { type: 'conversation.tuned', ...choice })
  }
  return {
    settingsPath: paths.config,
    async activate(choice, context) {
      const { setSetting } = await import('../../config/write.ts')
      for (const [key, value] of Object.entries(choice)) await setSetting(paths.config, key, value, now())
      await tune(choice, context)
    },
    tune,
    async moveConversations(from, into) {
      for (const { id, profile } of await listThreads(folder))
        if (profile === from.id) await appendEvent(id, { type: 'conversation.tuned', profile: into.id })
    },
  }
}
