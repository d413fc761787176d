import { auth, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import type { JsonObject } from '../../../protocol/index.ts'
import type { Connection } from '../client/connection.ts'
import { boundedFetch } from '../transport/http.ts'
import type { Login } from './oauth.ts'

interface Attempt {
  opened: Promise<Connection>
  transport: { finishAuth(code: string): Promise<void> }
}

/** Makes a connection; where the server wants a login first and somebody is there, waits for it and makes it again. */
export async function login(auth: Login, attempt: () => Promise<Attempt>): Promise<Connection> {
  const { opened, transport } = await attempt()
  try {
    return await opened
  } catch (error) {
    if (!(error instanceof UnauthorizedError) || !auth.interactive) throw error
    await transport.finishAuth(await auth.code())
    return await (await attempt()).opened
  }
}

/** Logs in again, with rights that the login there is does not have (RFC 6750 §3.1 `insufficient_scope`). It is kept when it fails. */
export async function loginAnew(
  login: Login,
  serverUrl: string,
  scope: string,
  metadata: JsonObject[string] | undefined,
): Promise<void> {
  const options = {
    serverUrl,
    fetchFn: boundedFetch,
    ...(scope ? { scope } : {}),
    ...(typeof metadata === 'string' && URL.canParse(metadata) ? { resourceMetadataUrl: new URL(metadata) } : {}),
  }
  login.anew = true
  try {
    if ((await auth(login, options)) === 'REDIRECT') await auth(login, { ...options, authorizationCode: await login.code() })
  } finally {
    login.anew = false
  }
}
