import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test as sample, vi } from 'vitest'
import { setUpNetwork } from '../../src/app/environment/load-config.ts'
import { downloadFile } from '../../src/audio/models/download.ts'
import { beginUpdateCheck } from '../../src/cli/update-notice.ts'
import { createProvider } from '../../src/llm/index.ts'
import { listModels } from '../../src/llm/model-catalog.ts'
import { factsOf } from '../../src/llm/models/model-facts.ts'
import { pullModel } from '../../src/llm/ollama-pull.ts'
import type { ToolContext } from '../../src/protocol/index.ts'
import { callService } from '../../src/retrieval/embedders/rest.ts'
import { Cluster } from '../../src/retrieval/opensearch/client.ts'
import { readText, request } from '../../src/std/net/http.ts'
import { networkOf, setNetwork, UnusableProxyError } from '../../src/std/net/network.ts'
import { searchRegistry } from '../../src/tools/mcp/config/registry.ts'
import { boundedFetch } from '../../src/tools/mcp/transport/http.ts'
import { askService } from '../../src/tools/web/api-client.ts'
import { fetchPublic } from '../../src/tools/web/safe-fetch.ts'
import { createBot } from '../../src/ui/telegram/bot.ts'
import { modelServer } from '../fakes/model-server.ts'
import { type RecordingProxy, recordingProxy } from '../fakes/recording-proxy.ts'
import { listen } from '../llm/collect.ts'
import { longTest as test } from '../parts.ts'

afterEach(() => setNetwork({}))

// Every part that asks somebody, given an address; what it makes of the answer does not matter here.
const signal = () => AbortSignal.timeout(20_000)
const folder = () => mkdtempSync(join(tmpdir(), 'assistant-proxy-'))
const context = { signal: signal(), language: 'ko' } as ToolContext
const provider = (kind: 'openai' | 'anthropic' | 'ollama', wire?: 'responses') => (origin: string) =>
  listen(
    createProvider({ kind, baseUrl: origin, key: 'k', zone: 'UTC', retry: { delaysMs: [] }, ...(wire && { wire }) }),
  )
const z = () => import('zod/mini')

type Part = (origin: string, proxy: RecordingProxy) => Promise<unknown>
const parts: Record<string, Part> = {
  'a model by chat completions': provider('openai'),
  'a model by responses': provider('openai', 'responses'),
  'a model of Anthropic': provider('anthropic'),
  'a model of Ollama': provider('ollama'),
  'the list of models': (origin) => listModels({ kind: 'openai', baseUrl: origin, key: 'k' }, signal()),
  'facts of a model': (origin) => factsOf({ kind: 'compatible', baseUrl: origin }, 'm', signal()),
  'facts of Ollama': (origin) => factsOf({ kind: 'ollama', baseUrl: origin }, 'm', signal()),
  'what Ollama fetches': (origin) => Array.fromAsync(pullModel(origin, 'qwen3', signal())),
  'a page of the web': (origin) => fetchPublic(`${origin}/`, { userAgent: 'test' }, 1_000, signal()),
  'a service of the web': async (origin) =>
    askService({ name: 'x', baseUrl: origin, userAgent: 'test' }, '/search', (await z()).unknown(), context),
  'a registry of MCP servers': (origin) =>
    searchRegistry({ name: 'x', baseUrl: origin, userAgent: 'test' }, 'files', context),
  'an MCP server at an address': async (origin) =>
    (await boundedFetch(`${origin}/mcp`, { method: 'POST', body: '{}' })).text(),
  Telegram: (origin) => createBot(origin, '1:token').call('getMe', {}, signal()),
  'documents in a cluster': (origin) => new Cluster({ url: origin }).ask((client) => client.count(), signal(), [404]),
  'vectors of documents': (origin) => callService({ name: 'x', url: origin }, { path: '/_search', body: {} }, signal()),
  'a model of speech': (origin) =>
    downloadFile({ url: `${origin}/model`, part: join(folder(), 'model'), signal: signal(), progress: () => {} }),
  'a look for a newer version': async (registry, { seen }) => {
    const root = folder()
    writeFileSync(join(root, 'package.json'), '{"name":"x","version":"1.0.0"}')
    const settings = { updates: { registry, notice: true }, language: 'ko' }
    const check = beginUpdateCheck({ settings, paths: { state: root } } as never, { root })
    // It runs behind what a person does: past the proxy nobody sees whether it has asked yet.
    await vi.waitFor(() => expect(seen).not.toEqual([]), { timeout: 2_000 }).finally(() => check.finish())
  },
}

