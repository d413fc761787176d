import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { acceptTerms, openTerms } from '../../../src/app/models/accepted-terms.ts'
import type { DownloadableModel } from '../../../src/audio/models/manifest.ts'

const modelWith = (terms?: string): DownloadableModel => ({
  ...{
    name: 'm',
    use: 'chat',
    kind: 'chat',
    languages: [],
    size: 1,
    licence: 'own',
    url: 'https://x',
    sha256: 'unpinned',
  },
  config: {},
  chat: { tools: 'grammar', ...(terms === undefined ? {} : { terms }) },
})

test('terms of a model are open until they are accepted, and again when they are others', async () => {
  const state = mkdtempSync(join(tmpdir(), 'terms-'))
  onTestFinished(() => rmSync(state, { recursive: true }))
  const place = { paths: { state } } as Parameters<typeof openTerms>[0]
  const [model, changed] = [modelWith('https://terms/1'), modelWith('https://terms/2')]
  expect(await openTerms(place, modelWith())).toBe(undefined)
  expect(await openTerms(place, model)).toBe('https://terms/1')
  await acceptTerms(place, model, new Date(0))
  expect(await openTerms(place, model)).toBe(undefined)
  expect(await openTerms(place, changed)).toBe('https://terms/2')
})
