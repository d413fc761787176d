import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { FolderOwners, originMark } from '../../../src/tools/origin/folder-owners.ts'
import { testWith } from '../../parts.ts'

let home: string
let owners: FolderOwners

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'owners-')))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  put(
    '.gitconfig',
    '[user]\n\tname = Kim\n\temail = 1234+kim-minsu@users.noreply.example.com\n[github]\n\tuser = minsu\n',
  )
  owners = new FolderOwners({ userHome: home, path: join(home, 'state', 'folder-owners.json') })
})

function put(path: string, text = 'words'): string {
  const whole = join(home, path)
  mkdirSync(dirname(whole), { recursive: true })
  writeFileSync(whole, text)
  return whole
}

/** A folder of git as its own programs leave it: an address, and what its log began with. */
function repository(path: string, { url, first }: { url?: string; first?: string }): void {
  put(`${path}/.git/HEAD`, 'ref: refs/heads/main\n')
  put(`${path}/.git/config`, `[core]\n\tbare = false\n${url ? `[remote "origin"]\n\turl = ${url}\n` : ''}`)
  if (first) put(`${path}/.git/logs/HEAD`, `${'0'.repeat(40)} ${'1'.repeat(40)} ${first}\n`)
}
const cloned = (url: string) => `Kim <1234+kim-minsu@users.noreply.example.com> 1764000000 +0900\tclone: from ${url}`
const begun = (email: string) => `Somebody <${email}> 1764000000 +0900\tcommit (initial): begin`

const ownerOf = async (path: string, roots = [home]) => {
  const owner = await owners.folderOwner(dirname(join(home, path)), roots)
  return owner && [owner.owner, owner.because, ...(owner.detail ? [owner.detail] : [])].join(' ')
}

describe('a repository', () => {
  test.each<[string, { url?: string; first?: string }, string | undefined]>([
    ['that was made here', {}, undefined],
    [
      'that was made here and has the person’s first commit',
      { first: begun('1234+kim-minsu@users.noreply.example.com') },
      undefined,
    ],
    [
      'that was made here and is kept at a company',
      { url: 'https://git.corp.example/team/x.git', first: begun('1234+KIM-minsu@users.noreply.example.com') },
      undefined,
    ],
    [
      'of somebody else, cloned',
      { url: 'https://example.com/stranger/x.git', first: cloned('https://example.com/stranger/x.git') },
      'foreign cloned https://example.com/stranger/x.git',
    ],
    [
      'of somebody else, cloned by ssh',
      { url: 'git@example.com:stranger/x.git', first: cloned('git@example.com:stranger/x.git') },
      'foreign cloned git@example.com:stranger/x.git',
    ],
    [
      'of the person, cloned anew',
      { url: 'https://example.com/Minsu/x.git', first: cloned('https://example.com/minsu/x.git') },
      undefined,
    ],
    [
      'of the person by the name of their mail',
      { url: 'git@example.com:kim-minsu/x.git', first: cloned('git@example.com:kim-minsu/x.git') },
      undefined,
    ],
    [
      'a fork that follows somebody else',
      { url: 'git@example.com:minsu/x.git', first: cloned('https://example.com/stranger/x.git') },
      'foreign cloned https://example.com/stranger/x.git',
    ],
    [
      'out of an archive, with a stranger’s log',
      { first: begun('evil@example.net') },
      'foreign authors evil@example.net',
    ],
    [
      'with an address and no log',
      { url: 'https://example.com/stranger/x.git' },
      'foreign cloned https://example.com/stranger/x.git',
    ],
    [
      'whose address holds a login',
      { url: 'https://me:token@example.com/stranger/x.git' },
      'foreign cloned https://example.com/stranger/x.git',
    ],
    [
      'cloned from a folder of this machine',
      { url: '/mnt/stick/x', first: cloned('/mnt/stick/x') },
      'foreign cloned /mnt/stick/x',
    ],
  ])('%s', async (_, facts, expected) => {
    repository('work/x', facts)
    put('work/x/src/deep/a.md')
    expect(await ownerOf('work/x/src/deep/a.md')).toBe(expected)
    // Also where the chat was started inside of it.
    expect(await ownerOf('work/x/src/deep/a.md', [join(home, 'work/x/src')])).toBe(expected)
    expect(await ownerOf('work/other/a.md')).toBeUndefined()
  })

  test('says nothing about the person in its own settings', async () => {
    repository('work/x', { url: 'https://example.com/stranger/x.git' })
    put(
      'work/x/.git/config',
      '[user]\nemail = stranger@example.com\n[github]\nuser = stranger\n[remote "o"]\nurl = https://example.com/stranger/x\n',
    )
    expect(await ownerOf('work/x/a.md')).toMatch(/^foreign cloned/)
  })

  testWith('git')('as git itself makes it', async () => {
    const git = (cwd: string, ...words: string[]) =>
      execFileSync('git', ['-c', 'protocol.file.allow=always', ...words], {
        cwd,
        env: { PATH: process.env.PATH, HOME: home },
        stdio: 'ignore',
      })
    put('work/mine/a.md')
    git(join(home, 'work/mine'), 'init', '-q')
    git(join(home, 'work/mine'), 'add', '.')
    git(join(home, 'work/mine'), 'commit', '-qm', 'a')
    git(join(home, 'work'), 'clone', '-q', join(home, 'work/mine'), 'copy')
    git(join(home, 'work/copy'), 'worktree', 'add', '-q', '../tree')
    expect(await Promise.all(['mine', 'copy', 'tree'].map((name) => ownerOf(`work/${name}/a.md`)))).toEqual([
      undefined,
      `foreign cloned ${join(home, 'work/mine')}`,
      `foreign cloned ${join(home, 'work/mine')}`,
    ])
  })
})

