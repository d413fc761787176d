import { smallTalkMessages } from '../../../messages/engine/small-talk.ts'
import type { Intent, Utterance } from '../intent.ts'
import { chosenFrom } from '../random-choice.ts'
import { tokensOf } from './tokens.ts'
import { isAbout, type Topic } from './topics.ts'

const forgetting: Topic = {
  needs: ['note erase', 'erase me'],
  with: ['all'],
  says: 'data',
}
/** Maximum number of notes that one request removes. Each is shown and needs approval. */
const mostForgotten = 30

/**
 * "기억한 거 다 지워줘": every line of the personal page, each as a request of its own, because the tool asks before a line
 * goes.
 */
export function forgetAll({ text, facts, tools, say, language, seed }: Utterance): Intent[] | undefined {
  const tokens = tokensOf(text)
  if (!tokens?.some(({ tags }) => tags.has('all')) || !isAbout(tokens, forgetting)) return undefined
  // "how do I delete everything you know": how is asked, and nothing is to go yet.
  if (/어떻게|어케|방법|\bhow\b/i.test(text))
    return [{ weight: 3, answer: () => chosenFrom(smallTalkMessages[language].erase, seed) }]
  // Where nobody can be asked, nothing goes: that is said as it is everywhere else.
  if (!tools.has('update_memory')) return [{ weight: 3, answer: () => say.notAsked }]
  const lines = [...new Set(facts.filter(({ from }) => from === 'personal').map((fact) => fact.text))]
  if (lines.length === 0) return [{ weight: 3, answer: () => say.notRemembered }]
  return lines.slice(0, mostForgotten).map((content) => ({
    weight: 3,
    call: { name: 'update_memory', args: { action: 'forget', content, scope: 'personal' } },
    answer: (result) => result.trim() || say.forgotten(content),
  }))
}
