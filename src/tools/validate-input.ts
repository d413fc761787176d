import type { Language } from '../messages/language.ts'
import type { Json, JsonObject } from '../protocol/index.ts'

/** Arguments with the schema that they should fit. */
export interface ValidateInput {
  schema: JsonObject
  args: Json
  language: Language
}
