import { contentWords } from '../../../std/korean/search/analysis.ts'
import { wordsAsked } from '../../../std/korean/search/asked-words.ts'
import { peopleIn, rolesIn } from '../../../std/korean/search/people.ts'
import { createRanking } from '../../../std/korean/search/ranking.ts'
import { shareOf } from '../../../std/korean/search/word-share.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import { documentIntent } from '../documents/questions.ts'
import type { Intent, KnownFact, Utterance } from '../intent.ts'
import { declined, isBeyond } from '../topics/unsupported-topics.ts'

/** Lines that are shown beside what could not be answered. */
const linesShown = 3
/** So much of a word of the question stands in a line that is near it. */
const leastShare = 0.5
/** And so much of all of its words. */
const leastHeld = 0.24

/** The beginning of a question about one's own things. */
const OWN =
  /(?:^|\s)(?:내|제|나의|저의|내가|제가|나|난|나는)\s|^(?:내|제)(?=이름|생일|나이|번호|주소|혈액형|차|집|직업|키)|\b(?:my|am i|do i|i am)\b/i
const PERSON = /^(?:나|내|난|제|저|전|우리)(?:는|은|가|의)?$|^(?:i|my)$/i
const TOPIC = /^(.{1,30}?)(?:은|는|이|가|의)\s/
const POSSESSIVE = /^(?:the |my |our )?([a-z]+)(?:'s|s')\s/i

/** The relation of a remembered line to a question: its answer, near it, or neither. */
export interface NoteVerdicts {
  sure: KnownFact[]
  near: KnownFact[]
}

/** Asks what somebody is called. */
const NAME = /(?:이름|성함)(?:이|은|을|도)?(?:\s|$|뭐)|\bname\b|\bcalled\b/i
/** Asks what kind of thing is wanted, and names nothing of it. */
const ASKING =
  /^(?:언제|뭐|뭘|뭔|무엇|어디|어딨|얼마|누구|누가|며칠|무슨|어떤|어느|몇|왜|어떻|요일|오늘|내일|어제|시간|날짜)/
/** A verb at the end says what is done with the thing, in words of its own: "차 어디에 댔지". */
const VERB = /[지라나어아해니까죠요냐]$/

/** Return the subject of a question, in two readings: with its last verb, and without. */
function queriesOf(question: string): string[] {
  const all = contentWords(readSentence(question).text).filter((word) => !ASKING.test(word))
  // Roles tell the owner, whatever words name them.
  const things = all.filter((word) => rolesIn(word).size === 0)
  const words = things.length > 0 ? things : all
  const verb = words.at(-1) ?? ''
  const isVerb = words.length > 1 && VERB.test(verb) && question.includes(verb)
  return [words.join(' '), ...(isVerb ? [words.slice(0, -1).join(' ')] : [])].filter(Boolean)
}

/**
 * Finds what was told that answers a question, by its words in whatever form. A line answers where it explains all of
 * them and speaks of nobody and nothing else: "내 이름" is not the printer's. Of several the newest comes first.
 */
export function judgeNotes(question: string, facts: readonly KnownFact[]): NoteVerdicts {
  const isMine = OWN.test(question)
  const named = withNamesakes(facts)
  const distinct = [...new Map(facts.map((fact) => [fact.text, fact])).values()].filter(
    ({ text }) => (!isMine || isAbout(question, text)) && !isOfOthers(question, text, named),
  )
  // A line that calls somebody by name says the name, whatever else it tells.
  const naming = NAME.test(question) ? distinct.filter(({ text }) => peopleIn([text])(question).length > 0) : []
  if (naming.length > 0) return { sure: naming.toReversed(), near: naming.slice(0, linesShown) }
  for (const [at, query] of queriesOf(question).entries()) {
    const ranking = createRanking<KnownFact>(query)
    for (const fact of distinct) ranking.add(fact, fact.text)
    const whole = new Set(
      ranking.best(distinct.length).flatMap(({ item, explained }) => (explained === 1 ? [item] : [])),
    )
    // Without the verb the words alone do not say what is asked: the line must be about the thing itself.
    const isMeant = ({ text }: KnownFact) => at === 0 || isHeadOfTopic(query, text)
    const sure = distinct
      .filter((fact) => whole.has(fact) && isMeant(fact) && isOfSamePeople(question, fact.text, named))
      .toReversed()
    if (sure.length > 0) return { sure, near: sure.slice(0, linesShown) }
  }
  return { sure: [], near: nearestOf(question, distinct) }
}

/** The lines that hold most of a question's words, or what those stand for: 급여일 is near 월급날. */
function nearestOf(question: string, facts: readonly KnownFact[]): KnownFact[] {
  const words = wordsAsked(question).flatMap(({ wanted }) =>
    ASKING.test(wanted.word) || /^\d/.test(wanted.word) ? [] : [wanted],
  )
  const shares = facts.map((fact) => {
    const text = readSentence(fact.text).text.toLowerCase()
    const held = words.map((word) => shareOf(word, text))
    // A word of one letter says little, unless it names somebody: 딸.
    const isNamed = words.some(
      ({ word }, at) => (word.length > 1 || rolesIn(word).size > 0) && (held[at] ?? 0) >= leastShare,
    )
    return { fact, share: isNamed ? held.reduce((sum, one) => sum + one, 0) / words.length : 0 }
  })
  return shares
    .filter(({ share }) => share >= leastHeld)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, linesShown)
    .map(({ fact }) => fact)
}

