// espeak-ng as the person, into memory: sixteen thousand samples a second, as a microphone would give them.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readWave } from '../../src/audio/speech-synthesis.ts'

/** How somebody speaks: a variant of espeak-ng ("+f4"), words per minute, pitch. */
export interface Manner {
  voice?: string
  speed?: number
  pitch?: number
}

/** The arguments that make espeak-ng say it to its standard output. */
export function espeakSays(text: string, { voice = '', speed = 150, pitch = 50 }: Manner = {}): string[] {
  const language = /[가-힣]/.test(text) ? 'ko' : 'en'
  return ['-v', language + voice, '-s', String(speed), '-p', String(pitch), '--stdout', text]
}

/** What it sounds like. */
export function says(text: string, manner?: Manner): Int16Array {
  return resample(readWave(execFileSync('espeak-ng', espeakSays(text, manner))).samples)
}

/** Zero crossings of the sinc on each side: little enough aliasing that a recogniser does not mind. */
const reach = 10
/** espeak-ng speaks at 22,050 Hz: 441 of its samples are 320 of ours, so 320 kernels are all there are. */
const [theirs, ours] = [441, 320]
const width = Math.ceil((reach * theirs) / ours)
const kernels = Array.from({ length: ours }, (_, phase) =>
  Float32Array.from({ length: 2 * width }, (_, tap) => {
    const x = ((tap - width + 1 - phase / ours) * ours) / theirs
    const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
    return Math.abs(x) > reach ? 0 : sinc * (ours / theirs) * (0.5 + 0.5 * Math.cos((Math.PI * x) / reach))
  }),
)

/** The same sound at 16 kHz, by a windowed sinc. */
function resample(samples: Int16Array): Int16Array {
  return Int16Array.from({ length: Math.floor((samples.length * ours) / theirs) }, (_, i) => {
    const first = Math.floor((i * theirs) / ours) - width + 1
    const kernel = kernels[(i * theirs) % ours] as Float32Array
    let sum = 0
    for (let tap = Math.max(0, -first); tap < kernel.length && first + tap < samples.length; tap++)
      sum += (samples[first + tap] as number) * (kernel[tap] as number)
    return Math.max(-32_768, Math.min(32_767, Math.round(sum)))
  })
}

export interface Utterance extends Required<Manner> {
  text: string
}

/** The held-out requests: none of them, and none of their speeds, was in the recogniser's training. */
export const utterances: Utterance[] = readFileSync('test/fixtures/voice/utterances.tsv', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [text = '', voice = '', speed, pitch] = line.split('\t')
    return { text, voice, speed: Number(speed), pitch: Number(pitch) }
  })

/** Words as they are compared: blanks and punctuation are nothing that can be heard. */
export const bare = (text: string): string => text.normalize('NFC').replace(/[^\p{L}\p{N}]/gu, '')
