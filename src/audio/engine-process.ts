import type { Readable } from 'node:stream'
import type * as Sherpa from 'sherpa-onnx-node'
import { frameSamples, type SpeechToText } from '../protocol/speech.ts'
import { type EchoCanceller, openEchoCanceller } from './echo/echo-canceller.ts'
import { type NoiseSuppressor, openNoiseSuppressor } from './echo/noise.ts'
import type { FromEngine, ModelFiles, ToEngine } from './engine-messages.ts'
import { Framer, toFloat, toInt16 } from './frames.ts'
import { Listening } from './listening.ts'
import { type OfflineSpeech, sherpaReader, sherpaStt, sherpaVad, sherpaWake } from './recognisers.ts'
import { Recorded } from './remote/recorded.ts'
import { settingsFor } from './sentence-settings.ts'
import { sherpaVoiceprints, type Voiceprints } from './speaker/voiceprint.ts'
import { loadTurnNetwork, type TurnNetwork } from './turn/turn-network.ts'
import { decodeNote, splitAtPauses } from './voice-messages.ts'

/**
 * The program of the child process that holds the native code. It may be killed at any time, and a bad model ends it:
 * that is what it is for. `input`: frames; `send`: to the parent.
 */
export function runEngine(input: Readable, send: (message: FromEngine) => void): (message: ToEngine) => Promise<void> {
  let ears: Listening | undefined
  const loaded: Loaded = {}
  let canceller: EchoCanceller | undefined
  let suppressor: NoiseSuppressor | undefined
  const framer = new Framer(frameSamples)
  let near: Int16Array | undefined
  let count = 0
  input.on('data', (bytes: Buffer) => {
    for (const frame of framer.frames(bytes)) {
      // With echo cancelling every other frame is the loudspeaker's.
      if (canceller && !near) {
        near = frame
        continue
      }
      const heard = canceller && near ? canceller.cancel(near, frame) : frame
      ears?.take(toFloat(suppressor ? suppressor.clean(heard) : heard))
      near = undefined
      if (++count % 50 === 0) send({ type: 'alive' })
    }
  })
  return async (message) => {
    switch (message.do) {
      case 'hear':
        canceller = message.cancelEcho && (await openEchoCanceller())
        suppressor = message.suppressNoise && (await openNoiseSuppressor())
        ears = await loadEars(message, send)
        return send({ type: 'ready' })
      case 'reader':
      case 'turn':
      case 'speaker':
      case 'voice':
        await loadModel(message, loaded)
        return send({ type: 'ready' })
      case 'read':
        return readUtterance(message, loaded.reader, send)
      case 'judge':
        return send({ type: 'judged', id: message.id, over: (await loaded.turn?.(toFloat(message.samples))) ?? 1 })
      case 'print':
        return send({ type: 'print', values: loaded.prints?.(toFloat(message.samples)) ?? new Float32Array(0) })
      case 'try':
        await tryModel(message.model)
        return send({ type: 'ready' })
      case 'note':
        return send({ type: 'note', ...(await readNote(message)) })
      case 'finish':
        return ears?.finish()
      case 'drop':
      case 'begin':
        return ears?.[message.do]()
      case 'near':
        return ears?.attendTo(message.db)
      case 'speak':
        return synthesizeSpeech(message, loaded.voice, send)
      default:
        return message satisfies never
    }
  }
}

/** The models one process has loaded beside ears; a process is asked for one of them. */
interface Loaded {
  voice?: Awaited<ReturnType<typeof loadVoice>>
  reader?: OfflineSpeech
  turn?: TurnNetwork
  prints?: Voiceprints
}

async function loadModel(
  message: Extract<ToEngine, { do: 'reader' | 'turn' | 'speaker' | 'voice' }>,
  loaded: Loaded,
): Promise<void> {
  if (message.do === 'reader') loaded.reader = sherpaReader(await importSherpa(), message.stt)
  else if (message.do === 'turn') loaded.turn = await loadTurnNetwork(message.model)
  else if (message.do === 'speaker') loaded.prints = sherpaVoiceprints(await importSherpa(), message.model)
  else loaded.voice = await loadVoice(message.tts)
}

