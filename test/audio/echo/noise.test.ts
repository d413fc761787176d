import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import type * as Sherpa from 'sherpa-onnx-node'
import { expect, test } from 'vitest'
import { openNoiseSuppressor } from '../../../src/audio/echo/noise.ts'
import type { FromEngine } from '../../../src/audio/engine-messages.ts'
import { levelOf, toFloat } from '../../../src/audio/frames.ts'
import { sherpaReader } from '../../../src/audio/recognisers.ts'
import { frameSamples, listenRate } from '../../../src/protocol/speech.ts'
import { toJamo } from '../../../src/std/korean/spelling/jamo.ts'
import { requires } from '../../parts.ts'
import { bare, says, utterances } from '../person.ts'
import { testModels } from '../rig.ts'

/** A second and a half of the room, then somebody; `loud`: of a voice at full loudness. */
function inRoom(words: Int16Array, room: (i: number) => number, loud = 1): Int16Array {
  const before = listenRate * 1.5
  return Int16Array.from({ length: before + words.length }, (_, i) => (room(i) + (words[i - before] ?? 0)) * loud)
}

/** A fan and its motor. */
const hum = (i: number) =>
  1_400 * (Math.sin(i * 0.047) + 0.5 * Math.sin(i * 0.094) + 0.3 * Math.sin(i * 0.47)) + ((i * 7_919) % 997) - 498

async function cleaned(sound: Int16Array): Promise<Int16Array> {
  const { clean } = await openNoiseSuppressor()
  const out = sound.slice()
  for (let at = 0; at + frameSamples <= out.length; at += frameSamples)
    out.set(clean(out.subarray(at, at + frameSamples)), at)
  return out
}

test('a hum is less, a voice without noise is what it was, and a quiet one is louder', async () => {
  const voice = Int16Array.from(
    { length: listenRate * 3 },
    (_, i) => 9_000 * Math.sin(i * 0.2) * Math.max(0, Math.sin(i / 900)),
  )
  const noisy = inRoom(voice, hum, 0.5)
  const room = (sound: Int16Array) => levelOf(sound.subarray(listenRate, listenRate * 1.5))
  expect(room(noisy) - room(await cleaned(noisy))).toBeGreaterThan(3)
  const clear = inRoom(voice, () => 1)
  expect((await cleaned(clear)).subarray(listenRate * 2)).toEqual(clear.subarray(listenRate * 2))
  const quiet = inRoom(voice, (i) => 50 * ((i % 3) - 1), 0.02)
  const end = (sound: Int16Array) => levelOf(sound.subarray(listenRate * 3.5))
  expect(end(await cleaned(quiet)) - end(quiet)).toBeGreaterThan(10)
})

requires('espeak-ng')('beside a hum', () => {
  test('more is understood, and a built engine hears through it, too', async () => {
    const reader = sherpaReader(createRequire(import.meta.url)('sherpa-onnx-node') as typeof Sherpa, testModels.offline)
    const wrong = { raw: 0, clean: 0 }
    for (const utterance of utterances.filter((_, i) => i % 25 === 3)) {
      const noisy = inRoom(says(utterance.text, utterance), hum)
      const heard = async (sound: Int16Array) =>
        toJamo(bare(await reader.read(toFloat(sound.subarray(listenRate * 1.3))))).join('') ===
        toJamo(bare(utterance.text)).join('')
      if (!(await heard(noisy))) wrong.raw++
      if (!(await heard(await cleaned(noisy)))) wrong.clean++
    }
    expect(wrong.raw, JSON.stringify(wrong)).toBeGreaterThan(wrong.clean)
    const engine = fork('dist/voice-engine.js', [], {
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    })
    const gone = once(engine, 'exit').then(() => Promise.reject(new Error('the engine died')))
    gone.catch(() => {})
    const told = (type: FromEngine['type']) =>
      new Promise<void>((resolve) => engine.on('message', (message: FromEngine) => message.type === type && resolve()))
    const ready = told('ready')
    engine.send({ do: 'hear', vad: testModels.vad, stt: testModels.stt, suppressNoise: true })
    await Promise.race([ready, gone])
    const heard = told('heard')
    engine.stdin?.write(Buffer.from(inRoom(says('오늘 날씨 알려줘'), hum).buffer))
    await Promise.race([heard, gone])
    engine.kill('SIGKILL')
  })
})
