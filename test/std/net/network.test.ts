import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { createProvider } from '../../../src/llm/index.ts'
import { pullModel } from '../../../src/llm/ollama-pull.ts'
import { type NetworkError, readText, request } from '../../../src/std/net/http.ts'
import { networkOf, setNetwork } from '../../../src/std/net/network.ts'
import { boundedFetch } from '../../../src/tools/mcp/transport/http.ts'
import { createBot } from '../../../src/ui/telegram/bot.ts'
import { modelServer, say } from '../../fakes/model-server.ts'
import { recordingProxy } from '../../fakes/recording-proxy.ts'
import { listen } from '../../llm/collect.ts'

afterEach(() => setNetwork({}))
const signal = () => AbortSignal.timeout(20_000)
const get = async (url: string) => {
  const response = await request(url, { signal: signal() })
  return readText(response.body, 1 << 20)
}
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
const tls = (name: string) => readFileSync(new URL(`../../fixtures/tls/${name}`, import.meta.url))

async function secureServer(): Promise<Server> {
  const server = createTlsServer(
    { key: tls('self-signed.key'), cert: tls('self-signed.crt') },
    (_, response) => void response.end('secret'),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server as unknown as Server
}

describe('the variables decide which way a request goes', () => {
  test.each<[string, Record<string, string>, string, boolean]>([
    ['HTTP_PROXY for plain addresses', { HTTP_PROXY: 'P' }, 'http://model.test/v1/models', true],
    ['http_proxy, in lower case', { http_proxy: 'P' }, 'http://model.test/v1/models', true],
    ['lower case wins', { http_proxy: 'P', HTTP_PROXY: 'http://127.0.0.1:9' }, 'http://model.test/v1/models', true],
    ['ALL_PROXY', { ALL_PROXY: 'P' }, 'http://model.test/v1/models', true],
    ['a proxy without its scheme', { HTTP_PROXY: 'p' }, 'http://model.test/v1/models', true],
    ['NO_PROXY by name', { HTTP_PROXY: 'P', NO_PROXY: 'model.localhost' }, 'L', false],
    ['NO_PROXY by domain', { HTTP_PROXY: 'P', NO_PROXY: '.localhost' }, 'L', false],
    ['NO_PROXY=*', { HTTP_PROXY: 'P', NO_PROXY: '*' }, 'L', false],
    ['NO_PROXY of somebody else', { HTTP_PROXY: 'P', NO_PROXY: 'other.test' }, 'http://model.test/v1/models', true],
    ['the own machine is never asked through a proxy', { HTTP_PROXY: 'P' }, 'D', false],
  ])('%s', async (_, env, url, proxied) => {
    await using server = await modelServer()
    const port = Number(new URL(server.url).port)
    await using proxy = await recordingProxy({ port })
    const filled = Object.fromEntries(
      Object.entries(env).map(([name, value]) => [
        name,
        value.replace(/^P$/, `http://127.0.0.1:${proxy.port}`).replace(/^p$/, `127.0.0.1:${proxy.port}`),
      ]),
    )
    setNetwork(networkOf(filled))
    const address =
      url === 'D' ? `${server.url}/v1/models` : url === 'L' ? `http://model.localhost:${port}/v1/models` : url
    expect(await get(address).catch((error: NetworkError) => error.kind)).toMatch(
      proxied || url === 'D' ? /model-1/ : /model-1|name/,
    )
    expect(proxy.seen).toEqual(proxied ? [`GET ${address}`] : [])
  })

  test('the setting stands over the variables, with a name and a password', async () => {
    await using server = await modelServer()
    await using proxy = await recordingProxy({ port: Number(new URL(server.url).port) }, 'me:secret')
    setNetwork(networkOf({ HTTP_PROXY: 'http://127.0.0.1:9' }, `http://me:secret@127.0.0.1:${proxy.port}`))
    expect(await get('http://model.test/v1/models')).toContain('model-1')
    setNetwork(networkOf({}, `http://127.0.0.1:${proxy.port}`))
    const { failure } = await listen(
      createProvider({ kind: 'openai', baseUrl: 'http://model.test/v1', key: 'k', zone: 'UTC' }),
    )
    expect([failure?.code, failure?.detail, failure?.data?.cause, server.requests.length]).toEqual([
      'network',
      'proxy 407',
      'proxy',
      0,
    ])
  })

  test('https goes through CONNECT; a certificate of a company is trusted by SSL_CERT_FILE alone', async () => {
    const server = await secureServer()
    await using proxy = await recordingProxy({ port: portOf(server) })
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }
    setNetwork(networkOf(env))
    const refused = await get('https://localhost.test/').catch((error) => error)
    expect(refused).toMatchObject({ name: 'NetworkError', kind: 'certificate', host: 'localhost.test' })
    setNetwork(networkOf({ SSL_CERT_FILE: new URL('../../fixtures/tls/self-signed.crt', import.meta.url).pathname }))
    expect(await get(`https://localhost:${portOf(server)}/`)).toBe('secret')
    expect(proxy.seen).toEqual(['CONNECT localhost.test:443'])
    server.close()
  })

  test('a proxy that refuses a tunnel is told as a proxy, asked once', async () => {
    await using proxy = await recordingProxy({ port: 9 }, 'me:secret')
    setNetwork(networkOf({ HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }))
    const { failure, parts } = await listen(
      createProvider({ kind: 'openai', baseUrl: 'https://model.test/v1', key: 'k', zone: 'UTC' }),
    )
    expect([failure?.code, failure?.data?.cause, failure?.data?.host, parts]).toEqual([
      'network',
      'proxy',
      'model.test',
      [],
    ])
    expect(proxy.seen).toEqual(['CONNECT model.test:443'])
  })

  test('every part goes the same way: models, Telegram, MCP, what Ollama fetches', async () => {
    await using server = await modelServer(say('네'), say('{"ok":true}'), say(''), say(''))
    await using proxy = await recordingProxy({ port: Number(new URL(server.url).port) })
    setNetwork(networkOf({ ALL_PROXY: `http://127.0.0.1:${proxy.port}` }))
    await listen(createProvider({ kind: 'openai', baseUrl: 'http://model.test/v1', key: 'k', zone: 'UTC' }))
    await createBot('http://telegram.test', '1:token')
      .call('getMe', {}, signal())
      .catch(() => {})
    await boundedFetch('http://mcp.test/mcp', { method: 'POST', body: '{}' })
      .then((response) => response.text())
      .catch(() => {})
    await Array.fromAsync(pullModel('http://ollama.test', 'qwen3', signal())).catch(() => {})
    expect(proxy.seen.map((line) => new URL(line.split(' ')[1] ?? '').host)).toEqual([
      'model.test',
      'telegram.test',
      'mcp.test',
      'ollama.test',
    ])
  })
})

