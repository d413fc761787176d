import type { Conversation, Id } from '../../protocol/index.ts'
import { failureOf } from '../../protocol/index.ts'
import type { Player, Sound, SpeechInput, TextToSpeech } from '../../protocol/speech.ts'
import { foldVoice } from './machine.ts'
import { isCalled, nextDeadline } from './on-speech.ts'
import { probableRequest } from './probable-request.ts'
import { SpeakingQueue } from './speaking.ts'
import {
  type Earcon,
  initialVoiceState,
  type VoiceCommand,
  type VoiceInput,
  type VoiceSettings,
  type VoiceState,
} from './state.ts'
import type { StepResult } from './step.ts'

export interface VoiceDeps {
  conversation: Conversation
  ears: SpeechInput
  speak: TextToSpeech
  player: Player
  earcon(sound: Earcon): Sound
  settings: VoiceSettings
  /** The first agent. */
  agent: string
  chooseAgent(name: string, workspace: string): Promise<void>
  /** Milliseconds on a clock that never goes back, and the wall's. */
  now(): number
  wall(): number
  /** Told after every input: the state, and what is to be shown besides. */
  changed(state: VoiceState, commands: readonly VoiceCommand[]): void
}

type UntimedInput = VoiceInput extends infer I ? (I extends VoiceInput ? Omit<I, 'at'> : never) : never

export interface VoiceLoop {
  readonly state: VoiceState
  give(input: UntimedInput): void
  /** Resolves when the signal has aborted and everything is still. */
  readonly done: Promise<void>
}

/**
 * Runs the voice machine over its ports until the signal aborts: ears and conversation are followed, commands carried
 * out.
 */
export function openVoice(parts: VoiceDeps, signal: AbortSignal): VoiceLoop {
  const loop = new Loop(parts)
  const done = Promise.all([loop.hear(signal), loop.follow(signal)])
    .then(() => {})
    .finally(() => loop.close())
  return {
    get state() {
      return loop.state
    },
    give: (input) => loop.give(input),
    done,
  }
}

class Loop {
  state: VoiceState
  readonly #parts: VoiceDeps
  readonly #speaking: SpeakingQueue
  #timer: NodeJS.Timeout | undefined
  #attended: { called: boolean; near?: number | undefined } = { called: false }
  /** The probable request, or one not answered yet: its reply is prepared until the signal aborts. */
  #foreseen: { text: string; gone: AbortController } | undefined
  /** The last input given to the conversation: its turn's id, known when it is durable. */
  #submitted: Promise<Id | undefined> = Promise.resolve(undefined)
  #handedOver: Promise<void> = Promise.resolve()

  constructor(parts: VoiceDeps) {
    this.#parts = parts
    this.state = initialVoiceState(parts.agent, parts.settings)
    if (parts.settings.byKey) parts.ears.close(true)
    this.#speaking = new SpeakingQueue(parts.speak, parts.player, {
      playing: (line, ms) => this.give({ in: 'playing', line, ms }),
      played: (line) => this.give({ in: 'played', line }),
      mute: (why) => this.give({ in: 'mute', why }),
    })
  }

  give(input: UntimedInput): void {
    const { now, settings, changed } = this.#parts
    const [state, commands] = foldVoice(this.state, { ...input, at: now() } as VoiceInput, settings)
    this.state = state
    this.#attend()
    for (const command of commands) this.#do(command)
    changed(state, commands)
    this.#foresee()
    this.#wake()
  }

  async hear(signal: AbortSignal): Promise<void> {
    for await (const heard of this.#parts.ears.hear(signal)) this.give({ in: 'heard', heard })
  }

  async follow(signal: AbortSignal): Promise<void> {
    const since = this.#parts.wall()
    for await (const envelope of this.#parts.conversation.follow(0, signal)) {
      // Older text belongs to the screen, not to the ear.
      if (envelope.at >= since) this.give({ in: 'event', envelope })
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#foreseen?.gone.abort()
    this.#speaking.hush()
    await this.#parts.player.close()
  }

  #wake(): void {
    clearTimeout(this.#timer)
    const next = nextDeadline(this.state, this.#parts.settings)
    if (next === undefined) return
    this.#timer = setTimeout(() => this.give({ in: 'tick' }), Math.max(0, next - this.#parts.now()))
  }

  #attend(): void {
    const called = isCalled(this.state)
    const near = called ? this.state.nearDb : undefined
    if (called === this.#attended.called && near === this.#attended.near) return
    this.#attended = { called, near }
    this.#parts.ears.attend?.(called, near)
  }

  /**
   * A reply is readied in a pause that is probably the end, and thrown away as soon as something else is asked, or
   * more is said.
   */
  #foresee(): void {
    const { conversation, settings, now } = this.#parts
    const asked = this.state.turn?.over ? undefined : this.state.turn?.asked
    const probable = asked === undefined ? probableRequest(this.state, settings, now()) : undefined
    const text = asked ?? probable?.text
    if (this.#foreseen && this.#foreseen.text !== text) {
      this.#foreseen.gone.abort()
      this.#foreseen = undefined
    }
    if (!probable || this.#foreseen) return
    this.#foreseen = { text: probable.text, gone: new AbortController() }
    void conversation.foresee?.(inputOf(probable), this.#foreseen.gone.signal)
  }

  #do(command: VoiceCommand): StepResult {
    const { ears, conversation, player, earcon, settings } = this.#parts
    switch (command.do) {
      case 'finish':
        return ears.finish(command.here)
      case 'drop':
      case 'begin':
        return ears[command.do]()
      case 'close':
        return ears.close(command.closed)
      case 'hush':
        return this.#speaking.hush()
      case 'hold':
        return player.pause()
      case 'resume':
        return player.resume()
      case 'speak':
        return this.#speaking.add(command.line, command.text, command.pace)
      case 'submit':
        this.#submitted = this.#submit(command)
        return
      case 'cancel':
        void this.#cancel(command.turn, command.heard)
        return
      case 'answer':
        void conversation.answer(command.ask, { choice: command.choice }, 'owner')
        return
      case 'agent':
        this.#handedOver = this.#parts
          .chooseAgent(command.name, command.workspace)
          .catch((error) => this.#refuse(error))
        return
      case 'earcon':
        // A tone that cannot be heard is no reason to say so.
        if (!this.state.mute && settings.earcons) player.play(earcon(command.sound), () => {}).catch(() => {})
        return
      case 'show':
      case 'moved':
        return
      default:
        return command satisfies never
    }
  }

  async #submit(command: Extract<VoiceCommand, { do: 'submit' }>): Promise<Id | undefined> {
    try {
      await this.#handedOver
      return (await this.#parts.conversation.submit(inputOf(command), command.over ? 'interrupt' : 'queue')).turn
    } catch (error) {
      this.#refuse(error)
      return undefined
    }
  }

  /** Stop the turn that was talked over, also before it began. */
  async #cancel(turn: Id | undefined, heard: number): Promise<void> {
    const id = turn ?? (await this.#submitted)
    if (id && !(await this.#parts.conversation.withdraw(id).catch(() => false))) {
      await this.#parts.conversation.cancel(id, 'barge-in', heard).catch(() => {})
    }
  }

  #refuse(error: unknown): void {
    this.give({ in: 'refused', failure: failureOf(error) })
  }
}

/** Make the conversation's input of the words. */
const inputOf = ({ text, over }: Pick<Extract<VoiceCommand, { do: 'submit' }>, 'text' | 'over'>) =>
  ({ text, origin: 'voice', by: 'owner', ...(over ? { heard: over } : {}) }) as const
