/** Join what stands in several lines: their ends and the blanks before each are no part of it. */
const unfolded = (text: string): string => text.replace(/\n\s*/g, '')

/** A pattern whose source stands in several lines, as it would stand between slashes; `values` are sources, too. */
export const patternOf =
  (flags = '') =>
  ({ raw }: TemplateStringsArray, ...values: readonly string[]): RegExp =>
    new RegExp(raw.map((text, at) => `${unfolded(text)}${values[at] ?? ''}`).join(''), flags)

/** A text without line ends that stands in several lines. */
export const inOneLine = (lines: TemplateStringsArray, ...values: readonly string[]): string =>
  lines.map((text, at) => `${unfolded(text)}${values[at] ?? ''}`).join('')
