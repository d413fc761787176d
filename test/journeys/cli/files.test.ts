import { spawn } from 'node:child_process'
import { mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { bareEnv, end, freshHome, start } from '../../cli/assistant.ts'
import { type ModelServer, modelServer, say, scriptedServer } from '../../fakes/model-server.ts'
import { pdf } from '../../fixtures/docs/make.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The pictures of a request, as bytes, whatever wire it took. */
function picturesIn(body: unknown): Buffer[] {
  const found = JSON.stringify(body).matchAll(/"(?:data:image\/png;base64,)?(iVBOR[\w+/=]+)"/g)
  return Array.from(found, ([, data = '']) => Buffer.from(data, 'base64'))
}

/** Three ways in, over three wires: files, words and standard input beside the settings of a provider. */
const ways: [string, string[], string | undefined, (urls: ModelServer) => NodeJS.ProcessEnv][] = [
  [
    '--image',
    ['--image', '내 점.png', '이게 뭐야? @note.txt를 읽어 @nobody'],
    undefined,
    ({ openai }) => ({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: openai }),
  ],
  [
    '@file',
    ['이게 뭐야? @"내 점.png"을 봐. @note.txt, @nobody'],
    undefined,
    ({ anthropic }) => ({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: anthropic }),
  ],
  [
    'standard input',
    ['-m', 'ollama:qwen3-vl', '이게 뭐야? @note.txt @nobody'],
    '내 점.png',
    ({ url }) => ({ OLLAMA_HOST: url }),
  ],
]

test.each(ways)('a picture by %s goes along byte for byte, and files behind @ with it', async (_, args, piped, env) => {
  await using server = await scriptedServer([say('점이에요.')], {
    shown: { capabilities: ['completion', 'tools', 'vision'] },
  })
  const home = freshHome()
  writeFileSync(join(home, '내 점.png'), png)
  writeFileSync(join(home, 'note.txt'), '회의는 세 시')
  const stdin = piped === undefined ? 'ignore' : openSync(join(home, piped), 'r')
  const ended = await end(start(args, bareEnv(home, env(server)), stdin, home))
  expect([ended.code, ended.out, ended.err]).toEqual([0, '점이에요.\n', ''])
  const { body } = server.requests[0] ?? {}
  const pictures = body.messages.flatMap((message: { images?: string[] }) => message.images ?? [])
  expect(pictures.length > 0 ? pictures.map((data: string) => Buffer.from(data, 'base64')) : picturesIn(body)).toEqual([
    png,
  ])
  const sent = JSON.stringify(body)
  expect([sent.includes('회의는 세 시'), sent.includes('@nobody')]).toEqual([true, true])
})

test.each([
  [
    'a model without eyes',
    { ZAI_API_KEY: 'k' },
    ['-m', 'glm-4.7'],
    'glm-4.7 모델은 그림을 볼 수 없어서 보내지 않았어요.',
  ],
  ['no model at all', {}, [], '모델 없이 규칙으로 답해서 그림을 볼 수 없어요.'],
])('a picture for %s is told before anything is sent: 42', async (_, keys, args, words) => {
  await using server = await modelServer(say('네.'))
  const home = freshHome()
  writeFileSync(join(home, 'dot.png'), png)
  const env = bareEnv(home, { ...keys, ZAI_BASE_URL: server.zai })
  const ended = await end(start([...args, '--image', 'dot.png', '뭐야?'], env, 'ignore', home))
  expect([ended.code, ended.out, ended.err.includes(words), server.requests.length]).toEqual([42, '', true, 0])
})

test('a PDF that is piped in goes along as its text', async () => {
  await using server = await modelServer(say('네.'))
  const home = freshHome()
  writeFileSync(join(home, 'a.pdf'), pdf(['휴가는 열닷새']))
  const env = bareEnv(home, { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.openai })
  const ended = await end(start(['며칠이야?'], env, openSync(join(home, 'a.pdf'), 'r'), home))
  expect([ended.code, ended.err]).toEqual([0, ''])
  expect(JSON.stringify(server.requests[0]?.body.messages)).toContain('휴가는 열닷새')
})

test.each([
  ['a picture that is not there', ['--image', 'nope.png', '뭐야?']],
  ['a picture that is none', ['--image', 'note.txt', '뭐야?']],
])('%s is told: 42', async (_, args) => {
  const home = freshHome()
  writeFileSync(join(home, 'note.txt'), 'x')
  const ended = await end(start(args, bareEnv(home), 'ignore', home))
  expect([ended.code, ended.out]).toEqual([42, ''])
  expect(ended.err).toMatch(/nope\.png|note\.txt/)
})

test('JSON to a disk that is full is a failure, said on stderr: 1', async () => {
  for (const format of ['json', 'stream-json']) {
    const child = spawn(process.execPath, [resolve('bin/assistant.js'), '--output-format', format, '3 더하기 4는?'], {
      env: bareEnv(freshHome()),
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    })
    const ended = await end(child as unknown as ReturnType<typeof start>)
    expect([ended.code, ended.err]).toEqual([1, expect.stringMatching(/디스크/)])
  }
})

test('a folder as standard input is refused: 42', async () => {
  const home = freshHome()
  const ended = await end(start(['뭐야?'], bareEnv(home), openSync(home, 'r')))
  expect([ended.code, ended.err]).toEqual([42, expect.stringMatching(/폴더/)])
})

test('a working folder that was removed is told', async () => {
  const home = freshHome()
  mkdirSync(join(home, 'gone'))
  const shell = `cd gone && rmdir ../gone && exec ${process.execPath} ${resolve('bin/assistant.js')} 안녕`
  const child = spawn('sh', ['-c', shell], { cwd: home, env: bareEnv(home), stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = await end(child as unknown as ReturnType<typeof start>)
  expect([ended.code, ended.out]).toEqual([42, ''])
  expect(ended.err).toMatch(/폴더/)
  expect(ended.err).not.toMatch(/at .+\.js/)
  rmSync(home, { recursive: true, force: true })
})
