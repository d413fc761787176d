import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mcpLocked } from '../../fakes/mcp-locked.ts'
import { call, world } from './rig.ts'

/** The person's browser: follows the login page back to the program. */
const browse = async (url: URL) => void (await fetch(url))

/** A hub whose person has logged in once, by reconnecting with a browser; `widen` is what they say to more. */
async function loggedIn(url: string, widen?: (scope: string) => boolean) {
  const asked: string[] = []
  const { hub, folder } = await world(
    { locked: { url } },
    widen && {
      widen: async (server, scope) => {
        asked.push(`${server}: ${scope}`)
        return widen(scope) ? browse : undefined
      },
    },
  )
  const { signal } = new AbortController()
  expect((await hub.state('locked', signal)).state).toBe('failed')
  expect((await hub.reconnect('locked', signal, browse)).state).toBe('ready')
  return { hub, asked, logins: join(folder, 'logins.json') }
}

test('a tool that wants more rights is asked about once, logged in for, and run once; the next one needs nothing', async () => {
  await using server = await mcpLocked()
  const { hub, asked } = await loggedIn(server.url, () => true)
  expect((await call(hub, 'mcp_locked_read')).result.text).toBe('did read')
  expect((await call(hub, 'mcp_locked_write')).result.text).toBe('did write')
  expect((await call(hub, 'mcp_locked_write')).result.text).toBe('did write')
  expect(asked).toEqual(['locked: read write'])
  expect(server.story).toEqual([
    ...['login read', 'token read', 'run read'],
    ...['login read write', 'token read write', 'run write', 'run write'],
  ])
})

test('a no, or nobody there, is a sentence for the model; the login there stays and goes on to work', async () => {
  await using server = await mcpLocked()
  const { hub, asked } = await loggedIn(server.url, () => false)
  const { result } = await call(hub, 'mcp_locked_write')
  expect(result).toMatchObject({
    isError: true,
    text: expect.stringContaining('지금 로그인으로는 할 수 없는 일이에요 (read write)'),
  })
  expect((await call(hub, 'mcp_locked_read')).result.text).toBe('did read')
  expect([asked, server.story]).toEqual([['locked: read write'], ['login read', 'token read', 'run read']])
})

test('a server that is forgotten takes its login along', async () => {
  await using server = await mcpLocked()
  const { hub, logins } = await loggedIn(server.url)
  expect(readFileSync(logins, 'utf8')).toContain('access_token')
  await hub.forget('locked')
  expect(JSON.parse(readFileSync(logins, 'utf8'))).toEqual({})
})

test('a server that is never content is asked for once more, and no more: no loop', async () => {
  await using server = await mcpLocked({ greedy: true })
  const { hub, asked } = await loggedIn(server.url, () => true)
  const { result } = await call(hub, 'mcp_locked_read')
  expect(result).toMatchObject({ isError: true, text: expect.stringContaining('지금 로그인으로는') })
  expect([asked, server.story]).toEqual([['locked: read'], ['login read', 'token read', 'login read', 'token read']])
})

test('where nobody can be asked it is an error at once, and nothing is renewed for it', async () => {
  await using server = await mcpLocked()
  const { hub } = await loggedIn(server.url)
  expect((await call(hub, 'mcp_locked_write')).result.isError).toBe(true)
  expect(server.story).toEqual(['login read', 'token read'])
})

const isOpen = ['initialize', 'notifications/initialized', 'tools/list']

test('a server that wants a login only at a call: whoever is there is asked and the call is run once', async () => {
  await using server = await mcpLocked({ open: isOpen })
  const { hub } = await world({ locked: { url: server.url } }, { widen: async () => browse })
  expect((await call(hub, 'mcp_locked_read')).result.text).toBe('did read')
  expect(server.story).toEqual(['login read', 'token read', 'run read'])
})

test('and where nobody is there, the next connecting makes the login that was wanted: no circle', async () => {
  await using server = await mcpLocked({ open: isOpen })
  const { hub } = await world({ locked: { url: server.url } })
  const { signal } = new AbortController()
  expect((await hub.state('locked', signal)).state).toBe('ready')
  const { result } = await call(hub, 'mcp_locked_read')
  expect(result).toMatchObject({ isError: true, text: expect.stringContaining('`assistant mcp connect locked`') })
  expect((await hub.reconnect('locked', signal, browse)).state).toBe('ready')
  expect((await call(hub, 'mcp_locked_read')).result.text).toBe('did read')
  expect(server.story).toEqual(['login read', 'token read', 'run read'])
})

