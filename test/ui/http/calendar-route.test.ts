import { expect, onTestFinished, test } from 'vitest'
import { ask, bearer, serving } from './rig.ts'

test('a calendar is read by the token in its address; such a token opens nothing else, another one no calendar', async () => {
  const { port, tokens, token, close } = await serving()
  onTestFinished(() => close())
  const phone = (await tokens.add('phone', [], { profile: 'jiyu', calendar: true })) ?? ''
  const read = (path: string, headers: Record<string, string> = {}) => ask(port, 'GET', path, headers)
  const first = await read(`/calendar/${phone}.ics`, { host: 'calendar.example.org' })
  expect([first.status, first.headers['content-type'], first.body]).toEqual([
    ...[200, 'text/calendar; charset=utf-8', 'BEGIN:VCALENDAR of jiyu'],
  ])
  expect((await read(`/calendar/${phone}.ics`, { 'if-none-match': String(first.headers.etag) })).status).toBe(304)
  const other = await token('front')
  const chat = await ask(port, 'POST', '/v1/agent/chat', bearer(phone), '{"session_id":"a","message":"안녕"}')
  expect([chat.status, (await read(`/calendar/${other}.ics`)).status, (await read(`/calendar/x.ics`)).status]).toEqual([
    ...[401, 404, 404],
  ])
  expect((await ask(port, 'POST', `/calendar/${phone}.ics`, {})).status).toBe(405)
  await tokens.remove('phone')
  expect((await read(`/calendar/${phone}.ics`)).status).toBe(404)
})
