import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test as sample } from 'vitest'
import type { Tool } from '../../src/protocol/index.ts'
import { HeadTail } from '../../src/tools/shell/head-tail.ts'
import { type ShellOptions, shellTools } from '../../src/tools/shell/tools.ts'
import { installed, requires, longTest as test, longTestWith as testWith } from '../parts.ts'
import { context, use } from './context.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'assistant-shell-')))
const [person, home, work, bare] = ['person', 'person/.assistant', 'person/work', 'bare'].map((name) =>
  join(base, name),
) as [string, string, string, string]
const closing = new AbortController()
const env = { ...process.env, HOME: person, OPENAI_API_KEY: 'sk-very-secret', MY_TOKEN: 'secret too' }

/** A PATH with everything but bubblewrap. */
function withoutBubblewrap(): string {
  mkdirSync(bare, { recursive: true })
  for (const folder of (process.env.PATH ?? '').split(':').filter((one) => existsSync(one)))
    for (const name of readdirSync(folder))
      if (name !== 'bwrap' && !existsSync(join(bare, name)))
        try {
          symlinkSync(join(folder, name), join(bare, name))
        } catch {
          // The same name, dangling.
        }
  return bare
}

function workshop(more: Partial<ShellOptions> = {}) {
  const machine = { platform: process.platform, machine: process.arch, node: process.execPath, tempDir: tmpdir() }
  const tools = shellTools({
    env,
    userHome: person,
    own: [home],
    limitMs: 10_000,
    closing: closing.signal,
    ...machine,
    ...more,
  })
  return Object.fromEntries(tools.map((tool) => [tool.name, tool])) as Record<
    'shell' | 'python_repl' | 'git_commit',
    Tool
  >
}
const here = { cwd: work }
const sandboxed = workshop()
let open: ReturnType<typeof workshop>

beforeAll(() => {
  for (const folder of [work, home, `${person}/.ssh`, `${work}/.git/hooks`]) mkdirSync(folder, { recursive: true })
  writeFileSync(`${person}/.ssh/id_rsa`, 'top secret')
  writeFileSync(`${person}/notes.txt`, 'private')
  writeFileSync(`${home}/secrets.json`, 'top secret')
  writeFileSync(`${work}/.git/config`, '[core]\n')
  open = workshop({ env: { ...env, PATH: withoutBubblewrap() } })
})
afterAll(() => closing.abort())

/** Whether any process of this machine has `mark` in its command line. */
function isRunning(mark: string): boolean {
  return readdirSync('/proc').some((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark)
    } catch {
      return false
    }
  })
}
async function gone(mark: string): Promise<boolean> {
  for (let i = 0; i < 400 && isRunning(mark); i++) await new Promise((resolve) => setTimeout(resolve, 25))
  return !isRunning(mark)
}

