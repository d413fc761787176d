import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { createAgent, createWorkspace } from '../../src/memory/agent-admin.ts'
import { listAgents, listWorkspaces, readAgent } from '../../src/memory/agents.ts'
import { ensureHome, firstNames, nameOf, pathsIn } from '../../src/memory/home-layout.ts'
import { readInstructions } from '../../src/memory/instructions.ts'
import { saveMemory } from '../../src/memory/tools.ts'
import { takeDamage } from '../../src/std/fs/damage.ts'
import { use } from '../tools/context.ts'

const now = new Date('2026-11-21T01:35:00Z')
let home: string
beforeEach(() => {
  home = join(mkdtempSync(join(tmpdir(), 'assistant-home-')), 'home')
})
const put = (path: string, content: string) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
const read = (who = {}) => {
  takeDamage()
  return readAgent(home, { ...firstNames, ...who }).then((agent) => ({
    agent,
    damaged: takeDamage().map(({ path }) => path),
  }))
}

describe('the first run', () => {
  test('finds an assistant with a name, a wake word and good manners', async () => {
    await ensureHome(home, now)
    const { agent, damaged } = await read()
    expect(agent.config).toEqual({ name: '비서', wakeWord: '비서야', permissions: ['safe', 'sensitive', 'restricted'] })
    expect([
      agent.base.length <= 700,
      agent.base.includes('한국어'),
      agent.persona.includes('비서'),
      agent.memory,
      damaged,
    ]).toEqual([true, true, true, { workspace: '', agent: '', personal: '' }, []])
    expect([await listWorkspaces(home), await listAgents(home, 'default')]).toEqual([['default'], ['비서']])
    expect(JSON.parse(readFileSync(join(home, 'profiles.json'), 'utf8'))).toEqual({
      v: 2,
      profiles: [{ id: 'me', name: '나', aliases: [], createdAt: '2026-11-21T01:35:00.000Z' }],
    })
    expect([statSync(home).mode & 0o777, statSync(join(home, 'system_prompt.md')).mode & 0o777]).toEqual([0o700, 0o600])
  })

  test('is called by a word of its language', async () => {
    await ensureHome(home, now, 'en')
    expect((await read()).agent.config.wakeWord).toBe('Assistant')
    await createWorkspace(home, 'work', now, 'en')
    const { agent } = await read({ workspace: 'work' })
    expect(agent.config.wakeWord).toBe('Assistant')
    await createAgent(home, 'work', { name: 'Bob' }, now, 'en')
    const pages = [agent, (await read({ workspace: 'work', agent: 'Bob' })).agent, (await read()).agent]
    const titles = ['profiles.json', 'workspaces/default/config.json'].map((name) =>
      readFileSync(join(home, name), 'utf8'),
    )
    expect(
      [...pages.flatMap(({ base, persona }) => [base, persona]), ...titles].filter((text) => /[가-힣]/.test(text)),
    ).toEqual([])
  })

  test('where no home can be made, who answers speaks the language that was asked for', async () => {
    const { base, persona } = await readAgent(join(home, 'none'), firstNames, 'en')
    expect([base, persona].filter((text) => /[가-힣]/.test(text))).toEqual([])
  })

  test('several at once make one home; later ones change nothing that a person wrote', async () => {
    await Promise.all(Array.from({ length: 5 }, () => ensureHome(home, now)))
    const { base } = pathsIn(home)
    writeFileSync(base, '나만의 지침')
    await ensureHome(home, now)
    expect([readFileSync(base, 'utf8'), readdirSync(home).filter((name) => name.endsWith('.tmp'))]).toEqual([
      '나만의 지침',
      [],
    ])
  })
})

test('a home that cannot be made is a failure with its cause', async () => {
  writeFileSync(home, 'a file where the folder should be')
  expect(await ensureHome(home, now).catch((error) => error.failure)).toMatchObject({
    code: 'storage',
    data: { path: home },
  })
})

