import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { chatModelsThatFit, pullLocalModel } from '../../../src/app/models/pull-local.ts'
import type { DownloadableModel } from '../../../src/audio/models/manifest.ts'
import { loadSettings } from '../../../src/config/settings.ts'
import { processEnvironment } from '../../../src/library/environment.ts'
import { voiceMessages } from '../../../src/messages/surfaces/voice.ts'
import { AssistantError } from '../../../src/protocol/index.ts'
import { withLock } from '../../../src/std/fs/lock.ts'

const modelOf = (name: string, size: number, wants?: DownloadableModel['wants']): DownloadableModel => ({
  ...{
    name,
    use: 'chat',
    kind: 'chat',
    languages: [],
    size,
    licence: 'x',
    url: 'http://127.0.0.1:9/m.gguf',
    sha256: '0'.repeat(64),
  },
  config: { model: '@/m.gguf', window: 512 },
  ...(wants ? { wants } : {}),
})

/** Pull a model in a home of its own; the sentence of what goes wrong. */
async function faultOf(model: DownloadableModel, during = (pull: () => Promise<void>, _home: string) => pull()) {
  const home = mkdtempSync(join(tmpdir(), 'pull-local-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const engine = { ...model, size: 1, name: `llama-${process.platform}-${process.arch}`, use: 'engine', kind: 'engine' }
  const list = join(home, 'list.json')
  writeFileSync(list, JSON.stringify([model, engine]))
  writeFileSync(join(home, 'config.json'), JSON.stringify({ language: 'en', voice: { manifest: list } }))
  const environment = processEnvironment({ env: { ...process.env, ASSISTANT_HOME: home } })
  const loaded = await loadSettings({ ...environment, now: new Date() })
  const signal = AbortSignal.timeout(20_000)
  const pull = () => pullLocalModel(model, { loaded, environment, signal, progress: () => {}, trying: () => {} })
  const failure = await during(pull, home).catch((error) =>
    error instanceof AssistantError ? error.failure : Promise.reject(error),
  )
  return String(failure?.data?.sentence)
}

test('a disk without room is told with what is wanted, before anything is fetched', async () => {
  expect(await faultOf(modelOf('huge', 1e18))).toMatch(/^The disk has too little room \(needs .*free .*\)/)
})

test('a file that is not the one of the list is thrown away, and told as such', async () => {
  const server = createServer((_, response) => response.end('something else')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const sentence = await faultOf({ ...modelOf('m', 1), url: `http://127.0.0.1:${port}/m.gguf` })
  expect(sentence).toBe(voiceMessages.en.models.badSum)
})

test('a model that is being pulled elsewhere is told, and left alone', async () => {
  const sentence = await faultOf(modelOf('m', 1), async (pull, home) => {
    mkdirSync(join(home, 'models'))
    return withLock(join(home, 'models', 'm'), pull, 500)
  })
  expect(sentence).toBe('m is being pulled elsewhere. Try again when that is done.')
})

test('the largest model that fits comes first; where none fits, the smallest of all', () => {
  const all = [
    modelOf('s', 1, { cores: 1, memoryGb: 2 }),
    modelOf('l', 3, { cores: 4, memoryGb: 8 }),
    modelOf('m', 2, { cores: 2, memoryGb: 4 }),
  ]
  const names = (memory: number, cores: number) => chatModelsThatFit(all, { memory, cores }).map(({ name }) => name)
  expect([names(9e9, 8), names(5e9, 8), names(9e9, 1), names(1e9, 1)]).toEqual([
    ['l', 'm', 's'],
    ['m', 's'],
    ['s'],
    ['s'],
  ])
})
