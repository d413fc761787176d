/** Any value that survives `JSON.parse(JSON.stringify(value))`. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** A ULID: 26 characters, sorts by time of creation. Only identity and rough age may be read from it, never order. */
export type Id = string
