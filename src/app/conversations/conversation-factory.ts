import { join } from 'node:path'
import type { FlowContext } from '../../core/flow.ts'
import { openQueue } from '../../core/jobs/job-queue.ts'
import { createLazy, type OpenOptions, openEphemeral, openShared } from '../../core/ownership/shared-conversation.ts'
import { carriedBy } from '../../core/permissions/carried.ts'
import { guestTools } from '../../core/permissions/owner-tools.ts'
import { isOffered, type PermissionContext } from '../../core/permissions/policy.ts'
import type { StepTools } from '../../core/service/service.ts'
import { type ChatDeps, createChat } from '../../core/turn/chat-flow.ts'
import type { ForeseenReplies } from '../../core/turn/foreseen-replies.ts'
import type { ToolRunDeps } from '../../core/turn/tool-runner.ts'
import { Notebook } from '../../memory/notebook.ts'
import { isGuest } from '../../memory/profiles.ts'
import { turnMessages } from '../../messages/engine/turn.ts'
import {
  type Conversation,
  type ConversationScope,
  type Id,
  type Input,
  isRemote,
  limits,
  type Tool,
} from '../../protocol/index.ts'
import { isSmallTalk } from '../../std/korean/dialogue/small-talk.ts'
import { once } from '../../std/once.ts'
import { ulid } from '../../std/ulid.ts'
import type { Thread } from '../../threads/thread.ts'
import { foreignSources } from '../../threads/untrusted.ts'
import { batchedFacts, type JobContext } from '../background/background-jobs.ts'
import { afterTurn } from '../background/extract-facts.ts'
import { createSummarizer, keepNothing, saveFactsBeforeSummary } from '../background/summarizer.ts'
import type { AgentView, AppContext } from '../context/app-context.ts'
import { type OwnTexts, placeOf, readOwnTexts, withGuide } from '../context/prompt-texts.ts'
import { toolSchemas, withTools } from '../context/tool-source.ts'
import { homeSources } from '../docs/file-origins.ts'
import { todayLine } from '../environment/environment.ts'
import { runtimeFor } from '../environment/runtime-folder.ts'
import { withServices } from '../services/service-registry.ts'
import { auditTo } from '../tools/audit-log.ts'
import { modeOf } from '../tools/permission-rules.ts'
import { createChoices, type ToolChoices } from '../tools/tool-choices.ts'
import { patienceFor, requireTools, toolContext, toolNames } from '../tools/tool-context.ts'
import { arrangeTools, type ToolList } from '../tools/tool-groups.ts'
import { afterForeseen } from './after-foreseen.ts'
import { foreseeReply } from './foresee-reply.ts'
import { recallFor } from './recall-for-turn.ts'
import { type TakeOverOptions, takeOverOptions } from './take-over.ts'
import { turnHooks } from './turn-hooks.ts'
import { unattendedTools } from './unattended-tools.ts'

/** Rights of a surface over the conversations it opens. */
export interface SurfaceOptions extends TakeOverOptions {
  canAsk: boolean
  ephemeral?: boolean
  /** No tool keeps anything of it in memory, and the log of calls has no arguments. */
  private?: boolean
  /** Nothing of it is on disk yet, and nothing shall be before something is said. */
  fresh?: boolean
  initial: ConversationScope
}

/** Opens conversations over the chat flow. Everything that a turn needs comes together here, once per surface. */
export function createConversationFactory(parts: AppContext) {
  const { loaded, now } = parts
  const newId = () => ulid(+now())
  const folder = join(loaded.paths.home, 'conversations')
  const choices = createChoices(parts)
  const hooked = turnHooks(parts, newId)
  const replies: ForeseenReplies = new Map()
  const chatFor = (options: SurfaceOptions) => (tools: readonly Tool[]) =>
    chatDeps(parts, jobs, turnResolver(parts, tools, choices, options), options)
  const openOptions = (options: SurfaceOptions, id?: Id): OpenOptions => ({
    folder,
    runtime: runtimeFor(loaded.paths.runtime, parts.environment.tempDir),
    initial: options.initial,
    language: parts.language,
    flow: hooked(
      withServices(
        parts,
        withTools(parts.tools, (tools) => createChat(afterForeseen(replies, chatFor(options)(tools)))),
        stepTools(parts, choices, options),
      ),
    ),
    foresee: (...what) => foreseeReply(parts, { replies, chat: chatFor(options) }, ...what),
    now,
    newId,
    askMs: loaded.settings.limits.askMs,
    partialMs: limits.partialMs,
    ...takeOverOptions(parts, options, id),
  })

  const open = async (id: Id, options: SurfaceOptions): Promise<Conversation> => {
    if (options.ephemeral) return openEphemeral(id, openOptions(options))
    return options.fresh ? createLazy(id, openOptions(options, id)) : openShared(id, openOptions(options, id))
  }
  const jobs = jobContext(parts, folder, open)
  return { folder, newId, open, options: openOptions, jobs }
}

