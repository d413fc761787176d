import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openSpeechInput } from '../../src/audio/speech-input.ts'
import type { RecognizedSpeech } from '../../src/protocol/speech.ts'
import { overTheAir, requires } from '../parts.ts'
import { misheard } from './judge.ts'
import { openRoom, programs, type Room, roomMicrophone, testModels } from './rig.ts'

/** What an utterance becomes: heard with the real recorder, the real engine and toy models. */
async function listening(room: Room, more: object = {}) {
  const abort = new AbortController()
  const { microphone, delivers } = roomMicrophone(room.env)
  const models = { vad: testModels.vad, stt: testModels.stt, ...more }
  const ears = openSpeechInput({
    microphone,
    models,
    program: programs.engine,
    node: process.execPath,
    env: room.env,
    now: () => performance.now(),
  })
  const heard: RecognizedSpeech[] = []
  const done = (async () => {
    for await (const one of ears.hear(abort.signal)) heard.push(one)
  })()
  const seen = async (type: RecognizedSpeech['type'], ms = 20_000) => {
    for (const end = performance.now() + ms; performance.now() < end; await sleep(10)) {
      const found = heard.findLast((one) => one.type === type)
      if (found) return found
    }
    throw new Error(`${type} was not heard; ${JSON.stringify(heard)}`)
  }
  for (const end = performance.now() + 30_000; !(ears.ready() && delivers()); await sleep(10))
    if (performance.now() > end) throw new Error('nothing hears')
  return {
    ears,
    heard,
    seen,
    async close() {
      abort.abort()
      await done
    },
  }
}

requires(
  'pulseaudio',
  'pactl',
  'paplay',
  'espeak-ng',
)(
  'hearing through the real recorder and engine',
  () => {
    test('an utterance is noticed, understood while it goes on, and heard out', async () => {
      await using room = await openRoom()
      const { ears, heard, seen, close } = await listening(room)
      await room.say('오늘 날씨 알려줘')
      await seen('voice.ended')
      ears.finish()
      const final = await seen('final')
      expect(misheard('오늘 날씨 알려줘', final.type === 'final' ? [final.text] : [], 2)).toBeUndefined()
      expect(heard.map(({ type }) => type).filter((type) => type !== 'partial' && type !== 'level')).toEqual([
        'voice.started',
        'voice.ended',
        'final',
      ])
      expect(heard.filter(({ type }) => type === 'partial').length).toBeGreaterThan(2)
      await close()
    })
  },
  overTheAir,
)
