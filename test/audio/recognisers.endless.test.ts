import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { longTest, requires } from '../parts.ts'

const at = (path: string) => pathToFileURL(resolve(path)).href

/** Somebody talks for 70 s without a pause, and then is silent. Prints each time at which voice began or ended. */
const program = `
  import { createRequire } from 'node:module'
  import { sherpaVad } from '${at('src/audio/recognisers.ts')}'
  import { toFloat } from '${at('src/audio/frames.ts')}'
  import { says } from '${at('test/audio/person.ts')}'
  import { testModels } from '${at('test/audio/rig.ts')}'
  const sound = says('The council voted late last night to keep the old bridge open until spring').filter((one) => one)
  const detect = sherpaVad(createRequire('${at('package.json')}')('sherpa-onnx-node'), testModels.vad)
  const changes = []
  let was = false
  for (let frame = 0; frame < 73 * 50; frame++) {
    const said = Int16Array.from({ length: 320 }, (_, i) =>
      frame < 70 * 50 ? sound[(frame * 320 + i) % sound.length] : 0)
    const { voice } = detect(toFloat(said))
    if (voice !== was) changes.push(Math.round(frame / 50))
    was = voice
  }
  console.log(JSON.stringify(changes))
`

requires('espeak-ng')('a voice that goes on for more than a minute', () => {
  longTest('is one voice, and the detector keeps no more of it than it can hold', () => {
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    expect([JSON.parse(stdout), stderr]).toEqual([[0, 70], ''])
  })
})