test('what was unpacked from an archive beside it is another’s; what the person packed is theirs', async () => {
  const zip = put('work/contract.zip')
  utimesSync(zip, new Date('2020-01-01'), new Date('2020-01-01'))
  put('work/contract/terms.md')
  put('work/thesis/a.md')
  put('work/thesis.tar.gz')
  utimesSync(join(home, 'work/thesis.tar.gz'), new Date('2100-01-01'), new Date('2100-01-01'))
  expect(await ownerOf('work/contract/terms.md')).toBe('foreign unpacked contract.zip')
  expect(await ownerOf('work/thesis/a.md')).toBeUndefined()
  // It stays so when the archive is gone.
  rmSync(zip)
  expect(await ownerOf('work/contract/terms.md')).toBe('foreign unpacked contract.zip')
})

test('folders that others fill are another’s wherever they stand, downloads of the home also as working folder', async () => {
  for (const name of ['Downloads', '다운로드', '다운로드'.normalize('NFD'), 'node_modules', 'vendor'])
    expect(await ownerOf(`work/${name}/x/README.md`)).toMatch(/^foreign filled/)
  expect(await ownerOf('Downloads/project/a.md', [join(home, 'Downloads/project')])).toBe('foreign downloads')
  expect(await ownerOf('work/vendor/a.md', [join(home, 'work/vendor')])).toBeUndefined()
  expect(await ownerOf('work/workshop/a.md', [join(home, 'work/shop')])).toBe('foreign outside')
})

test('what the person said counts before all evidence, for all below that has none nearer; and is kept', async () => {
  repository('work/x', { url: 'https://example.com/stranger/x.git' })
  await owners.say(join(home, 'work/x'), 'own')
  expect(await ownerOf('work/x/a.md')).toBe('own said')
  expect(await ownerOf('work/x/node_modules/y/README.md')).toMatch(/^foreign filled/)
  const later = new FolderOwners({ userHome: home, path: join(home, 'state', 'folder-owners.json') })
  expect(await later.known()).toEqual([{ folder: join(home, 'work/x'), owner: 'own', because: 'said' }])
  await later.say(join(home, 'work/x'), undefined)
  expect(await ownerOf('work/x/a.md')).toMatch(/^foreign cloned/)
  await later.say(join(home, 'work'), 'foreign')
  expect(await ownerOf('work/notes.md')).toBe('foreign said')
  const trusting = new FolderOwners({ userHome: home, trusted: () => ['~/work/x'] })
  expect(await trusting.folderOwner(join(home, 'work/x'), [home])).toMatchObject({ owner: 'own', because: 'trusted' })
})

test('of several files one stranger is enough, and is named with where it came from', async () => {
  repository('work/x', { url: 'https://example.com/stranger/x.git' })
  const [own, strange, marked] = [put('work/a.md'), put('work/x/b.md'), put('work/c.md')]
  put('work/c.md:Zone.Identifier', '[ZoneTransfer]\nZoneId=3\n')
  const at = { owners, roots: [home] }
  expect(await originMark([own], at)).toEqual({ untrusted: true, own: true })
  expect(await originMark([own, strange], at)).toEqual({
    untrusted: true,
    source: 'file b.md (https://example.com/stranger/x.git)',
  })
  expect(await originMark([own, marked], at)).toEqual({ untrusted: true, source: 'file c.md' })
  expect(await originMark([own], at, ['https://example.com/page'])).toEqual({
    untrusted: true,
    source: 'file a.md (https://example.com/page)',
  })
})

test('a list that is damaged or cannot be written decides nothing and stops nothing', async () => {
  for (const text of ['{', '[null, 3, {"folder": 1}]', '{"a": 1}', ''])
    for (const path of [put('state/folder-owners.json', text)]) {
      repository('work/x', { url: 'https://example.com/stranger/x.git' })
      const some = new FolderOwners({ userHome: home, path })
      expect(await some.folderOwner(join(home, 'work/x'), [home])).toMatchObject({ because: 'cloned' })
    }
  const shut = new FolderOwners({ userHome: home, path: '/proc/nowhere/folder-owners.json' })
  expect(await shut.folderOwner(join(home, 'work/x'), [home])).toMatchObject({ because: 'cloned' })
})
