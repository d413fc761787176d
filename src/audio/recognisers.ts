import type * as Sherpa from 'sherpa-onnx-node'
import { listenRate, type SpeechToText, type Vad, type WakeWord } from '../protocol/speech.ts'
import type { ModelFiles } from './engine-messages.ts'

type Engine = typeof Sherpa

const features = { sampleRate: listenRate, featureDim: 80 }
const quiet = { numThreads: 1, provider: 'cpu', debug: 0 }
/** Silence appended to an utterance, in samples: a recogniser needs it to finish the last syllable. */
const tail = new Float32Array(listenRate * 0.4)
/** Longest utterance that an offline recogniser buffers, in samples. */
const longest = listenRate * 30

/** Silence after which the detector says that nobody speaks, in seconds: short, because endpointing waits by itself. */
const minSilence = 0.2

/** Voice activity detection by a model with the interface of Silero or Ten. */
export function sherpaVad({ Vad: Detector }: Engine, { config }: ModelFiles): Vad {
  const tuned = Object.fromEntries(
    Object.entries(config).map(([name, given]) => [
      name,
      {
        threshold: 0.5,
        minSilenceDuration: minSilence,
        minSpeechDuration: 0.1,
        windowSize: 512,
        maxSpeechDuration: 60,
        ...(given as object),
      },
    ]),
  )
  const vad = new Detector({ ...tuned, sampleRate: listenRate, ...quiet }, 60)
  return (frame) => {
    vad.acceptWaveform(frame)
    // The detector queues segments that we do not use; drop them, or the queue grows.
    while (!vad.isEmpty()) vad.pop()
    return { voice: vad.isDetected(), silentMs: minSilence * 1000 }
  }
}

/** Speech to text: streaming (`online`), or per utterance after the person has stopped (`offline`). */
export function sherpaStt(engine: Engine, model: ModelFiles): SpeechToText & { pause(): void } {
  return model.kind === 'online' ? online(engine, model) : offline(engine, model)
}

function online({ OnlineRecognizer }: Engine, { config }: ModelFiles): SpeechToText & { pause(): void } {
  const recognizer = new OnlineRecognizer({
    featConfig: features,
    modelConfig: { ...quiet, ...config },
    decodingMethod: 'greedy_search',
    enableEndpoint: false,
  })
  let stream = recognizer.createStream()
  const decode = () => {
    while (recognizer.isReady(stream)) recognizer.decode(stream)
  }
  const text = () => textOf(recognizer.getResult(stream), config)
  return {
    accept(samples) {
      stream.acceptWaveform({ samples, sampleRate: listenRate })
      decode()
    },
    text,
    // A recogniser with lookahead holds the last syllable back until more samples come: feed silence to flush it.
    pause() {
      stream.acceptWaveform({ samples: tail, sampleRate: listenRate })
      decode()
    },
    finish() {
      stream.acceptWaveform({ samples: tail, sampleRate: listenRate })
      stream.inputFinished()
      decode()
      const said = text()
      stream = recognizer.createStream()
      return said
    },
  }
}

function offline({ OfflineRecognizer }: Engine, { config }: ModelFiles): SpeechToText & { pause(): void } {
  const recognizer = new OfflineRecognizer({ featConfig: features, modelConfig: { ...quiet, ...config } })
  let parts: Float32Array[] = []
  let length = 0
  let known = { length: 0, text: '' }
  const decode = () => {
    if (known.length === length) return known.text
    const samples = new Float32Array(length + tail.length)
    let at = 0
    for (const part of parts) {
      samples.set(part, at)
      at += part.length
    }
    const stream = recognizer.createStream()
    stream.acceptWaveform({ samples, sampleRate: listenRate })
    recognizer.decode(stream)
    known = { length, text: textOf(recognizer.getResult(stream), config) }
    return known.text
  }
  return {
    accept(samples) {
      if (length > longest) return
      parts.push(samples)
      length += samples.length
    },
    text: () => known.text,
    pause: () => void decode(),
    finish() {
      const said = length > 0 ? decode() : ''
      parts = []
      length = 0
      known = { length: 0, text: '' }
      return said
    },
  }
}

/**
 * A transducer's `text` has lost the blanks between Hangul syllables; its tokens keep them. Models that spell with parts of syllables
 * leave it to the reader to put them together (NFC).
 */
function textOf({ text, tokens }: { text: string; tokens: string[] }, config: Record<string, unknown>): string {
  const said = 'transducer' in config ? tokens.join('') : text
  return said.replaceAll('▁', ' ').replace(/\s+/g, ' ').normalize('NFC').trim()
}

/** Hears the keywords (lines of sherpa's keyword format, `@` and the wake word at the end) by a streaming transducer. */
export function sherpaWake({ KeywordSpotter }: Engine, { config }: ModelFiles, keywords: string): WakeWord {
  const spotter = new KeywordSpotter({
    featConfig: features,
    modelConfig: { ...quiet, ...config },
    maxActivePaths: 4,
    numTrailingBlanks: 1,
    keywordsScore: 1.5,
    keywordsThreshold: 0.25,
    keywordsBuf: keywords,
    keywordsBufSize: Buffer.byteLength(keywords),
  })
  const stream = spotter.createStream()
  return (samples) => {
    stream.acceptWaveform({ samples, sampleRate: listenRate })
    while (spotter.isReady(stream)) spotter.decode(stream)
    const { keyword } = spotter.getResult(stream)
    if (!keyword) return undefined
    spotter.reset(stream)
    return keyword.replaceAll('_', ' ')
  }
}
