import type * as Sherpa from 'sherpa-onnx-node'
import { listenRate, type SpeechToText, type Vad, type WakeWord } from '../protocol/speech.ts'
import type { ModelFiles } from './engine-messages.ts'
import { splitAtPauses } from './voice-messages.ts'

type Engine = typeof Sherpa

const features = { sampleRate: listenRate, featureDim: 80 }
const quiet = { numThreads: 1, provider: 'cpu', debug: 0 }
/** Silence appended to an utterance, in samples: a recogniser needs it to finish the last syllable. */
const tail = new Float32Array(listenRate * 0.4)
/** Longest utterance that an offline recogniser buffers, in samples. */
const longest = listenRate * 30

/** Silence after which the detector says that nobody speaks, in seconds: short, because endpointing waits by itself. */
const minSilence = 0.2

/** Speech that goes on is cut for the detector after so many frames (20 s), and noticed again within so few. */
const segmentFrames = 1_000
const jointFrames = 5

/** Voice activity detection by a model with the interface of Silero or Ten. */
export function sherpaVad({ Vad: Detector }: Engine, { config }: ModelFiles): Vad {
  const tuned = Object.fromEntries(
    Object.entries(config).map(([name, given]) => [
      name,
      {
        threshold: 0.4,
        minSilenceDuration: minSilence,
        // By test/audio/detector.ts: half of it is noticed 60 ms sooner than at 0.1, and no noise of a room more.
        minSpeechDuration: 0.05,
        windowSize: 512,
        maxSpeechDuration: 60,
        ...(given as object),
      },
    ]),
  )
  const vad = new Detector({ ...tuned, sampleRate: listenRate, ...quiet }, 60)
  let [frames, joint] = [0, 0]
  return (frame) => {
    vad.acceptWaveform(frame)
    const isSpeech = vad.isDetected()
    frames = isSpeech ? frames + 1 : 0
    joint = Math.max(0, joint - 1)
    // It keeps the sound of a segment until its end, which never comes beside a television.
    if (frames === segmentFrames) {
      vad.flush()
      frames = 0
      joint = jointFrames
    }
    // The detector queues segments that we do not use; drop them, or the queue grows.
    while (!vad.isEmpty()) vad.pop()
    return { voice: isSpeech || joint > 0, silentMs: minSilence * 1000 }
  }
}

/** Speech to text: streaming (`online`), or per utterance after the person has stopped (`offline`). */
export function sherpaStt(engine: Engine, model: ModelFiles): SpeechToText {
  return model.kind === 'online' ? openOnline(engine, model) : new OfflineSpeech(engine, model)
}

/** Reads whole utterances, one after the other. */
export const sherpaReader = (engine: Engine, model: ModelFiles): OfflineSpeech => new OfflineSpeech(engine, model)

function openOnline({ OnlineRecognizer }: Engine, { config }: ModelFiles): SpeechToText {
  const recognizer = new OnlineRecognizer({
    featConfig: features,
    modelConfig: { ...quiet, ...config },
    decodingMethod: 'greedy_search',
    enableEndpoint: false,
  })
  let stream = recognizer.createStream()
  const decodeReady = () => {
    while (recognizer.isReady(stream)) recognizer.decode(stream)
  }
  const text = () => textOf(recognizer.getResult(stream), config)
  const drop = () => {
    stream = recognizer.createStream()
  }
  const accept = (samples: Float32Array) => {
    stream.acceptWaveform({ samples, sampleRate: listenRate })
    decodeReady()
  }
  return {
    accept,
    text,
    drop,
    // A recogniser with lookahead holds the last syllable back until more samples come: feed silence to flush it.
    pause: () => accept(tail),
    async finish() {
      accept(tail)
      stream.inputFinished()
      decodeReady()
      const said = text()
      drop()
      return said
    },
  }
}

/**
 * While somebody speaks an offline recogniser reads the last seconds again and again, so that words can stop us
 * before their end.
 */
const windowSamples = listenRate * 4
const stepSamples = listenRate * 0.4

