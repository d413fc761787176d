// A home in which the models of the tests are installed, for the real program.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testModels } from '../../audio/rig.ts'

const uses = { vad: testModels.vad, stt: testModels.stt }

/** Installs ears in a home. The variables with which the program finds them. */
export function installEars(home: string): NodeJS.ProcessEnv {
  const manifest = join(home, 'manifest.json')
  const models = Object.entries(uses).map(([use, { name, kind, config }]) => {
    mkdirSync(join(home, 'models', name), { recursive: true })
    writeFileSync(join(home, 'models', name, 'receipt.json'), JSON.stringify({ name, sha256: '', files: {} }))
    const about = { languages: ['ko'], size: 1, licence: 'test', url: 'https://localhost/none', sha256: 'unpinned' }
    return { name, use, kind, config, ...about }
  })
  writeFileSync(manifest, JSON.stringify(models))
  return { ASSISTANT_VOICE_MANIFEST: manifest }
}
