import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { AccessFile } from '../../../src/ui/telegram/inbound/access.ts'
import { botRig, owner } from './rig.ts'

const now = Date.UTC(2026, 10, 21)

async function folder() {
  const home = await mkdtemp(join(tmpdir(), 'access-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  return home
}

test.each(['{"senders": [{"id": 7,}]}', 'null', '[]', '"x"', ''])(
  'a list that cannot be read (%s) lets nobody in, stays as it is for whoever only looks, and is set aside before it is written',
  async (text) => {
    const home = await folder()
    const path = join(home, 'telegram.json')
    await writeFile(path, text)
    const access = new AccessFile(join(home, 'config.json'))
    const aside: string[] = []
    access.onDamaged = (to) => aside.push(to)
    expect(await access.read()).toEqual({ senders: [], waiting: [] })
    expect([await access.change(7, (sender) => sender), await access.remove(7)]).toEqual([undefined, false])
    expect(await readFile(path, 'utf8')).toBe(text)
    expect(await access.offer(7, now)).toMatch(/^\w{8}$/)
    expect(aside).toEqual([`${path}.damaged-20261121T000000Z`])
    expect(await readFile(aside[0] ?? '', 'utf8')).toBe(text)
    expect((await readdir(home)).filter((name) => name.startsWith('telegram.json'))).toHaveLength(2)
  },
)

test('a bot whose list was broken by hand goes on, and knows everybody again when it is mended', async () => {
  const { home, server, start } = await botRig()
  const path = join(home, 'telegram.json')
  const text = await readFile(path, 'utf8')
  await writeFile(path, 'null')
  await start()
  server.say(owner, '하나')
  await server.until(() => server.texts(owner).length === 1)
  expect(server.texts(owner)[0]).toContain('assistant telegram pair')
  await writeFile(path, text)
  server.say(owner, '둘')
  await server.until(() => server.texts(owner).length === 2)
  expect(server.texts(owner)[1]).toBe('둘')
})