/** Return the context of the jobs behind and between a conversation's turns. */
function jobContext(
  parts: AppContext,
  folder: string,
  open: (id: Id, options: SurfaceOptions) => Promise<Conversation>,
): JobContext {
  const { models, language, zone, now } = parts
  const { settings, paths } = parts.loaded
  const { limit, keep } = limits.window[settings.window.profile]
  return {
    ...{ models, settings, language, zone, now },
    notebook: new Notebook(paths.home),
    factsOf: parts.factsOf,
    queue: openQueue(join(paths.state, 'jobs'), now, batchedFacts),
    quiet: settings.window.profile === 'graph',
    folder,
    lock: join(paths.state, 'jobs-runner'),
    pid: parts.environment.pid,
    window: { limit: settings.window.limit ?? limit, keep: settings.window.keep ?? keep },
    open: (id) => open(id, { canAsk: false, initial: parts.initial }),
    index: (signal) => parts.index.catchUp(signal).catch(() => {}),
    documents: (signal) => parts.docs.watch(settings.workspace, signal),
    sync: async (signal) => (await import('../sync/follow-sync.ts')).followSync({ paths, now: () => +now() }, signal),
    bookings: async (signal) =>
      (await import('../services/scheduled-transfers.ts')).runScheduledTransfers(parts, signal),
  }
}

function chatDeps(
  parts: AppContext,
  jobs: JobContext,
  resolveTurn: ChatDeps['resolveTurn'],
  options: SurfaceOptions,
): ChatDeps {
  const { settings } = parts.loaded
  return {
    resolveTurn,
    today: (now) => todayLine(now, parts.wall, parts.zone, parts.language),
    window: jobs.window,
    compaction: settings.compaction,
    summarise: (context) => createSummarizer(jobs, context),
    keep: (_, context) => {
      const who = context.thread()
      return options.private || isGuest(who.profile) ? keepNothing : saveFactsBeforeSummary(jobs, who, context)
    },
    budget: ({ window = Number.POSITIVE_INFINITY }) => ({
      chars: settings.contextMaxSize,
      tokens: window * answerShare,
    }),
    correction: ({ correction }) => correction,
    problems: async (schema, value, signal) =>
      (await validator()).validateArgs(schema, value as never, parts.language, signal),
    recall: (input, context) => recallFor(parts, input, context.thread(), jobs.window.limit, options.ephemeral),
    afterwards: (input, context) =>
      afterAnswer(parts, { ...jobs, ephemeral: options.ephemeral === true }, input, context),
    limits: {
      rounds: settings.limits.toolRounds,
      sameCalls: limits.sameCalls,
      softMs: settings.limits.exchangeSoftMs,
      hardMs: settings.limits.exchangeHardMs,
    },
  }
}

/** Reads the agent's files and the grants of who asks once for a turn, and hands down what follows from them. */
function turnResolver(
  parts: AppContext,
  tools: readonly Tool[],
  choices: ToolChoices,
  options: SurfaceOptions,
): ChatDeps['resolveTurn'] {
  return async (input, context) => {
    const { view, list, texts, run } = await resolveTools(parts, tools, choices, options, input, context, 'grouped')
    const model = await parts.models.choose(input, context.thread(), view.model)
    const place = { ...placeOf(parts, input.origin), model: model.model }
    return {
      model,
      schemas: (thread) => toolSchemas(list.listed(thread.messages), parts.language, texts),
      run,
      // A project's own folder is nobody else's business.
      pages: async () => {
        const { pages } = await parts.agent(context.thread())
        const here = isRemote(input.origin) ? { ...pages, instructions: '' } : pages
        const { surface = '', ...told } = withGuide(here, list.all, place, parts.language, texts)
        return { ...told, surface: [surface, input.options?.append].filter(Boolean).join('\n\n') }
      },
      route: parts.docs.route(() => list.all.some(({ name }) => name === 'search_documents')),
    }
  }
}

/**
 * The agent as its files say now, and of `tools` those that it may use here: all listed, or the seldom used ones in
 * groups.
 */
