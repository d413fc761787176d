import { createCipheriv, createDecipheriv, randomBytes, randomInt } from 'node:crypto'
import { derivedKey } from './encryption.ts'
import { StoreFault, type SyncStore } from './stores/store.ts'

/**
 * The key of an encrypted store for one more device, in a file `join/<random>` of the store, locked by a code that a
 * person carries over: scrypt(code, salt, N = 2^17) and AES-256-GCM. The code has 50 bits, so that whoever keeps the
 * store cannot try them all.
 */
interface Invitation {
  v: 1
  /** By the clock of whoever invited, in milliseconds since 1970. */
  until: number
  salt: string
  sealed: string
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 10
const cost = 17
const beside = Buffer.from('assistant-sync-join')
/** Lifetime of a code, in milliseconds; clocks may differ by some minutes. */
const validMs = 60 * 60_000
/** Invitations that are tried, and bytes that one may have. */
const [mostTried, mostBytes] = [5, 2_048]

/** Puts the key in the store under a new code. Those that are over are taken away. Throws `StoreFault`. */
export async function writeInvitation(
  store: SyncStore,
  key: Buffer,
  now: number,
  signal: AbortSignal,
): Promise<string> {
  for (const { path, invitation } of await listInvitations(store, signal))
    if (!invitation || invitation.until < now) await store.remove(path, signal)
  const code = Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('')
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', await derivedKey(code, salt, cost), nonce).setAAD(beside)
  const sealed = Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()])
  const invitation: Invitation = {
    v: 1,
    until: now + validMs,
    salt: salt.toString('base64'),
    sealed: sealed.toString('base64'),
  }
  await store.write(`join/${randomBytes(8).toString('hex')}`, Buffer.from(`${JSON.stringify(invitation)}\n`), signal)
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

/**
 * The key that a code opens, once: its invitation is taken away. Throws `StoreFault` `locked` for a code that opens
 * none.
 */
export async function acceptInvitation(
  store: SyncStore,
  typed: string,
  now: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  for (const { path, invitation } of await listInvitations(store, signal)) {
    const key = invitation && invitation.until >= now ? await keyIn(invitation, code) : undefined
    if (!key) continue
    await store.remove(path, signal)
    return key
  }
  throw new StoreFault('locked', 'no invitation of this code')
}

async function listInvitations(
  store: SyncStore,
  signal: AbortSignal,
): Promise<{ path: string; invitation: Invitation | undefined }[]> {
  const paths = [...(await store.list('join/', signal))].filter(([, size]) => size <= mostBytes).map(([path]) => path)
  return Promise.all(
    paths.slice(0, mostTried).map(async (path) => ({ path, invitation: invitationIn(await store.read(path, signal)) })),
  )
}

function invitationIn(bytes: Buffer | undefined): Invitation | undefined {
  try {
    const { v, until, salt, sealed } = (JSON.parse(String(bytes)) ?? {}) as Record<string, unknown>
    const isOne = v === 1 && typeof until === 'number' && typeof salt === 'string' && typeof sealed === 'string'
    return isOne ? { v, until, salt, sealed } : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

async function keyIn({ salt, sealed }: Invitation, code: string): Promise<Buffer | undefined> {
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length !== 12 + 32 + 16) return undefined
  const key = await derivedKey(code, Buffer.from(salt, 'base64'), cost)
  try {
    const plain = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(beside)
    plain.setAuthTag(bytes.subarray(-16))
    return Buffer.concat([plain.update(bytes.subarray(12, -16)), plain.final()])
  } catch {
    return undefined // Another code.
  }
}
