import { stripParticles } from '../../std/korean/particles.ts'
import { passagesOf } from './hear.ts'
import type { Family, Heard, Intent, Passage } from './intent.ts'

const empty =
  /뭐|무엇|무슨|언제|어디|누구|어떻게|얼마|며칠|몇|어떤|왜|알려|말해|설명|찾아|있어|있나|있지|해요?$|되나|돼|수|까지|이에요|예요|인가|입니까|^(?:what|when|where|who|how|why|which|is|are|was|were|the|a|an|do|does|did|of|to|in|for|on|it|my|our|your|i|can|long|much|many|tell|me|about|and|or|be)$/i
const question =
  /[?？]\s*$|뭐|무엇|무슨|언제|어디|누구|어떻게|얼마|며칠|몇|어떤|왜|인가요|나요$|까요$|찾아|^(?:what|when|where|who|how|why|which|is|are|do|does|did|can)\b/i

/** Quotes the passage that holds most words of the question, with its place. Passages that share too little answer nothing. */
export const documents: Family = (heard) => {
  if (!heard.asked && !question.test(heard.text)) return undefined
  const words = contentOf(heard.text)
  if (heard.passages.length > 0) {
    const best = bestOf(heard.passages, words)
    return { weight: 1, answer: () => (best ? heard.say.passage(best.text, best.place) : heard.say.noPassage) }
  }
  return heard.tools.has('search_documents') && words.length > 0 ? search(heard, words) : undefined
}

function search({ text, say }: Heard, words: string[]): Intent {
  return {
    weight: 1,
    wish: { name: 'search_documents', args: { query: text } },
    answer: (result) => {
      const best = bestOf(passagesOf(result), words)
      return best ? say.passage(best.text, best.place) : say.noPassage
    },
  }
}

/** The words of a question that a passage must share, each as a stem. */
function contentOf(text: string): string[] {
  return text
    .split(/[\s,.?!'"]+/)
    .filter((word) => word.length > 1 && !empty.test(word))
    .map((word) => (stripParticles(word).at(-1) ?? word).toLowerCase())
}

/** The passage with most of the words, if it has at least half of them; the earlier one of equals. */
function bestOf(passages: Passage[], words: string[]): Passage | undefined {
  const scored = passages.map((passage) => ({
    passage,
    score: words.filter((word) => passage.text.toLowerCase().includes(word)).length,
  }))
  const best = scored.toSorted((a, b) => b.score - a.score)[0]
  return best && best.score > 0 && best.score * 2 >= words.length ? best.passage : undefined
}
