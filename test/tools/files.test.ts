import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, isAbsolute, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test as sample } from 'vitest'
import { fileTools } from '../../src/tools/files/file-tools.ts'
import { longTest as test } from '../parts.ts'
import { context, use } from './context.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'assistant-files-')))
const [person, home, work, extra] = [
  join(base, 'person'),
  join(base, 'person/.local/share/assistant'),
  join(base, 'person/work'),
  join(base, 'extra'),
]
const socket = createServer()

beforeAll(async () => {
  for (const folder of [
    work,
    home,
    extra,
    `${work}/src/deep`,
    `${work}/.git/hooks`,
    `${person}/.ssh`,
    `${person}/.aws`,
    `${base}/person/work-secret`,
    `${base}/real-keys`,
  ])
    mkdirSync(folder, { recursive: true })
  for (const file of [
    `${base}/secret.txt`,
    `${person}/.ssh/id_rsa`,
    `${person}/.netrc`,
    `${home}/secrets.json`,
    `${base}/person/work-secret/a.txt`,
    `${base}/real-keys/key`,
  ])
    writeFileSync(file, 'top secret')
  writeFileSync(`${work}/a.txt`, '하나\n둘\n셋\n')
  writeFileSync(`${extra}/b.txt`, 'extra')
  writeFileSync(`${work}/.git/hooks/pre-commit`, 'true')
  const links = {
    'out.txt': '../../secret.txt',
    'out-folder': '../..',
    'in.txt': 'a.txt',
    dangling: '../../new.txt',
    loop: 'loop',
    passwd: '/etc/passwd',
    keys: '../.ssh',
    chain: 'out-folder/person/.ssh/id_rsa',
    'home-link': home,
    nulls: '/dev/zero',
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(work, name))
  symlinkSync(`${base}/real-keys`, `${person}/.gnupg`)
  linkSync(`${work}/a.txt`, `${work}/hard.txt`)
  execFileSync('mkfifo', [`${work}/pipe`])
  await new Promise<void>((listening) => socket.listen(`${work}/socket`, listening))
})
afterAll(() => socket.close())

const tools = fileTools({
  home,
  userHome: person,
  roots: (turn) => (turn.origin === 'telegram' ? [] : [turn.cwd ?? work, extra]),
})
const named = (name: string) => tools.find((tool) => tool.name === name) as (typeof tools)[0]
const [read, list, search] = [named('read_file'), named('list_files'), named('search_files')]
const [write, edit, move, remove] = [named('write_file'), named('edit_file'), named('move_file'), named('delete_file')]
const here = { cwd: work }

const attacks = [
  ...[
    '../../secret.txt',
    '../secret.txt',
    '..',
    '../..',
    '/',
    '/etc/passwd',
    '/etc/shadow',
    'src/../../work-secret/a.txt',
    '../work-secret/a.txt',
    './././../../secret.txt',
  ],
  ...[
    'out.txt',
    'out-folder/secret.txt',
    'out-folder/person/work-secret/a.txt',
    'src/../out.txt',
    'out-folder',
    'passwd',
    'chain',
    'keys/id_rsa',
    'keys',
    'dangling',
  ],
  ...[
    'loop',
    'loop/x',
    '~/.ssh/id_rsa',
    '~/.netrc',
    '~/.aws/credentials',
    '~/.gnupg/key',
    '~',
    '~/',
    '~/../secret.txt',
    '~root/.ssh/id_rsa',
  ],
  ...[
    '/proc/self/environ',
    '/proc/self/cwd/a.txt',
    '/proc/1/mem',
    '/proc/self/fd/0',
    '/dev/zero',
    '/dev/stdin',
    '/dev/tty',
    '/dev/random',
    'nulls',
    '/sys/kernel/notes',
  ],
  ...[
    '',
    '\0',
    'a.txt\0.png',
    '../../secret.txt\0',
    'x'.repeat(300),
    `${'d/'.repeat(3000)}x`,
    'pipe',
    'socket',
    'home-link/secrets.json',
    'home-link',
  ],
  ...[
    '../.local/share/assistant/secrets.json',
    '~/.local/share/assistant/secrets.json',
    'src/deep/../../../.ssh/id_rsa',
    'a.txt/../../../secret.txt',
    'nowhere/../../../secret.txt',
    '..//..//secret.txt',
    '//etc//passwd',
    '/..',
    '/./etc/./passwd',
    'src/./.././../../secret.txt',
  ],
  ...[
    '../.ssh',
    '../.ssh/new_key',
    '../.npmrc',
    '../.config/gh/hosts.yml',
    '../.docker/config.json',
    '../.mozilla/x/logins.json',
    '/etc/sudoers',
    '/run/secrets/token',
    '..\u002f..\u002fsecret.txt',
    'out-folder/./secret.txt',
  ],
].map((path) => path.replace('~root', '/root'))

