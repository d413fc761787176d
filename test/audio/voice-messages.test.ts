import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readOgg } from '../../src/audio/ogg.ts'
import { splitAtPauses, transcribe } from '../../src/audio/voice-messages.ts'
import { programs, testModels } from './rig.ts'

const note = readFileSync('test/fixtures/voice-notes/lights.ogg')
const engine = { program: programs.engine, node: process.execPath, env: process.env }

test('a voice message is decoded and understood in a process of its own; another sound is told apart; a model that is none fails', async () => {
  const signal = AbortSignal.timeout(60_000)
  expect(await transcribe(engine, testModels.stt, note, signal)).toBe('불 꺼줘')
  expect(await transcribe(engine, testModels.stt, Buffer.from('ID3 no ogg'), signal)).toBeUndefined()
  const broken = { ...testModels.stt, config: { nemoCtc: { model: '/nowhere.onnx' }, tokens: '/nowhere.txt' } }
  await expect(transcribe(engine, broken, note, signal)).rejects.toThrow('the voice engine ended')
  await expect(transcribe(engine, testModels.stt, note, AbortSignal.abort('stop'))).rejects.toBe('stop')
}, 60_000)

test('what is not whole, or no Ogg at all, is read as far as it goes and never throws', () => {
  const whole = readOgg(note)?.packets.length ?? 0
  expect(whole).toBeGreaterThan(20)
  fc.assert(
    fc.property(fc.nat(note.length), fc.nat(note.length - 1), fc.nat(255), (end, at, byte) => {
      expect(readOgg(note.subarray(0, end))?.packets.length ?? 0).toBeLessThanOrEqual(whole)
      const changed = Buffer.from(note)
      changed[at] = byte
      readOgg(changed)
    }),
  )
})

test('a long recording is cut where it is quiet, into pieces that a recogniser takes, and nothing is lost', () => {
  const sound = new Float32Array(16_000 * 70).fill(0.5)
  sound.fill(0, 16_000 * 24, 16_000 * 24.5)
  const pieces = [...splitAtPauses(sound)]
  expect(pieces.reduce((sum, { length }) => sum + length, 0)).toBe(sound.length)
  expect([pieces.every(({ length }) => length <= 16_000 * 28), (pieces[0]?.length ?? 0) / 16_000]).toEqual([
    true,
    expect.closeTo(24.2, 0),
  ])
})