async function resolveTools(
  parts: AppContext,
  tools: readonly Tool[],
  choices: ToolChoices,
  options: SurfaceOptions,
  input: Input,
  context: FlowContext,
  how: 'listed' | 'grouped' = 'listed',
): Promise<{ view: AgentView; list: ToolList; texts: OwnTexts; run: ToolRunDeps }> {
  const remote = isRemote(input.origin)
  const [view, grants, texts] = await Promise.all([
    parts.agent(context.thread()),
    remote ? parts.grants(input.by) : new Set<string>(),
    readOwnTexts(parts.loaded.paths.home),
  ])
  // Its pages stand in every request: what they hold from outside was read.
  const notebook = new Notebook(parts.loaded.paths.home)
  const [noted, facts, brought] = await Promise.all([
    notebook.sources(context.thread()),
    notebook.facts(context.thread()),
    homeSources(parts.loaded, parts.environment),
  ])
  const remembered = [...noted, ...brought]
  const isTainted = (thread: Thread) => remembered.length > 0 || foreignSources(thread).length > 0
  const knowledge = {
    readsOf: (tool: string) => parts.factsOf(tool).reads,
    remembered: facts.map(({ text }) => text),
    holdsKey: (text: string) => parts.secrets.redact(text) !== text,
  }
  const only = input.options?.tools
  if (only) requireTools(only, tools, parts.language)
  const permits = (thread: Thread): PermissionContext => ({
    origin: input.origin,
    categories: view.categories,
    ...modeOf(thread, parts.loaded),
    ...toolNames(view.tools, only ?? unattendedTools(input, tools)),
    granted: (tool) => grants.has(tool),
    rule: choices.rule,
    // Whoever named tools for this turn has agreed to them, where the policy lets them; restricted ones are asked
    // about as ever.
    session: (tool, args) =>
      choices.isAllowed(thread.id, tool, args) ||
      (parts.loaded.policy?.personalAllow !== false && only?.includes(tool.name) === true),
    tainted: isTainted(thread),
    carried: (args) =>
      carriedBy(args, {
        ...{ ...knowledge, messages: thread.messages, tainted: isTainted(thread) },
        remembered: [...knowledge.remembered, ...thread.summaries],
      }),
  })
  // A service that its owner has written acts by itself: this limits the words of a guest.
  const all = how === 'grouped' && isGuest(context.thread().profile) ? guestTools(tools, grants) : tools
  const offered = all.filter((tool) => isOffered(tool, permits(context.thread())))
  // Tools that an agent's owner chose are few, and all of them are meant.
  const list =
    how === 'grouped' && !view.tools && !only
      ? arrangeTools(offered, parts.language)
      : { all: offered, listed: () => offered }
  const known = [...tools, ...list.all.filter((tool) => !offered.includes(tool))]
  const run = toolRun(parts, { input, context, tools: known, choices, permits, options, remembered })
  return { view, list, texts, run }
}

/**
 * Do the work behind a shown answer; the next conversation is to find this one. A greeting on a command line is not
 * worth opening the index for: it is taken in with the next words. Sessions of programs are taken in by their
 * searchers.
 */
function afterAnswer({ index }: AppContext, jobs: Parameters<typeof afterTurn>[0], input: Input, context: FlowContext) {
  if (!jobs.ephemeral && input.origin !== 'http' && !(input.origin === 'oneshot' && isSmallTalk(input.text)))
    setImmediate(() => void index.read(context.thread().id).catch(() => {}))
  return afterTurn(jobs, input, context)
}

/**
 * Tools that a step of a service names, of those that chat would have: known, offered here, and asked about as ever.
 */
function stepTools(parts: AppContext, choices: ToolChoices, options: SurfaceOptions): StepTools {
  return async (names, input, context) => {
    const named = (await parts.tools.tools(context.thread())).filter(({ name }) => names.includes(name))
    const { list, texts, run } = await resolveTools(parts, named, choices, options, input, context)
    return { schemas: () => toolSchemas(list.all, parts.language, texts), run }
  }
}

/** The part of a model's window that a request may take, so that its answer has room. */
const answerShare = 0.8
const validator = once(() => import('../../tools/validate.ts'))

interface Running {
  input: Input
  context: FlowContext
  tools: readonly Tool[]
  choices: ToolChoices
  permits(thread: Thread): PermissionContext
  options: SurfaceOptions
  remembered: readonly string[]
}

function toolRun(
  parts: AppContext,
  { input, context, tools, choices, permits, options, remembered }: Running,
): ToolRunDeps {
  const { settings } = parts.loaded
  const thread = context.thread()
  const agreed = new Set<string>()
  return {
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    async validate(tool, args) {
      const { validateArgs } = await validator()
      const problems = await validateArgs(tool.checked ?? tool.schema, args, parts.language, context.signal)
      return problems.length > 0 ? problems.join('\n') : undefined
    },
    permits: () => ({ ...permits(context.thread()), agreed }),
    ranByRule: choices.ranByRule(thread.id),
    scopeOf: choices.scopeOf,
    allowForSession: (scope) => choices.allow(thread.id, scope),
    agree: (key) => agreed.add(key),
    sources: () => [...foreignSources(context.thread()), ...remembered],
    ...(isRemote(input.origin) ? {} : { ruleFor: choices.ruleFor, allowAlways: choices.allowAlways }),
    ...(choices.hooks ? { hooks: choices.hooks } : {}),
    canAsk: options.canAsk,
    ...(options.ephemeral || options.private
      ? {}
      : { deeds: parts.deeds.journalOf(thread.profile, input.by, parts.now) }),
    toolContext: (signal) => ({
      ...toolContext(parts, thread, input),
      ...(options.ephemeral ? { ephemeral: true as const } : {}),
      ...(options.private ? { private: true as const } : {}),
      signal,
      turn: context.turn,
      conversation: thread.id,
      sources: [...foreignSources(context.thread()), ...remembered],
    }),
    toolMs: settings.limits.toolMs,
    askMs: patienceFor(input, settings.limits),
    sentences: turnMessages[parts.language],
    audit: options.private ? (entry) => auditTo(parts, input)({ ...entry, args: {} }) : auditTo(parts, input),
  }
}
