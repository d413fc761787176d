/** An object of an update, whose fields may be anything. */
export type Loose = Record<string, unknown>

/** The value, where it is an object and no list. */
export const object = (value: unknown): Loose | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : undefined
/** The value, where it is a whole number that is exact. */
export const whole = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) ? (value as number) : undefined
/** The value, where it is a text. */
export const words = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