async function importSherpa(): Promise<typeof Sherpa> {
  const loaded = await import('sherpa-onnx-node')
  return ('default' in loaded ? loaded.default : loaded) as typeof Sherpa
}

/** A recogniser that understands nothing: somebody else does. */
const noWords: SpeechToText = { accept() {}, text: () => '', pause() {}, finish: async () => '', drop() {} }

async function loadEars(
  { vad, stt, record, breaths, wake }: Extract<ToEngine, { do: 'hear' }>,
  send: (message: FromEngine) => void,
) {
  const engine = await importSherpa()
  const spot = wake?.keywords ? sherpaWake(engine, wake) : undefined
  const words = stt ? sherpaStt(engine, stt) : noWords
  const recorded = record || breaths ? new Recorded({ live: record === 'live', breaths }, send) : undefined
  return new Listening(sherpaVad(engine, vad), words, spot, send, recorded)
}

async function loadVoice({ config, generate = {} }: ModelFiles) {
  const engine = await importSherpa()
  const tts = await engine.OfflineTts.createAsync({
    // A model that wants more threads says so in the manifest.
    model: { numThreads: 1, ...config, debug: false, provider: 'cpu' },
    maxNumSentences: 1,
  })
  return { tts, generate }
}

/** Says every second that it lives while it reads: the reading itself is done on another thread. */
async function readUtterance(
  { samples }: Extract<ToEngine, { do: 'read' }>,
  reader: OfflineSpeech | undefined,
  send: (message: FromEngine) => void,
): Promise<void> {
  const alive = setInterval(() => send({ type: 'alive' }), 1_000)
  try {
    send({ type: 'read', text: (await reader?.read(toFloat(samples))) ?? '' })
  } finally {
    clearInterval(alive)
  }
}

async function synthesizeSpeech(
  { id, text, pace }: Extract<ToEngine, { do: 'speak' }>,
  voice: Awaited<ReturnType<typeof loadVoice>> | undefined,
  send: (message: FromEngine) => void,
): Promise<void> {
  try {
    if (!voice) throw new Error('No voice is loaded')
    // The synchronous way ends the process on text it does not know; a lone syllable without a full stop does, too.
    const spoken = /[.!?…]$/.test(text) ? text : `${text}.`
    const { samples, sampleRate } = await voice.tts.generateAsync({
      text: spoken,
      sid: 0,
      speed: 1,
      ...settingsFor(text, voice.generate, pace),
    })
    send({ type: 'sound', id, samples: toInt16(samples), rate: sampleRate })
  } catch (error) {
    send({ type: 'unspeakable', id, why: String(error) })
  }
}

/** Loads a model and uses it once. A bad model throws, or crashes this process. */
async function tryModel(model: ModelFiles): Promise<void> {
  const second = new Float32Array(16_000)
  if (model.kind === 'vad') {
    const vad = sherpaVad(await importSherpa(), model)
    for (let at = 0; at < second.length; at += frameSamples) vad(second.subarray(at, at + frameSamples))
  } else if (model.kind === 'tts') {
    const { tts, generate } = await loadVoice(model)
    await tts.generateAsync({ text: '안녕하세요.', sid: 0, speed: 1, ...generate })
  } else if (model.kind === 'turn') {
    await (await loadTurnNetwork(model))(second)
  } else if (model.kind === 'speaker') {
    // A hum: of silence nothing is described.
    sherpaVoiceprints(await importSherpa(), model)(second.map((_, i) => Math.sin(i / 20) / 4))
  } else if (model.kind === 'keywords') {
    sherpaWake(await importSherpa(), model)(second)
  } else {
    const stt = sherpaStt(await importSherpa(), model)
    stt.accept(second, true)
    await stt.finish()
  }
}

async function readNote({ stt: model, note }: Extract<ToEngine, { do: 'note' }>): Promise<{ text?: string }> {
  const sound = await decodeNote(note)
  if (!sound) return {}
  const stt = sherpaStt(await importSherpa(), model)
  const said: string[] = []
  for (const breath of splitAtPauses(sound)) {
    stt.accept(breath, true)
    said.push(await stt.finish())
  }
  return { text: said.filter(Boolean).join(' ') }
}
