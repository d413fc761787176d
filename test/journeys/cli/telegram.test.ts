import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bareEnv, freshHome, run } from '../../cli/assistant.ts'
import { start } from '../../ui/tui/pty.ts'

test('a person is mapped only to a workspace and an agent that are there; in another workspace the agent of before is none', async () => {
  const home = freshHome()
  const env = bareEnv(home)
  for (const [workspace, agent] of [
    ['default', '코디'],
    ['회사', '총무'],
  ] as const)
    mkdirSync(join(home, 'workspaces', workspace, 'agents', agent), { recursive: true })
  const file = join(home, 'telegram.json')
  writeFileSync(file, JSON.stringify({ senders: [{ id: 7, profile: 'me', workspace: 'default' }] }))
  const mapped = async (...args: string[]) => {
    const { code, err } = await run(['telegram', 'map', '7', ...args], env)
    const { workspace, agent } = JSON.parse(readFileSync(file, 'utf8')).senders[0]
    return [code, workspace, agent ?? '-', err]
  }
  expect(await mapped('-a', '코디')).toEqual([0, 'default', '코디', '바꿨어요: 7\n'])
  expect(await mapped('-w', 'default')).toEqual([0, 'default', '코디', '바꿨어요: 7\n'])
  expect(await mapped('-a', '총무')).toEqual([42, 'default', '코디', expect.stringContaining('총무')])
  expect(await mapped('-w', '없는곳')).toEqual([
    1,
    'default',
    '코디',
    expect.stringContaining('그런 워크스페이스가 없어요'),
  ])
  expect(await mapped()).toEqual([2, 'default', '코디', expect.stringContaining('무엇을 바꿀지')])
  expect(await mapped('-w', '회사')).toEqual([0, '회사', '-', '바꿨어요: 7\n'])
  expect(await mapped('-w', 'default', '-a', '코디')).toEqual([0, 'default', '코디', '바꿨어요: 7\n'])
  expect((await run(['telegram', 'handoff'], env)).err).toContain('텔레그램에 열린 대화가 없어요.')
}, 60_000)

test('at a terminal a code is looked up before anything is asked, and Enter takes what stands in brackets', async () => {
  const home = freshHome()
  const env = bareEnv(home)
  const file = join(home, 'telegram.json')
  const code = 'ABCD2345'
  writeFileSync(file, JSON.stringify({ waiting: [{ id: 7, code, until: Date.now() + 600_000 }] }))
  const pair = (given: string) => {
    const screen = start(resolve('bin/assistant.js'), { args: ['telegram', 'pair', given], env, columns: 100 })
    onTestFinished(() => screen.close())
    return screen
  }
  const wrong = pair('ZZZZ9999')
  await wrong.until(({ text }) => text().includes('그런 코드가 없거나'), 30_000)
  expect([await wrong.exit, wrong.text().includes('어느 워크스페이스')]).toEqual([1, false])
  const lost = pair(code)
  await lost.until(({ text }) => text().includes('어느 워크스페이스에서 이야기할까요? (default) [default]'), 30_000)
  lost.type('없는곳\r')
  await lost.until(({ text }) => text().includes('그런 워크스페이스가 없어요'), 30_000)
  expect(await lost.exit).toBe(1)
  const screen = pair(code)
  await screen.until(({ text }) => text().includes('어느 워크스페이스'), 30_000)
  screen.type('\r')
  await screen.until(({ text }) => text().includes('누구의 기억을 쓸까요? [me]'), 30_000)
  screen.type('\r')
  expect(await screen.exit).toBe(0)
  expect(JSON.parse(readFileSync(file, 'utf8')).senders).toMatchObject([{ id: 7, workspace: 'default', profile: 'me' }])
}, 120_000)
