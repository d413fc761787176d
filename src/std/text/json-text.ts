/**
 * The value of a text that is a list or an object in JSON; undefined for every other text, also for JSON that is
 * broken.
 */
export function parseJsonText(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
