import type { Language } from '../../messages/language.ts'
import { voiceMessages } from '../../messages/surfaces/voice.ts'
import type { VoicePhase, VoiceState } from './state.ts'

/** A sign for each phase. */
const signs: Record<VoicePhase, string> = { idle: '○', listening: '●', processing: '…', speaking: '♪' }

/** Describe the current phase. Not sanitised. */
export function phaseText({ phase, deaf, agent, microphone }: VoiceState, language: Language): string {
  const { states } = voiceMessages[language]
  const isClosed = microphone === 'closed' && !deaf
  if (phase === 'idle' || (phase === 'listening' && isClosed))
    return `${isClosed ? '⊘' : signs[phase]} ${agent} · ${deaf ? states.text : isClosed ? states.closed : states[phase]}`
  return `${signs[phase]} ${agent} · ${states[phase]}${isClosed ? ` (${states.closed})` : ''}`
}

/** The caption: the words that are being understood, or said. Not sanitised. */
export function wordsOf({ phase, ear, sounding, lines: [line] }: VoiceState): string {
  return phase === 'speaking' && sounding && line ? line.text : ear.text
}

const levels = [...'▁▂▃▄▅▆▇█']
/** The quietest and the loudest that the meter shows, in dB below full scale: a still room, a voice close by. */
const range = { from: -55, to: -10 }

/** One sign for a level of the microphone in dB below full scale. */
export function levelMeter(db: number): string {
  const share = (db - range.from) / (range.to - range.from)
  return levels[Math.min(levels.length - 1, Math.max(0, Math.floor(share * levels.length)))] ?? ''
}

/** State, level (see `meter`) and caption in one line. */
export function stateLine(state: VoiceState, language: Language, level = ''): string {
  const words = wordsOf(state)
  return `${phaseText(state, language)}${level && ` ${level}`}${words && ` · ${words}`}`
}
