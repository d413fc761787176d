import { stripParticles } from '../../../std/korean/grammar/particles.ts'
import type { Family, Intent, Passage, Utterance } from '../intent.ts'
import { passagesOf } from '../parse/parse-request.ts'
import { declined } from '../topics/unsupported-topics.ts'

const question =
  /[?？]\s*$|뭐|무엇|무슨|언제|어디|누구|어떻게|얼마|며칠|몇|어떤|왜|인가요|나요$|까요$|찾아|^(?:what|when|where|who|how|why|which|is|are|do|does|did|can)\b/i

// Words that ask and say nothing of the matter. Korean ones carry endings, so their beginnings are listed.
const asking =
  /^(?:뭐|뭔|무엇|무슨|언제|어디|누구|누가|어떻|어떡|얼마|며칠|몇|어떤|왜|알려|말해|설명|찾아|있어|있나|있는|되나|되는|돼|될|해|하나|하지|하는|좀|것|거|게|때|내|제|저|우리|그|이|보통|혹시|궁금|방법|법|이유|까닭|수|나와)|^(?:what|when|where|who|how|why|which|is|are|was|were|the|a|an|do|does|did|of|to|in|for|on|it|my|our|your|i|can|long|much|many|tell|me|about|and|or|be)$/i

/** Quotes the passage that answers, with its place. Passages that have too little to do with the question answer nothing. */
export const documents: Family = (utterance) => {
  if (!utterance.asked && !question.test(utterance.text)) return undefined
  return look(utterance, utterance.say.noPassage)
}

/** What no rule understands may still stand in the documents: "세탁기 문이 안 닫혀요". If it does not, it is not understood. */
export const lookup: Family = (utterance) => look(utterance, declined(utterance))

function look({ text, passages, tools, say }: Utterance, otherwise: string): Intent | undefined {
  const words = contentOf(text)
  const quote = (found: Passage[]) => {
    const best = answering(found, words)
    return best ? say.passage(best.text, best.place) : otherwise
  }
  if (passages.length > 0) return { weight: 1, answer: () => quote(passages) }
  if (words.length === 0 || !tools.has('search_documents')) return undefined
  const call = { name: 'search_documents', args: { query: text } }
  return { weight: 1, call, answer: (result) => quote(passagesOf(result)) }
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

/** How much of a question its answer shares: half of it, or less where the same document answers twice. Set on the Korean test set. */
const shared = { alone: 0.5, again: 0.3 }

/** The first passage, for the search has put them in order and knows more; undefined where it shares too little with the question. */
function answering(passages: Passage[], words: string[]): Passage | undefined {
  const [first] = passages
  if (!first || words.length === 0) return undefined
  const text = `${first.place} ${first.text}`.toLowerCase()
  const share = words.reduce((sum, word) => sum + coverage(word, text), 0) / words.length
  const again = passages.filter(({ place }) => fileOf(place) === fileOf(first.place)).length > 1
  return share >= (again ? shared.again : shared.alone) ? first : undefined
}

/** How much of a word stands in a text: its pairs of syllables, for a verb hardly ever has the same ending twice. */
function coverage(word: string, text: string): number {
  const letters = /^[가-힣]{3,}$/.test(word) ? [...word] : []
  const pieces = letters.length > 0 ? letters.slice(1).map((letter, at) => `${letters[at]}${letter}`) : [word]
  return pieces.filter((piece) => text.includes(piece)).length / pieces.length
}

const fileOf = (place: string) => place.replace(/(?::\d+| p\. ?\d+)$/, '')
