import { join } from 'node:path'
import { tui as words } from '../messages/tui.ts'
import { type Conversation, fail } from '../protocol/index.ts'
import type { Servers, TuiHost } from '../ui/tui/host.ts'
import type { Assistant, OpenWishes, Which } from './assistant.ts'
import { findFiles } from './files.ts'
import { paintFor } from './pictures.ts'
import { keepTime } from './reminders.ts'
import type { Surroundings } from './surroundings.ts'
import { agentChoices, conversationChoices, liveChoices, modelChoices } from './tui-choices.ts'
import { exportTo } from './tui-export.ts'
import { fileBehind, serverOffers } from './tui-offers.ts'
import { showSource, writtenIn } from './tui-open.ts'
import { contextReport, docsReport, memoryReport, toolsReport, usageReport } from './tui-reports.ts'
import { ringing } from './tui-rings.ts'
import { serverDesk } from './tui-servers.ts'
import type { VoicePrograms } from './voice.ts'

/** What the engine is woken for. */
export interface Wanted {
  surroundings: Surroundings
  which: Which
  wishes: OpenWishes
  /** What `/voice` starts. */
  voice: VoicePrograms
}

/** What of the TUI's host needs the engine, and what goes on behind the screen. */
export interface EngineSide
  extends Omit<TuiHost, 'language' | 'now' | 'birth' | 'first' | 'bell' | 'touched' | 'history' | 'remember' | 'say'> {
  /** Resolves when nothing goes on behind the screen any more, with the bug that ended it, if one did. */
  jobs: Promise<unknown>
  servers: Servers
  close(): Promise<void>
}

/** The engine's side of the TUI, until the signal aborts: then `close` it. */
export function engineSide(
  assistant: Assistant,
  { which, wishes, voice, surroundings: { cwd } }: Wanted,
  leaving: AbortSignal,
): EngineSide {
  const open = new Set<Conversation>()
  const opened = async (wanted: Which) => {
    const conversation = await assistant.open(wanted, wishes)
    open.add(conversation)
    return conversation
  }
  const { resource, ...offers } = serverOffers(assistant, leaving)
  return {
    // What turns leave to do is done meanwhile.
    jobs: Promise.all([assistant.jobs('surface', leaving), keepTime(assistant.parts, 'surface', leaving)]).then(
      () => undefined,
      (error: unknown) => error,
    ),
    open: () => opened(which),
    fresh: () => opened({ kind: 'new' }),
    resume: (id) => opened({ kind: 'id', id }),
    conversations: () => conversationChoices(assistant),
    async live(here) {
      const { attachable } = await import('./daemon.ts')
      return liveChoices(assistant, await attachable(assistant), here)
    },
    async handoff({ id }) {
      const { handoffToTelegram } = await import('./daemon.ts')
      await handoffToTelegram(assistant, id)
      return words[assistant.language].handedOff
    },
    models: () => modelChoices(assistant),
    agents: () => agentChoices(assistant),
    async chooseModel(conversation, id) {
      await conversation.tune({ type: 'conversation.tuned', model: id })
    },
    async chooseAgent(conversation, id) {
      const [workspace, agent] = id.split('/')
      if (!workspace || !agent) fail('bad-input', { detail: id })
      await conversation.tune({ type: 'conversation.tuned', agent, workspace })
    },
    context: async ({ id }) => contextReport(assistant, id),
    usage: async ({ id }) => usageReport(assistant, id),
    memory: () => memoryReport(assistant),
    tools: () => toolsReport(assistant),
    docs: (workspace) => docsReport(assistant, workspace, leaving),
    ...ringing(assistant.parts),
    async voice(...wishes) {
      const { tuiVoice } = await import('./tui-voice.ts')
      return tuiVoice(assistant, voice)(...wishes)
    },
    async fork({ id }) {
      const { id: made } = await assistant.conversations.fork(id, {})
      return opened({ kind: 'id', id: made })
    },
    export: async ({ id }, path) => exportTo(assistant, id, path),
    write: (text, outside) => writtenIn(assistant.parts, text, outside),
    show: (source, outside) => showSource(assistant.parts, source, outside),
    compact: ({ id }) => assistant.compact(id, leaving),
    files: (query, limit) => findFiles(cwd, query, limit),
    async attach(path) {
      const file = await fileBehind(join(cwd, path), path, words[assistant.language])
      if (file) return file
      const text = await resource(path)
      return text === undefined ? undefined : { text }
    },
    ...offers,
    servers: serverDesk(assistant, leaving),
    paint: (picture, room) => paintFor(assistant.parts.surroundings.env, picture, room),
    async close() {
      for (const conversation of open) await conversation.close()
    },
  }
}
