import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { turn as sentences } from '../messages/turn.ts'
import { AssistantError, type Conversation, fail } from '../protocol/index.ts'
import { ensureDir } from '../std/files.ts'
import { openLog, readLog } from '../std/jsonl.ts'
import type { Choosable, ExitReason, Terminal, TuiHost } from '../ui/tui/host.ts'
import type { Assistant, OpenWishes, Which } from './assistant.ts'
import { findFiles } from './files.ts'
import { attachBytes, serverOffers } from './tui-offers.ts'
import { contextReport, docsReport, memoryReport, toolsReport, usageReport } from './tui-reports.ts'

/** Inputs that are kept for the arrow keys. */
const historyLength = 500

/** Runs the TUI over an assistant until the person leaves. */
export async function startTui(
  assistant: Assistant,
  which: Which,
  wishes: OpenWishes,
  terminal: Terminal,
  place: { cwd: string },
): Promise<ExitReason> {
  const { runTui } = await import('../ui/tui/run.tsx')
  const host = createHost(assistant, which, wishes, place)
  const stop = new AbortController()
  // What turns leave to do is done meanwhile; a bug in it is told when the screen is the terminal's again.
  const jobs = assistant.jobs('surface', stop.signal).then(
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
  { cwd }: { cwd: string },
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
    open: () => opened(which),
    fresh: () => opened({ kind: 'new' }),
    resume: (id) => opened({ kind: 'id', id }),
    conversations: async () =>
      (await assistant.conversations.list()).map(({ id, title, updatedAt, messages }) => ({
        id,
        label: title || id,
        note: `${when(updatedAt, assistant)} · ${messages}`,
      })),
    models: () => modelChoices(assistant),
    agents: async () =>
      (await assistant.agents()).map(({ name, workspace, wakeWord }) => ({
        id: `${workspace}/${name}`,
        label: name,
        note: [workspace, wakeWord].filter(Boolean).join(' · '),
      })),
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
    say: { failure: (failure) => say.failure(failure), notice: (code, data) => say.notice(code, data) },
    async close() {
      leaving.abort()
      for (const conversation of open) await conversation.close()
    },
  }
}

function when(at: number, { language }: Assistant): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short' }).format(at)
}

async function modelChoices(assistant: Assistant): Promise<Choosable[]> {
  const current = await assistant.model()
  const models = await assistant.models()
  return models.map(({ provider, model }) => ({
    id: `${provider}:${model}`,
    label: model,
    note: provider,
    current: provider === current.provider && model === current.model,
  }))
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
