import { join } from 'node:path'
import { createChat } from '../core/chat.ts'
import type { FlowContext } from '../core/flow.ts'
import { beginShared, type OpenOptions, openEphemeral, openShared } from '../core/open.ts'
import { isOffered, type Permits, type Rule } from '../core/permission.ts'
import { openQueue } from '../core/queue.ts'
import type { StepTools } from '../core/service/talk-service.ts'
import type { ToolHooks, ToolRunParts } from '../core/tool-run.ts'
import { contextWindow } from '../llm/models.ts'
import { Notebook } from '../memory/notebook.ts'
import { turn as sentences } from '../messages/turn.ts'
import {
  type Conversation,
  type Id,
  type Input,
  isRemote,
  limits,
  type Principal,
  type Tool,
  type ToolContext,
} from '../protocol/index.ts'
import { once } from '../std/once.ts'
import { ulid } from '../std/ulid.ts'
import { isUntrusted, type Thread } from '../threads/thread.ts'
import { auditTo } from './audit.ts'
import type { BehindParts } from './behind.ts'
import { createHooks } from './hooks.ts'
import { afterwards } from './noticing.ts'
import type { AgentView, EngineParts } from './parts.ts'
import { ruleOf } from './rules.ts'
import { withServices } from './services.ts'
import { compressPages, keeper, summariser } from './summaries.ts'
import { todayLine } from './surroundings.ts'
import { schemasOf, withTools } from './turn-tools.ts'

/** What a surface may do with the conversations it opens. */
export interface SurfaceWishes {
  canAsk: boolean
  ephemeral?: boolean
  /** Nothing of it is on disk yet, and nothing shall be before something is said. */
  fresh?: boolean
  birth: { agent: string; workspace: string; profile: string }
}

/** Opens conversations over the chat flow. Everything that a turn needs comes together here, once per surface. */
export function createEngine(parts: EngineParts) {
  const { loaded, now } = parts
  const newId = () => ulid(+now())
  const folder = join(loaded.paths.home, 'conversations')
  // What was allowed for this session holds for one conversation, as long as this process has it.
  const sessions = new Map<Id, Set<string>>()
  const sessionOf = (id: Id) => sessions.get(id) ?? new Set<string>()
  const choices: Choices = {
    sessionOf,
    allow: (id, tool) => sessions.set(id, sessionOf(id).add(tool)),
    rule: ruleOf(loaded, parts.surroundings),
    ...hooksOf(parts),
  }

  const options = (wishes: SurfaceWishes): OpenOptions => ({
    folder,
    runtime: runtimeFor(loaded.paths.runtime, parts.surroundings.tempDir),
    pid: parts.surroundings.pid,
    birth: wishes.birth,
    flow: withServices(
      parts,
      withTools(parts.tools, (tools) => createChat(chatParts(parts, behind, tools, choices, wishes))),
      stepTools(parts, (tools) => chatParts(parts, behind, () => tools, choices, wishes)),
    ),
    now,
    newId,
    askMs: loaded.settings.limits.askMs,
    partialMs: limits.partialMs,
  })

  const open = async (id: Id, wishes: SurfaceWishes): Promise<Conversation> => {
    if (wishes.ephemeral) return openEphemeral(id, options(wishes))
    return wishes.fresh ? beginShared(id, options(wishes)) : openShared(id, options(wishes))
  }
  const behind = behindTurns(parts, folder, open)
  return { folder, newId, open, options, behind }
}

/** What is done for conversations behind and between their turns. */
function behindTurns(
  parts: EngineParts,
  folder: string,
  open: (id: Id, wishes: SurfaceWishes) => Promise<Conversation>,
): BehindParts {
  const { models, language, zone, now } = parts
  const { settings, paths } = parts.loaded
  const { limit, keep } = limits.window[settings.window.profile]
  const birth = { agent: settings.agent, workspace: settings.workspace, profile: settings.profile }
  return {
    models,
    settings,
    language,
    zone,
    now,
    notebook: new Notebook(paths.home),
    queue: openQueue(join(paths.state, 'jobs'), now),
    quiet: settings.window.profile === 'graph',
    compaction: settings.compaction,
    folder,
    lock: join(paths.state, 'jobs-runner'),
    pid: parts.surroundings.pid,
    window: { limit: settings.window.limit ?? limit, keep: settings.window.keep ?? keep },
    open: (id) => open(id, { canAsk: false, birth }),
    bookings: async (signal) => (await import('./bookings.ts')).keepBookings(parts, signal),
  }
}

/** A socket's path may have 104 bytes (macOS; Linux 108): where the home is too deep, sockets live in the temporary folder. */
export function runtimeFor(runtime: string, tempDir: string): string {
  return Buffer.byteLength(runtime) + 1 + 31 <= 103 ? runtime : join(tempDir, `assistant-${hash(runtime)}`)
}

function hash(text: string): string {
  let value = 5381
  for (const letter of text) value = (value * 33 + (letter.codePointAt(0) ?? 0)) % 0xffffffff
  return value.toString(36)
}

