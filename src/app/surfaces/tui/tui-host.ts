import { resolve } from 'node:path'
import { tui as words } from '../../../messages/surfaces/tui.ts'
import { type Conversation, fail } from '../../../protocol/index.ts'
import type { Servers, TuiHost } from '../../../ui/tui/effects/tui-host.ts'
import type { Assistant, ConversationOptions, ConversationSelector } from '../../assistant.ts'
import type { Environment } from '../../environment/environment.ts'
import { paintFor } from '../../environment/terminal-images.ts'
import { runReminderClock } from '../../reminders/reminder-clock.ts'
import type { VoicePrograms } from '../voice/voice-session.ts'
import { ringing } from './announcements.ts'
import { readAttachment, serverOffers } from './attachments.ts'
import { exportTo } from './export.ts'
import { findFiles } from './find-files.ts'
import { createMcpPanel } from './mcp-panel.ts'
import { editInEditor, showSource } from './open-external.ts'
import { agentChoices, conversationChoices, liveChoices, modelChoices } from './picker-items.ts'
import { contextReport, docsReport, memoryReport, toolsReport, usageReport } from './reports.ts'

/** What the engine is woken for. */
export interface TuiHostOptions {
  surroundings: Environment
  which: ConversationSelector
  wishes: ConversationOptions
  /** What `/voice` starts. */
  voice: VoicePrograms
}

/** What of the TUI's host needs the engine, and what goes on behind the screen. */
export interface EngineHost
  extends Omit<
    TuiHost,
    'language' | 'now' | 'birth' | 'first' | 'bell' | 'place' | 'drafts' | 'touched' | 'history' | 'remember' | 'say'
  > {
  /** Resolves when nothing goes on behind the screen any more, with the bug that ended it, if one did. */
  jobs: Promise<unknown>
  servers: Servers
  close(): Promise<void>
}

/** The engine's side of the TUI, until the signal aborts: then `close` it. */
export function createTuiHost(
  assistant: Assistant,
  { which, wishes, voice, surroundings: { cwd } }: TuiHostOptions,
  leaving: AbortSignal,
): EngineHost {
  const open = new Set<Conversation>()
  const opened = async (wanted: ConversationSelector) => {
    const conversation = await assistant.open(wanted, wishes)
    open.add(conversation)
    return conversation
  }
  const { resource, ...offers } = serverOffers(assistant, leaving)
  return {
    // What turns leave to do is done meanwhile.
    jobs: Promise.all([assistant.jobs('surface', leaving), runReminderClock(assistant.parts, 'surface', leaving)]).then(
      () => undefined,
      (error: unknown) => error,
    ),
    open: () => opened(which),
    fresh: () => opened({ kind: 'new' }),
    resume: (id) => opened({ kind: 'id', id }),
    conversations: () => conversationChoices(assistant),
    async live(here) {
      const { attachable } = await import('../daemon/daemon.ts')
      return liveChoices(assistant, await attachable(assistant), here)
    },
    async handoff({ id }) {
      const { handoffToTelegram } = await import('../daemon/daemon.ts')
      await handoffToTelegram(assistant, id)
      return words[assistant.language].handedOff
    },
    models: () => modelChoices(assistant),
    agents: () => agentChoices(assistant),
    async chooseModel(conversation, id) {
      await conversation.append({ type: 'conversation.tuned', model: id })
    },
    async chooseAgent(conversation, id) {
      const [workspace, agent] = id.split('/')
      if (!workspace || !agent) fail('bad-input', { detail: id })
      await conversation.append({ type: 'conversation.tuned', agent, workspace })
    },
    context: async ({ id }) => contextReport(assistant, id),
    usage: async ({ id }) => usageReport(assistant, id),
    memory: () => memoryReport(assistant),
    tools: () => toolsReport(assistant),
    docs: (workspace) => docsReport(assistant, workspace, leaving),
    ...ringing(assistant.parts),
    async voice(...wishes) {
      const { tuiVoice } = await import('./voice.ts')
      return tuiVoice(assistant, voice)(...wishes)
    },
    async fork({ id }) {
      const { id: made } = await assistant.conversations.fork(id, {})
      return opened({ kind: 'id', id: made })
    },
    export: async ({ id }, path) => exportTo(assistant, id, path),
    write: (text, outside) => editInEditor(assistant.parts, text, outside),
    show: (source, outside) => showSource(assistant.parts, source, outside),
    compact: ({ id }) => assistant.compact(id, leaving),
    async keepTheme(theme) {
      const { setSetting } = await import('../../../config/write.ts')
      await setSetting(assistant.parts.loaded.paths.config, 'tui.theme', theme, assistant.parts.now())
    },
    files: (query, limit) => findFiles(cwd, query, limit),
    async attach(path) {
      const file = await readAttachment(
        resolve(cwd, path.replace(/^~(?=\/)/, assistant.parts.surroundings.userHome)),
        path,
        [cwd, ...assistant.parts.loaded.settings.roots],
        words[assistant.language],
      )
      if (file) return file
      const text = await resource(path)
      return text === undefined ? undefined : { text, source: `mcp ${path.split(':')[0]}` }
    },
    ...offers,
    servers: createMcpPanel(assistant, leaving),
    paint: (picture, room) => paintFor(assistant.parts.surroundings.env, picture, room),
    async close() {
      for (const conversation of open) await conversation.close()
    },
  }
}
