import type { Language } from '../../messages/language.ts'
import type { JsonObject } from '../../protocol/index.ts'

/** A server's question to the person (form elicitation): fields described by a flat JSON Schema. */
export interface Elicitation {
  server: string
  message: string
  schema: JsonObject
}
export type Elicited =
  | { action: 'accept'; content: Record<string, string | number | boolean | string[]> }
  | { action: 'decline' | 'cancel' }

/** The answer to a server's sampling request: the text of one completion. */
export interface SamplingRequest {
  server: string
  system?: string
  messages: { role: 'user' | 'assistant'; text: string }[]
  maxTokens: number
}

/** Something that the person is to be told once; `code` is a notice of messages/tools/mcp.ts. */
export interface News {
  code: string
  data: JsonObject
}

/** Dependencies of the hub. */
export interface McpPorts {
  language: Language
  /** Variables for `${NAME}`; servers are given only a few of them. */
  env: Record<string, string | undefined>
  /** Offered to servers as their root, where there is one. */
  cwd?: string
  version: string
  /** Asks the person; undefined where nobody can be asked: the question is declined, and whoever called is told so. */
  elicit?(question: Elicitation, signal: AbortSignal): Promise<Elicited | undefined>
  /** Asks our model, for servers that the person allowed it to. */
  sample?(request: SamplingRequest, signal: AbortSignal): Promise<{ text: string; model: string }>
  /**
   * Asks whether the person logs in again with the rights that a server wants besides (`scope`, its own words). How
   * its address is opened, or undefined for a no.
   */
  widen?(server: string, scope: string, signal: AbortSignal): Promise<((url: URL) => Promise<void>) | undefined>
  /** Opens an address in the person's browser, for a login; absent where nobody sits there. */
  login?(url: URL): Promise<void>
}

/** An argument of a prompt. */
export interface PromptArgument {
  name: string
  description: string
  required: boolean
}
export interface PromptInfo {
  server: string
  name: string
  description: string
  args: PromptArgument[]
}
export interface ResourceInfo {
  server: string
  /** Its address, or that of many with `{names}` to fill in. */
  uri: string
  template?: true
  name: string
  description: string
  mediaType: string
}
