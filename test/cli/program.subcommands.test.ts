import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test as sample } from 'vitest'
// @ts-expect-error a plain script of the build
import { helpTexts } from '../../scripts/help-texts.js'
import { buildProgram } from '../../src/cli/program.ts'
import { modelServer, refuse, say } from '../fakes/model-server.ts'
import { longTest as test } from '../parts.ts'
import { bareEnv, end, events, freshHome, run, start } from './assistant.ts'

describe('help', () => {
  sample('is what commander says, made at build, in both languages', async () => {
    const { ko, en } = await helpTexts(process.cwd())
    expect((await run(['--help'], bareEnv(freshHome()))).out).toBe(ko[''])
    expect((await run(['config', 'get', '-h'], bareEnv(freshHome()))).out).toBe(ko['config get'])
    expect((await run(['help', 'usage'], bareEnv(freshHome(), { ASSISTANT_LANG: 'en_US.UTF-8' }))).out).toBe(en.usage)
  })

  test.each(['ko', 'en'] as const)('every command and flag says in %s what it is for', (language) => {
    const all = [buildProgram(language)]
    for (const command of all) all.push(...command.commands)
    const silent = all.flatMap((command) => [
      ...(command.description() ? [] : [command.name()]),
      ...command.options.filter(({ description }) => !description).map(({ flags }) => `${command.name()} ${flags}`),
    ])
    expect(silent).toEqual([])
  })
})

describe('a mistyped command line: 2, with what was probably meant', () => {
  test.each([
    [['docter'], '혹시 이건가요? assistant doctor 질문으로 보내려면 `assistant -p docter`처럼 써 주세요.\n'],
    [
      ['--modle', 'x', 'hi'],
      '모르는 옵션이에요: --modle. 혹시 이건가요? --model `assistant --help`에서 쓰는 법을 볼 수 있어요.\n',
    ],
    [['usage', '--nope'], '모르는 옵션이에요: --nope. `assistant usage --help`에서 쓰는 법을 볼 수 있어요.\n'],
    [['tools', 'lst'], '필요 없는 인자가 있어요: lst. `assistant tools --help`에서 쓰는 법을 볼 수 있어요.\n'],
    [['config', 'get'], '빠진 것이 있어요: key. `assistant config get --help`에서 쓰는 법을 볼 수 있어요.\n'],
    [
      ['memory', 'leak이', '뭐야'],
      '모르는 명령이에요: leak이. 질문으로 보내려면 `assistant -p memory leak이 뭐야`처럼 써 주세요. `assistant memory --help`에서 쓰는 법을 볼 수 있어요.\n',
    ],
    [
      ['help', 'me', 'with', 'math'],
      '모르는 명령이에요: me. 질문으로 보내려면 `assistant -p help me with math`처럼 써 주세요. `assistant --help`에서 쓰는 법을 볼 수 있어요.\n',
    ],
    [
      ['--max-turns', '0', 'hi'],
      '값을 쓸 수 없어요: --max-turns 0 (쓸 수 있는 값: 1, 2, 3 …) `assistant --help`에서 쓰는 법을 볼 수 있어요.\n',
    ],
    [['-r'], '이어갈 대화의 id를 -r 뒤에 써 주세요. `assistant conversations list`에서 볼 수 있어요.\n'],
  ])('%j', async (args, err) => {
    expect(await run(args, bareEnv(freshHome()))).toMatchObject({ code: 2, out: '', err })
  })

  test('with -p the same word is a question', async () => {
    await using server = await modelServer(say('네.'))
    const env = bareEnv(freshHome(), { OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_BASE_URL: server.openai })
    expect(await run(['-p', 'docter'], env)).toMatchObject({ code: 0, out: '네.\n' })
  })

  test('a program that reads the output gets the result, too; -q says nothing', async () => {
    const ended = await run(['--output-format', 'stream-json', '-q', '--nope', 'hi'], bareEnv(freshHome()))
    expect(ended).toMatchObject({ code: 2, err: '' })
    expect(events(ended.out)).toEqual([expect.objectContaining({ type: 'result', ok: false, exitCode: 2 })])
  })
})

