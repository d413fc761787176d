import { voiceMessages } from '../../messages/surfaces/voice.ts'
import type { SpeechFault } from '../../protocol/speech.ts'
import { textForSpeech } from './aloud/text-for-speech.ts'
import {
  changes,
  type Ear,
  type VoiceCommand,
  type VoiceLine,
  type VoicePhase,
  type VoiceSettings,
  type VoiceState,
} from './state.ts'

/** Nothing; a name of its own lets a function end with what it does last. */
// biome-ignore lint/suspicious/noConfusingVoidType: that is what it stands for
export type StepResult = void

/** One input on its way through the machine: a copy of the state to change, and the commands that come of it. */
export class Step {
  readonly commands: VoiceCommand[] = []
  readonly settings: VoiceSettings
  readonly at: number
  state: VoiceState

  constructor(state: VoiceState, settings: VoiceSettings, at: number) {
    this.state = state
    this.settings = settings
    this.at = at
  }

  get say() {
    return voiceMessages[this.settings.language]
  }

  /**
   * Return our sentences that may be heard: the current and next ones, and for a while the last ones. Not the rest of
   * the queue: it is long.
   */
  get spoken(): string[] {
    return this.#ownLines.map(({ text }) => text)
  }

  /** Return the part that sounded during the speech heard now. */
  get spokenMeanwhile(): string[] {
    const since = (this.state.ear.since ?? this.at) - echoLateMs
    return this.#ownLines.map((line) => soundedSince(line, since, this.at)).filter((text) => text !== '')
  }

