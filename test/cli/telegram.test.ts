import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bareEnv, freshHome, run } from './assistant.ts'

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
  expect(await mapped('-w', '없는곳')).toEqual([1, 'default', '코디', expect.stringContaining('그런 워크스페이스가 없어요')])
  expect(await mapped()).toEqual([2, 'default', '코디', expect.stringContaining('무엇을 바꿀지')])
  expect(await mapped('-w', '회사')).toEqual([0, '회사', '-', '바꿨어요: 7\n'])
  expect(await mapped('-w', 'default', '-a', '코디')).toEqual([0, 'default', '코디', '바꿨어요: 7\n'])
  expect((await run(['telegram', 'handoff'], env)).err).toContain('텔레그램에 열린 대화가 없어요.')
}, 60_000)
