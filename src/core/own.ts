import { unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Conversation, fail, type Id } from '../protocol/index.ts'
import { type Claim, claim } from '../std/lock.ts'
import { identify } from '../std/process-id.ts'
import { sleep } from '../std/until.ts'
import { journalPath, loadThread, openJournal } from '../threads/journal.ts'
import type { Thread } from '../threads/thread.ts'
import { type ConversationParts, LocalConversation } from './conversation.ts'
import { connect } from './guest.ts'
import { type Door, openDoor } from './host.ts'
import { type TakeOverOptions, takenOver } from './mend.ts'
import { storageOf } from './record.ts'

export interface OpenOptions extends Omit<ConversationParts, 'thread' | 'journal' | 'epoch' | 'isOurs'>, TakeOverOptions {
  folder: string
  /** Where sockets live: short and private. */
  runtime: string
  pid: number
  /** How long an owner that neither answers nor dies is waited for, in milliseconds; 5 s. */
  patienceMs?: number
}

/** A conversation within reach: here, or in the process that owns it. */
export interface Reached {
  conversation: Conversation & { thread?: Thread }
  close(): Promise<void>
}

/**
 * Becomes the owner of a conversation, or a guest of the process that is. Throws `busy` when the owner does not answer (it was
 * stopped, say), `storage` when the disk refuses.
 */
export async function reach(id: Id, options: OpenOptions): Promise<Reached> {
  const { folder, runtime, pid, newId, patienceMs = 5_000 } = options
  const deadline = performance.now() + patienceMs
  let door: Door | undefined
  try {
    door = await openDoor(runtime, newId())
    const self = (await identify(pid)) ?? { pid, started: 'unknown' }
    while (true) {
      const result = await claim(journalPath(folder, id), self, door.path)
      if (!('heldBy' in result)) return await own(id, result, door, options)
      const { note, pid: owner } = result.heldBy
      const guest = note === undefined ? undefined : await connect(note, id, deadline - performance.now())
      if (guest) {
        await door.close()
        return { conversation: guest, close: () => guest.close() }
      }
      if (performance.now() > deadline) fail('busy', { detail: `process ${owner} holds this conversation and does not answer` })
      await sleep(20)
    }
  } catch (error) {
    await door?.close()
    throw storageOf(error, { path: folder })
  }
}

async function own(id: Id, held: Claim, door: Door, options: OpenOptions): Promise<Reached> {
  try {
    // An owner that was killed left its socket behind.
    if (held.before && dirname(held.before) === options.runtime) await unlink(held.before).catch(() => {})
    const conversation = await revive(id, held, options)
    door.open(conversation)
    const close = async () => {
      // First the door: what guests ask from now on is for the next owner.
      await door.close()
      await conversation.close().finally(() => held.release())
    }
    return { conversation, close }
  } catch (error) {
    await held.release()
    throw error
  }
}

/** The conversation as its journal tells it, with what its last owner could not end. */
async function revive(id: Id, held: Claim, options: OpenOptions): Promise<LocalConversation> {
  const { folder } = options
  const journal = await openJournal(folder, id)
  const loaded = await loadThread(folder, id)
  // A journal may come from elsewhere, or outlive its lock in a power cut: its epochs are passed in any case.
  const epoch = Math.max(held.epoch, loaded.epoch + 1)
  const thread = await takenOver(loaded, journal.append, epoch, options)
  return new LocalConversation({ ...options, thread, journal, epoch, isOurs: held.isOurs, mended: loaded.running !== undefined })
}
