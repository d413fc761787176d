import { join, resolve } from 'node:path'
import { turnMessages } from '../../../messages/engine/turn.ts'
import { tuiMessages } from '../../../messages/surfaces/tui.ts'
import { tuiPageMessages } from '../../../messages/surfaces/tui-pages.ts'
import { type Conversation, fail, type Id } from '../../../protocol/index.ts'
import { readThread } from '../../../threads/thread-store.ts'
import type { Servers, TuiEngine, TuiHost } from '../../../ui/tui/tui-host.ts'
import type { StartBot } from '../../admin/setup-work.ts'
import type { Assistant, ConversationOptions, ConversationSelector } from '../../assistant.ts'
import { documentReader, markOfFile } from '../../docs/file-origins.ts'
import type { Environment } from '../../environment/environment.ts'
import { paintFor } from '../../environment/terminal-images.ts'
import { runReminderClock } from '../../reminders/reminder-clock.ts'
import { runSchedulesHere } from '../../schedules/schedule-clock.ts'
import type { VoicePrograms } from '../voice/voice-session.ts'
import { ringFeed } from './announcements.ts'
import { readAttachment, serverOffers } from './attachments.ts'
import { exportTo } from './export.ts'
import { createFileFinder } from './file-finder.ts'
import { writeInstructions } from './first-instructions.ts'
import { createMcpPanel } from './mcp-panel.ts'
import { editInEditor, showInPager, showSource } from './open-external.ts'
import { ownCommands } from './own-commands.ts'
import {
  agentChoices,
  conversationChoices,
  lastLines,
  liveChoices,
  modelChoices,
  searchedConversations,
  workspaceChoices,
} from './picker-items.ts'
import { picturesOf } from './pictures.ts'
import {
  agentsReport,
  contextReport,
  docsReport,
  listsReport,
  memoryReport,
  permissionsReport,
  remindersReport,
  schedulesReport,
  toolsReport,
  usageReport,
} from './reports.ts'
import { rewindEngine } from './rewind.ts'
import { createSettingsDesk } from './settings.ts'
import { setUp } from './setup.ts'
import { untilStopped } from './until-stopped.ts'

/** Ports that wake the engine. */
export interface TuiHostOptions {
  environment: Environment
  which: ConversationSelector
  conversationOptions: ConversationOptions
  /** Programs that `/voice` starts. */
  voice: VoicePrograms
  /** Starter of the daemon for a bot that was set up. */
  startBot?: StartBot
  /** True while typed text belongs to a private conversation: then nothing of it is kept. */
  privacy?: { on: boolean }
}

/** The engine of a TUI, and what goes on behind the screen. */
export interface RunningEngine extends TuiEngine {
  /** Resolves when nothing goes on behind the screen any more, with the bug that ended it, if one did. */
  jobs: Promise<unknown>
  paint: NonNullable<TuiHost['paint']>
  servers: Servers
  /** Return what the person is told after the screen is gone, if anything. */
  close(): Promise<string | undefined>
}

/** The engine's side of the TUI, until the signal aborts: then `close` it. */
export function createTuiEngine(assistant: Assistant, options: TuiHostOptions, leaving: AbortSignal): RunningEngine {
  const { parts } = assistant
  // Somebody types: a model of this machine is read meanwhile.
  void parts.models.warm(leaving).catch(() => undefined)
  return {
    // Do the leftovers of turns meanwhile.
    jobs: Promise.all([
      assistant.jobs('surface', leaving),
      runReminderClock(parts, 'surface', leaving),
      runSchedulesHere(assistant, 'surface', leaving),
    ]).then(
      () => undefined,
      (error: unknown) => error,
    ),
    ...conversationsOf(assistant, options),
    ...choicesOf(assistant),
    setup: (ask, tell, progress, stop) =>
      untilStopped({ tell, progress }, { leaving, stop }, assistant.language, (person, signal) =>
        setUp(assistant, ask, person, signal, options.startBot),
      ),
    async offerModel(answer, ask, tell, progress, stop) {
      const { offerModel } = await import('./offer-model.ts')
      return untilStopped({ tell, progress }, { leaving, stop }, assistant.language, (person, signal) =>
        offerModel(assistant, answer, ask, person, signal),
      )
    },
    async sync(ask, tell) {
      const { syncHere } = await import('../../sync/sync-chat.ts')
      await syncHere(assistant, ask, tell, leaving)
    },
    init: (ask) => writeInstructions(assistant, ask, leaving),
    ...reportsOf(assistant, leaving),
    ...ringFeed(parts),
    ...filesOf(assistant, options.environment.cwd, leaving),
    ...picturesOf(assistant, leaving),
    async voice(...args) {
      const { tuiVoice } = await import('./voice.ts')
      return tuiVoice(assistant, options.voice)(...args)
    },
    past: ({ id }) => readThread(join(assistant.home, 'conversations'), id),
    page: (text, outside) => showInPager(parts, text, outside),
    write: (text, outside) => editInEditor(parts, text, outside),
    show: (source, outside) => showSource(parts, source, outside),
    settings: createSettingsDesk(assistant, leaving),
    servers: createMcpPanel(assistant, leaving),
    paint: (picture, room) => paintFor(parts.environment.env, picture, room),
  }
}

/** Has the daemon go on with what runs when this chat is left, and notes that it does. */
async function leaveTo(assistant: Assistant, id: Id, left: { isLeft: boolean }): Promise<boolean> {
  const { leaveToDaemon } = await import('../daemon/take-over.ts')
  const isTaken = await leaveToDaemon(assistant, id)
  left.isLeft ||= isTaken
  return isTaken
}