describe('config', () => {
  test('set, get, list, path, validate', async () => {
    const home = freshHome()
    const env = bareEnv(home)
    const file = join(home, 'config.json')
    expect(await run(['config', 'set', 'limits.toolMs', '5000'], env)).toMatchObject({
      code: 0,
      out: '',
      err: `저장했어요: limits.toolMs (${file})\n`,
    })
    expect(await run(['config', 'get', 'limits.toolMs'], env)).toMatchObject({ code: 0, out: '5000\n' })
    expect(await run(['config', 'path'], env)).toMatchObject({ code: 0, out: `${file}\n` })
    expect((await run(['config', 'list'], env)).out).toContain(`limits.toolMs = 5000\n`)
    expect(await run(['config', 'validate'], env)).toMatchObject({ code: 0 })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await run(['config', 'set', 'limits.toolMs'], env)
    expect(await run(['config', 'get', 'limits.toolMs'], env)).toMatchObject({ out: '10000\n' })
  })

  test('what is wrong is said with the key, what was expected and where: 52', async () => {
    const home = freshHome()
    writeFileSync(join(home, 'config.json'), '{"limits":{"toolMs":"bald"},"modle":"x"}')
    const ended = await run(['config', 'validate'], bareEnv(home))
    expect(ended.code).toBe(52)
    expect(ended.err).toContain('limits.toolMs')
    expect(ended.err).toContain('혹시 model인가요?')
    expect(await run(['config', 'set', 'limits.toolMs', 'bald'], bareEnv(home))).toMatchObject({
      code: 52,
      out: '',
      err: expect.stringMatching(
        /limits\.toolMs 값을 쓸 수 없어요\. 1~86,400,000 사이 정수 값이어야 해요\. 저장하지 않았어요\.\n$/,
      ),
    })
    expect(await run(['config', 'get', 'modle'], bareEnv(home))).toMatchObject({ code: 52, out: '' })
  })
})

