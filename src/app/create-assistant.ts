import { existsSync } from 'node:fs'
import { ensureHome, pathsIn } from '../memory/home-layout.ts'
import { failureOf, type Id } from '../protocol/index.ts'
import { tellDamage } from '../std/fs/damage.ts'
import { format, formatOfHome, newerCode, refuseNewer } from '../std/fs/format.ts'
import { loadThread } from '../threads/journal.ts'
import { emptyThread } from '../threads/thread.ts'
import { reportContext } from './admin/context-report.ts'
import { createMemoryAdmin } from './admin/memory-admin.ts'
import { recordMemoryDeeds } from './admin/memory-deeds.ts'
import { createToolRunner } from './admin/tool-runner.ts'
import type { Assistant, Environment } from './assistant.ts'
import {
  compactNow,
  idleJobs,
  type JobContext,
  runJobs,
  runJobsOnce,
  undoCompaction,
} from './background/background-jobs.ts'
import type { AppContext } from './context/app-context.ts'
import { factSources } from './context/fact-source.ts'
import { createConversationFactory } from './conversations/conversation-factory.ts'
import { createConversationStore } from './conversations/conversation-store.ts'
import { conversationOpener } from './conversations/open-conversation.ts'
import { createContext } from './create-context.ts'
import { type LoadedConfig, loadConfig, warningsOf } from './environment/load-config.ts'
import type { HostExtensions } from './models/embedder-parts.ts'

/**
 * A place that takes nothing now: full, of somebody else, or read-only. One that is no folder is a mistake in the
 * settings.
 */
const unwritable: readonly string[] = ['EACCES', 'ENOENT', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EIO', newerCode]

/** Settings and files → the assistant. The only place that knows which parts exist. */
export async function createAssistant(
  environment: Environment,
  prepared?: LoadedConfig,
  own: HostExtensions = {},
): Promise<Assistant> {
  const config = prepared ?? (await loadConfig(environment))
  const { home } = config.loaded.paths
  await prepareHome(config).catch((error) => {
    // A sum needs no home: whoever only asks is answered where nothing can be written.
    const { code, detail = '' } = failureOf(error)
    if (code !== 'storage' || !unwritable.includes(detail)) throw error
    tellDamage({ path: home, faults: [], refused: detail })
  })
  const { context, agents, mcp, asker, close } = createContext(environment, config, own)
  const { language, zone, now, initial, index, docs } = context
  const conversations = createConversationFactory(context)
  return {
    language,
    home,
    initial,
    parts: context,
    docs,
    now,
    close,
    get warnings() {
      return warningsOf(context)
    },
    get mcpAsker() {
      return asker.current
    },
    set mcpAsker(surface) {
      asker.current = surface
    },
    ...modelQueries(context),
    ...jobControls(conversations.jobs, context),
    ...reports(context, conversations.folder),
    agents: agents.list,
    open: conversationOpener(context, conversations),
    conversations: createConversationStore(conversations, { zone, language, now, profile: initial.profile, index }),
    tools: createToolRunner(context),
    memory: recordMemoryDeeds(
      createMemoryAdmin(home, initial, zone, now, factSources(conversations.folder)),
      context,
      initial.profile,
    ),
    mcp: mcp.get,
    undecidedServers: mcp.undecided,
    serve: async (options) => (await import('./http/http-server.ts')).startServing(context, conversations, options),
  }
}

/** A home with all that it needs, in the present form; nothing is done to one that a newer version keeps. */
async function prepareHome({ loaded: { paths, settings }, now }: LoadedConfig): Promise<void> {
  const { home } = paths
  refuseNewer(home)
  await (await import('./sync/home-restore.ts')).finishCutRestore(paths)
  if (existsSync(pathsIn(home).profiles) && formatOfHome(home) < format) {
    const { migrateHome } = await import('./admin/migrate-home.ts')
    await migrateHome(paths, now())
  }
  await ensureHome(home, now(), settings.language)
}

/** Queries about models: the one that would answer, and all there are. */
function modelQueries({
  models,
  loaded,
}: AppContext): Pick<Assistant, 'ready' | 'model' | 'models' | 'keepModel' | 'describeModel' | 'forgetModel'> {
  return {
    ready: async () => (await models.current()).failure,
    async model() {
      const { provider, model } = await models.current()
      return { provider, model }
    },
    models: () => models.list(AbortSignal.timeout(loaded.settings.limits.firstByteMs)),
    keepModel: (provider, model) => models.keepChoice(provider, model),
    describeModel: (name, signal) => models.describe(name, signal),
    forgetModel: (name) => models.forget(name),
  }
}

/** Work between turns. */
function jobControls(
  jobs: JobContext,
  context: AppContext,
): Pick<Assistant, 'compact' | 'uncompact' | 'jobs' | 'jobsOnce' | 'idleJobs'> {
  return {
    compact: (conversation, signal) => compactNow(jobs, conversation, signal),
    uncompact: (conversation, undo) => undoCompaction(jobs, conversation, undo),
    async jobs(rank, signal) {
      const { keepDailyBackups } = await import('./background/daily-backups.ts')
      await Promise.all([runJobs(jobs, rank, signal), keepDailyBackups(context, signal)])
    },
    jobsOnce: (signal) => runJobsOnce(jobs, signal),
    idleJobs: () => idleJobs(jobs),
  }
}

/** Reports of the program about itself. */
function reports(context: AppContext, folder: string): Pick<Assistant, 'context' | 'usage' | 'doctor'> {
  return {
    async context(conversation?: Id, question?: string) {
      const loaded = conversation ? await loadThread(folder, conversation) : emptyThread('')
      const thread = loaded.seq === 0 ? { ...loaded, ...context.initial } : loaded
      return reportContext(context, { view: await context.agent(thread), thread }, question)
    },
    async usage() {
      const { readUsage } = await import('../threads/usage.ts')
      return Array.fromAsync(readUsage(folder))
    },
    async *doctor(options) {
      const { diagnoseHome: diagnose } = await import('./admin/doctor.ts')
      yield* diagnose(context, options)
    },
  }
}
