import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testModels } from '../../audio/rig.ts'
import { bareEnv, freshHome, run } from '../../cli/assistant.ts'

test('a disk that is full while a model is pulled: it says so, installs nothing, and goes on when there is room', async () => {
  const bytes = readFileSync(testModels.vad.config.sileroVad.model)
  const server = createServer((_, response) => response.end(bytes)).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/vad.onnx`
  const home = freshHome()
  const manifest = join(home, 'manifest.json')
  const about = { name: 'test-vad', use: 'vad', kind: 'vad', languages: ['ko'], size: bytes.length, licence: 'MIT' }
  const config = { sileroVad: { model: '@/vad.onnx' } }
  writeFileSync(manifest, JSON.stringify([{ ...about, url, sha256: 'unpinned', config }]))
  const env = bareEnv(home, { ASSISTANT_VOICE_MANIFEST: manifest })
  const part = join(home, 'models', '.test-vad.part')
  mkdirSync(join(home, 'models'))
  // A device that is always full.
  symlinkSync('/dev/full', part)
  expect(await run(['models', 'pull', 'test-vad', '--yes'], env)).toMatchObject({
    code: 1,
    err: expect.stringContaining('디스크에 남은 공간이 모자라요. 공간을 비우고 다시 받으면 이어서 받아요.'),
  })
  expect((await run(['models', 'list'], env)).out).toContain('없음')
  rmSync(part)
  const pulled = await run(['models', 'pull', 'test-vad', '--yes'], env)
  const recorded = JSON.parse(readFileSync(join(home, 'models', 'test-vad', 'receipt.json'), 'utf8')).sha256
  expect([pulled.code, pulled.err.includes(`받은 파일의 SHA-256: ${recorded}`)]).toEqual([0, true])
})
