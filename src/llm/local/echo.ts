/** A stretch that nobody says by chance, in characters without blanks. */
const echoChars = 32
/** Marks by which chat templates part who speaks. */
const MARKS = /<\|?(?:im_start|im_end|start_of_turn|end_of_turn|start_header_id|eot_id)\b/

/**
 * Check whether an answer repeats what its model was instructed by, or the marks around it: one without chat training
 * goes on with the text instead of answering it.
 */
export function echoesPrompt(answer: string, instructions: string): boolean {
  if (MARKS.test(answer)) return true
  const [said, told] = [answer, instructions].map((text) => text.replace(/\s+/g, '')) as [string, string]
  for (let at = 0; at + echoChars <= told.length; at++) if (said.includes(told.slice(at, at + echoChars))) return true
  return false
}
