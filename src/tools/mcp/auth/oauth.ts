import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientInformationMixed, OAuthClientMetadata, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { ensureDir, readTextIfThere, writeAtomic } from '../../../std/fs/files.ts'
import { withLock } from '../../../std/fs/lock.ts'
import { Trouble } from '../client/connection-errors.ts'
import type { ServerSpec } from '../config/spec.ts'
import { type Loopback, listenForCode } from './oauth-callback-server.ts'

/** What is kept of a login, by server and address. */
interface Kept {
  port?: number
  client?: OAuthClientInformationMixed
  tokens?: OAuthTokens
}

/** Logins of all servers, in one file (0600). */
export class LoginStore {
  readonly #path: string
  constructor(path: string) {
    this.#path = path
  }

  async read(key: string): Promise<Kept> {
    return (await this.#all())[key] ?? {}
  }

  change(key: string, change: Partial<{ [K in keyof Kept]: Kept[K] | undefined }>): Promise<void> {
    return this.#edit((all) => {
      all[key] = { ...all[key], ...change } as Kept
    })
  }

  async forget(key: string): Promise<void> {
    if (!Object.hasOwn(await this.#all(), key)) return
    await this.#edit((all) => {
      delete all[key]
    })
  }

  async #edit(change: (all: Record<string, Kept>) => void): Promise<void> {
    await ensureDir(dirname(this.#path))
    await withLock(this.#path, async () => {
      const all = await this.#all()
      change(all)
      await writeAtomic(this.#path, `${JSON.stringify(all, null, 1)}\n`)
    })
  }

  async #all(): Promise<Record<string, Kept>> {
    try {
      return JSON.parse((await readTextIfThere(this.#path)) ?? '{}') as Record<string, Kept>
    } catch (error) {
      if (error instanceof SyntaxError) return {} // Cut off: one logs in again.
      throw error
    }
  }
}

/** Under which name a login is kept: another address is another login. */
export function loginKey({ name, reach }: Pick<ServerSpec, 'name' | 'reach'>): string {
  return reach.kind === 'stdio' ? name : `${name} ${reach.url}`
}

/** Opens an address in the person's browser. */
export type Show = (url: URL) => Promise<void>

/**
 * A login at one server by OAuth 2.1 with PKCE (2025-11-25/basic/authorization); the SDK does the talking. The browser comes back
 * to a port of this machine (RFC 8252 §7.3). Where nobody can open a browser, a kept login is used and renewed, never begun.
 */
export class Login implements OAuthClientProvider {
  readonly #store: LoginStore
  readonly #key: string
  #show: Show | undefined
  #loopback: Loopback | undefined
  readonly #state: string
  #verifier = ''
  /** A login that is there does not count: another one is made. It stays until then. */
  anew = false

  private constructor(store: LoginStore, key: string, state: string, interactive?: { show: Show; loopback: Loopback }) {
    this.#store = store
    this.#key = key
    this.#state = state
    this.#show = interactive?.show
    this.#loopback = interactive?.loopback
  }

  /** `show` opens an address in the person's browser; `page` is what the browser shows in the end. */
  static async prepare(store: LoginStore, key: string, show: Show | undefined, page: string): Promise<Login> {
    const state = randomBytes(16).toString('base64url')
    if (!show) return new Login(store, key, state)
    const { port } = await store.read(key)
    const loopback = await listenForCode(port, state, page)
    // A registration names the port; with another one it has to be made anew.
    if (port !== loopback.port) await store.change(key, { port: loopback.port, client: undefined })
    return new Login(store, key, state, { show, loopback })
  }

  /** Whether a person can log in now. */
  get interactive(): boolean {
    return this.#loopback !== undefined
  }

  get redirectUrl(): string {
    return `http://127.0.0.1:${this.#loopback?.port ?? 0}/callback`
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'assistant',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }
  }

  state(): string {
    return this.#state
  }

  async clientInformation(): Promise<OAuthClientInformationMixed | undefined> {
    const { client } = await this.#store.read(this.#key)
    if (!client && !this.interactive) throw new Trouble('login', {}, true)
    return client
  }

  saveClientInformation(client: OAuthClientInformationMixed): Promise<void> {
    return this.#store.change(this.#key, { client })
  }

  async tokens(): Promise<OAuthTokens | undefined> {
    return this.anew ? undefined : (await this.#store.read(this.#key)).tokens
  }

  saveTokens(tokens: OAuthTokens): Promise<void> {
    return this.#store.change(this.#key, { tokens })
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    if (!this.#show) throw new Trouble('login', {}, true)
    // Only a web page may be opened for somebody: never another scheme that a server names.
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Trouble('login', {}, true)
    await this.#show(url)
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  codeVerifier(): string {
    return this.#verifier
  }

  invalidateCredentials(what: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    const forget = { all: { client: undefined, tokens: undefined }, client: { client: undefined }, tokens: { tokens: undefined } }
    return this.#store.change(this.#key, what in forget ? forget[what as keyof typeof forget] : {})
  }

  /** The code that the browser brings back; rejects when the person says no there. */
  async code(): Promise<string> {
    if (!this.#loopback) throw new Trouble('login', {}, true)
    return this.#loopback.code
  }

  /** From now on a kept login is used and renewed, but no person is asked. */
  close(): void {
    this.#loopback?.close()
    this.#loopback = undefined
    this.#show = undefined
  }
}
