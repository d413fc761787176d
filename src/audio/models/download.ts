import { type FileHandle, open, rm } from 'node:fs/promises'
import { fail } from '../../protocol/index.ts'
import { codeOf, readTextIfThere, sizeOf, writeAtomic } from '../../std/fs/files.ts'
import { type HttpResponse, NetworkError, request } from '../../std/net/http.ts'

const redirects = 5
/** A download without a byte for this long is aborted, in milliseconds. The received part is kept. */
const stallMs = 30_000

export interface Download {
  url: string
  /** Path of the incomplete download. The file `.tag` beside it holds the version (ETag). */
  part: string
  signal: AbortSignal
  /** Called with the bytes received so far, and the total where the server tells it. */
  progress(bytes: number, of: number | undefined): void
}

/** Status 416: the requested range begins after the last byte, so the part is complete. RFC 9110 §15.5.17. */
const isWhole = ({ status, headers }: HttpResponse, bytes: number) =>
  status === 416 && headers['content-range'] === `bytes */${bytes}`

/**
 * Downloads to `part`, going on where an earlier one stopped if the server still has the same version. Redirects are
 * followed, at most five, never from https to http; no key is ever sent. One that is whole already is left as it is.
 * Throws `network`, `server` (status), `storage` (`full` in data).
 */
export async function downloadFile({ url, part, signal, progress }: Download): Promise<void> {
  const begun = await sizeOf(part)
  const tag = begun > 0 ? await readTextIfThere(`${part}.tag`) : undefined
  const watch = new Stall(signal)
  try {
    const response = await followRedirects(url, tag ? { range: `bytes=${begun}-`, 'if-range': tag } : {}, watch.signal)
    if (![200, 206].includes(response.status)) {
      await response.body.return?.()
      if (isWhole(response, begun)) return progress(begun, begun)
      // The part is longer than the file is now: it belongs to another version, so the next download starts from zero.
      if (response.status === 416) await rm(`${part}.tag`, { force: true })
      return fail('server', { status: response.status, detail: `status ${response.status}` })
    }
    const from = response.status === 206 && response.headers['content-range']?.startsWith(`bytes ${begun}-`) ? begun : 0
    const version = response.headers.etag ?? response.headers['last-modified']
    if (from === 0 && version && !version.startsWith('W/')) await writeAtomic(`${part}.tag`, version)
    await appendBody(part, from, response, watch, progress)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT')
      return fail('storage', { data: { full: true } }, error)
    if (error instanceof NetworkError || watch.signal.aborted) return fail('network', { detail: String(error) }, error)
    throw error
  } finally {
    watch.end()
  }
}

async function appendBody(
  part: string,
  from: number,
  response: HttpResponse,
  watch: Stall,
  progress: Download['progress'],
): Promise<void> {
  const length = Number(response.headers['content-length'])
  const all = Number.isFinite(length) ? from + length : undefined
  let file: FileHandle | undefined
  try {
    file = await open(part, from > 0 ? 'a' : 'w', 0o600)
    let bytes = from
    for await (const chunk of response.body) {
      await file.writeFile(chunk)
      bytes += chunk.length
      watch.moved()
      progress(bytes, all)
    }
    await file.sync()
    if (all !== undefined && bytes !== all) throw new NetworkError(`${bytes} of ${all} bytes`)
  } finally {
    await file?.close()
  }
}

async function followRedirects(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<HttpResponse> {
  let at = new URL(url)
  for (let times = 0; times <= redirects; times++) {
    const response = await request(at, { headers: { 'accept-encoding': 'identity', ...headers }, signal })
    const { location } = response.headers
    if (response.status < 300 || response.status >= 400 || !location) return response
    await response.body.return?.()
    const next = new URL(location, at)
    if (next.protocol !== 'https:' && !(next.protocol === 'http:' && at.protocol === 'http:')) break
    at = next
  }
  return fail('server', { detail: 'redirects' })
}

/** A signal that aborts with the given one, or when no byte has arrived for `stallMs`. */
class Stall {
  readonly #own = new AbortController()
  readonly #timer = setTimeout(() => this.#own.abort(new NetworkError('stalled')), stallMs)
  readonly signal: AbortSignal
  constructor(given: AbortSignal) {
    this.signal = AbortSignal.any([given, this.#own.signal])
  }
  moved(): void {
    this.#timer.refresh()
  }
  end(): void {
    clearTimeout(this.#timer)
  }
}
