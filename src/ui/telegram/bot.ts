import { AssistantError } from '../../protocol/index.ts'
import { NetworkError, readText, request } from '../../std/net/http.ts'

/** Refusals of the Bot API, by what has to be done about them. */
export type BotFault = 'token' | 'conflict' | 'flood' | 'gone' | 'unchanged' | 'refused' | 'server' | 'network'

/** A call that failed. Never carries the address: the token stands in it. */
export class BotError extends Error {
  override name = 'BotError'
  readonly fault: BotFault
  readonly retryAfterMs: number | undefined
  /** Milliseconds until it failed, where there was no answer. */
  tookMs = 0
  constructor(fault: BotFault, description: string, retryAfterMs?: number) {
    super(`${fault}: ${description}`)
    this.fault = fault
    this.retryAfterMs = retryAfterMs
  }
}

export interface Upload {
  field: string
  name: string
  bytes: Uint8Array
}

/** The Bot API of one token (https://core.telegram.org/bots/api): calls and files, nothing retried here. */
export interface Bot {
  call<T>(method: string, params: object, signal: AbortSignal, upload?: Upload): Promise<T>
  /** A file that a person sent, at most `limit` bytes. */
  download(fileId: string, limit: number, signal: AbortSignal): Promise<Uint8Array>
}

/** A call other than a long poll answers within this, in milliseconds, or the connection is given up. */
const callMs = 30_000
/**
 * No wait is longer than a day, whatever the server says, in milliseconds: a timer of more than 24 days would ring at
 * once.
 */
const mostWaitMs = 24 * 3_600_000
/** A batch of a hundred updates is far smaller. */
const answerBytes = 16 << 20
/** https://core.telegram.org/bots/api#getfile */
export const mostFileBytes = 20 << 20

/** A client for `root` (usually https://api.telegram.org). */
export function createBot(root: string, token: string): Bot {
  const call = async <T>(method: string, params: object, signal: AbortSignal, upload?: Upload): Promise<T> => {
    const patience = callMs + 1000 * Number((params as { timeout?: number }).timeout ?? 0)
    const { body, type } = upload
      ? multipartBody(params, upload)
      : { body: JSON.stringify(params), type: 'application/json' }
    const url = `${root}/bot${token}/${method}`
    const { status, text } = await exchangeRequest(url, { 'content-type': type }, body, patience, signal)
    return resultOf(status, text) as T
  }
  return {
    call,
    async download(fileId, limit, signal) {
      const file = await call<{ file_path?: string }>('getFile', { file_id: fileId }, signal)
      if (!file.file_path || /(^|\/)\.\.(\/|$)/.test(file.file_path)) throw new BotError('refused', 'no file path')
      return bytesOf(`${root}/file/bot${token}/${file.file_path}`, limit, signal)
    },
  }
}

async function exchangeRequest(
  url: string,
  headers: Record<string, string>,
  body: string | Uint8Array,
  ms: number,
  signal: AbortSignal,
) {
  const late = AbortSignal.timeout(ms)
  const began = performance.now()
  try {
    const within = AbortSignal.any([signal, late])
    const response = await request(url, { method: 'POST', headers, body, signal: within, awaited: true })
    return { status: response.status, text: await readText(response.body, answerBytes) }
  } catch (error) {
    const fault = faultOf(error, signal, late)
    if (fault instanceof BotError) fault.tookMs = performance.now() - began
    throw fault
  }
}

async function bytesOf(url: string, limit: number, signal: AbortSignal): Promise<Uint8Array> {
  const late = AbortSignal.timeout(callMs)
  try {
    const response = await request(url, { signal: AbortSignal.any([signal, late]) })
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body) {
      size += chunk.length
      if (size > limit) throw new BotError('refused', 'file is too big')
      chunks.push(chunk)
    }
    if (response.status !== 200) throw new BotError('refused', `file: ${response.status}`)
    return Buffer.concat(chunks)
  } catch (error) {
    throw faultOf(error, signal, late)
  }
}

/** The caller's own stop stays what it is; whatever the net did becomes one kind. */
function faultOf(error: unknown, signal: AbortSignal, late: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  if (late.aborted) return new BotError('network', 'no answer in time')
  if (error instanceof NetworkError) return new BotError('network', error.message)
  if (error instanceof AssistantError) return new BotError('network', error.failure.code)
  return error
}

interface Answer {
  ok?: boolean
  result?: unknown
  error_code?: number
  description?: unknown
  parameters?: { retry_after?: number }
}

function resultOf(status: number, text: string): unknown {
  const answer = parseAnswer(text)
  if (answer?.ok) return answer.result
  // A proxy's page is no word of the Bot API.
  if (!answer || answer.error_code === undefined)
    throw new BotError(status === 429 ? 'flood' : 'server', `status ${status}`)
  const { error_code: code, parameters } = answer
  const description = String(answer.description ?? '')
  const wait = Number(parameters?.retry_after)
  throw new BotError(
    kindOf(code, description),
    description.slice(0, 200),
    wait > 0 ? Math.min(wait * 1000, mostWaitMs) : undefined,
  )
}

function parseAnswer(text: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * 404 is what a token of the wrong shape gets. Chats that are gone have no status of their own, only these
 * descriptions.
 */
function kindOf(code: number, description: string): BotFault {
  if (code === 401 || code === 404) return 'token'
  if (code === 409) return 'conflict'
  if (code === 429) return 'flood'
  if (code === 403 || /chat not found|user is deactivated|peer_id_invalid/i.test(description)) return 'gone'
  if (/message is not modified/i.test(description)) return 'unchanged'
  return code >= 500 ? 'server' : 'refused'
}

/** As browsers write names of files (https://html.spec.whatwg.org/#multipart-form-data). */
const quoteFileName = (name: string) => name.replaceAll('"', '%22').replace(/[\r\n]/g, ' ')

function multipartBody(params: object, { field, name, bytes }: Upload): { body: Uint8Array; type: string } {
  const border = `assistant-${crypto.randomUUID()}`
  const fields = Object.entries(params).filter(([, value]) => value !== undefined)
  const texts = fields.map(([key, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `--${border}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${text}\r\n`
  })
  const head = `--${border}\r\ncontent-disposition: form-data; name="${field}"; filename="${quoteFileName(name)}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const body = Buffer.concat([Buffer.from(texts.join('') + head), bytes, Buffer.from(`\r\n--${border}--\r\n`)])
  return { body, type: `multipart/form-data; boundary=${border}` }
}
