import { randomBytes } from 'node:crypto'
import { hostLocality } from '../../std/net/host-locality.ts'
import { NetworkError, request } from '../../std/net/http.ts'
import { StoreFault, type SyncStore } from './store.ts'

/** Longest wait for an answer, and the interval of asking what is new, in milliseconds: WebDAV tells of no changes. */
const answerMs = 30_000
const lookMs = 10_000

type Method = 'GET' | 'PUT' | 'DELETE' | 'PROPFIND' | 'MKCOL' | 'MOVE'
interface Answer {
  status: number
  bytes: Buffer
  headers: Record<string, string>
}

/**
 * A store in a collection of a WebDAV server (RFC 4918; Nextcloud, a NAS, rclone):
 * `https://user:password@host/path/`. Files are put beside their place and moved into it.
 */
export function webdavStore(place: string): SyncStore {
  const server = new WebdavServer(place)
  return {
    promise: 'named',
    list: (prefix, signal) => server.list(prefix.replace(/\/+$/, ''), signal),
    async read(path, signal) {
      const { status, bytes } = await server.ask('GET', path, signal)
      return status === 404 ? undefined : requireStatus(status, bytes)
    },
    write: (path, bytes, signal) => server.write(path, bytes, signal),
    async remove(path, signal) {
      const { status } = await server.ask('DELETE', path, signal)
      if (status !== 404) requireStatus(status, undefined)
    },
    watch(changed, signal) {
      let seen: string | undefined
      const look = async () => {
        const now = [...(await server.list('log', signal)).keys()].sort().join()
        if (seen !== undefined && now !== seen) changed()
        seen = now
      }
      // A store that is away is told by the rounds.
      const timer = setInterval(() => void look().catch(unlessFault), lookMs).unref()
      signal.addEventListener('abort', () => clearInterval(timer), { once: true })
    },
    close: async () => {},
  }
}

class WebdavServer {
  readonly #url: URL
  readonly #base: string
  readonly #login: Record<string, string>

  constructor(place: string) {
    this.#url = new URL(place)
    const { username, password, origin, pathname } = this.#url
    this.#base = `${origin}${pathname.replace(/\/*$/, '/')}`
    const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    this.#login = username ? { authorization: `Basic ${Buffer.from(login).toString('base64')}` } : {}
  }

  address(path: string): string {
    return this.#base + path.split('/').map(encodeURIComponent).join('/')
  }

  async ask(
    method: Method,
    path: string | URL,
    signal: AbortSignal,
    headers: Record<string, string> = {},
    body?: Uint8Array | string,
  ): Promise<Answer> {
    // A password in the clear goes no further than the house.
    if (this.#url.protocol === 'http:' && hostLocality(this.#url.hostname) === 'public')
      throw new StoreFault('denied', 'https only')
    const until = AbortSignal.any([signal, AbortSignal.timeout(answerMs)])
    try {
      const sent = {
        method,
        headers: { ...this.#login, ...headers },
        signal: until,
        ...(body === undefined ? {} : { body }),
      }
      const answer = await request(typeof path === 'string' ? this.address(path) : path, sent)
      return { ...answer, bytes: Buffer.concat(await Array.fromAsync(answer.body)) }
    } catch (error) {
      if (until.aborted) throw new StoreFault('slow', 'no answer in time', error)
      if (error instanceof NetworkError) throw new StoreFault('away', error.message.slice(0, 200), error)
      throw error
    }
  }

  /** Every file of a collection and of those in it, with its size. */
  async list(folder: string, signal: AbortSignal): Promise<Map<string, number>> {
    const files = new Map<string, number>()
    for (const { name, size } of await this.#children(folder, signal)) {
      const path = folder === '' ? name : `${folder}/${name}`
      if (size !== undefined) files.set(path, size)
      else for (const [below, bytes] of await this.list(path, signal)) files.set(below, bytes)
    }
    return files
  }

  /** List a collection; a collection in it has no size. Nothing where there is none. */
  async #children(path: string, signal: AbortSignal): Promise<{ name: string; size: number | undefined }[]> {
    const { propfind } = await import('tsdav')
    let status = 0
    const found = await propfind({
      url: this.address(path).replace(/\/*$/, '/'),
      props: { 'd:resourcetype': {}, 'd:getcontentlength': {} },
      depth: '1',
      fetch: async (_, { body, headers } = {}) => {
        const sent = headers as Record<string, string>
        const answer = await this.ask('PROPFIND', path === '' ? '' : `${path}/`, signal, sent, String(body))
        status = answer.status
        if (status !== 404) requireStatus(status, undefined)
        return new Response(new Uint8Array(answer.bytes), { status, headers: answer.headers })
      },
    })
    if (status === 404) return []
    const self = new URL(this.address(path)).pathname.replace(/\/*$/, '')
    return found.flatMap(({ href = '', props }) => {
      const at = new URL(href, this.#base).pathname.replace(/\/+$/, '')
      const name = at.startsWith(`${self}/`) ? decodeURIComponent(at.slice(self.length + 1)) : ''
      // Half-written files are nobody's, and a name is one part of a path.
      if (name === '' || name.startsWith('.') || name.includes('/')) return []
      const isFolder = props?.resourcetype !== undefined && 'collection' in Object(props.resourcetype)
      return [{ name, size: isFolder ? undefined : Number(props?.getcontentlength ?? 0) }]
    })
  }

  /** Makes the collections that a path needs; one that is there says so (405). */
  async makeFolders(path: string, signal: AbortSignal): Promise<void> {
    const { pathname, origin } = this.#url
    const folders = [...pathname.split('/'), ...path.split('/').slice(0, -1)].filter((name) => name !== '')
    const isMade = async (depth: number): Promise<boolean> => {
      const { status } = await this.ask('MKCOL', new URL(`/${folders.slice(0, depth).join('/')}/`, origin), signal)
      return status !== 409 && status !== 404
    }
    // From below: whoever may write here may not write above.
    let depth = folders.length
    while (depth > 0 && !(await isMade(depth))) depth--
    while (depth < folders.length) await isMade(++depth)
  }

  /** Beside its place first, then into it. */
  async write(path: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    const half = path.replace(/[^/]*$/, (name) => `.${name}.${randomBytes(4).toString('hex')}.tmp`)
    let { status } = await this.ask('PUT', half, signal, {}, bytes)
    if (status === 404 || status === 409) {
      await this.makeFolders(path, signal)
      status = (await this.ask('PUT', half, signal, {}, bytes)).status
    }
    requireStatus(status, undefined)
    const moved = await this.ask('MOVE', half, signal, { destination: this.address(path), overwrite: 'T' })
    requireStatus(moved.status, undefined)
  }
}

/** The answer where it is one. Throws `StoreFault`. */
function requireStatus<T>(status: number, answer: T): T {
  if (status >= 200 && status < 300) return answer
  const fault = [401, 403].includes(status) ? 'denied' : [413, 507].includes(status) ? 'full' : 'away'
  throw new StoreFault(fault, `HTTP ${status}`)
}

function unlessFault(error: unknown): void {
  if (!(error instanceof StoreFault)) throw error
}