describe('bodies and heads as servers send them', () => {
  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('a stream that comes as %s is read', async (encoding, compress) => {
    await using server = await modelServer()
    const body = compress(
      Buffer.from('data: {"choices":[{"delta":{"content":"서울"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'),
    )
    const plain = createServer(
      (_, response) =>
        void response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': encoding }).end(body),
    )
    plain.listen(0, '127.0.0.1')
    await once(plain, 'listening')
    const { parts } = await listen(
      createProvider({ kind: 'compatible', baseUrl: `http://127.0.0.1:${portOf(plain)}/v1`, zone: 'UTC' }),
    )
    expect(parts).toContainEqual({ type: 'text', text: '서울' })
    plain.close()
    expect(server.requests).toEqual([])
  })

  test.each([100, 102, 103])('an unasked %i before the answer is passed over', async (status) => {
    const server = createTcpServer((socket) => {
      socket.once('data', () => {
        socket.write(`HTTP/1.1 ${status} Wait\r\n\r\n`)
        setTimeout(() => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'), 20)
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    expect(await get(`http://127.0.0.1:${portOf(server)}/`)).toBe('ok')
    server.close()
  })

  test('what cannot be reached says which host, and why', async () => {
    const refused = await get('http://127.0.0.1:9/').catch((error) => error)
    expect(refused).toMatchObject({ kind: 'refused', host: '127.0.0.1:9' })
    const server = await secureServer()
    const untrusted = await listen(
      createProvider({ kind: 'openai', baseUrl: `https://localhost:${portOf(server)}/v1`, key: 'k', zone: 'UTC' }),
    )
    // One attempt: no retry is told.
    expect(untrusted).toMatchObject({
      parts: [],
      failure: { code: 'network', data: { cause: 'certificate', lasting: true } },
    })
    server.close()
  })
})
