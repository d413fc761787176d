import { getDefaultHighWaterMark, setDefaultHighWaterMark } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Recording } from 'node-record-lpcm16'
import { frameSamples, listenRate, type Microphone, SpeechError } from '../protocol/speech.ts'
import { sleep } from '../std/abort.ts'
import { Framer } from './frames.ts'
import { type Env, firstOnPath } from './path.ts'
import type { RecorderOptions } from './recorder.ts'

export type RecorderName = RecorderOptions['program']

export interface MicrophoneOptions {
  env: Env
  /** `auto`: the first of parec, arecord and sox that is installed. */
  program: 'auto' | RecorderName
  device?: string | undefined
  /** Path of recorder.ts (or its build). */
  recorder: URL
}

/**
 * A recorder without a sample for this long is restarted, in milliseconds; the first sample may take longer, while a
 * sound server starts.
 */
const stallMs = 2_000
/** arecord stops for good after 2 GB; a fresh recorder every few hours costs 60 ms. */
const rotateMs = 4 * 60 * 60 * 1000
/**
 * While nobody needs the sound at once it waits so long in the recorder's pipe, in milliseconds: each reading wakes
 * this process.
 */
const restMs = 100
/** Failures in a row, before the first sample, after which the microphone counts as lost. */
const attempts = 3

/** Chooses the recorder for these options. Throws `no-recorder` when there is none. */
export async function findRecorder({ env, program }: MicrophoneOptions): Promise<RecorderName> {
  const names: RecorderName[] = program === 'auto' ? ['parec', 'arecord', 'sox'] : [program]
  const found = await firstOnPath(names, env)
  if (!found) throw new SpeechError('no-recorder')
  return found
}

/**
 * The microphone of the machine through node-record-lpcm16. A recorder that stalls or dies after it was heard is
 * started again.
 */
export function openMicrophone(options: MicrophoneOptions): Microphone {
  return async function* listen(signal, resting = () => false) {
    const program = await findRecorder(options)
    for (let failed = 0; failed < attempts; ) {
      let heard = false
      try {
        for await (const frame of recordOnce(program, options, resting, signal)) {
          heard = true
          yield frame
        }
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof SpeechError && error.fault === 'microphone-refused') throw error
      }
      if (signal.aborted) return
      failed = heard ? 0 : failed + 1
    }
    throw new SpeechError('no-microphone')
  }
}

/**
 * Recorders' messages for refused access (PulseAudio, ALSA, SoX); "Connection refused" is a sound server that does not
 * run.
 */
const refusal = /(?:access|permission) denied|not permitted/i

/** One run of a recorder, from its first frame to its end. One that stalls is ended. Throws `microphone-refused`. */
async function* recordOnce(
  program: RecorderName,
  options: MicrophoneOptions,
  resting: () => boolean,
  signal: AbortSignal,
): AsyncGenerator<Int16Array> {
  const recording = await startRecorder(program, options)
  const closed = new Promise((resolve) => recording.process.once('close', resolve))
  const framer = new Framer(frameSamples)
  const end = () => recording.process.kill('SIGKILL')
  const [stall, rotate] = [setTimeout(end, stallMs), setTimeout(end, rotateMs)]
  signal.addEventListener('abort', end)
  let said = ''
  recording.process.stderr?.on('data', (text) => {
    said = (said + text).slice(-500)
  })
  try {
    for await (const chunk of recording.stream()) {
      stall.refresh()
      yield* framer.frames(chunk as Buffer)
      // The next chunk was fetched when this one was taken: what comes from now on waits for the rest after this one.
      if (resting()) await sleep(restMs, signal)
    }
  } finally {
    clearTimeout(stall)
    clearTimeout(rotate)
    signal.removeEventListener('abort', end)
    end()
  }
  // Its output may end before its error message has arrived: wait for the exit.
  await closed
  if (refusal.test(said)) throw new SpeechError('microphone-refused', said)
}

async function startRecorder(program: RecorderName, { recorder, device, env }: MicrophoneOptions): Promise<Recording> {
  const { record } = (await import('node-record-lpcm16')).default as unknown as typeof import('node-record-lpcm16')
  const options = {
    recorder: fileURLToPath(recorder),
    program,
    sampleRate: listenRate,
    channels: 1,
    env,
    ...(device ? { device } : {}),
  }
  const recording = readingOnDemand(() => record(options))
  // It emits a string on the stream for every end that is not 0, and nobody else listens to a program that cannot be
  // started.
  recording.process.on('error', () => {})
  recording.stream().on('error', () => {})
  return recording
}

/** A stream that is made in `make` reads no further than it is asked to: what comes meanwhile waits in its pipe. */
function readingOnDemand<T>(make: () => T): T {
  const usual = getDefaultHighWaterMark(false)
  setDefaultHighWaterMark(false, 1)
  try {
    return make()
  } finally {
    setDefaultHighWaterMark(false, usual)
  }
}
