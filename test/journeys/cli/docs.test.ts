import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawn } from '@lydell/node-pty'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, onTestFinished, test as sample } from 'vitest'
import { bareEnv, end, freshHome, run, start } from '../../cli/assistant.ts'
import { opensearch } from '../../fakes/opensearch.ts'
import { longTest as test } from '../../parts.ts'

// The documents from a shell: the real program, real files, every way in which a document can be none.

function desk() {
  const home = freshHome()
  const folder = join(home, '서류')
  mkdirSync(folder)
  return {
    folder,
    env: bareEnv(home),
    write: (name: string, text: string | Buffer) => writeFileSync(join(folder, name), text),
  }
}

/** How many documents the index of a home holds by now; 0 while it is not there yet. */
function indexedIn(home: string): number {
  const path = join(home, 'workspaces', 'default', 'documents', 'documents.db')
  if (!existsSync(path)) return 0
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return Number(db.prepare('SELECT count(*) AS n FROM files').get()?.n)
  } catch {
    return 0
  } finally {
    db.close()
  }
}

describe('assistant docs', () => {
  sample('add, list, search, status, remove: the whole life of a document', async () => {
    const { folder, env, write } = desk()
    write('휴가 규정.md', '# 휴가\n\n휴가는 15일입니다.\n\n## 병가\n\n병가는 10일입니다.\n')
    expect(await run(['docs', 'list'], env)).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringContaining('아직 추가한 문서가 없어요'),
    })
    expect(await run(['docs', 'add', folder], env)).toMatchObject({
      code: 0,
      out: '',
      err: '문서 1개를 색인했어요. 그대로 0개, 지움 0개, 건너뜀 0개.\n',
    })
    const path = join(folder, '휴가 규정.md')
    expect(await run(['docs', 'search', '병가', '며칠', '--count', '1'], env)).toMatchObject({
      code: 0,
      out: `[1] ${path}:7\n병가는 10일입니다.\n`,
    })
    const found = JSON.parse((await run(['docs', 'search', '병가 며칠', '--json', '--count', '1'], env)).out)
    expect(found).toEqual({
      hits: [{ file: path, line: 7, heading: '휴가 > 병가', text: '병가는 10일입니다.', score: expect.any(Number) }],
    })
    expect(JSON.parse((await run(['docs', 'status', '--json'], env)).out)).toMatchObject({
      kind: 'keyword',
      files: 1,
      chunks: 2,
      roots: [folder],
      without: [],
      behind: { missing: [], changed: [], gone: [] },
    })
    expect((await run(['docs', 'list'], env)).out).toContain(path)
    write('휴가 규정.md', '# 휴가\n\n휴가는 20일입니다.\n')
    expect((await run(['docs', 'reindex', '--json'], env)).out).toMatch(/"indexed": 1/)
    expect((await run(['docs', 'search', '휴가'], env)).out).toContain('20일')
    expect(await run(['docs', 'remove', folder], env)).toMatchObject({
      code: 0,
      err: '문서 1개를 뺐어요. 원본은 그대로예요.\n',
    })
    expect(await run(['docs', 'remove', folder], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining('색인한 문서가 없어요'),
    })
  })

  test('what is no document is named with its reason; the others are indexed', async () => {
    const { folder, env, write } = desk()
    write('글.md', '글입니다.')
    write('그림.md', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0, 0, 0, 0]))
    write('한글.hwp', '아직')
    symlinkSync(folder, join(folder, '고리'))
    const { code, err } = await run(['docs', 'add', folder], env)
    expect(code).toBe(0)
    expect(err).toContain(`${join(folder, '그림.md')}: 글이 아닌 파일이라 건너뛰었어요.`)
    expect(err).toContain(`${join(folder, '한글.hwp')}: 파일이 손상되어 읽지 못했어요.`)
    expect(err).toContain('문서 1개를 색인했어요.')
    // Not one readable document among what was named: that is a failure.
    expect((await run(['docs', 'add', join(folder, '그림.md'), '--json'], env)).code).toBe(1)
  })

  test('a path, a workspace or a store that is not there: nothing is changed, and the sentence says what to do', async () => {
    const { folder, env, write } = desk()
    write('글.md', '글입니다.')
    const ask = (args: string[], more: NodeJS.ProcessEnv = {}) => run(['docs', ...args], { ...env, ...more })
    expect(await ask(['add', join(folder, '없는 것')])).toMatchObject({
      code: 42,
      err: expect.stringContaining('파일이나 폴더가 없어요'),
    })
    expect(await ask(['add', folder, '--workspace', '없는곳'])).toMatchObject({
      code: 42,
      err: expect.stringContaining('있는 것: default'),
    })
    expect(await ask(['search', '글', '--count', '많이'])).toMatchObject({
      code: 42,
      err: expect.stringContaining('1부터 100까지'),
    })
    const vector = { ASSISTANT_DOCS_STORE: 'vector' }
    expect(await ask(['add', folder], vector)).toMatchObject({
      code: 52,
      err: expect.stringContaining('docs.embedder'),
    })
    const keyless = { ...vector, ASSISTANT_DOCS_EMBEDDER: 'openai' }
    expect(await ask(['add', folder], keyless)).toMatchObject({
      code: 41,
      err: expect.stringContaining('API 키를 확인하세요'),
    })
    const cluster = { ASSISTANT_DOCS_STORE: 'opensearch' }
    expect(await ask(['status'], cluster)).toMatchObject({ code: 52, err: expect.stringContaining('OPENSEARCH_URL') })
    const away = { ...cluster, OPENSEARCH_URL: 'http://127.0.0.1:9' }
    expect(await ask(['status'], away)).toMatchObject({ code: 1, err: expect.stringContaining('네트워크 오류') })
    expect((await ask(['list'])).err).toContain('아직 추가한 문서가 없어요')
  })

  test('documents in a cluster are added and found', async () => {
    const { folder, env, write } = desk()
    write('글.md', '휴가는 15일입니다.')
    await using cluster = await opensearch({ user: 'me:pw' })
    const more = { ASSISTANT_DOCS_STORE: 'opensearch', OPENSEARCH_URL: cluster.url.replace('//', '//me:pw@') }
    expect(await run(['docs', 'add', folder], { ...env, ...more })).toMatchObject({ code: 0 })
    const { out } = await run(['docs', 'search', '휴가', '--json'], { ...env, ...more })
    expect(JSON.parse(out).hits[0].file).toBe(join(folder, '글.md'))
  })

  test('Ctrl+C leaves what is done, and reindex goes on', async () => {
    const { folder, env, write } = desk()
    const many = 3_000
    for (let n = 0; n < many; n++)
      write(`${n}.md`, `# 문서 ${n}\n\n${'휴가 규정과 병가 규정을 적은 문단입니다. '.repeat(40)}${n}\n`)
    const child = start(['docs', 'add', folder], env)
    const ended = end(child)
    const files = async (): Promise<number> => JSON.parse((await run(['docs', 'status', '--json'], env)).out).files
    // Looked at in place: on a busy machine a process that tells it may begin when all are indexed.
    while (indexedIn(env.ASSISTANT_HOME ?? '') < 20) await sleep(5)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({
      code: 130,
      err: expect.stringContaining('멈췄어요. 여기까지는 색인되어 있어요.'),
    })
    const done = await files()
    expect(done).toBeGreaterThanOrEqual(20)
    expect(done).toBeLessThan(many)
    expect((await run(['docs', 'search', '병가 규정'], env)).out).toContain('.md:')
    const { out } = await run(['docs', 'reindex', '--json'], env)
    expect(JSON.parse(out)).toMatchObject({ indexed: many - done, unchanged: done, skipped: [] })
    expect(await files()).toBe(many)
  }, 120_000)

  test('on a terminal progress is one line that renews itself, and is gone in the end', async () => {
    const { folder, env, write } = desk()
    for (let n = 0; n < 600; n++) write(`${n}.md`, `# 문서 ${n}\n\n${'휴가 규정을 적은 문단입니다. '.repeat(60)}${n}\n`)
    const pty = spawn(process.execPath, ['bin/assistant.js', 'docs', 'add', folder], {
      cols: 100,
      rows: 10,
      env: { ...env, TERM: 'xterm' },
    })
    onTestFinished(() => pty.kill('SIGKILL'))
    let out = ''
    pty.onData((text) => (out += text))
    const code = await new Promise((resolve) => pty.onExit(({ exitCode }) => resolve(exitCode)))
    expect(code).toBe(0)
    // What stands between two renewals of the line; colours are none of this test.
    const lines = out.split('\r\x1b[2K').map((line) => line.replaceAll(/[^\P{Cc}]\[\d+m/gu, ''))
    expect(lines[1]).toMatch(/^문서 \d+\/600 · 문단 \d+/)
    expect(lines.at(-1)).toBe('문서 600개를 색인했어요. 그대로 0개, 지움 0개, 건너뜀 0개.\r\n')
    // Elsewhere the same is said in lines, without a code of any kind.
    const { err } = await run(['docs', 'reindex'], env)
    // A slow machine tells how far it has come, too.
    expect(err.split('\n').slice(-2)).toEqual(['문서 0개를 색인했어요. 그대로 600개, 지움 0개, 건너뜀 0개.', ''])
    expect(err).not.toMatch(/[^\P{Cc}\n]/u)
  }, 60_000)

  test('--watch follows what changes until it is stopped', async () => {
    const { folder, env, write } = desk()
    write('하나.md', '첫 문서입니다.')
    const child = start(['docs', 'add', folder, '--watch'], env)
    let err = ''
    child.stderr?.setEncoding('utf8').on('data', (text) => (err += text))
    const ended = end(child)
    const until = async (words: string) => {
      while (!err.includes(words)) await sleep(20)
    }
    await until('지켜보고 있어요')
    write('둘.md', '둘째 문서입니다.')
    await until(`색인함: ${join(folder, '둘.md')}`)
    child.kill('SIGINT')
    expect((await ended).code).toBe(130)
    expect((await run(['docs', 'search', '둘째'], env)).out).toContain('둘.md:1')
  }, 60_000)

  test('a question on the command line is answered from them; json carries the sources', async () => {
    const { folder, env, write } = desk()
    write('회사 규정 1.md', '# 복지\n\n생일에는 반차를 줍니다. 케이크 쿠폰은 3만 원입니다.\n')
    await run(['docs', 'add', folder], env)
    const text = await run(['회사 규정에 케이크 쿠폰이 얼마라고 되어 있어?'], env)
    expect(text.out).toMatch(/\*\*케이크 쿠폰은 3만 원입니다\.\*\*\n\n출처: .*회사 규정 1\.md:3$/m)
    // Named once.
    expect(text.err).not.toContain('회사 규정 1.md:3')
    const { out } = await run(['--output-format', 'json', '회사 규정에 케이크 쿠폰이 얼마라고 되어 있어?'], env)
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      sources: [{ file: expect.stringContaining('회사 규정 1.md'), line: 3 }],
    })
    expect((await run(['doctor', '--json'], env)).out).toContain('"name": "documents"')
  })

  test('another program searches them over MCP; one without documents is not offered the tool', async () => {
    const { folder, env, write } = desk()
    const connected = async () => {
      const client = new Client({ name: 'guest', version: '1' })
      const args = ['bin/assistant.js', 'mcp', 'serve']
      await client.connect(
        new StdioClientTransport({ command: process.execPath, args, env: env as Record<string, string> }),
      )
      onTestFinished(() => client.close())
      return client
    }
    const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)
    expect(await names(await connected())).not.toContain('search_documents')
    write('규정.md', '생일에는 반차를 줍니다.\n')
    await run(['docs', 'add', folder], env)
    const client = await connected()
    expect(await names(client)).toContain('search_documents')
    const found = await client.callTool({ name: 'search_documents', arguments: { query: '생일 반차' } })
    expect(found.content).toEqual([
      { type: 'text', text: expect.stringContaining(`${join(folder, '규정.md')}:1\n생일에는 반차를`) },
    ])
  })
})
