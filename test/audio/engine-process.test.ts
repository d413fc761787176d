import { expect, test } from 'vitest'
import { Listening } from '../../src/audio/listening.ts'
import { settingsFor } from '../../src/audio/sentence-settings.ts'
import type { RecognizedSpeech } from '../../src/protocol/speech.ts'

/**
 * Frames with their number as the only sample; `voice` is what the detector says of each. What the recogniser was
 * given, by utterance.
 */
function listen() {
  const given: number[][] = [[]]
  const heard: RecognizedSpeech['type'][] = []
  let voice = false
  const finish = async () => String((given[given.push([]) - 2] ?? []).length)
  const drop = () => void given.push([])
  const stt = {
    accept: (frame: Float32Array) => void given.at(-1)?.push(...frame),
    text: () => '',
    pause: () => {},
    finish,
    drop,
  }
  const tell = (message: { type: string; heard?: RecognizedSpeech }) => message.heard && heard.push(message.heard.type)
  const ears = new Listening(() => ({ voice, silentMs: 200 }), stt, undefined, tell)
  let at = 0
  const frames = (count: number, speaks: boolean) => {
    voice = speaks
    for (const end = at + count; at < end; at++) ears.take(Float32Array.of(at))
  }
  return { ears, frames, given, heard }
}

test('a sentence is generated at its pace, and in the language of its letters where the model is told one', () => {
  const supertonic = { generationConfig: { sid: 0, speed: 1.2, extra: { lang: 'ko', x: 1 } } }
  expect(settingsFor('Hello there.', supertonic, 0.5)).toEqual({
    generationConfig: { sid: 0, speed: 0.6, extra: { lang: 'en', x: 1 } },
  })
  for (const text of ['네, API 키예요.', '123'])
    expect(settingsFor(text, supertonic, 1)).toMatchObject({ generationConfig: { extra: { lang: 'ko' } } })
  expect(settingsFor('Hi.', {}, 1.5)).toEqual({ speed: 1.5 })
})

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

test('the recogniser gets the 0.8 s before the detector was sure, also of somebody who speaks as soon as the last utterance is over', async () => {
  const { ears, frames, given, heard } = listen()
  frames(50, false)
  frames(10, true)
  frames(30, false)
  await ears.finish()
  frames(5, false)
  frames(10, true)
  expect(given).toEqual([range(10, 90), range(60, 105)])
  expect(heard).toEqual(['level', 'voice.started', 'voice.ended', 'final', 'level', 'voice.started'])
})

test('what was spoken before it was dropped is in no later utterance, a second breath is heard once', () => {
  const { ears, frames, given } = listen()
  frames(10, true)
  frames(12, false)
  frames(10, true)
  frames(5, false)
  ears.drop()
  frames(3, true)
  ears.drop()
  frames(4, true)
  expect(given).toEqual([range(0, 37), range(32, 40), range(40, 44)])
})
