import { spawn } from 'node:child_process'
import { mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { bareEnv, end, freshHome, start } from '../../cli/assistant.ts'
import { modelServer, say } from '../../fakes/model-server.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('--image and @file go along with the question', async () => {
  await using server = await modelServer(say('점이에요.'))
  const home = freshHome()
  writeFileSync(join(home, 'dot.png'), png)
  writeFileSync(join(home, 'note.txt'), '회의는 세 시')
  const env = bareEnv(home, { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.openai })
  const ended = await end(start(['--image', 'dot.png', '이게 뭐야? @note.txt @nobody'], env, 'ignore', home))
  expect([ended.code, ended.out]).toEqual([0, '점이에요.\n'])
  const sent = JSON.stringify(server.requests[0]?.body.messages)
  expect([sent.includes(png.toString('base64')), sent.includes('회의는 세 시'), sent.includes('@nobody')]).toEqual([
    true,
    true,
    true,
  ])
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