const fenced = [`${base}/secret.txt`, `${person}/.ssh/id_rsa`, `${home}/secrets.json`, `${base}/real-keys/key`]

describe(`${attacks.length} ways out of the allowed folders`, () => {
  sample.each(attacks.map((path) => [path.length > 60 ? `${path.slice(0, 60)}…` : JSON.stringify(path), path]))(
    '%s is neither read, listed nor written',
    async (_, path) => {
      const before = fenced.map((file) => readFileSync(file, 'utf8'))
      const answers = [await use(read, { path }, here), await use(write, { path, content: 'owned' }, here)]
      expect(answers.map((answer) => [answer.isError, /top secret|root:/.test(answer.text)])).toEqual([
        [true, false],
        [true, false],
      ])
      const explained = await write.explain!({ path, content: 'owned' }, context(here))
      // Nobody is asked about it, and the refusal gives nothing away.
      expect(['refused' in explained, /top secret|root:/.test(JSON.stringify(explained))]).toEqual([true, false])
      const listed = await use(list, { path, depth: 3 }, here)
      expect([listed.isError, /id_rsa|secret\.txt|secrets\.json/.test(listed.text.replace(path, ''))]).toEqual([
        true,
        false,
      ])
      expect(fenced.map((file) => readFileSync(file, 'utf8'))).toEqual(before)
    },
  )

  test('a folder that becomes a link between the check and the reading gives nothing away', async () => {
    const [place, aside, link, secret] = ['flip', 'honest', 'link', '../flip-secret'].map((name) =>
      join(work, name),
    ) as [string, string, string, string]
    for (const folder of [place, secret]) mkdirSync(folder)
    writeFileSync(`${place}/a.txt`, 'harmless')
    writeFileSync(`${secret}/a.txt`, 'top secret')
    symlinkSync(secret, link)
    const swapper = spawn(process.execPath, [join(import.meta.dirname, 'swap-folder.ts'), place, aside, link], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      await once(swapper.stdout, 'data')
      const seen = new Set<string>()
      for (let i = 0; i < 1_500; i++)
        seen.add((await use(read, { path: 'flip/a.txt' }, here)).text.includes('top secret') ? 'leaked' : 'kept')
      expect([...seen]).toEqual(['kept'])
    } finally {
      swapper.kill('SIGKILL')
    }
  })

  test('a repository’s own hooks and settings are not written, though they are read', async () => {
    expect((await use(write, { path: '.git/hooks/pre-commit', content: 'rm' }, here)).isError).toBe(true)
    expect((await use(write, { path: 'src/.GIT/config', content: 'x' }, here)).isError).toBe(true)
    expect((await use(read, { path: '.git/hooks/pre-commit' }, here)).text).toContain('true')
  })

  test('a surface without folders has none', async () => {
    const args = { path: 'a.txt', content: '', from: 'a.txt', to: 'b.txt', old: 'a', new: 'b', text: 'a' }
    for (const tool of tools)
      expect((await use(tool, tool === read ? { path: 'a.txt' } : args, { origin: 'telegram' })).text).toMatch(
        /^여기서 쓸 수 있는 폴더가 없어요/,
      )
  })
})

