import { once } from 'node:events'
import { createServer as createHttpServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Lets a server listen on a port of its own on this machine; disposing closes it with every connection. */
export async function listening(server: Server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A port that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  await using server = await listening(createHttpServer())
  return server.port
}
