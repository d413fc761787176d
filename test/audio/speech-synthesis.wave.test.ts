import { expect, test } from 'vitest'
import { restOf } from '../../src/audio/player.ts'
import { readWave } from '../../src/audio/speech-synthesis.ts'

/** A WAV file as a program writes it to a pipe: it does not know its length yet. */
function wave(samples: number[], size: number): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt32LE(22_050, 24)
  head.write('data', 36)
  head.writeUInt32LE(size, 40)
  return Buffer.concat([head, Buffer.from(Int16Array.from(samples).buffer)])
}

test('samples are read where the size is right, and up to the end where it is not', () => {
  for (const size of [6, 0x7ffff000])
    expect(readWave(wave([1, -2, 300], size))).toEqual({ samples: Int16Array.of(1, -2, 300), rate: 22_050 })
})

test('what is no WAV file is a fault of the voice, not a sound', () => {
  expect(() => readWave(Buffer.from('not a wave file'))).toThrow('not a WAV file')
})

test('what is left of a sound that was stopped begins at the last gap between words, at most 0.6 s back', () => {
  const rate = 16_000
  const samples = new Int16Array(rate * 3).fill(9_000)
  // Gaps of 60 ms at 0.5 s, 1.0 s and 1.5 s.
  for (const second of [0.5, 1, 1.5]) samples.fill(3, second * rate, (second + 0.06) * rate)
  const from = (seconds: number) => 3 - restOf({ samples, rate }, Math.round(seconds * rate)).samples.length / rate
  const inGap = (seconds: number, gap: number) => from(seconds) >= gap && from(seconds) <= gap + 0.06
  expect([inGap(1.2, 1), inGap(1.56, 1.5), inGap(1.9, 1.5), from(0), from(3.5) >= 2.4 && from(3.5) < 3]).toEqual([
    true,
    true,
    true,
    0,
    true,
  ])
})
