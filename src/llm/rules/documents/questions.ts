import type { AssessedPart } from '../../../protocol/index.ts'
import { GIVE } from '../../../std/korean/grammar/ending.ts'
import { stripParticles } from '../../../std/korean/grammar/particles.ts'
import { readSentence } from '../../../std/korean/sentence.ts'
import { patternOf } from '../../../std/text/pattern.ts'
import type { Family, FoundPassages, Intent, IntentCall, Passage, Utterance } from '../intent.ts'
import { foundIn } from '../parse/parse-request.ts'
import { declined, isBeyond } from '../topics/unsupported-topics.ts'

const question = patternOf('i')`
    [?？]\s*$|뭐|무엇|무슨|언제|어디|누구|어떻게|얼마|며칠|몇|어떤|왜|인가요|나요$|까요$|찾아|^(?:what|when|where|who|how|why|which|is|are|do|does|
    did|can)\b`

// Words that ask and say nothing of the matter. Korean ones carry endings, so their beginnings are listed.
const asking = patternOf('i')`
  ^(?:뭐|뭔|무엇|무슨|언제|어디|누구|누가|어떻|어떡|얼마|며칠|몇|어떤|왜|알려|말해|설명|찾아|있어|있나|있는|되나|되는|돼|될|해|하나|하지|하는|좀|것|거|게|때|내|제|저|우리|그|이|보통|
  혹시|궁금|방법|법|이유|까닭|수|나와)|^(?:what|when|where|who|how|why|which|is|are|was|were|the|a|an|do|does|did|of|to|in|for|on|
  it|my|our|your|i|can|long|much|many|tell|me|about|and|or|be)$
`

/**
 * Quotes the passage that answers, with its place. Passages that have too little to do with the question answer
 * nothing.
 */
export const documents: Family = (utterance) => {
  const tells = tellsWhatStands(utterance)
  if (!tells && !utterance.asked && !question.test(utterance.text)) return undefined
  const intent = documentIntent(utterance, isBeyond(utterance.text) ? declined(utterance) : utterance.say.noPassage)
  return intent && tells ? { ...intent, weight: 3 } : intent
}

const ASKS_TO_TELL = patternOf()`(?<![라다자냐]고 )(?:알려|말해)${GIVE}$`
/** "냉장고 필터 교체 주기 알려줘" names no time to remind somebody at, and a document answers it. */
function tellsWhatStands({ text, found, ...place }: Utterance): boolean {
  if (!ASKS_TO_TELL.test(text) || found.assessment?.verdict !== 'says') return false
  const said = readSentence(text)
  return said.moment(place) === undefined && said.recurrence(place) === undefined
}

/** Looks into the documents; `otherwise` is said where they hold nothing near. Undefined where there are none. */
export function documentIntent(utterance: Utterance, otherwise: string): Intent | undefined {
  const { found, goesOn } = utterance
  if (goesOn && searchFor(utterance)) return followUp(utterance, goesOn, otherwise)
  if (found.passages.length > 0) return { weight: 1, answer: () => quoted(utterance, found, otherwise) }
  const call = searchFor(utterance)
  return call && { weight: 1, call, answer: (result) => quoted(utterance, foundIn(result), otherwise) }
}

/** A follow-up that names one thing and nothing else: "그럼 식비는?", "and the deposit?". */
const namesOne = patternOf('i')`
    ^(?:그럼|그러면|그리고|then|and|what about|how about)?[\s,]*(?:the |my |our )?(?<thing>[가-힣A-Za-z\d]{2,}?)
    (?:은|는)?(?:요)?[?\s]*$`
/** The thing that a question of one or two nouns is about: "숙박비 한도가 얼마야?", "연차는 며칠이야?". */
const onlyThing =
  /^[가-힣]{2,}?(?=(?:은|는|이|가|의)?\s(?:[가-힣]{2,}\s)?(?:얼마|며칠|언제|어디|누구|누가|뭐|몇|어떻게))/

/** A value computed over a table is no thing: "그럼 평균은?" asks it of the same column. */
const computation =
  /^(?:최고|최저|최대|최소|평균|합계|총합|총액|average|mean|total|sum|highest|lowest|maximum|minimum)/i

/** The question before with the thing that is named now in place of its own; undefined if there is no such thing. */
function askedAnew(now: string, before: string): string | undefined {
  const thing = namesOne.exec(now.trim())?.groups?.thing
  if (thing === undefined || computation.test(thing) || !onlyThing.test(before)) return undefined
  return before.replace(onlyThing, thing)
}

