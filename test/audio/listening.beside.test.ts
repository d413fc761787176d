import { expect, test } from 'vitest'
import { Listening } from '../../src/audio/listening.ts'
import { frameSamples } from '../../src/protocol/speech.ts'

const seconds = (count: number) => count * 50
/** A second of syllables at this level in dB, loud for 0.3 s of each 0.4 s. */
const voiceAt = (db: number, frame: number) => {
  const loud = 10 ** ((frame % 20 < 15 ? db : db - 20) / 20) * Math.SQRT2
  return Float32Array.from({ length: frameSamples }, (_, i) => loud * Math.sin((2 * Math.PI * 250 * i) / 16_000))
}

/** The times, in seconds, at which a voice began and ended in a room where somebody speaks all the time. */
function voices(parts: { db: number; for: number; near?: number }[]): string[] {
  const told: string[] = []
  let frame = 0
  const ears = new Listening(
    // Beside a television a detector of speech says that there is some.
    () => ({ voice: true, silentMs: 200 }),
    { accept() {}, text: () => '', pause() {}, finish: async () => '', drop() {} },
    undefined,
    (message) => {
      if (message.type !== 'heard' || message.heard.type === 'level') return
      told.push(`${message.heard.type} ${Math.round(frame / 5) / 10}`)
    },
  )
  for (const { db, for: length, near } of parts) {
    ears.attendTo(near)
    for (const end = frame + seconds(length); frame < end; frame++) ears.take(voiceAt(db, frame))
  }
  return told
}

test('beside a television whoever is talked with begins and ends to speak where they are louder than it', () => {
  const television = { db: -32, near: -20 }
  const person = { db: -20, near: -20 }
  expect(
    voices([
      { db: -32, for: 30 },
      { ...television, for: 4 },
      { ...person, for: 3 },
      { ...television, for: 4 },
    ]),
  ).toEqual(['voice.started 0', 'voice.ended 30', 'voice.started 34', 'voice.ended 37.2'])
})

test('where nobody is talked with any voice may be a call', () => {
  expect(
    voices([
      { db: -32, for: 40 },
      { db: -20, for: 3 },
      { db: -32, for: 4 },
    ]),
  ).toEqual(['voice.started 0'])
})

test('a person who speaks for long, and softer than they asked, is no television', () => {
  expect(
    voices([
      { db: -70, for: 30 },
      { db: -20, for: 9, near: -20 },
      { db: -26, for: 20, near: -20 },
    ]),
  ).toEqual(['voice.started 0', 'voice.ended 30', 'voice.started 30'])
})
