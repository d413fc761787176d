import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureDir, isMissing, readTextIfThere, writeAtomic } from '../../std/fs/files.ts'
import type { AddonContext } from './addon.ts'

/** Shorter beginnings are read sooner than loaded. */
const leastTokens = 64

/**
 * Keeps what the engine made of the system prompt on disk, so that a new process need not read it again. One file, as
 * it takes megabytes; its sum is compared before the engine, which checks nothing, loads it.
 */
export class PrefixStore {
  readonly #folder: string
  readonly #model: string

  /** `model`: all that the state depends on beside the tokens. */
  constructor(folder: string, model: string) {
    this.#folder = folder
    this.#model = model
  }

  /** Load the state of these tokens into a sequence. False if it is not kept, or not whole. */
  async load(context: AddonContext, sequence: number, tokens: readonly number[], window: number): Promise<boolean> {
    if (tokens.length < leastTokens) return false
    const path = this.#path(tokens)
    const sum = await readTextIfThere(`${path}.sum`)
    if (sum === undefined || sum !== (await sumOf(path))) return false
    const loaded = await context.loadSequenceStateFromFile(path, sequence, window).catch(() => undefined)
    return loaded?.length === tokens.length && tokens.every((token, at) => loaded[at] === token)
  }

  /** Save the state of a sequence that holds exactly these tokens, in the place of any other. */
  async save(context: AddonContext, sequence: number, tokens: readonly number[]): Promise<void> {
    if (tokens.length < leastTokens) return
    await ensureDir(this.#folder)
    for (const name of await readdir(this.#folder)) await rm(join(this.#folder, name), { force: true })
    const path = this.#path(tokens)
    await context.saveSequenceStateToFile(`${path}.new`, sequence, Uint32Array.from(tokens))
    await rename(`${path}.new`, path)
    await writeAtomic(`${path}.sum`, (await sumOf(path)) ?? '')
  }

  #path(tokens: readonly number[]): string {
    const name = createHash('sha256')
      .update(`${this.#model}\n${tokens.join(' ')}`)
      .digest('hex')
    return join(this.#folder, `${name.slice(0, 32)}.state`)
  }
}

async function sumOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
    return hash.digest('hex')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
