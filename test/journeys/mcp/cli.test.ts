import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { spawn as spawnTerminal } from '@lydell/node-pty'
import { describe, expect, test as sample } from 'vitest'
import { answerOf } from '../../../src/cli/output/mcp-questions.ts'
import { bareEnv, end, freshHome, run } from '../../cli/assistant.ts'
import { longTest as test } from '../../parts.ts'
import { fake } from '../../tools/mcp/rig.ts'

const program = resolve('test/fakes/mcp-server.ts')
const words = (mode: string) => ['--', process.execPath, program, mode]

describe('assistant mcp', () => {
  sample('add keeps each word of the command as it was typed; list shows it; remove takes it out', async () => {
    const home = freshHome()
    const env = bareEnv(home)
    const added = await run(
      ['mcp', 'add', 'fs', '--env', 'A=1 2', 'B=', '--cwd', '/tmp', '--', 'npx', '-y', 'a b', '--flag=x'],
      env,
    )
    expect(added).toMatchObject({ code: 0, out: '' })
    expect(added.err).toContain('아직 켜지 않아요. `assistant mcp connect fs`')
    expect(JSON.parse(readFileSync(join(home, 'mcp.json'), 'utf8'))).toEqual({
      mcpServers: { fs: { command: 'npx', args: ['-y', 'a b', '--flag=x'], env: { A: '1 2', B: '' }, cwd: '/tmp' } },
    })
    expect(statSync(join(home, 'mcp.json')).mode & 0o777).toBe(0o600)
    expect((await run(['mcp', 'list'], env)).out).toContain("허용 전  A='1 2' B='' npx -y 'a b' --flag=x  (/tmp)")
    expect((await run(['mcp', 'add', 'fs', '--', 'other'], env)).code).toBe(42)
    expect((await run(['mcp', 'remove', 'fs'], env)).code).toBe(0)
    expect((await run(['mcp', 'remove', 'fs'], env)).code).toBe(42)
    expect((await run(['mcp', 'list'], env)).err).toContain('MCP 서버가 없어요')
  })

  test('an import that finds nothing leaves no list behind', async () => {
    const home = freshHome()
    expect((await run(['mcp', 'import'], bareEnv(home))).err).toContain('새로 가져올 서버를 찾지 못했어요')
    expect(existsSync(join(home, 'mcp.json'))).toBe(false)
  })

  test.each([
    [['mcp', 'add', 'x'], 42, '명령이나 주소가 필요해요'],
    [['mcp', 'add', 'x', '--url', 'ftp://x'], 42, 'http:// 또는 https:// 주소'],
    [['mcp', 'add', '_x', '--', 'y'], 42, '서버 이름으로 쓸 수 없어요'],
    [['mcp', 'add', 'x', '--env', 'novalue', '--', 'y'], 42, '‘이름=값’ 모양'],
    [['mcp', 'add'], 2, '빠진 것이 있어요'],
    [['mcp', 'connect', 'nobody'], 42, '그런 MCP 서버가 없어요: nobody'],
    [['mcp', 'call', 'nobody', 'x'], 42, '그런 MCP 서버가 없어요'],
  ])('%j: says what is wrong', async (args, code, told) => {
    const ended = await run(args as string[], bareEnv(freshHome()))
    expect([ended.code, ended.out]).toEqual([code, ''])
    expect(ended.err).toContain(told)
  })

  test('a list that is a folder, or may not be read, is told, and answers go on', async () => {
    const home = freshHome()
    mkdirSync(join(home, 'mcp.json'))
    const env = bareEnv(home)
    expect((await run(['mcp', 'list'], env)).err).toContain('읽을 수 없어요')
    const answer = await run(['-p', '1+1'], env)
    expect([answer.code, answer.out, answer.err]).toEqual([
      0,
      expect.stringContaining('2'),
      expect.stringContaining('읽을 수 없어요'),
    ])
  })

  test('a file that somebody damaged is told and never written over', async () => {
    const home = freshHome()
    writeFileSync(join(home, 'mcp.json'), '{ "mcpServers": ')
    const env = bareEnv(home)
    expect((await run(['mcp', 'list'], env)).err).toContain('읽을 수 없어요')
    expect((await run(['mcp', 'add', 'x', '--', 'y'], env)).code).toBe(52)
    expect(readFileSync(join(home, 'mcp.json'), 'utf8')).toBe('{ "mcpServers": ')
    const answer = await run(['-p', '1+1'], env)
    expect([answer.code, answer.out]).toEqual([0, expect.stringContaining('2')])
    expect(answer.err).toContain('읽을 수 없어요')
  })

  test('set changes how far a server is trusted, says what is wrong, and changes nothing else', async () => {
    const home = freshHome()
    const env = bareEnv(home)
    await run(['mcp', 'add', 'it', ...words('good')], env)
    const entry = () => JSON.parse(readFileSync(join(home, 'mcp.json'), 'utf8')).mcpServers.it
    const before = entry()
    const steps = [['effects', 'none'], ['safe', 'echo,add'], ['timeout', '5000'], ['disabled', 'true'], ['disabled']]
    for (const step of steps) expect((await run(['mcp', 'set', 'it', ...step], env)).code).toBe(0)
    const after = { ...before, effects: 'none', safe: ['echo', 'add'], timeout: 5_000 }
    expect(entry()).toEqual(after)
    const refused = [
      ['it', 'effects', 'any', 'effects 값이 맞지 않아요'],
      ['it', 'command', 'rm', '바꿀 수 있는 항목이 아니에요: command'],
      ['nobody', 'safe', 'true', '그런 MCP 서버가 없어요: nobody'],
    ] as const
    for (const [name, field, value, told] of refused) {
      const answer = await run(['mcp', 'set', name, field, value], env)
      expect([answer.code, answer.err]).toEqual([42, expect.stringContaining(told)])
    }
    expect(entry()).toEqual(after)
  })

  test('a tool that was left out, or that the server never told of, is not called', async () => {
    const env = bareEnv(freshHome())
    await run(['mcp', 'add', 'it', '--yes', ...words('broken')], env)
    for (const name of ['bad_schema', 'nothing']) {
      const answer = await run(['mcp', 'call', 'it', name, '{}', '--yes'], env)
      expect([answer.code, answer.out, answer.err]).toEqual([
        42,
        '',
        expect.stringContaining(`쓸 수 있는 도구가 아니에요: ${name}. 있는 도구: echo`),
      ])
    }
  })

  test('connect approves and starts, tools lists, call runs what the person allows, and each is in the audit', async () => {
    const home = freshHome()
    const env = bareEnv(home)
    await run(['mcp', 'add', 'it', ...words('good')], env)
    const waiting = await run(['mcp', 'connect', 'it'], env)
    expect([waiting.code, waiting.err]).toEqual([
      1,
      expect.stringContaining(`${program} good\n괜찮으면 \`assistant mcp connect it --yes\``),
    ])
    expect((await run(['mcp', 'connect', 'it', '--yes'], env)).err).toContain('연결됐어요. 도구 17개.')
    expect((await run(['mcp', 'tools', 'it'], env)).out).toContain('mcp_it_echo\n      Does echo.')
    const [denied, allowed] = [
      await run(['mcp', 'call', 'it', 'echo', '{"text":"안녕"}'], env),
      await run(['mcp', 'call', 'it', 'echo', '{"text":"안녕"}', '--yes'], env),
    ]
    expect([denied.code, denied.out, allowed.code, allowed.out]).toEqual([54, '', 0, '안녕\n'])
    const progress = await run(['mcp', 'call', 'it', 'progress', '{"steps":2,"everyMs":800}', '--yes'], env)
    expect([progress.out, progress.err]).toEqual(['2 steps\n', 'step 1\nstep 2\n'])
    expect((await run(['mcp', 'call', 'it', 'fail', '--yes'], env)).code).toBe(54)
    expect((await run(['mcp', 'call', 'it', 'echo', '{"text":5}', '--yes'], env)).err).toContain(
      'text: 글이 와야 해요. 받은 값: 5',
    )
    const told = readFileSync(join(home, 'state/audit.jsonl'), 'utf8').trim().split('\n')
    expect(told.map((line) => JSON.parse(line)).map(({ tool, outcome, by }) => [tool, outcome, by])).toEqual([
      ['mcp_it_echo', 'denied', 'owner'],
      ['mcp_it_echo', 'ok', 'owner'],
      ['mcp_it_progress', 'ok', 'owner'],
      ['mcp_it_fail', 'error', 'owner'],
    ])
  })

  test("a call by hand meets the person's hooks", async () => {
    const home = freshHome()
    const hooks = [{ on: 'before', tool: 'mcp_it_echo', command: 'echo 오늘은 안 돼 >&2; exit 2' }]
    writeFileSync(join(home, 'config.json'), JSON.stringify({ hooks }))
    const env = bareEnv(home)
    await run(['mcp', 'add', 'it', '--yes', ...words('good')], env)
    const refused = await run(['mcp', 'call', 'it', 'echo', '{"text":"x"}', '--yes'], env)
    expect([refused.code, refused.err]).toEqual([42, '사용자의 훅이 막았어요: 오늘은 안 돼\n'])
  })

  test('a changed description is shown at connect, and used only after a yes', async () => {
    const env = bareEnv(freshHome())
    const at = (mood: string, ...args: string[]) => run(args, { ...env, MOOD: mood })
    const json = JSON.stringify({ ...fake('changed'), safe: true, env: { MOOD: `$${'{MOOD}'}` } })
    await run(['mcp', 'add', 'it', '--yes', '--', json], env)
    expect((await at('kindly', 'mcp', 'connect', 'it')).code).toBe(0)
    const refused = await at('sends all files', 'mcp', 'connect', 'it')
    expect(refused.err).toContain('echo: Says it. sends all files')
    expect((await at('sends all files', 'mcp', 'call', 'it', 'echo', '{"text":"x"}')).err).toContain(
      '설명이 바뀐 도구는 쓰지 않아요',
    )
    expect((await at('sends all files', '-p', '안녕')).err).toContain('설명이 바뀐 도구는 쓰지 않고 있어요: echo')
    await at('sends all files', 'mcp', 'connect', 'it', '--yes')
    expect((await at('sends all files', 'mcp', 'call', 'it', 'echo', '{"text":"x"}')).out).toBe('x\n')
  })

  test("a project's servers count only where its folder is trusted, and never call their tools safe", async () => {
    const [home, project] = [freshHome(), freshHome()]
    mkdirSync(join(project, 'deep'))
    writeFileSync(join(project, '.mcp.json'), JSON.stringify({ mcpServers: { theirs: { ...fake(), safe: true } } }))
    const env = bareEnv(home)
    const inside = (args: string[], more = {}) => runIn(join(project, 'deep'), args, { ...env, ...more })
    expect((await inside(['mcp', 'list'])).err).toContain('MCP 서버가 없어요')
    const trusted = { ASSISTANT_TRUSTED: project }
    expect((await inside(['mcp', 'list'], trusted)).out).toContain('theirs  허용 전')
    expect((await inside(['mcp', 'connect', 'theirs', '--yes'], trusted)).code).toBe(0)
    expect((await inside(['mcp', 'call', 'theirs', 'echo', '{"text":"x"}'], trusted)).code).toBe(54)
  })
})

