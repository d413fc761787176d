/** An object of an update, whose fields may be anything. */
export type JsonRecord = Record<string, unknown>

/** The value, where it is an object and no list. */
export const objectIn = (value: unknown): JsonRecord | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : undefined
/** The value, where it is a whole number that is exact. */
export const integerIn = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) ? (value as number) : undefined
/** The value, where it is a text. */
export const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