  get #ownLines(): VoiceLine[] {
    const { lines, said, quietFrom } = this.state
    return lines.length > 0 || this.at - quietFrom < this.settings.echoTailMs ? [...said, ...lines.slice(0, 2)] : []
  }

  set(change: Partial<VoiceState>): StepResult {
    this.state = { ...this.state, ...change }
  }

  do(...commands: VoiceCommand[]): StepResult {
    this.commands.push(...commands)
  }

  /** Changes the phase; a change that SPEC §1 does not know is a bug. */
  move(to: VoicePhase): StepResult {
    const { phase } = this.state
    if (phase === to) return
    if (!changes[phase].includes(to)) throw new Error(`Invalid voice phase transition: ${phase} → ${to}`)
    this.set({ phase: to })
    this.do({ do: 'moved', from: phase, to })
  }

  /** To a phase that may be one phase away: what stops a turn goes by way of idle. */
  moveBy(to: VoicePhase): StepResult {
    if (this.state.phase !== to && !changes[this.state.phase].includes(to)) this.move('idle')
    this.move(to)
  }

  /** Begins to take an utterance; what was heard before is forgotten unless it belongs to it. */
  listen(keep = false): StepResult {
    if (this.state.deaf) return this.moveBy('idle')
    if (this.state.session === 'inactive') this.set({ session: 'active', turns: 0 })
    this.moveBy('listening')
    if (keep) this.set({ ear: { ...this.state.ear, from: this.at } })
    else this.forget()
  }

  /** Drops what was heard; the silence clock begins anew. */
  forget(): StepResult {
    this.do({ do: 'drop' })
    this.set({ ear: { ...onlyVoice(this.state.ear), from: this.at } })
  }

  /** Gives a sentence to the loudspeaker; `again`: it was given before. Without a loudspeaker it counts as said. */
  speak(text: string, upto?: number, again = false): StepResult {
    const { mute, nextLine, lines, answer, pace } = this.state
    if (mute || text === '') return
    const line: VoiceLine = { id: nextLine, text, ...(upto === undefined ? {} : { upto }) }
    const isNew = upto !== undefined && !again
    this.set({ lines: [...lines, line], nextLine: line.id + 1, answer: isNew ? [...answer, { text, upto }] : answer })
    this.do({ do: 'speak', line: line.id, text, pace })
  }

  /** A sentence of the assistant's own: on the screen, and aloud. */
  own(text: string): StepResult {
    this.do({ do: 'show', what: 'own', text })
    this.aloud(text)
  }

  /** The same without the screen. */
  aloud(text: string): StepResult {
    this.do({ do: 'drop' })
    this.speak(textForSpeech({ kind: 'text', text }, this.settings.language))
    if (this.state.mute) return this.state.session === 'inactive' ? this.moveBy('idle') : this.listen()
    this.moveBy('speaking')
  }

  /** Silence now. What of the answer had been said stays counted. */
  hush(): StepResult {
    if (this.state.lines.length > 0) this.do({ do: 'hush' })
    const begun = this.state.sounding ? this.state.lines.slice(0, 1).map((line) => ({ until: this.at, ...line })) : []
    const said = begun.length > 0 ? rememberLines(this.state.said, begun) : this.state.said
    const quietFrom = this.state.heldAt ?? (begun.length > 0 ? this.at : this.state.quietFrom)
    const { heldAt: _, ...state } = this.state
    this.state = { ...state, lines: [], sounding: false, said, quietFrom }
  }

  /** Silence for as long as it takes to know what somebody says into our own voice. */
  hold(): StepResult {
    const { lines, sounding, heldAt, phase } = this.state
    const [line, ...behind] = lines
    if (phase !== 'speaking' || !sounding || !line || heldAt !== undefined) return
    this.set({ heldAt: this.at, lines: [{ ...line, until: this.at }, ...behind] })
    this.do({ do: 'hold' })
  }

  /** Goes on where it was: nobody wanted anything. */
  resume(): StepResult {
    const { heldAt, lines, ...state } = this.state
    const [line, ...behind] = lines
    if (heldAt === undefined) return
    const { until = heldAt, ...rest } = line ?? { id: 0, text: '' }
    const again = { ...rest, ...(rest.from === undefined ? {} : { from: rest.from + this.at - until }) }
    const said = line ? rememberLines(state.said, [line]) : state.said
    this.state = { ...state, said, lines: line ? [again, ...behind] : [], heldInVain: state.heldInVain + 1 }
    this.do({ do: 'resume' })
  }

  fault(why: SpeechFault): StepResult {
    this.do({ do: 'show', what: 'fault', text: this.say.fault(why) })
  }

  /** The dialogue is over: nothing is taken any more until the next wake word. */
  end(): StepResult {
    this.hush()
    this.do({ do: 'drop' }, { do: 'earcon', sound: 'end' })
    const { approval: _approval, unheard: _unheard, ...state } = this.state
    this.state = { ...state, ear: onlyVoice(this.state.ear) }
    this.moveBy('idle')
    this.set({ session: 'inactive', turns: 0, misses: 0 })
  }
}

/**
 * Nothing of what was heard, but whether somebody speaks and since when: an utterance that goes on is cut in the end.
 */
export const onlyVoice = ({ voice, since, held }: Ear): Ear => ({
  voice,
  text: '',
  ...(since === undefined ? {} : { since }),
  ...(held ? { held } : {}),
})

/** The last few sentences are enough to know an echo. */
export const rememberLines = (said: readonly VoiceLine[], lines: readonly VoiceLine[]): VoiceLine[] =>
  [...said, ...lines].slice(-4)

/**
 * From a sound of ours to the words that a recogniser makes of it: the way through the room, and what it hears before
 * a voice began.
 */
const echoLateMs = 900
/** Nobody speaks evenly: so many letters more on both sides. */
const marginLetters = 5

/** The part of a sentence that sounded between two times; all of it where its times are not known. */
export function soundedSince({ text, from, ms, until }: VoiceLine, since: number, now: number): string {
  if (from === undefined || !ms) return text
  const end = Math.min(until ?? from + ms, now)
  if (end < since) return ''
  const all = [...text]
  const letterAt = (at: number) => (all.length * (at - from)) / ms
  return all
    .slice(Math.max(0, Math.floor(letterAt(since)) - marginLetters), Math.ceil(letterAt(end)) + marginLetters)
    .join('')
}
