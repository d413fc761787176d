import { connect } from 'node:net'
import OpenAI from 'openai'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Flow } from '../../../src/core/flow.ts'
import { type Event, fail, type Input } from '../../../src/protocol/index.ts'
import { sleep } from '../../../src/std/abort.ts'
import { ask, bearer, chat, type RigOptions, serving } from './rig.ts'

type Client = InstanceType<typeof OpenAI>

/** A server, and the official client with its token. What the chat was given is remembered. */
async function started(given: RigOptions = {}) {
  const heard: Input[] = []
  const talk: Flow = async function* (input, context) {
    heard.push(input)
    if (given.chat) return yield* given.chat(input, context)
    const said = context.thread().messages.filter(({ role }) => role === 'user').length
    const words = [`${said}번째: `, input.text]
    yield asked
    let at = 0
    for (const text of words) {
      yield { type: 'text.added', call: 1, at, text }
      at += text.length
    }
    const message = context.newId()
    yield answered(words.join(''), message)
    return { message, text: words.join('') }
  }
  const made = await serving({ ...given, chat: talk })
  onTestFinished(() => made.close())
  const key = await made.token('front')
  const client = (apiKey = key): Client =>
    new OpenAI({ apiKey, baseURL: `http://127.0.0.1:${made.port}/v1`, maxRetries: 0 })
  return { ...made, key, heard, client }
}

