import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pathsIn } from '../../../src/memory/home-layout.ts'
import { addFact } from '../../../src/memory/store.ts'
import { TokenFile } from '../../../src/ui/http/tokens.ts'
import { ask, bearer, framesOf } from '../../ui/http/rig.ts'
import { assistantAt, freshHome } from '../home.ts'

/** Everybody names their session alike, and two front ends have people of the same names. */
const session = 's1'
interface Person {
  token: string
  headers: Record<string, string>
  secret: string
}

async function started() {
  const home = freshHome()
  const assistant = await assistantAt(home)
  const serving = await assistant.serve({ host: '127.0.0.1', port: 0, sessions: 'disk', origins: [] })
  onTestFinished(async () => {
    await serving.close()
    await assistant.close()
  })
  const tokens = new TokenFile(join(dirname(assistant.parts.loaded.paths.config), 'http-tokens.json'), () => new Date())
  return { home, assistant, tokens, own: serving.firstToken ?? '', port: Number(new URL(serving.url).port) }
}

/** Ways to say something and to read the answer. */
const doors: Record<string, (port: number, of: Person, text: string) => Promise<string>> = {
  async chat(port, { token, headers }, message) {
    const body = JSON.stringify({ session_id: session, message })
    return (await ask(port, 'POST', '/v1/agent/chat', { ...bearer(token), ...headers }, body)).json().interaction
      .message
  },
  async stream(port, { token, headers }, message) {
    const query = new URLSearchParams({ session_id: session, message })
    const reply = await ask(port, 'GET', `/v1/agent/chat/stream?${query}`, { ...bearer(token), ...headers })
    return framesOf(reply.body).at(-1)?.data.message
  },
  async completions(port, { token, headers }, content) {
    const body = JSON.stringify({ model: 'assistant', messages: [{ role: 'user', content }] })
    const all = { ...bearer(token), ...headers, 'x-session-id': session }
    return (await ask(port, 'POST', '/v1/chat/completions', all, body)).json().choices[0].message.content
  },
  async responses(port, { token, headers }, input) {
    const body = JSON.stringify({ model: 'assistant', input, conversation: session })
    return (await ask(port, 'POST', '/v1/responses', { ...bearer(token), ...headers }, body)).json().output[0]
      .content[0].text
  },
}

const probes = [
  '와이파이 비밀번호 뭐야?',
  '내 사물함 번호 뭐라고 했지?',
  '내 알림 뭐 있어?',
  '사물함 번호 기억해?',
  '아까 내가 뭐라고 했지?',
]

test('nobody hears of another: every door, memory, sessions, reminders, lists and ids, with the same names everywhere', {
  timeout: 120_000,
}, async () => {
  const { home, tokens, own, port } = await started()
  const [front, desk, plain] = [
    (await tokens.add('front', [], { people: true })) ?? '',
    (await tokens.add('desk', [], { people: true })) ?? '',
    (await tokens.add('plain', [], { profile: 'http-plain' })) ?? '',
  ]
  const user = (token: string, name: string, secret: string): Person => ({
    token,
    headers: { 'x-end-user': name },
    secret,
  })
  const people: Person[] = [
    { token: own, headers: {}, secret: '5511' },
    { token: plain, headers: {}, secret: '6622' },
    user(front, 'ann', '7733'),
    user(front, 'ben@example.com', '8844'),
    user(desk, 'ann', '9955'),
    user(desk, 'ANN', '3366'),
  ]
  // Notes of the workspace and of the agent are the owner's.
  await addFact(
    pathsIn(home).workspace('default').memory,
    '와이파이 비밀번호는 1177',
    { date: '2026-01-01' },
    new Date(),
  )
  const answers = new Map<Person, string[]>(people.map((one) => [one, []]))
  const names = Object.keys(doors)
  for (const [at, person] of people.entries()) {
    const say = doors[names[at % names.length] as string] as (typeof doors)[string]
    await say(port, person, `내 사물함 번호는 ${person.secret}라고 기억해줘`)
    await say(port, person, `내일 오전 9시에 ${person.secret}번 열쇠 챙기라고 알려줘`)
  }
  for (const person of people)
    for (const say of Object.values(doors))
      for (const probe of probes) answers.get(person)?.push(await say(port, person, probe))
  for (const person of people) {
    const heard = (answers.get(person) ?? []).join('\n')
    expect([person.secret, heard.includes(person.secret)]).toEqual([person.secret, true])
    const others = [...people.filter((one) => one !== person).map(({ secret }) => secret), '1177']
    // The owner's own notes are the owner's to hear.
    expect([person.secret, heard.includes('1177')]).toEqual([person.secret, person.token === own])
    const leaks = others.filter((secret) => heard.includes(secret) && !(person.token === own && secret === '1177'))
    expect([person.secret, leaks]).toEqual([person.secret, []])
  }
})

