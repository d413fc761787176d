import { unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Conversation, fail, type Id, type Input } from '../../protocol/index.ts'
import { abortsWhenPatienceEnds, sleep } from '../../std/abort.ts'
import { claimLock } from '../../std/fs/lock.ts'
import type { LockClaim } from '../../std/fs/lock-claim.ts'
import { identifyProcess } from '../../std/process/process-id.ts'
import { journalPath, loadThread, openJournal } from '../../threads/journal.ts'
import type { Thread } from '../../threads/thread.ts'
import { storageOf } from '../conversation/event-recorder.ts'
import { type ConversationDeps, LocalConversation } from '../conversation/local-conversation.ts'
import { type RecoverOptions, recoverTurn } from '../conversation/recovery.ts'
import type { OtherDevices } from './devices.ts'
import { connectToOwner } from './guest.ts'
import { listenForGuests, type SocketServer } from './host.ts'

export interface OpenOptions
  extends Omit<ConversationDeps, 'thread' | 'journal' | 'epoch' | 'isOurs'>,
    Omit<RecoverOptions, 'goesOn'> {
  /** True if this process goes on with a turn whose owner is gone. `wasGuest`: it was there when that owner went. */
  goesOn?(input: Input, wasGuest: boolean): boolean
  /**
   * Readies the reply to an input of a conversation that is idle, and keeps nothing of it
   * (`core/turn/foreseen-replies.ts`).
   */
  foresee?(thread: Thread, input: Input, signal: AbortSignal): Promise<void>
  /** Folder in which input typed here is carried out, whichever process does it. */
  cwd?: string
  folder: string
  /** The folder of the sockets: a short path, mode 0700. */
  runtime: string
  pid: number
  /** Longest wait for an owner that neither answers nor ends, in milliseconds of our own time. Default 5 s. */
  patienceMs?: number
  /** Present if several devices may have the same conversation open. */
  devices?: OtherDevices
  /**
   * Told with the system's reason when a conversation cannot be kept: it goes on in memory. Without this it is a
   * failure.
   */
  unkept?: (reason: string) => void
}

type AcquireOptions = Omit<OpenOptions, 'goesOn'> & RecoverOptions

/** An open conversation: local, or a connection to the process that owns it. */
export interface Acquired {
  conversation: Conversation & { thread?: Thread }
  close(): Promise<void>
}

/**
 * Becomes the owner of a conversation, or a guest of the process that is. Throws `busy` when the owner does not
 * answer (it was stopped, say), `storage` when the disk refuses.
 */
export async function acquireConversation(id: Id, options: AcquireOptions): Promise<Acquired> {
  const { folder, runtime, pid, newId, patienceMs = 5_000 } = options
  const patience = abortsWhenPatienceEnds(patienceMs)
  let door: SocketServer | undefined
  try {
    door = await listenForGuests(runtime, newId())
    const self = (await identifyProcess(pid)) ?? { pid, started: 'unknown' }
    while (true) {
      const result = await claimLock(journalPath(folder, id), self, door.path)
      if (!('heldBy' in result)) return await becomeOwner(id, result, door, options)
      const { note, pid: owner } = result.heldBy
      const guest = note === undefined ? undefined : await connectToOwner(note, id, patience.signal)
      if (guest) {
        await door.close()
        return { conversation: guest, close: () => guest.close() }
      }
      if (patience.signal.aborted)
        fail('busy', { detail: `process ${owner} holds this conversation and does not answer` })
      await sleep(20)
    }
  } catch (error) {
    await door?.close()
    throw storageOf(error, { path: folder })
  } finally {
    patience.end()
  }
}

async function becomeOwner(id: Id, held: LockClaim, door: SocketServer, options: AcquireOptions): Promise<Acquired> {
  try {
    // A killed owner leaves its socket file behind.
    if (held.before && dirname(held.before) === options.runtime) await unlink(held.before).catch(() => {})
    const conversation = await reviveConversation(id, held, options)
    conversation.goOn()
    door.open(conversation)
    const close = async () => {
      // The server stays open until then, so that a guest sees the end of its running turn.
      await conversation
        .close()
        .finally(() => door.close())
        .finally(() => held.release())
    }
    return { conversation, close }
  } catch (error) {
    await held.release()
    throw error
  }
}

/** Loads the conversation from its journal and closes what its last owner could not. */
async function reviveConversation(id: Id, held: LockClaim, options: AcquireOptions): Promise<LocalConversation> {
  const { folder } = options
  // In this order: what a newer version wrote anywhere in it keeps it from being opened.
  const loaded = await loadThread(folder, id)
  const journal = await openJournal(folder, id)
  // A journal may come from elsewhere, or outlive its lock in a power cut: its epochs are passed in any case.
  const epoch = Math.max(held.epoch, loaded.epoch + 1)
  const thread = await recoverTurn(loaded, journal.append, epoch, options)
  const mended = loaded.running !== undefined && thread.running === undefined
  return new LocalConversation({ ...options, thread, journal, epoch, isOurs: held.isOurs, mended })
}
