import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mcpHttp } from '../../fakes/mcp-http.ts'
import { oracleFile, testWithOracles } from '../../oracles/oracle.ts'
import { call, fake, names, world } from './rig.ts'

const off = new AbortController().signal

describe('a server at an address', () => {
  test('is called with its headers, their variables replaced', async () => {
    await using server = await mcpHttp('good')
    const headers = { Authorization: 'Bearer ${MY_KEY}' }
    const { hub } = await world({ web: { url: server.url, headers } }, { env: { MY_KEY: 'k-1' } })
    expect((await call(hub, 'mcp_web_echo')).result).toEqual({ text: 'here', untrusted: true, source: 'mcp web' })
    expect(new Set(server.seen.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer k-1']))
  })

  test.each([
    ['large', '연결하지 못했어요 (the answer is too large)'],
    ['endless', '응답이 없어서'],
    ['hang', '2초 동안 응답이 없어서'],
    ['drop', '연결하지 못했어요'],
  ] as const)('that is %s in a call spoils that call only, and is asked once', async (mode, told) => {
    await using server = await mcpHttp(mode)
    const { hub } = await world({ bad: { url: server.url, timeout: 2_000 }, good: fake() })
    const before = process.memoryUsage().rss
    const { result } = await call(hub, 'mcp_bad_echo')
    expect(result).toMatchObject({ isError: true, untrusted: true, text: expect.stringContaining(told) })
    expect(process.memoryUsage().rss - before).toBeLessThan(96 << 20)
    expect(server.calls).toBe(1)
    expect((await call(hub, 'mcp_good_echo', { text: 'x' })).result.text).toBe('x')
  })

  test('that sends us elsewhere is not followed: no header of ours gets there', async () => {
    await using thief = await mcpHttp('good')
    await using server = await mcpHttp('redirect', thief.url)
    const { hub } = await world({ bad: { url: server.url, headers: { 'X-Key': 'secret' } } })
    expect((await hub.state('bad', off)).state).toBe('failed')
    expect(thief.seen).toEqual([])
  })

  test('that is a web page, or is not there at all, is told once', async () => {
    await using page = await mcpHttp('html')
    const { hub } = await world({ page: { url: page.url }, nobody: { url: 'http://127.0.0.1:9/mcp' } })
    expect(await names(hub)).toEqual([])
    expect(hub.news().map(({ data }) => [data.server, data.kind])).toEqual(
      expect.arrayContaining([
        ['page', 'network'],
        ['nobody', 'network'],
      ]),
    )
    await hub.tools()
    expect(hub.news()).toEqual([])
  })

  test('that wants a login where nobody can log in is told so', async () => {
    await using server = await mcpHttp('locked')
    const { hub } = await world({ locked: { url: server.url } })
    await hub.tools()
    expect(hub.news()).toMatchObject([{ code: 'mcp-login', data: { server: 'locked' } }])
  })

  testWithOracles('@modelcontextprotocol/server-everything').each(['sse', 'streamableHttp'])(
    'of other people works over %s, the older wire found by itself',
    { timeout: 30_000 },
    async (wire) => {
      const port = await freePort()
      const program = oracleFile('@modelcontextprotocol/server-everything/dist/index.js')
      const server = spawn(process.execPath, [program, wire], {
        env: { ...process.env, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      onTestFinished(() => void server.kill('SIGKILL'))
      await new Promise<void>((started) =>
        server.stderr.on('data', (text) => String(text).includes(String(port)) && started()),
      )
      const { hub } = await world({ all: { url: `http://127.0.0.1:${port}/${wire === 'sse' ? 'sse' : 'mcp'}` } })
      expect((await call(hub, 'mcp_all_echo', { message: 'hi' })).result.text).toBe('Echo: hi')
    },
  )
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => probe.once('listening', listening))
  const { port } = probe.address() as { port: number }
  await new Promise((closed) => probe.close(closed))
  return port
}