/** A proxy whose every way leads to one small server. */
async function withProxy(user: string | undefined, use: (proxy: RecordingProxy) => Promise<void>): Promise<void> {
  await using server = await modelServer()
  await using proxy = await recordingProxy({ port: Number(new URL(server.url).port) }, user)
  await use(proxy)
}

const hostsOf = ({ seen }: RecordingProxy) => [
  ...new Set(seen.map((line) => line.replace(/^\w+ (https?:\/\/[^/]+)?.*?$/, '$1'))),
]

describe.each(Object.entries(parts))('%s goes as the variables say', (_, ask) => {
  sample.each([undefined, 'k%40im:p%3Ass'])('plain, to a proxy of the name and password %s', async (login) => {
    await withProxy(login && decodeURIComponent(login), async (proxy) => {
      setNetwork(networkOf({ HTTP_PROXY: `http://${login ? `${login}@` : ''}127.0.0.1:${proxy.port}` }))
      await ask('http://part.test:8080', proxy).catch(() => {})
      expect(hostsOf(proxy)).toEqual(['http://part.test:8080'])
      expect(proxy.passed).toBe(proxy.seen.length)
    })
  })

  test.each([undefined, 'k%40im:p%3Ass'])(
    'secured, by a tunnel through a proxy of the name and password %s',
    async (login) => {
      await withProxy(login && decodeURIComponent(login), async (proxy) => {
        setNetwork(networkOf({ HTTPS_PROXY: `http://${login ? `${login}@` : ''}127.0.0.1:${proxy.port}` }))
        await ask('https://part.test', proxy).catch(() => {})
        expect([...new Set(proxy.seen)]).toEqual(['CONNECT part.test:443'])
        expect(proxy.passed).toBe(proxy.seen.length)
      })
    },
  )

  test('past the proxy, where NO_PROXY names its host', async () => {
    await withProxy(undefined, async (proxy) => {
      setNetwork(networkOf({ ALL_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: 'other.test,part.test' }))
      await ask('http://part.test', proxy).catch(() => {})
      expect(proxy.seen).toEqual([])
    })
  })
})

type Way = 'proxy' | 'past'
const rules: [rule: string, url: string, way: Way][] = [
  ['part.test', 'http://part.test/', 'past'],
  ['PART.Test', 'http://part.test/', 'past'],
  ['.test', 'http://part.test/', 'past'],
  ['test', 'http://part.test/', 'past'],
  ['*.test', 'http://part.test/', 'past'],
  ['*.part.test', 'http://part.test/', 'proxy'],
  ['art.test', 'http://part.test/', 'proxy'],
  ['part.test.other', 'http://part.test/', 'proxy'],
  ['part.test:80', 'http://part.test/', 'past'],
  ['part.test:443', 'http://part.test/', 'proxy'],
  ['part.test:8080', 'http://part.test:8080/', 'past'],
  ['other.test part.test', 'http://part.test/', 'past'],
  [' other.test , part.test ', 'http://part.test/', 'past'],
  ['*', 'http://part.test/', 'past'],
  ['', 'http://part.test/', 'proxy'],
]

