import { type ChildProcess, spawn } from 'node:child_process'
import { afterAll, beforeAll, test } from 'vitest'
import { story } from '../../app/sync/two-devices.ts'
import { freePort } from '../../fakes/listen.ts'
import { requires } from '../../parts.ts'

requires('redis-server')('over Redis', () => {
  let redis: ChildProcess
  let url = ''
  beforeAll(async () => {
    url = `redis://127.0.0.1:${await freePort()}`
    redis = spawn('redis-server', ['--port', new URL(url).port, '--save', ''], { stdio: ['ignore', 'pipe', 'ignore'] })
    for await (const text of redis.stdout ?? []) if (String(text).includes('Ready to accept')) break
    redis.stdout?.resume()
  })
  afterAll(() => void redis.kill('SIGKILL'))

  test('it is stopped and answered from the other, too; without encryption a yes is given only where it runs', async () => {
    await story('locked', `${url}?name=locked`, true)
    await story('plain', `${url}?name=plain`, false)
  }, 120_000)
})
