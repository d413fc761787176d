import { once } from 'node:events'
import { createServer, request as forward } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

/**
 * An HTTP proxy on loopback (RFC 9110 §7.3, §9.3.6) that remembers what it was asked for and sends all of it to one
 * place.
 */
export interface RecordingProxy extends AsyncDisposable {
  port: number
  /** `CONNECT host:port`, or method and address of a plain request. */
  seen: string[]
  /** How many of them brought the name and password that it wants. */
  passed: number
}

/** `target`: where everything goes, whatever its name; `user`: `name:password` without which nobody passes. */
export async function recordingProxy(target: { port: number }, user?: string): Promise<RecordingProxy> {
  const seen: string[] = []
  const passes = (header: string | undefined) =>
    user === undefined || header === `Basic ${Buffer.from(user).toString('base64')}`
  const proxy = { port: 0, seen, passed: 0 }
  const server = createServer((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url}`)
    if (!passes(incoming.headers['proxy-authorization'])) return void outgoing.writeHead(407).end()
    proxy.passed++
    const { pathname, search } = new URL(incoming.url ?? '', 'http://none')
    const { 'proxy-authorization': _, ...headers } = incoming.headers
    const onward = forward(
      { port: target.port, host: '127.0.0.1', method: incoming.method ?? 'GET', path: pathname + search, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  server.on('connect', (incoming, socket) => {
    seen.push(`CONNECT ${incoming.url}`)
    socket.on('error', () => {})
    if (!passes(incoming.headers['proxy-authorization']))
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    proxy.passed++
    const onward = connect(target.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(proxy, {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  })
}
