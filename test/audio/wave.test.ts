import { expect, test } from 'vitest'
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
