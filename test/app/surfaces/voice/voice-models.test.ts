import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDownloadedModels } from '../../../../src/app/models/downloaded-models.ts'
import { chooseRecognisers } from '../../../../src/app/surfaces/voice/voice-models.ts'
import { loadSettings } from '../../../../src/config/settings.ts'

/** Which recognisers are chosen in a home where these models are. */
async function chosen(here: string[], given: Record<string, string> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'ears-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  for (const name of here) {
    mkdirSync(join(home, 'models', name), { recursive: true })
    writeFileSync(join(home, 'models', name, 'receipt.json'), JSON.stringify({ name, sha256: '', files: {} }))
  }
  const env = { ASSISTANT_HOME: home, ASSISTANT_LANGUAGE: 'ko', ...given }
  const shelf = await openDownloadedModels(await loadSettings({ env, cwd: home, userHome: home, now: new Date() }))
  const { first, second } = await chooseRecognisers(shelf)
  return [first?.name, second?.name]
}

const both = ['zipformer-ko-streaming', 'sense-voice']

test('where a streaming and an accurate recogniser of the language are here, one follows and the other writes the final text', async () => {
  expect(await chosen(both)).toEqual(both)
  for (const named of both) expect(await chosen(both, { ASSISTANT_VOICE_STT: named })).toEqual(both)
  expect(await chosen([...both, 'whisper-turbo'], { ASSISTANT_VOICE_STT: 'whisper-turbo' })).toEqual([
    'zipformer-ko-streaming',
    'whisper-turbo',
  ])
})

test('one alone is used alone: by choice, beside a service, and where the other one is not here or speaks another language', async () => {
  const one = ['zipformer-ko-streaming', undefined]
  expect(await chosen(both, { ASSISTANT_VOICE_TWO_PASS: 'off' })).toEqual(one)
  expect(await chosen(both, { ASSISTANT_VOICE_STT: 'openai/whisper-1' })).toEqual(one)
  expect(await chosen(['zipformer-ko-streaming'])).toEqual(one)
  expect(await chosen(['sense-voice', 'zipformer-en-streaming'])).toEqual(['sense-voice', undefined])
  expect(await chosen([])).toEqual([undefined, undefined])
})