const asked: Event = { type: 'model.asked', call: 1, provider: 'test', model: 'test', purpose: 'reply' }
const answered = (text: string, message: string): Event => ({
  type: 'model.answered',
  call: 1,
  purpose: 'reply',
  message,
  text,
  calls: [],
  usage: { input: 12, output: 5, cached: 3 },
  stop: 'end',
  model: 'test',
  firstMs: 1,
  totalMs: 2,
})
const model = 'assistant'
const user = (content: string) => ({ role: 'user' as const, content })
const assistant = (content: string) => ({ role: 'assistant' as const, content })
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('chat completions', () => {
  test('a whole answer, with tokens and the name of its session', async () => {
    const { client } = await started()
    const { data, response } = await client()
      .chat.completions.create({ model, messages: [user('안녕')] })
      .withResponse()
    expect(data).toMatchObject({
      object: 'chat.completion',
      model: 'assistant',
      choices: [
        { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: '1번째: 안녕', refusal: null } },
      ],
      usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17, prompt_tokens_details: { cached_tokens: 3 } },
    })
    expect(response.headers.get('x-session-id')).toMatch(/^oai-[0-9a-f]{24}$/)
  })

  test('a stream in pieces, its tokens last, and the end as clients wait for it', async () => {
    const { client, port, key } = await started()
    const stream = await client().chat.completions.create({
      model,
      messages: [user('안녕')],
      stream: true,
      stream_options: { include_usage: true },
    })
    const chunks = await Array.fromAsync(stream)
    expect(chunks.map(({ choices: [one] }) => one?.delta.content ?? one?.finish_reason ?? 'usage')).toEqual([
      '',
      '1번째: ',
      '안녕',
      'stop',
      'usage',
    ])
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant')
    expect(chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: 12, total_tokens: 17 })
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1)
    const body = JSON.stringify({ model, messages: [user('또')], stream: true })
    const raw = await ask(port, 'POST', '/v1/chat/completions', bearer(key), body)
    expect(raw.headers['content-type']).toMatch(/^text\/event-stream/)
    expect(raw.body.endsWith('data: [DONE]\n\n')).toBe(true)
  })

  test.each([{ memory: true }, { memory: false }])(
    'a client that sends all of it each time tells nothing twice (%j)',
    async (where) => {
      const { client, heard } = await started(where)
      const said: OpenAI.ChatCompletionMessageParam[] = []
      for (const [i, text] of ['하나', '둘', '셋'].entries()) {
        said.push(user(text))
        const system = { role: 'system' as const, content: `지금은 ${i}시` }
        const { choices } = await client().chat.completions.create({ model, messages: [system, ...said] })
        expect(choices[0]?.message.content).toBe(`${i + 1}번째: ${text}`)
        said.push(assistant(`  ${choices[0]?.message.content}\n`))
      }
      expect(heard.map(({ text, attachments }) => [text, attachments])).toEqual(
        ['하나', '둘', '셋'].map((text) => [text, undefined]),
      )
      expect(heard.map(({ options }) => options?.append)).toEqual(['지금은 0시', '지금은 1시', '지금은 2시'])
    },
  )

  test.each<[string, object[], string, string]>([
    [
      'a talk with the tools of another program goes on',
      [
        user('날씨?'),
        { role: 'assistant', content: null, tool_calls: [] },
        { role: 'tool', content: '맑음' },
        user('응'),
      ],
      '응',
      'user: 날씨?\n\ntool: 맑음',
    ],
    [
      'the results of its tools are answered to whoever asked',
      [user('날씨?'), { role: 'assistant', content: null }, { role: 'tool', content: '맑음' }],
      '날씨?',
      'tool: 맑음',
    ],
    [
      'an answer that was cut is gone on with',
      [user('노래 불러줘'), assistant('동해물과')],
      '바로 앞의 답이 끊긴 데서부터 이어서 써 주세요. 앞부분은 되풀이하지 마세요.',
      'user: 노래 불러줘\n\nassistant: 동해물과',
    ],
  ])('%s', async (_, messages, text, account) => {
    const { port, key, heard } = await started()
    const reply = await ask(port, 'POST', '/v1/chat/completions', bearer(key), JSON.stringify({ model, messages }))
    expect(reply.status).toBe(200)
    expect(heard).toMatchObject([{ text, attachments: [{ name: '앞선 대화', text: account }] }])
  })

  test('whoever goes on from an earlier message has a conversation apart, which knows what was said', async () => {
    const { client, heard } = await started()
    const first = [user('하나'), assistant('1번째: 하나')]
    const turn = async (messages: OpenAI.ChatCompletionMessageParam[]) =>
      (await client().chat.completions.create({ model, messages })).choices[0]?.message.content
    await turn([user('하나')])
    expect(await turn([...first, user('둘')])).toBe('2번째: 둘')
    expect(await turn([...first, user('다시 둘')])).toBe('1번째: 다시 둘')
    expect(heard.at(-1)?.attachments).toEqual([
      { name: '앞선 대화', text: 'user: 하나\n\nassistant: 1번째: 하나', beside: true },
    ])
    expect(await turn([...first, user('다시 둘'), assistant('1번째: 다시 둘'), user('셋')])).toBe('2번째: 셋')
    expect(heard.at(-1)?.attachments).toBeUndefined()
  })

  test('two that went alike so far stay two: each yes books its own transfer, once', async () => {
    const { client, ledger } = await started()
    const ask = '엄마한테 만원 보내줘'
    const turn = async (messages: OpenAI.ChatCompletionMessageParam[]) =>
      (await client().chat.completions.create({ model, messages })).choices[0]?.message.content ?? ''
    const questions = [await turn([user(ask)]), await turn([user(ask)])]
    expect(questions[0]).toContain('1만원')
    expect(questions[1]).toBe(questions[0])
    const yes = [user(ask), assistant(questions[0] ?? ''), user('네')]
    expect(await turn(yes)).toContain('완료')
    expect(await turn(yes)).toContain('완료')
    // There is no third question that this could be the answer to.
    expect(await turn(yes)).not.toContain('완료')
    expect((await ledger.books()).balance).toBe(980_000)
  })

  test('a session by its header is the same one everywhere, and belongs to its token', async () => {
    const { client, port, key, token, heard } = await started()
    const headers = { 'X-Session-Id': 's1' }
    await chat(port, key, 's1', '처음')
    const body = { model, messages: [user('둘')] }
    const { choices } = await client().chat.completions.create(body, { headers })
    expect(choices[0]?.message.content).toBe('2번째: 둘')
    const other = await client(await token('other')).chat.completions.create(body, { headers })
    expect(other.choices[0]?.message.content).toBe('1번째: 둘')
    await client().chat.completions.create({ model, messages: [user('앞'), assistant('말'), user('뒤')] }, { headers })
    expect(heard.at(-1)?.attachments).toBeUndefined()
  })

  test('a service asks in its answer, the next message answers, and without a grant nothing is done', async () => {
    const { client, token, ledger } = await started()
    const headers = { 'X-Session-Id': 'pay' }
    const say = async (who: Client, text: string, name = model) =>
      (await who.chat.completions.create({ model: name, messages: [user(text)] }, { headers })).choices[0]?.message
        .content
    expect(await say(client(), '용걸이한테 5만원', 'assistant/service/transfer')).toContain('이체할까요?')
    expect(await say(client(), '네')).toContain('완료')
    const stranger = client(await token('stranger', []))
    await say(stranger, '엄마한테 만원 보내줘')
    expect(await say(stranger, '네')).not.toContain('완료')
    expect((await ledger.books()).balance).toBe(950_000)
  })

  test('a picture comes along, an address is never opened', async () => {
    const { client, heard } = await started()
    const show = (url: string) =>
      client().chat.completions.create({
        model,
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: '뭐야?' },
              { type: 'image_url', image_url: { url } },
            ],
          },
        ],
      })
    await show(`data:image/png;base64,${png}`)
    expect(heard.at(-1)).toMatchObject({ text: '뭐야?', images: [{ mediaType: 'image/png' }] })
    for (const url of ['http://127.0.0.1:1/x.png', 'data:image/png;base64,AAAA', 'file:///etc/passwd'])
      await expect(show(url)).rejects.toMatchObject({ status: 400, param: 'image_url' })
  })

  test('a form of answer reaches the model; what is asked for itself alone is not kept', async () => {
    const { client, heard, port, key } = await started()
    const schema = { type: 'object', properties: { a: { type: 'number' } } }
    await client().chat.completions.create({
      model,
      messages: [user('수 하나')],
      response_format: { type: 'json_schema', json_schema: { name: 'x', schema } },
    })
    expect(heard.at(-1)?.options).toMatchObject({ schema })
    const { response } = await client()
      .chat.completions.create({ model, messages: [user('비밀')], store: false })
      .withResponse()
    const session = response.headers.get('x-session-id') ?? ''
    expect((await chat(port, key, session, '기억나?')).json().interaction.message).toBe('1번째: 기억나?')
  })

  test("a client that leaves stops its turn and nobody else's", async () => {
    const stopped = Promise.withResolvers<unknown>()
    const flow: Flow = async function* (input, context) {
      yield { type: 'text.added', call: 1, at: 0, text: '오래 ' }
      if (input.text !== '길게') return { message: context.newId(), text: '오래 걸려요' }
      context.signal.addEventListener('abort', () => stopped.resolve(context.signal.reason))
      await sleep(60_000, context.signal)
      return { message: context.newId(), text: '끝' }
    }
    const { client } = await started({ chat: flow })
    const stream = await client().chat.completions.create({ model, messages: [user('길게')], stream: true })
    for await (const { choices } of stream) if (choices[0]?.delta.content) break
    expect(await stopped.promise).toMatchObject({ by: 'person' })
    const next = await client().chat.completions.create({ model, messages: [user('짧게')] })
    expect(next.choices[0]?.message.content).toBe('오래 걸려요')
  })

  test('a key sent again runs once, also at once, and the conversation goes on behind it', async () => {
    const { client, heard } = await started()
    const body = { model, messages: [user('한 번')] }
    const twice = { idempotencyKey: 'same-key-1', headers: { 'Idempotency-Key': 'same-key-1' } }
    const answers = await Promise.all([1, 2, 3].map(() => client().chat.completions.create(body, twice)))
    expect(new Set(answers.map(({ choices }) => choices[0]?.message.content))).toEqual(new Set(['1번째: 한 번']))
    expect(heard).toHaveLength(1)
    const messages = [user('한 번'), assistant('1번째: 한 번'), user('둘')]
    expect((await client().chat.completions.create({ model, messages })).choices[0]?.message.content).toBe('2번째: 둘')
  })
})

