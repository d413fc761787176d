import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { sleep } from '../../../src/std/abort.ts'
import { HomeCopy } from '../../../src/sync/home/home-copy.ts'
import { type HomeStore, metaKey, openHomeStore, removeHome } from '../../../src/sync/home/home-store.ts'
import { type RedisPlace, readRedisAddress } from '../../../src/sync/stores/redis-place.ts'
import { RedisServer } from '../../fakes/redis-server.ts'
import { runsAll, testWith } from '../../parts.ts'
import { Random } from '../../random.ts'

const test = testWith('redis-server')
const rounds = runsAll ? 400 : 30

/** A Redis, and copies of the home in it as so many processes have them. */
async function copiesOf(count: number, isReplicated = false) {
  const folder = await mkdtemp(join(tmpdir(), 'home-copy-'))
  const server = new RedisServer(folder)
  const place = readRedisAddress(await server.open()) as RedisPlace
  if (isReplicated) await server.replicate()
  const stores: HomeStore[] = []
  const copies = Array.from({ length: count }, (_, i) => {
    const store = openHomeStore(place, 1_000)
    stores.push(store)
    return new HomeCopy(join(folder, String(i)), store, { id: 'a', pid: i, isReplicated }, { lease: 1_000 })
  })
  await stores[0]?.homeOpen(metaKey, 'a')
  for (const copy of copies) mkdirSync(copy.path)
  onTestFinished(async () => {
    for (const store of stores) store.disconnect()
    await server.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return { server, copies, stores }
}

const textIn = (copy: HomeCopy, name: string): string | undefined =>
  existsSync(join(copy.path, name)) ? readFileSync(join(copy.path, name), 'utf8') : undefined

/** Reads a file under its lock, and writes what `edit` makes of it; nothing removes it. */
async function edit(copy: HomeCopy, name: string, change: (text: string | undefined) => string | undefined) {
  const held = await copy.lock(name, 5_000)
  const path = join(copy.path, name)
  const next = change(textIn(copy, name))
  mkdirSync(dirname(path), { recursive: true })
  if (next === undefined) rmSync(path, { force: true })
  else writeFileSync(path, next)
  await held.commit(new Map([[name, next === undefined ? 'removed' : 'written']]))
}

async function add(copy: HomeCopy, name: string, text: string) {
  const held = await copy.lock(name, 5_000)
  appendFileSync(join(copy.path, name), text)
  await held.commit(new Map([[name, { added: Buffer.from(text) }]]))
}

test('what one machine wrote stands on another when it looks or takes the lock, byte for byte', async () => {
  const { copies } = await copiesOf(2)
  const [a, b] = copies as [HomeCopy, HomeCopy]
  await edit(a, 'memory/me.md', () => '- 나비\n')
  await b.refresh()
  expect(textIn(b, 'memory/me.md')).toBe('- 나비\n')
  await edit(b, 'memory/me.md', (text) => `${text}- 콩이\n`)
  await edit(a, 'memory/me.md', (text) => `${text}- 초코\n`)
  await add(b, 'ledger.jsonl', '\u0000one\n')
  await add(a, 'ledger.jsonl', 'two\n')
  await b.refresh()
  expect(textIn(b, 'memory/me.md')).toBe('- 나비\n- 콩이\n- 초코\n')
  expect(textIn(b, 'ledger.jsonl')).toBe('\u0000one\ntwo\n')
  await edit(a, 'memory/me.md', () => undefined)
  await b.refresh()
  expect(textIn(b, 'memory/me.md')).toBeUndefined()
})

test('of many processes that count in one file at the same time none loses a step', async () => {
  const { copies } = await copiesOf(3)
  const steps = Array.from({ length: rounds }, (_, i) => i)
  const count = (text = '0') => String(Number(text) + 1)
  await Promise.all(steps.map((i) => edit(copies[i % 3] as HomeCopy, 'count', count)))
  await copies[0]?.refresh()
  expect(textIn(copies[0] as HomeCopy, 'count')).toBe(String(rounds))
})

test('a lock whose lease was taken over stores nothing, and the copy is what the store has again', async () => {
  const { copies, stores } = await copiesOf(2)
  const [a, b] = copies as [HomeCopy, HomeCopy]
  await edit(a, 'x', () => 'first')
  const held = await a.lock('x', 1_000)
  writeFileSync(join(a.path, 'x'), 'too late')
  await stores[0]?.del('assistant:{home}:lock:x')
  await edit(b, 'x', () => 'second')
  await expect(held.commit(new Map([['x', 'written']]))).rejects.toMatchObject({ code: 'EREMOTEIO' })
  await a.refresh()
  expect(textIn(a, 'x')).toBe('second')
})

test('a home that is gone is refused, never begun anew from a copy', async () => {
  const { copies, stores } = await copiesOf(1)
  const [a] = copies as [HomeCopy]
  await edit(a, 'x', () => 'mine')
  await removeHome(stores[0] as HomeStore)
  await expect(a.refresh()).rejects.toMatchObject({ code: 'EREMOTEIO' })
  await expect(edit(a, 'x', () => 'again')).rejects.toMatchObject({ code: 'EREMOTEIO' })
  expect(textIn(a, 'x')).toBe('mine')
})

test('one process at a time holds a claim; it ends with the process that does not renew it', async () => {
  const { copies, stores } = await copiesOf(2)
  const [a, b] = copies as [HomeCopy, HomeCopy]
  const first = await a.claim('runner', 'socket')
  expect(await b.claim('runner')).toMatchObject({ heldBy: { pid: 0, note: 'socket' } })
  stores[0]?.disconnect()
  await sleep(1_100)
  const second = await b.claim('runner')
  expect('epoch' in first && 'epoch' in second && second.epoch > first.epoch).toBe(true)
})

test('killed, hung and replaced stores lose no line that was told as kept, and write none twice', async () => {
  const { server, copies } = await copiesOf(2, true)
  const draw = new Random(Number(process.env.SEED ?? 3))
  const [kept, tried] = [new Set<string>(), new Set<string>()]
  const work = async (copy: HomeCopy, who: number) => {
    for (let i = 0; i < rounds; i++) {
      const line = `${who}-${i}`
      tried.add(line)
      const done = await add(copy, `log-${i % 3}`, `${line}\n`).then(
        () => true,
        () => false,
      )
      if (done) kept.add(line)
      if (draw.below(4) === 0) await copy.refresh().catch(() => {})
    }
  }
  let isOver = false
  const disturb = async () => {
    for (let i = 0; !isOver; i++) {
      await sleep(150)
      if (i % 3 === 0) await server.replaced()
      else if (i % 3 === 1) await server.hung()
      else await sleep(300)
    }
  }
  const disturbing = disturb()
  await Promise.all(copies.map(work))
  isOver = true
  await disturbing
  for (const copy of copies)
    for (let i = 0; i < 100; i++)
      if (
        await copy.refresh().then(
          () => true,
          () => sleep(50).then(() => false),
        )
      )
        break
  const [a, b] = copies.map((copy) => [0, 1, 2].map((n) => textIn(copy, `log-${n}`) ?? '').join(''))
  expect(a).toBe(b)
  const lines = (a ?? '').split('\n').filter(Boolean)
  expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([])
  expect([...kept].filter((line) => !lines.includes(line))).toEqual([])
  expect(lines.filter((line) => !tried.has(line))).toEqual([])
  expect(kept.size).toBeGreaterThan(0)
}, 120_000)
