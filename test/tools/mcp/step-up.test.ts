import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
