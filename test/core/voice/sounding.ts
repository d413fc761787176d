// A talk by sound on a clock of its own: the engine's ears hear samples, the machine decides, espeak-ng is both
// voices, and nothing waits.
import { createRequire } from 'node:module'
import type * as Sherpa from 'sherpa-onnx-node'
import { type EchoCanceller, openEchoCanceller } from '../../../src/audio/echo/echo-canceller.ts'
import { type NoiseSuppressor, openNoiseSuppressor } from '../../../src/audio/echo/noise.ts'
import type { FromEngine } from '../../../src/audio/engine-messages.ts'
import { toFloat } from '../../../src/audio/frames.ts'
import { Listening } from '../../../src/audio/listening.ts'
import { OfflineSpeech, sherpaStt, sherpaVad } from '../../../src/audio/recognisers.ts'
import { Recorded } from '../../../src/audio/remote/recorded.ts'
import { isCalled, nextDeadline } from '../../../src/core/voice/on-speech.ts'
import { initialVoiceState, type VoiceCommand, type VoiceSettings } from '../../../src/core/voice/state.ts'
import { frameSamples, listenRate, type SpeechToText, type Whose } from '../../../src/protocol/speech.ts'
import { numbers } from '../../audio/echo-room.ts'
import { type Manner, says } from '../../audio/person.ts'
import { testModels } from '../../audio/rig.ts'
import { type Given, Story } from './story.ts'

export interface SoundRoom {
  /** How much weaker the loudspeaker comes back into the microphone, in dB; absent for headphones. */
  echoDb?: number
  delayMs?: number
  reverbMs?: number
  /** The program takes the echo out. */
  cancelling?: boolean
  /**
   * What is heard all the time, again and again, besides: music, or somebody who talks with another. The program
   * suppresses noise.
   */
  beside?: Int16Array
  /** The ears that write down, in place of the recogniser of the tests. */
  stt?: SpeechToText
  /** Its recogniser reads whole utterances. */
  offline?: boolean
  /** Whose voice an utterance has. */
  whose?: (samples: Int16Array) => Whose
}

const engine = createRequire(import.meta.url)('sherpa-onnx-node') as typeof Sherpa
const frameMs = (1000 * frameSamples) / listenRate
const made = new Map<string, Int16Array>()

/** What it sounds like; made once. */
export function spoken(text: string, manner: Manner = {}): Int16Array {
  const key = `${JSON.stringify(manner)} ${text}`
  const known = made.get(key) ?? says(text, manner)
  made.set(key, known)
  return known
}

export class SoundStory extends Story {
  readonly room: SoundRoom
  readonly #canceller: EchoCanceller | undefined
  readonly #suppressor: NoiseSuppressor | undefined
  readonly #ears: Listening
  readonly #reader: OfflineSpeech | undefined
  /** What has been played lately, the newest last: 1 s. */
  readonly #played = new Float32Array(listenRate)
  readonly #paths: { back: number; gain: number }[] = []
  #lines: { line: number; samples: Int16Array; at: number }[] = []
  #paused = false
  #besideAt = 0
  #owed: Promise<void> | undefined
  /** When the loudspeaker was told to be silent. */
  #silenced: number[] = []
  /** Whether sound is heard; before that a story is told by words. */
  #isOn = false
  /** The last utterance, as it was understood. */
  understood = ''

  private constructor(
    room: SoundRoom,
    canceller: EchoCanceller | undefined,
    suppressor: NoiseSuppressor | undefined,
    own: Partial<VoiceSettings>,
  ) {
    super(own)
    this.room = room
    this.#canceller = canceller
    this.#suppressor = suppressor
    const { echoDb, delayMs = 80, reverbMs = 150 } = room
    const random = numbers(7)
    const samples = (ms: number) => Math.round((ms * listenRate) / 1000)
    if (echoDb !== undefined) {
      const gain = 10 ** (echoDb / 20)
      this.#paths.push({ back: samples(delayMs), gain })
      for (let ms = 3; ms < reverbMs; ms += 4 + 12 * random())
        this.#paths.push({ back: samples(delayMs + ms), gain: gain * (random() - 0.5) * 10 ** ((-3 * ms) / reverbMs) })
    }
    const recorded = room.whose && new Recorded({ live: false, breaths: true }, (message) => this.#heard(message))
    this.#reader = room.offline ? new OfflineSpeech(engine, testModels.offline) : undefined
    this.#ears = new Listening(
      sherpaVad(engine, testModels.vad),
      this.#reader ?? room.stt ?? sherpaStt(engine, testModels.stt),
      undefined,
      (message) => this.#heard(message),
      recorded,
    )
  }

  static async open(room: SoundRoom = {}, own: Partial<VoiceSettings> = {}): Promise<SoundStory> {
    const canceller = room.cancelling ? await openEchoCanceller() : undefined
    return new SoundStory(room, canceller, room.beside && (await openNoiseSuppressor()), own)
  }

