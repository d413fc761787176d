import type { WebRtcAec3 } from '@ennuicastr/webrtcaec3.js'
import { frameSamples, listenRate } from '../../protocol/speech.ts'
import { toFloat, toInt16 } from '../frames.ts'

/** Takes what a loudspeaker plays out of what a microphone hears. */
export interface EchoCanceller {
  /** The microphone's frame without the echo; `far`: what was played in the meantime. Both are 20 ms at 16 kHz. */
  cancel(near: Int16Array, far: Int16Array): Int16Array
}

/**
 * Frames without a sound from the loudspeaker (1 s) after which no echo of it can be in the room, and nothing has to
 * be done.
 */
const echoFrames = 50

/** Compiled once: it holds on to its process each time. */
let engine: Promise<WebRtcAec3> | undefined

/**
 * WebRTC's canceller (AEC3), which finds delays of up to 0.5 s and follows clocks that drift. 3–5 % of a core, and
 * nothing in silence.
 */
export async function openEchoCanceller(): Promise<EchoCanceller> {
  engine ??= import('@ennuicastr/webrtcaec3.js').then((loaded) => loaded.default())
  const { AEC3 } = await engine
  const aec = new AEC3(listenRate, 1, 1)
  const out = new Float32Array(frameSamples)
  let quiet = echoFrames
  return {
    cancel(near, far) {
      quiet = far.some((sample) => sample !== 0) ? 0 : quiet + 1
      if (quiet > echoFrames) return near
      aec.analyze([toFloat(far)])
      aec.process([out], [toFloat(near)])
      return toInt16(out)
    },
  }
}
