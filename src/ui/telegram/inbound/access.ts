import { randomInt } from 'node:crypto'
import { dirname, isAbsolute, join } from 'node:path'
import { AssistantError, type Principal } from '../../../protocol/index.ts'
import { codeOf, ensureDir } from '../../../std/fs/files.ts'
import { withLock } from '../../../std/fs/lock.ts'
import { isOnly, readState, stateText, writeState } from '../../../std/fs/state-file.ts'

/** The owner's decision about one person on Telegram. */
export interface Sender {
  /** Telegram's numeric id of a person, or of a group (below zero): names can be changed and taken over by others. */
  id: number
  /** The profile whose personal memory is read and written. */
  profile: string
  /** The workspace of the person's conversations; without one there are none. */
  workspace?: string
  agent?: string
  /** Workspaces that `/workspace` may choose from. */
  workspaces: string[]
  /** Sensitive tools that may be asked for by button, and `transfer`. */
  grants: string[]
  /** Folders of this machine that file tools may look into for them, absolute. */
  folders: string[]
  pairedAt: number
}

/** For whom a conversation is: whoever is mapped elsewhere has another one. */
export const scopeOf = ({ workspace = '', agent = '', profile }: Sender): string =>
  [workspace, agent, profile].join('/')

/** A person who has written and waits for the owner to type the code at the machine. */
interface Waiting {
  id: number
  code: string
  until: number
}

/** A code that the owner made at the machine: whoever sends it first is let in with these rights. */
interface Invitation extends Pick<Sender, 'profile' | 'workspace' | 'agent'> {
  code: string
  until: number
}

export interface SenderAccess {
  senders: Sender[]
  waiting: Waiting[]
  invitations: Invitation[]
}

/** A code is good for ten minutes, in milliseconds, and for one use. */
export const codeMs = 600_000
/**
 * Codes of people that are kept at a time. The oldest gives way to the newest: whoever has just written can be let
 * in, whatever crowd waits.
 */
export const mostWaiting = 2_000
/** No letters that are taken for one another. */
const letters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** Asked for by button without the owner's word: what is scheduled has no more rights than whoever wrote it has now. */
const usualGrants = ['schedule']

/** Access to the bot: one small file beside the settings, written by the owner's commands, read at every update. */
export class AccessFile {
  readonly #path: string

  /** `configFile`: the settings' file; this one lies beside it. */
  constructor(configFile: string) {
    this.#path = join(dirname(configFile), 'telegram.json')
  }

  /** The file as it stands; one that cannot be read lets nobody in. */
  async read(): Promise<SenderAccess> {
    return (await readState(this.#path, accessOf, someAccess)) ?? nobody
  }

  async sender(id: number): Promise<Sender | undefined> {
    return (await this.read()).senders.find((one) => one.id === id)
  }

  /** Sensitive tools granted to a remote person; none to anybody else. */
  async grants(by: Principal): Promise<ReadonlySet<string>> {
    const person = await this.#remote(by)
    return new Set(person && [...person.grants, ...usualGrants])
  }

  /** Folders that a remote person's file tools may look into; none for anybody else. */
  async folders(by: Principal): Promise<string[]> {
    return (await this.#remote(by))?.folders ?? []
  }

  async #remote(by: Principal): Promise<Sender | undefined> {
    const [, id] = /^telegram:(-?\d+)$/.exec(by) ?? []
    return id ? this.sender(Number(id)) : undefined
  }

  /**
   * The pairing code of a stranger or a group, the same one as long as it is good. Undefined when they were let in
   * meanwhile.
   */
  async offer(id: number, now: number): Promise<string | undefined> {
    const stillValid = ({ waiting }: SenderAccess) => waiting.filter((one) => one.until > now)
    const known = stillValid(await this.read()).find((one) => one.id === id)
    if (known) return known.code
    return this.#change((access) => {
      const waiting = stillValid(access)
      const found = waiting.find((one) => one.id === id)
      if (found || access.senders.some((one) => one.id === id)) return [access, found?.code]
      const code = newCode()
      return [{ ...access, waiting: [...newestWaiting(waiting), { id, code, until: now + codeMs }] }, code]
    })
  }

