import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { codeOf } from '../../../std/fs/files.ts'
import { sanitise } from '../../../std/text/sanitise.ts'
import { McpConnectionError } from '../client/connection-errors.ts'

/** Time limit for a person's login, in milliseconds. */
const loginMs = 300_000

/** The local server that receives the browser's redirect. */
export interface Loopback {
  port: number
  /** The next authorization code; rejects if the person declines or the time limit is reached. */
  next(): Promise<string>
  close(): void
}

/**
 * Listens on 127.0.0.1, on `wanted` where it is free; `fixed`: on that one or not at all. Who does not bring this
 * `state` is turned away. `page` is what the browser shows in the end.
 */
export async function listenForCode(
  wanted: number | undefined,
  fixed: boolean,
  state: string,
  page: string,
): Promise<Loopback> {
  const server = createServer()
  let take: (code: string | McpConnectionError) => void = () => {}
  server.on('request', (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (pathname !== '/callback' || searchParams.get('state') !== state) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', connection: 'close' }).end(`<p>${page}</p>`)
    take(searchParams.get('code') || refusalOf(searchParams))
  })
  await listenOn(server, wanted ?? 0, fixed)
  return {
    port: (server.address() as AddressInfo).port,
    next: () => {
      const code = new Promise<string>((resolve, reject) => {
        const late = setTimeout(
          () => reject(new McpConnectionError('login-late', { minutes: loginMs / 60_000 }, true)),
          loginMs,
        ).unref()
        server.once('close', () => clearTimeout(late))
        take = (given) => (given instanceof McpConnectionError ? reject(given) : resolve(given))
      })
      code.catch(() => {}) // Whoever waits for it hears of it.
      return code
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The error parameters of a declined authorization (RFC 6749 §4.1.2.1). */
function refusalOf(given: URLSearchParams): McpConnectionError {
  const said = ['error_description', 'error'].map((name) => sanitise(given.get(name) ?? '').slice(0, 300)).find(Boolean)
  return new McpConnectionError('login-refused', { detail: said ?? '' }, true)
}

async function listenOn(server: Server, port: number, fixed: boolean): Promise<void> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (port === 0 || codeOf(error) !== 'EADDRINUSE') throw error
    if (fixed) throw new McpConnectionError('login-port', { port }, true)
    await listenOn(server, 0, false)
  }
}
