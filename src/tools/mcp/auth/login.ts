import { auth, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { McpConnectionError } from '../client/connection-errors.ts'
import { boundedFetch } from '../transport/http.ts'
import type { Challenge, Login } from './oauth.ts'

interface Attempt<T> {
  opened: Promise<T>
  transport: { finishAuth(code: string): Promise<void> }
}

/**
 * Makes a connection. Where the server wants a login for it and somebody is there, waits for that and makes it again;
 * where it then wants more rights and the person agrees, once more. Never a third time: a server that is not content
 * with that never is.
 */
export async function logIn<T>(
  login: Login,
  serverUrl: string,
  attempt: () => Promise<Attempt<T>>,
  agrees: (challenge: Challenge) => Promise<boolean>,
): Promise<T> {
  const left = new Set(login.interactive ? ['login', 'scope'] : [])
  while (true) {
    const { opened, transport } = await attempt()
    try {
      return await opened
    } catch (error) {
      const cause = error instanceof UnauthorizedError ? 'login' : error instanceof McpConnectionError ? error.kind : ''
      if (!left.delete(cause)) throw error
      if (error instanceof McpConnectionError && !(await agrees(challengeOf(error)))) throw error
      if (error instanceof McpConnectionError) await loginAnew(login, serverUrl, challengeOf(error))
      else await transport.finishAuth(await login.code())
    }
  }
}

/** The challenge of a server that rejected a request. */
export function challengeOf({ data }: McpConnectionError): Challenge {
  return { scope: String(data.scope ?? ''), metadata: String(data.metadata ?? '') }
}

/**
 * Logs in again, with the rights there are and those that the server asks for (RFC 6750 §3.1 `insufficient_scope`).
 * The login that is there is kept when it fails.
 */
export async function loginAnew(login: Login, serverUrl: string, { scope, metadata }: Challenge): Promise<void> {
  const all = scope && [...new Set(`${await login.granted()} ${scope}`.split(' ').filter(Boolean))].join(' ')
  const options = {
    serverUrl,
    fetchFn: boundedFetch,
    ...(all ? { scope: all } : {}),
    ...(URL.canParse(metadata) ? { resourceMetadataUrl: new URL(metadata) } : {}),
  }
  login.anew = true
  try {
    if ((await auth(login, options)) === 'REDIRECT')
      await auth(login, { ...options, authorizationCode: await login.code() })
  } finally {
    login.anew = false
  }
}
