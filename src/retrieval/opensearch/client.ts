import { Readable } from 'node:stream'
import type * as OpenSearch from '@opensearch-project/opensearch'
import { type FailureCode, fail, type Json } from '../../protocol/index.ts'
import { NetworkError, request } from '../../std/net/http.ts'
import { askPatiently, codeOf } from '../embedders/rest.ts'
import { type AwsKey, awsScopeOf, signAwsRequest, type UnsignedRequest } from './aws-signature.ts'

export interface ClusterOptions {
  /** https://host:9200; certificates are verified (a private authority: NODE_EXTRA_CA_CERTS). */
  url: string
  user?: { name: string; password: string }
  /** In place of a user: sent as a bearer token. */
  token?: string
  /** In place of both, at Amazon's service: requests are signed with it. */
  aws?: { key: AwsKey; now(): Date }
  /** Milliseconds for one request, answer included. */
  timeoutMs?: number
}

type Client = OpenSearch.Client
/** The result of a method of the client: a promise that can be given up. */
type ClientRequest = PromiseLike<{ statusCode: number | null; body: unknown }> & { abort(): void }

const data = { provider: 'opensearch' }
const defaultTimeoutMs = 60_000

/**
 * The official client, over the program's own connections: proxies, allowed hosts and certificates are those of every
 * other request.
 */
export class Cluster {
  readonly #options: ClusterOptions
  #loaded: Promise<{ client: Client; errors: typeof OpenSearch.errors }> | undefined

  constructor(options: ClusterOptions) {
    this.#options = options
  }

  /**
   * One request; `expect`: statuses beside 2xx that are answers. Broken connections, 5xx and 429 are tried again, so
   * it may only be what can be repeated. Throws AssistantError, or the signal's reason.
   */
  async ask(
    what: (client: Client, options: { ignore: number[] }) => ClientRequest,
    signal: AbortSignal,
    expect: number[] = [],
  ): Promise<{ status: number; body: Json }> {
    this.#loaded ??= loadClient(this.#options)
    const { client, errors } = await this.#loaded
    return askPatiently(async () => {
      signal.throwIfAborted()
      const asked = what(client, { ignore: expect })
      const abort = () => asked.abort()
      signal.addEventListener('abort', abort, { once: true })
      try {
        const { statusCode, body } = await asked
        return { status: statusCode ?? 0, body: body as Json }
      } catch (error) {
        signal.throwIfAborted()
        return failRequest(error, errors)
      } finally {
        signal.removeEventListener('abort', abort)
      }
    }, signal)
  }
}

async function loadClient({ url, user, token, aws, timeoutMs = defaultTimeoutMs }: ClusterOptions) {
  const { Client, Connection, errors } = await import('@opensearch-project/opensearch')
  const basic = user && `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`
  const authorization = token ? `Bearer ${token}` : basic
  const scope = awsScopeOf(new URL(url).hostname)
  const sign = aws && scope && ((asked: UnsignedRequest) => signAwsRequest(asked, aws.key, scope, aws.now()))
  const client = new Client({
    node: url,
    Connection: connectionOver(Connection, errors, sign),
    // The caller waits between two tries; the client would not.
    maxRetries: 0,
    resurrectStrategy: 'none',
    requestTimeout: timeoutMs,
    ...(authorization && { headers: { authorization } }),
  })
  return { client, errors }
}

/** A connection of the client that asks as everything else here does. */
function connectionOver(
  Connection: typeof OpenSearch.Connection,
  errors: typeof OpenSearch.errors,
  sign?: (asked: UnsignedRequest) => Record<string, string>,
): typeof Connection {
  return class extends Connection {
    // Its own type promises Node's request; what its transport uses of it is `abort`.
    override request(...[params, callback]: Parameters<OpenSearch.Connection['request']>): never {
      const { method, path, body, headers, querystring, timeout } = params
      const left = new AbortController()
      const limit = AbortSignal.timeout(Number(timeout ?? defaultTimeoutMs))
      const url = new URL(`${this.url.href.replace(/\/+$/, '')}${path}${querystring ? `?${querystring}` : ''}`)
      const sent: { body?: string | Buffer } = typeof body === 'string' || Buffer.isBuffer(body) ? { body } : {}
      const plain = stringHeaders(headers)
      const unsigned = { method: method ?? 'GET', url, headers: plain, body: sent.body ?? '' }
      const options = {
        method: method as 'GET',
        headers: sign ? sign(unsigned) : plain,
        signal: AbortSignal.any([left.signal, limit]),
        ...sent,
      }
      request(url, options).then(
        ({ status, headers: { 'content-encoding': _, ...others }, body: bytes }) => {
          const answer = Object.assign(Readable.from(bytes, { objectMode: false }), {
            statusCode: status,
            headers: others,
          })
          callback(null, answer as never)
        },
        (error) =>
          callback(limit.aborted ? new errors.TimeoutError('timeout', {} as never) : wrapError(error, errors), null),
      )
      return { abort: () => left.abort(new errors.RequestAbortedError('aborted', {} as never)) } as never
    }
  }
}

/** The headers that have a value, as text. */
function stringHeaders(headers: unknown): Record<string, string> {
  const all = Object.entries(headers ?? {}).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(all.map(([name, value]) => [name, String(value)]))
}

const wrapError = (cause: unknown, errors: typeof OpenSearch.errors) =>
  Object.assign(new errors.ConnectionError(cause instanceof Error ? cause.message : String(cause)), { cause })

/** The client's error as a failure with a code; what is none of its errors is thrown on. */
function failRequest(error: unknown, errors: typeof OpenSearch.errors): never {
  if (error instanceof errors.ResponseError) {
    const status = error.meta.statusCode ?? 0
    const retryAfterMs = Number(error.headers?.['retry-after']) * 1000
    const detail = (typeof error.body === 'string' ? error.body : JSON.stringify(error.body)).slice(0, 300)
    return fail(codeOf(status), { status, detail, data, ...(retryAfterMs >= 0 && { retryAfterMs }) }, error)
  }
  const kinds: [new (...args: never[]) => Error, FailureCode][] = [
    [errors.TimeoutError, 'timeout'],
    [errors.ConnectionError, 'network'],
    [errors.NoLivingConnectionsError, 'network'],
    [errors.DeserializationError, 'malformed'],
  ]
  const code = kinds.find(([kind]) => error instanceof kind)?.[1]
  // A request that was stopped here is no fault of the cluster.
  const { cause } = error as Error
  if (code === 'network' && cause !== undefined && !(cause instanceof NetworkError)) throw cause
  if (code) return fail(code, { detail: (error as Error).message, data }, cause ?? error)
  throw error
}