describe.each([
  ['in the sandbox', () => sandboxed],
  ['without one', () => open],
] as const)('commands %s', (name, tools) => {
  const inPlace = name === 'in the sandbox' ? testWith('bwrap') : test
  inPlace('both outputs come in order, with the exit status', async () => {
    expect(await use(tools().shell, { command: 'echo 하나; echo 둘 >&2; echo 셋; exit 3' }, here)).toEqual({
      text: '하나\n둘\n셋\n종료 코드 3',
      untrusted: true,
      isError: true,
      data: { code: 3, stopped: null },
    })
    expect((await use(tools().shell, { command: 'true' }, here)).text).toBe('끝났어요. 출력은 없어요.')
    expect((await use(tools().shell, { command: 'pwd; cat </dev/stdin' }, here)).text).toBe(work)
  })

  sample('no key is in the environment', async () => {
    const { text } = await use(tools().shell, { command: 'env' }, here)
    expect(text).toContain(`HOME=${person}`)
    expect(text).not.toMatch(/secret/i)
  })

  test('a command ends at its limit although a grandchild holds the pipe, and nothing survives', async () => {
    const { shell } = workshop({ ...(name === 'without one' ? { env: { ...env, PATH: bare } } : {}), limitMs: 2_000 })
    const mark = `31${process.pid}.${name === 'without one' ? 1 : 2}`
    await use(shell, { command: 'true' }, here)
    const began = performance.now()
    const command = `echo 시작; (sleep ${mark} &); setsid sleep ${mark} & nohup sleep ${mark} & sleep ${mark}`
    const result = await use(shell, { command }, here)
    const took = performance.now() - began
    expect([result.text.startsWith('시작\n'), result.data]).toEqual([true, { code: null, stopped: 'timeout' }])
    expect(took).toBeGreaterThan(1_990)
    expect(took).toBeLessThan(5_000)
    expect(await gone(mark)).toBe(true)
  })

  test('a command that ended leaves nothing in the background', async () => {
    const mark = `32${process.pid}.${name === 'without one' ? 1 : 2}`
    const began = performance.now()
    expect((await use(tools().shell, { command: `sleep ${mark} & setsid sleep ${mark} & echo 끝` }, here)).text).toBe(
      '끝',
    )
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(await gone(mark)).toBe(true)
  })

  test('a cancel ends it at once', async () => {
    const stop = new AbortController()
    const mark = `33${process.pid}.${name === 'without one' ? 1 : 2}`
    await use(tools().shell, { command: 'true' }, here)
    const running = use(tools().shell, { command: `sleep ${mark}` }, { ...here, signal: stop.signal })
    for (let i = 0; i < 1_000 && !isRunning(mark); i++) await new Promise((resolve) => setTimeout(resolve, 10))
    const began = performance.now()
    stop.abort()
    expect((await running).data).toEqual({ code: null, stopped: 'cancelled' })
    expect(performance.now() - began).toBeLessThan(4_000)
    expect(await gone(mark)).toBe(true)
  })

  const contained = name === 'in the sandbox' ? testWith('python3', 'bwrap') : test.skip
  contained('what Python code left running ends with its call, and the variables stay', async () => {
    const python = (code: string) => use(tools().python_repl, { code }, { ...here, conversation: 'left' })
    const leave = [
      ...['import os, time', 'if os.fork() == 0:', '    os.setsid()', '    if os.fork() == 0:'],
      ...[`        os.execvp("sleep", ["sleep", "600.${process.pid}"])`, '    os._exit(0)', 'os.wait()', 'x = 20'],
    ].join('\n')
    const running = () =>
      spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).stdout.includes(`sleep 600.${process.pid}`)
    for (let times = 0; times < 3; times++) {
      expect((await python(`${leave}\ntime.sleep(0.2)\nx`)).text).toBe('20')
      expect(running()).toBe(false)
    }
    expect((await python('x + 1')).text).toBe('21')
  })

  testWith('python3')('Python keeps its variables within a conversation and shows the last value', async () => {
    const python = (code: string, conversation = 'a') => use(tools().python_repl, { code }, { ...here, conversation })
    expect((await python('x = 20\nprint("안녕")\nx + 1')).text).toBe('안녕\n21')
    expect((await python('import sys\nx += 1\nprint("밖", file=sys.stderr)\nx')).text).toBe('밖\n21')
    expect((await python('x', 'b')).text).toMatch(/NameError: name 'x' is not defined/)
    expect(await python('1/0')).toMatchObject({
      isError: true,
      text: expect.stringMatching(/line 1.*ZeroDivisionError/s),
    })
    expect((await python('def f(:')).text).toContain('SyntaxError')
    expect((await python('x')).text).toBe('21')
    expect((await python('input()')).text).toContain('EOFError')
    expect((await python('raise SystemExit')).isError).toBe(true)
    expect((await python('x')).text).toBe('21')
  })

  testWith('python3')(
    'Python that takes too long or ends itself is ended with all it started; the next call begins anew',
    async () => {
      const { python_repl } = workshop({
        ...(name === 'without one' ? { env: { ...env, PATH: bare } } : {}),
        limitMs: 3_000,
      })
      const python = (code: string) => use(python_repl, { code }, here)
      const mark = `34${process.pid}.${name === 'without one' ? 1 : 2}`
      await python('y = 1')
      const began = performance.now()
      const late = await python(
        `import subprocess\nprint("전", flush=True)\nsubprocess.run(["setsid", "sleep", "${mark}"])`,
      )
      expect(late).toMatchObject({ text: '전\n3초가 지나서 파이썬을 멈췄어요. 변수는 사라졌어요.', isError: true })
      expect(performance.now() - began).toBeLessThan(6_000)
      expect(await gone(mark)).toBe(true)
      expect((await python('y')).text).toContain('NameError')
      expect((await python('import os; os._exit(1)')).text).toContain('변수가 사라졌어요')
      expect((await python('2')).text).toBe('2')
    },
  )

  testWith('git')('a commit takes the named files and nothing else', async () => {
    const repository = join(person, `repository-${name.length}`)
    mkdirSync(repository)
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: repository, encoding: 'utf8', env: { ...process.env, HOME: person } })
    git('init', '-q')
    writeFileSync(`${person}/.gitconfig`, '[user]\nname = 사람\nemail = person@example.com\n')
    for (const file of ['a.txt', 'b.txt', 'c.txt']) writeFileSync(join(repository, file), file)
    const tool = tools().git_commit
    const there = { cwd: repository }
    expect((await use(tool, { message: '빈 것' }, there)).isError).toBe(true)
    // What is named is a name: no pattern takes more than the card said.
    expect((await use(tool, { message: '모두', paths: ['*.txt'] }, there)).isError).toBe(true)
    expect(await use(tool, { message: '첫 커밋', paths: ['a.txt'] }, there)).toMatchObject({
      data: { code: 0, stopped: null },
    })
    git('add', 'b.txt')
    const explained = await tool.explain!({ message: '둘째' }, context(there))
    expect(explained).toMatchObject({ effect: expect.stringMatching(/^git 커밋:\n둘째\nA\tb\.txt\n/) })
    await use(tool, { message: '둘째' }, there)
    expect(git('log', '--format=%an %s', '--name-only').trim()).toBe('사람 둘째\n\nb.txt\n사람 첫 커밋\n\na.txt')
    expect(git('status', '--short')).toBe('?? c.txt\n')
    expect((await use(tool, { message: 'x' }, { cwd: base })).text).toBe('git 저장소가 아니에요.')
  })
})

