import { setImmediate } from 'node:timers/promises'
import type { Sound } from '../protocol/speech.ts'
import { codeOf } from '../std/fs/files.ts'
import { writeOgg } from './ogg.ts'

/** Opus takes 8, 12, 16, 24 and 48 kHz; voices have 16 to 24. */
const rate = 24_000
/** 20 ms, as RFC 7845 advises. */
const frame = rate / 50
/** After so many frames whoever else has work gets a turn. */
const framesAtOnce = 50

type Opus = typeof import('opusscript')

/** The encoder; undefined where it was not installed with the program. */
async function loadEncoder(): Promise<Opus | undefined> {
  try {
    return ((await import('opusscript')) as unknown as { default: Opus }).default
  } catch (error) {
    if (codeOf(error) === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/** Check whether voice messages can be encoded here. */
export const canEncodeVoice = async (): Promise<boolean> => (await loadEncoder()) !== undefined

/** A voice message (Ogg Opus, one channel) of sounds one after the other; undefined where no encoder is installed. */
export async function encodeVoice(sounds: readonly Sound[], signal: AbortSignal): Promise<Uint8Array | undefined> {
  const Encoder = await loadEncoder()
  if (!Encoder) return undefined
  const opus = new Encoder(rate, 1, Encoder.Application.VOIP)
  try {
    const packets: Uint8Array[] = []
    const samples = joinSounds(sounds)
    for (let at = 0; at < samples.length; at += frame) {
      if (packets.length % framesAtOnce === 0) await setImmediate()
      signal.throwIfAborted()
      const piece = new Int16Array(frame)
      piece.set(samples.subarray(at, at + frame))
      packets.push(opus.encode(Buffer.from(piece.buffer), frame))
    }
    return writeOgg(packets, frame * (48_000 / rate), rate)
  } finally {
    opus.delete()
  }
}

/** All samples at the encoder's rate: between two of the source the nearest values are mixed. */
function joinSounds(sounds: readonly Sound[]): Int16Array {
  const parts = sounds.map(({ samples, rate: from }) => {
    const made = new Int16Array(Math.floor((samples.length * rate) / from))
    for (let at = 0; at < made.length; at++) {
      const place = (at * from) / rate
      const [low, share] = [Math.floor(place), place % 1]
      made[at] = (samples[low] ?? 0) * (1 - share) + (samples[low + 1] ?? samples[low] ?? 0) * share
    }
    return made
  })
  const all = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
