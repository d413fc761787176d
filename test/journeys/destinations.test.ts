import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test as sample } from 'vitest'
import { turnMessages } from '../../src/messages/engine/turn.ts'
import type { Failure } from '../../src/protocol/index.ts'
import { bareEnv, run } from '../cli/assistant.ts'
import { type ModelServer, modelServer, say, scriptedServer } from '../fakes/model-server.ts'
import { longTest as test } from '../parts.ts'
import { assistantAt, endingOf, freshHome, talk } from './home.ts'

// Every connection that this process tries to make, told by Node itself.
const sockets: Socket[] = []
const connected = (message: unknown) => void sockets.push((message as { socket: Socket }).socket)
let server: ModelServer
beforeAll(async () => {
  server = await scriptedServer([], { otherwise: say('지구예요.') })
  subscribe('net.client.socket', connected)
})
afterAll(async () => {
  unsubscribe('net.client.socket', connected)
  await server.close()
})
beforeEach(() => {
  sockets.length = 0
  server.requests.length = 0
  server.visits.length = 0
})

interface Wrong {
  /** What stands in config.json: as text, or as JSON. */
  file?: unknown
  secrets?: string
  env?: Record<string, string>
  /** `--model` of the question. */
  model?: string
}

/** Keys for three clouds and a local server that would answer: whoever guesses finds somebody. */
const temptations = () => ({
  OPENAI_API_KEY: 'sk-planted-1',
  ANTHROPIC_API_KEY: 'sk-planted-2',
  ZAI_API_KEY: 'planted-3',
  OLLAMA_HOST: server.url,
})

const cases: [name: string, wrong: Wrong][] = [
  ...[
    'olama',
    'opanai',
    'Antropic',
    'gemni',
    'z.ai',
    'gpt-4o',
    'http://127.0.0.1/v1',
    ' ',
    'ollama:llama3',
    'lokal',
  ].map((provider): [string, Wrong] => [`ASSISTANT_PROVIDER=${provider}`, { env: { ASSISTANT_PROVIDER: provider } }]),
  ...['OPENAI_BASE_URL', 'ANTHROPIC_BASE_URL', 'ZAI_BASE_URL', 'ASSISTANT_COMPATIBLE_URL'].flatMap(
    (name): [string, Wrong][] =>
      [
        'my-gateway.corp/v1',
        'localhost:8080/v1',
        'ftp://gateway.corp',
        'https//gateway.corp',
        'http://',
        'http://a b/',
      ].map((url) => [`${name}=${url}`, { env: { [name]: url } }]),
  ),
  ['OLLAMA_HOST=ftp://x', { env: { OLLAMA_HOST: 'ftp://x' } }],
  ['OLLAMA_HOST with a blank', { env: { OLLAMA_HOST: 'my host' } }],
  ['ASSISTANT_FALLBACK=gpt-4o', { env: { ASSISTANT_FALLBACK: 'gpt-4o' } }],
  ['ASSISTANT_FALLBACK=olama:x', { env: { ASSISTANT_FALLBACK: 'olama:x' } }],
  ['a slip in the name of a variable', { env: { ASSISTANT_PROVIDR: 'ollama' } }],
  ['OPENAI_BASEURL', { env: { OPENAI_BASEURL: 'http://127.0.0.1:9/v1' } }],
  ['ASSISTANT_MODEL=olama:llama3', { env: { ASSISTANT_MODEL: 'olama:llama3' } }],
  ['--model olama:llama3', { model: 'olama:llama3' }],
  ['--model nobody:llama3', { model: 'nobody:llama3' }],
  ['a keyEnv that names nothing', { env: { ASSISTANT_PROVIDERS_ANTHROPIC_KEY_ENV: 'MY_GATEWAY_KEY' } }],
  ['TAVILY_BASE_URL without a scheme', { env: { TAVILY_BASE_URL: 'search.corp' } }],
  ['a provider in config.json that is none', { file: { provider: 'olama' } }],
  ['a provider that is a number', { file: { provider: 3 } }],
  ['a provider that is null', { file: { provider: null } }],
  ['an address without a scheme in config.json', { file: { providers: { ollama: { baseUrl: 'localhost:11434' } } } }],
  ['an address that is a number', { file: { providers: { openai: { baseUrl: 8080 } } } }],
  ['a slip in the name of an address', { file: { providers: { openai: { baseURL: 'http://127.0.0.1:9' } } } }],
  ['a slip in the name of a provider', { file: { providers: { opnai: { baseUrl: 'http://127.0.0.1:9' } } } }],
  ['a slip in the name of the setting', { file: { providr: 'ollama' } }],
  ['capitals', { file: { Provider: 'ollama' } }],
  ['the wrong nesting', { file: { provider: { ollama: {} } } }],
  ['an embedder that is none', { file: { docs: { embedder: 'opnai' } } }],
  ['an address of an embedder without a scheme', { file: { docs: { embedUrl: 'localhost:80' } } }],
  ['a comma too many', { file: '{"provider": "ollama",}' }],
  ['half a file', { file: '{"provider": "olla' }],
  ['an empty file', { file: '' }],
  ['NULs', { file: '\0\0\0' }],
  ['a list', { file: '["ollama"]' }],
  ['a comment', { file: '// mine\n{"provider": "ollama"}' }],
  ['a damaged file and a provider from the environment', { file: '{', env: { ASSISTANT_PROVIDER: 'openai' } }],
  ['a damaged file and --model of a cloud', { file: '{', model: 'anthropic:claude-sonnet-4-6' }],
  ['damaged keys', { secrets: '{"ANTHROPIC_API_KEY": ' }],
]