/**
 * Every way of spelling a path that leads to `target`: climbed to, climbed over, through links, with detours and odd
 * ends.
 */
function spellings(target: string): string[] {
  const climb = relative(work, target)
  const ways = [climb, target, `../../../../../../../../../../../..${target}`, `out-folder/${relative(base, target)}`]
  if (target.startsWith(`${person}/`))
    ways.push(`~/${relative(person, target)}`, `out-folder/person/./${relative(person, target)}`)
  const detours = ['', './', 'src/../', 'src/deep/../../', './/', 'src/./.././']
  const ends = ['', '/', '/.', '//', `/../${basename(target)}`]
  return ways.flatMap((way) =>
    detours.flatMap((detour) => ends.map((end) => (isAbsolute(way) || way[0] === '~' ? '' : detour) + way + end)),
  )
}
const targets = [...fenced, `${base}/person/work-secret/a.txt`, `${person}/.netrc`, '/etc/passwd', '/proc/self/environ']
const forms = [...new Set([...attacks, ...targets.flatMap(spellings)])]

describe(`${forms.length} forms of paths against every file tool`, () => {
  const calls: [typeof read, (path: string) => Record<string, unknown>][] = [
    [read, (path) => ({ path })],
    [search, (path) => ({ path, text: 'top s' })],
    [list, (path) => ({ path, depth: 2 })],
    [write, (path) => ({ path, content: 'owned' })],
    [edit, (path) => ({ path, old: 'top secret', new: 'owned' })],
    [move, (path) => ({ from: path, to: 'stolen.txt' })],
    [move, (path) => ({ from: 'a.txt', to: path })],
    [remove, (path) => ({ path, recursive: true })],
  ]

  test('there are at least 500', () => expect(forms.length).toBeGreaterThanOrEqual(500))

  test.each(calls.map(([tool, args], i) => [`${tool.name} ${i}`, tool, args] as const))(
    '%s: none is run, nothing is told, nothing on disk is different',
    async (_, tool, args) => {
      const before = picture(base)
      const through: unknown[] = []
      for (const path of forms) {
        // A link, a pipe or a socket of the folder's own may be deleted: what goes is its name, not what it leads to.
        if (tool === remove && /^(src\/\.\.\/)?[a-z-]+(\.txt)?$/.test(path)) continue
        const { text, isError } = await use(tool, args(path), here)
        const explained = JSON.stringify(await tool.explain?.(args(path) as never, context(here)))
        if (!isError || /top secret|root:|PATH=/.test(text + explained)) through.push({ path, text })
      }
      expect(through).toEqual([])
      expect(picture(base)).toEqual(before)
    },
    60_000,
  )
})

/** Everything below a folder: kind, size, change times and, of files, the letters. Links are told, not followed. */
function picture(folder: string): Record<string, string> {
  const seen = readdirSync(folder).flatMap((name): [string, string][] => {
    const path = join(folder, name)
    const stat = lstatSync(path)
    const own = `${stat.mode} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.ino} ${stat.isFile() ? readFileSync(path, 'utf8') : ''}`
    return [[path, own], ...(stat.isDirectory() ? Object.entries(picture(path)) : [])]
  })
  return Object.fromEntries(seen)
}

