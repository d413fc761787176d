import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lookAt } from '../../../src/app/schedules/check-watch.ts'
import { assistantAt, freshHome } from '../../journeys/home.ts'
import { longTest } from '../../parts.ts'

const pages = [
  'Flat B: 620',
  '키보드 K2 · 품절',
  '공지: 12월 3일 휴관',
  'KTX 103 10:00 예매',
  'Release 1.2.0',
  'USD 1,392.50',
]
const later = [
  'Flat B: 590',
  '키보드 K2 · 판매중',
  '공지: 12월 5일 휴관',
  'KTX 103 10:00 매진',
  'Release 1.3.0',
  'USD 1,401.00',
]

/** A page of one shop: what it answers is what `current.answer` does. */
async function shop() {
  const current: { answer: RequestListener } = { answer: (_, reply) => reply.end() }
  const server = createServer((request, reply) => current.answer(request, reply)).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const home = freshHome()
  writeFileSync(join(home, 'config.json'), JSON.stringify({ fetchHosts: ['127.0.0.1'] }))
  const assistant = await assistantAt(home)
  onTestFinished(() => assistant.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const look = (last: { seen?: string; before?: readonly string[] }) =>
    lookAt(assistant.parts, { kind: 'page', target: url }, last, AbortSignal.timeout(60_000))
  return { current, look }
}

const html = (line: string) => `<html><body><p>${line}</p><p>그대로 있는 줄</p></body></html>`
const serve =
  (line: string): RequestListener =>
  (_, reply) => {
    reply.setHeader('content-type', 'text/html; charset=utf-8')
    reply.end(html(line))
  }
/** Head and half of a page at once, the rest later. */
const serveSlowly =
  (line: string): RequestListener =>
  (_, reply) => {
    reply.setHeader('content-type', 'text/html; charset=utf-8')
    const text = html(line)
    reply.write(text.slice(0, 20))
    setTimeout(() => reply.end(text.slice(20)), 150)
  }
const answerWith =
  (status: number): RequestListener =>
  (_, reply) => {
    reply.statusCode = status
    reply.end(html('없는 페이지'))
  }

const gone: Record<string, RequestListener> = {
  'not found': answerWith(404),
  'gone for good': answerWith(410),
  'out of order': answerWith(503),
  'cut off': ({ socket }) => socket.destroy(),
}

test.each(pages.map((page, at) => ({ page, changed: later[at] ?? '' })))(
  'a page that is gone or slow is no change; when it is back, its change is told once: $page',
  async ({ page, changed }) => {
    const { current, look } = await shop()
    current.answer = serve(page)
    const first = await look({})
    if (!('lines' in first)) throw new Error(first.failed)
    const last = { seen: first.seen, before: first.lines }
    for (const answer of Object.values(gone)) {
      current.answer = answer
      expect(Object.keys(await look(last)).sort()).toEqual(['failed', 'why'])
    }
    current.answer = serveSlowly(page)
    expect(await look(last)).not.toHaveProperty('news')
    current.answer = serveSlowly(changed)
    const second = await look(last)
    if (!('lines' in second)) throw new Error(second.failed)
    expect(second.news).toContain(`− ${page}\n+ ${changed}`)
    current.answer = serve(changed)
    expect(await look({ seen: second.seen, before: second.lines })).not.toHaveProperty('news')
  },
)

longTest('a page that never ends its answer is told after half a minute', async () => {
  const { current, look } = await shop()
  current.answer = (_, reply) => void reply.write(html('반').slice(0, 10))
  expect(await look({})).toHaveProperty('failed')
})
