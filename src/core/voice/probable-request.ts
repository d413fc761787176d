import { finishOf } from './endpoint.ts'
import { foldVoice } from './machine.ts'
import type { VoiceCommand, VoiceSettings, VoiceState } from './state.ts'

type Request = Pick<Extract<VoiceCommand, { do: 'submit' }>, 'text' | 'over'>

/**
 * Return the probable request if nothing more is said: in a pause after words that are probably whole, the one the
 * machine would submit. The words are taken as an accurate recogniser reads them, and as heard only where they are
 * written so. Undefined while somebody speaks, where the words lead on, and where they would be anything but a request:
 * an answer to a question, a call of another agent, a stop. Pure; `at` is the time of the inputs.
 */
export function probableRequest(state: VoiceState, settings: VoiceSettings, at: number): Request | undefined {
  const { phase, ear, approval, service, isRewritten } = state
  const text = ear.read ?? (isRewritten ? '' : ear.text)
  if (phase !== 'listening' || approval || service || text === '' || !isProbablyOver(state)) return undefined
  const [, commands] = foldVoice(state, { in: 'heard', heard: { type: 'final', text }, at }, settings)
  const submit = commands.find((command) => command.do === 'submit')
  return commands.some((command) => command.do === 'agent') ? undefined : submit
}

function isProbablyOver({ ear }: VoiceState): boolean {
  if (ear.finishing) return true
  if (ear.voice || ear.held || ear.silentSince === undefined) return false
  const finish = finishOf(ear.text)
  return finish === 'finished' || (finish !== 'unfinished' && (ear.isOver ?? finish === 'whole'))
}
