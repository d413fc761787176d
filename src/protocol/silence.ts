/** The answer of a turn that has nothing new to tell. */
export const silentSign = '[SILENT]'

/** Return true if an answer is that sign and nothing else: no surface shows it. */
export const isSilent = (text: string): boolean => /^[^\p{L}\p{N}]*SILENT[^\p{L}\p{N}]*$/u.test(text)

/** A sign with more around it than this is no sign. */
const mostAround = 40

/** Return true if a partial answer may still become that sign: it is not shown before that is known. */
export const maySaySilent = (text: string): boolean =>
  text.length <= mostAround && /^[^\p{L}\p{N}]*(?:S|SI|SIL|SILE|SILEN|SILENT[^\p{L}\p{N}]*)?$/u.test(text)
