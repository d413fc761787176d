import { dirname, join } from 'node:path'
import { listSettings } from '../../config/list.ts'
import { isKey, type Setting, table } from '../../config/schema.ts'
import type { Secrets } from '../../config/secrets.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import { ReminderStore } from '../../core/reminders/store.ts'
import { reminderTools } from '../../core/reminders/tools.ts'
import { ScheduleStore } from '../../core/schedules/store.ts'
import { type SchedulePorts, scheduleTool } from '../../core/schedules/tools.ts'
import { agentTools } from '../../memory/agent-tools.ts'
import { memoryTools } from '../../memory/tools.ts'
import type { Principal, Tool, ToolContext } from '../../protocol/index.ts'
import type { ConversationIndex } from '../../threads/conversation-index.ts'
import { searchConversations } from '../../threads/tools.ts'
import { calculator } from '../../tools/calculator.ts'
import { checkpointsOf } from '../../tools/checkpoints/store.ts'
import { datetime } from '../../tools/datetime.ts'
import { clipboard } from '../../tools/desktop/clipboard.ts'
import { openUrl } from '../../tools/desktop/open-url.ts'
import { printImage } from '../../tools/desktop/print-image.ts'
import { type SettingsDoor, settingsTool } from '../../tools/desktop/settings.ts'
import { fileTools } from '../../tools/files/file-tools.ts'
import { type EditorFiles, type PathPolicyOptions, pathPolicyFor } from '../../tools/files/path-policy.ts'
import { mcpTool } from '../../tools/mcp/convert/mcp-tool.ts'
import { desktopEnv } from '../../tools/shell/environment.ts'
import { shellTools } from '../../tools/shell/tools.ts'
import { factSources } from '../context/fact-source.ts'
import { documentReader, foreignFilesOf } from '../docs/file-origins.ts'
import { askDaemon, outboxOf } from '../environment/ask-daemon.ts'
import type { Environment } from '../environment/environment.ts'
import { showsHere } from '../environment/terminal-images.ts'
import { serverList } from '../mcp/mcp-servers.ts'
import { deviceOf } from '../sync/device.ts'
import { accountTools } from './account-tools.ts'
import { type AgentAdminDeps, agentAdminPorts } from './agent-admin-ports.ts'
import { type DelegateDeps, delegateTask } from './delegate-task.ts'
import { picturesOf, webTools } from './web-tools.ts'

/** What tools need of the running program. */
export interface ToolWorld {
  secrets: Secrets
  /** Ends what tools keep running between calls. */
  closing: AbortSignal
  editor: EditorFiles | undefined
}

/** Every built-in tool, in the order in which a model is told of them: one line each. */
export function builtInTools(
  loaded: LoadedSettings,
  environment: Environment,
  conversations: AgentAdminDeps & {
    delegated: DelegateDeps['open']
    index: ConversationIndex
    schedules: Omit<SchedulePorts, 'tools'>
  },
  { secrets, closing, editor }: ToolWorld,
): Tool[] {
  const { settings, paths } = loaded
  const { userHome, env, platform, machine, node, tempDir } = environment
  const own = [paths.home, dirname(paths.config), dirname(paths.secrets), paths.state, paths.cache, paths.runtime]
  // A remote surface has no folder until the owner adds one for that sender (SPEC §3).
  const roots = async ({ cwd, by }: ToolContext) => (cwd ? [cwd, ...settings.roots] : remoteFolders(paths.config, by))
  const fence: PathPolicyOptions = { home: paths.home, own, userHome, roots, editor, foreign: foreignFilesOf(loaded) }
  const desktop = { platform, env: desktopEnv(env) }
  const all: Tool[] = [
    calculator,
    datetime,
    ...fileTools(fence, {
      checkpoints: checkpointsOf(paths.home, conversations.now),
      documents: documentReader(environment),
    }),
    ...webTools(loaded, secrets, environment, {
      fenceOf: (context) => pathPolicyFor(fence, context),
      outbox: outboxOf({ loaded }),
      ask: async (request) => (await askDaemon({ loaded, environment }, request)) as { sent?: boolean } | undefined,
    }).tools,
    ...accountTools(loaded, secrets, (context) => pathPolicyFor(fence, context)),
    printImage((context) => pathPolicyFor(fence, context), picturesOf(paths), showsHere(env)),
    openUrl(desktop),
    clipboard(desktop),
    settingsTool(settingsDoor(loaded, conversations.now)),
    ...memoryTools(paths.home, factSources(conversations.folder)),
    searchConversations(conversations.index, conversations.folder),
    ...agentTools(paths.home, agentAdminPorts(conversations)),
    delegateTask({ open: conversations.delegated }),
    ...reminderTools(new ReminderStore(join(paths.home, 'reminders.jsonl'), () => deviceOf(paths)), async () =>
      (await import('../reminders/reminder-clock.ts')).unheardReason({ loaded, environment }),
    ),
    scheduleTool(new ScheduleStore(join(paths.home, 'schedules.jsonl')), {
      tools: () => all,
      ...conversations.schedules,
    }),
    mcpTool(serverList(loaded, environment)),
    ...shellTools({
      env,
      userHome,
      own,
      platform,
      machine,
      node,
      network: { hosts: settings.sandbox.hosts, privateHosts: settings.fetchHosts },
      tempDir,
      limitMs: settings.limits.shellMs,
      foreign: foreignFilesOf(loaded),
      sandboxRequired: loaded.policy?.sandboxRequired ?? false,
      closing,
    }),
  ]
  return all.map(closed)
}

/** What it does not know is refused, not passed over: a value under a wrong name would be lost in silence. */
function closed(tool: Tool): Tool {
  const isOpen = tool.checked === undefined && !('additionalProperties' in tool.schema)
  return isOpen ? { ...tool, checked: { ...tool.schema, additionalProperties: false } } : tool
}

async function remoteFolders(config: string, by: Principal): Promise<string[]> {
  if (!by.startsWith('telegram:')) return []
  return new (await import('../../ui/telegram/inbound/access.ts')).AccessFile(config).folders(by)
}

function settingsDoor(loaded: LoadedSettings, now: () => Date): SettingsDoor {
  return {
    list: (language) => listSettings(loaded, language),
    isLocked,
    async set(key, value) {
      const { setSetting } = await import('../../config/write.ts')
      await setSetting(loaded.paths.config, key, value, now())
      return loaded.paths.config
    },
  }
}

/** What decides about rights, about the clock, or about where keys and words are sent. */
function isLocked(key: string): boolean {
  const personal = isKey(key) && (table[key] as Setting<unknown>).personal === true
  return personal || /Url$|^(?:providers|services|mcp|telegram)\./.test(key)
}