describe('reading', () => {
  test('a file is shown with its place and marked as foreign text', async () => {
    expect(await use(read, { path: 'a.txt' }, here)).toEqual({
      text: 'a.txt · 전체 3줄 중 1–3줄\n하나\n둘\n셋',
      untrusted: true,
      own: true,
      data: { path: 'a.txt', from: 1, to: 3, total: 3, encoding: 'utf-8' },
    })
    expect((await use(read, { path: 'a.txt', from: 2, lines: 1 }, here)).text).toBe(
      'a.txt · 전체 3줄 중 2–2줄\n둘\n… 이어서 읽으려면 from: 3',
    )
    expect((await use(read, { path: 'a.txt', from: 9 }, here)).text).toBe('9번째 줄은 없어요. 파일은 3줄이에요.')
  })

  test('links and absolute paths inside the allowed folders work', async () => {
    for (const path of ['in.txt', `${work}/a.txt`, 'src/../a.txt', '~/work/a.txt', 'hard.txt'])
      expect((await use(read, { path }, here)).text).toContain('둘')
    expect((await use(read, { path: `${extra}/b.txt` }, here)).text).toContain('extra')
  })

  test.each([
    ['utf-8-bom', Buffer.from('\uFEFF안녕')],
    ['utf-16le', Buffer.from('\uFEFF안녕', 'utf16le')],
    ['utf-16be', Buffer.from('\uFEFF안녕', 'utf16le').swap16()],
    ['utf-16le', Buffer.from('안녕 하세요 123\n', 'utf16le')],
    ['utf-16be', Buffer.from('안녕 하세요 123\n', 'utf16le').swap16()],
    ['cp949', Buffer.from([0xbe, 0xc8, 0xb3, 0xe7])],
  ])('%s is read as it was meant', async (encoding, bytes) => {
    writeFileSync(`${work}/encoded`, bytes)
    const result = await use(read, { path: 'encoded' }, here)
    expect([result.text.split('\n')[0], result.text.includes('안녕')]).toEqual([
      `encoded · 전체 1줄 중 1–1줄 · ${encoding}`,
      true,
    ])
  })

  test('what is no text, too large, or not there is refused with the remedy', async () => {
    writeFileSync(`${work}/binary`, Buffer.from([1, 2, 0, 0xff, 0, 3, 0xfe]))
    writeFileSync(`${work}/huge`, Buffer.alloc((10 << 20) + 1, 'a'))
    const answers = await Promise.all(['binary', 'huge', 'src', 'nothing'].map((path) => use(read, { path }, here)))
    expect(answers).toEqual([
      { text: '글이 아닌 파일이라 읽을 수 없어요: binary', isError: true },
      { text: '너무 커요(최대 10 MB): huge', isError: true },
      { text: '파일이 아니라 폴더예요: src. 그 안의 파일을 골라 주세요.', isError: true },
      { text: '‘nothing’ 파일을 찾지 못했어요. 이름을 확인해 주세요.', isError: true },
    ])
  })

  test('what is not there is told with the names that begin so, but for those that stay shut', async () => {
    for (const name of ['Guide.md', 'guide.ko.md', 'notes.txt']) writeFileSync(`${work}/${name}`, 'x')
    expect((await use(read, { path: 'guide' }, here)).text).toBe(
      '‘guide’ 파일을 찾지 못했어요. 이 폴더에는 이런 파일이 있어요: Guide.md, guide.ko.md',
    )
    expect((await use(read, { path: 'g' }, here)).text).toBe('‘g’ 파일을 찾지 못했어요. 이름을 확인해 주세요.')
    expect((await use(list, { path: 'nowhere' }, here)).text).toBe(
      '‘nowhere’ 폴더를 찾지 못했어요. 이름을 확인해 주세요.',
    )
  })

  test('a long file comes in parts that fit, and together they are the file', async () => {
    const lines = Array.from({ length: 3_000 }, (_, i) => `${i} ${'가'.repeat(30)}`)
    writeFileSync(`${work}/long`, lines.join('\r\n'))
    const parts: string[] = []
    for (let from: number | undefined = 1; from; ) {
      const { text } = await use(read, { path: 'long', from }, here)
      expect(text.length).toBeLessThan(21_000)
      const next = /\n… .*from: (\d+)$/.exec(text)
      parts.push(...text.slice(0, next?.index).split('\n').slice(1))
      from = next ? Number(next[1]) : undefined
    }
    expect(parts).toEqual(lines)
  })
})