/** Reads whole utterances: the end of one while somebody speaks, all of it when they are through. */
export class OfflineSpeech implements SpeechToText {
  readonly #recognizer: InstanceType<Engine['OfflineRecognizer']>
  readonly #config: ModelFiles['config']
  readonly #longest: number | undefined
  /** One decoding at a time, each on a thread of its own. */
  #last: Promise<unknown> = Promise.resolve()
  #heard = new Utterance()

  constructor({ OfflineRecognizer }: Engine, { config, longest }: ModelFiles) {
    this.#recognizer = new OfflineRecognizer({ featConfig: features, modelConfig: { ...quiet, ...config } })
    this.#config = config
    // Room for the silence that is appended.
    this.#longest = longest && longest - tail.length / listenRate
  }

  accept(samples: Float32Array, voice: boolean): void {
    const heard = this.#heard
    if (heard.length > longest) return
    heard.add(samples, voice)
    if (voice && heard.length >= heard.known.upTo + stepSamples) this.pause()
  }

  text(): string {
    return this.#heard.known.text
  }

  /** Reads the end of the utterance, unless that is being done; what comes of it belongs to this utterance alone. */
  pause(): void {
    const mine = this.#heard
    if (mine.busy || mine.known.upTo >= mine.spoken) return
    mine.busy = true
    const [upTo, parts] = [mine.length, mine.end(windowSamples)]
    void this.#decode(parts)
      .then((text) => {
        mine.known = { upTo, text, whole: upTo <= windowSamples }
      })
      .finally(() => {
        mine.busy = false
      })
  }

  async finish(): Promise<string> {
    const mine = this.#heard
    this.drop()
    // A text read after the last word was over needs no second reading.
    await this.#last
    const { upTo, text, whole } = mine.known
    return whole && upTo >= mine.spoken ? text : mine.length > 0 ? this.#decode(mine.parts) : ''
  }

  /** Resolves when everything that was to be read by now is read. */
  async idle(): Promise<void> {
    await this.#last
  }

  /** An utterance that is over, by itself. */
  read(samples: Float32Array): Promise<string> {
    return this.#decode([samples])
  }

  drop(): void {
    this.#heard = new Utterance()
  }

  #decode(parts: readonly Float32Array[]): Promise<string> {
    const decoded = this.#last.then(async () => {
      const said: string[] = []
      for (const piece of splitAtPauses(joinSamples(parts), this.#longest)) {
        const stream = this.#recognizer.createStream()
        stream.acceptWaveform({ samples: joinSamples([piece, tail]), sampleRate: listenRate })
        said.push(textOf(await this.#recognizer.decodeAsync(stream), this.#config))
      }
      return said.filter(Boolean).join(' ')
    })
    this.#last = decoded.catch(() => {})
    return decoded
  }
}

/** The sound of an utterance, and what is known of its words. */
class Utterance {
  parts: Float32Array[] = []
  length = 0
  /** End of the last voice in it, in samples. */
  spoken = 0
  busy = false
  /** The words up to a sample; `whole`: from the first one on. */
  known = { upTo: 0, text: '', whole: true }

  add(samples: Float32Array, voice: boolean): void {
    this.parts.push(samples)
    this.length += samples.length
    if (voice) this.spoken = this.length
  }

  /** The last `samples` of it. */
  end(samples: number): Float32Array[] {
    let at = this.parts.length
    for (let taken = 0; at > 0 && taken < samples; at--) taken += this.parts[at - 1]?.length ?? 0
    return this.parts.slice(at)
  }
}

/** Samples behind each other. */
export function joinSamples(parts: readonly Float32Array[]): Float32Array {
  const samples = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    samples.set(part, at)
    at += part.length
  }
  return samples
}

/**
 * A transducer's `text` has lost the blanks between Hangul syllables; its tokens keep them. Models that spell with
 * parts of syllables leave it to the reader to put them together (NFC).
 */
function textOf({ text, tokens }: { text: string; tokens: string[] }, config: Record<string, unknown>): string {
  const said = 'transducer' in config ? tokens.join('') : text
  return said.replaceAll('▁', ' ').replace(/\s+/g, ' ').normalize('NFC').trim()
}

/** Hears the keywords of a model by a streaming transducer. */
export function sherpaWake({ KeywordSpotter }: Engine, { config, keywords = '' }: ModelFiles): WakeWord {
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
