import { join } from 'node:path'
import type { Hook } from '../../config/schema.ts'
import { readRule } from '../../core/permissions/rules.ts'
import type { Id } from '../../protocol/index.ts'
import { holderOf } from '../../std/fs/lock.ts'
import { journalPath, readEnvelopes } from '../../threads/journal.ts'
import { listThreads } from '../../threads/thread-store.ts'
import type { AppContext } from '../context/app-context.ts'

/** What may run without asking, as it stands now. */
export interface PermissionReport {
  /** `readable` false: taken for the whole tool, or for all (deny, ask) or for nothing (allow). */
  rules: { list: 'deny' | 'ask' | 'allow'; rule: string; readable: boolean }[]
  /** Conversations that a process has open, with the tools that were allowed for as long as it does. */
  sessions: { conversation: Id; title: string; pid: number; tools: string[] }[]
  hooks: Hook[]
}

/** The settings' rules, and what people allowed "for this session" in conversations that are open in any process. */
export async function reportPermissions({ loaded }: AppContext): Promise<PermissionReport> {
  const { permissions, hooks } = loaded.settings
  const lists = ['deny', 'ask', 'allow'] as const
  const rules = lists.flatMap((list) => permissions[list].map((rule) => ({ list, rule, readable: readRule(rule).whole })))
  return { rules, sessions: await openSessions(join(loaded.paths.home, 'conversations')), hooks }
}

async function openSessions(folder: string): Promise<PermissionReport['sessions']> {
  const sessions: PermissionReport['sessions'] = []
  for (const { id, title = '' } of await listThreads(folder)) {
    const holder = await holderOf(journalPath(folder, id))
    if (!holder) continue
    const tools = await allowedSince(journalPath(folder, id), holder.epoch)
    if (tools.length > 0) sessions.push({ conversation: id, title, pid: holder.pid, tools })
  }
  return sessions
}

/** Tools that were allowed for the session under this owner: the journal tells each answer, and which call it was for. */
async function allowedSince(path: string, epoch: number): Promise<string[]> {
  const names = new Map<Id, string>()
  const allowed = new Set<string>()
  for await (const envelope of readEnvelopes(path)) {
    const { event } = envelope
    if (envelope.epoch !== epoch) continue
    if (event.type === 'tool.called') names.set(event.id, event.name)
    if (event.type === 'tool.answered' && event.decision.choice === 'session') allowed.add(names.get(event.id) ?? '')
  }
  return [...allowed].filter(Boolean).sort()
}
