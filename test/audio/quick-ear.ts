// The real engine in its process and the real voice machine, fed from memory: as fast as the engine hears, second by second.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { FromEngine, ModelFiles, ToEngine } from '../../src/audio/engine-messages.ts'
import { fold } from '../../src/core/voice/machine.ts'
import { nextDeadline } from '../../src/core/voice/on-speech.ts'
import {
  initialVoiceState,
  type VoiceAgent,
  type VoiceCommand,
  type VoiceInput,
  type VoiceSettings,
  voiceDefaults,
} from '../../src/core/voice/state.ts'
import { listenRate, type RecognizedSpeech } from '../../src/protocol/speech.ts'
import { programs, testModels } from './rig.ts'

/** The engine says that it lives after so many samples; by that sign it is known to have heard them. */
const stepSamples = listenRate

type Given = VoiceInput extends infer I ? (I extends VoiceInput ? Omit<I, 'at'> : never) : never

/**
 * Somebody who listens faster than anybody speaks. Time is what was heard: the machine's clock moves by whole seconds of sound, and
 * everything heard within one counts as heard at its end.
 */
export class QuickEar implements AsyncDisposable {
  /** What the machine wanted done since the last `rest`. */
  commands: VoiceCommand[] = []
  state = initialVoiceState('비서')
  #settings: VoiceSettings
  readonly #engine: ChildProcess
  #now = 0
  /** What the engine said after it was asked: it reads along beside the sound, which comes faster here than anybody speaks. */
  readonly #late: RecognizedSpeech[] = []
  readonly #keep = (message: FromEngine) => {
    if (message.type === 'heard') this.#late.push(message.heard)
  }
  #tell: (message: FromEngine) => void = this.#keep

  private constructor(engine: ChildProcess, agents: VoiceAgent[]) {
    this.#engine = engine
    this.#settings = { ...voiceDefaults, language: 'ko', agents }
    engine.on('message', (message) => this.#tell(message as FromEngine))
  }

  static async open(agents: VoiceAgent[], stt: ModelFiles = testModels.stt, wake?: ModelFiles): Promise<QuickEar> {
    const engine = fork(fileURLToPath(programs.engine), [], {
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    })
    const ear = new QuickEar(engine, agents)
    await ear.#ask({ do: 'hear', vad: testModels.vad, stt, ...(wake ? { wake } : {}) }, ({ type }) => type === 'ready')
    return ear
  }

  /** Who may be called, from now on. */
  set agents(agents: VoiceAgent[]) {
    this.#settings = { ...this.#settings, agents }
  }

  /** How much it has heard. */
  get seconds(): number {
    return this.#now / 1000
  }

  /** As it was before anything was said. */
  async rest(): Promise<void> {
    await this.#finish()
    this.state = initialVoiceState('비서')
    this.commands = []
  }

  give(input: Given): Promise<void> {
    const [state, commands] = fold(this.state, { ...input, at: this.#now } as VoiceInput, this.#settings)
    this.state = state
    this.commands.push(...commands)
    return this.#obey(commands)
  }

  /** Hears it, and silence up to the next whole second and `pause` seconds more. */
  async hear(samples: Int16Array, pause = 1): Promise<void> {
    const whole = new Int16Array((Math.ceil(samples.length / stepSamples) + pause) * stepSamples)
    whole.set(samples)
    for (let at = 0; at < whole.length; at += stepSamples) await this.#second(whole.subarray(at, at + stepSamples))
  }

  /** Takes what the engine has said by now; no sound passes. */
  async catchUp(): Promise<void> {
    for (const one of this.#late.splice(0)) await this.give({ in: 'heard', heard: one })
  }

  /** The words that it took. */
  understood(): string[] {
    return this.commands.flatMap((command) => (command.do === 'show' && command.what === 'heard' ? [command.text] : []))
  }

  async #second(samples: Int16Array): Promise<void> {
    const heard = this.#late.splice(0)
    await this.#ask(Buffer.from(samples.slice().buffer), (message) => {
      if (message.type === 'heard') heard.push(message.heard)
      return message.type === 'alive'
    })
    this.#now += (1000 * samples.length) / listenRate
    for (const one of heard) await this.give({ in: 'heard', heard: one })
    while ((nextDeadline(this.state, this.#settings) ?? Number.POSITIVE_INFINITY) <= this.#now) await this.give({ in: 'tick' })
  }

  async #obey(commands: VoiceCommand[]): Promise<void> {
    for (const { do: what } of commands) {
      if (what === 'drop') await this.#finish()
      if (what === 'finish') await this.give({ in: 'heard', heard: { type: 'final', text: await this.#finish() } })
    }
  }

  /** Also instead of `drop`: sound and words come to the engine on two ways, and only an answer tells that the words were there first. */
  async #finish(): Promise<string> {
    let text = ''
    await this.#ask({ do: 'finish' }, (message) => {
      if (message.type !== 'heard' || message.heard.type !== 'final') return false
      text = message.heard.text
      return true
    })
    return text
  }

  async #ask(what: ToEngine | Buffer, over: (message: FromEngine) => boolean): Promise<void> {
    const answered = Promise.withResolvers<void>()
    const died = () => answered.reject(new Error('the engine died'))
    this.#engine.once('exit', died)
    this.#tell = (message) => over(message) && answered.resolve()
    if (Buffer.isBuffer(what)) this.#engine.stdin?.write(what)
    else this.#engine.send(what)
    await answered.promise.finally(() => this.#engine.off('exit', died))
    this.#tell = this.#keep
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = once(this.#engine, 'exit')
    this.#engine.kill('SIGKILL')
    await gone
  }
}
