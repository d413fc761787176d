import { STATUS_CODES } from 'node:http'

const letters = (text: string) => text.replace(/^(?:HTTP\/[\d.]+|error)?[\s:]*\d{3}\b|[^\p{L}]/giu, '').toLowerCase()

/** The names of failures that Node knows. */
const failures = new Set(
  Object.entries(STATUS_CODES).flatMap(([code, name]) => (Number(code) >= 400 ? [letters(name ?? '')] : [])),
)

/** Whether a line is nothing but what a server answers with when it has no file: "404: Not Found". */
export const isFailureStatus = (line: string): boolean => failures.has(letters(line))
