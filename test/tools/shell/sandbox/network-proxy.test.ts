import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { type NetworkAccess, startNetwork } from '../../../../src/tools/shell/sandbox/network-proxy.ts'

/** A server on this machine that tells what it was asked. */
let port = 0
beforeAll(async () => {
  const server = createServer((asked, response) => {
    const body: Buffer[] = []
    asked.on('data', (part) => body.push(part))
    asked.on('end', () => {
      const { method, url, headers } = asked
      response.writeHead(url === '/teapot' ? 418 : 200, { 'x-own': 'yes' })
      response.end(JSON.stringify({ method, url, headers, body: String(Buffer.concat(body)) }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  port = (server.address() as AddressInfo).port
})

async function proxy(access: Partial<NetworkAccess>, tcp = false) {
  const closing = new AbortController()
  onTestFinished(() => closing.abort())
  const network = await startNetwork(
    { hosts: [`127.0.0.1:${port}`], privateHosts: ['127.0.0.1'], ...access },
    { tempDir: tmpdir(), tcp, closing: closing.signal },
  )
  const at = 'socket' in network.address ? { socketPath: network.address.socket } : network.address
  return { network, closing, at }
}

/** The answer of the proxy to a plain request. */
async function answer(
  at: { socketPath: string } | { port: number },
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const asked = request({ ...at, method, path, headers })
  asked.end(body)
  const [response] = await once(asked, 'response')
  const text = Buffer.concat(await Array.fromAsync(response as AsyncIterable<Buffer>)).toString()
  return { status: response.statusCode, headers: response.headers, text }
}

test('a plain request goes on as it came, without what was meant for the proxy', async () => {
  const { at } = await proxy({})
  const { status, headers, text } = await answer(at, `http://127.0.0.1:${port}/a/b?c=d`, {
    method: 'POST',
    headers: { host: 'other', 'proxy-connection': 'x', 'proxy-authorization': 'secret', 'x-own': 'kept' },
    body: 'words',
  })
  expect([status, headers['x-own']]).toEqual([200, 'yes'])
  const { method, url, headers: sent, body } = JSON.parse(text)
  expect([method, url, sent.host, sent['x-own'], body]).toEqual([
    'POST',
    '/a/b?c=d',
    `127.0.0.1:${port}`,
    'kept',
    'words',
  ])
  expect(Object.keys(sent).filter((name) => name.startsWith('proxy'))).toEqual([])
  expect((await answer(at, `http://127.0.0.1:${port}/teapot`)).status).toBe(418)
})

test('what is not allowed, no address, or of another kind is refused by name', async () => {
  const { at, network } = await proxy({})
  for (const path of [
    'http://example.com/',
    '/',
    'https://127.0.0.1/',
    `ftp://127.0.0.1:${port}/`,
    'http://127.0.0.1/',
  ]) {
    const { status, text } = await answer(at, path)
    expect([path, status]).toEqual([path, 403])
    expect(text).toMatch(/^The setting sandbox\.hosts does not let commands reach /)
  }
  expect(network.refused()).toEqual(['example.com', '127.0.0.1'])
  expect(network.refused()).toEqual([])
})

test('no more than ten refused hosts are kept, none longer than 255', async () => {
  const { at, network } = await proxy({})
  for (let host = 0; host < 12; host++) await answer(at, `http://h${host}.example/`)
  expect(network.refused()).toEqual(Array.from({ length: 10 }, (_, host) => `h${host}.example`))
  const client = connect('socketPath' in at ? { path: at.socketPath } : at)
  client.write(`CONNECT ${'x'.repeat(300)}:443 HTTP/1.1\r\n\r\n`)
  await once(client, 'data')
  expect(network.refused()).toEqual(['x'.repeat(255)])
})

test('a server that does not answer is 502', async () => {
  const gone = createServer()
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
  const { port: closed } = gone.address() as AddressInfo
  await new Promise((resolve) => gone.close(resolve))
  const { at } = await proxy({ hosts: [`127.0.0.1:${closed}`] })
  expect((await answer(at, `http://127.0.0.1:${closed}/`)).status).toBe(502)
})

test.each([
  ['CONNECT :443', 403],
  ['CONNECT example.com', 403],
  ['CONNECT example.com:123456', 403],
  ['CONNECT example.com:443', 403],
])('%s is answered with %i', async (line, status) => {
  const { at } = await proxy({}, true)
  const client = connect('socketPath' in at ? { path: at.socketPath } : at)
  client.write(`${line} HTTP/1.1\r\n\r\n`)
  const [told] = (await once(client, 'data')) as [Buffer]
  expect(String(told)).toContain(` ${status} `)
  client.destroy()
})

test('what comes with the request for a tunnel goes through it first', async () => {
  const { at } = await proxy({})
  const client = connect('socketPath' in at ? { path: at.socketPath } : at)
  client.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\nGET /early HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
  const told = Buffer.concat(await Array.fromAsync(client)).toString()
  expect(told).toMatch(/^HTTP\/1\.1 200 Connection Established\r\n\r\nHTTP\/1\.1 200 OK/)
  expect(told).toContain('"url":"/early"')
})

test.each([false, true])('it ends with the program, and leaves nothing (tcp: %s)', async (tcp) => {
  const { network, closing, at } = await proxy({}, tcp)
  closing.abort()
  await expect(answer(at, `http://127.0.0.1:${port}/`)).rejects.toThrow()
  const { address } = network
  if ('socket' in address) await expect.poll(() => existsSync(dirname(address.socket))).toBe(false)
})

test('one that begins when all is over is over at once', async () => {
  const network = await startNetwork(
    { hosts: ['*'], privateHosts: [] },
    { tempDir: tmpdir(), tcp: true, closing: AbortSignal.abort() },
  )
  const address = network.address as { port: number }
  // One that the system chose, not one that is known for something.
  expect(address.port).toBeGreaterThan(1023)
  await expect(answer(address, 'http://127.0.0.1/')).rejects.toThrow()
})
