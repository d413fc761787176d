import { join } from 'node:path'
import type { Hook } from '../../config/schema.ts'
import type { SettingOrigin } from '../../config/settings.ts'
import type { CommandLine } from '../../core/permissions/command-line.ts'
import { evaluate } from '../../core/permissions/policy.ts'
import { type RuleLists, type RuleVerdict, readRule } from '../../core/permissions/rules.ts'
import { readCommand } from '../../core/permissions/shell-parser.ts'
import { permissionMessages } from '../../messages/commands/permissions.ts'
import { type Category, fail, type Id, type JsonObject, type Tool } from '../../protocol/index.ts'
import { holderOf } from '../../std/fs/lock.ts'
import { journalPath, readEnvelopes } from '../../threads/journal.ts'
import { listThreads } from '../../threads/thread-store.ts'
import type { FolderOwner } from '../../tools/origin/folder-owners.ts'
import type { AppContext } from '../context/app-context.ts'
import { folderOwnersOf } from '../docs/file-origins.ts'
import { deciderOf, ruleLists } from '../tools/permission-rules.ts'
import { toolContext } from '../tools/tool-context.ts'

type RuleList = keyof RuleLists

/** Everything that may run without asking at this moment. */
export interface PermissionReport {
  /**
   * `readable` false: taken for the whole tool, or for all (deny, ask) or for nothing (allow). `idle`: the policy
   * leaves it without effect.
   */
  rules: { list: RuleList; rule: string; readable: boolean; from: RuleSource; idle?: true }[]
  /** The organisation's policy, where there is one. */
  policy: AppContext['loaded']['policy'] | null
  /** Conversations that a process has open, with what was allowed for as long as it does, as rules. */
  sessions: { conversation: Id; title: string; pid: number; tools: string[] }[]
  hooks: Hook[]
  /** Folders of which the person said whose text they hold, or that were found to be somebody else's. */
  folders: FolderOwner[]
  /** Hosts that commands in the sandbox may reach; none: no network. */
  sandboxHosts: string[]
}

type RuleSource = 'policy' | SettingOrigin['layer']

/**
 * The settings' rules and the organisation's, and what people allowed "for this session" in conversations that are
 * open in any process.
 */
export async function reportPermissions({ loaded, environment, sessionRules }: AppContext): Promise<PermissionReport> {
  const { policy, settings, origins } = loaded
  const { permissions, hooks, sandbox } = settings
  const isReadable = (rule: string) => readRule(rule).whole
  const flagged: Partial<Record<RuleList, readonly string[]>> = environment.rules ?? {}
  const rules = ruleLists.flatMap((list) => [
    ...(list === 'allow' ? [] : (policy?.[list] ?? [])).map((rule) => ({
      list,
      rule,
      readable: true,
      from: 'policy' as const,
    })),
    ...permissions[list].map((rule) => ({
      list,
      rule,
      readable: isReadable(rule),
      from: flagged[list]?.includes(rule) ? ('flag' as const) : origins[`permissions.${list}`].layer,
      ...(list === 'allow' && policy?.personalAllow === false ? { idle: true as const } : {}),
    })),
  ])
  const sessions = await openSessions(join(loaded.paths.home, 'conversations'), { pid: environment.pid, sessionRules })
  const folders = await folderOwnersOf(loaded, environment).known()
  return { rules, policy: policy ?? null, sessions, hooks, folders, sandboxHosts: sandbox.hosts }
}

/** The decision about a call, with the rules that made it. */
export interface PermissionVerdict {
  tool: string
  args: JsonObject
  category: Category
  verdict: RuleVerdict | null
  /**
   * In a conversation without text from outside, and after such text; `refuse` also where no sandbox contains what
   * must be contained.
   */
  outcome: 'run' | 'ask' | 'refuse'
  afterForeignText: 'run' | 'ask' | 'refuse'
  /** True if a sandbox contains it; null for tools that run nothing. */
  contained: boolean | null
  /** The commands that are seen in a shell line, and whether all of it was read. */
  line: { commands: string[]; certain: boolean; whole: boolean } | null
}

