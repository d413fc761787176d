import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bareEnv, end, freshHome, run, start } from '../../cli/assistant.ts'
import { callTool, say, scriptedServer } from '../../fakes/model-server.ts'

function skillAt(folder: string, name: string, text = '') {
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(
    join(folder, name, 'SKILL.md'),
    text || `---\nname: ${name}\ndescription: 회의록을 써요.\n---\n비밀 절차 ${name}\n`,
  )
  return join(folder, name)
}

test('a skill is added, listed, checked and removed', async () => {
  const home = freshHome()
  const env = bareEnv(home)
  const folder = skillAt(join(home, 'from'), 'minutes')
  expect((await run(['skills', 'list'], env)).err).toContain('skills add')
  expect(await run(['skills', 'add', folder], env)).toMatchObject({ code: 0 })
  expect(await run(['skills', 'add', folder], env)).toMatchObject({ code: 42 })
  expect((await run(['skills', 'list'], env)).out).toBe('minutes (내 것)\n    회의록을 써요.\n')
  expect(await run(['skills', 'check'], env)).toMatchObject({ code: 0, err: 'skill 1개에 문제가 없어요.\n' })
  skillAt(join(home, 'skills'), 'odd', '---\nname: even\n---\n')
  const checked = await run(['skills', 'check'], env)
  expect([checked.code, checked.err.trim().split('\n').length]).toEqual([1, 2])
  expect(await run(['skills', 'add', join(home, 'nowhere')], env)).toMatchObject({ code: 42 })
  expect(await run(['skills', 'remove', 'minutes'], env)).toMatchObject({ code: 42 })
  expect(await run(['skills', 'remove', 'minutes', '--yes'], env)).toMatchObject({ code: 0 })
  expect((await run(['skills', 'list', '--json'], env)).out.trim()).toBe('[]')
})

test("a model is told of a skill's name and description, and reads the rest when it wants; a project's only when it is trusted", async () => {
  const home = freshHome()
  const project = join(home, 'project')
  mkdirSync(project)
  skillAt(join(home, 'skills'), 'minutes')
  skillAt(join(project, '.agents/skills'), 'release')
  await using server = await scriptedServer([callTool('skill', { name: 'minutes' }), say('읽었어요.')], {
    otherwise: say('네.'),
  })
  const env = bareEnv(home, { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: server.openai })
  const ask = (text: string) => end(start(['-p', text], env, 'ignore', project))
  expect((await ask('회의록 써 줘')).out).toBe('읽었어요.\n')
  const [first, second] = server.requests.map(({ body }) => JSON.stringify(body))
  expect(first).toContain('- minutes: 회의록을 써요.')
  expect(first).not.toContain('비밀 절차')
  expect(first).not.toContain('release')
  expect(second).toContain('비밀 절차 minutes')
  writeFileSync(join(home, 'config.json'), JSON.stringify({ trusted: [project] }))
  await ask('안녕하세요, 오늘 뭐 하면 좋을까요?')
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('- release: 회의록을 써요.')
})