test('the id of a response leads its own person back, and nobody else', async () => {
  const { tokens, port } = await started()
  const token = (await tokens.add('front', [], { people: true })) ?? ''
  const of = (name: string) => ({ ...bearer(token), 'x-end-user': name })
  const body = JSON.stringify({ model: 'assistant', input: '3 더하기 4는?' })
  const { id } = (await ask(port, 'POST', '/v1/responses', of('ann'), body)).json()
  expect((await ask(port, 'GET', `/v1/responses/${id}`, of('ann'))).status).toBe(200)
  expect((await ask(port, 'GET', `/v1/responses/${id}`, of('ben'))).status).toBe(404)
  const next = JSON.stringify({ model: 'assistant', input: '거기에 1 더하면?', previous_response_id: id })
  expect((await ask(port, 'POST', '/v1/responses', of('ben'), next)).status).toBe(404)
})

test('a token or an id opens no door but its own, whoever brings it', async () => {
  const { tokens, own, port } = await started()
  const front = (await tokens.add('front', [], { people: true })) ?? ''
  const shown = (await tokens.add('shown', [], { profile: 'http-plain', calendar: true })) ?? ''
  const plain = (await tokens.add('plain', [], { profile: 'http-other' })) ?? ''
  const named = (name: string) => ({ ...bearer(front), 'x-end-user': name })
  const chat = JSON.stringify({ session_id: session, message: '내일 9시에 4417번 열쇠 챙기라고 알려줘' })
  expect((await ask(port, 'POST', '/v1/agent/chat', named('ann'), chat)).status).toBe(200)
  const body = JSON.stringify({
    model: 'assistant',
    input: '내 사물함 번호는 4417이라고 기억해줘',
    conversation: session,
  })
  const { id } = (await ask(port, 'POST', '/v1/responses', named('ann'), body)).json()
  const others: [string, Record<string, string>][] = [
    ['ben of the same front end', named('ben')],
    ['the owner', bearer(own)],
    ['another token', bearer(plain)],
    ['the token of a calendar', bearer(shown)],
    ['nobody', {}],
    ['a token that is none', bearer('ast_none')],
  ]
  const doorsOfObjects: [string, string, string?][] = [
    ['GET', `/v1/responses/${id}`],
    ['DELETE', `/v1/responses/${id}`],
    ['POST', `/v1/responses/${id}/cancel`],
    ['POST', '/v1/responses', JSON.stringify({ model: 'assistant', input: '뭐라고 했지?', previous_response_id: id })],
    ['GET', `/v1/agent/completed?session_id=${session}`],
    ['GET', `/calendar/${front}.ics`],
    ['GET', `/calendar/${own}.ics`],
    ['GET', `/calendar/${shown}.ics`],
  ]
  for (const [who, headers] of others)
    for (const [method, path, given] of doorsOfObjects) {
      const reply = await ask(port, method, path, headers, given)
      expect([who, method, path, reply.body.includes('4417')]).toEqual([who, method, path, false])
    }
  // What is hers is still there for herself.
  expect((await ask(port, 'GET', `/v1/responses/${id}`, named('ann'))).body).toContain('4417')
  // The token in a calendar's address opens that calendar alone, and no other token is one.
  expect((await ask(port, 'POST', '/v1/agent/chat', bearer(shown), chat)).status).toBe(401)
  expect((await ask(port, 'GET', `/calendar/${shown}.ics`, {})).status).toBe(200)
  for (const token of [own, front, plain])
    expect((await ask(port, 'GET', `/calendar/${token}.ics`, {})).status).toBe(404)
})

test('a token for people wants a name with each request of somebody, and a token of one person takes none', async () => {
  const { tokens, own, port } = await started()
  const token = (await tokens.add('front', [], { people: true })) ?? ''
  const body = JSON.stringify({ session_id: 's', message: '안녕' })
  const status = async (headers: Record<string, string>) =>
    (await ask(port, 'POST', '/v1/agent/chat', headers, body)).status
  expect(await status(bearer(token))).toBe(400)
  for (const name of ['', ' ', 'a b', 'x'.repeat(201)])
    expect([name, await status({ ...bearer(token), 'x-end-user': name })]).toEqual([name, 400])
  expect(await status({ ...bearer(token), 'x-end-user': 'ann' })).toBe(200)
  expect(await status({ ...bearer(own), 'x-end-user': 'ann' })).toBe(400)
  for (const path of ['/metrics', '/v1/models', '/v1/models/assistant'])
    expect([path, (await ask(port, 'GET', path, bearer(token))).status]).toEqual([path, 200])
})

test('a grant of the owner’s money counts for no token of many people, whatever its file says', async () => {
  const { tokens, port } = await started()
  const token = (await tokens.add('front', ['transfer'], { people: true })) ?? ''
  const of: Person = { token, headers: { 'x-end-user': 'ann' }, secret: '' }
  const chat = doors.chat as (typeof doors)[string]
  await chat(port, of, '엄마한테 만원 보내줘')
  expect(await chat(port, of, '네')).not.toContain('완료')
  expect(await chat(port, of, '잔액 얼마야?')).not.toContain('100만')
})
