import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { bareEnv, end, freshHome, run, start } from '../../cli/assistant.ts'

test.each([
  [['--port', '칠천'], 42, '포트 칠천을 쓸 수 없어요. --port로 다른 포트(0~65535)를 골라 주세요.'],
  [['--port', '99999'], 42, '포트 99999를 쓸 수 없어요. --port로 다른 포트(0~65535)를 골라 주세요.'],
  [
    ['--host', '203.0.113.1', '--port', '0'],
    52,
    '203.0.113.1 주소로는 서버를 열 수 없어요. 이 컴퓨터의 주소를 --host로 알려주세요.',
  ],
  [
    ['--allow-origin', 'app.example', '--port', '0'],
    42,
    '--allow-origin은 https://app.example처럼 써 주세요: app.example',
  ],
  [
    ['token', 'grant', 'default', 'tranfer'],
    42,
    '토큰에는 서비스와 문서 찾기만 허용할 수 있어요(transfer, search_documents): tranfer.',
  ],
])('serve %j ends with %i and says why', { timeout: 60_000 }, async (args, code, sentence) => {
  const ended = await run(['serve', ...args], bareEnv(freshHome(), { ASSISTANT_LANG: 'ko' }))
  expect(ended.err).toContain(sentence)
  expect([ended.code, ended.out]).toEqual([code, ''])
})

test('a Redis that does not answer is told at once, and the server waits for it', { timeout: 60_000 }, async () => {
  // Whoever knocks is turned away: no port of another program is guessed.
  const closed = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  onTestFinished(() => void closed.close())
  const { port } = await new Promise<{ port: number }>((done) => {
    closed.once('listening', () => done(closed.address() as { port: number }))
  })
  const env = bareEnv(freshHome(), { ASSISTANT_LANG: 'ko', REDIS_URL: `redis://127.0.0.1:${port}` })
  const child = start(['serve', '--sessions', 'redis', '--port', '0'], env)
  child.stderr
    ?.setEncoding('utf8')
    .on('data', (text: string) => text.includes('요청을 받고 있어요') && child.kill('SIGTERM'))
  const ended = await end(child)
  expect(ended.err).toMatch(/REDIS_URL의 Redis가 대답하지 않아요.*\n.*에서 요청을 받고 있어요/)
  expect(ended.code).toBe(0)
})