function chatParts(
  parts: EngineParts,
  behind: BehindParts,
  tools: () => readonly Tool[],
  choices: Choices,
  wishes: SurfaceWishes,
): Parameters<typeof createChat>[0] {
  const { settings } = parts.loaded
  const views = new Map<string, AgentView>()
  const grants = new Map<Principal, ReadonlySet<string>>()
  const viewOf = async (thread: Thread, { origin, by }: Input) => {
    const view = await parts.agent(thread)
    views.set(thread.agent, view)
    if (isRemote(origin)) grants.set(by, await parts.grants(by))
    return view
  }
  const permits = (input: Input, thread: Thread): Permits => {
    const view = views.get(thread.agent)
    return {
      origin: input.origin,
      categories: view?.categories ?? ['safe'],
      ...(view?.tools ? { tools: view.tools } : {}),
      granted: (tool) => grants.get(input.by)?.has(tool) ?? false,
      rule: choices.rule,
      session: choices.sessionOf(thread.id),
      tainted: thread.tainted === true || thread.messages.some(isUntrusted),
    }
  }
  return {
    // What the folder of this process says of its project is nobody else's business.
    pages: async (thread, input) => {
      const { pages } = await viewOf(thread, input)
      return isRemote(input.origin) ? { ...pages, instructions: '' } : pages
    },
    today: (now) => todayLine(now, parts.wall, parts.zone, parts.language),
    chooseModel: async (input, thread) => parts.models.choose(input, thread, (await viewOf(thread, input)).model),
    schemas: (input, thread) => schemasOf(tools().filter((tool) => isOffered(tool, permits(input, thread)))),
    window: behind.window,
    compaction: settings.compaction,
    summarise: (context) => summariser(behind, context),
    keep: (_, context) => keeper(behind, context.thread(), context),
    budget: ({ model }) => ({ chars: settings.contextMaxSize, tokens: contextWindow(model) * answerShare }),
    correction: ({ correction }) => correction,
    compressPages: (which, _, context) =>
      compressPages(behind, which === 'shared' ? ['workspace', 'agent'] : ['personal'], context.thread(), context),
    afterwards: (input, context) => afterwards({ ...behind, ephemeral: wishes.ephemeral === true }, input, context),
    limits: {
      rounds: settings.limits.toolRounds,
      sameCalls: limits.sameCalls,
      softMs: settings.limits.exchangeSoftMs,
      hardMs: settings.limits.exchangeHardMs,
    },
    route: parts.docs.route((input, thread) =>
      tools().some((tool) => tool.name === 'search_documents' && isOffered(tool, permits(input, thread))),
    ),
    toolRun: (input, context) => toolRun(parts, { input, context, tools: tools(), choices, permits, wishes }),
  }
}

/** Tools that a step of a service names, of those that chat would have: known, offered here, and asked about as ever. */
function stepTools(parts: EngineParts, chatWith: (tools: readonly Tool[]) => Parameters<typeof createChat>[0]): StepTools {
  return async (names, input, context) => {
    const all = await parts.tools.tools(context.thread())
    const chat = chatWith(all.filter(({ name }) => names.includes(name)))
    // The agent's rights are read with its pages.
    await chat.pages(context.thread(), input)
    return { schemas: chat.schemas(input, context.thread()), run: chat.toolRun(input, context) }
  }
}

/** What of a model's window a request may take, so that its answer has room. */
const answerShare = 0.8

/** What the person decided about tools beforehand, and for this session. */
interface Choices {
  sessionOf(id: Id): ReadonlySet<string>
  allow(id: Id, tool: string): void
  rule: Rule
  hooks?: ToolHooks
}

/** The person's commands around tool calls, where there are any. */
export function hooksOf({ loaded, surroundings: { cwd, env }, language }: EngineParts): { hooks?: ToolHooks } {
  const { hooks } = loaded.settings
  return hooks.length > 0 ? { hooks: createHooks(hooks, { cwd, env, silent: sentences[language].refusal('rule') }) } : {}
}

const validator = once(() => import('../tools/validate.ts'))

interface Running {
  input: Input
  context: FlowContext
  tools: readonly Tool[]
  choices: Choices
  permits(input: Input, thread: Thread): Permits
  wishes: SurfaceWishes
}

function toolRun(parts: EngineParts, { input, context, tools, choices, permits, wishes }: Running): ToolRunParts {
  const { settings } = parts.loaded
  const thread = context.thread()
  return {
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    async validate(tool, args) {
      const { validateArgs } = await validator()
      const problems = await validateArgs(tool.schema, args, parts.language)
      return problems.length > 0 ? problems.join('\n') : undefined
    },
    permits: () => permits(input, context.thread()),
    allowForSession: (tool) => choices.allow(thread.id, tool),
    ...(choices.hooks ? { hooks: choices.hooks } : {}),
    canAsk: wishes.canAsk,
    toolContext: (signal) => ({ ...toolContext(parts, thread, input), signal, turn: context.turn, conversation: thread.id }),
    toolMs: settings.limits.toolMs,
    askMs: settings.limits.askMs,
    sentences: sentences[parts.language],
    audit: auditTo(parts),
  }
}

/** What a tool may know, for turns and for calls by hand. */
export function toolContext(
  parts: EngineParts,
  { agent, workspace, profile }: Pick<Thread, 'agent' | 'workspace' | 'profile'>,
  { origin, by }: Pick<Input, 'origin' | 'by'>,
): Omit<ToolContext, 'signal' | 'turn' | 'conversation'> {
  const remote = isRemote(origin)
  const cwd = remote ? {} : { cwd: parts.surroundings.cwd }
  return { now: parts.now, zone: parts.zone, language: parts.language, origin, by, agent, workspace, profile, ...cwd }
}
