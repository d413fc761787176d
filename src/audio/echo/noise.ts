import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { SpeexModule } from '@sapphi-red/speex-preprocess-wasm'
import { frameSamples, listenRate } from '../../protocol/speech.ts'

/** Takes what goes on in a room out of what a microphone hears, and makes quiet people louder. */
export interface NoiseSuppressor {
  /** The microphone's frame (20 ms at 16 kHz) without the noise. */
  clean(frame: Int16Array): Int16Array
}

/**
 * So much less noise, in dB: more costs syllables (measured with SpeexDSP: −10 dB leaves 15 % wrong sounds beside a
 * hum at 5 dB, −15 dB 8 %).
 */
const suppressDb = -15
/** A voice so far above its room, in dB, is left as it is: suppression can only cost it. */
const clearDb = 20
/** The level a voice is amplified to (RMS of 32,768), and the largest gain. */
const gain = { target: 2_000, most: 16 }
/** Decay of the loudness followers per frame: the peak halves in half a minute, the floor doubles in four seconds. */
const follow = { peak: 0.9995, floor: 1.0035 }

/** Compiled once. */
let speex: Promise<SpeexModule> | undefined

/** SpeexDSP's preprocessor behind an automatic gain: 1–2 % of a core. */
export async function openNoiseSuppressor(): Promise<NoiseSuppressor> {
  const { loadSpeexModule, SpeexPreprocessor } = await import('@sapphi-red/speex-preprocess-wasm')
  speex ??= readWasm().then((wasmBinary) => loadSpeexModule(wasmBinary ? { wasmBinary } : {}) as Promise<SpeexModule>)
  const processor = new SpeexPreprocessor(await speex, frameSamples, listenRate)
  processor.denoise = true
  processor.noiseSuppress = suppressDb
  const heard = { peak: 0, floor: Number.POSITIVE_INFINITY }
  let by = 1
  return {
    clean(frame) {
      const rms = Math.sqrt(frame.reduce((sum, sample) => sum + sample * sample, 0) / frame.length)
      // A microphone that is off has no room.
      if (rms > 0) heard.floor = Math.min(Math.max(rms, 1), heard.floor * follow.floor)
      // A room where nobody has spoken yet is made no louder.
      heard.peak = Math.max(rms > 2 * heard.floor ? rms : 0, heard.peak * follow.peak)
      const wanted = heard.peak > 0 ? Math.max(1, Math.min(gain.most, gain.target / heard.peak)) : 1
      by = wanted < by ? wanted : Math.min(wanted, by * 1.02)
      const louder = Int16Array.from(frame, (sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * by))))
      const cleaned = louder.slice()
      processor.processInt16(cleaned)
      return heard.peak > heard.floor * 10 ** (clearDb / 20) ? louder : cleaned
    },
  }
}

/** Its WebAssembly, from where it is installed; the bundle has it inside (scripts/speex-plugin.js). */
async function readWasm(): Promise<ArrayBuffer | undefined> {
  const { resolve } = createRequire(import.meta.url)
  let path: string
  try {
    path = resolve('@sapphi-red/speex-preprocess-wasm/speex.wasm')
  } catch {
    return undefined
  }
  const { buffer, byteOffset, byteLength } = await readFile(path)
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
}
