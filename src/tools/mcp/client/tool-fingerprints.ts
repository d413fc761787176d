import { codeOf, readTextIfThere } from '../../../std/fs/files.ts'
import { changeJsonFile } from '../../../std/fs/json-file.ts'

/**
 * The approvals of a person, by server: the fingerprint of its command, and the hash of each tool as it was described
 * then.
 */
interface Pinned {
  command: string
  tools: Record<string, string>
  /** The fingerprint of the refused command, which is not asked about again. */
  refused?: string
}

/** Kept in one file (0600), read anew for every question: another process may have written it. */
export class Pins {
  readonly #path: string
  constructor(path: string) {
    this.#path = path
  }

  /** Return true if exactly this command was approved. */
  async approved(server: string, command: string): Promise<boolean> {
    return (await this.#read())[server]?.command === command
  }

  /** Stores an approval and drops the tool hashes of another command. */
  approve(server: string, command: string): Promise<void> {
    return this.#change((all) => {
      if (all[server]?.command !== command) all[server] = { command, tools: {} }
    })
  }

  /** Return true if exactly this command was refused. */
  async refused(server: string, command: string): Promise<boolean> {
    return (await this.#read())[server]?.refused === command
  }

  /** Stores a refusal, which revokes an approval. */
  refuse(server: string, command: string): Promise<void> {
    return this.#change((all) => {
      all[server] = { command: '', tools: {}, refused: command }
    })
  }

  /** Revokes an approval. */
  forget(server: string): Promise<void> {
    return this.#change((all) => {
      delete all[server]
    })
  }

  /** Pins tools seen for the first time; returns the names of those that are not what was pinned. */
  async check(server: string, tools: ReadonlyMap<string, string>): Promise<string[]> {
    const known = (await this.#read())[server]?.tools ?? {}
    const fresh = [...tools].filter(([name]) => !Object.hasOwn(known, name))
    if (fresh.length > 0) await this.pin(server, new Map(fresh))
    return [...tools].filter(([name, hash]) => Object.hasOwn(known, name) && known[name] !== hash).map(([name]) => name)
  }

  /** Accepts tools as they are described now. */
  pin(server: string, tools: ReadonlyMap<string, string>): Promise<void> {
    return this.#change((all) => {
      const pinned = all[server]
      if (pinned) Object.assign(pinned.tools, Object.fromEntries(tools))
    })
  }

  async #read(): Promise<Record<string, Pinned>> {
    const text = await readTextIfThere(this.#path).catch((error: unknown) => {
      if (codeOf(error) === undefined) throw error
      return undefined
    })
    // Nothing is approved by a file that cannot be read: each server is asked about again.
    return text === undefined ? {} : (safeParse(text) ?? {})
  }

  async #change(change: (all: Record<string, Pinned>) => void): Promise<void> {
    await changeJsonFile(this.#path, () => this.#read(), change)
  }
}

function safeParse(text: string): Record<string, Pinned> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    const isPinned = (one: unknown) =>
      typeof (one as Pinned)?.command === 'string' && typeof (one as Pinned).tools === 'object'
    return Object.fromEntries(Object.entries(value).filter(([, one]) => isPinned(one)))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
