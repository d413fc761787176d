/** Sentences of a generator's test: a small sample, or as many as SENTENCES names (bench: `SENTENCES=20000`). */
export const sentenceCount = (small: number, full: number) => (process.env.SENTENCES === 'full' ? full : small)
