// The voice machine on a clock of its own: what it is told, what it does.

import { foldVoice } from '../../../src/core/voice/machine.ts'
import { nextDeadline } from '../../../src/core/voice/on-speech.ts'
import {
  initialVoiceState,
  type VoiceCommand,
  type VoiceInput,
  type VoiceSettings,
  type VoiceState,
  voiceDefaults,
} from '../../../src/core/voice/state.ts'
import type { Ask, Event } from '../../../src/protocol/index.ts'
import type { RecognizedSpeech } from '../../../src/protocol/speech.ts'

const agents = [
  { name: '비서', workspace: 'home', wakeWord: '비서야' },
  { name: '도치', workspace: 'home', wakeWord: '도치야' },
]
const settings: VoiceSettings = { ...voiceDefaults, language: 'ko', agents }

export type Given = VoiceInput extends infer I ? (I extends { at: number } ? Omit<I, 'at'> : never) : never

/** A dialogue on a clock of its own: whatever becomes due happens on the way. */
export class Story {
  state: VoiceState
  at = 0
  done: VoiceCommand[] = []
  own: VoiceSettings
  constructor(own: Partial<VoiceSettings> = {}) {
    this.own = { ...settings, ...own }
    this.state = initialVoiceState('비서', this.own)
  }
  give(...inputs: Given[]): this {
    for (const input of inputs) {
      const [state, commands] = foldVoice(this.state, { ...input, at: this.at } as VoiceInput, this.own)
      this.state = state
      this.done.push(...commands)
    }
    return this
  }
  wait(ms: number): this {
    const until = this.at + ms
    for (
      let next = nextDeadline(this.state, this.own);
      next !== undefined && next <= until;
      next = nextDeadline(this.state, this.own)
    ) {
      this.at = Math.max(this.at, next)
      this.give({ in: 'tick' })
    }
    this.at = until
    return this
  }
  hear(...heard: RecognizedSpeech[]): this {
    return this.give(...heard.map((one): Given => ({ in: 'heard', heard: one })))
  }
  /** Somebody says it, clearly, and is silent until the end of the utterance was found. */
  says(text: string, upto = text): this {
    this.hear({ type: 'voice.started' }).wait(300).hear({ type: 'partial', text }).wait(300)
    this.hear({ type: 'voice.ended', silentMs: 100 }).wait(1500)
    return this.finishes() ? this.hear({ type: 'final', text: upto }) : this
  }
  finishes(): boolean {
    return this.state.ear.finishing === true
  }
  event(event: Event, turn = 't1'): this {
    return this.give({ in: 'event', envelope: { v: 1, epoch: 1, seq: 1, conversation: 'c', turn, at: 0, event } })
  }
  starts(turn = 't1'): this {
    const text = this.state.turn?.asked ?? ''
    return this.event(
      { type: 'turn.started', agent: '비서', input: { id: turn, text, origin: 'voice', by: 'owner' } },
      turn,
    )
  }
  text(text: string, at = 0): this {
    return this.event({ type: 'text.added', call: 1, at, text })
  }
  ends(text = ''): this {
    return this.event({ type: 'turn.done', message: 'm', text })
  }
  /** The loudspeaker says everything that waits. */
  plays(): this {
    for (let line = this.state.lines[0]; line; line = this.state.lines[0]) {
      this.give({ in: 'playing', line: line.id }).wait(500).give({ in: 'played', line: line.id })
    }
    return this
  }
  answers(text: string, turn = 't1'): this {
    return this.starts(turn)
      .event({ type: 'text.added', call: 1, at: 0, text }, turn)
      .event({ type: 'turn.done', message: 'm', text }, turn)
      .plays()
  }
  /** What was done since the last look, drops and earcons left out. */
  look(): VoiceCommand[] {
    const done = this.done.filter(
      (command) => command.do !== 'drop' && command.do !== 'earcon' && command.do !== 'show',
    )
    this.done = []
    return done
  }
  get phases(): string[] {
    return this.look().flatMap((command) => (command.do === 'moved' ? [command.to] : []))
  }
}
export const story = (own: Partial<VoiceSettings> = {}) => new Story(own)
export const awake = (own: Partial<VoiceSettings> = {}) => story(own).says('비서야')
export const said = (commands: VoiceCommand[]) =>
  commands.flatMap((command) => (command.do === 'speak' ? [command.text] : []))
export const shell: Ask = {
  tool: 'shell',
  category: 'restricted',
  args: {},
  reason: '',
  effect: 'rm을 실행해요.',
  risk: 'high',
  choices: ['once', 'deny'],
}
export const write: Ask = { ...shell, tool: 'write_file', category: 'sensitive', effect: '파일을 써요.' }