describe('responses', () => {
  test('a whole response, continued by its id, given again, and forked', async () => {
    const { client, heard } = await started()
    const first = await client().responses.create({ model, input: '하나', instructions: '짧게' })
    expect(first).toMatchObject({
      object: 'response',
      status: 'completed',
      output_text: '1번째: 하나',
      instructions: '짧게',
      usage: { input_tokens: 12, output_tokens: 5, total_tokens: 17, input_tokens_details: { cached_tokens: 3 } },
    })
    expect(heard.at(-1)?.options).toMatchObject({ append: '짧게' })
    const second = await client().responses.create({ model, input: '둘', previous_response_id: first.id })
    expect([second.output_text, second.previous_response_id]).toEqual(['2번째: 둘', first.id])
    expect(await client().responses.retrieve(second.id)).toMatchObject({ id: second.id, output_text: '2번째: 둘' })
    const fork = await client().responses.create({ model, input: '딴길', previous_response_id: first.id })
    expect(fork.output_text).toBe('1번째: 딴길')
    expect(heard.at(-1)?.attachments?.[0]?.text).toBe('user: 하나\n\nassistant: 1번째: 하나')
  })

  test('the typed events of a stream, in order and numbered', async () => {
    const { client } = await started()
    const stream = await client().responses.create({ model, input: [{ role: 'user', content: '안녕' }], stream: true })
    const events = await Array.fromAsync(stream)
    expect(events.map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ])
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, i) => i))
    const runner = client().responses.stream({ model, input: '하나 더' })
    expect((await runner.finalResponse()).output_text).toBe('1번째: 하나 더')
  })

  test('a conversation by its name; nobody else reaches it or its responses', async () => {
    const { client, token } = await started()
    const { id: conversation } = await client().conversations.create()
    const one = await client().responses.create({ model, input: '하나', conversation })
    expect((await client().responses.create({ model, input: '둘', conversation })).output_text).toBe('2번째: 둘')
    const other = client(await token('other'))
    await expect(other.responses.retrieve(one.id)).rejects.toMatchObject({ status: 404 })
    await expect(other.responses.create({ model, input: '둘', previous_response_id: one.id })).rejects.toMatchObject({
      status: 404,
    })
    expect((await other.responses.create({ model, input: '둘', conversation })).output_text).toBe('1번째: 둘')
  })
})

