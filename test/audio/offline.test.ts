import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as Sherpa from 'sherpa-onnx-node'
import { expect, test } from 'vitest'
import { sherpaWake } from '../../src/audio/recognisers.ts'
import { requires } from '../parts.ts'
import { misheard } from './judge.ts'
import { says } from './person.ts'
import { QuickEar } from './quick-ear.ts'
import { testModels } from './rig.ts'

const agents = [{ name: '비서', workspace: 'home', wakeWord: '비서야' }]
const joined = (...parts: Int16Array[]) => Int16Array.from(parts.flatMap((part) => [...part]))

requires('espeak-ng')('a recogniser that reads whole utterances', () => {
  test('hears somebody before they are through, stops for them, and keeps all their words', async () => {
    await using ear = await QuickEar.open(agents, testModels.offline)
    await ear.give({ in: 'typed', text: '이야기해줘' })
    expect(ear.state.phase).toBe('processing')
    // Seven seconds without a breath: no pause tells the recogniser to look.
    const words = ['오늘 날씨 알려줘', '지금 몇 시야', '불 꺼줘', '음악 틀어줘', '타이머 오 분 맞춰줘']
    const sound = joined(...words.map((text) => says(text).subarray(800)))
    expect(sound.length / 16_000).toBeGreaterThan(5)
    for (let second = 0; second < 3; second++) {
      await ear.hear(sound.subarray(second * 16_000, (second + 1) * 16_000), 0)
      // As long as the second lasts where somebody speaks: it is read along beside the sound.
      await sleep(1_000)
      await ear.catchUp()
    }
    expect([ear.state.phase, ear.state.ear.voice]).toEqual(['listening', true])
    await ear.hear(sound.subarray(3 * 16_000), 2)
    expect(misheard(words.join(''), ear.understood().slice(1), 12)).toBeUndefined()
  })

  test('a stop is heard alone', async () => {
    await using ear = await QuickEar.open(agents, testModels.offline)
    await ear.give({ in: 'typed', text: '이야기해줘' })
    await ear.hear(says('잠깐만'), 2)
    expect(ear.commands.some((command) => command.do === 'cancel')).toBe(true)
  })

  test('a spotter beside it hears the words that stop, from any voice, before the recogniser has read them', () => {
    const engine = createRequire(import.meta.url)('sherpa-onnx-node') as typeof Sherpa
    const keywords = '그 마 ᆫ @그만\n자 ᆷ 까 ᆫ 마 ᆫ @잠깐만\nstop @stop'
    const heard = ['그만', '잠깐만', 'stop', '다음 달이야'].map((text) =>
      ['', '+f4', '+m7'].map((voice) => {
        const wake = sherpaWake(engine, { ...testModels.wake, keywords })
        const sound = Float32Array.from(joined(says(text, { voice }), new Int16Array(8_000)), (sample) => sample / 32_768)
        const frames = Array.from({ length: Math.floor(sound.length / 320) }, (_, i) => sound.subarray(i * 320, (i + 1) * 320))
        return frames.map(wake).find(Boolean)
      }),
    )
    expect(heard).toEqual([Array(3).fill('그만'), Array(3).fill('잠깐만'), Array(3).fill('stop'), Array(3).fill(undefined)])
  })
})
