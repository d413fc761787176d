import { smallTalkMessages } from '../../../messages/engine/small-talk.ts'
import { listNotes } from '../facts/recall.ts'
import type { Intent, Utterance } from '../intent.ts'
import { chosenFrom } from '../random-choice.ts'

/** "나에 대해 아는 거 있어?" asks, "내가 기억할게" does not. */
export function askedNotes(utterance: Utterance): Intent | undefined {
  const { text, asked } = utterance
  return asked || /있[어니나냐는음]|알고|\bknow\b/i.test(text) ? listNotes(utterance) : undefined
}

/** The available capabilities, with an example each. */
export function abilities({ tools, language }: Utterance): Intent {
  const say = smallTalkMessages[language]
  const can = Object.keys(say.can).flatMap((tool) => (tools.has(tool) ? [say.can[tool] as string] : []))
  return { weight: 2, answer: () => say.help([...can, say.fun]) }
}

/** The files of this folder, with their number where that is asked. */
export function listFiles({ tools, say, text }: Utterance): Intent | undefined {
  if (!tools.has('list_files')) return undefined
  return {
    weight: 2,
    call: { name: 'list_files', args: { path: '.' } },
    answer: (result) => say.files('.', result, /몇 ?개|[개갯]수|how many/i.test(text)),
  }
}

/** A greeting without a name. */
export function hello({ say }: Utterance): Intent {
  return { weight: 2, answer: () => say.hello(undefined) }
}

/** Said to thanks. */
export function thanks({ say }: Utterance): Intent {
  return { weight: 2, answer: () => say.thanks }
}

/** Said to a farewell. */
export function bye({ say }: Utterance): Intent {
  return { weight: 2, answer: () => say.bye }
}

/** Two dishes, picked by chance. */
export function menu({ language, seed }: Utterance): Intent {
  const { menus, menu: say } = smallTalkMessages[language]
  const one = chosenFrom(menus, seed)
  const rest = menus.filter((other) => other !== one)
  return { weight: 2, answer: () => say(one, chosenFrom(rest, seed + 1)) }
}
