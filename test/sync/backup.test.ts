import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip, gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { packTar, unpackTar } from 'modern-tar'
import { afterAll, describe, expect, test as sample } from 'vitest'
import { claimLock } from '../../src/std/fs/lock.ts'
import { identifyProcess } from '../../src/std/process/process-id.ts'
import { backUp } from '../../src/sync/backup.ts'
import { decryptStream, encryptStream } from '../../src/sync/encryption.ts'
import { keptFiles, type Places, placeOf } from '../../src/sync/kept-files.ts'
import { BadBackup, checkBackup, restoreBackup } from '../../src/sync/restore.ts'
import { longTest as test } from '../parts.ts'

const folder = mkdtempSync(join(tmpdir(), 'assistant-backup-'))
afterAll(() => rmSync(folder, { recursive: true }))
let count = 0
const signal = new AbortController().signal
const now = new Date('2026-11-22T00:15:00Z')

/** The folders of one person: all below one, or apart as XDG has them. */
function places(apart = false): Places {
  const home = join(folder, `home-${++count}`)
  const at = (name: string) => (apart ? join(`${home}-${name}`) : join(home, name))
  return {
    home,
    config: apart ? join(at('config'), 'config.json') : at('config.json'),
    secrets: apart ? join(at('config'), 'secrets.json') : at('secrets.json'),
    state: at('state'),
    cache: at('cache'),
    runtime: at('run'),
  }
}

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

const korean = '한글 이름이 아주 긴 비서'.repeat(3)

/** A lived-in home, and what of it is worth keeping: names in the backup and contents. */
function fill(at: Places): Map<string, string> {
  const kept = new Map([
    ['home/memory/me.md', '# 나\n- 매운 음식을 못 먹는다\n'],
    ['home/memory/.history.jsonl', '{"x":1}\n'],
    [`home/workspaces/default/agents/${korean}/persona.md`, '다정하다\n'],
    // A name that a list of files to be passed over might hold: it is a workspace of the person.
    ['home/workspaces/build/memory.md', '# 빌드\n'],
    ['home/conversations/01.jsonl', `${JSON.stringify({ text: '가'.repeat(5_000) })}\n`.repeat(900)],
    ['home/conversations/01.pictures/a.png', '\x89PNG'],
    ['home/reminders.jsonl', '{"r":1}\n'],
    ['home/.reminders.jsonl.twin', '{"r":1}\n'],
    ['config/config.json', '{"language":"ko"}'],
    ['config/telegram.json', '{"owner":1}'],
    ['state/audit.jsonl', '{"tool":"shell"}\n'],
  ])
  for (const [name, content] of kept) put(placeOf(name, at) ?? '', content)
  const left: [string, string][] = [
    [join(at.home, 'conversations', '.index.db'), 'index'],
    [join(at.home, 'conversations', '01.checkpoint'), 'made anew'],
    [join(at.home, 'models', 'big.onnx'), 'fetched'],
    [join(at.home, 'backups', 'format-1', 'x'), 'old'],
    [join(at.state, 'jobs', '1.json'), 'a job'],
    [join(at.state, 'telegram.jsonl'), 'delivered'],
    [join(at.cache, 'x'), 'cached'],
    [at.secrets, '{"OPENAI_API_KEY":"sk-planted"}'],
    [join(dirname(at.config), 'mcp-logins.json'), '{"token":"t"}'],
  ]
  for (const [path, content] of left) put(path, content)
  return kept
}

const archive = () => join(folder, `backup-${++count}.tar.gz`)
const backup = (at: Places, target: string, passphrase?: string) =>
  backUp({ places: at, target, program: '0.1.0', now, signal, ...(passphrase === undefined ? {} : { passphrase }) })

/** What a backup would keep of a home. */
async function contentOf(at: Places, secrets = false): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for await (const { name, path } of keptFiles(at, secrets)) found.set(name, readFileSync(path, 'utf8'))
  return found
}

const sorted = (map: Map<string, string>) => [...map].sort()