/** Conversations that are opened here are closed here. */
function conversationsOf(
  assistant: Assistant,
  { which, conversationOptions, privacy = { on: false } }: TuiHostOptions,
) {
  const open = new Set<Conversation>()
  const left = { isLeft: false }
  const heir = (id: Id) => leaveTo(assistant, id, left)
  const opened = async (wanted: ConversationSelector, isPrivate = conversationOptions.private === true) => {
    const more = isPrivate ? { ephemeral: true, private: true } : { heir }
    const conversation = await assistant.open(wanted, { ...conversationOptions, ...more })
    privacy.on = isPrivate
    open.add(conversation)
    return conversation
  }
  return {
    open: () => opened(which),
    fresh: () => opened({ kind: 'new' }),
    private: () => opened({ kind: 'new' }, true),
    resume: (id) => opened({ kind: 'id', id }),
    async fork({ id }) {
      const { id: made } = await assistant.conversations.fork(id, {})
      return opened({ kind: 'id', id: made })
    },
    async handoff({ id }) {
      const { handoffToTelegram } = await import('../daemon/daemon.ts')
      await handoffToTelegram(assistant, id)
      return tuiMessages[assistant.language].handedOff
    },
    rewind: rewindEngine(assistant, opened),
    export: async ({ id }, path) => exportTo(assistant, id, path),
    async close() {
      for (const conversation of open) await conversation.close()
      return left.isLeft ? tuiMessages[assistant.language].leftToDaemon : undefined
    },
  } satisfies Partial<RunningEngine>
}

function choicesOf(assistant: Assistant) {
  return {
    conversations: () => conversationChoices(assistant),
    search: (words) => searchedConversations(assistant, words),
    last: (id) => lastLines(assistant, id),
    rename: (id, title) => assistant.conversations.rename(id, title),
    remove: (id) => assistant.conversations.remove(id),
    async live(here) {
      const { attachableChats } = await import('../daemon/daemon.ts')
      return liveChoices(assistant, await attachableChats(assistant), here)
    },
    models: () => modelChoices(assistant),
    hasModel: async () => (await assistant.model()).provider !== 'offline',
    async nextModel() {
      const [{ model }, failure] = [await assistant.model(), await assistant.ready()]
      const isOpen = failure?.code === 'model-missing'
      return { model, ...(isOpen && { problem: turnMessages[assistant.language].failure(failure) }) }
    },
    agents: () => agentChoices(assistant),
    workspaces: () => workspaceChoices(assistant),
    async chooseModel(conversation, id) {
      await conversation.append({ type: 'conversation.tuned', model: id })
      const [provider = '', ...name] = id.split(':')
      const model = name.join(':')
      const { recordSettings } = await import('../../context/record-deed.ts')
      const keep = () => assistant.keepModel(provider, model)
      const isKept = await recordSettings(assistant.parts, `providers.${provider}.model`, keep)
      return isKept ? tuiPageMessages[assistant.language].modelKept(provider, model) : undefined
    },
    async chooseAgent(conversation, id) {
      const [workspace, agent] = id.split('/')
      if (!workspace || !agent) fail('bad-input', { detail: id })
      await conversation.append({ type: 'conversation.tuned', agent, workspace })
    },
    async keepTheme(theme) {
      const { setSetting } = await import('../../../config/write.ts')
      const { recordSettings } = await import('../../context/record-deed.ts')
      const { parts } = assistant
      const keep = () => setSetting(parts.loaded.paths.config, 'tui.theme', theme, parts.now())
      await recordSettings(parts, 'tui.theme', keep)
    },
  } satisfies Partial<RunningEngine>
}

function reportsOf(assistant: Assistant, leaving: AbortSignal) {
  return {
    context: async ({ id }) => contextReport(assistant, id),
    usage: async ({ id }) => usageReport(assistant, id),
    memory: (words) => memoryReport(assistant, words, { now: assistant.parts.now(), zone: assistant.parts.zone }),
    tools: () => toolsReport(assistant),
    agentList: () => agentsReport(assistant),
    reminders: () => remindersReport(assistant),
    lists: (words) => listsReport(assistant, words),
    schedules: (words) => schedulesReport(assistant, words),
    permissions: (words) => permissionsReport(assistant, words, leaving),
    docs: (workspace) => docsReport(assistant, workspace, leaving),
    compact: ({ id }) => assistant.compact(id, leaving),
  } satisfies Partial<RunningEngine>
}

function filesOf(assistant: Assistant, cwd: string, leaving: AbortSignal) {
  const { loaded, environment } = assistant.parts
  const { resource, ...offers } = serverOffers(assistant, leaving)
  const commands = ownCommands(assistant.parts)
  return {
    files: createFileFinder(cwd),
    async attach(path) {
      const file = await readAttachment(resolve(cwd, path.replace(/^~(?=\/)/, environment.userHome)), path, {
        mark: (file, bytes) => markOfFile(loaded, { ...environment, cwd }, file, bytes),
        document: (file, bytes) => documentReader(environment)(file, bytes, leaving),
        say: tuiMessages[assistant.language],
        language: assistant.language,
      })
      if (file) return file
      const text = await resource(path)
      return text === undefined ? undefined : { text, source: `mcp ${path.split(':')[0]}` }
    },
    prompts: async () => [...(await commands.list()), ...(await offers.prompts())],
    prompt: async (name, args) => (await commands.fill(name, args)) ?? offers.prompt(name, args),
  } satisfies Partial<RunningEngine>
}