requires('bwrap')('the sandbox', () => {
  const says = async (command: string, cwd = work) => (await use(sandboxed.shell, { command }, { cwd })).text

  test('only the working folder can be written, the home is hidden, there is no network', async () => {
    expect(await says('echo ok > made.txt && cat made.txt')).toBe('ok')
    expect(readFileSync(`${work}/made.txt`, 'utf8')).toBe('ok\n')
    expect(
      await says(`cat ${person}/notes.txt ${person}/.ssh/id_rsa ${home}/secrets.json 2>/dev/null; ls -A ${person}`),
    ).toBe('work')
    expect(
      await says(
        'touch /etc/owned /usr/owned 2>/dev/null && echo written; ls -A /run; cut -d: -f1 -s /proc/net/dev | tr -d " "',
      ),
    ).toBe('lo')
    let connections = 0
    const server = createServer(() => connections++)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    expect(await says(`(echo hi > /dev/tcp/127.0.0.1/${port}) 2>/dev/null || echo refused`)).toBe('refused')
    expect(
      (await use(open.shell, { command: `echo hi > /dev/tcp/127.0.0.1/${port} && echo connected` }, here)).text,
    ).toBe('connected')
    server.close()
    expect(connections).toBe(1)
    expect(await says('echo x > .git/config; mkdir .git/hooks/x; ls .git/hooks')).not.toMatch(/^x$/m)
    expect(readFileSync(`${work}/.git/config`, 'utf8')).toBe('[core]\n')
    expect(existsSync('/etc/owned')).toBe(false)
  })

  test('hosts that were named are reached through the proxy and no others; the card and the result say so', async () => {
    const server = createHttpServer((request, response) => response.end(`안녕 ${request.url}`))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const network = { hosts: ['example.com', `127.0.0.1:${port}`], privateHosts: ['127.0.0.1'] }
    const wired = workshop({ network })
    const ask = (host: string) =>
      `exec 3<>/dev/tcp/127.0.0.1/3128; printf 'GET http://${host}/a HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n' >&3; cat <&3 | sed -n '1p;$p'`
    expect((await use(wired.shell, { command: ask(`127.0.0.1:${port}`) }, here)).text).toMatch(
      /^HTTP\/1.1 200 OK\r\n.*안녕 \/a/s,
    )
    const refused = (await use(wired.shell, { command: ask('127.0.0.1:1') }, here)).text
    expect(refused).toMatch(/^HTTP\/1.1 403 Forbidden[\s\S]*연결을 막은 호스트: 127\.0\.0\.1 \(sandbox\.hosts/)
    expect(
      (
        await use(
          wired.shell,
          { command: `echo hi > /dev/tcp/127.0.0.1/${port}; echo $?; echo $HTTPS_PROXY; exit 7` },
          here,
        )
      ).text,
    ).toMatch(/refused[\s\S]*1\nhttp:\/\/127\.0\.0\.1:3128\n종료 코드 7$/)
    const code = `import os, urllib.request as u; os.environ.clear(); print(u.build_opener(u.ProxyHandler({'http': 'http://127.0.0.1:3128'})).open('http://127.0.0.1:${port}/b').read().decode())`
    if (installed('python3')) expect((await use(wired.python_repl, { code }, here)).text).toBe('안녕 /b')
    const card = await wired.shell.explain!({ command: 'x' } as never, context(here))
    expect(card).toMatchObject({ effect: expect.stringContaining(`네트워크는 example.com, 127.0.0.1:${port}에만`) })
    expect([wired.shell.effect?.({}), sandboxed.shell.effect?.({})]).toEqual(['sends', undefined])
    server.close()
  })

  test('where the home is the working folder, keys and the own folder stay hidden', async () => {
    expect(await says('cat .ssh/id_rsa .assistant/secrets.json 2>/dev/null; cat notes.txt', person)).toBe('private')
  })

  test('no other process is seen', async () => {
    expect(
      await says('cat /proc/[0-9]*/environ | tr "\\0" "\\n" | grep -c SECRET-NAME; ls -d /proc/[0-9]* | wc -l'),
    ).toMatch(/^0\n\d\b/)
  })
})

test('the card says where it will run, and when there is no sandbox', async () => {
  // Nothing in it was changed just now.
  const cwd = mkdtempSync(join(person, 'card-'))
  const effect = async (tool: Tool, args: object) => {
    const explained = await tool.explain!(args as never, context({ cwd }))
    return 'effect' in explained ? explained.effect : explained.refused
  }
  expect(await effect(open.shell, { command: 'rm -rf x' })).toBe(
    `${cwd}에서 실행:\n$ rm -rf x\n주의: 이 컴퓨터에는 쓸 수 있는 bubblewrap이 없어서 격리 없이 실행해요. 모든 파일과 네트워크를 쓸 수 있어요.`,
  )
  const warned = await open.shell.explain!({ command: 'x' } as never, context(here))
  expect('warning' in warned && warned.warning).toMatch(/^주의: .* 격리 없이 실행해요/)
  if (installed('bwrap')) expect(await effect(sandboxed.python_repl, { code: '1' })).toContain('격리된 곳에서 실행해요')
})

test('a surface without a working folder runs nothing', async () => {
  for (const [tool, args] of [
    [open.shell, { command: 'true' }],
    [open.python_repl, { code: '1' }],
    [open.git_commit, { message: 'x' }],
  ] as const)
    expect([(await use(tool, args, {})).text, await tool.explain!(args, context())]).toEqual([
      '작업 폴더가 없는 화면이라 실행할 수 없어요.',
      { refused: '작업 폴더가 없는 화면이라 실행할 수 없어요.' },
    ])
})

test('100 MB of output: both ends are kept and memory grows by less than 32 MB', () => {
  const program = join(import.meta.dirname, 'programs/flood.ts')
  const told = JSON.parse(execFileSync(process.execPath, [program, work], { encoding: 'utf8' }))
  expect(told).toEqual({
    grownMb: expect.any(Number),
    length: expect.any(Number),
    head: '처음\n가나다라\n',
    tail: '\n마지막',
  })
  expect(told.grownMb).toBeLessThan(32)
  expect(told.length).toBeLessThan(20_000)
}, 30_000)

test('head and tail: whatever the pieces, the ends are the ends and nothing is counted twice', () => {
  const text = Array.from({ length: 3_000 }, (_, i) => `${i},`).join('')
  for (const size of [1, 7, 100, 64_000]) {
    const kept = new HeadTail(50)
    for (let at = 0; at < text.length; at += size) kept.add(Buffer.from(text.slice(at, at + size)))
    expect(kept.text((missing) => `<${missing}>`)).toBe(
      `${text.slice(0, 50)}\n<${text.length - 100}>\n${text.slice(-50)}`,
    )
  }
  const short = new HeadTail(50)
  short.add(Buffer.from('x'.repeat(100)))
  expect(short.text(() => '!')).toBe('x'.repeat(100))
})

test('the last rows of a command are told while it runs', async () => {
  execFileSync('mkfifo', [join(work, 'fifo')])
  const run = open.shell.run(
    { command: 'for i in 1 2 3 4 5 6; do echo "줄 $i"; done; read -t 20 _ < fifo; echo 끝' },
    context(here),
  )
  const first = await run.next()
  expect(first).toEqual({ done: false, value: expect.stringMatching(/줄/) })
  let rows = String(first.value)
  while (!rows.includes('줄 6')) rows = String((await run.next()).value)
  expect(rows.split('\n')).toEqual(['줄 2', '줄 3', '줄 4', '줄 5', '줄 6'])
  writeFileSync(join(work, 'fifo'), '\n')
  let last = await run.next()
  while (!last.done) last = await run.next()
  expect(last.value.text).toMatch(/줄 1[\s\S]*끝$/)
})
