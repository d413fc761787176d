import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DocsEvent } from '../../src/retrieval/index-files.ts'
import { createLibrary, type Library } from '../../src/retrieval/library.ts'
import { guardNewerHome } from '../../src/std/fs/format.ts'
import { pdf } from '../fixtures/docs/make.ts'

const { signal } = new AbortController()
const now = () => new Date()
let [home, dir, folder] = ['', '', '']
let library: Library
/** Edits between questions; 1,000 for a whole run. */
const stale = Number(process.env.STALE ?? 40)

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'library-'))
  dir = join(home, 'index')
  folder = join(home, 'docs')
  await mkdir(folder)
  library = createLibrary({ dir, now })
})
afterEach(async () => {
  await library.close()
  await rm(home, { recursive: true })
})

const write = (name: string, text: string | Uint8Array) => writeFile(join(folder, name), text)
async function told(events: AsyncIterable<DocsEvent>): Promise<string[]> {
  const lines: string[] = []
  for await (const event of events) {
    if ('path' in event)
      lines.push(
        [event.type, event.path.replace(`${folder}/`, ''), ...('fault' in event ? [event.fault] : [])].join(' '),
      )
    if (event.type === 'rebuilt') lines.push(event.type)
  }
  return lines
}
const ask = async (question: string) =>
  (await library.search(question, 3, signal)).map(
    ({ file, line, page }) => `${file.replace(`${folder}/`, '')}:${page ?? line}`,
  )

test('where nothing may be written what was indexed is found, nothing is quoted of a file that changed, and the index stays to the byte', async () => {
  await write('leave.md', '연차는 15일입니다.')
  await write('wifi.md', '와이파이 비밀번호는 7777입니다.')
  await told(library.add([folder], signal))
  await library.close()
  const [bytes, files] = [await readFile(join(dir, 'documents.db')), await readdir(dir)]
  await writeFile(join(home, 'format.json'), '{"v": 99}')
  guardNewerHome(home, [])
  try {
    library = createLibrary({ dir, now })
    expect(await ask('연차 며칠')).toEqual(['leave.md:1'])
    await write('leave.md', '연차는 20일입니다.')
    expect(await ask('연차 며칠')).toEqual([])
    expect(await ask('와이파이 비밀번호')).toEqual(['wifi.md:1'])
    const empty = createLibrary({ dir: join(home, 'none'), now })
    expect(await empty.search('연차', 3, signal)).toEqual([])
    expect((await empty.status(signal)).files).toBe(0)
    await empty.close()
    await expect(told(library.reindex(signal))).rejects.toMatchObject({ failure: { code: 'storage' } })
    await library.close()
  } finally {
    await rm(join(home, 'format.json'))
    guardNewerHome(home, [])
  }
  expect(await readFile(join(dir, 'documents.db'))).toEqual(bytes)
  expect(await readdir(dir)).toEqual(files)
})

