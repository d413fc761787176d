/** A passage with what it is found by. */
export interface PlainPassage {
  file: string
  text: string
  words: string[]
}

/** BM25 (k1 1.2, b 0.75) over words as `split` makes them: passages that hold any of a question's words, best first. */
export function bm25(
  passages: { file: string; heading: string; text: string }[],
  split: (text: string) => string[],
): (question: string) => PlainPassage[] {
  const all = passages.map(({ file, heading, text }) => ({ file, text, words: split(`${file} ${heading} ${text}`) }))
  const average = all.reduce((sum, { words }) => sum + words.length, 0) / all.length
  const within = new Map<string, number>()
  for (const { words } of all) for (const word of new Set(words)) within.set(word, (within.get(word) ?? 0) + 1)
  const weight = (word: string, words: string[]) => {
    const often = words.filter((one) => one === word).length
    const found = within.get(word) ?? 0
    const idf = Math.log(1 + (all.length - found + 0.5) / (found + 0.5))
    return (idf * often * 2.2) / (often + 1.2 * (0.25 + (0.75 * words.length) / average))
  }
  return (question) => {
    const asked = split(question)
    const scored = all.map((one) => ({ one, score: asked.reduce((sum, word) => sum + weight(word, one.words), 0) }))
    const found = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
    return found.map(({ one }) => one)
  }
}