  /** Another talk in the same room: told by words until there is sound. */
  again(): this {
    this.#isOn = false
    this.#ears.drop()
    this.#lines = []
    this.#paused = false
    this.#silenced = []
    this.state = initialVoiceState('비서', this.own)
    this.done = []
    return this
  }

  #heard(message: FromEngine): void {
    if (message.type === 'heard') {
      if (message.heard.type === 'final') this.understood = message.heard.text
      this.give({ in: 'heard', heard: message.heard })
    }
    if (message.type !== 'utterance') return
    this.understood = message.text
    const whose = this.room.whose?.(message.samples)
    this.give({ in: 'heard', heard: { type: 'final', text: message.text, ...(whose ? { whose } : {}) } })
  }

  override give(...inputs: Given[]): this {
    for (const input of inputs) {
      const before = this.done.length
      super.give(input)
      this.#ears.attendTo(isCalled(this.state) ? this.state.nearDb : undefined)
      if (this.#isOn) for (const command of this.done.slice(before)) this.#do(command)
    }
    return this
  }

  #do(command: VoiceCommand): void {
    if (command.do === 'finish') this.#owed = this.#ears.finish()
    if (command.do === 'drop') this.#ears.drop()
    if (command.do === 'begin') this.#ears.begin()
    if (command.do === 'hush' || command.do === 'hold') this.#silenced.push(this.at)
    if (command.do === 'hush') this.#lines = []
    if (command.do === 'hush' || command.do === 'resume') this.#paused = false
    if (command.do === 'hold') this.#paused = true
    if (command.do === 'speak') this.#lines.push({ line: command.line, samples: spoken(command.text), at: 0 })
  }

  /** From now on there is sound. */
  on(): this {
    this.#isOn = true
    return this
  }

  /** How long after a time the loudspeaker was told to be silent, in milliseconds; NaN where it was not. */
  silencedAfter(from: number): number {
    return (this.#silenced.find((at) => at >= from) ?? Number.NaN) - from
  }

  /** Somebody makes these sounds, over whatever the loudspeaker plays. */
  async sounds(samples: Int16Array): Promise<this> {
    this.on()
    for (let at = 0; at < samples.length; at += frameSamples) await this.#frame(samples.subarray(at, at + frameSamples))
    return this
  }

  async silence(ms: number): Promise<this> {
    return this.sounds(new Int16Array(Math.round((ms * listenRate) / 1000)))
  }

  /** The loudspeaker says what waits, to its end. */
  async listens(): Promise<this> {
    while (this.#lines.length > 0) await this.silence(frameMs)
    return this
  }

  async #frame(near: Int16Array): Promise<void> {
    this.at += frameMs
    const far = this.#play()
    const isPlain = this.#paths.length === 0 && near.length === frameSamples && !this.room.beside
    const microphone = isPlain ? near : this.#withEcho(near, far)
    const heard = this.#canceller ? this.#canceller.cancel(microphone, far) : microphone
    this.#ears.take(toFloat(this.#suppressor ? this.#suppressor.clean(heard) : heard))
    // What is read meanwhile is read in no time.
    await this.#reader?.idle()
    await this.#owed
    this.#owed = undefined
    for (let due = nextDeadline(this.state, this.own); due !== undefined && due <= this.at; ) {
      this.give({ in: 'tick' })
      const next = nextDeadline(this.state, this.own)
      due = next === due ? undefined : next
    }
    await this.#owed
  }

  /** What the microphone hears: somebody, and what of the loudspeaker comes back by each path. */
  #withEcho(near: Int16Array, far: Int16Array): Int16Array {
    this.#played.copyWithin(0, frameSamples)
    this.#played.set(far, this.#played.length - frameSamples)
    const beside = this.#besides()
    const sum = Float32Array.from({ length: frameSamples }, (_, i) => (near[i] ?? 0) + (beside?.[i] ?? 0))
    for (const { back, gain } of this.#paths) {
      const from = this.#played.length - frameSamples - back
      for (let i = 0; i < frameSamples; i++) sum[i] = (sum[i] as number) + gain * (this.#played[from + i] as number)
    }
    return Int16Array.from(sum, (sample) => Math.max(-32_768, Math.min(32_767, sample)))
  }

  #besides(): Int16Array | undefined {
    const { beside } = this.room
    if (!beside) return undefined
    const at = this.#besideAt
    this.#besideAt = at + 2 * frameSamples > beside.length ? 0 : at + frameSamples
    return beside.subarray(at, at + frameSamples)
  }

  #play(): Int16Array {
    const far = new Int16Array(frameSamples)
    const [first] = this.#lines
    if (!first || this.#paused) return far
    if (first.at === 0) this.give({ in: 'playing', line: first.line, ms: (1000 * first.samples.length) / listenRate })
    far.set(first.samples.subarray(first.at, first.at + frameSamples))
    first.at += frameSamples
    if (first.at >= first.samples.length) {
      this.#lines.shift()
      this.give({ in: 'played', line: first.line })
    }
    return far
  }
}
