import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test as sample } from 'vitest'
import { bareEnv, end, freshHome, run, start } from '../../cli/assistant.ts'
import { callTool, modelServer, type Script, say, scriptedServer } from '../../fakes/model-server.ts'
import { longTest as test } from '../../parts.ts'

const hasSandbox = spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true']).status === 0
if (!hasSandbox && process.env.CI === 'true') throw new Error('a system part is missing: apt-get install bubblewrap')

describe('rules from the command line', () => {
  sample('are added, explained and removed; what is no rule is refused', async () => {
    const home = freshHome()
    const env = bareEnv(home)
    const rules = () => JSON.parse(readFileSync(join(home, 'config.json'), 'utf8')).permissions
    expect(await run(['permissions', 'allow', 'shell(npm test *)'], env)).toMatchObject({
      code: 0,
      err: '묻지 않음: shell(npm test *). 바로 적용돼요.\n',
    })
    await run(['permissions', 'deny', 'shell(rm *)'], env)
    await run(['permissions', 'ask', 'fetch_url(*.example.com)'], env)
    expect(rules()).toEqual({ allow: ['shell(npm test *)'], deny: ['shell(rm *)'], ask: ['fetch_url(*.example.com)'] })
    expect((await run(['permissions', 'allow', 'delete_file'], env)).err).toContain(
      'delete_file은 이 규칙이 있어도 매번',
    )
    expect((await run(['permissions', 'allow', 'no_such_tool(x)'], env)).err).toContain(
      '이 이름의 도구가 없어요: no_such_tool',
    )
    expect(await run(['permissions', 'allow', 'shell(rm'], env)).toMatchObject({
      code: 42,
      err: expect.stringContaining('규칙으로 읽을 수 없어요'),
    })
    expect(await run(['permissions', 'remove', 'shell(rm)'], env)).toMatchObject({
      code: 42,
      err: '설정에 이런 규칙이 없어요: shell(rm). 혹시 shell(rm *)인가요?\n',
    })
    expect((await run(['permissions', 'remove', 'shell(rm *)'], env)).err).toBe('규칙을 지웠어요: shell(rm *)\n')
    expect(rules().deny).toEqual([])
    const shown = (await run(['permissions'], env)).out
    for (const line of ['  묻지 않음: shell(npm test *)', '  늘 물어봄: fetch_url(*.example.com)'])
      expect(shown).toContain(line)
  })

  test.skipIf(!hasSandbox)('why: what would happen, and which rule decides', async () => {
    const home = freshHome()
    const env = bareEnv(home, { ASSISTANT_LANG: 'en' })
    const lists = { allow: ['shell(npm test *)', 'write_file(docs/**)'], deny: ['shell(rm *)'] }
    writeFileSync(join(home, 'config.json'), JSON.stringify({ permissions: lists }))
    const why = async (...words: string[]) =>
      JSON.parse((await run(['permissions', 'why', '--json', '--', ...words], env)).out)
    expect(await why('npm test -- --watch')).toMatchObject({
      tool: 'shell',
      outcome: 'run',
      afterForeignText: 'ask',
      contained: true,
      verdict: { list: 'allow', rules: ['shell(npm test *)'] },
    })
    expect(await why('echo a && sudo rm -rf b')).toMatchObject({
      outcome: 'refuse',
      verdict: { list: 'deny', rules: ['shell(rm *)'] },
      line: { commands: ['echo a', 'sudo rm -rf b', 'rm -rf b'], whole: true },
    })
    expect(await why('write_file', 'docs/a.md')).toMatchObject({
      outcome: 'run',
      verdict: { list: 'allow' },
      contained: null,
    })
    expect(await why('write_file', '{"path":"a.md","content":""}')).toMatchObject({ outcome: 'ask', verdict: null })
    expect(await why('git_commit', '{"message":"x"}')).toMatchObject({ outcome: 'ask', verdict: null, contained: null })
    expect((await run(['permissions', 'why', 'npm test'], env)).out.split('\n')).toEqual([
      'It runs without a question.',
      'Decided by: do not ask — shell(npm test *)',
      'Commands seen in the line: npm test',
      'It runs inside the sandbox.',
      'After text from outside was read: It asks first. Where nobody can be asked, it does not run.',
      '',
    ])
    // A line of which a part cannot be read is one that every prohibition means.
    expect((await run(['permissions', 'why', 'echo "$x" | bash'], env)).out).toContain('Parts of it cannot be read')
    expect(await run(['permissions', 'why', 'agent', 'x'], env)).toMatchObject({ code: 42 })
  })

  test.skipIf(!hasSandbox)(
    'flags hold for one run: what is allowed runs in the sandbox, outside of it and unallowed it asks',
    async () => {
      const home = freshHome()
      const work = join(home, 'work')
      mkdirSync(work)
      const answer = async (more: NodeJS.ProcessEnv, ...flags: string[]) => {
        await using server = await modelServer(callTool('shell', { command: 'echo done > proof' }), say('했어요'))
        const env = bareEnv(home, {
          OPENAI_API_KEY: 'x',
          OPENAI_BASE_URL: server.openai,
          ASSISTANT_PROVIDER: 'openai',
          ...more,
        })
        const { code } = await end(start([...flags, '-m', 'm', '-p', '해줘'], env, 'ignore', work))
        const [ran] = [existsSync(join(work, 'proof'))]
        spawnSync('rm', ['-f', join(work, 'proof')])
        return [code, ran]
      }
      const allow = ['--allow', 'shell(echo *)', '--allow', 'shell']
      expect(await answer({})).toEqual([55, false])
      expect(await answer({}, ...allow)).toEqual([0, true])
      expect(await answer({}, ...allow, '--deny', 'shell(echo *)')).toEqual([55, false])
      // Without bubblewrap on the way nothing contains it.
      const bin = join(home, 'bin')
      mkdirSync(bin)
      for (const name of ['sh', 'bash', 'cat', 'grep', 'kill']) spawnSync('ln', ['-s', `/bin/${name}`, bin])
      expect(await answer({ PATH: bin }, ...allow)).toEqual([55, false])
      expect(await run(['--allow', 'shell(', '-p', 'x'], bareEnv(home))).toMatchObject({
        code: 2,
        err: expect.stringContaining('--allow shell('),
      })
    },
  )
})