describe.each<[string, (url: string) => Promise<unknown>]>([
  ['what we ask', async (url) => readText((await request(url, { signal: signal() })).body, 1_000)],
  ['what libraries ask', (url) => boundedFetch(url)],
])('NO_PROXY, for %s', (_, ask) => {
  test.each(rules)('%s: %s goes %s', async (rule, url, way) => {
    await withProxy(undefined, async (proxy) => {
      setNetwork(networkOf({ HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: rule }))
      await ask(url).catch(() => {})
      expect(proxy.seen).toEqual(way === 'proxy' ? [`GET ${url}`] : [])
    })
  })

  test('the own machine is never asked through a proxy, and the setting stands over the variables', async () => {
    await using server = await modelServer()
    await withProxy(undefined, async (proxy) => {
      setNetwork(networkOf({ HTTP_PROXY: 'http://127.0.0.1:9' }, `http://127.0.0.1:${proxy.port}`))
      await ask(`${server.url}/v1/models`)
      expect(proxy.seen).toEqual([])
      await ask('http://part.test/')
      expect(proxy.seen).toEqual(['GET http://part.test/'])
    })
  })
})

describe('a page of the web behind a proxy', () => {
  const ask = (host: string, addresses: string[]) =>
    fetchPublic(`http://${host}/v1/models`, { userAgent: 'test', resolve: async () => addresses }, 10_000, signal())

  test('is found by the proxy where names are unknown here; what is private or of one’s own network is not asked for', async () => {
    await withProxy(undefined, async (proxy) => {
      setNetwork(networkOf({ HTTP_PROXY: `http://127.0.0.1:${proxy.port}` }))
      expect((await ask('part.test', [])).status).toBe(200)
      for (const [host, addresses] of [
        ['part.test', ['10.0.0.1']],
        ['127.0.0.2', ['127.0.0.2']],
        ['wiki', []],
        ['wiki.internal', []],
        ['printer.local', []],
      ] as const)
        await expect(ask(host, [...addresses])).rejects.toMatchObject({ failure: { code: 'bad-input' } })
      expect(proxy.seen).toEqual(['GET http://part.test/v1/models'])
    })
  })

  test('is not found where NO_PROXY leads past the proxy, whatever a second look at its name would say', async () => {
    await withProxy(undefined, async (proxy) => {
      setNetwork(networkOf({ HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: 'part.test' }))
      await expect(ask('part.test', [])).rejects.toMatchObject({ name: 'NetworkError' })
      expect(proxy.seen).toEqual([])
    })
  })
})

describe('a proxy that is no help', () => {
  test.each([
    ['http://proxy.test:3128', 'http://part.test/', 'proxy.test:3128'],
    ['http://127.0.0.1:9', 'https://part.test/', '127.0.0.1:9'],
    ['http://127.0.0.1:9', 'http://part.test/', '127.0.0.1:9'],
  ])('%s cannot be reached: it is named, not %s', async (address, url, host) => {
    setNetwork(networkOf({ ALL_PROXY: address }))
    const failed = await request(url, { signal: signal() }).catch((error) => error)
    expect(failed).toMatchObject({ name: 'NetworkError', kind: 'proxyAway', host })
  })

  test('what stands behind one is still blamed itself where NO_PROXY leads past it', async () => {
    setNetwork(networkOf({ ALL_PROXY: 'http://127.0.0.1:3128', NO_PROXY: 'part.test' }))
    for (const [url, kind, host] of [
      ['http://part.test/', 'name', 'part.test'],
      ['http://127.0.0.1:9/', 'refused', '127.0.0.1:9'],
    ] as const)
      expect(await request(url, { signal: signal() }).catch((error) => error)).toMatchObject({ kind, host })
  })

  test.each(['http://[bad', 'ftp://proxy:1', 'http://'])('%s is no address: nothing goes out past it', (value) => {
    for (const name of ['HTTP_PROXY', 'https_proxy', 'ALL_PROXY'])
      expect(() => networkOf({ [name]: value })).toThrow(UnusableProxyError)
    expect(() => setUpNetwork({ settings: {} } as never, { HTTPS_PROXY: value })).toThrow(
      expect.objectContaining({ failure: { code: 'config', detail: 'HTTPS_PROXY' } }),
    )
  })
})