test('a folder is listed without following links or entering what nobody wrote', async () => {
  const folder = join(extra, 'tree')
  mkdirSync(join(folder, 'node_modules/x'), { recursive: true })
  mkdirSync(join(folder, '문서/속'), { recursive: true })
  writeFileSync(join(folder, '문서/속/글.md'), '#')
  writeFileSync(join(folder, 'a.txt'), 'x'.repeat(2048))
  symlinkSync('/', join(folder, 'root'))
  expect((await use(list, { path: folder, depth: 5 }, here)).text.split('\n')).toEqual([
    'a.txt (2.0 KB)',
    'node_modules/',
    'root →',
    '문서/',
    '문서/속/',
    '문서/속/글.md (1 B)',
  ])
  expect((await use(list, { path: folder }, here)).text.split('\n')).toEqual([
    'a.txt (2.0 KB)',
    'node_modules/',
    'root →',
    '문서/',
  ])
})

describe('writing', () => {
  test('asking shows the difference; running makes exactly it, and keeps the mode', async () => {
    writeFileSync(`${work}/notes.md`, ['# 제목', ...Array.from({ length: 8 }, (_, i) => `줄 ${i}`), ''].join('\n'))
    chmodSync(`${work}/notes.md`, 0o775)
    const content = readFileSync(`${work}/notes.md`, 'utf8').replace('줄 4', '줄 넷').replace('줄 7\n', '줄 7\n끝\n')
    expect(await write.explain!({ path: 'notes.md', content }, context(here))).toEqual({
      effect: [
        'notes.md 바꾸기 (+2 −1줄)',
        '…',
        '  줄 2',
        '  줄 3',
        '- 줄 4',
        '+ 줄 넷',
        '  줄 5',
        '  줄 6',
        '  줄 7',
        '+ 끝',
      ].join('\n'),
      risk: 'medium',
    })
    expect((await use(write, { path: 'notes.md', content }, here)).text).toBe('notes.md: 10줄을 저장했어요.')
    expect([readFileSync(`${work}/notes.md`, 'utf8'), statSync(`${work}/notes.md`).mode & 0o777]).toEqual([
      content,
      0o775,
    ])
    const same = 'notes.md: 내용이 같아서 바뀌는 것이 없어요.'
    expect(await write.explain!({ path: 'notes.md', content }, context(here))).toEqual({ effect: same, risk: 'medium' })
    expect((await use(write, { path: 'notes.md', content }, here)).text).toBe(same)
  })

  test('a new file and its folders are made', async () => {
    expect(await write.explain!({ path: 'new/폴더/a.txt', content: '가\n나\n' }, context(here))).toEqual({
      effect: '새 파일 new/폴더/a.txt (2줄)\n+ 가\n+ 나',
      risk: 'low',
    })
    expect(await use(write, { path: 'new/폴더/a.txt', content: '가\n나\n' }, here)).toEqual({
      text: 'new/폴더/a.txt: 2줄을 새로 만들었어요.',
      data: { path: 'new/폴더/a.txt', created: true },
    })
    expect(readFileSync(`${work}/new/폴더/a.txt`, 'utf8')).toBe('가\n나\n')
  })

  test('writing through a link changes its target inside the folder, and the link stays', async () => {
    await use(write, { path: 'in.txt', content: '바뀜' }, here)
    expect([readFileSync(`${work}/a.txt`, 'utf8'), realpathSync(`${work}/in.txt`)]).toEqual(['바뀜', `${work}/a.txt`])
  })
})

