import type { JsonObject } from './json.ts'

/**
 * Every way in which the program can fail, as one list. A failure is classified once, where it happens (for a provider:
 * from the HTTP status and the wire's own error type, never from the wording), and is data from there on.
 */
export const failureCodes = [
  // A provider's answer.
  'auth', // 401, 403, or a provider was chosen and its key is missing
  'no-credit', // the account has no money left: 402, or what the wire says of its quota
  'model-missing', // 404: no such model at this address
  'rate-limited', // 429
  'server', // 5xx
  'network', // no connection, reset, name not resolved, dropped mid-answer
  'timeout', // no first byte within the limit, or the exchange passed its limit
  'empty', // the model ended without a word and without a tool call
  'refused', // the provider's safety system stopped the answer
  'overflow', // the context is larger than the model's window
  'bad-request', // 400 and other 4xx that are our fault
  'malformed', // bytes that are not what the wire's documentation says
  // A turn.
  'tool-limit', // 10 rounds of tools, or the same call three times
  'budget', // what may be spent in a turn, day or month is gone
  'interrupted', // the process that ran the turn ended before the turn did
  'storage', // the disk refused a write that must not be lost
  'bad-input', // an empty prompt, a file that is not there, an image nobody can read
  'config', // a setting that cannot be used
  'busy', // somebody else holds what this needs and does not answer
  'internal', // a bug
] as const
export type FailureCode = (typeof failureCodes)[number]

/** A failure as plain data: kept in journals, sent over sockets, turned into a sentence by `messages/`. */
export interface Failure {
  code: FailureCode
  /** For a developer: the provider's own words or the system's. Secrets are masked before it gets here. */
  detail?: string
  /** HTTP status, where there was one. */
  status?: number
  /** Milliseconds the provider asked to wait (429, 503). */
  retryAfterMs?: number
  /** Names for the sentence: provider, model, setting, path. */
  data?: JsonObject
}

/**
 * The number of this try of one request, counted from 1, and the most that there will be if it goes on failing as it
 * did.
 */
export interface RetryAttempt {
  number: number
  of: number
}

/**
 * The one error class: a `Failure` that is thrown. Anything else that is thrown is a bug and becomes `internal` at
 * the pump.
 */
export class AssistantError extends Error {
  override name = 'AssistantError'
  readonly failure: Failure
  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.detail ? `${failure.code}: ${failure.detail}` : failure.code, options)
    this.failure = failure
  }
}

/** Throws in expression position: `return value ?? fail('config', { data: { key } })`. */
export function fail(code: FailureCode, more: Omit<Failure, 'code'> = {}, cause?: unknown): never {
  throw new AssistantError({ code, ...more }, cause === undefined ? undefined : { cause })
}

/** Throws `bad-input` with a sentence for whoever asked, in their language. */
export function refuse(sentence: string): never {
  return fail('bad-input', { data: { sentence } })
}

/** Codes of a file system that is full, broken, shut or too slow; not of a network. */
const diskErrors = [
  ...[
    'EACCES',
    'EBUSY',
    'EDQUOT',
    'EFBIG',
    'EINVAL',
    'EIO',
    'EISDIR',
    'ELOOP',
    'EMFILE',
    'ENAMETOOLONG',
    'ENEWER',
    'ENFILE',
    'ENODEV',
    'ENOENT',
  ],
  ...[
    'EREMOTEIO',
    'ENOSPC',
    'ENOTDIR',
    'ENOTEMPTY',
    'ENOTSUP',
    'ENXIO',
    'EPERM',
    'EROFS',
    'ESTALE',
    'ETXTBSY',
    'EXDEV',
  ],
]

/** SQLite's busy, read-only, I/O error, full and cannot open (https://sqlite.org/rescode.html). */
const sqliteRefusals = [5, 8, 10, 13, 14]

/**
 * The failure of a system call on a file, or of a lock that stays taken, however deep it was thrown; undefined for
 * anything else.
 */
function diskFailure(thrown: unknown): Failure | undefined {
  if (thrown instanceof Error && thrown.name === 'LockBusy' && 'path' in thrown && 'holder' in thrown) {
    const { pid } = thrown.holder as { pid: number }
    return { code: 'busy', detail: thrown.message, data: { path: String(thrown.path), pid } }
  }
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined
  if (
    thrown.code === 'ERR_SQLITE_ERROR' &&
    'errcode' in thrown &&
    sqliteRefusals.includes(Number(thrown.errcode) & 0xff)
  )
    return { code: 'storage', detail: thrown.message }
  if (!('syscall' in thrown)) return undefined
  const { code, path } = thrown as NodeJS.ErrnoException
  if (!diskErrors.includes(String(code))) return undefined
  return { code: 'storage', detail: String(code), ...(path === undefined ? {} : { data: { path } }) }
}

/**
 * The failure inside anything that was thrown; a stranger becomes `internal` with its message as the detail. Never
 * throws.
 */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof AssistantError) return thrown.failure
  const refused = diskFailure(thrown)
  if (refused) return refused
  try {
    return { code: 'internal', detail: String(thrown instanceof Error ? (thrown.stack ?? thrown.message) : thrown) }
  } catch {
    return { code: 'internal' } // Something that cannot even be shown.
  }
}
