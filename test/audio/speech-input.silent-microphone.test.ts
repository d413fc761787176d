import { expect, test } from 'vitest'
import { openSpeechInput } from '../../src/audio/speech-input.ts'
import type { Microphone, RecognizedSpeech } from '../../src/protocol/speech.ts'
import { abortable } from '../../src/std/abort.ts'
import { programs, testModels } from './rig.ts'

/** What is heard with a microphone that delivers these samples, a frame each. */
async function heardWith(samples: number[]): Promise<RecognizedSpeech[]> {
  const over = new AbortController()
  const microphone: Microphone = async function* (signal) {
    for (const sample of samples) yield new Int16Array(320).fill(sample)
    // What is told is told by now; the microphone stays where it is.
    setImmediate(() => over.abort())
    await abortable(new Promise<never>(() => {}), signal).catch(() => {})
  }
  const models = { vad: testModels.vad, stt: testModels.stt }
  const engine = { program: programs.engine, node: process.execPath, env: process.env, now: () => performance.now() }
  const heard: RecognizedSpeech[] = []
  for await (const one of openSpeechInput({ ...engine, microphone, models }).hear(over.signal)) heard.push(one)
  return heard
}

test('a microphone that delivers nothing but zeros for 15 s is told, once; one that makes the least noise is not', async () => {
  const zeros = (count: number): number[] => new Array(count).fill(0)
  expect(await heardWith(zeros(2_000))).toEqual([{ type: 'silent' }])
  expect(await heardWith(zeros(700))).toEqual([])
  expect(await heardWith([...zeros(10), 1, ...zeros(2_000)])).toEqual([])
})