describe.each([false, true])('folders apart: %s', (apart) => {
  sample('what is worth keeping goes into one file and comes back on another machine, with other folders', async () => {
    const from = places(apart)
    const kept = fill(from)
    // The line that is being written at this moment is not of it.
    writeFileSync(join(from.home, 'reminders.jsonl'), '{"r":1}\n{"r":2', 'utf8')
    const target = archive()
    const manifest = await backup(from, target)
    expect(manifest.files.map(({ name }) => name).sort()).toEqual([...kept.keys()].sort())
    expect(statSync(target).mode & 0o777).toBe(0o600)
    expect(gunzipSync(readFileSync(target)).includes('sk-planted')).toBe(false)

    const to = places(!apart)
    expect((await restoreBackup({ path: target, places: to, stamp: 's', signal })).manifest).toEqual(manifest)
    expect(sorted(await contentOf(to))).toEqual(sorted(kept))
    expect(statSync(join(to.home, 'memory', 'me.md')).mode & 0o777).toBe(0o600)
    expect(readdirSync(to.home).filter((name) => name.startsWith('.restoring'))).toEqual([])
  })

  test('what was there before is put away whole, and queues and models stay', async () => {
    const [from, to] = [places(apart), places(apart)]
    fill(from)
    fill(to)
    put(join(to.home, 'memory', 'me.md'), '# 다른 나\n')
    put(join(to.home, 'memory', 'only-here.md'), '# 여기만\n')
    const target = archive()
    await backup(from, target)
    const { before = '' } = await restoreBackup({ path: target, places: to, stamp: 's', signal })
    expect(sorted(await contentOf(to))).toEqual(sorted(await contentOf(from)))
    expect(readFileSync(join(before, 'home', 'memory', 'me.md'), 'utf8')).toBe('# 다른 나\n')
    expect(existsSync(join(before, 'home', 'memory', 'only-here.md'))).toBe(true)
    expect(readFileSync(join(before, 'config', 'config.json'), 'utf8')).toBe('{"language":"ko"}')
    expect(readFileSync(join(to.state, 'jobs', '1.json'), 'utf8')).toBe('a job')
    expect(readFileSync(join(to.home, 'models', 'big.onnx'), 'utf8')).toBe('fetched')
    expect(readFileSync(to.secrets, 'utf8')).toContain('sk-planted')
  })
})

test('an encrypted backup holds keys, too, and opens by its words alone', async () => {
  const from = places()
  fill(from)
  const target = archive()
  await backup(from, target, '비밀 말')
  await expect(checkBackup({ path: target, signal })).rejects.toMatchObject({ fault: 'locked' })
  await expect(checkBackup({ path: target, passphrase: '다른 말', signal })).rejects.toMatchObject({ fault: 'locked' })
  const to = places()
  await restoreBackup({ path: target, passphrase: '비밀 말'.normalize('NFD'), places: to, stamp: 's', signal })
  expect(sorted(await contentOf(to, true))).toEqual(sorted(await contentOf(from, true)))
  expect(readFileSync(to.secrets, 'utf8')).toContain('sk-planted')
}, 30_000)

test('a page that lies elsewhere is kept by what it says', async () => {
  const from = places()
  put(join(folder, 'elsewhere.md'), '# 딴 곳\n')
  mkdirSync(join(from.home, 'memory'), { recursive: true })
  symlinkSync(join(folder, 'elsewhere.md'), join(from.home, 'memory', 'me.md'))
  const target = archive()
  await backup(from, target)
  const to = places()
  await restoreBackup({ path: target, places: to, stamp: 's', signal })
  expect(readFileSync(join(to.home, 'memory', 'me.md'), 'utf8')).toBe('# 딴 곳\n')
})

test('nothing is overwritten by a backup, and nothing is left of one that failed', async () => {
  const from = places()
  fill(from)
  const target = archive()
  put(target, 'mine')
  await expect(backup(from, target)).rejects.toMatchObject({ code: 'EEXIST' })
  expect(readFileSync(target, 'utf8')).toBe('mine')
  const stop = new AbortController()
  const cut = archive()
  const options = { places: from, target: cut, program: '0.1.0', now, signal: stop.signal }
  await expect(backUp({ ...options, progress: (files) => files === 3 && stop.abort() })).rejects.toThrow()
  expect(readdirSync(folder).filter((name) => cut.endsWith(name) || name.endsWith('.tmp'))).toEqual([])
})

