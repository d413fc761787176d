import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareEnv } from '../cli/assistant.ts'
import { type ModelServer, modelServer, say } from '../fakes/model-server.ts'
import { stream } from '../ui/http/rig.ts'

// One server over a disk and a model of a script, as somebody runs it for others.
describe('assistant serve as a service for many', () => {
  const home = mkdtempSync(join(tmpdir(), 'serve-'))
  let model: ModelServer
  let child: ChildProcess
  let port = 0
  let key = ''

  beforeAll(async () => {
    model = await modelServer(...Array.from({ length: 20 }, () => say('그래요.')))
    const env = bareEnv(home, { ASSISTANT_LANG: 'ko', OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_BASE_URL: model.openai })
    child = spawn(process.execPath, [resolve('bin/assistant.js'), 'serve', '--port', '0'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    await new Promise<void>((done, failed) => {
      const hear = (text: Buffer) => {
        said += text
        if (/http:\/\/127\.0\.0\.1:\d+/.test(said)) done()
      }
      child.stdout?.on('data', hear)
      child.stderr?.on('data', hear)
      child.once('exit', (code) => failed(new Error(`serve ended with ${code}: ${said}`)))
    })
    key = /ast_[\w-]+/.exec(said)?.[0] ?? ''
    port = Number(/127\.0\.0\.1:(\d+)/.exec(said)?.[1])
  }, 60_000)

  afterAll(async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await model[Symbol.asyncDispose]()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })

  test('nobody is told what was said in another session', { timeout: 60_000 }, async () => {
    await stream(port, key, 'one', '우리 강아지 이름은 보리이고 산책 시간은 저녁 여덟 시로 정했어')
    const frames = await stream(port, key, 'two', '강아지 이름이랑 산책 시간 뭐였지?')
    expect(frames.at(-1)).toMatchObject({ event: 'DONE', data: { message: '그래요.', action: 'DONE' } })
    const asked = model.requests.find(({ body }) => JSON.stringify(body.messages).includes('뭐였지'))
    expect(JSON.stringify(asked?.body.messages)).not.toContain('보리')
  })
})