  /** A code for a link to the bot, good for ten minutes and one use. Nobody who writes to the bot can be in its way. */
  async invite(rights: Pick<Sender, 'profile' | 'workspace' | 'agent'>, now: number): Promise<string> {
    return this.#change((access) => {
      const code = newCode()
      const invitations = [
        ...access.invitations.filter(({ until }) => until > now),
        { ...rights, code, until: now + codeMs },
      ]
      return [{ ...access, invitations }, code]
    })
  }

  /** Lets in whoever sends the code of an invitation. Undefined: no such code, used up or too old. */
  async accept(id: number, code: string, now: number): Promise<Sender | undefined> {
    return this.#change((access) => {
      const found = access.invitations.find((one) => one.code === code && one.until > now)
      if (!found) return [access, undefined]
      const { code: _, until: __, ...rights } = found
      const sender = settleSender({ id, workspaces: [], grants: [], folders: [], pairedAt: now, ...rights })
      const senders = [...access.senders.filter((one) => one.id !== id), sender]
      const invitations = access.invitations.filter((one) => one !== found)
      return [{ senders, waiting: access.waiting.filter((one) => one.id !== id), invitations }, sender]
    })
  }

  /** The id of the person or group that waits with this code. */
  async waits(code: string, now: number): Promise<number | undefined> {
    return waitsWith(await this.read(), code, now)?.id
  }

  /** Lets in who was given this code. Undefined: no such code, used up or too old. */
  async pair(code: string, more: Partial<Omit<Sender, 'id'>>, now: number): Promise<Sender | undefined> {
    return this.#change((access) => {
      const found = waitsWith(access, code, now)
      if (!found) return [access, undefined]
      const { id } = found
      const sender = settleSender({
        id,
        profile: `telegram-${id}`,
        workspaces: [],
        grants: [],
        folders: [],
        pairedAt: now,
        ...more,
      })
      const senders = [...access.senders.filter((one) => one.id !== id), sender]
      return [{ ...access, senders, waiting: access.waiting.filter((one) => one !== found) }, sender]
    })
  }

  /** Changes what was decided about a person. Undefined when nobody of this id was let in. */
  async change(id: number, work: (sender: Sender) => Sender): Promise<Sender | undefined> {
    return this.#change((access) => {
      const before = access.senders.find((one) => one.id === id)
      if (!before) return [access, undefined]
      const after = settleSender(work(before))
      return [{ ...access, senders: access.senders.map((one) => (one === before ? after : one)) }, after]
    })
  }

  /** A group has another number from now on: Telegram gives it one when it grows. */
  async move(from: number, to: number): Promise<void> {
    await this.change(from, (sender) => ({ ...sender, id: to }))
  }

  /** Shuts a person out. False when nobody of this id was in. */
  async remove(id: number): Promise<boolean> {
    return this.#change((access) => {
      const senders = access.senders.filter((one) => one.id !== id)
      return senders.length < access.senders.length ? [{ ...access, senders }, true] : [access, false]
    })
  }

  /**
   * A file that cannot be read names nobody, so that nothing is changed in it; a copy of it is kept before it is
   * written.
   */
  async #change<T>(work: (access: SenderAccess) => [SenderAccess, T]): Promise<T> {
    try {
      await ensureDir(dirname(this.#path))
      return await withLock(this.#path, async () => {
        const before = await this.read()
        const [after, result] = work(before)
        if (after !== before) await writeState(this.#path, stateText(after))
        return result
      })
    } catch (error) {
      if (codeOf(error) === undefined) throw error
      throw new AssistantError({ code: 'storage', detail: String(error) }, { cause: error })
    }
  }
}

const waitsWith = ({ waiting }: SenderAccess, code: string, now: number) =>
  waiting.find((one) => one.code === code.trim().toUpperCase() && one.until > now)

/** The workspace in use is among the allowed ones; nothing is listed twice. */
function settleSender(sender: Sender): Sender {
  const workspaces = [...new Set([...sender.workspaces, ...(sender.workspace ? [sender.workspace] : [])])]
  // Memory of one person may not be read to several: a group has a memory of its own, whatever it was let in with.
  const profile = sender.id < 0 ? `group-${-sender.id}` : sender.profile
  return { ...sender, profile, workspaces, grants: [...new Set(sender.grants)], folders: [...new Set(sender.folders)] }
}

/** Leaves room for one more. Groups stay: somebody who was let in asked for them. */
function newestWaiting(waiting: Waiting[]): Waiting[] {
  const people = waiting.filter(({ id }) => id > 0)
  const over = new Set(people.slice(0, Math.max(0, people.length - mostWaiting + 1)))
  return waiting.filter((one) => !over.has(one))
}

const newCode = () => Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')

const nobody: SenderAccess = { senders: [], waiting: [], invitations: [] }

/** Return the content of a file; undefined if something in it is none of ours. */
export function accessOf(value: unknown): SenderAccess | undefined {
  if (!isOnly(value, ['v', 'senders', 'waiting', 'invitations'])) return undefined
  const { senders = [], waiting = [], invitations = [] } = value
  const lists = [senders, waiting, invitations]
  const isRight = lists.every(Array.isArray) && lists.flat().every((one) => isOnly(one, fields))
  const read = isRight ? someAccess(value) : undefined
  // A line that is passed over is a person who stands before a closed door.
  return read && Object.values(read).flat().length === lists.flat().length ? read : undefined
}

const fields = ['id', 'profile', 'workspace', 'agent', 'workspaces', 'grants', 'folders', 'pairedAt', 'code', 'until']

/** Return the readable part of a file: a person who edited one line wrongly keeps the others. */
function someAccess(value: unknown): SenderAccess {
  const { senders, waiting, invitations } = (value ?? {}) as Partial<Record<keyof SenderAccess, unknown>>
  return {
    senders: Array.isArray(senders) ? senders.filter(isSender).map(completeSender) : [],
    waiting: Array.isArray(waiting) ? waiting.filter(isWaiting) : [],
    invitations: Array.isArray(invitations) ? invitations.filter(isInvitation) : [],
  }
}

const isSender = (value: Partial<Sender>) => Number.isSafeInteger(value?.id) && typeof value.profile === 'string'
const isWaiting = (value: Partial<Waiting>) =>
  Number.isSafeInteger(value?.id) && typeof value.code === 'string' && typeof value.until === 'number'

const isInvitation = (value: Partial<Invitation>) =>
  typeof value?.profile === 'string' && typeof value.code === 'string' && typeof value.until === 'number'

/** A person edits the file too: what is missing is empty. */
function completeSender(sender: Sender): Sender {
  const stringsIn = (value: unknown): string[] =>
    Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  const folders = stringsIn(sender.folders).filter((one) => isAbsolute(one))
  const [workspaces, grants] = [stringsIn(sender.workspaces), stringsIn(sender.grants)]
  return { ...sender, workspaces, grants, folders, pairedAt: sender.pairedAt ?? 0 }
}
