import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { spawn } from '@lydell/node-pty'
import { describe, expect, onTestFinished, test } from 'vitest'
import { beginUpdateCheck } from '../../src/cli/update-notice.ts'
import { loadSettings } from '../../src/config/settings.ts'
import { bareEnv, freshHome, run } from './assistant.ts'

/** A registry on loopback that answers every request so; `asked` are the paths. */
async function registry(answer: { status?: number; body: string }) {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.writeHead(answer.status ?? 200).end(answer.body)
  }).listen(0, '127.0.0.1')
  await new Promise((ready) => server.once('listening', ready))
  onTestFinished(() => void server.close())
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** The package as it is installed: no sources beside it. */
function installed(version = '0.1.0'): string {
  const root = join(freshHome(), 'package')
  mkdirSync(root)
  cpSync('bin', join(root, 'bin'), { recursive: true })
  symlinkSync(resolve('dist'), join(root, 'dist'))
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'assistant-terminal', version, type: 'module' }))
  return root
}

const settingsAt = async (home: string, env: Record<string, string>) =>
  loadSettings({
    env: { ASSISTANT_HOME: home, ...env },
    cwd: home,
    userHome: home,
    tempDir: home,
    platform: 'linux',
    now: new Date(),
    flags: {},
  } as unknown as Parameters<typeof loadSettings>[0])

const dayMs = 24 * 60 * 60 * 1000

describe('the look for a newer version', () => {
  test('asks the registry once a day for the name alone, and tells once a day', async () => {
    const home = freshHome()
    const { asked, url } = await registry({ body: '{"version":"0.2.0","dist":{}}' })
    const loaded = await settingsAt(home, { npm_config_registry: url })
    let now = Date.parse('2026-11-22T10:00:00Z')
    const look = async () => {
      const check = beginUpdateCheck(loaded, { root: installed(), now: () => now })
      await expect.poll(() => existsSync(join(loaded.paths.state, 'update.json'))).toBe(true)
      return check.finish()
    }
    expect(await look()).toBe(
      '새 버전이 나왔어요: 0.2.0 (지금 0.1.0). `npm install -g assistant-terminal` 명령으로 바꿀 수 있어요. 알리지 않으려면: `assistant config set updates.notice false`',
    )
    expect([await look(), asked]).toEqual([undefined, ['/assistant-terminal/latest']])
    now += dayMs + 1
    expect(await look()).toContain('0.2.0')
  })

  test.each([
    ['the version that is here', { body: '{"version":"0.1.0"}' }],
    ['an older one', { body: '{"version":"0.0.9"}' }],
    ['something that is no version', { body: '{"version":"\\u001b[2Jnew"}' }],
    ['no package', { status: 404, body: '{"error":"not found"}' }],
    ['no JSON', { body: '<html>' }],
  ])('says nothing of %s', async (_, answer) => {
    const { asked, url } = await registry(answer)
    const loaded = await settingsAt(freshHome(), { npm_config_registry: url })
    const check = beginUpdateCheck(loaded, { root: installed() })
    await expect.poll(() => asked.length).toBe(1)
    expect(await check.finish()).toBeUndefined()
  })

  test('a registry that never answers keeps nobody waiting', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1')
    await new Promise((ready) => server.once('listening', ready))
    onTestFinished(() => void server.close().closeAllConnections())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const check = beginUpdateCheck(await settingsAt(freshHome(), { npm_config_registry: url }), { root: installed() })
    expect(await check.finish()).toBeUndefined()
  })
})

describe('after an answer', () => {
  /** A home in which a newer version is known, and whose answers come from the rules. */
  const known = () => {
    const home = freshHome()
    mkdirSync(join(home, 'state'))
    writeFileSync(join(home, 'state', 'update.json'), JSON.stringify({ checkedAt: Date.now(), latest: '9.9.9' }))
    return home
  }
  const atTerminal = (env: NodeJS.ProcessEnv) =>
    new Promise<string>((resolve) => {
      const pty = spawn(process.execPath, [join(installed(), 'bin/assistant.js'), '3*(2+4)는?'], { cols: 200, env })
      onTestFinished(() => pty.kill())
      let seen = ''
      pty.onData((data) => {
        seen += data
      })
      pty.onExit(() => resolve(seen))
    })

  test('it is told at a terminal, below the answer', async () => {
    const home = known()
    const seen = await atTerminal(bareEnv(home))
    expect(seen).toMatch(/18.*새 버전이 나왔어요: 9\.9\.9/s)
    expect(JSON.parse(readFileSync(join(home, 'state', 'update.json'), 'utf8')).toldAt).toBeTypeOf('number')
  })

  test.each([
    ['in CI', { CI: 'true' }],
    ['with NO_UPDATE_NOTIFIER', { NO_UPDATE_NOTIFIER: '1' }],
    ['where the setting is off', { ASSISTANT_UPDATES_NOTICE: 'false' }],
    ['where somebody chose to be offline', { ASSISTANT_PROVIDER: 'offline' }],
  ])('it is not told %s', async (_, env) => {
    const seen = await atTerminal(bareEnv(known(), env))
    expect([seen.includes('18'), seen.includes('9.9.9')]).toEqual([true, false])
  })

  test('it is not told in a pipe', async () => {
    const { out, err } = await run(['-p', '3*(2+4)는?'], bareEnv(known()))
    expect([out, err.includes('9.9.9')]).toEqual(['18이에요.\n', false])
  })
})