/** Return true if a line's topic ends with a word of the query, or it has none: "차 엔진오일은" is not about 차. */
function isHeadOfTopic(query: string, line: string): boolean {
  const head = contentWords(TOPIC.exec(line)?.[1] ?? '').at(-1)
  return head === undefined || PERSON.test(head) || query.split(' ').includes(head)
}

/** Return true if the topic of a line is the person, or the thing that the question names. */
function isAbout(question: string, line: string): boolean {
  const topic = POSSESSIVE.exec(line)?.[1] ?? TOPIC.exec(line)?.[1]
  if (topic === undefined || PERSON.test(topic)) return true
  const ranking = createRanking<true>(question)
  ranking.add(true, topic)
  return (ranking.best(1)[0]?.explained ?? 0) > 0
}

/** Asks what a thing is, or for advice, not for what was told of it: "커피가 뭐야?", "생일에 뭐 하면 좋을까". */
const DEFINING =
  /^(?!(?:내|제|나|우리)\s)\S+(?:이|가|은|는)? (?:뭐|뭔|무엇)\S*$|[을할갈볼날먹살줄올]까(?:요)?[?\s]*$|^what(?:'s| is) (?:an? |the )?[a-z]+$/i
/** Return true if a question asks for a definition, or for advice. */
export const isDefining = (text: string): boolean => DEFINING.test(text)

/** Check if a line and a question speak of the same people: a daughter's birthday is none of a wife. */
function isOfSamePeople(question: string, line: string, named: (text: string) => string): boolean {
  const [asked, told] = [rolesIn(named(question)), rolesIn(named(line))]
  return asked.size === told.size && [...told].every((role) => asked.has(role))
}

/** Check if a line and a question speak of different people. */
function isOfOthers(question: string, line: string, named: (text: string) => string): boolean {
  const [asked, told] = [rolesIn(named(question)), rolesIn(line)]
  return asked.size > 0 && told.size > 0 && ![...told].some((role) => asked.has(role))
}

/** A question with the other words for the people whom it names: 지은이 is 딸, where a line says so. */
function withNamesakes(facts: readonly KnownFact[]): (text: string) => string {
  const people = peopleIn(facts.map(({ text }) => text))
  return (text) => [text, ...people(text).map(({ means }) => means)].join(' ')
}

/** Asks for what was told once, and nothing else. */
const OF_MEMORY = patternOf('i')`
  (?:라고|기로) ?(?:했|그랬|말했)|기억 ?(?:나|해|하)|(?:더라|였지|었지|했지|뒀지|었더라)[?\s]*$|^(?:혹시 )?(?:내|제) ?[가-힣 ]{1,16}(?:뭐|언제|어디|얼마|몇|
  누구|알아)\S*$|\b(?:do you (?:know|remember)|(?:what|when|where|who)(?:'s| is| are| was)) my\b
`

/** True where the line is a note of the thing asked about, "여권번호 M12345", and not a line that mentions it. */
function isNoteOf(question: string, line: string): boolean {
  const [thing = ''] = question.trim().split(/\s/)
  return line.startsWith(`${thing} `)
}

/**
 * Ask the notes about a sentence that no rule explains: the answer if a line surely is it, else the near lines beneath
 * the decline. Documents are asked first, if there are some.
 */
export function nearNotes(utterance: Utterance): Intent | undefined {
  const { text, facts, say, tools } = utterance
  if (isBeyond(text)) return documentIntent(utterance, declined(utterance))
  const { sure, near } = judgeNotes(text, facts)
  const [first] = isDefining(text) ? sure.filter((fact) => isNoteOf(text, fact.text)) : sure
  if (isDefining(text) && !first) return documentIntent(utterance, declined(utterance))
  if (first) return { weight: 1, answer: () => say.recalled(first.text, first.from === 'said') }
  const isOfMemory = OF_MEMORY.test(text)
  const answer = isOfMemory && near.length === 0 ? say.notRemembered : withNear(utterance, declined(utterance), near)
  const inDocuments = documentIntent(utterance, answer)
  if (inDocuments) return inDocuments
  // Pages may hold more than what stands in the request.
  if (isOfMemory && near.length === 0 && tools.has('search_memory'))
    return {
      weight: 1,
      call: { name: 'search_memory', args: { query: text } },
      answer: (found) => told(utterance, found),
    }
  return near.length > 0 || isOfMemory ? { weight: 1, answer: () => answer } : undefined
}

/** Return the finding of a search of the pages: an answer, or a near line. */
function told(utterance: Utterance, found: string): string {
  const lines = found.split('\n').flatMap((line) => /^\s*- (.+?)(?: \([^()]*:\d+\))?$/.exec(line)?.[1] ?? [])
  const { sure, near } = judgeNotes(
    utterance.text,
    lines.map((text) => ({ text, from: 'personal' })),
  )
  const [first] = sure
  if (first) return utterance.say.recalled(first.text, false)
  return near.length > 0 ? withNear(utterance, utterance.say.notRemembered, near) : utterance.say.notRemembered
}

/** An answer that is none, with the lines near the question beneath it. */
function withNear({ say }: Utterance, answer: string, near: readonly KnownFact[]): string {
  return near.length > 0 ? `${answer.split('\n')[0]}\n${say.nearNotes(near.map(({ text }) => text))}` : answer
}
