import type { Readable, Writable } from 'node:stream'

type SpeakerClass = new (format: object) => Writable

/**
 * Plays 16-bit mono from `input` through the package `speaker`. It aborts the whole process where there is no device,
 * so it is only ever loaded in a process of its own. `fail` is called when it reports an error.
 */
export async function playThroughSpeaker(input: Readable, rate: number, fail: () => void): Promise<void> {
  const { default: Speaker } = (await import('speaker' as string)) as { default: SpeakerClass }
  const speaker = new Speaker({ channels: 1, bitDepth: 16, sampleRate: rate, samplesPerFrame: 480 })
  speaker.on('error', fail)
  input.pipe(speaker)
}
