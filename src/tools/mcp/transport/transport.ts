import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { Login } from '../auth/oauth.ts'
import { McpConnectionError } from '../client/connection-errors.ts'
import type { ServerReach } from '../config/spec.ts'
import { boundedFetch } from './http.ts'
import { type ServerLog, StdioTransport } from './stdio.ts'

type Address = Exclude<ServerReach, { kind: 'stdio' }>

/** Variables that a server of this machine is given besides its own: no keys among them. */
const inherited = [
  ...['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TMPDIR', 'TZ'],
  // Variables of the way to other machines: `npx` fetches a server first.
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [name, name.toLowerCase()]),
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'],
]

/** A server of this machine, not started yet. */
export function localTransport(
  { command, args, env, cwd }: Extract<ServerReach, { kind: 'stdio' }>,
  given: Record<string, string | undefined>,
  log: ServerLog,
  fallbackCwd: string | undefined,
): StdioTransport {
  const few = inherited.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]))
  const where = cwd ?? fallbackCwd
  const program = {
    command,
    args,
    env: { ...Object.fromEntries(few), ...env },
    ...(where === undefined ? {} : { cwd: where }),
  }
  return new StdioTransport(program, (text) => log.add(text))
}

/** A server at an address. Its headers go to its own origin only, never to where a login is asked for. */
export async function remoteTransport(
  { url, headers }: Address,
  how: 'http' | 'sse',
  authProvider: Login,
): Promise<Transport & { finishAuth(code: string): Promise<void> }> {
  const { origin } = new URL(url)
  const own = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  const fetch = async (to: string | URL, init?: RequestInit) => {
    const all = new Headers(init?.headers)
    if (new URL(to).origin === origin) for (const [name, value] of Object.entries(headers)) all.set(name, value)
    const response = await boundedFetch(to, { ...init, headers: all })
    if ((response.status === 401 || response.status === 403) && !own) await turnedAway(response, authProvider)
    return response
  }
  const options = { fetch, ...(own ? {} : { authProvider }) }
  if (how === 'sse') {
    const { SSEClientTransport } = await import('@modelcontextprotocol/sdk/client/sse.js')
    return new SSEClientTransport(new URL(url), options)
  }
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
  return new StreamableHTTPClientTransport(new URL(url), options) as Transport & {
    finishAuth(code: string): Promise<void>
  }
}

/** A login that is too narrow is for the person to widen; the SDK would only renew it, which widens nothing. */
async function turnedAway(response: Response, login: Login): Promise<void> {
  const { extractWWWAuthenticateParams } = await import('@modelcontextprotocol/sdk/client/auth.js')
  const { error, scope = '', resourceMetadataUrl } = extractWWWAuthenticateParams(response)
  const challenge = { scope, metadata: resourceMetadataUrl?.href ?? '' }
  if (response.status === 401) login.challenged(challenge)
  else if (error === 'insufficient_scope') throw new McpConnectionError('scope', challenge)
}