describe.skipIf(!hasSandbox)('the policy of an organisation', () => {
  /** The real program on a machine whose /etc/assistant/policy.json says this. */
  async function governed(home: string, policy: string | object, args: string[], more: NodeJS.ProcessEnv = {}) {
    const folder = join(home, 'policy')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'policy.json'), typeof policy === 'string' ? policy : JSON.stringify(policy))
    const etc = [
      'passwd',
      'group',
      'nsswitch.conf',
      'hosts',
      'ssl',
      'alternatives',
      'ld.so.cache',
      'localtime',
      'resolv.conf',
    ]
    const kept = etc
      .filter((name) => existsSync(`/etc/${name}`))
      .flatMap((name) => ['--ro-bind', `/etc/${name}`, `/etc/${name}`])
    const mounts = ['--dev-bind', '/', '/', '--tmpfs', '/etc', ...kept, '--ro-bind', folder, '/etc/assistant']
    const command = [...mounts, '--', process.execPath, resolve('bin/assistant.js'), ...args]
    return end(spawn('bwrap', command, { env: bareEnv(home, more), cwd: home, stdio: ['ignore', 'pipe', 'pipe'] }))
  }

  test('nothing of the person widens it: rules, settings, variables, flags', async () => {
    const turn: Script = ({ body }) =>
      body.messages.at(-1).role === 'tool' ? say('막혔어요') : callTool('shell', { command: 'echo x > proof' })
    await using server = await scriptedServer(Array<Script>(10).fill(turn))
    const home = freshHome()
    writeFileSync(join(home, 'config.json'), JSON.stringify({ permissions: { allow: ['*'] } }))
    const env = { OPENAI_API_KEY: 'x', OPENAI_BASE_URL: server.openai, ASSISTANT_PROVIDER: 'openai' }
    const ask = (policy: object) => governed(home, policy, ['--allow', 'shell', '-m', 'm', '-p', '해줘'], env)
    expect(await ask({ deny: ['shell(echo *)'] })).toMatchObject({
      code: 55,
      out: expect.stringMatching(/^막혔어요\n/),
    })
    expect(await ask({ personalAllow: false })).toMatchObject({ code: 55 })
    expect(existsSync(join(home, 'proof'))).toBe(false)
    await using writer = await modelServer(callTool('write_file', { path: 'named', content: 'x' }), say('막혔어요'))
    const named = ['--allowed-tools', 'write_file', '-m', 'm', '-p', '해줘']
    await governed(home, { personalAllow: false }, named, { ...env, OPENAI_BASE_URL: writer.openai })
    expect([writer.requests.length, existsSync(join(home, 'named'))]).toEqual([2, false])
    const asked = server.requests.length
    const refused = { code: 52, err: expect.stringContaining('조직의 정책이 허용하지 않아요') }
    expect(await ask({ providers: ['anthropic', 'ollama'] })).toMatchObject(refused)
    expect(await ask({ hosts: ['*.example.com', '127.0.0.1:1'] })).toMatchObject(refused)
    expect(server.requests.length).toBe(asked)
    expect(await ask({ hosts: ['127.0.0.1'] })).toMatchObject({ code: 0 })
    const called = await governed(home, { deny: ['write_file'] }, [
      'tools',
      'call',
      'write_file',
      '{"path":"a","content":"x"}',
      '--yes',
    ])
    expect(called).toMatchObject({ code: 42, err: expect.stringContaining('조직의 정책이 막은 작업이에요.') })
    expect(
      (await governed(home, { hosts: [] }, ['tools', 'call', 'fetch_url', '{"url":"https://example.com/"}', '--yes']))
        .err,
    ).toContain('조직의 정책')
  })

  test.each([
    '{',
    '[]',
    'null',
    '{"deny":"shell"}',
    '{"deny":["shell("]}',
    '{"denny":[]}',
    '{"hosts":["http://a/"]}',
    '\0',
  ])('one that cannot be read to its last word allows nothing: %s', async (text) => {
    await using server = await modelServer(say('안녕'))
    const home = freshHome()
    const env = { OPENAI_API_KEY: 'x', OPENAI_BASE_URL: server.openai, ASSISTANT_PROVIDER: 'openai' }
    expect(await governed(home, text, ['-m', 'm', '-p', '해줘'], env)).toMatchObject({
      code: 52,
      err: expect.stringContaining('/etc/assistant/policy.json'),
    })
    expect(server.requests).toEqual([])
    const called = await governed(home, text, ['tools', 'call', 'write_file', '{"path":"a","content":"x"}', '--yes'])
    expect([called.code, existsSync(join(home, 'a'))]).toEqual([42, false])
    expect((await governed(home, text, ['permissions'])).out).toContain('아무것도 허용하지 않아요')
    expect(JSON.parse((await governed(home, text, ['doctor', '--json'])).out).checks).toContainEqual({
      name: 'policy',
      ok: false,
      text: expect.stringContaining('/etc/assistant/policy.json'),
    })
  })

  test('is shown with what it decides', async () => {
    const home = freshHome()
    writeFileSync(join(home, 'config.json'), JSON.stringify({ permissions: { allow: ['open_url'] } }))
    const policy = {
      deny: ['shell(rm *)'],
      personalAllow: false,
      sandbox: 'required',
      hosts: ['*.corp.example'],
      providers: ['ollama'],
    }
    const shown = (await governed(home, policy, ['permissions'], { ASSISTANT_LANG: 'en' })).out.split('\n')
    expect(shown.slice(0, 8)).toEqual([
      'Policy of this machine (/etc/assistant/policy.json); nothing here widens it',
      '  Allow rules and hooks of users do not lift a question.',
      '  Commands and code run in a sandbox only.',
      '  Providers that may be asked: ollama',
      '  Addresses that may be called: *.corp.example',
      'Rules (deny wins, then ask, then allow)',
      '  never: shell(rm *) — policy',
      '  do not ask: open_url — without effect because of the policy',
    ])
  })
})