describe('adding and finding', () => {
  test('a document is found with file and line, a PDF with its page, headings as a path', async () => {
    await write('휴가.md', '# 규정\n\n## 연차\n\n휴가정책은 15일입니다.\n')
    await write('b.pdf', pdf(['표지', '출장 여비는 하루 3만 원']))
    expect(await told(library.add([folder], signal))).toEqual(['indexed b.pdf', 'indexed 휴가.md'])
    expect(await library.search('휴가 정책이 뭐야?', 5, signal)).toEqual([
      {
        file: join(folder, '휴가.md'),
        line: 5,
        endLine: 5,
        heading: '규정 > 연차',
        text: '휴가정책은 15일입니다.',
        share: 1,
        score: expect.any(Number),
        judged: { verdict: 'says', missing: [], span: '휴가정책은 15일입니다.' },
      },
    ])
    expect(await ask('출장비 얼마')).toEqual(['b.pdf:2'])
    expect(await library.titles(10, signal)).toEqual(['b', '휴가', '규정 > 연차'])
    expect(await library.titles(1, signal)).toEqual(['b'])
    expect(await library.search('", OR * (', 5, signal)).toEqual([])
  })

  test('the second run reads only what changed; content decides, not the time; what vanished is forgotten', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await write(`${name}.txt`, `문서 ${name}`)
    await told(library.add([folder], signal))
    await utimes(join(folder, 'b.txt'), 1, 1)
    await write('c.txt', '새로운 내용')
    await rm(join(folder, 'd.txt'))
    expect(await told(library.reindex(signal))).toEqual([
      'unchanged a.txt',
      'unchanged b.txt',
      'indexed c.txt',
      'removed d.txt',
    ])
    expect(await ask('새로운 내용')).toEqual(['c.txt:1'])
  })

  test('progress tells files, passages and the time left', async () => {
    for (let n = 0; n < 30; n++) await write(`${n}.txt`, `문서 ${n}`)
    const events: DocsEvent[] = []
    let clock = 0
    const tick = () => {
      clock += 1000
      return new Date(clock)
    }
    const timed = createLibrary({ dir, now: tick })
    for await (const event of timed.add([folder], signal)) events.push(event)
    await timed.close()
    expect(events.find(({ type }) => type === 'found')).toEqual({ type: 'found', files: 30 })
    const progress = events.filter((event) => event.type === 'progressed')
    expect(progress.length).toBe(30)
    expect(progress.at(-1)).toEqual({ type: 'progressed', done: 30, total: 30, chunks: 30, left: 0 })
    expect(progress[24]?.left).toBeGreaterThan(0)
    expect(events.at(-1)).toEqual({ type: 'finished', indexed: 30, unchanged: 0, removed: 0, skipped: 0, chunks: 30 })
  })

  test('what cannot be indexed is named with its reason and stops nothing; an unreadable successor replaces what was there', async () => {
    await write('a.md', Buffer.from([0, 1, 2, 3, 255, 254]))
    await write('b.pdf', pdf(['비밀'], { locked: true }))
    await write('c.txt', '읽을 수 있는 글')
    await writeFile(join(folder, 'large.txt'), '')
    await truncate(join(folder, 'large.txt'), 200 << 20)
    await symlink(folder, join(folder, 'loop'))
    await write('picture.png', 'x')
    expect(await told(library.add([folder], signal))).toEqual([
      'skipped a.md binary',
      'skipped b.pdf encrypted',
      'indexed c.txt',
      'skipped large.txt large',
      'skipped loop link',
      'skipped picture.png scanned',
    ])
    await write('c.txt', Buffer.from([0, 1, 2]))
    expect(await told(library.reindex(signal))).toContain('removed c.txt')
  })

  test('while a long document is written searches go on, and are given nothing that stood there before', async () => {
    await write('a.txt', '옛날 소식')
    await told(library.add([folder], signal))
    await write('a.txt', `${'새로운 소식이 적힌 문단입니다. '.repeat(25)}\n\n`.repeat(2000))
    let writing = true
    const others = (async () => {
      while (writing) {
        const [first] = await library.search('소식', 1, signal)
        // Either nothing yet or what stands there now: the old words are in no file any more.
        expect(first?.text ?? '새로운').toMatch(/새로운/)
        if (writing) expect((await library.list(signal)).length).toBe(1)
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    await told(library.reindex(signal))
    writing = false
    await others
    expect((await library.search('옛날', 1, signal)).length).toBe(0)
    expect((await library.status(signal)).chunks).toBeGreaterThan(1000)
  })

  test('nothing is quoted that does not stand in its file at that moment, whatever edits, renames and deletions happen meanwhile', {
    timeout: 60_000 + stale * 300,
  }, async () => {
    const rounds = stale
    const name = (n: number) => `${n % 12}.md`
    for (let n = 0; n < 12; n++) await write(name(n), `# 규정 ${n}\n\n여비 금액은 ${n}원입니다.\n`)
    await told(library.add([folder], signal))
    const all = ['금액', '여비 규정', '원입니다']
    let [quoted, seed] = [0, 7]
    const random = (most: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % most
    }
    for (let n = 0; n < rounds; n++) {
      const path = join(folder, name(random(12)))
      // The same number of bytes and the same time as before, too.
      const before = await stat(path).catch(() => undefined)
      const what = random(4)
      if (what === 0) await rm(path, { force: true })
      else if (what === 1 && before) await rename(path, `${path}.old.md`)
      else await writeFile(path, `# 규정 ${random(10)}\n\n여비 금액은 ${random(10)}원입니다.\n`)
      if (before && what === 2) await utimes(path, before.atime, before.mtime)
      for (const hit of await library.search(all[n % all.length] ?? '', 5, signal)) {
        quoted++
        expect(await readFile(hit.file, 'utf8')).toContain(hit.text)
      }
      // What is found anew by an index run is quoted again.
      if (n % 10 === 9) await told(library.reindex(signal))
    }
    expect(quoted).toBeGreaterThan(rounds)
  })

  test('where the index is behind its files is told by path; a question and an index run bring it in step', async () => {
    for (const name of ['a.md', 'b.md', 'c.md']) await write(name, `${name} 여비\n`)
    await told(library.add([folder], signal))
    const behind = async () =>
      Object.entries(await library.behind(signal)).flatMap(([how, paths]: [string, string[]]) =>
        paths.map((path) => `${how} ${path.replace(`${folder}/`, '')}`),
      )
    expect(await behind()).toEqual([])
    await write('a.md', '고쳐 쓴 여비 규정\n')
    await rm(join(folder, 'b.md'))
    await write('새.md', '새 여비\n')
    await write('그림.hwp', 'x')
    expect(await behind()).toEqual(['missing 그림.hwp', 'missing 새.md', 'changed a.md', 'gone b.md'])
    expect((await ask('여비')).sort()).toEqual(['a.md:1', 'c.md:1'])
    expect(await behind()).toEqual(['missing 그림.hwp', 'missing 새.md'])
    await told(library.reindex(signal))
    expect(await behind()).toEqual(['missing 그림.hwp'])
  })

  test('a file that is being written, locked or away is not quoted, and is again when it is whole', async () => {
    await write('a.md', '여비는 3만 원입니다.\n')
    await told(library.add([folder], signal))
    await write('a.md', '')
    expect(await ask('여비')).toEqual([])
    await write('a.md', '여비는 4만 원입니다.\n')
    expect((await library.search('여비', 3, signal)).map(({ text }) => text)).toEqual(['여비는 4만 원입니다.'])
    await rename(folder, `${folder}-away`)
    expect(await ask('여비')).toEqual([])
    await rename(`${folder}-away`, folder)
    expect(await ask('여비')).toEqual(['a.md:1'])
    await rm(join(folder, 'a.md'))
    expect([await ask('여비'), (await library.list(signal)).length]).toEqual([[], 0])
  })

  test('a path that is not there is said before anything happens', async () => {
    await expect(told(library.add([join(home, 'nowhere')], signal))).rejects.toMatchObject({
      failure: { code: 'bad-input' },
    })
    expect(await library.chosen()).toEqual({ documents: [], without: [] })
  })

  test('removing takes documents and the list along; a folder that is away keeps what is known of it', async () => {
    await write('a.txt', '하나')
    await mkdir(join(folder, 'sub'))
    await write('sub/b.txt', '둘')
    await told(library.add([join(folder, 'a.txt'), join(folder, 'sub')], signal))
    await rm(join(folder, 'sub'), { recursive: true })
    await told(library.reindex(signal))
    expect((await library.list(signal)).length).toBe(2)
    expect(await library.remove([join(folder, 'sub')], signal)).toBe(1)
    expect(await library.chosen()).toEqual({ documents: [join(folder, 'a.txt')], without: [] })
    expect((await library.list(signal)).map(({ path }) => path)).toEqual([join(folder, 'a.txt')])
  })

  test('what was taken out of an added folder stays out until it is added by its name', async () => {
    const listed = async () => (await library.list(signal)).map(({ path }) => relative(folder, path))
    await mkdir(join(folder, 'sub'))
    for (const name of ['a.txt', 'b.txt', 'sub/c.txt']) await write(name, `문서 ${name}`)
    await told(library.add([folder], signal))
    expect(await library.remove([join(folder, 'a.txt'), join(folder, 'sub')], signal)).toBe(2)
    await write('sub/d.txt', '문서 d')
    await told(library.reindex(signal))
    await told(library.add([folder], signal))
    expect(await listed()).toEqual(['b.txt'])
    await told(library.add([join(folder, 'sub/d.txt')], signal))
    expect(await listed()).toEqual(['b.txt', 'sub/d.txt'])
    await told(library.add([join(folder, 'sub'), join(folder, 'a.txt')], signal))
    expect([await listed(), await library.chosen()]).toEqual([
      ['a.txt', 'b.txt', 'sub/c.txt', 'sub/d.txt'],
      { documents: [folder], without: [] },
    ])
  })

  test('a folder that holds an added one takes its place in the list', async () => {
    await mkdir(join(folder, 'sub'))
    await told(library.add([join(folder, 'sub')], signal))
    await told(library.add([folder], signal))
    await told(library.add([join(folder, 'sub')], signal))
    expect(await library.chosen()).toEqual({ documents: [folder], without: [] })
  })

  test('the index and the list are for their owner alone', async () => {
    await write('a.txt', '하나')
    await told(library.add([folder], signal))
    expect((await stat(dir)).mode & 0o777).toBe(0o700)
    for (const name of await readdir(dir))
      if (name.startsWith('documents.') && !name.endsWith('.lock'))
        expect((await stat(join(dir, name))).mode & 0o777).toBe(0o600)
  })

  test('a reranker decides the order of the best', async () => {
    await write('a.txt', '휴가 휴가 휴가 신청')
    await write('b.txt', '여름 휴가 안내문입니다')
    const other = createLibrary({
      dir,
      now,
      rerank: async (_, texts) => texts.map((text) => (text.includes('여름') ? 1 : 0)),
    })
    await told(other.add([folder], signal))
    expect((await other.search('휴가', 1, signal)).map(({ text }) => text)).toEqual(['여름 휴가 안내문입니다'])
    await other.close()
  })

  test('watching tells of a new document', async () => {
    await write('a.txt', '하나')
    await told(library.add([folder], signal))
    const stop = new AbortController()
    const seen: string[] = []
    const watching = (async () => {
      for await (const event of library.watch(stop.signal)) {
        if (event.type === 'indexed') seen.push(event.path)
        if (event.type === 'finished' && seen.length === 0) await write('b.txt', '둘')
        if (seen.length > 0) stop.abort()
      }
    })()
    await expect(watching).rejects.toThrow('abort')
    expect(seen).toEqual([join(folder, 'b.txt')])
  })
})

describe('what goes wrong', () => {
  test.each([
    ['overwritten', async (path: string) => writeFile(path, 'not a database '.repeat(1000))],
    ['cut in the middle', async (path: string) => truncate(path, 9000)],
    ['with a hole', async (path: string) => writeFile(path, (await readFile(path)).fill(0x5a, 4096, 60_000))],
  ])('an index that is %s is set aside and made anew from the documents', async (_, damage) => {
    for (let n = 0; n < 20; n++) await write(`${n}.txt`, `제목 ${n}\n\n${'내용이 있는 문장입니다. '.repeat(60)}`)
    await told(library.add([folder], signal))
    await library.close()
    const before = (await readdir(dir)).length
    await damage(join(dir, 'documents.db'))
    await rm(join(dir, 'documents.db-wal'), { force: true })
    library = createLibrary({ dir, now })
    expect(await told(library.reindex(signal, { thorough: true }))).toContain('rebuilt')
    expect((await library.list(signal)).length).toBe(20)
    expect((await ask('제목 7')).length).toBeGreaterThan(0)
    expect((await readdir(dir)).length).toBeGreaterThan(before)
  })

  test('a search that meets a damaged index answers from the one it made anew', async () => {
    await write('a.txt', '연차 규정')
    await told(library.add([folder], signal))
    await library.close()
    await writeFile(join(dir, 'documents.db'), 'x'.repeat(5000))
    expect(await ask('연차 규정')).toEqual(['a.txt:1'])
  })

  test('a list of documents that is damaged is kept beside', async () => {
    await mkdir(dir, { recursive: true })
    await writeFile(join(dir, 'documents.json'), '{"documents": [')
    expect(await library.chosen()).toEqual({ documents: [], without: [] })
    expect((await readdir(dir)).some((name) => name.startsWith('documents.json.damaged-'))).toBe(true)
  })

  test('stopping in between loses nothing: the next run goes on', async () => {
    for (let n = 10; n < 50; n++) await write(`${n}.txt`, `문서 ${n}`)
    const stop = new AbortController()
    const first = (async () => {
      for await (const event of library.add([folder], stop.signal))
        if (event.type === 'progressed' && event.done === 15) stop.abort()
    })()
    await expect(first).rejects.toThrow('abort')
    expect((await library.list(signal)).length).toBe(15)
    const rest = await told(library.reindex(signal))
    expect([
      rest.filter((line) => line.startsWith('unchanged')).length,
      rest.filter((line) => line.startsWith('indexed')).length,
    ]).toEqual([15, 25])
  })

  const indexer = (...args: string[]) => [join(import.meta.dirname, '../fakes/docs-indexer.ts'), dir, ...args]

  test('kill -9 in the middle leaves a usable index that goes on', { timeout: 60_000 }, async () => {
    for (let n = 100; n < 400; n++) await write(`${n}.txt`, `문서 ${n}\n${'무엇인가 적혀 있습니다. '.repeat(40)}`)
    const env = { ...process.env, DIES_AFTER: '20' }
    const child = spawn(process.execPath, ['--no-warnings', ...indexer(folder)], { stdio: 'ignore', env })
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL'])
    expect((await library.list(signal)).length).toBe(20)
    expect((await ask('문서 100')).length).toBeGreaterThan(0)
    const rest = await told(library.reindex(signal, { thorough: true }))
    expect(rest).not.toContain('rebuilt')
    expect((await library.list(signal)).length).toBe(300)
  })

  test('two processes index while a third searches', { timeout: 60_000 }, async () => {
    for (let n = 100; n < 200; n++) await write(`${n}.txt`, `공용문서 ${n}`)
    const run = (...args: string[]) => promisify(execFile)(process.execPath, ['--no-warnings', ...indexer(...args)])
    const results = await Promise.all([run(folder), run(folder), run(folder, '공용문서')])
    expect(results[2]?.stdout).toBe('asked\n')
    expect((await library.list(signal)).length).toBe(100)
    expect((await library.status(signal)).chunks).toBe(100)
  })
})