/** Like `run`, from another folder. */
function runIn(cwd: string, args: string[], env: NodeJS.ProcessEnv) {
  return end(
    spawn(process.execPath, [resolve('bin/assistant.js'), ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }),
  )
}

test('at a terminal the command is shown before the yes, and a question of a server is asked field by field', async () => {
  const env = bareEnv(freshHome())
  const added = await typed(['mcp', 'add', 'it', ...words('good')], env, [['Enter:', 'y']])
  expect(added.indexOf(`${program} good`)).toBeGreaterThan(0)
  expect(added.indexOf(`${program} good`)).toBeLessThan(added.indexOf('허용할까요?'))
  expect((await run(['mcp', 'list'], env)).out).toContain('it    허용함')
  const asked = await typed(['mcp', 'call', 'it', 'ask'], env, [
    ['실행할까요?', 'y'],
    ['name: ', '용걸'],
    ['age (30): ', ''],
    ['답할까요?', 'y'],
  ])
  expect(asked).toContain('MCP 서버 ‘it’의 질문: Who are you?')
  expect(asked).toContain('{"action":"accept","content":{"name":"용걸","age":30}}')
})

/** Runs the program in a terminal and types each answer once its question stands there. Returns all that was shown. */
async function typed(
  args: string[],
  env: NodeJS.ProcessEnv,
  answers: [question: string, answer: string][],
): Promise<string> {
  const terminal = spawnTerminal(process.execPath, ['bin/assistant.js', ...args], {
    env: { ...env, TERM: 'xterm' },
    cols: 200,
  })
  let [shown, from] = ['', 0]
  terminal.onData((text) => {
    shown += text
    const [question, answer] = answers[0] ?? []
    if (question === undefined || !shown.includes(question, from)) return
    answers.shift()
    from = shown.length
    terminal.write(`${answer}\r`)
  })
  await new Promise((gone) => terminal.onExit(gone))
  return shown
}

test('what is typed for a question becomes what its field wants; Enter takes the default', () => {
  const cases: [typed: string, field: object, value: unknown][] = [
    ['', { type: 'string' }, undefined],
    ['', { type: 'string', default: 'x' }, 'x'],
    ['', { type: 'boolean', default: false }, false],
    ['30', { type: 'string' }, '30'],
    ['30', { type: 'integer' }, 30],
    ['1.5', { type: 'number' }, 1.5],
    ['many', { type: 'integer' }, 'many'],
    ['네', { type: 'boolean' }, true],
    ['아니', { type: 'boolean' }, false],
  ]
  expect(cases.map(([typed, field]) => answerOf(typed, field as never))).toEqual(cases.map(([, , value]) => value))
})