describe('what is no whole backup changes nothing', () => {
  /** Tries to restore these bytes over a home; the home must be as it was, and the fault is returned. */
  async function faultOf(bytes: Uint8Array): Promise<string> {
    const to = places()
    const kept = fill(to)
    const path = archive()
    put(path, bytes)
    const fault = await restoreBackup({ path, places: to, stamp: 's', signal }).then(
      () => 'restored',
      (error: unknown) => (error instanceof BadBackup ? error.fault : String(error)),
    )
    expect(sorted(await contentOf(to))).toEqual(sorted(kept))
    expect(readdirSync(to.home).filter((name) => name.startsWith('.restoring'))).toEqual([])
    expect(readdirSync(join(to.home, 'backups'))).toEqual(['format-1'])
    return fault
  }

  async function whole(): Promise<Buffer> {
    const from = places()
    put(join(from.home, 'memory', 'me.md'), '# 나\n')
    put(join(from.home, 'reminders.jsonl'), '{"r":1}\n')
    const target = archive()
    await backup(from, target)
    return readFileSync(target)
  }
  const tarOf = async (files: Record<string, string>) =>
    gzipSync(
      await packTar(
        Object.entries(files).map(([name, body]) => ({ header: { name, size: Buffer.byteLength(body) }, body })),
      ),
    )
  /** A backup of these files that is right in itself. */
  const sound = (files: Record<string, string>, more: object = {}) => {
    const list = Object.entries(files).map(([name, body]) => ({
      name,
      size: Buffer.byteLength(body),
      sha256: createHash('sha256').update(body).digest('hex'),
    }))
    const manifest = {
      format: 1,
      home: 2,
      program: '0.1.0',
      at: now.toISOString(),
      secrets: false,
      files: list,
      ...more,
    }
    return tarOf({ ...files, 'manifest.json': JSON.stringify(manifest) })
  }

  test('cut off anywhere, or with any byte changed', async () => {
    const bytes = await whole()
    for (const at of [0, 1, 11, Math.floor(bytes.length / 2), bytes.length - 9]) {
      expect(['no-backup', 'cut-off', 'changed']).toContain(await faultOf(bytes.subarray(0, at)))
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 0x55
      const fault = await faultOf(changed)
      // The header of gzip has bytes that mean nothing.
      expect(['no-backup', 'cut-off', 'changed']).toContain(fault)
    }
  }, 30_000)

  test('of another program, of a newer one, without its list, or with a file more', async () => {
    expect(await faultOf(Buffer.from('hello'))).toBe('no-backup')
    expect(await faultOf(await tarOf({ 'notes.txt': 'hello' }))).toBe('changed')
    expect(await faultOf(await tarOf({ 'home/memory/me.md': 'x' }))).toBe('cut-off')
    expect(await faultOf(await sound({ 'home/memory/me.md': 'x' }, { format: 2 }))).toBe('newer')
    expect(await faultOf(await sound({ 'home/memory/me.md': 'x' }, { home: 99 }))).toBe('newer')
    expect(await faultOf(await sound({ 'home/memory/me.md': 'x' }, { files: [] }))).toBe('changed')
  })

  test.each([
    'home/../../escaped',
    '../escaped',
    '/etc/escaped',
    'home/a/../../../escaped',
    'home/memory\\..\\x',
    'config/other.json',
    'state/jobs/1.json',
    'state/telegram.jsonl',
    'home/.locks/x/1',
    'home',
    '',
  ])('with a name that no backup has: %j', async (name) => {
    expect(await faultOf(await sound({ [name]: 'x' }))).not.toBe('restored')
    expect(existsSync(join(folder, 'escaped'))).toBe(false)
  })

  test('while another process uses the home; once it is gone, what a killed restore had left is swept', async () => {
    const to = places()
    const kept = fill(to)
    const path = archive()
    put(path, await whole())
    put(join(to.home, '.restoring-dead', 'home', 'memory', 'me.md'), 'half')
    const other = (await identifyProcess(process.ppid)) ?? { pid: process.ppid, started: '' }
    const held = await claimLock(join(to.state, 'daemon'), other)
    await expect(restoreBackup({ path, places: to, stamp: 's', signal })).rejects.toMatchObject({ name: 'LockBusy' })
    expect(sorted(await contentOf(to))).toEqual(sorted(kept))
    if ('release' in held) await held.release()
    await restoreBackup({ path, places: to, stamp: 's', signal })
    expect(readFileSync(join(to.home, 'memory', 'me.md'), 'utf8')).toBe('# 나\n')
    expect(readdirSync(to.home).filter((name) => name.startsWith('.restoring'))).toEqual([])
  })
})