describe('what cannot be done is said as clients of OpenAI expect it', () => {
  test('models: listed, shown, and missing', async () => {
    const { client } = await started()
    const ids = (await Array.fromAsync(client().models.list())).map(({ id }) => id)
    expect(ids).toEqual(['assistant', 'assistant/service/transfer'])
    expect((await client().models.retrieve('assistant/service/transfer')).object).toBe('model')
    await expect(client().chat.completions.create({ model: 'gpt-4o', messages: [user('안녕')] })).rejects.toMatchObject(
      {
        status: 404,
        code: 'model_not_found',
        type: 'invalid_request_error',
      },
    )
  })

  test.each<[string, number, string, object]>([
    ['tools of the client', 400, 'unsupported_parameter', { tools: [{ type: 'function', function: { name: 'x' } }] }],
    ['several answers', 400, 'unsupported_parameter', { n: 2 }],
    ['no messages', 400, 'invalid_value', { messages: [] }],
    ['messages that are none', 400, 'invalid_value', { messages: 'hello' }],
    ['nothing said', 400, 'invalid_value', { messages: [user(' ')] }],
    ['nobody but a tool', 400, 'invalid_value', { messages: [{ role: 'tool', content: 'x' }] }],
    ['a stranger', 400, 'unsupported_parameter', { messages: [{ role: 'oracle', content: 'x' }, user('a')] }],
    ['a book', 400, 'invalid_value', { messages: [user('x'.repeat(200_001))] }],
  ])('%s: %i', async (_, status, code, more) => {
    const { port, key, heard } = await started()
    const body = JSON.stringify({ model, messages: [user('안녕')], ...more })
    const reply = await ask(port, 'POST', '/v1/chat/completions', bearer(key), body)
    expect([reply.status, reply.json()]).toEqual([
      status,
      { error: { message: expect.any(String), type: 'invalid_request_error', code, param: expect.any(String) } },
    ])
    expect(heard).toEqual([])
  })

  test('no token, no JSON, a failure before and after the first word', async () => {
    const flow: Flow = async function* (input) {
      if (input.text !== '바로') yield { type: 'text.added', call: 1, at: 0, text: '시작' }
      fail(input.text === '바로' ? 'rate-limited' : 'server')
    }
    const { client, port, key } = await started({ chat: flow })
    await expect(client('ast_wrong').models.list()).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' })
    expect((await ask(port, 'POST', '/v1/responses', bearer(key), '{"model"')).json().error.type).toBe(
      'invalid_request_error',
    )
    const early = client().chat.completions.create({ model, messages: [user('바로')], stream: true })
    await expect(early).rejects.toMatchObject({ status: 429, code: 'rate-limited' })
    const late = await client().chat.completions.create({ model, messages: [user('나중')], stream: true })
    await expect(Array.fromAsync(late)).rejects.toMatchObject({ code: 'server', type: 'server_error' })
    const typed = await client().responses.create({ model, input: '나중', stream: true })
    expect((await Array.fromAsync(typed)).at(-1)).toMatchObject({
      type: 'response.failed',
      response: { status: 'failed' },
    })
  })

  test('whoever sends too much, too slowly or leaves hurts only themselves', async () => {
    const { port, key, client } = await started()
    const head = (length: number) =>
      `POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\ncontent-length: ${length}\r\n\r\n`
    const huge = await ask(
      port,
      'POST',
      '/v1/chat/completions',
      { ...bearer(key), 'content-length': String(25 << 20) },
      '{',
    ).catch((error) => error)
    expect(huge.status ?? huge.code).toSatisfy((told: unknown) => told === 413 || told === 'ECONNRESET')
    const sockets = Array.from({ length: 2 }, () => connect(port, '127.0.0.1').on('error', () => {}))
    onTestFinished(() => sockets.forEach((socket) => void socket.destroy()))
    for (const socket of sockets) socket.write(`${head(24 << 20)}{"model":`)
    // What the slow ones hold back is theirs: a third as large has to wait, others go on.
    await expect
      .poll(
        async () =>
          (await ask(port, 'POST', '/v1/responses', { ...bearer(key), 'transfer-encoding': 'chunked' }, '{}')).status,
      )
      .toBe(429)
    const { choices } = await client().chat.completions.create({ model, messages: [user('괜찮아?')] })
    expect(choices[0]?.message.content).toBe('1번째: 괜찮아?')
  })
})
