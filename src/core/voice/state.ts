import type { Language } from '../../messages/language.ts'
import type { Ask, Choice, Envelope, Failure, Id } from '../../protocol/index.ts'
import type { RecognizedSpeech, SpeechFault } from '../../protocol/speech.ts'
import type { BargeIn } from './echo.ts'
import { type EndpointMs, endpointDefaults } from './endpoint.ts'

/** The assistant's phase (SPEC §1). */
export type VoicePhase = 'idle' | 'listening' | 'processing' | 'speaking'
export type Session = 'inactive' | 'active' | 'ending'

/**
 * Every change of phase there is (SPEC §1). `listening → speaking` and `idle → speaking` only for sentences of the
 * assistant's own: retry, end question, approval, reminder.
 */
export const changes: Readonly<Record<VoicePhase, readonly VoicePhase[]>> = {
  idle: ['processing', 'listening', 'speaking'],
  listening: ['processing', 'idle', 'speaking'],
  processing: ['speaking', 'idle'],
  speaking: ['listening', 'idle'],
}

export interface VoiceAgent {
  name: string
  workspace: string
  wakeWord: string
}

export interface VoiceSettings {
  language: Language
  agents: readonly VoiceAgent[]
  bargeIn: BargeIn
  endpoint: EndpointMs
  /** Silence after which an active session asks whether to end, and again until it does, in milliseconds. */
  silenceMs: number
  /** Shortest speech that can be barge-in, in milliseconds. */
  sustainMs: number
  /** Longest pause of our own voice for words of a speaker before it goes on, in milliseconds. */
  holdMs: number
  /** Longest ringing of the room after the last sound, in milliseconds. */
  echoTailMs: number
  /** An utterance is cut after so long, in milliseconds. */
  utteranceMs: number
  /** The microphone is closed but for what is said with the key. */
  byKey: boolean
  /** Tones tell what happens. */
  earcons: boolean
  /** Speaking pace: 1 is the voice's own. */
  pace: number
}

/** SPEC §1 and §7; sustain: research says 200–500 ms of speech tell a person from a noise. */
export const voiceDefaults: Omit<VoiceSettings, 'agents' | 'language'> = {
  bargeIn: 'full',
  endpoint: endpointDefaults,
  silenceMs: 10_000,
  sustainMs: 250,
  holdMs: 1_500,
  echoTailMs: 1_500,
  utteranceMs: 30_000,
  byKey: false,
  earcons: true,
  pace: 1,
}

/** The speech being heard: in the phase `listening` it is an utterance, otherwise only monitoring. */
export interface Ear {
  voice: boolean
  text: string
  /** Start of this voice, and start of its silence, on the clock of the inputs. */
  since?: number
  silentSince?: number
  /** The turn judge's verdict on this silence: the end, or not; absent while unknown. */
  isOver?: boolean
  /** The utterance up to this silence as it will be written, where another recogniser than that of `text` writes it. */
  read?: string
  /** Its loudest level, in dB below full scale; absent if not measured. */
  db?: number
  /** The same of what is heard in the room all the time. */
  room?: number
  /** `finish` was asked for; a `final` will come. */
  finishing?: true
  /** The key is held: the utterance lasts until it is let go. */
  held?: true
  /** The words that were last judged to be no barge-in. */
  judged?: string
  /** Start of listening: the silence clock. */
  from?: number
}

/** A sentence on its way to the loudspeaker. `upto`: where it ends in the answer; absent for the assistant's own. */
export interface VoiceLine {
  id: number
  text: string
  upto?: number
  /** Start of its first sound, and its length, in milliseconds; `until`: the time it was cut short. */
  from?: number
  ms?: number
  until?: number
}

/** A sentence of an answer as it was spoken; `upto` as in `VoiceLine`. */
export interface AnswerLine {
  text: string
  upto: number
}

/** The turn that the person waits for. */
export interface Turn {
  id?: Id
  /** The request: by it the turn is recognised when it begins. */
  asked: string
  call: number
  /** Of the call's text: what was read, and what of it waits for the end of its sentence. */
  at: number
  rest: string
  raw: number
  tools: readonly Id[]
  over?: true
}

export interface Approval {
  id: Id
  ask: Ask
  /** It was read to its end: a yes counts from here on. */
  read: boolean
}

