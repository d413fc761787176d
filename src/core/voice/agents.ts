import type { VoiceAgent, VoiceSettings } from './state.ts'
import type { Step, StepResult } from './step.ts'

/** Return the agents' wake words. */
export const wakeWords = ({ agents }: VoiceSettings): string[] => agents.map(({ wakeWord }) => wakeWord)

/** The agent that is called so. */
export const agentOf = ({ agents }: VoiceSettings, word: string): VoiceAgent | undefined =>
  agents.find(({ wakeWord }) => wakeWord === word)

/** Another agent than the one before takes over. */
export function callAgent(step: Step, { name, workspace }: VoiceAgent): StepResult {
  if (name === step.state.agent) return
  step.set({ agent: name })
  step.do({ do: 'agent', name, workspace }, { do: 'show', what: 'own', text: step.say.agentNow(name) })
}
