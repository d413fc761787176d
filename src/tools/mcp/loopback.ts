import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { codeOf } from '../../std/files.ts'
import { Trouble } from './trouble.ts'

/** Milliseconds that a person may take to log in. */
const loginMs = 300_000

/** A port of this machine to which the browser comes back. */
export interface Loopback {
  port: number
  /** The code that came with this state; anything else that calls is turned away. */
  code(state: string): Promise<string>
  close(): void
}

/** Listens on 127.0.0.1, on `wanted` where it is free. `page` is what the browser shows then. */
export async function listenForCode(wanted: number | undefined, page: string): Promise<Loopback> {
  const server = createServer()
  await listen(server, wanted ?? 0)
  return {
    port: (server.address() as AddressInfo).port,
    code: (state) => codeFrom(server, state, page),
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
    const late = setTimeout(() => reject(new Trouble('login', {}, true)), loginMs)
    server.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
      if (pathname !== '/callback' || searchParams.get('state') !== state) return response.writeHead(404).end()
      clearTimeout(late)
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', connection: 'close' }).end(`<p>${page}</p>`)
      const code = searchParams.get('code')
      if (code) resolve(code)
      else reject(new Trouble('login', {}, true))
    })
  })
}
