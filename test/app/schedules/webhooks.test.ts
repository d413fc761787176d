import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { deliverWebhooks, isWebhookAllowed } from '../../../src/app/schedules/webhooks.ts'
import type { SchedulePlan } from '../../../src/core/schedules/schedule.ts'
import { ScheduleStore } from '../../../src/core/schedules/store.ts'
import { toLocal } from '../../../src/std/time/local-time.ts'

const plan: Omit<SchedulePlan, 'id' | 'createdAt'> = {
  ...{
    title: '아침',
    prompt: '요약',
    zone: 'Asia/Seoul',
    missed: 'once',
    tokens: 1,
    minutes: 1,
    profile: 'me',
    by: 'owner',
  },
  rule: 'DTSTART;TZID=Asia/Seoul:20261123T070000\nRRULE:FREQ=DAILY',
}
const at = Date.parse('2026-11-23T07:00:00+09:00')

async function stored(more: object = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'hooked-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const store = new ScheduleStore(join(folder, 'schedules.jsonl'))
  await store.create({ ...plan, next: at, createdAt: at - 1, ...more })
  return store
}

test('an answer is sent to an address of the list until it is taken, once; what is not on the list gets nothing', async () => {
  const taken: { key: string | undefined; body: { text: string; outcome: string } }[] = []
  let refuses = true
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request)
    if (!refuses)
      taken.push({
        key: String(request.headers['idempotency-key']),
        body: JSON.parse(Buffer.concat(chunks).toString()),
      })
    response.statusCode = refuses ? 503 : 204
    refuses = false
    response.end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((done) => server.once('listening', done))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const store = await stored({ webhook: `${base}/hook/1` })
  await store.create({ ...plan, next: at, createdAt: at - 1, webhook: `${base}/other` })
  for (const id of ['1', '2']) {
    await store.begin(id, at, `input-${id}`)
    await store.end(id, { due: at, at, outcome: 'done', text: '비가 와요.', tokens: 5, missed: 0 })
  }
  const parts = { loaded: { settings: { schedules: { webhooks: [`${base}/hook`] } } }, now: () => new Date(at) }
  for (let start = 0; start < 3; start++) {
    // Each process looks at once; one that was refused is tried again by the next.
    const stop = new AbortController()
    const sending = deliverWebhooks(parts as never, store, stop.signal)
    if (start > 0) await expect.poll(() => taken.length).toBe(1)
    else await expect.poll(() => refuses).toBe(false)
    stop.abort()
    await sending
  }
  expect(taken).toEqual([
    { key: `schedule-1-${at}`, body: expect.objectContaining({ text: '비가 와요.', outcome: 'done', tokens: 5 }) },
  ])
  expect([...(await store.all()).values()].map(({ results }) => results[0]?.told)).toEqual([['webhook'], []])
})

test('an address is reached only if it, or one above it, is on the list', () => {
  const settings = { schedules: { webhooks: ['https://a.example/hook', 'not an address'] } }
  const may = (url: string) => isWebhookAllowed(settings, url)
  expect(['https://a.example/hook', 'https://a.example/hook/2', 'https://a.example/hook/../hook'].map(may)).toEqual([
    true,
    true,
    true,
  ])
  const never = [
    'https://a.example/hooked',
    'https://a.example/',
    'http://a.example/hook',
    'https://a.example/hook/../x',
    'https://u:p@a.example/hook',
    'x',
  ]
  expect(never.map(may)).toEqual(never.map(() => false))
})

test('a schedule keeps its hour on a trip, too', async () => {
  const store = await stored()
  await store.move('America/New_York', at - 3_600_000)
  const one = (await store.all()).get('1')
  expect([one?.zone, toLocal(new Date(one?.next ?? 0), 'America/New_York').hour]).toEqual(['America/New_York', 7])
  expect((await new ScheduleStore(store.path).all()).get('1')?.next).toBe(one?.next)
})