describe('setup without a terminal', () => {
  const key = 'sk-test-0123456789abcdef'

  test('tests the key, keeps it 0600 and apart from the settings; the next question uses it', async () => {
    await using server = await modelServer(say('네.'))
    const home = freshHome()
    const args = ['setup', '--provider', 'openai', '--base-url', server.openai, '--key-file', '-']
    const ended = await run(args, bareEnv(home), `${key}\n`)
    expect(ended).toMatchObject({ code: 0, out: '' })
    expect(ended.err).toContain('잘 연결됐어요.')
    expect(server.visits.map(({ path }) => path)).toEqual(['/v1/models'])
    expect(JSON.parse(readFileSync(join(home, 'secrets.json'), 'utf8'))).toEqual({ OPENAI_API_KEY: key })
    expect(statSync(join(home, 'secrets.json')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(home, 'config.json'), 'utf8')).not.toContain(key)
    expect(await run(['-p', '안녕'], bareEnv(home))).toMatchObject({ code: 0, out: '네.\n' })
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`)
  })

  test('a model that the service does not list is pointed out, and kept: some services answer to more names than they list', async () => {
    await using server = await modelServer()
    const home = freshHome()
    const setup = (model: string) =>
      run(
        ['setup', '--provider', 'openai', '--base-url', server.openai, '--key-file', '-', '--model', model],
        bareEnv(home),
        key,
      )
    expect((await setup('model-1')).err).not.toContain('모델 목록')
    const other = await setup('modle-1')
    expect(other).toMatchObject({
      code: 0,
      err: expect.stringContaining('목록에 modle-1이 없어요. 이름이 맞는지 확인해 주세요 (있는 것: model-1).'),
    })
  })

  test('a refused key is not kept: 41', async () => {
    await using server = await modelServer(refuse(401))
    const home = freshHome()
    const args = ['setup', '--provider', 'zai', '--base-url', server.zai, '--key-file', '-']
    const ended = await run(args, bareEnv(home), key)
    expect(ended.code).toBe(41)
    expect(ended.err).toContain('저장하지 않았어요.')
    expect(() => statSync(join(home, 'secrets.json'))).toThrow('ENOENT')
  })

  test('what is missing is named', async () => {
    expect(await run(['setup'], bareEnv(freshHome()))).toMatchObject({ code: 2, out: '' })
    expect(await run(['setup', '--provider', 'openai'], bareEnv(freshHome()))).toMatchObject({ code: 42, out: '' })
  })
})

test('a chosen provider without a key says so before anything is asked: 41', async () => {
  const ended = await run(
    ['-p', '안녕', '--output-format', 'json'],
    bareEnv(freshHome(), { ASSISTANT_PROVIDER: 'anthropic' }),
  )
  expect(ended.code).toBe(41)
  expect(ended.err).toContain('API 키를 확인하세요')
  expect(JSON.parse(ended.out)).toMatchObject({
    type: 'result',
    ok: false,
    exitCode: 41,
    requests: 0,
    conversation: null,
  })
})

describe('who and where by name', () => {
  test('an agent, a workspace or a conversation that is not there: which there are, and what to do', async () => {
    const env = bareEnv(freshHome())
    const { conversation: id } = JSON.parse((await run(['-p', '3*6은?', '--output-format', 'json'], env)).out)
    const refused = async (...args: string[]) => {
      const { code, out, err } = await run([...args, '-p', '안녕'], env)
      return [code, out, err]
    }
    const noAgent =
      'default 워크스페이스에는 ‘도치’ 비서가 없어요. 있는 비서: 비서. 새로 만들려면: assistant agent create 도치\n'
    expect(await refused('-a', '도치')).toEqual([42, '', noAgent])
    expect(await refused('-c', '-a', '도치')).toEqual([42, '', noAgent])
    expect(await refused('-w', '회사')).toEqual([
      42,
      '',
      '‘회사’ 워크스페이스가 없어요. 있는 것: default. 새로 만들려면: assistant workspace create 회사\n',
    ])
    expect(await run(['-p', '안녕', '-r'], env)).toMatchObject({
      code: 2,
      out: '',
      err: `이어갈 대화의 id를 -r 뒤에 써 주세요. \`assistant conversations list\`에서 볼 수 있어요.\n${id}  3*6은?\n`,
    })
  })

  test('a trusted project settles the language from the first sentence on, and the zone of what is listed', async () => {
    const home = freshHome()
    mkdirSync(join(home, 'project', '.assistant'), { recursive: true })
    writeFileSync(join(home, 'project', '.assistant', 'config.json'), '{"language":"en","zone":"America/New_York"}')
    const inside = (args: string[], more = {}) => end(start(args, bareEnv(home, more), 'ignore', join(home, 'project')))
    const trusted = { ASSISTANT_TRUSTED: join(home, 'project') }
    expect((await inside(['--nope', 'hi'])).err).toContain('모르는 옵션이에요')
    expect((await inside(['--nope', 'hi'], trusted)).err).toContain('모르는 옵션이에요')
    expect((await inside(['trust', '--yes'])).out).toContain('language = "en"')
    expect((await inside(['--nope', 'hi'], trusted)).err).toContain('Unknown option')
    await inside(['-p', '3*6?'], { ...trusted, ASSISTANT_NOW: '2026-01-02T03:04:05Z' })
    const listed = await inside(['conversations', 'list'], trusted)
    expect(listed.out).toContain('2026-01-01 22:04')
    await inside(['trust', '--remove'])
    expect((await inside(['conversations', 'list'])).out).toContain('2026-01-02 12:04')
  })
})

describe('conversations', () => {
  test('are continued, listed, shown, found, exported and deleted', async () => {
    const env = bareEnv(freshHome())
    const first = JSON.parse((await run(['-p', '3*6은?', '--output-format', 'json'], env)).out)
    const second = JSON.parse((await run(['-c', '-p', '7+8은?', '--output-format', 'json'], env)).out)
    expect(second.conversation).toBe(first.conversation)
    const { conversation: id } = first
    expect(JSON.parse((await run(['conversations', 'list', '--json'], env)).out)).toMatchObject([
      { id, title: '3*6은?' },
    ])
    const shown = (await run(['conversations', 'show', id], env)).out
    for (const said of ['3*6은?', '18', '7+8은?', '15']) expect(shown).toContain(said)
    expect(shown).not.toContain('\n\n\n')
    expect((await run(['conversations', 'search', '7+8'], env)).out).toContain(id)
    expect(
      JSON.stringify(JSON.parse((await run(['conversations', 'export', id, '--format', 'json'], env)).out)),
    ).toContain('7+8은?')
    expect(await run(['conversations', 'delete', id], env)).toMatchObject({ code: 2 })
    expect(await run(['conversations', 'delete', id, '--yes'], env)).toMatchObject({ code: 0 })
    expect(await run(['conversations', 'show', id], env)).toMatchObject({ code: 42, out: '' })
    expect(await run(['-r', id, 'hello there'], env)).toMatchObject({ code: 42, out: '' })
  })

  test('--no-session leaves nothing', async () => {
    const env = bareEnv(freshHome())
    expect(await run(['--no-session', '3*6은?'], env)).toMatchObject({ code: 0, out: '18이에요.\n' })
    expect(JSON.parse((await run(['conversations', 'list', '--json'], env)).out)).toEqual([])
  })
})