const home = (wrong: Wrong) => {
  const folder = freshHome()
  const put = (name: string, content: unknown) => {
    if (content === undefined) return
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  put('config.json', wrong.file)
  put('secrets.json', wrong.secrets)
  return folder
}

describe(`a wrong setting sends nothing anywhere: ${cases.length} of them`, () => {
  sample.each(cases)('%s', async (_, wrong) => {
    expect(cases.length).toBeGreaterThanOrEqual(60)
    const folder = home(wrong)
    // Twice: a damaged file is gone at the second start, and still nobody knows what it chose.
    for (let start = 0; start < 2; start++) {
      const assistant = await assistantAt(folder, {
        env: { ...temptations(), ...wrong.env },
        flags: { provider: undefined },
      })
      const { conversation, say: tell } = await talk(assistant)
      if (wrong.model) await conversation.append({ type: 'conversation.tuned', model: wrong.model })
      const ending = endingOf(await tell('비밀이야'))
      await conversation.close()
      await assistant.close()
      expect(ending).toMatchObject({
        type: 'turn.failed',
        failure: { code: 'config', data: { sentence: expect.stringMatching(/./) } },
      })
      if (!wrong.model) expect(await assistant.ready()).toMatchObject({ code: 'config' })
    }
    expect([sockets.length, server.requests.length, server.visits.length]).toEqual([0, 0, 0])
  })
})

// Neither a key nor a local server: a model was chosen all the same, and the rules never answer in its place.
test.each<[model: string, code: string, sentence: RegExp]>([
  ['gpt-4o', 'auth', /API 키를 확인하세요.*openai/],
  ['gpt-5.5', 'auth', /openai/],
  ['o3', 'auth', /openai/],
  ['claude-sonnet-4-6', 'auth', /anthropic/],
  ['glm-4.7', 'auth', /zai/],
  ['gemini-3-pro', 'auth', /gemini/],
  ['deepseek-chat', 'auth', /deepseek/],
  ['openai:gpt-4o', 'auth', /openai/],
  ['azure:gpt-4o', 'config', /providers\.azure\.baseUrl/],
  ['llama3', 'config', /llama3: 이 모델에 물어볼 수 없어요/],
  ['meta/llama-3', 'config', /API 키가 없고/],
  ['@x/y', 'config', /@x: 이런 이름의 제공자는 없어요/],
  ['@x:y', 'config', /@x: 이런 이름의 제공자는 없어요/],
  ['deepseek-r1:8b', 'config', /Ollama 모델 이름 같아요.*ollama:deepseek-r1:8b/],
  ['qwen3:0.6b', 'config', /ollama:qwen3:0\.6b/],
  ['gemma3n:e4b', 'config', /ollama:gemma3n:e4b/],
  ['mixtral:8x7b', 'config', /ollama:mixtral:8x7b/],
  ['mistral:7b', 'config', /ollama:mistral:7b/],
  ['deepseek:latest', 'config', /ollama:deepseek:latest/],
  ['nobody:model', 'config', /openai, anthropic, zai, gemini, .*, ollama, .*offline.* 중에서/],
  ['@x', 'config', /@x: 이런 이름의 제공자는 없어요/],
])('%s without a key: %s, and nobody is asked', async (model, code, sentence) => {
  const nobody = { OLLAMA_HOST: 'http://127.0.0.1:9' }
  const ways: Parameters<typeof assistantAt>[1][] = [
    { env: nobody, flags: { provider: undefined, model } },
    { env: { ...nobody, ASSISTANT_MODEL: model }, flags: { provider: undefined } },
  ]
  for (const way of ways) {
    const assistant = await assistantAt(freshHome(), way)
    const { conversation, say: tell } = await talk(assistant)
    const ending = endingOf(await tell('안녕'))
    expect(ending).toMatchObject({ type: 'turn.failed', failure: { code } })
    expect(ending.type === 'turn.failed' && turnMessages.ko.failure(ending.failure)).toMatch(sentence)
    expect(await assistant.ready()).toMatchObject({ code })
    await conversation.close()
    await assistant.close()
  }
})

test('who chose the rules gets them, whatever model stands in the settings', async () => {
  const ways = [
    { flags: { provider: undefined, model: 'rules' } },
    { flags: { provider: undefined, model: 'offline:rules' } },
    { env: { ASSISTANT_MODEL: 'gpt-4o', ASSISTANT_PROVIDER: 'offline' }, flags: { provider: undefined } },
  ]
  for (const { env, flags } of ways) {
    const chat = await talk(
      await assistantAt(freshHome(), { env: { OLLAMA_HOST: 'http://127.0.0.1:9', ...env }, flags }),
    )
    expect(endingOf(await chat.say('3 더하기 4는?'))).toMatchObject({
      type: 'turn.done',
      text: expect.stringContaining('7'),
    })
    await chat.conversation.close()
  }
})

test('who chose offline sends nothing, however a model is asked for: 52 by name, and rules where it only stands in the settings', async () => {
  const env = { ...temptations(), OPENAI_BASE_URL: server.openai, ASSISTANT_FALLBACK: 'openai:gpt-4o' }
  for (const model of ['gpt-4o', 'openai:gpt-4o', 'ollama:llama3', 'llama3', 'deepseek-r1:8b', '@mine:x']) {
    const named: Parameters<typeof assistantAt>[1][] = [
      { env: { ...env, ASSISTANT_PROVIDER: 'offline' }, flags: { provider: undefined, model } },
      { env, flags: { provider: 'offline' } },
    ]
    for (const way of named) {
      const assistant = await assistantAt(freshHome(), way)
      const { conversation, say: tell } = await talk(assistant)
      if (!way?.flags?.model) await conversation.append({ type: 'conversation.tuned', model })
      const ending = endingOf(await tell('비밀이야'))
      expect(ending).toMatchObject({ type: 'turn.failed', failure: { code: 'config' } })
      expect(ending.type === 'turn.failed' && turnMessages.ko.failure(ending.failure)).toContain(
        'offline이라 어떤 모델에도 묻지 않아요',
      )
      await conversation.close()
      await assistant.close()
    }
    const assistant = await assistantAt(freshHome(), {
      env: { ...env, ASSISTANT_MODEL: model },
      flags: { provider: 'offline' },
    })
    const { conversation, say: tell } = await talk(assistant)
    expect(endingOf(await tell('3 더하기 4는?'))).toMatchObject({
      type: 'turn.done',
      text: expect.stringContaining('7'),
    })
    expect(await assistant.models()).toEqual([{ provider: 'offline', model: 'rules' }])
    expect(assistant.warnings).toEqual([
      expect.stringMatching(/provider가 offline이라 model 설정\(ASSISTANT_MODEL\)은 쓰지 않고/),
    ])
    await conversation.close()
    await assistant.close()
  }
  expect([sockets.length, server.requests.length, server.visits.length]).toEqual([0, 0, 0])
})

test('a model with a size is asked of Ollama where Ollama is in use, also one that is called like a provider', async () => {
  const chat = await talk(
    await assistantAt(freshHome(), {
      env: { OLLAMA_HOST: server.url, MISTRAL_API_KEY: 'k' },
      flags: { provider: 'ollama', model: 'mistral:7b' },
    }),
  )
  expect(endingOf(await chat.say('안녕')).type).toBe('turn.done')
  expect(server.requests.map(({ body }) => body.model)).toEqual(['mistral:7b'])
  await chat.conversation.close()
})

test.each([[[]], [['nomic-embed-text']]])(
  'an Ollama that has no model that talks (%j) is no model: rules answer, and who chose it is told',
  async (models) => {
    await using empty = await scriptedServer([], { models })
    const at = async (flags: { provider?: string }) =>
      talk(await assistantAt(freshHome(), { env: { OLLAMA_HOST: empty.url }, flags }))
    const chat = await at({})
    expect(endingOf(await chat.say('12 곱하기 12는?'))).toMatchObject({
      type: 'turn.done',
      text: expect.stringContaining('144'),
    })
    await chat.conversation.close()
    const own = await at({ provider: 'ollama' })
    const { failure } = endingOf(await own.say('안녕')) as { failure?: Failure }
    expect(failure && turnMessages.ko.failure(failure)).toBe(
      'ollama에 대화할 모델이 하나도 없어요. `assistant setup`에서 하나 받거나 다른 제공자를 골라 주세요.',
    )
    await own.conversation.close()
  },
)

test('the same with -q: 52 and a sentence, and a damaged file is kept byte for byte', async () => {
  for (const wrong of [
    { env: { ASSISTANT_PROVIDER: 'olama' } },
    { file: '{"provider": "ollama",}' },
  ] satisfies Wrong[]) {
    const folder = home(wrong)
    const env = bareEnv(folder, {
      OPENAI_API_KEY: 'sk-planted',
      OPENAI_BASE_URL: server.openai,
      ...('env' in wrong ? wrong.env : {}),
    })
    const ended = await run(['-q', '비밀이야'], env)
    // The address was written by the person, but not that this provider is to be asked.
    if ('file' in wrong) {
      const kept = readdirSync(folder).find((name) => name.startsWith('config.json.damaged-')) ?? ''
      expect([existsSync(join(folder, 'config.json')), readFileSync(join(folder, kept), 'utf8')]).toEqual([
        false,
        wrong.file,
      ])
    }
    expect([ended.code, ended.out, ended.err.trim().split('\n').length]).toEqual([52, '', 1])
  }
  expect(server.requests).toEqual([])
})

test('a choice made anew after the damage is heard, and without a key or a server the rules answer', async () => {
  await using other = await modelServer(say('지구예요.'))
  const folder = home({ file: '{"provider": "ollama",}' })
  const offline = await talk(await assistantAt(folder, { flags: { provider: undefined } }))
  expect(endingOf(await offline.say('3 더하기 4는?')).type).toBe('turn.done')
  await offline.conversation.close()
  writeFileSync(
    join(folder, 'config.json'),
    JSON.stringify({ provider: 'openai', providers: { openai: { baseUrl: other.openai } } }),
  )
  const again = await talk(await assistantAt(folder, { env: { OPENAI_API_KEY: 'k' }, flags: { provider: undefined } }))
  expect(endingOf(await again.say('세 번째 행성은?'))).toMatchObject({ type: 'turn.done', text: '지구예요.' })
  await again.conversation.close()
})

test('a server with a name of one’s own is meant however its model is written, and asked once what it knows of it', async () => {
  await using own = await modelServer(say('하나'), say('둘'), say('셋'))
  const config = { servers: { mine: { baseUrl: own.openai, model: 'model-1' } } }
  const folder = home({ file: JSON.stringify(config) })
  for (const model of ['@mine:model-1', '@mine/model-1', '@mine']) {
    const chat = await talk(await assistantAt(folder, { env: temptations(), flags: { provider: undefined, model } }))
    expect(endingOf(await chat.say('세 번째 행성은?')).type).toBe('turn.done')
    await chat.conversation.close()
  }
  expect([own.requests.length, own.visits.map(({ path }) => path)]).toEqual([3, ['/v1/models', '/v1/models/model-1']])
  expect([server.requests.length, server.visits.length]).toEqual([0, 0])
})