/** The question before, asked of what is named now, in the documents that answered it; elsewhere where they do not. */
function followUp(
  utterance: Utterance,
  { question, names }: NonNullable<Utterance['goesOn']>,
  otherwise: string,
): Intent {
  const merged = { ...utterance, text: askedAnew(utterance.text, question) ?? `${utterance.text} ${question}` }
  const { goesOn: _, ...alone } = utterance
  return {
    weight: 1,
    call: { name: 'search_documents', args: { query: merged.text, names } },
    answer: (result) => {
      const there = foundIn(result)
      const sure = there.assessment?.verdict === 'says'
      return sure || alone.found.passages.length === 0
        ? quoted(merged, there, otherwise)
        : quoted(alone, alone.found, otherwise)
    },
  }
}

/** The search that a question needs; undefined where nobody has documents, or nothing is asked. */
function searchFor({ text, tools }: Utterance): IntentCall | undefined {
  if (readSentence(text).words.every(({ filler }) => filler) || !tools.has('search_documents')) return undefined
  return { name: 'search_documents', args: { query: text } }
}

/** The passage that answers; else what stands near and which words stand nowhere, or `otherwise`. */
function quoted({ text, say }: Utterance, { passages, assessment }: FoundPassages, otherwise: string): string {
  if (assessment?.parts) return quotedParts(say, passages, assessment.parts) ?? otherwise
  const words = contentOf(text)
  if (!assessment) {
    const best = answering(passages, words)
    return best ? say.passage(best.text, best.place) : otherwise
  }
  const [first] = passages
  if (!first || assessment.verdict === 'nothing') return otherwise
  if (assessment.verdict === 'nearest') {
    return say.nearest(assessment.missing, passages.slice(0, assessment.next ?? 1))
  }
  const { span = '', differs, computed } = assessment
  if (computed !== undefined) return say.computed(passages.slice(0, computed))
  const other = differs && passages[differs.other - 1]
  if (differs && other)
    return say.differing([first, other].map(({ text, place }, at) => ({ text, place, day: differs.days[at] ?? '' })))
  return say.passage(quotable(first.text, span), first.place, span)
}

/** A passage as it is quoted: of a table only the row that answers, or nothing but rows of others would be shown. */
function quotable(text: string, span = ''): string {
  return span.includes(' | ') ? span : text
}

/** Each part's passage where it surely answers, and the parts that none does; undefined where no part has one. */
function quotedParts(
  say: Utterance['say'],
  passages: readonly Passage[],
  parts: readonly AssessedPart[],
): string | undefined {
  const isSure = (part: AssessedPart) => part.verdict === 'says'
  const sure = parts.flatMap((part, at) => (isSure(part) && passages[at] ? [passages[at]] : []))
  const unsure = parts.flatMap((part) => (isSure(part) ? [] : [part.part]))
  if (sure.length === 0) return undefined
  return say.passages(
    sure.map(({ text }) => text),
    unsure,
    sure.map(({ place }) => place),
  )
}

/** The words of a question that a passage should share, each as a stem. */
function contentOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .split(/[\s,.?!'"]+/)
      .filter((word) => word !== '' && !asking.test(word))
      .map((word) => stripParticles(word).at(-1) ?? word)
      // Laughter and smileys are no words.
      .filter((word) => (word.length > 1 && /[가-힣a-z]/.test(word)) || /\d/.test(word))
  )
}

/**
 * Share of a question that its answer has: half of it, or less if the same document answers twice. Set on the Korean
 * test set.
 */
const shared = { alone: 0.5, again: 0.3 }

/**
 * The first passage, for the search has put them in order and knows more; undefined where it shares too little with
 * the question.
 */
function answering(passages: Passage[], words: string[]): Passage | undefined {
  const [first] = passages
  if (!first || words.length === 0) return undefined
  const text = `${first.place} ${first.text}`.toLowerCase()
  const share = words.reduce((sum, word) => sum + coverage(word, text), 0) / words.length
  const again = passages.filter(({ place }) => fileOf(place) === fileOf(first.place)).length > 1
  return share >= (again ? shared.again : shared.alone) ? first : undefined
}

/**
 * Return the share of a word that stands in a text: its pairs of syllables, for a verb hardly ever has the same ending
 * twice.
 */
function coverage(word: string, text: string): number {
  const letters = /^[가-힣]{3,}$/.test(word) ? [...word] : []
  const pieces = letters.length > 0 ? letters.slice(1).map((letter, at) => `${letters[at]}${letter}`) : [word]
  return pieces.filter((piece) => text.includes(piece)).length / pieces.length
}

const fileOf = (place: string) => place.replace(/(?::\d+| p\. ?\d+)$/, '')