test('a server that wants a login at its list of tools gets it while it is being connected', async () => {
  await using server = await mcpLocked({ open: isOpen.slice(0, 2) })
  const { hub } = await world({ locked: { url: server.url } }, { login: browse })
  expect((await call(hub, 'mcp_locked_read')).result.text).toBe('did read')
  expect(server.story).toEqual(['login read', 'token read', 'run read'])
})

test('what the person refused in the browser is told in its own words, not as a login to be made', async () => {
  await using server = await mcpLocked({ refuses: 'not today\u001b[2J' })
  const { hub } = await world({ locked: { url: server.url } }, { login: browse })
  const { trouble } = await hub.state('locked', new AbortController().signal)
  expect(trouble).toBe('MCP 서버 ‘locked’: 로그인이 거절됐어요 (not today). 계정과 권한을 확인하고 다시 시도해 주세요.')
})

describe('a server at which programs cannot register themselves', () => {
  const given = { clientId: 'given', clientSecret: '${SECRET}' }

  test('is told of in words, with the setting that it wants', async () => {
    await using server = await mcpLocked({ registers: false })
    const { hub } = await world({ locked: { url: server.url } }, { login: browse })
    const { trouble } = await hub.state('locked', new AbortController().signal)
    expect(trouble).toContain('oauth.clientId')
  })

  test('takes the id and the secret of mcp.json, and asks for the scopes that stand there alone', async () => {
    await using server = await mcpLocked({ registers: false })
    const oauth = { ...given, scopes: ['read'] }
    const { hub, folder } = await world(
      { locked: { url: server.url, oauth } },
      { login: browse, env: { SECRET: 'known' } },
    )
    expect((await call(hub, 'mcp_locked_read')).result.text).toBe('did read')
    expect((await call(hub, 'mcp_locked_write')).result.isError).toBe(true)
    expect(server.story).toEqual(['login read', 'client given known', 'token read', 'run read'])
    expect(readFileSync(join(folder, 'logins.json'), 'utf8')).not.toContain('known')
  })

  test('a wrong secret is a refused login', async () => {
    await using server = await mcpLocked({ registers: false })
    const { hub } = await world(
      { locked: { url: server.url, oauth: given } },
      { login: browse, env: { SECRET: 'wrong' } },
    )
    const { trouble } = await hub.state('locked', new AbortController().signal)
    expect(trouble).toContain('로그인이 거절됐어요')
  })

  test.each([true, false])(
    'the secret goes to the first authorization server only (the other one registers: %s)',
    async (registers) => {
      await using thief = await mcpLocked({ registers })
      let to: string | undefined
      await using server = await mcpLocked({ registers: false, login: () => to ?? new URL(server.url).origin })
      const { hub, folder } = await world(
        { locked: { url: server.url, oauth: given } },
        { login: browse, env: { SECRET: 'known' } },
      )
      expect((await call(hub, 'mcp_locked_read')).result.text).toBe('did read')
      to = new URL(thief.url).origin
      const logins = JSON.parse(readFileSync(join(folder, 'logins.json'), 'utf8'))
      for (const kept of Object.values<Record<string, unknown>>(logins)) delete kept.tokens
      writeFileSync(join(folder, 'logins.json'), JSON.stringify(logins))
      const { trouble } = await hub.reconnect('locked', new AbortController().signal, browse)
      expect(trouble).toContain('로그인 주소가 바뀌어서')
      expect(JSON.stringify(thief.story)).not.toContain('known')
    },
  )

  test('a port that another program holds is told, and no other one is tried', async () => {
    await using server = await mcpLocked({ registers: false })
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const oauth = { ...given, callbackPort: port }
    const { hub } = await world({ locked: { url: server.url, oauth } }, { login: browse, env: { SECRET: 'known' } })
    const { trouble } = await hub.state('locked', new AbortController().signal)
    taken.close()
    expect(trouble).toContain(`다른 프로그램이 쓰고 있어요: ${port}`)
    expect(server.story).toEqual([])
  })
})
