import { settingMeanings } from '../../../messages/commands/setting-meanings.ts'
import { subcommandMessages } from '../../../messages/commands/subcommands.ts'
import { tuiCommandMessages } from '../../../messages/surfaces/tui-commands.ts'
import { infinitive } from '../../../std/korean/grammar/verb.ts'
import { contentWords } from '../../../std/korean/search/analysis.ts'
import { createRanking } from '../../../std/korean/search/ranking.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import type { Intent, Utterance } from '../intent.ts'

/** Asks how something is done with this program. */
const HOW = patternOf('i')`
    어떻게(?! ?[됐되돼])|방법|어디서|하려면|[으]?려면|(?:할|볼|쓸|줄|을|를) ?수 ?(?:있|없)|명령어?|
    \bhow (?:do|can|to|would)\b|\bwhere (?:do|can) i\b|
    \bcan (?:i|you)\b|\bcommand (?:for|to)\b`
/** Words of any such question, which name nothing of the program. */
const ASKING = patternOf('i')`
    ^(?:어떻게|방법|명령[이은]?|명령어[가는]?|뭐|어디서|보|하려면|수|있|없|거|것|할|하|일[을은]?|[나내네제]|[네내제]가|너|알려|비서|
    프로그램|assistant|how|can|where|command|do|use)$`
/** So much of what is asked about stands in the entry. */
const leastExplained = 0.6
const entriesShown = 3

/** The entries of the manual: what is typed, and what it does. */
function entriesIn(language: Utterance['language']): { typed: string; text: string }[] {
  const { commands, options } = subcommandMessages[language]
  return [
    ...Object.entries(commands).map(([name, text]) => ({ typed: `assistant ${name}`, text })),
    ...Object.entries(options).map(([name, text]) => ({ typed: `assistant --${name}`, text })),
    ...Object.entries(tuiCommandMessages[language]).map(([name, text]) => ({ typed: `/${name}`, text })),
    ...Object.entries(settingMeanings[language]).map(([name, text]) => ({
      typed: `assistant config set ${name}`,
      text: String(text),
    })),
  ]
}

const searched = ({ typed, text }: { typed: string; text: string }) => `${typed.replace('assistant ', '')} ${text}`

/**
 * How something is done, from the program's own manual: the commands and options whose meaning holds what is asked
 * about. Undefined where none is near.
 */
export function manual({ text, language, say }: Utterance): Intent | undefined {
  if (!HOW.test(text)) return undefined
  // The manual says what is done: 미루려면 and 미루는 방법 are 미뤄요 there.
  const said = readSentence(text).text.replace(
    /([가-힣]+?)(?:으?려면|는(?= ?(?:방법|법|명령)))/g,
    (_, stem: string) => `${infinitive(stem)}요`,
  )
  const words = contentWords(said).filter((word) => !ASKING.test(word))
  if (words.length === 0) return undefined
  const ranking = createRanking<{ typed: string; text: string }>(words.join(' '))
  for (const entry of entriesIn(language)) ranking.add(entry, searched(entry))
  // A question begins with its subject in Korean and ends with it in English; a verb may stand in other words.
  const subject = createRanking<string>((/[가-힣]/.test(said) ? words[0] : words.at(-1)) as string)
  const near = ranking.best(entriesShown).filter(({ item, explained }) => {
    subject.add(item.typed, searched(item))
    return explained >= leastExplained && subject.best(entriesShown).some((one) => one.item === item.typed)
  })
  if (near.length === 0) return undefined
  return { weight: 1, answer: () => say.manual(near.map(({ item }) => `\`${item.typed}\`: ${item.text}`)) }
}
