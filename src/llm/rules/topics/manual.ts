import { settingMeanings } from '../../../messages/commands/setting-meanings.ts'
import { subcommandMessages } from '../../../messages/commands/subcommands.ts'
import type { Language } from '../../../messages/language.ts'
import { tuiCommandMessages } from '../../../messages/surfaces/tui-commands.ts'
import { bareSyllable } from '../../../std/korean/grammar/particles.ts'
import { infinitive } from '../../../std/korean/grammar/verb.ts'
import { contentWords } from '../../../std/korean/search/analysis.ts'
import { nearTo, ofProgram } from '../../../std/korean/search/synonyms.ts'
import { shareOf, type Wanted, wanted } from '../../../std/korean/search/word-share.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import type { Intent, Utterance } from '../intent.ts'

/** Asks how something is done with this program. */
const HOW = patternOf('i')`
    어떻게(?! ?[됐되돼])|방법|(?<=[는을]) ?법(?![가-힣])|어디서|려면|명령어?|
    \bhow (?:do|can|to|would)\b|\bwhere (?:do|can) i\b|\b(?:which|what) (?:command|option)\b|\bcommand (?:for|to)\b`
/** Wishes for what the program may do, or asks whether it does. */
const WISH = patternOf('i')`
    싶(?:어|은데|다)|\S ?수 ?(?:있|없)|되나|되니|돼요?$|어디|옵션|(?:확인|설정|되돌리기)$|
    \b(?:is there|where (?:is|are)|can (?:i|it|you)|want to|option)\b`
/** Words of any such question, which name nothing of the program. */
const ASKING = patternOf('i')`
    ^(?:어떻게|방법|법|명령[이은]?|명령어[가는]?|옵션|뭐|뭘|뭔|뭐가|어디서?|어디에?|수|없|거|것|게|일[을은]?|[나내네제]|[네내제]가|너|좀|다|이|그|알려\S*|비서|
    보(?:려면|고|는|여줘|여줄)?|쓰(?:려면|고|는)?|써|쓸|하(?:려면|고|는|나)?|할|해[야도]?|되(?:나|나요|니|는지|려면|게)?|돼요?|된|될|싶\S*|있\S*|볼|봐|
    프로그램|assistant|how|can|where|which|what|command|do|use|i|please|tell|me|my|is|are|there|it|want|option)$`
/** So much of a question stands in an entry that tells how; and in one that is only near, but of its subject. */
const leastExplained = { told: 0.6, near: 0.33 }
const entriesShown = 4
/** So much of a word stands in an entry that has it: 파일 is no 파일럿. */
const held = 0.7
/** Weight of the command that a subcommand or setting belongs to, beside its own words. */
const parentWeight = 0.7

/**
 * Verbs of a question as the manual says what is done: 미루려면, 미루는 방법, 미루고 싶어 and 미룰 수 있어 are 미뤄요 there, where the
 * endings would find others of their like.
 */
const asManualSays = (question: string): string =>
  question
    .replace(
      /([가-힣]+?)(?:으?려면|고(?= ?싶)|는(?= ?(?:방법|법|명령|옵션)))/g,
      (_, stem: string) => `${infinitive(stem)}요`,
    )
    .replace(/([가-힣]+)(?= ?수 ?(?:있|없))/g, (verb) =>
      /[을를]$/.test(verb) ? verb : `${infinitive(bareSyllable(verb))}요`,
    )

/** An entry of the manual: what is typed, what it does, and what the command does to which it belongs. */
interface ManualEntry {
  typed: string
  text: string
  own: string
  parent: string
}

const kept = new Map<Language, ManualEntry[]>()

/** The entries of the manual: commands before options, and settings last, where they are as near. */
function entriesIn(language: Language): ManualEntry[] {
  const entries = kept.get(language) ?? readEntries(language)
  kept.set(language, entries)
  return entries
}

function readEntries(language: Language): ManualEntry[] {
  const commands: Record<string, string> = subcommandMessages[language].commands
  const entry = (typed: string, text: string, parent = ''): ManualEntry => ({
    typed,
    text,
    own: readSentence(`${typed.replace('assistant ', '')} ${text}`).text.toLowerCase(),
    parent: parent.toLowerCase(),
  })
  const parentOf = (name: string) => (name.includes(' ') ? commands[name.split(' ')[0] as string] : '')
  // Each provider has the same settings: the words of them would hide all others.
  const settings = Object.entries(settingMeanings[language]).filter(([name]) => !name.startsWith('providers.'))
  return [
    ...Object.entries(commands).map(([name, text]) => entry(`assistant ${name}`, text, parentOf(name))),
    ...Object.entries(tuiCommandMessages[language]).map(([name, text]) => entry(`/${name}`, text)),
    ...Object.entries(subcommandMessages[language].options).map(([name, text]) => entry(`assistant --${name}`, text)),
    ...settings.map(([name, text]) => entry(`assistant config set ${name}`, String(text), commands['config set'])),
  ]
}