describe('editing, moving, deleting, searching', () => {
  const folder = join(extra, 'desk')
  const at = (name: string) => join(folder, name)
  const put = (name: string, text: string) => writeFileSync(at(name), text)
  beforeAll(() => mkdirSync(`${folder}/sub/deep`, { recursive: true }))

  test('one piece is replaced where it stands once; the card shows the difference first', async () => {
    put('a.md', '# 제목\n하나\n둘\n')
    const args = { path: at('a.md'), old: '하나', new: '$& 1' }
    expect(await edit.explain!(args, context(here))).toEqual({
      effect: `${at('a.md')} 바꾸기 (+1 −1줄)\n  # 제목\n- 하나\n+ $& 1\n  둘`,
      risk: 'medium',
    })
    expect(await use(edit, args, here)).toEqual({
      text: `${at('a.md')}: 1곳을 고쳤어요.`,
      data: { path: at('a.md'), count: 1 },
    })
    expect(readFileSync(at('a.md'), 'utf8')).toBe('# 제목\n$& 1\n둘\n')
  })

  test('what is missing or there twice changes nothing, and says how to go on; nobody is asked about it', async () => {
    put('b.md', '같은 줄\n같은 줄\n')
    const wrong = [
      { old: '없는', new: 'x' },
      { old: '같은', new: '다른' },
      { old: '같은', new: '같은' },
    ].map((args) => ({ path: at('b.md'), ...args }))
    const texts = await Promise.all(wrong.map(async (args) => (await use(edit, args, here)).text.replace(folder, '')))
    const explained = await Promise.all(wrong.map((args) => edit.explain!(args, context(here))))
    expect(explained).toEqual(texts.map((text) => ({ refused: text.replace('/b.md', at('b.md')) })))
    expect(texts).toEqual([
      '/b.md에 그런 글이 없어요. 파일을 다시 읽고 old를 글자 그대로 옮겨 주세요.',
      '/b.md에 같은 글이 2곳 있어요. 앞뒤 줄을 더 넣어 하나로 좁히거나 all: true를 쓰세요.',
      'old와 new가 같아서 고칠 것이 없어요.',
    ])
    expect(readFileSync(at('b.md'), 'utf8')).toBe('같은 줄\n같은 줄\n')
    await use(edit, { path: at('b.md'), old: '같은', new: '다른', all: true }, here)
    expect(readFileSync(at('b.md'), 'utf8')).toBe('다른 줄\n다른 줄\n')
  })

  test('an empty old adds lines to the end, whether the last one is ended or not', async () => {
    put('list.txt', '우유')
    for (const line of ['두부', '달걀']) await use(edit, { path: at('list.txt'), old: '', new: line }, here)
    expect(readFileSync(at('list.txt'), 'utf8')).toBe('우유\n두부\n달걀\n')
    await use(edit, { path: at('new.txt'), old: '', new: '우유' }, here)
    expect(readFileSync(at('new.txt'), 'utf8')).toBe('우유\n')
  })

  test('a file that ends its lines with CR LF keeps doing so', async () => {
    put('dos.txt', '하나\r\n둘\r\n셋\r\n')
    await use(edit, { path: at('dos.txt'), old: '하나\n둘', new: '1\n2' }, here)
    expect(readFileSync(at('dos.txt'), 'utf8')).toBe('1\r\n2\r\n셋\r\n')
  })

  test('a name that a Mac wrote, Hangul letter by letter, is the name that is typed: nothing is made twice', async () => {
    const apart = '맥/회의록.txt'.normalize('NFD')
    mkdirSync(at('맥'.normalize('NFD')))
    put(apart, '하나\n')
    const path = at('맥/회의록.txt')
    expect((await use(read, { path }, here)).text).toContain('하나')
    await use(edit, { path, old: '하나', new: '둘' }, here)
    expect(readFileSync(at(apart), 'utf8')).toBe('둘\n')
    await use(write, { path, content: '셋\n' }, here)
    await use(write, { path: at('맥/새것.txt'), content: '' }, here)
    expect([readFileSync(at(apart), 'utf8'), readdirSync(at('맥'.normalize('NFD'))).sort()]).toEqual([
      '셋\n',
      ['회의록.txt'.normalize('NFD'), '새것.txt'].sort(),
    ])
    await use(remove, { path: at('맥'), recursive: true }, here)
    expect(readdirSync(folder).filter((name) => name.normalize('NFC') === '맥')).toEqual([])
  })

  test('a move makes its folders and never replaces what is there', async () => {
    put('from.txt', '내용')
    put('taken.txt', '다른 것')
    expect((await use(move, { from: at('from.txt'), to: at('taken.txt') }, here)).isError).toBe(true)
    expect((await use(move, { from: at('from.txt'), to: at('new/방/to.txt') }, here)).isError).toBeUndefined()
    expect((await use(move, { from: at('new'), to: at('old') }, here)).isError).toBeUndefined()
    expect([readFileSync(at('old/방/to.txt'), 'utf8'), readFileSync(at('taken.txt'), 'utf8')]).toEqual([
      '내용',
      '다른 것',
    ])
    expect(existsSync(at('from.txt'))).toBe(false)
  })

  test('deleting a link leaves its end; a full folder goes only when that was said; a root never', async () => {
    put('kept.txt', '남아야 함')
    symlinkSync(at('kept.txt'), at('link'))
    put('sub/deep/x', '')
    expect(await remove.explain!({ path: at('sub') }, context(here))).toEqual({
      refused: `빈 폴더가 아니에요: ${at('sub')}. 안의 것까지 지우려면 recursive: true를 쓰세요.`,
    })
    expect(await remove.explain!({ path: at('sub'), recursive: true }, context(here))).toMatchObject({
      effect: `폴더 지우기(되돌릴 수 없어요): ${at('sub')}, 안에 2개\ndeep\ndeep/x`,
    })
    const results = [
      await use(remove, { path: at('link') }, here),
      await use(remove, { path: at('sub') }, here),
      await use(remove, { path: at('sub'), recursive: true }, here),
      await use(remove, { path: extra, recursive: true }, here),
      await use(remove, { path: work, recursive: true }, here),
    ]
    expect(results.map(({ isError = false }) => isError)).toEqual([false, true, false, true, true])
    expect([existsSync(at('kept.txt')), existsSync(at('link')), existsSync(at('sub')), existsSync(work)]).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  test('of a tree too large to be listed ten thousand names are counted; who would delete it is told the whole number', async () => {
    for (let n = 0; n < 102; n++) {
      mkdirSync(at(`tree/${n}`), { recursive: true })
      for (let file = 0; file < 100; file++) writeFileSync(at(`tree/${n}/${file}`), '')
    }
    expect((await use(list, { path: at('tree'), depth: 2 }, here)).data).toMatchObject({ total: 10_000 })
    expect(await remove.explain!({ path: at('tree'), recursive: true }, context(here))).toMatchObject({
      effect: expect.stringContaining('안에 10302개\n'),
    })
    rmSync(at('tree'), { recursive: true })
  }, 60_000)

  test('files are found by name and by what they hold, Hangul composed or not; links are not followed', async () => {
    const place = join(extra, 'shelf')
    mkdirSync(`${place}/회의`, { recursive: true })
    mkdirSync(`${place}/node_modules`)
    writeFileSync(`${place}/node_modules/a.md`, '예산')
    writeFileSync(`${place}/회의/1월.md`, '첫 줄\n예산은 300만원\n'.normalize('NFD'))
    writeFileSync(`${place}/b.TXT`, Buffer.from([0xbf, 0xb9, 0xbb, 0xea]))
    symlinkSync(`${base}/secret.txt`, `${place}/s.md`)
    const find = async (args: object) => (await use(search, { path: place, ...args }, here)).text
    expect(await find({ text: '예산' })).toBe(`b.TXT:1: 예산\n회의/1월.md:2: ${'예산은 300만원'.normalize('NFD')}`)
    expect(await find({ name: '*.md' })).toBe('회의/1월.md')
    expect(await find({ name: '회의/*' })).toBe('회의/1월.md')
    expect(await find({ name: 'b.t', text: '예산' })).toBe('b.TXT:1: 예산')
    expect(await find({ text: 'top secret' })).toBe('찾은 것이 없어요.')
  })
})
