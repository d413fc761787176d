import type { AnswerLine } from './state.ts'
import type { Step, StepResult } from './step.ts'

/** Nothing more is heard, and what was heard is forgotten. */
export function shutMicrophone(step: Step): StepResult {
  step.set({ microphone: 'closed', ear: { voice: false, text: '' } })
  step.do({ do: 'drop' }, { do: 'close', closed: true })
}

/**
 * An answer once more, by code: a model would make another one of it. `back`: so many answers before the last one.
 * False when there is none, or no voice.
 */
export function repeatAnswer(step: Step, back = 0): boolean {
  const { earlier, answer, mute } = step.state
  const lines = back === 0 ? answer : (earlier[Math.min(back, earlier.length) - 1] ?? answer)
  if (lines.length === 0 || mute) return false
  step.hush()
  step.do({ do: 'drop' })
  step.set({ back: Math.min(back, earlier.length) })
  speakAgain(step, lines)
  step.moveBy('speaking')
  return true
}

function speakAgain(step: Step, lines: readonly Partial<AnswerLine>[]): StepResult {
  for (const { text = '', upto } of lines) step.speak(text, upto, true)
}

/** One step of the pace, and its limits: beyond them nobody understands it. */
const paces = { step: 1.15, least: 0.57, most: 1.75 }

/** Change the pace; the current sentence is said again from its beginning. */
export function changePace(step: Step, to: 'slower' | 'faster'): StepResult {
  const asked = to === 'faster' ? step.state.pace * paces.step : step.state.pace / paces.step
  const pace = Math.round(100 * Math.min(paces.most, Math.max(paces.least, asked))) / 100
  step.set({ pace })
  step.do({ do: 'show', what: 'own', text: step.say.pace(pace) })
  const { lines, phase } = step.state
  if (lines.length === 0) return
  step.hush()
  speakAgain(step, lines)
  if (phase === 'speaking') step.moveBy('speaking')
}