/** The entries nearest to a question, with the part of its words that each explains: rare words weigh more. */
function findInManual(question: string, language: Language): { entry: ManualEntry; explained: number }[] {
  const said = contentWords(asManualSays(readSentence(question).text))
  const words = [...new Set(said)].filter((word) => !ASKING.test(word))
  if (words.length === 0) return []
  const asked = words.map((word) => [wanted(word, nearTo), ...ofProgram(word).map((other) => wanted(other, () => []))])
  const entries = entriesIn(language)
  const found = entries.map((entry) => ({
    entry,
    shares: asked.map((forms) => Math.max(...forms.map((form, at) => formShare(form, entry, at > 0)))),
  }))
  // A word that stands nowhere weighs most: then the question is about something else.
  const weights = asked.map((_, at) => {
    const holders = found.filter(({ shares }) => (shares[at] as number) >= held).length
    return Math.log(1 + entries.length / (holders + 1))
  })
  // A question begins with its subject in Korean and ends with it in English; a verb may stand in other words.
  const subject = /[가-힣]/.test(question) ? 0 : asked.length - 1
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const explainedBy = (shares: number[]) =>
    shares.reduce((sum, share, at) => sum + share * (weights[at] as number), 0) / total
  return found
    .map(({ entry, shares }) => ({ entry, shares, explained: explainedBy(shares) }))
    .filter(({ shares, explained }) => {
      // A word of one syllable may be any: it names nothing by itself.
      const isOfSubject = (words[subject] as string).length > 1 && (shares[subject] as number) >= held
      const heldWords = shares.filter((share) => share >= held).length
      // Two words of one entry are near whatever else is said: "실수로 지운 파일 되돌리고 싶어".
      if (heldWords >= 2) return true
      return heldWords > 0 && explained >= (isOfSubject ? leastExplained.near : leastExplained.told)
    })
    .sort((a, b) => b.explained - a.explained || a.entry.text.length - b.entry.text.length)
    .slice(0, entriesShown)
}

/** The part of a word that an entry holds; another word for it counts a little less. */
const formShare = (form: Wanted, { own, parent }: ManualEntry, isOther: boolean): number =>
  (isOther ? otherWeight : 1) * Math.max(shareOf(form, own), parentWeight * shareOf(form, parent))
const otherWeight = 0.85

const lineOf = ({ entry }: { entry: ManualEntry }) => `\`${entry.typed}\`: ${entry.text}`

/**
 * How something is done, from the program's own manual: the commands and options whose meaning holds what is asked
 * about. Undefined where none is near.
 */
export function manual({ text, language, say }: Utterance): Intent | undefined {
  if (!HOW.test(text) && !WISH.test(text)) return undefined
  const found = findInManual(text, language)
  if ((found[0]?.explained ?? 0) < leastExplained.told) return undefined
  return { weight: 1, answer: () => say.manual(found.map(lineOf)) }
}

/** The lines of the manual that are near a question which nothing answers; none where it is about something else. */
export function manualLines({ text, language }: Utterance): string[] {
  const mayAsk = HOW.test(text) || WISH.test(text) || COMPLAINS.test(text)
  return mayAsk ? findInManual(text, language).map(lineOf) : []
}
/** Tells what does not work, or what somebody is about: "알림이 안 울려요", "물어보는 거 귀찮은데". */
const COMPLAINS = /(?<![가-힣])(?:안|못) |는데요?$|려고요?$|게$|\b(?:doesn['’]?t|don['’]?t|won['’]?t|not|can['’]?t)\b/i

/** Ends in the question how something is done: no deed is asked for. */
const ASKS_HOW = patternOf('i')`
    (?:려면|는 ?(?:방)?법(?:은|이|을)?)(?: ?(?:뭐|뭔|어떻게|어디|좀|알려|말해|궁금|몰라|있)[가-힣 ]*)?$|
    어떻게 ?(?:해|하|쓰|써|바꾸|바꿔|켜|꺼|끄|지우|지워|돼|되)[가-힣 ]{0,8}$|
    ^(?:how (?:do|can|to|would) (?:i |you |we )?|where do i )`
/** Return true if a sentence asks how, and so for no deed. */
export const asksHow = (text: string): boolean => ASKS_HOW.test(text)

/** The command that a question where a file is may mean as well: "설정 파일 어디에 있어". */
export function besideFiles(utterance: Utterance, [intent, ...others]: readonly Intent[]): Intent[] | undefined {
  if (intent?.call?.name !== 'search_files' || others.length > 0) return undefined
  const [found] = findInManual(utterance.text, utterance.language)
  if (!found || found.explained < leastExplained.told) return undefined
  return [{ ...intent, answer: (result) => `${intent.answer(result)}\n\n${utterance.say.manual([lineOf(found)])}` }]
}

/** The answer to a question how something is done, where only a search of the person's own things would answer. */
export function manualBeforeSearch(utterance: Utterance): Intent | undefined {
  const lines = HOW.test(utterance.text) ? manualLines(utterance) : []
  return lines.length > 0
    ? (manual(utterance) ?? { weight: 1, answer: () => utterance.say.nearManual(lines) })
    : undefined
}