export interface VoiceState {
  phase: VoicePhase
  /** Within `processing`. */
  doing: 'streaming' | 'toolCalling' | 'complete'
  session: Session
  agent: string
  ear: Ear
  turn?: Turn
  /** Sentences given to the player and not yet played, the first one sounding if `sounding`. */
  lines: readonly VoiceLine[]
  sounding: boolean
  nextLine: number
  /** Since when our own voice waits for what somebody says into it, and how often it did so in vain in a row. */
  heldAt?: number
  heldInVain: number
  /** Loudness of the person whose request was last taken, in dB below full scale. */
  nearDb?: number
  /** Number of characters of the answer that were spoken. */
  heard: number
  /** Our last sentences, for the echo judge, and the end of the last sound. */
  said: readonly VoiceLine[]
  quietFrom: number
  /** Finished turns of this session; utterances in a row that were not understood. */
  turns: number
  misses: number
  approval?: Approval
  /** A service waits for the answer to a question; `confirm`: to the one before it acts. */
  service?: 'open' | 'confirm'
  /** Sentences of the assistant's own that wait until nobody speaks; the screen shows them already. */
  waiting: readonly string[]
  /** The answer that was spoken over, until the model is told. */
  over?: { turn: Id; chars: number }
  /** The sentences of the last answer as they were spoken, for whoever wants them again. */
  answer: readonly AnswerLine[]
  /** Answers before it, the latest first; how far back was asked for last. */
  earlier: readonly (readonly AnswerLine[])[]
  back: number
  /** The microphone as the person set it; `once`: open for one utterance. */
  microphone: 'open' | 'closed' | 'once'
  pace: number
  /** The last answer, if it was cut before its end. */
  unheard?: string
  /** The last utterance was written with other words, or marks, than those that were heard of it before. */
  isRewritten: boolean
  /** Hearing or speaking is out of order. */
  deaf: boolean
  mute: boolean
  /** Speaking failed before, and that was told: it is tried again with every request, and not told again. */
  hoarse: boolean
  /** The last voice was somebody else's, and was told so. */
  strange: boolean
}

/** The state in which it begins. */
export const initialVoiceState = (
  agent: string,
  { byKey, pace }: Pick<VoiceSettings, 'byKey' | 'pace'> = voiceDefaults,
): VoiceState => ({
  phase: 'idle',
  doing: 'complete',
  session: 'inactive',
  agent,
  ear: { voice: false, text: '' },
  lines: [],
  sounding: false,
  nextLine: 1,
  heldInVain: 0,
  heard: 0,
  said: [],
  quietFrom: Number.NEGATIVE_INFINITY,
  turns: 0,
  misses: 0,
  answer: [],
  earlier: [],
  back: 0,
  microphone: byKey ? 'closed' : 'open',
  pace,
  waiting: [],
  isRewritten: false,
  deaf: false,
  mute: false,
  hoarse: false,
  strange: false,
})

/** An input with its time (milliseconds on a monotonic clock). */
export type VoiceInput = { at: number } & (
  | { in: 'heard'; heard: RecognizedSpeech }
  | { in: 'key' | 'stop' }
  /** The key is held, and let go; the microphone is closed or opened; the last answer once more; slower, faster. */
  | { in: 'held' | 'let-go' | 'microphone' | 'again' | 'slower' | 'faster' }
  | { in: 'yes' | 'no' }
  | { in: 'typed'; text: string }
  /** `ms`: how long it will sound. */
  | { in: 'playing'; line: number; ms?: number }
  | { in: 'played'; line: number }
  | { in: 'mute'; why: SpeechFault }
  | { in: 'event'; envelope: Envelope }
  | { in: 'refused'; failure: Failure }
  /** A sentence of the assistant's own for when nobody speaks; `ring`: the screen shows it already. */
  | { in: 'say' | 'ring'; text: string }
  | { in: 'tick' }
)

/** A command to carry out, in order. */
export type VoiceCommand =
  /** `here`: nobody called, so it is read on this machine or not at all. */
  | { do: 'finish'; here?: true }
  | { do: 'begin' }
  | { do: 'drop' }
  | { do: 'hush' }
  | { do: 'close'; closed: boolean }
  /** Silence for a moment; `resume` goes on where it was. */
  | { do: 'hold' }
  | { do: 'resume' }
  /** `over`: what it was said over, and how much of that was heard. */
  | { do: 'submit'; text: string; over?: { turn: Id; chars: number } }
  /** Without a turn: the one that was submitted last and has not begun. */
  | { do: 'cancel'; turn?: Id; heard: number }
  | { do: 'answer'; ask: Id; choice: Choice }
  | { do: 'speak'; line: number; text: string; pace: number }
  | { do: 'agent'; name: string; workspace: string }
  | { do: 'earcon'; sound: Earcon }
  /** For the screen. */
  | { do: 'show'; what: 'heard' | 'own' | 'fault'; text: string }
  | { do: 'moved'; from: VoicePhase; to: VoicePhase }
export type Earcon = 'wake' | 'taken' | 'end' | 'fault'
