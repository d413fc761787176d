import type { Failure, JsonObject } from '../../../protocol/index.ts'

/** The sentences of `messages/` for failures and notices, in the user's language; a file's path as it is shown here. */
export interface Wording {
  failure(failure: Failure): string
  notice(code: string, data: JsonObject): string
  path(file: string): string
}