/**
 * Decides a call as a turn at this machine would, without running it. `words`: a tool and its arguments, or a shell
 * line.
 */
export async function explainPermission(
  parts: AppContext,
  words: readonly string[],
  signal: AbortSignal,
): Promise<PermissionVerdict> {
  const { tool, args } = callOf(await parts.tools.tools(), words, permissionMessages[parts.language].badArguments)
  const context = {
    ...toolContext(parts, parts.initial, { origin: 'oneshot', by: 'owner' }),
    conversation: '',
    turn: '',
    signal,
  }
  const contained = tool.isContained ? await tool.isContained(context) : null
  const decide = deciderOf(parts.loaded, parts.environment)
  const { categories, tools } = await parts.agent(parts.initial)
  const judgeCall = (tainted: boolean) =>
    evaluate(tool, args, {
      origin: 'oneshot',
      categories,
      ...(tools ? { tools } : {}),
      granted: () => false,
      rule: (ruled, given) => decide(ruled, given)?.list,
      session: () => false,
      tainted,
      contained: contained === true,
    }).do
  const line =
    tool.facts.subject === 'command' && typeof args.command === 'string'
      ? readCommand(args.command.normalize('NFC'))
      : null
  return {
    tool: tool.name,
    args,
    category: tool.category,
    verdict: decide(tool, args) ?? null,
    outcome: judgeCall(false),
    afterForeignText: judgeCall(true),
    contained,
    line: line && lineOf(line),
  }
}

const lineOf = ({ commands, certain, whole }: CommandLine) => ({
  commands: commands.map(({ text }) => text),
  certain,
  whole,
})

/** `write_file a.md`, `fetch_url https://…`, `agent {"action":"list"}`, or a shell line. */
function callOf(
  tools: readonly Tool[],
  words: readonly string[],
  badArguments: string,
): { tool: Tool; args: JsonObject } {
  const named = tools.find(({ name }) => name === words[0])
  const tool = named ?? tools.find(({ name }) => name === 'shell') ?? fail('bad-input', { detail: words.join(' ') })
  const rest = (named ? words.slice(1) : words).join(' ')
  if (named && rest.startsWith('{')) return { tool, args: parseArguments(rest, badArguments) }
  if (tool.facts.subject === 'command') return { tool, args: { command: rest } }
  if (rest === '') return { tool, args: {} }
  const name = ({ paths: 'path', folder: 'path', url: 'url', arguments: undefined } as const)[tool.facts.subject]
  return { tool, args: name === undefined ? parseArguments(rest, badArguments) : { [name]: rest } }
}

function parseArguments(text: string, sentence: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return fail('bad-input', { data: { sentence } })
}

async function openSessions(
  folder: string,
  own: { pid: number } & Pick<AppContext, 'sessionRules'>,
): Promise<PermissionReport['sessions']> {
  const sessions: PermissionReport['sessions'] = []
  for (const { id, title = '' } of await listThreads(folder)) {
    const holder = await holderOf(journalPath(folder, id))
    if (!holder) continue
    // A right taken back by this process stands in no journal.
    const isOwn = holder.pid === own.pid
    const tools = isOwn
      ? [...own.sessionRules.of(id)].sort()
      : await allowedSince(journalPath(folder, id), holder.epoch)
    if (tools.length > 0) sessions.push({ conversation: id, title, pid: holder.pid, tools })
  }
  return sessions
}

/**
 * Return the rights given for the conversation under this owner, as rules: the journal has each answer and the words of
 * its card.
 */
async function allowedSince(path: string, epoch: number): Promise<string[]> {
  const names = new Map<Id, string>()
  const allowed = new Set<string>()
  for await (const envelope of readEnvelopes(path)) {
    const { event } = envelope
    if (envelope.epoch !== epoch) continue
    if (event.type === 'tool.asked') names.set(event.id, event.ask.scope ?? event.ask.tool)
    if (event.type === 'tool.answered' && event.decision.choice === 'session') allowed.add(names.get(event.id) ?? '')
  }
  return [...allowed].filter(Boolean).sort()
}
