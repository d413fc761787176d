import type { Json, JsonObject } from '../protocol/index.ts'

/** Return the weight of an object that is kept until the answer ends, in bytes: none is free, however empty. */
export function keptBytes(value: JsonObject): number {
  return 64 + Buffer.byteLength(JSON.stringify(value))
}

/** Return the value where it is an object. */
export function asObject(value: Json | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}

/** Return the objects in a list; none where it is no list. */
export function asObjects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map(asObject).filter((item) => item !== undefined) : []
}

/** Return the value where it is a string, else an empty one. */
export function asString(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** Return the value where it is a number, else 0. */
export function asNumber(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0
}