test('property: what is encrypted comes back byte by byte, however it is cut; a stream that lacks its end, or has two frames exchanged, does not', async () => {
  const frame = 65_536
  const sizes = fc.constantFrom(0, 1, 17, frame - 1, frame, frame + 1, 2 * frame, 2 * frame + 5)
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 1, max: 100_000 }), async (size, cut) => {
      const plain = Buffer.alloc(size, 'x')
      const pieces = (bytes: Buffer, step: number) =>
        Readable.from(
          (function* () {
            for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step)
          })(),
        )
      const locked = await all(encryptStream(pieces(plain, cut), '말'))
      expect((await all(decryptStream(pieces(locked, cut), '말'))).equals(plain)).toBe(true)
      await expect(all(decryptStream(pieces(locked.subarray(0, -1), cut), '말'))).rejects.toThrow()
      const head = locked.subarray(0, 34)
      const [one, two] = [locked.subarray(34, 34 + frame + 16), locked.subarray(34 + frame + 16, 34 + 2 * (frame + 16))]
      if (two.length !== one.length) return
      const swapped = Buffer.concat([head, two, one, locked.subarray(34 + 2 * (frame + 16))])
      await expect(all(decryptStream(pieces(swapped, cut), '말'))).rejects.toThrow()
    }),
    { numRuns: 4 },
  )
}, 60_000)

async function all(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('a backup can be read by any program that reads tar', async () => {
  const from = places()
  put(join(from.home, 'memory', 'me.md'), '# 나\n')
  const target = archive()
  await backup(from, target)
  const entries = await unpackTar(gunzipSync(readFileSync(target)))
  expect(entries.map(({ header }) => header.name)).toEqual(['home/memory/me.md', 'manifest.json'])
})

sample(
  'of a backup that somebody else may have made nothing comes back that says who may do what',
  async () => {
    const [from, to] = [places(), places()]
    fill(from)
    put(
      from.config,
      JSON.stringify({ language: 'en', hooks: [{ on: 'before', command: 'evil' }], permissions: { allow: ['shell'] } }),
    )
    for (const folder of [from, to]) {
      const mine = folder === to
      put(join(folder.state, 'mcp-approved.json'), mine ? '{"mine":1}' : '{"theirs":1}')
      put(join(folder.state, 'trusted-files.json'), mine ? '{}' : '{"/x":{"sha256":"0","yes":true}}')
      put(join(dirname(folder.config), 'http-tokens.json'), mine ? '{"mine":1}' : '{"theirs":1}')
      put(join(dirname(folder.config), 'telegram.json'), mine ? '{"mine":1}' : '{"theirs":1}')
    }
    const target = archive()
    await backup(from, target)
    await restoreBackup({ path: target, places: to, stamp: 's', signal, without: 'rights' })
    expect(JSON.parse(readFileSync(to.config, 'utf8'))).toEqual({ language: 'en' })
    for (const path of [
      join(to.state, 'mcp-approved.json'),
      join(dirname(to.config), 'http-tokens.json'),
      join(dirname(to.config), 'telegram.json'),
    ])
      expect(readFileSync(path, 'utf8')).toBe('{"mine":1}')
    expect(readFileSync(join(to.state, 'trusted-files.json'), 'utf8')).toBe('{}')
    await restoreBackup({ path: target, places: to, stamp: 't', signal })
    expect(readFileSync(join(to.state, 'mcp-approved.json'), 'utf8')).toBe('{"theirs":1}')
  },
  30_000,
)

test('what becomes far larger than it is, is refused while it is read, and leaves nothing', async () => {
  const path = join(folder, 'bomb.tar.gz')
  const head = Buffer.alloc(512)
  head.write('home/memory/me.md')
  head.write('0000600\0', 100)
  head.write('77777777777\0', 124)
  head.write('        ', 148)
  head.write('ustar\x0000', 257)
  head.write(
    `${head
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
  const gzip = createGzip({ level: 9 })
  const file = createWriteStream(path)
  gzip.pipe(file)
  gzip.write(head)
  const zeros = Buffer.alloc(1 << 22)
  for (let at = 0; at < 280; at++) if (!gzip.write(zeros)) await once(gzip, 'drain')
  gzip.end()
  await once(file, 'close')
  await expect(checkBackup({ path, signal })).rejects.toMatchObject({ fault: 'large' })
}, 60_000)
