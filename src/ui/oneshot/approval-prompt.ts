import type { Language } from '../../messages/language.ts'
import { oneshotMessages } from '../../messages/surfaces/oneshot.ts'
import { toolQuestion } from '../../messages/tools/questions.ts'
import { argumentRows, scopeWords } from '../../messages/tools/tool-words.ts'
import type { Ask, Decision } from '../../protocol/index.ts'
import { showHidden } from '../../std/text/sanitise.ts'

/** Keys of the first 300 ms were meant for something else: nobody reads a card that fast (SPEC §11). */
export const graceMs = 300

/** A question about one tool call as lines for a terminal, with the keys that answer it. */
export function card(ask: Ask, language: Language, waitMs: number): string {
  const say = oneshotMessages[language].ask
  const scope = ask.choices.includes('session')
    ? showHidden(scopeWords(ask.scope ?? ask.tool, { name: ask.tool, title: ask.title }, language))
    : undefined
  return `${cardText(ask, language)}\n${say.choose(scope, Math.ceil(waitMs / 1000))}`
}

/** What is asked: the exact arguments, whole, hidden characters made visible. */
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
    .map(([label, text]) => `  ${showHidden(label)}: ${indented(showHidden(text))}`)
  return ['', toolQuestion(language, ask, showHidden), ...body].join('\n')
}

const indented = (text: string) => (text.includes('\n') ? `\n${text.replace(/^/gm, '    ')}` : text)

/** What a typed line means. Everything but a clear yes is a no. */
export function decisionOf(typed: string, ask: Ask): Decision {
  const word = typed.trim().toLowerCase()
  if (['y', 'yes', '네', '예', 'ㅛ'].includes(word)) return { choice: 'once' }
  if (['s', 'ㄴ'].includes(word) && ask.choices.includes('session')) return { choice: 'session' }
  return { choice: 'deny' }
}
