import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { codeOf } from '../../../std/fs/files.ts'
import { Trouble } from '../client/connection-errors.ts'

/** Milliseconds that a person may take to log in. */
const loginMs = 300_000

/** A port of this machine to which the browser comes back. */
export interface Loopback {
  port: number
  /** The code that it brings; rejects when the person says no there, or takes too long. */
  code: Promise<string>
  close(): void
}

/**
 * Listens on 127.0.0.1, on `wanted` where it is free. Who does not bring this `state` is turned away. `page` is what the browser
 * shows in the end.
 */
export async function listenForCode(wanted: number | undefined, state: string, page: string): Promise<Loopback> {
  const server = createServer()
  const code = codeFrom(server, state, page)
  code.catch(() => {}) // Whoever waits for it hears of it.
  await listen(server, wanted ?? 0)
  return {
    port: (server.address() as AddressInfo).port,
    code,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (port === 0 || codeOf(error) !== 'EADDRINUSE') throw error
    await listen(server, 0)
  }
}

function codeFrom(server: Server, state: string, page: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Trouble('login', {}, true)), loginMs).unref()
    server.on('close', () => clearTimeout(late))
    server.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
      if (pathname !== '/callback' || searchParams.get('state') !== state) return response.writeHead(404).end()
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', connection: 'close' }).end(`<p>${page}</p>`)
      const code = searchParams.get('code')
      if (code) resolve(code)
      else reject(new Trouble('login', {}, true))
    })
  })
}
