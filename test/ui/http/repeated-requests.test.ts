import { request } from 'node:http'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ask, bearer, chat, framesOf, serving } from './rig.ts'

async function started() {
  const made = await serving()
  onTestFinished(() => made.close())
  return { ...made, key: await made.token('front') }
}
type Server = Awaited<ReturnType<typeof started>>

/** A door: how a conversation's next message is sent, with what was said before it, and how its answer is read. */
interface Door {
  path: string
  body(message: string, before: readonly string[]): object
  headers?: Record<string, string>
  answer(body: string): string
}

const said = (before: readonly string[], message: string) =>
  [...before, message].map((content, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content }))

const doors: Record<string, Door> = {
  whole: {
    path: '/v1/agent/chat',
    body: (message) => ({ session_id: 's', message }),
    answer: (body) => JSON.parse(body).interaction.message,
  },
  stream: {
    path: '/v1/agent/chat/stream',
    body: (message) => ({ session_id: 's', message }),
    answer: (body) => framesOf(body).at(-1)?.data.message,
  },
  completions: {
    path: '/v1/chat/completions',
    body: (message, before) => ({ model: 'assistant', messages: said(before, message) }),
    headers: { 'x-session-id': 's' },
    answer: (body) => JSON.parse(body).choices[0].message.content,
  },
  responses: {
    path: '/v1/responses',
    body: (message) => ({ model: 'assistant', input: message, conversation: 's' }),
    answer: (body) => JSON.parse(body).output[0].content[0].text,
  },
}

const post = async ({ port, key }: Server, { path, headers = {}, answer }: Door, body: object): Promise<string> =>
  answer((await ask(port, 'POST', path, { ...bearer(key), ...headers }, JSON.stringify(body))).body)

/** Sends a request and leaves once it was taken, before its answer is read. */
function postAndLeave({ port, key }: Server, { path, headers = {} }: Door, body: object): Promise<void> {
  return new Promise((resolve) => {
    const call = request({ port, host: '127.0.0.1', method: 'POST', path, agent: false })
    for (const [name, value] of Object.entries({ ...bearer(key), ...headers })) call.setHeader(name, value)
    call.once('error', () => {})
    call.once('close', resolve)
    call.end(JSON.stringify(body), () => setImmediate(() => call.destroy()))
  })
}

const order = '엄마한테 만원, 용걸이한테 5만원, 아빠한테 2만원 보내줘'
const sentBy = async ({ ledger }: Server) => (await ledger.books()).sent.map(({ target }) => target)

describe.each(Object.entries(doors))('the same request again, %s', (_, door) => {
  async function asked() {
    const server = await started()
    const question = await post(server, door, door.body(order, []))
    expect(question).toContain('(1/3)')
    return { server, yes: door.body('네', [order, question]) }
  }

  test('at the same moment it is one', async () => {
    const { server, yes } = await asked()
    const answers = await Promise.all([0, 1, 2].map(() => post(server, door, yes)))
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('(2/3)')
    expect(await sentBy(server)).toEqual(['엄마'])
  })

  test('right behind its answer it is a second click', async () => {
    const { server, yes } = await asked()
    const answer = await post(server, door, yes)
    expect(await post(server, door, yes)).toBe(answer)
    expect(await sentBy(server)).toEqual(['엄마'])
  })

  test('after an answer that nobody got, however often, it moves no second transfer', async () => {
    const { server, yes } = await asked()
    for (let times = 0; times < 5; times++) await postAndLeave(server, door, yes)
    expect(await post(server, door, yes)).toContain('(2/3)')
    expect(await sentBy(server)).toEqual(['엄마'])
  })

  test('the order itself again is asked again', async () => {
    const { server } = await asked()
    for (let times = 0; times < 3; times++) expect(await post(server, door, door.body(order, []))).toContain('(1/3)')
    expect(await sentBy(server)).toEqual([])
  })
})

test('a yes to another question than the one at hand is asked again, and one to it counts', async () => {
  const server = await started()
  const { port, key } = server
  const message = async (text: string, more: object = {}) =>
    (await chat(port, key, 's', text, more)).json().interaction.message as string
  const first = await message(order)
  const second = await message('네', { answers: first })
  expect(second).toContain('(2/3)')
  const again = await message('네, 보내주세요', { answers: first })
  expect(again).toContain('(2/3)')
  expect(await sentBy(server)).toEqual(['엄마'])
  expect(await message('네, 보내주세요', { answers: again })).toContain('(3/3)')
  expect(await sentBy(server)).toEqual(['엄마', '용걸이'])
})

test('a client whose account ends with an older question confirms nothing, whenever it comes', async () => {
  const server = await started()
  const door = doors.completions as Door
  const question = await post(server, door, door.body(order, []))
  const next = await post(server, door, door.body('네', [order, question]))
  expect(await post(server, door, door.body('네 보내줘', [order, question]))).toContain('(2/3)')
  expect(await sentBy(server)).toEqual(['엄마'])
  await post(server, door, door.body('네', [order, question, '네', next]))
  expect((await sentBy(server)).length).toBe(2)
})

/** What a client does next: how it says yes, and whether it stays for the answer. */
const step = fc.record({
  text: fc.constantFrom('네', '네', '네, 보내주세요', '응 보내줘', '안녕?'),
  how: fc.constantFrom('once', 'once', 'twice', 'leave', 'leave and again', 'beside another'),
  id: fc.boolean(),
})

test.each(['whole', 'completions'] as const)(
  'whatever a client repeats, loses and says at once (%s), nothing is sent whose question it was not shown',
  { timeout: 300_000 },
  async (name) => {
    const door = doors[name] as Door
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
        const server = await serving()
        const all = { ...server, key: await server.token('front') }
        try {
          const account: string[] = [order, await post(all, door, door.body(order, []))]
          const shown = new Set<string>()
          const see = (answer: string) => {
            for (const [, who = ''] of answer.matchAll(/(엄마|용걸이|아빠)에게 [^\n]*까요\?/g)) shown.add(who)
            for (const [, who = ''] of answer.matchAll(/받는 분은 (엄마|용걸이|아빠)/g)) shown.add(who)
          }
          see(account[1] ?? '')
          for (const [at, { text, how, id }] of steps.entries()) {
            const may = new Set(shown)
            const own = id && name === 'whole' ? { request_id: `request-${at}` } : {}
            const body = { ...door.body(text, account), ...own }
            if (how.startsWith('leave')) await postAndLeave(all, door, body)
            if (how === 'leave') continue
            const other = { ...door.body('네 그렇게 해줘', account) }
            const both = how === 'twice' ? [body, body] : how === 'beside another' ? [body, other] : [body]
            const answers = await Promise.all(both.map((one) => post(all, door, one)))
            for (const target of await sentBy(all)) expect([target, may.has(target)]).toEqual([target, true])
            answers.forEach(see)
            account.push(text, answers[0] ?? '')
          }
          const sent = await sentBy(all)
          expect(sent).toEqual([...new Set(sent)])
        } finally {
          await server.close()
        }
      }),
      { numRuns: process.env.REPEATS === 'all' ? 500 : 8, seed: 11 },
    )
  },
)
