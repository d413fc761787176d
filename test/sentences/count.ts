/** Sentences of a generator's test: a small sample, or all (`SENTENCES=full`). */
export const sentenceCount = (small: number, full: number) => (process.env.SENTENCES === 'full' ? full : small)

/** Where a generator begins: always at the same place, or elsewhere with `SENTENCE_SEED=7`. */
export const sentenceSeed = (usual: number) => usual + Number(process.env.SENTENCE_SEED ?? 0)
