import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { openHomeStore } from '../../../src/sync/home/home-store.ts'
import { folderHome, type HomePlace, MoveDiffers, moveHome, redisHome } from '../../../src/sync/home/move-home.ts'
import { type RedisPlace, readRedisAddress } from '../../../src/sync/stores/redis-place.ts'
import { RedisServer } from '../../fakes/redis-server.ts'
import { testWith } from '../../parts.ts'

const test = testWith('redis-server')

const files = {
  'memory/me.md': '- 고양이 이름은 나비\n',
  'memory/.history.jsonl': '{"v":1}\n',
  'workspaces/default/agents/비서/persona.md': '비서예요.\n',
  'ledger.jsonl': '\u0001\u0000\n',
  'config.json': '{}',
  'http-tokens.json': '{"tokens":[]}',
  'state/audit.jsonl': '{}\n',
}

const placesIn = (home: string) => ({ home, config: join(home, 'config.json'), state: join(home, 'state') })

async function world() {
  const folder = await mkdtemp(join(tmpdir(), 'move-home-'))
  const server = new RedisServer(folder)
  const store = openHomeStore(readRedisAddress(await server.open()) as RedisPlace, 2_000)
  const home = join(folder, 'home')
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(home, name)), { recursive: true })
    await writeFile(join(home, name), text)
  }
  await writeFile(join(home, 'secrets.json'), '{"OPENAI_API_KEY":"x"}')
  onTestFinished(async () => {
    store.disconnect()
    await server.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return { folder, home, store, redis: () => redisHome(store), disk: () => folderHome(placesIn(home), 'now') }
}

const contents = async (place: HomePlace) =>
  Object.fromEntries(
    await Promise.all((await place.list()).map(async (name) => [name, String(await place.read(name))] as const)),
  )

test('a home goes to Redis and back, byte for byte; keys stay, and what it was is kept', async () => {
  const { folder, home, redis, disk } = await world()
  await cp(home, join(folder, 'before'), { recursive: true })
  expect(await moveHome(disk(), redis())).toEqual({ files: 7, keptAt: join(home, 'backups', 'moved-now') })
  expect(await disk().list()).toEqual([])
  expect(await readFile(join(home, 'secrets.json'), 'utf8')).toContain('OPENAI')
  const back = folderHome(placesIn(join(folder, 'back')), 'now')
  expect(await moveHome(redis(), back)).toEqual({ files: 7, keptAt: undefined })
  expect(await contents(back)).toEqual(files)
  expect(await contents(folderHome(placesIn(join(folder, 'before')), 'now'))).toEqual(files)
})

test('a file that differs afterwards stops the move, and the home stays where it was', async () => {
  const { redis, disk } = await world()
  const target = redis()
  const torn: HomePlace = { ...target, write: (name, bytes) => target.write(name, bytes.subarray(1)) }
  await expect(moveHome(disk(), torn)).rejects.toThrow(MoveDiffers)
  expect(await contents(disk())).toEqual(files)
  // The half that was moved is in nobody's way.
  expect(await moveHome(disk(), redis())).toMatchObject({ files: 7 })
})

test('where another home is, nothing is moved', async () => {
  const { redis, disk, folder } = await world()
  await moveHome(disk(), redis())
  const other = folderHome(placesIn(join(folder, 'other')), 'now')
  await other.write('memory/me.md', Buffer.from('mine'))
  expect(await moveHome(other, redis())).toBeUndefined()
  expect(await moveHome(redis(), other)).toBeUndefined()
  expect(await contents(other)).toEqual({ 'memory/me.md': 'mine' })
})
