/** One blank between words, and no mark around them. */
export const tidyWords = (words: string): string => words.replace(/\s+/g, ' ').replace(/^[\s,.:]+|[\s,.:?]+$/g, '')
