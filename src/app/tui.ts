import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tui as words } from '../messages/tui.ts'
import { turn as sentences } from '../messages/turn.ts'
import { AssistantError, type Conversation, fail } from '../protocol/index.ts'
import { ensureDir } from '../std/files.ts'
import { openLog, readLog } from '../std/jsonl.ts'
import type { ExitReason, Terminal, TuiHost } from '../ui/tui/host.ts'
import type { Assistant, OpenWishes, Which } from './assistant.ts'
import { findFiles } from './files.ts'
import { paintFor } from './pictures.ts'
import { keepTime } from './reminders.ts'
import { agentChoices, conversationChoices, liveChoices, modelChoices } from './tui-choices.ts'
import { attachBytes, serverOffers } from './tui-offers.ts'
import { shownPath, showSource } from './tui-open.ts'
import { contextReport, docsReport, memoryReport, toolsReport, usageReport } from './tui-reports.ts'
import { ringing } from './tui-rings.ts'
import type { VoicePrograms } from './voice.ts'

/** Inputs that are kept for the arrow keys. */
const historyLength = 500

/** Where the program was started, and what `/voice` starts. */
interface Place {
  cwd: string
  voice: VoicePrograms
  /** `-r` without an id: which conversation is asked first. */
  choose: boolean
}

/** Runs the TUI over an assistant until the person leaves. */
export async function startTui(
  assistant: Assistant,
  which: Which,
  wishes: OpenWishes,
  terminal: Terminal,
  place: Place,
): Promise<ExitReason> {
  const { runTui } = await import('../ui/tui/run.tsx')
  const host = createHost(assistant, which, wishes, place)
  const stop = new AbortController()
  // What turns leave to do is done meanwhile; a bug in it is told when the screen is the terminal's again.
  const jobs = Promise.all([assistant.jobs('surface', stop.signal), keepTime(assistant.parts, 'surface', stop.signal)]).then(
    () => undefined,
    (error: unknown) => error,
  )
  const leave = async () => {
    stop.abort()
    await host.close()
  }
  const reason = await runTui(host, terminal).finally(leave)
  const bug = await jobs
  if (bug && !(bug instanceof AssistantError)) throw bug
  return reason
}

function createHost(
  assistant: Assistant,
  which: Which,
  wishes: OpenWishes,
  { cwd, voice, choose }: Place,
): TuiHost & { close(): Promise<void> } {
  const open = new Set<Conversation>()
  const opened = async (wanted: Which) => {
    const conversation = await assistant.open(wanted, wishes)
    open.add(conversation)
    return conversation
  }
  const now = () => +assistant.now()
  const historyPath = join(assistant.home, 'history.jsonl')
  const say = sentences[assistant.language]
  const leaving = new AbortController()
  const { resource, ...offers } = serverOffers(assistant, leaving.signal)
  return {
    language: assistant.language,
    now,
    birth: {
      ...assistant.birth,
      ...(wishes.agent ? { agent: wishes.agent } : {}),
      ...(wishes.workspace ? { workspace: wishes.workspace } : {}),
    },
    ...(choose ? { first: 'resume' as const } : {}),
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
    docs: (workspace) => docsReport(assistant, workspace, leaving.signal),
    ...ringing(assistant.parts),
    async voice(...wishes) {
      const { tuiVoice } = await import('./tui-voice.ts')
      return tuiVoice(assistant, voice)(...wishes)
    },
    bell: assistant.parts.loaded.settings.tui.bell,
    show: (source, outside) => showSource(assistant.parts, source, outside),
    compact: ({ id }) => assistant.compact(id, leaving.signal),
    history: () => readHistory(historyPath),
    async remember(input) {
      await ensureDir(assistant.home)
      const log = await openLog(historyPath)
      await log.append([{ text: input, at: now() }], false)
      await log.close()
    },
    files: (query, limit) => findFiles(cwd, query, limit),
    async attach(path) {
      const bytes = await readFile(join(cwd, path)).catch(() => undefined)
      if (!bytes) return resource(path)
      return bytes.length <= attachBytes && !bytes.includes(0) ? bytes.toString('utf8') : undefined
    },
    ...offers,
    paint: (picture, room) => paintFor(assistant.parts.surroundings.env, picture, room),
    say: {
      failure: (failure) => say.failure(failure),
      notice: (code, data) => say.notice(code, data),
      path: (file) => shownPath(file, assistant.parts.surroundings),
    },
    async close() {
      leaving.abort()
      for (const conversation of open) await conversation.close()
    },
  }
}

async function readHistory(path: string): Promise<string[]> {
  const kept: string[] = []
  for await (const { value } of readLog(path)) {
    if (typeof value !== 'object' || value === null || !('text' in value) || typeof value.text !== 'string') continue
    kept.push(value.text)
    if (kept.length > historyLength * 2) kept.splice(0, historyLength)
  }
  return kept.slice(-historyLength)
}
