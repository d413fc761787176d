import type { Language } from '../../messages/language.ts'
import { oneshotMessages } from '../../messages/surfaces/oneshot.ts'
import { choiceOf } from '../../messages/tools/answer-words.ts'
import { toolQuestion } from '../../messages/tools/questions.ts'
import { argumentRows, scopeWords } from '../../messages/tools/tool-words.ts'
import type { Ask, Decision } from '../../protocol/index.ts'
import { showHidden } from '../../std/text/sanitise.ts'

/** Keys of the first 300 ms were meant for something else: nobody reads a card that fast (SPEC §11). */
export const graceMs = 300
/** Milliseconds of quiet after which typed text is whole (SPEC §3): a word is not taken by its first letter. */
export const aloneMs = 500

/** A question about one tool call as lines for a terminal, with the keys that answer it. */
export function promptText(ask: Ask, language: Language, waitMs: number): string {
  const say = oneshotMessages[language].ask
  const scope = ask.choices.includes('session') ? scopeText(ask, language) : undefined
  return `${cardText(ask, language)}\n${say.choose(scope, Math.ceil(waitMs / 1000))}`
}

/** Return what is asked: the exact arguments, whole, hidden characters made visible. */
function cardText(ask: Ask, language: Language): string {
  const say = oneshotMessages[language].ask
  const rows: [string, string][] = [
    [say.reason, ask.reason],
    [say.effect, ask.effect],
    [say.risk, say.risks[ask.risk]],
    ...argumentRows(ask.args).map(([name, value]): [string, string] => [`${say.args} ${name}`, value]),
  ]
  const body = rows
    .filter(([, text]) => text)
    .map(([label, text]) => `  ${showHidden(label)}: ${indentLines(showHidden(text))}`)
  return ['', toolQuestion(language, ask, showHidden), ...body].join('\n')
}

const indentLines = (text: string) => (text.includes('\n') ? `\n${text.replace(/^/gm, '    ')}` : text)

/** Return the decision of what was typed whole. Everything but a clear yes is a no. */
export function decisionOf(typed: string, ask: Ask): Decision {
  const choice = choiceOf(typed, ask.choices)
  return { choice: choice === 'once' || choice === 'session' ? choice : 'deny' }
}

/** Return the question that reads a lasting yes back; undefined where the decision lasts no longer than the call. */
export function grantQuestion({ choice }: Decision, ask: Ask, language: Language): string | undefined {
  return choice === 'session' ? oneshotMessages[language].ask.grant(scopeText(ask, language)) : undefined
}

function scopeText(ask: Ask, language: Language): string {
  return showHidden(scopeWords(ask.scope ?? ask.tool, { name: ask.tool, title: ask.title }, language))
}
