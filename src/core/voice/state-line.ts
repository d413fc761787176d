import type { Language } from '../../messages/language.ts'
import { voiceMessages } from '../../messages/surfaces/voice.ts'
import type { VoicePhase, VoiceState } from './state.ts'

/** A sign for each phase. */
const signs: Record<VoicePhase, string> = { idle: '○', listening: '●', processing: '…', speaking: '♪' }

/** Who does what. Not sanitised. */
export function phaseText({ phase, deaf, agent }: VoiceState, language: Language): string {
  const { states } = voiceMessages[language]
  return `${signs[phase]} ${agent} · ${deaf && phase === 'idle' ? states.text : states[phase]}`
}

/** The words that are being understood. Not sanitised. */
export const wordsOf = ({ phase, ear }: VoiceState): string => (phase === 'listening' || phase === 'idle' ? ear.text : '')

/** Both in one line. */
export function stateLine(state: VoiceState, language: Language): string {
  const words = wordsOf(state)
  return `${phaseText(state, language)}${words && ` · ${words}`}`
}
