import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bareEnv, freshHome, run } from '../../cli/assistant.ts'

test('memory by hand, command by command, each in a process of its own', async () => {
  const home = freshHome()
  const memory = async (...args: string[]) => {
    const { code, out, err } = await run(['memory', ...args], bareEnv(home))
    return { code, out: out.trim(), err: err.trim() }
  }
  expect((await memory('list')).err).toContain('아직 기억한 것이 없어요.')
  expect(await memory('add', '내 생일은 3월 5일')).toEqual({
    code: 0,
    out: '기억했어요: 내 생일은 3월 5일 (memory/me.md:1)',
    err: '',
  })
  const told = (await memory('add', '내 생일은 4월 6일')).err
  expect(told).toContain('내 생일은 3월 5일')
  const [conflict] = JSON.parse((await memory('conflicts', '--json')).out)
  expect(conflict).toMatchObject({ file: 'memory/me.md', text: '내 생일은 4월 6일', others: ['내 생일은 3월 5일'] })
  expect(told).toContain(`assistant memory settle ${conflict.id} keep|new|both`)
  expect((await memory('settle', 'x', 'new')).err).toContain('그런 id의 서로 다른 기억이 없어요: x')
  expect(await memory('forget', '생일')).toEqual({
    code: 1,
    out: '',
    err: "2줄에 그 말이 있어요. 한 줄을 그대로 알려주세요. 지우려면 `assistant memory forget '그 줄'`도 돼요.\n- 내 생일은 3월 5일\n- 내 생일은 4월 6일",
  })
  expect(await memory('settle', conflict.id, 'new')).toMatchObject({ code: 0 })
  expect((await memory('search', '생일이 며칠이더라')).out).toBe('- 내 생일은 4월 6일 (memory/me.md:1)')
  expect((await memory('forget', '생일')).out).toMatch(/^기억에서 지웠어요: 내 생일은 4월 6일 \(memory\/me\.md:1\)/)
  expect(JSON.parse((await memory('list', '--json')).out)).toEqual([])
  expect((await memory('undo')).out).toBe('되돌렸어요: 내 생일은 4월 6일 (memory/me.md).')
  expect((await memory('list')).out).toMatch(/^- 내 생일은 4월 6일 \(memory\/me\.md:1, \d{4}-\d\d-\d\d, 확실\)$/)
  expect((await memory('why', '생일')).out).toMatch(/^- 내 생일은 4월 6일: \S+에 직접 적어 주셨어요/)
  expect((await memory('review')).out).toMatch(/^\d{3}\. 내 생일은 4월 6일 \(memory\/me\.md:1, \S+, 확실\)$/)
  const [number = ''] = (await memory('review')).out.split('.')
  expect((await memory('review', number, 'expire', '2030-01-02')).out).toBe(
    '2030-01-02까지만 기억할게요: 내 생일은 4월 6일',
  )
  expect((await memory('review', '2', 'keep')).code).toBe(42)
  expect((await memory('why', '혈액형')).err).toContain('기억해 둔 것이 아니에요')
  expect((await memory('restore', 'memory/none.snapshot')).err).toContain('그런 스냅숏이 없어요')
}, 60_000)

test('what was said in one process is answered in the next, and the notice of it goes to stderr', async () => {
  const home = freshHome()
  const told = await run(['-p', '우리 고양이 이름은 나비야'], bareEnv(home))
  expect(told.err).toContain('기억함: 고양이 이름은 나비')
  const asked = await run(['-c', '-p', '내 고양이 이름이 뭐지?'], bareEnv(home))
  expect(asked.out).toContain('나비')
})

test('a conversation goes out, comes in and is renamed', async () => {
  const home = freshHome()
  await run(['-p', '3 더하기 4는?'], bareEnv(home))
  const exported = await run(['conversations', 'export', 'last', '--format', 'json'], bareEnv(home))
  writeFileSync(join(home, 'out.json'), exported.out)
  const taken = await run(['conversations', 'import', join(home, 'out.json')], bareEnv(home))
  const id = taken.out.trim()
  expect(id).toMatch(/^[0-9A-Z]{26}$/)
  await run(['conversations', 'rename', id, '새', '제목'], bareEnv(home))
  expect((await run(['conversations', 'list'], bareEnv(home))).out).toContain('새 제목')
  const nameless = await run(['conversations', 'rename', id, ' '], bareEnv(home))
  expect([nameless.code, nameless.err]).toEqual([42, expect.stringContaining('새 제목이 비어 있어요')])
  const missing = await run(['conversations', 'import', 'nowhere.json'], bareEnv(home))
  expect([missing.code, missing.err]).toEqual([42, expect.stringContaining('파일을 읽을 수 없어요: nowhere.json')])
  writeFileSync(join(home, 'config.json'), '{}')
  const wrong = await run(['conversations', 'import', join(home, 'config.json')], bareEnv(home))
  expect([wrong.code !== 0, wrong.err]).toEqual([true, expect.stringContaining('내보낸 대화 파일이 아니에요')])
  expect(readFileSync(join(home, 'out.json'), 'utf8')).toBe(exported.out)
})

test('a persona that was edited comes back from its snapshot', async () => {
  const home = freshHome()
  const page = join(home, 'workspaces', 'default', 'agents', '비서', 'persona.md')
  await run(['agent', 'list'], bareEnv(home))
  const before = readFileSync(page, 'utf8')
  await run(['agent', 'edit', '차분하고', '활발하고'], bareEnv(home))
  const [snapshot] = JSON.parse((await run(['memory', 'snapshots', '--json'], bareEnv(home))).out)
  expect(readFileSync(page, 'utf8')).toContain('활발하고')
  await run(['memory', 'restore', snapshot.name], bareEnv(home))
  expect(readFileSync(page, 'utf8')).toBe(before)
})
