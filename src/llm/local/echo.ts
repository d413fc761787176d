/** A stretch that nobody says by chance, in letters without blanks; one of Hangul says as much as two. */
const echoLetters = 32
/** Marks by which chat templates part who speaks, and the name of a role where a line of talk begins. */
const MARKS =
  /<\|?(?:im_start|im_end|start_of_turn|end_of_turn|start_header_id|eot_id)\b|^\s*(?:user|assistant|system|model)\s*\n/i

/**
 * Check whether an answer repeats what its model was instructed by, or the marks around it: one without chat training
 * goes on with the text instead of answering it.
 */
export function echoesPrompt(answer: string, instructions: string): boolean {
  if (MARKS.test(answer)) return true
  const [said, told] = [answer, instructions].map((text) => text.replace(/\s+/g, '')) as [string, string]
  for (let from = 0; from < told.length; from++) {
    const stretch = stretchAt(told, from)
    if (stretch !== undefined && said.includes(stretch)) return true
  }
  return false
}

/** The stretch of enough letters that begins there; undefined behind the last one. */
function stretchAt(text: string, from: number): string | undefined {
  let letters = 0
  for (let to = from; to < text.length; to++) {
    letters += /[가-힣]/.test(text.charAt(to)) ? 2 : 1
    if (letters >= echoLetters) return text.slice(from, to + 1)
  }
  return undefined
}
