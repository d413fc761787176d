import { createRequire } from 'node:module'
import type * as Sherpa from 'sherpa-onnx-node'
import { expect, test } from 'vitest'
import { sherpaWake } from '../../src/audio/recognisers.ts'
import { SoundStory } from '../core/voice/sounding.ts'
import { requires } from '../parts.ts'
import { misheard } from './judge.ts'
import { says } from './person.ts'
import { testModels } from './rig.ts'

const joined = (...parts: Int16Array[]) => Int16Array.from(parts.flatMap((part) => [...part]))

requires('espeak-ng')('a recogniser that reads whole utterances', () => {
  test('hears somebody before they are through, stops for them, and keeps all their words', async () => {
    const it = await SoundStory.open({ offline: true })
    it.says('비서야').says('이야기해줘').starts()
    expect(it.state.phase).toBe('processing')
    // Seven seconds without a breath: no pause tells the recogniser to look.
    const words = ['오늘 날씨 알려줘', '지금 몇 시야', '불 꺼줘', '음악 틀어줘', '타이머 오 분 맞춰줘']
    const sound = joined(...words.map((text) => says(text).subarray(800)))
    expect(sound.length / 16_000).toBeGreaterThan(5)
    await it.sounds(sound.subarray(0, 3 * 16_000))
    expect([it.state.phase, it.state.ear.voice]).toEqual(['listening', true])
    await (await it.sounds(sound.subarray(3 * 16_000))).silence(2_500)
    const taken = it.done.flatMap((command) =>
      command.do === 'show' && command.what === 'heard' ? [command.text] : [],
    )
    expect(misheard(words.join(''), [taken.slice(1).join('')], 12)).toBeUndefined()
  })

  test('a stop is heard alone', async () => {
    const it = await SoundStory.open({ offline: true })
    it.says('비서야').says('이야기해줘').starts()
    await (await it.sounds(says('잠깐만'))).silence(2_000)
    expect(it.look().some((command) => command.do === 'cancel')).toBe(true)
  })

  test('a spotter beside it hears the words that stop, from any voice, before the recogniser has read them', () => {
    const engine = createRequire(import.meta.url)('sherpa-onnx-node') as typeof Sherpa
    const keywords = '그 마 ᆫ @그만\n자 ᆷ 까 ᆫ 마 ᆫ @잠깐만\nstop @stop'
    const heard = ['그만', '잠깐만', 'stop', '다음 달이야'].map((text) =>
      ['', '+f4', '+m7'].map((voice) => {
        const wake = sherpaWake(engine, { ...testModels.wake, keywords })
        const sound = Float32Array.from(
          joined(says(text, { voice }), new Int16Array(8_000)),
          (sample) => sample / 32_768,
        )
        const frames = Array.from({ length: Math.floor(sound.length / 320) }, (_, i) =>
          sound.subarray(i * 320, (i + 1) * 320),
        )
        return frames.map(wake).find(Boolean)
      }),
    )
    expect(heard).toEqual([
      Array(3).fill('그만'),
      Array(3).fill('잠깐만'),
      Array(3).fill('stop'),
      Array(3).fill(undefined),
    ])
  })
})
