import { STATUS_CODES } from 'node:http'

const lettersOf = (text: string) => text.replace(/^(?:HTTP\/[\d.]+|error)?[\s:]*\d{3}\b|[^\p{L}]/giu, '').toLowerCase()

/** The names of failures that Node knows. */
const failures = new Set(
  Object.entries(STATUS_CODES).flatMap(([code, name]) => (Number(code) >= 400 ? [lettersOf(name ?? '')] : [])),
)

/** Tell whether a line is nothing but a server's answer for a missing file: "404: Not Found". */
export const isFailureStatus = (line: string): boolean => failures.has(lettersOf(line))