describe('tools', () => {
  test("what each is for is told in the person's language, what wants a key too", async () => {
    const env = bareEnv(freshHome())
    const names = JSON.parse((await run(['tools', '--json'], env)).out).map(({ name }: { name: string }) => name)
    const rows = async (language: string) => {
      const { out } = await run(['tools'], { ...env, ASSISTANT_LANG: language })
      return out.split('\n').filter((line) => names.includes(line.split(' ')[0]))
    }
    const [ko, en] = [await rows('ko'), await rows('en')]
    expect([ko.length, en.length]).toEqual([names.length, names.length])
    const last = (line: string) => line.split(/ {2,}/).at(-1) ?? ''
    expect(ko.filter((line) => !/[가-힣]/.test(last(line)))).toEqual([])
    expect(en.filter((line) => /[가-힣]/.test(line))).toEqual([])
  })

  test('called by hand: the result on stdout; a failure 54', async () => {
    const env = bareEnv(freshHome())
    expect(await run(['tools', 'call', 'calculator', '{"expression":"0.1+0.2"}'], env)).toMatchObject({
      code: 0,
      out: expect.stringContaining('0.3'),
    })
    expect(await run(['tools', 'call', 'calculator', '{"expression":"1/0"}'], env)).toMatchObject({ code: 54, out: '' })
    expect(await run(['tools', 'call', 'calculator', 'nonsense'], env)).toMatchObject({ code: 42, out: '' })
    expect(await run(['tools', 'call', 'nothing'], env)).toMatchObject({ code: 42, out: '' })
  })

  test('a sensitive one is not run where nobody can be asked', async () => {
    const write = (path: string) =>
      run(['tools', 'call', 'write_file', JSON.stringify({ path, content: 'x' })], bareEnv(freshHome()))
    const ended = await write('never-written.txt')
    expect(ended).toMatchObject({ code: 54, out: '' })
    expect(ended.err).toContain('이 작업은 확인이 필요합니다')
    expect(() => statSync('never-written.txt')).toThrow('ENOENT')
    // What cannot be done is refused with its own reason, before any question.
    const outside = await write('/etc/hosts')
    expect(outside.code).toBe(54)
    expect(outside.out + outside.err).not.toContain('이 작업은 확인이 필요합니다')
  })
})

test('doctor says what to do and whether all is well, for people and for programs', async () => {
  const home = freshHome()
  for (const noun of ['reminders', 'schedule'])
    expect(await run([noun, 'add', '약 이름 알려줘', '--repeat', '매일 아침 7시'], bareEnv(home))).toMatchObject({
      code: 0,
    })
  expect(await run(['doctor'], bareEnv(home))).toMatchObject({ code: 0, err: '문제가 없어요.\n' })
  const ill = await run(['doctor', '--json'], bareEnv(home, { ASSISTANT_PROVIDER: 'openai' }))
  expect(ill.code).toBe(1)
  expect(JSON.parse(ill.out)).toMatchObject({
    ok: false,
    checks: expect.arrayContaining([expect.objectContaining({ ok: false })]),
  })
})

