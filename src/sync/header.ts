import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { derivedKey } from './encryption.ts'
import { StoreFault, type SyncStore } from './stores/store.ts'

/**
 * The first file of a store: that it is one, of which version, and with which salt its key is made of a passphrase.
 * `check` is HMAC-SHA-256(key, "assistant-sync"): it tells a wrong passphrase from a right one.
 */
interface Header {
  kind: 'assistant-sync'
  v: number
  lock?: { salt: string; cost: number; check: string }
}

const headerPath = 'assistant-sync.json'
const headerVersion = 1
const mostHeaderBytes = 4_096

export interface StoreLock {
  isLocked: boolean
  opens(key: Buffer): boolean
  /** Throws `StoreFault` `locked` for another passphrase. */
  keyOf(passphrase: string): Promise<Buffer>
}

/**
 * Read the description of a store before anything is done with it. Undefined for an empty place. Throws `StoreFault`.
 */
export async function readHeader(store: SyncStore, signal: AbortSignal): Promise<StoreLock | undefined> {
  const bytes = await store.read(headerPath, signal)
  if (!bytes) {
    if ((await store.list('', signal)).size > 0) throw new StoreFault('foreign', 'other files')
    return undefined
  }
  const header = bytes.length > mostHeaderBytes ? undefined : headerOf(bytes)
  if (!header) throw new StoreFault('foreign', headerPath)
  if (header.v > headerVersion) throw new StoreFault('newer', `version ${header.v}`)
  const { lock } = header
  const opens = (key: Buffer) => lock !== undefined && equalInConstantTime(checkOf(key), lock.check)
  return {
    isLocked: lock !== undefined,
    opens,
    async keyOf(passphrase) {
      const key = lock && (await derivedKey(passphrase, Buffer.from(lock.salt, 'base64'), lock.cost))
      if (!key || !opens(key)) throw new StoreFault('locked', 'another passphrase')
      return key
    },
  }
}

/** Makes an empty place a store. Returns its key where it is encrypted. */
export async function writeHeader(
  store: SyncStore,
  passphrase: string | undefined,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const salt = randomBytes(16)
  const key = passphrase === undefined ? undefined : await derivedKey(passphrase, salt, cost)
  const lock = key && { salt: salt.toString('base64'), cost, check: checkOf(key) }
  const header: Header = { kind: 'assistant-sync', v: headerVersion, ...(lock ? { lock } : {}) }
  await store.write(headerPath, Buffer.from(`${JSON.stringify(header)}\n`), signal)
  return key
}

const cost = 17

const checkOf = (key: Buffer) => createHmac('sha256', key).update('assistant-sync').digest('base64')

function equalInConstantTime(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)]
  return x.length === y.length && timingSafeEqual(x, y)
}

function headerOf(bytes: Buffer): Header | undefined {
  try {
    const value = JSON.parse(bytes.toString()) as Partial<Header> | null
    if (value?.kind !== 'assistant-sync' || typeof value.v !== 'number') return undefined
    const { lock } = value
    const isLock =
      lock === undefined ||
      (typeof lock.salt === 'string' && Number.isInteger(lock.cost) && typeof lock.check === 'string')
    return isLock ? (value as Header) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
