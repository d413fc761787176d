import type { Language } from '../../messages/language.ts'
import { voice } from '../../messages/voice.ts'
import type { Phase, VoiceState } from './state.ts'

/** A sign for each phase. */
const signs: Record<Phase, string> = { idle: '○', listening: '●', processing: '…', speaking: '♪' }

/** One line about what goes on: who, doing what, and the words that are being understood, or `typed` in their place. Not sanitised. */
export function stateLine({ phase, ear, deaf, agent }: VoiceState, language: Language, typed = ''): string {
  const { states } = voice[language]
  const what = deaf && phase === 'idle' ? states.text : states[phase]
  const words = typed || (phase === 'listening' || phase === 'idle' ? ear.text : '')
  return `${signs[phase]} ${agent} · ${what}${words && ` · ${words}`}`
}
