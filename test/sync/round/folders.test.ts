import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { sharedFilesOf } from '../../../src/app/sync/shared-files.ts'
import { Replica } from '../../../src/sync/replica/replica.ts'
import { runRound } from '../../../src/sync/round/exchange.ts'
import type { RoundOptions } from '../../../src/sync/round/round.ts'
import { folderStore } from '../../../src/sync/stores/folder.ts'

const { signal } = new AbortController()
let root: string
let devices: { home: string; round(more?: Partial<RoundOptions>): Promise<{ path: string; lines: number }[]> }[]

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'folders-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  devices = []
  for (const name of ['a', 'b']) {
    const home = join(root, name)
    mkdirSync(join(home, 'memory'), { recursive: true })
    const replica = await Replica.open(join(home, 'state', 'replica.db'))
    onTestFinished(() => replica.close())
    const places = { home, state: join(home, 'state') }
    const files = sharedFilesOf(places, () => true, { removed: new Set(), now: Date.now })
    const device = { id: `${name}bcdefghij012345`, name }
    const store = await folderStore(join(root, 'store'))
    const options: RoundOptions = { replica, store, files, device, now: Date.now, signal }
    devices.push({ home, round: async (more) => (await runRound({ ...options, ...more })).held })
  }
})

const page = (home: string, name = 'me') => join(home, 'memory', `${name}.md`)
const write = (path: string, ...lines: string[]) => writeFileSync(path, lines.map((line) => `${line}\n`).join(''))
const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : undefined)

/** Exchange until both have heard of everything. */
async function meet(more?: Partial<RoundOptions>): Promise<void> {
  for (let at = 0; at < 2; at++) for (const device of devices) await device.round(more)
}

test('a drive that nobody had read comes back and is edited before it is read: what stood in its place stays', async () => {
  const [a, b] = devices as [(typeof devices)[0], (typeof devices)[0]]
  write(page(a.home), '- told by a')
  write(page(b.home), '- on the drive')
  renameSync(join(b.home, 'memory'), join(b.home, 'drive'))
  await meet()
  expect(read(page(b.home))).toEqual(['- told by a'])
  rmSync(join(b.home, 'memory'), { recursive: true })
  renameSync(join(b.home, 'drive'), join(b.home, 'memory'))
  write(page(b.home), '- on the drive', '- and more')
  await meet()
  const all = ['- told by a', '- on the drive', '- and more']
  expect([read(page(a.home)), read(page(b.home))].map((lines) => lines?.toSorted())).toEqual([
    all.toSorted(),
    all.toSorted(),
  ])
})

test('a drive is away and a page is written in its place: it is told, nothing else is written there, and the drive comes back as it was', async () => {
  const [a, b] = devices as [(typeof devices)[0], (typeof devices)[0]]
  write(page(b.home), '- one', '- two')
  write(page(b.home, 'work'), '- work')
  await meet()
  renameSync(join(b.home, 'memory'), join(b.home, 'drive'))
  mkdirSync(join(b.home, 'memory'))
  write(page(b.home), '- meanwhile')
  write(page(a.home, 'new'), '- new')
  await meet()
  expect(await b.round()).toEqual([{ path: 'home/memory/work.md', lines: 1 }])
  expect(readdirSync(join(b.home, 'memory')).filter((name) => !name.startsWith('.'))).toEqual(['me.md'])
  expect(read(page(a.home))?.toSorted()).toEqual(['- meanwhile', '- one', '- two'])
  expect(read(page(a.home, 'work'))).toEqual(['- work'])
  rmSync(join(b.home, 'memory'), { recursive: true })
  renameSync(join(b.home, 'drive'), join(b.home, 'memory'))
  // A person's own removal on the drive is one.
  write(page(b.home), '- two')
  await meet()
  for (const { home } of devices) {
    expect(read(page(home))?.toSorted()).toEqual(['- meanwhile', '- two'])
    expect([read(page(home, 'work')), read(page(home, 'new'))]).toEqual([['- work'], ['- new']])
  }
})

test.each([{ putBack: true }, { really: true }])(
  'what another folder lacks comes back or goes when somebody decides: %o',
  async (decided) => {
    const [a, b] = devices as [(typeof devices)[0], (typeof devices)[0]]
    const pages = () => devices.map(({ home }) => [read(page(home)), read(page(home, 'work'))])
    write(page(a.home), '- one')
    write(page(a.home, 'work'), '- work')
    await meet()
    rmSync(join(b.home, 'memory'), { recursive: true })
    mkdirSync(join(b.home, 'memory'))
    write(page(b.home), '- two')
    expect(await b.round()).toEqual([{ path: 'home/memory/work.md', lines: 1 }])
    await b.round(decided)
    await meet()
    const work = 'putBack' in decided ? ['- work'] : undefined
    expect(pages().map(([me, other]) => [me?.toSorted(), other])).toEqual([
      [['- one', '- two'], work],
      [['- one', '- two'], work],
    ])
  },
)

test('a copy of a home knows its folders; so does one whose folder says what a backup said', async () => {
  const [a, b] = devices as [(typeof devices)[0], (typeof devices)[0]]
  write(page(a.home), '- one', '- two')
  await meet()
  rmSync(join(b.home, 'memory'), { recursive: true })
  mkdirSync(join(b.home, 'memory'))
  write(page(b.home), '- two')
  await b.round({ isReplaced: true })
  await meet()
  expect(devices.map(({ home }) => read(page(home)))).toEqual([['- two'], ['- two']])
  renameSync(join(b.home, 'memory'), join(b.home, 'copy'))
  renameSync(join(b.home, 'copy'), join(b.home, 'memory'))
  write(page(b.home), '- three')
  await meet()
  expect(devices.map(({ home }) => read(page(home)))).toEqual([['- three'], ['- three']])
})
