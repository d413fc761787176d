import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { createAgent, createWorkspace, editLines } from '../../src/memory/agent-admin.ts'
import { agentTools } from '../../src/memory/agent-tools.ts'
import { listAgents, readAgent } from '../../src/memory/agents.ts'
import { ensureHome, pathsIn } from '../../src/memory/home-layout.ts'
import { findProfile, readProfiles } from '../../src/memory/profiles.ts'
import { listSnapshots } from '../../src/memory/snapshots.ts'
import { addFact } from '../../src/memory/store.ts'
import { use } from '../tools/context.ts'

const now = new Date('2026-11-21T01:35:00Z')
let home: string
let activated: unknown[]
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'assistant-agentMessages-'))
  activated = []
  await ensureHome(home, now)
})
const ports = {
  settingsPath: '/nowhere',
  tune: async () => {},
  activate: async (choice: object) => void activated.push(choice),
  moveConversations: async (from: { id: string }, into: { id: string }) => void activated.push([from.id, into.id]),
}
const run = (name: string, args: Record<string, unknown>, more = {}) =>
  use(agentTools(home, ports).find((tool) => tool.name === name)!, args, more)

describe('agents', () => {
  test('are made whole, listed, and chosen', async () => {
    expect(
      (await run('agent', { action: 'create', name: '도치', wakeWord: '도치야', persona: '고슴도치다.' })).text,
    ).toBe('비서 도치를 만들었어요.')
    expect((await run('agent', { action: 'list' })).text).toBe(
      '- 도치 (호출어: 도치야)\n- 비서 (호출어: 비서야) · 지금 쓰는 중',
    )
    const { config, persona } = await readAgent(home, { workspace: 'default', agent: '도치', profile: 'me' })
    expect([config, persona]).toEqual([{ name: '도치', wakeWord: '도치야', permissions: ['safe'] }, '고슴도치다.\n'])
    await run('agent', { action: 'set_active', name: '도치' })
    expect([activated, (await run('agent', { action: 'set_active', name: '유령' })).isError]).toEqual([
      [{ agent: '도치' }],
      true,
    ])
  })

  test.each([
    [{ name: '비서' }, '비서는 이미 쓰고 있어요. 다른 이름을 골라 주세요.'],
    [{ name: '새비서', wakeWord: ' 비서야!' }, ' 비서야!는 이미 쓰고 있어요 (비서). 다른 이름을 골라 주세요.'],
    [{ name: '../밖' }, '이름으로 쓸 수 없어요: ../밖'],
    [{}, '빠진 값이 있어요: name'],
  ])('%j is refused with a reason', async (args, reason) => {
    expect(await run('agent', { action: 'create', ...args })).toEqual({ text: reason, isError: true })
    expect(await listAgents(home, 'default')).toEqual(['비서'])
  })

  test('ten who want the same wake word at once: one gets it', async () => {
    const requests = Array.from({ length: 10 }, (_, n) =>
      createAgent(home, 'default', { name: `a${n}`, wakeWord: '하늘아' }, now),
    )
    const made = (await Promise.allSettled(requests)).filter(({ status }) => status === 'fulfilled')
    expect([made.length, (await listAgents(home, 'default')).length]).toEqual([1, 2])
  })

  test('the same wake word is free in another workspace', async () => {
    await createWorkspace(home, '회사', now)
    expect(await listAgents(home, '회사')).toEqual(['비서'])
    expect(await createWorkspace(home, '회사', now).catch((error) => error.failure.data)).toEqual({ taken: '회사' })
    await run('workspace', { action: 'switch', name: '회사' })
    expect(activated).toEqual([{ workspace: '회사', agent: '비서' }])
  })

  test('edits of more than five lines need a confirmation, and what stood there is kept', async () => {
    const { persona } = pathsIn(home).agent('default', '비서')
    writeFileSync(persona, '말은 짧게\n'.repeat(6))
    expect(await run('agent', { action: 'edit_persona', find: '짧게', replace: '길게' })).toMatchObject({
      isError: true,
    })
    expect(readFileSync(persona, 'utf8')).toBe('말은 짧게\n'.repeat(6))
    await run('agent', { action: 'edit_persona', find: '짧게', replace: '길게', confirm: true })
    expect([readFileSync(persona, 'utf8'), (await listSnapshots(persona)).length]).toEqual(['말은 길게\n'.repeat(6), 1])
    expect(await editLines(persona, { find: '없음', replace: '' }, now)).toEqual({ matches: 0, done: false })
    expect(await editLines(persona, { find: '길게', replace: '', confirmed: true }, now)).toEqual({
      matches: 6,
      done: true,
    })
    expect(readFileSync(persona, 'utf8')).toBe('')
  })
})

describe('profiles', () => {
  test('are found by id, name or alias, and no name belongs to two', async () => {
    await run('profile', { action: 'create', name: '영희' })
    await run('profile', { action: 'add_alias', name: '영희', new: '엄마' })
    await run('profile', { action: 'rename', name: '엄마', new: '김영희' })
    const profiles = await readProfiles(home)
    expect(
      ['영희', '김영희', '엄마'.normalize('NFD'), '철수'].map((called) => findProfile(profiles, called)?.id),
    ).toEqual(['영희', '영희', '영희', undefined])
    expect((await run('profile', { action: 'create', name: '엄마' })).isError).toBe(true)
    expect((await run('profile', { action: 'list' })).text).toBe('- 나 (me)\n- 김영희 (영희) · 다른 이름: 엄마')
  })

  test('become one with their memory and conversations; what belonged to the other stays as a file', async () => {
    await run('profile', { action: 'create', name: '영희' })
    const paths = pathsIn(home)
    await addFact(paths.personal('me'), '커피를 좋아함', { date: '2026-01-01' }, now)
    await addFact(paths.personal('영희'), '생일은 5월 5일', { date: '2026-02-02' }, now)
    await addFact(paths.personal('영희'), '커피를 좋아함', { date: '2026-03-03' }, now)
    expect((await run('profile', { action: 'merge', name: '영희', into: '나' })).text).toBe(
      '영희의 기억 2개와 대화를 나에게 옮기고 하나로 합쳤어요.',
    )
    expect(readFileSync(paths.personal('me'), 'utf8')).toBe(
      '- 커피를 좋아함 <!-- 2026-01-01 -->\n- 생일은 5월 5일 <!-- 2026-02-02 -->\n',
    )
    expect([activated, await readProfiles(home)]).toMatchObject([[['영희', 'me']], [{ id: 'me', aliases: ['영희'] }]])
    expect([
      existsSync(paths.personal('영희')),
      existsSync(`${paths.personal('영희')}.merged-20261121T013500Z`),
    ]).toEqual([false, true])
    expect((await run('profile', { action: 'merge', name: '나', into: 'me' })).text).toBe(
      '둘 다 나예요. 합칠 다른 프로필을 골라 주세요.',
    )
    expect((await run('profile', { action: 'merge', name: '유령', into: '나' })).text).toContain(
      '‘유령’ 이름을 찾을 수 없어요',
    )
  })
})
