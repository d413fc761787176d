import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto'
import type {
  AddClientAuthentication,
  OAuthClientProvider,
  OAuthDiscoveryState,
} from '@modelcontextprotocol/sdk/client/auth.js'
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js'
import { readTextIfThere } from '../../../std/fs/files.ts'
import { changeJsonFile } from '../../../std/fs/json-file.ts'
import { McpConnectionError } from '../client/connection-errors.ts'
import type { OAuthSettings } from '../config/oauth-settings.ts'
import type { ServerSpec } from '../config/spec.ts'
import { type Loopback, listenForCode } from './oauth-callback-server.ts'

/** The stored state of a login, by server and URL. */
interface Kept {
  port?: number
  client?: OAuthClientInformationMixed
  tokens?: OAuthTokens
  /**
   * The authorization server that a client id of `mcp.json` was first used at: it and its secret are for no other
   * one.
   */
  issuer?: string
  /** A login that was requested while no person was present; the next `mcp connect` performs it. */
  wanted?: Challenge
}

/** The `WWW-Authenticate` header of a response (RFC 6750 §3, RFC 9728 §5.1); '' if absent. */
export interface Challenge {
  scope: string
  metadata: string
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
    await changeJsonFile(this.#path, () => this.#all(), change)
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

/** The key of a stored login: another URL is another login. */
export function loginKey({ name, reach }: Pick<ServerSpec, 'name' | 'reach'>): string {
  return reach.kind === 'stdio' ? name : `${name} ${reach.url}`
}

/** Opens an address in the person's browser. */
export type ShowAddress = (url: URL) => Promise<void>

export interface LoginOptions {
  store: LoginStore
  key: string
  /** As `mcp.json` has it, variables filled in. */
  oauth: OAuthSettings
  /** Opens a URL in the person's browser; absent if no person is present. */
  show?: ShowAddress | undefined
  /** The page that the browser shows after the login. */
  page: string
}

/**
 * A login at one server by OAuth 2.1 with PKCE (2025-11-25/basic/authorization); the SDK does the talking. The
 * browser comes back to a port of this machine (RFC 8252 §7.3). Where nobody can open a browser, a kept login is used
 * and renewed, never begun.
 */
export class Login implements OAuthClientProvider {
  readonly #options: LoginOptions
  #loopback: Loopback | undefined
  readonly #state: string
  #verifier = ''
  #code: Promise<string> | undefined
  #challenge: Challenge = { scope: '', metadata: '' }
  /** Ignores the stored login and makes a new one. The stored one is kept until then. */
  anew = false
  /** Only there where a key signs for us: the SDK takes it instead of everything else. */
  readonly addClientAuthentication?: AddClientAuthentication
  /** Only there where the person keeps such a document. */
  readonly clientMetadataUrl?: string

  private constructor(options: LoginOptions, state: string, loopback?: Loopback) {
    this.#options = options
    this.#state = state
    this.#loopback = loopback
    const { clientId = '', privateKey, clientMetadataUrl } = options.oauth
    if (clientMetadataUrl) this.clientMetadataUrl = clientMetadataUrl
    if (privateKey) this.addClientAuthentication = signedBy(clientId, privateKey)
  }

  static async prepare(options: LoginOptions): Promise<Login> {
    const { store, key, oauth, show, page } = options
    const state = randomBytes(16).toString('base64url')
    if (!show || oauth.grantType === 'client_credentials') return new Login(options, state)
    const { port } = await store.read(key)
    const loopback = await listenForCode(oauth.callbackPort ?? port, oauth.callbackPort !== undefined, state, page)
    // A registration names the port; with another one it has to be made anew.
    if (port !== loopback.port) await store.change(key, { port: loopback.port, client: undefined })
    return new Login(options, state, loopback)
  }

  /** True if a person is present to log in. */
  get interactive(): boolean {
    return this.#loopback !== undefined
  }

  /**
   * Undefined where the program logs in by itself. A registered port goes with the name that other programs register.
   */
  get redirectUrl(): string | undefined {
    const { grantType, callbackPort } = this.#options.oauth
    if (grantType === 'client_credentials') return undefined
    return callbackPort
      ? `http://localhost:${callbackPort}/callback`
      : `http://127.0.0.1:${this.#loopback?.port ?? 0}/callback`
  }

  get clientMetadata(): OAuthClientMetadata {
    const { scopes } = this.#options.oauth
    return {
      client_name: 'assistant',
      redirect_uris: this.redirectUrl ? [this.redirectUrl] : [],
      grant_types: this.redirectUrl ? ['authorization_code', 'refresh_token'] : ['client_credentials'],
      response_types: this.redirectUrl ? ['code'] : [],
      token_endpoint_auth_method: 'none',
      ...(scopes ? { scope: scopes } : {}),
    }
  }

  state(): string {
    return this.#state
  }

  /** Stores the challenge of a rejected request. */
  challenged(challenge: Challenge): void {
    this.#challenge = challenge
  }

  /** The login that was requested while no person was present. */
  async wanted(): Promise<Challenge | undefined> {
    return (await this.#kept()).wanted
  }

  /** The granted scopes, separated by spaces. */
  async granted(): Promise<string> {
    return (await this.#kept()).tokens?.scope ?? ''
  }

  async clientInformation(): Promise<OAuthClientInformationMixed | undefined> {
    const { client, issuer } = await this.#kept()
    const { clientId, clientSecret } = this.#options.oauth
    if (clientId)
      return {
        client_id: clientId,
        ...(clientSecret && { client_secret: clientSecret }),
        ...(issuer === undefined ? {} : { issuer }),
      }
    return client ?? (this.interactive ? undefined : this.#leave())
  }

  async saveClientInformation(client: OAuthClientInformationMixed): Promise<void> {
    const { clientId } = this.#options.oauth
    if (!clientId) return this.#change({ client })
    const { issuer } = await this.#kept()
    if (issuer !== undefined) staysAt(issuer, client.issuer ?? '')
    await this.#change({ issuer: client.issuer })
  }

  /** Called when it is known where the login is, before anything is sent there. */
  async saveDiscoveryState({
    authorizationServerUrl: to,
    authorizationServerMetadata: at,
  }: OAuthDiscoveryState): Promise<void> {
    const { issuer, client } = await this.#kept()
    if (this.#options.oauth.clientId) return issuer === undefined ? undefined : staysAt(issuer, to)
    if (!at || at.registration_endpoint || client) return
    if (!(at.client_id_metadata_document_supported && this.clientMetadataUrl))
      throw new McpConnectionError('client', {}, true)
  }

  async tokens(): Promise<OAuthTokens | undefined> {
    return this.anew ? undefined : (await this.#kept()).tokens
  }

  saveTokens(tokens: OAuthTokens): Promise<void> {
    return this.#change({ tokens, wanted: undefined })
  }

  /** The token request of the client credentials grant (RFC 6749 §4.4); undefined for other grants. */
  prepareTokenRequest(scope?: string): URLSearchParams | undefined {
    if (this.redirectUrl) return undefined
    return new URLSearchParams({ grant_type: 'client_credentials', ...(scope ? { scope } : {}) })
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    const { show, oauth } = this.#options
    if (!show || !this.#loopback) return this.#leave()
    // Only http and https URLs are opened, never another scheme that a server names.
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new McpConnectionError('login-refused', { detail: url.protocol }, true)
    if (oauth.scopes) url.searchParams.set('scope', oauth.scopes)
    this.#code = this.#loopback.next()
    await show(url)
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  codeVerifier(): string {
    return this.#verifier
  }

  invalidateCredentials(what: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    const forget = {
      all: { client: undefined, tokens: undefined },
      client: { client: undefined },
      tokens: { tokens: undefined },
    }
    return this.#change(what in forget ? forget[what as keyof typeof forget] : {})
  }

  /** The authorization code from the browser; rejects if the person declines. */
  async code(): Promise<string> {
    return this.#code ?? this.#leave()
  }

  /** From now on the stored login is used and refreshed, but no person is asked. */
  close(): void {
    this.#loopback?.close()
    this.#loopback = undefined
  }

  /** No person is present: stores the request for later. */
  async #leave(): Promise<never> {
    await this.#change({ wanted: this.#challenge })
    throw new McpConnectionError('login', { ...this.#challenge })
  }

  #kept(): Promise<Kept> {
    return this.#options.store.read(this.#options.key)
  }

  #change(change: Parameters<LoginStore['change']>[1]): Promise<void> {
    return this.#options.store.change(this.#options.key, change)
  }
}

/** The client secret of `mcp.json` is sent to its own authorization server only, whatever the MCP server says. */
function staysAt(issuer: string, to: string): void {
  const plainUrl = (url: string) => (URL.canParse(url) ? new URL(url).href : url).replace(/\/$/, '')
  if (plainUrl(issuer) !== plainUrl(to)) throw new McpConnectionError('login-moved', { from: issuer, to }, true)
}

/**
 * Signs as the client, by the algorithm that goes with the key (RFC 7518 §3.1, RFC 7523). Throws an
 * `McpConnectionError` for no key at all.
 */
function signedBy(clientId: string, pem: string): AddClientAuthentication {
  const key = readKey(pem)
  const curves: Record<string, string> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' }
  const alg = key.asymmetricKeyType === 'rsa' ? 'RS256' : curves[key.asymmetricKeyDetails?.namedCurve ?? '']
  if (!alg) throw new McpConnectionError('key')
  const privateKey = key.export({ type: 'pkcs8', format: 'pem' }).toString()
  return async (...request) => {
    const { createPrivateKeyJwtAuth } = await import('@modelcontextprotocol/sdk/client/auth-extensions.js')
    return createPrivateKeyJwtAuth({ issuer: clientId, subject: clientId, privateKey, alg })(...request)
  }
}

function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    // Any error of `crypto` means that the key cannot be used.
    throw new McpConnectionError('key')
  }
}
