import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Envelope, Id, Message } from '../protocol/index.ts'
import { tellUnreadable } from '../std/fs/damage.ts'
import { fileExists, isMissing } from '../std/fs/files.ts'
import { refuseNewer } from '../std/fs/format.ts'
import { lockFolder } from '../std/fs/lock.ts'
import { moveToTrash } from '../std/fs/trash.ts'
import { mapLimit } from '../std/map-limit.ts'
import { foldThread } from './fold-thread.ts'
import { journalPath, loadAndKeep, readEnvelopes } from './journal.ts'
import { emptyThread, type Thread } from './thread.ts'

/** Files that are read at once: macOS lets a program have 256 open unless it asks for more. */
const mostOpen = 32

/**
 * All conversations in a folder, the one written last first. Conversations in which nobody said anything are left
 * out.
 */
export async function listThreads(folder: string): Promise<Thread[]> {
  const threads = await mapLimit(await threadIds(folder), mostOpen, (id) => readableThread(folder, id))
  return threads.filter((thread) => thread !== undefined && thread.turns > 0) as Thread[]
}

/** The conversation, and its fold for whoever reads it next; undefined for one that may not be read, which is told. */
async function readableThread(folder: string, id: Id): Promise<Thread | undefined> {
  try {
    return await loadAndKeep(folder, id)
  } catch (error) {
    tellUnreadable(journalPath(folder, id), error)
    return undefined
  }
}

/** Ids by time of the last write, newest first. */
export async function threadIds(folder: string): Promise<Id[]> {
  const names = (await readdir(folder).catch(noFolder)).filter((name) => name.endsWith('.jsonl'))
  const dated = await mapLimit(names, mostOpen, async (name) => ({
    id: name.slice(0, -6),
    at: (await stat(join(folder, name))).mtimeMs,
  }))
  return dated.sort((a, b) => b.at - a.at).map(({ id }) => id)
}

function noFolder(error: unknown): string[] {
  if (isMissing(error)) return []
  throw error
}

/** The conversation written last, of all or of one profile. */
export async function lastThread(folder: string, profile?: string): Promise<Id | undefined> {
  for (const id of await threadIds(folder)) {
    const thread = await readableThread(folder, id)
    if (thread && thread.turns > 0 && (profile === undefined || thread.profile === profile)) return id
  }
  return undefined
}

/** The one conversation whose id begins so; undefined when none does or several do. */
export async function resolveThread(folder: string, prefix: string): Promise<Id | undefined> {
  const wanted = prefix.toUpperCase()
  const found = (await threadIds(folder)).filter((id) => id.startsWith(wanted))
  return found.length === 1 || found[0] === wanted ? found[0] : undefined
}

/**
 * Moves a conversation to the trash with everything that belongs to it. False when there is none. `at`: milliseconds
 * since 1970.
 */
export async function removeThread(
  folder: string,
  id: Id,
  { at, by, title = id }: { at: number; by: 'person' | 'sync'; title?: string },
): Promise<boolean> {
  const path = journalPath(folder, id)
  if (!(await fileExists(path))) return false
  for (const one of [folder, path]) refuseNewer(one)
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${id}.`))
  // The journal goes last: while it is there the conversation is.
  const paths = names.map((name) => join(folder, name)).sort((a, b) => Number(a === path) - Number(b === path))
  await moveToTrash(dirname(folder), at, { by, path, title }, paths)
  await rm(lockFolder(path), { recursive: true, force: true })
  return true
}

/** Every message of a conversation from its beginning, those included that have long left the window. */
export async function* readMessages(folder: string, id: Id): AsyncGenerator<Message> {
  let thread = emptyThread(id)
  for await (const envelope of readEnvelopes(journalPath(folder, id))) {
    const known = thread.count
    thread = foldThread(thread, envelope)
    if (thread.count > known) yield* thread.messages.slice(known - thread.count)
    // Only what is new matters here: the fold need not carry a long history.
    if (thread.messages.length > 200) thread = { ...thread, messages: thread.messages.slice(-50) }
  }
}

/** The journal of a conversation as it is: for export and for usage. */
export function readThread(folder: string, id: Id): AsyncGenerator<Envelope> {
  return readEnvelopes(journalPath(folder, id))
}

/** Ids of all conversations, newest first, for walks over everything. */
