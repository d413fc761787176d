import { join, resolve } from 'node:path'
import type { ModelFiles } from '../../src/audio/engine-messages.ts'
import { filesOf, readManifest } from '../../src/audio/models/manifest.ts'

const models = await readManifest('models/manifest.json')
export const kinds = resolve('test/fixtures/voice-models/kinds')

/** An entry of the manifest, with tiny files of ours in place of its own. */
export function entry(name: string, language: string, folder = join(kinds, name)): ModelFiles {
  const model = models.find((one) => one.name === name)
  if (!model) throw new Error(`${name} is not in the manifest`)
  return filesOf(model, folder, language)
}
