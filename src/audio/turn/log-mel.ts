import { listenRate } from '../../protocol/speech.ts'

// The features of Whisper: Radford et al. 2022, section 2.2, with the filters of Slaney's Auditory Toolbox (1998),
// which librosa calls `mel(sr=16000, n_fft=400, n_mels=80)`.

/** Samples of one window (25 ms), from one window to the next (10 ms), and bands of pitch. */
const windowSamples = 400
const step = 160
export const bands = 80
/** Frequencies of a window: from 0 to 8 kHz. */
const tones = windowSamples / 2 + 1

/** 400 = 16 × 25: so many sums of 25, then so many of 16, in place of 400 sums of 400 (Cooley and Tukey 1965). */
const [outer, inner] = [16, 25]
const cosines = Float64Array.from({ length: windowSamples }, (_, k) => Math.cos((2 * Math.PI * k) / windowSamples))
const sines = Float64Array.from({ length: windowSamples }, (_, k) => -Math.sin((2 * Math.PI * k) / windowSamples))
const hann = cosines.map((cosine) => (1 - cosine) / 2)

const melOf = (hertz: number) =>
  hertz < 1_000 ? (3 * hertz) / 200 : 15 + (27 * Math.log(hertz / 1_000)) / Math.log(6.4)
const hertzOf = (mels: number) => (mels < 15 ? (200 * mels) / 3 : 1_000 * 6.4 ** ((mels - 15) / 27))

/** Of each band the first tone in it, and how much of it and of those behind it counts: a triangle of area 1. */
const filters = Array.from({ length: bands }, (_, band) => {
  const [low = 0, middle = 0, high = 0] = [0, 1, 2].map((at) =>
    hertzOf((melOf(listenRate / 2) * (band + at)) / (bands + 1)),
  )
  const weights = Array.from({ length: tones }, (_, tone) => {
    const at = (tone * listenRate) / windowSamples
    return Math.max(0, (2 / (high - low)) * Math.min((at - low) / (middle - low), (high - at) / (high - middle)))
  })
  const first = weights.findIndex((weight) => weight > 0)
  return { first, weights: weights.slice(first, weights.findLastIndex((weight) => weight > 0) + 1) }
})

/**
 * Logarithms of the energy in 80 bands of pitch, every 10 ms, band by band; between −1.5 and about 1.5, and nothing
 * more than 80 dB below the loudest. `samples` at 16 kHz: a multiple of 160 of them, at least 400.
 */
export function logMel(samples: Float32Array): Float32Array {
  const frames = samples.length / step
  const features = new Float32Array(bands * frames)
  let loudest = -10
  // Two real windows are one complex one.
  for (let frame = 0; frame < frames; frame += 2) {
    for (const [at, power] of powerSpectrum(samples, frame).entries()) {
      if (frame + at >= frames) continue
      for (const [band, { first, weights }] of filters.entries()) {
        let energy = 0
        for (let i = 0; i < weights.length; i++) energy += (weights[i] as number) * (power[first + i] as number)
        const log = Math.log10(Math.max(1e-10, energy))
        features[band * frames + frame + at] = log
        loudest = Math.max(loudest, log)
      }
    }
  }
  return features.map((log) => (Math.max(log, loudest - 8) + 4) / 4)
}

/** The energy of each tone in two windows, the first of which has its middle at `frame`. */
function powerSpectrum(samples: Float32Array, frame: number): [Float64Array, Float64Array] {
  const [re, im] = fourierTransform(windowAt(samples, frame), windowAt(samples, frame + 1))
  const [first, second] = [new Float64Array(tones), new Float64Array(tones)]
  for (let tone = 0; tone < tones; tone++) {
    const mirror = (windowSamples - tone) % windowSamples
    const [a, b, c, d] = [re[tone], im[tone], re[mirror], im[mirror]] as [number, number, number, number]
    first[tone] = ((a + c) ** 2 + (b - d) ** 2) / 4
    second[tone] = ((b + d) ** 2 + (c - a) ** 2) / 4
  }
  return [first, second]
}

/** A window around its middle; before the first sample and behind the last one the sound is mirrored. */
function windowAt(samples: Float32Array, frame: number): Float64Array {
  const last = samples.length - 1
  const begin = frame * step - windowSamples / 2
  return hann.map((weight, i) => {
    const at = Math.abs(begin + i)
    return weight * (samples[at > last ? Math.max(0, 2 * last - at) : at] as number)
  })
}

/** The discrete Fourier transform of 400 complex numbers. */
function fourierTransform(re: Float64Array, im: Float64Array): [Float64Array, Float64Array] {
  const [midRe, midIm] = [new Float64Array(windowSamples), new Float64Array(windowSamples)]
  const [outRe, outIm] = [new Float64Array(windowSamples), new Float64Array(windowSamples)]
  for (let at = 0; at < windowSamples; at++) {
    const start = at % outer
    sumInto(midRe, midIm, at, { re, im, start, by: outer, count: inner, turn: at - start })
  }
  for (let at = 0; at < windowSamples; at++) {
    const start = (at % inner) * outer
    sumInto(outRe, outIm, at, { re: midRe, im: midIm, start, by: 1, count: outer, turn: at })
  }
  return [outRe, outIm]
}

/** Numbers of which each is turned by so many 400ths of a circle more than the one before. */
interface Turned {
  re: Float64Array
  im: Float64Array
  start: number
  by: number
  count: number
  turn: number
}

/** Their sum. */
function sumInto(toRe: Float64Array, toIm: Float64Array, to: number, { re, im, start, by, count, turn }: Turned): void {
  let x = 0
  let y = 0
  let angle = 0
  for (let at = start; at < start + by * count; at += by) {
    // No pairs here: this is done seven million times a judgement.
    const a = re[at] as number
    const b = im[at] as number
    const c = cosines[angle] as number
    const s = sines[angle] as number
    x += a * c - b * s
    y += a * s + b * c
    angle += turn
    if (angle >= windowSamples) angle -= windowSamples
  }
  toRe[to] = x
  toIm[to] = y
}
