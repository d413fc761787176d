import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { takeDamage } from '../../../../src/std/fs/damage.ts'
import { AccessFile, mostWaiting } from '../../../../src/ui/telegram/inbound/access.ts'
import { botRig, owner } from '../rig.ts'

const now = Date.UTC(2026, 10, 21)

async function folder() {
  const home = await mkdtemp(join(tmpdir(), 'access-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  return home
}

test.each(['{"senders": [{"id": 7,}]}', 'null', '[]', '"x"', ''])(
  'a list that cannot be read (%s) lets nobody in, stays as it is for whoever only looks, and a copy is kept before it is written',
  async (text) => {
    const home = await folder()
    const path = join(home, 'telegram.json')
    await writeFile(path, text)
    const access = new AccessFile(join(home, 'config.json'))
    takeDamage()
    expect(await access.read()).toEqual({ senders: [], waiting: [], invitations: [] })
    expect([await access.change(7, (sender) => sender), await access.remove(7)]).toEqual([undefined, false])
    expect(await readFile(path, 'utf8')).toBe(text)
    expect(await access.offer(7, now)).toMatch(/^\w{8}$/)
    const [{ kept = '' } = {}, ...more] = takeDamage()
    expect([more, kept]).toEqual([[], expect.stringMatching(/telegram\.json\.damaged-\d{8}T\d{6}Z$/)])
    expect(await readFile(kept, 'utf8')).toBe(text)
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

test('an invitation lets in whoever opens the link first, whatever crowd of strangers waits; then it is used up', async () => {
  const { server, access, start, inputs } = await botRig({ senders: [] })
  for (let id = 100; id < 130; id++) await access.offer(id, Date.now())
  const code = await access.invite({ profile: 'me', workspace: 'default' }, Date.now())
  await start()
  server.say(owner, `/start ${code}`)
  await server.until(() => server.texts(owner).length === 1)
  expect(server.texts(owner)[0]).toContain('안녕하세요')
  server.say(owner, '안녕')
  await server.until(() => server.texts(owner).length === 2)
  expect(inputs.map(({ text }) => text)).toEqual(['안녕'])
  expect(await access.sender(owner)).toMatchObject({ profile: 'me', workspace: 'default', grants: [] })
  server.say(7777, `/start ${code}`)
  await server.until(() => server.unconfirmed === 0)
  expect(await access.sender(7777)).toBeUndefined()
  expect(await access.accept(8, await access.invite({ profile: 'me' }, 0), 600_001)).toBeUndefined()
})

test('of more people than are kept the oldest gives way; a code that somebody has stays theirs, and a group keeps its own', async () => {
  const home = await folder()
  const path = join(home, 'telegram.json')
  const access = new AccessFile(join(home, 'config.json'))
  const waiting = Array.from({ length: mostWaiting }, (_, at) => ({
    id: at + 1,
    code: `CODE${1_000 + at}`,
    until: now + 1 + at,
  }))
  const group = { id: -5, code: 'GROUPGRP', until: now + 1 }
  await writeFile(path, JSON.stringify({ v: 1, senders: [], waiting: [group, ...waiting], invitations: [] }))
  expect(await access.offer(7, now)).toBe('CODE1006')
  const code = (await access.offer(99_999, now)) ?? ''
  const ids = (await access.read()).waiting.map(({ id }) => id)
  expect([ids.length, ids.includes(1), ids.includes(2), ids.includes(-5)]).toEqual([mostWaiting + 1, false, true, true])
  expect(await access.pair(code, {}, now)).toMatchObject({ id: 99_999 })
})
