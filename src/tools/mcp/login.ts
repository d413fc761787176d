import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import type { Connection } from './connection.ts'
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