test('doctor really asks the model, says what it sent, and tells the cause when no answer comes', async () => {
  await using server = await modelServer(say('OK'), refuse(401))
  const env = bareEnv(freshHome(), {
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: server.openai,
    ASSISTANT_MODEL: 'gpt-4o',
  })
  const well = await run(['doctor'], env)
  expect([well.code, server.requests.length]).toEqual([0, 1])
  expect(well.out).toMatch(
    /✓ 모델: openai의 gpt-4o가 .*초 만에 답했어요. 물어보려고 “Reply with the word OK.” 한 문장만 보냈어요./,
  )
  expect(server.requests[0]!.body.messages).toMatchObject([
    { role: 'user', content: expect.stringContaining('Reply with the word OK.') },
  ])
  const ill = await run(['doctor'], env)
  expect([ill.code, server.requests.length]).toEqual([1, 2])
  expect(ill.out).toMatch(/✗ 모델: openai, gpt-4o: API 키를 확인하세요/)
  const gone = await run(['doctor'], { ...env, OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' })
  expect(gone.out).toMatch(/✗ 모델: openai, gpt-4o: 127.0.0.1:9에서 연결을 받지 않아요/)
})

test('doctor finds what other users of the machine can see, and shuts it with --fix', async () => {
  const home = freshHome()
  const env = bareEnv(home)
  const page = join(home, 'memory', '철수.md')
  mkdirSync(join(home, 'memory'), { mode: 0o700 })
  writeFileSync(page, '- 커피를 좋아함\n')
  chmodSync(page, 0o644)
  expect((await run(['doctor'], env)).out).toContain('✓ 파일: 파일은 이 컴퓨터의 다른 사용자에게 보이지 않아요.')
  chmodSync(home, 0o755)
  chmodSync(join(home, 'memory'), 0o755)
  const seen = await run(['doctor'], env)
  expect(seen).toMatchObject({
    code: 1,
    out: expect.stringContaining(`✗ 파일: 다른 사용자가 볼 수 있는 파일이 있어요: ${home}, `),
  })
  expect(seen.out).toContain(page)
  expect(seen.out).toContain('assistant doctor --fix로 닫을 수 있어요.')
  expect((await run(['doctor', '--fix'], env)).out).toContain('✓ 파일: 다른 사용자가 볼 수 없게 닫았어요: ')
  expect([home, join(home, 'memory'), page].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700, 0o600])
})

test('doctor --security says what runs unasked, whether commands run isolated and who is let in', async () => {
  const env = bareEnv(freshHome())
  const check = async () => {
    const { checks } = JSON.parse((await run(['doctor', '--security', '--json'], env)).out)
    return Object.fromEntries(checks.map(({ name, ok }: { name: string; ok: boolean }) => [name, ok]))
  }
  expect(await check()).toMatchObject({ rules: true, sandbox: expect.any(Boolean), telegram: true })
  await run(['config', 'set', 'permissions.allow', 'write_file(docs/**)'], env)
  expect(await check()).toMatchObject({ rules: true })
  await run(['config', 'set', 'permissions.allow', 'mcp_*'], env)
  expect(await check()).toMatchObject({ rules: false })
  expect(await run(['doctor', '--json'], env)).toMatchObject({ code: 0, out: expect.not.stringContaining('"sandbox"') })
})

test('usage adds up what every model was asked', async () => {
  await using server = await modelServer(say('하나'), say('둘'))
  const env = bareEnv(freshHome(), { OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_BASE_URL: server.openai })
  await run(['-m', 'gpt-4o', '-p', '하나'], env)
  await run(['-m', 'gpt-4o', '-p', '둘'], env)
  const { models, total } = JSON.parse((await run(['usage', '--json'], env)).out)
  expect(models).toMatchObject([{ provider: 'openai', model: 'gpt-4o', requests: 2, input: 22, output: 14 }])
  expect(total).toMatchObject({ requests: 2, input: 22, output: 14 })
  const latency = (await run(['usage', '--latency'], env)).out
  expect([latency.includes('p95'), latency.includes('1초에 쓴 토큰')]).toEqual([true, true])
})

test('context shows what is sent, part by part', async () => {
  const report = JSON.parse((await run(['context', '--json'], bareEnv(freshHome()))).out)
  expect(report.parts.map(({ name }: { name: string }) => name).slice(0, 2)).toEqual(['base', 'guide'])
  expect(report.totalChars).toBeLessThan(report.limitChars)
})
