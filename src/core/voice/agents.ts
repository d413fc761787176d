import type { Agent, VoiceSettings } from './state.ts'
import type { Done, Step } from './step.ts'

/** What the agents are called. */
export const wakeWords = ({ agents }: VoiceSettings): string[] => agents.map(({ wakeWord }) => wakeWord)

/** The agent that is called so. */
export const agentOf = ({ agents }: VoiceSettings, word: string): Agent | undefined =>
  agents.find(({ wakeWord }) => wakeWord === word)

/** Another agent than the one before takes over. */
export function call(step: Step, { name, workspace }: Agent): Done {
  if (name === step.state.agent) return
  step.set({ agent: name })
  step.do({ do: 'agent', name, workspace }, { do: 'show', what: 'own', text: step.say.agentNow(name) })
}