describe('an agent', () => {
  test('is what its files say now, its pages without notes', async () => {
    await ensureHome(home, now)
    const paths = pathsIn(home)
    put(paths.agent('회사', '도치').persona, '고슴도치처럼 말한다.\n')
    put(
      paths.agent('회사', '도치').config,
      '\uFEFF{"wakeWord":" 도치야 ","defaultModel":"gpt-4o","permissions":["safe","sensitive","root"],"tools":["calculator",1]}',
    )
    put(paths.workspace('회사').memory, '- 회의는 월요일 <!-- 2026-11-21 -->\n')
    put(paths.personal('me'), '- 이름은 철수\n')
    const { agent } = await read({ workspace: '회사', agent: '도치' })
    expect(agent.config).toEqual({
      name: '도치',
      wakeWord: '도치야',
      model: 'gpt-4o',
      permissions: ['safe', 'sensitive'],
      tools: ['calculator'],
    })
    expect([agent.persona, agent.memory]).toEqual([
      '고슴도치처럼 말한다.\n',
      { workspace: '- 회의는 월요일\n', agent: '', personal: '- 이름은 철수\n' },
    ])
  })

  test('without a config may use safe tools only; a damaged one is kept, told and grants nothing', async () => {
    const paths = pathsIn(home).agent('default', '새')
    put(paths.persona, '새')
    expect((await read({ agent: '새' })).agent.config).toEqual({ name: '새', permissions: ['safe'] })
    put(paths.config, '{"permissions":["safe","restricted"')
    const { agent, damaged } = await read({ agent: '새' })
    const kept = readdirSync(paths.folder).filter((name) => name.startsWith('config.json.damaged-'))
    expect([
      agent.config.permissions,
      damaged,
      kept.map((name) => readFileSync(join(paths.folder, name), 'utf8')),
    ]).toEqual([['safe'], [paths.config], ['{"permissions":["safe","restricted"']])
  })

  test('whose files the disk does not give is a failure with its cause', async () => {
    await ensureHome(home, now)
    mkdirSync(pathsIn(home).personal('me'), { recursive: true })
    expect(await read().catch((error) => error.failure)).toEqual({
      code: 'storage',
      detail: 'EISDIR',
      data: { path: pathsIn(home).personal('me') },
    })
  })

  test('that is not there is named', async () => {
    expect(await read({ agent: '유령' }).catch((error) => error.failure)).toMatchObject({
      code: 'bad-input',
      data: { agent: '유령', workspace: 'default' },
    })
  })

  test.each(['', '.', '..', '../x', 'a/b', 'a\\b', '.hidden', 'x\0', 'a\u202Eb', '가'.repeat(50), 'a.'])(
    'has no name like %j',
    (name) => expect(() => nameOf(name)).toThrow('not a name'),
  )
})

describe('save_memory', () => {
  const save = (args: Record<string, unknown>, more = {}) => use(saveMemory(home), args, more)

  test('confirms what is on the disk, with file and line, on the page that is meant', async () => {
    expect((await save({ content: '내 이름은 철수예요' })).text).toBe('기억했어요: 내 이름은 철수예요 (memory/me.md:1)')
    expect((await save({ content: '내 이름은 철수예요' })).text).toBe(
      '이미 기억하고 있어요: 내 이름은 철수예요 (memory/me.md:1)',
    )
    expect((await save({ content: '회의는 월요일', scope: 'workspace' })).text).toBe(
      '기억했어요: 회의는 월요일 (workspaces/default/memory.md:1)',
    )
    expect((await save({ content: '반말로 답하기', scope: 'agent' }, { language: 'en' })).text).toBe(
      'Remembered: 반말로 답하기 (workspaces/default/agents/비서/memory.md:1)',
    )
    expect(readFileSync(join(home, 'memory/me.md'), 'utf8')).toBe(
      '- 내 이름은 철수예요 <!-- 2026-11-21 · 01KC000000000000000000000C -->\n',
    )
  })

  test('names what it may contradict', async () => {
    await save({ content: '내 생일은 3월 5일' })
    expect((await save({ content: '내 생일은 4월 6일' })).text).toBe(
      '기억했어요: 내 생일은 4월 6일 (memory/me.md:2)\n전에 말씀하신 것과 달라요: 내 생일은 3월 5일 (1번째 줄). 어느 쪽이 맞나요?',
    )
  })

  test('the date is that of the person’s zone', async () => {
    await save({ content: '늦은 밤' }, { now: () => new Date('2026-11-21T23:00:00Z') })
    expect(readFileSync(join(home, 'memory/me.md'), 'utf8')).toContain('2026-11-22')
  })

  test.each([
    ['over Telegram', { origin: 'telegram', profile: '영희' }],
    ['of a guest over HTTP', { origin: 'http', profile: 'http-front-ann' }],
  ])('%s only the mapped profile’s page is written', async (_, remote) => {
    expect(await save({ content: '회의는 월요일', scope: 'workspace' }, remote)).toEqual({
      text: '여기서는 개인 기억만 다룰 수 있어요.',
      isError: true,
    })
    expect((await save({ content: '저는 영희예요' }, remote)).text).toContain(`memory/${remote.profile}.md:1`)
  })

  test('a failure says so and what to do', async () => {
    put(join(home, 'memory'), 'not a folder')
    const result = await save({ content: '사실' })
    expect([result.isError, result.text]).toEqual([
      true,
      expect.stringMatching(/^기억 저장에 실패했습니다 \(E[A-Z]+\)\. /),
    ])
    expect((await save({ content: ' ' })).text).toBe('기억할 내용이 비어 있어요.')
  })
})

test('AGENTS.md is read from the outermost trusted folder down, and not above', async () => {
  const work = join(home, 'a/b/c')
  for (const folder of ['', 'a', 'a/b/c']) put(join(home, folder, 'AGENTS.md'), `${folder || 'top'} 지침\n`)
  mkdirSync(join(home, 'a/b/AGENTS.md'))
  const read = await readInstructions(work, (folder) => folder.startsWith(join(home, 'a')))
  expect(read).toBe(`# ${join(home, 'a/AGENTS.md')}\na 지침\n\n# ${join(work, 'AGENTS.md')}\na/b/c 지침`)
  expect(await readInstructions(work, () => false)).toBe('')
})

test.skipIf(!existsSync('/proc/self'))(
  'a place that is there and takes nothing is told as such, and not tried for ever',
  async () => {
    expect(await ensureHome('/proc/nothing', now).catch((error) => error.failure)).toMatchObject({
      code: 'storage',
      detail: 'ENOENT',
    })
  },
)
