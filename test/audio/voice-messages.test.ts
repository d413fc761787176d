import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeVoice } from '../../src/audio/encode-voice.ts'
import { readOgg } from '../../src/audio/ogg.ts'
import { decodeNote, splitAtPauses, transcribeNote } from '../../src/audio/voice-messages.ts'
import { programs, testModels } from './rig.ts'

const note = readFileSync('test/fixtures/voice-notes/lights.ogg')
const engine = { program: programs.engine, node: process.execPath, env: process.env }

test('a voice message is decoded and understood in a process of its own; another sound is told apart; a model that is none fails', async () => {
  const signal = AbortSignal.timeout(60_000)
  expect(await transcribeNote(engine, testModels.stt, note, signal)).toBe('불 꺼줘')
  expect(await transcribeNote(engine, testModels.stt, Buffer.from('ID3 no ogg'), signal)).toBeUndefined()
  const broken = { ...testModels.stt, config: { nemoCtc: { model: '/nowhere.onnx' }, tokens: '/nowhere.txt' } }
  await expect(transcribeNote(engine, broken, note, signal)).rejects.toThrow('the voice engine ended')
  await expect(transcribeNote(engine, testModels.stt, note, AbortSignal.abort('stop'))).rejects.toBe('stop')
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

test('what is spoken becomes a voice message as others make them: the same length and pitch, pages with the right checksums', async () => {
  const [rate, pitch, seconds] = [22_050, 440, 1.5]
  const samples = Int16Array.from(
    { length: rate * seconds },
    (_, at) => 12_000 * Math.sin((2 * Math.PI * pitch * at) / rate),
  )
  const made = Buffer.from((await encodeVoice([{ samples, rate }], AbortSignal.timeout(30_000))) ?? [])
  const heard = (await decodeNote(made)) ?? new Float32Array(0)
  const [from, to] = [heard.length / 4, heard.length / 2].map(Math.floor) as [number, number]
  const middle = heard.slice(from, to)
  const crossings = middle.filter(
    (sample, at) => at > 0 && Math.sign(sample) !== Math.sign(middle[at - 1] as number),
  ).length
  expect(crossings / (2 * (middle.length / 16_000))).toBeCloseTo(pitch, -1)
  expect(Math.abs(heard.length / 16_000 - seconds)).toBeLessThan(0.03)
  // The judge knows the pages of another program.
  expect([wrongPages(note), wrongPages(made), pagesOf(made).length]).toEqual([0, 0, 4])
  await expect(encodeVoice([{ samples, rate }], AbortSignal.abort('stop'))).rejects.toBe('stop')
})

function pagesOf(file: Buffer): Buffer[] {
  const starts = [...file.toString('latin1').matchAll(/OggS\0/g)].map(({ index }) => index)
  return starts.map((start, at) => file.subarray(start, starts[at + 1]))
}

/** Pages whose checksum is not that of RFC 3533, reckoned by a polynomial division of bits. */
function wrongPages(file: Buffer): number {
  return pagesOf(file).filter((page) => {
    const plain = Buffer.from(page)
    plain.writeUInt32LE(0, 22)
    let rest = 0n
    for (const bit of [...plain, 0, 0, 0, 0].flatMap((byte) =>
      [7, 6, 5, 4, 3, 2, 1, 0].map((at) => (byte >> at) & 1),
    )) {
      rest = (rest << 1n) | BigInt(bit)
      if (rest >> 32n) rest ^= 0x104c11db7n
    }
    return Number(rest) !== page.readUInt32LE(22)
  }).length
}
