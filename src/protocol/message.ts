import type { Id, JsonObject } from './json.ts'

/**
 * A picture, or the pages of a PDF whose text goes along as well, inline: base64 without the `data:` head. `name` is
 * the file's.
 */
export interface Image {
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' | 'application/pdf'
  data: string
  name?: string
}

/**
 * A picture of a conversation, a person's or a tool's: inline, or in a file of this machine beside its conversation.
 */
export type Picture = Image | (Pick<Image, 'mediaType' | 'name'> & { file: string })

/** Return true for a PDF: models that only see pictures are not asked about it. */
export const isPdf = ({ mediaType }: Pick<Image, 'mediaType'>): boolean => mediaType === 'application/pdf'

/**
 * A model's request to run a tool. `args` is what the model wrote, parsed; `raw` only when it was not a JSON object.
 */
export interface ToolCall {
  id: Id
  name: string
  args: JsonObject
  raw?: string
}

/**
 * Marks text that the person did not write here. It is sent to models as data, and what follows it asks more often
 * (SPEC §12).
 */
export interface Untrusted {
  untrusted?: true
  /**
   * The text is a file of the person's own: data for the model, but no stranger's word, so that nothing asks more
   * often.
   */
  own?: true
  /** Its origin, as a person reads it: `web example.com`, `mcp github`, `stdin`. */
  source?: string
}

export type ToolOutcome = 'ok' | 'error' | 'denied' | 'timeout' | 'cancelled' | 'unknown'

/**
 * Context fetched for one message of the person. It is sent with that message then and later, so that what a provider
 * has cached stays as it was. Of passages of documents only so many are kept (`limits.passagesChars`).
 */
export interface ContextPart {
  name: 'recalled' | 'earlier' | 'rang' | 'lists' | 'documents' | 'receipt'
  text: string
}

/**
 * One entry of a conversation as a model sees it. `at` is milliseconds since 1970, written once and never changed.
 * `heard`: of an answer that somebody spoke over, the characters they had heard.
 */
export type Message<P extends Picture = Picture> =
  | ({ role: 'user'; id: Id; at: number; text: string; images?: P[]; context?: ContextPart[] } & Untrusted)
  | {
      role: 'assistant'
      id: Id
      at: number
      text: string
      calls?: ToolCall[]
      cut?: 'cancelled' | 'failed'
      heard?: number
      /** State of the wire (signed thoughts), meant for the model that wrote it and for nobody else. */
      carried?: JsonObject
    }
  | ({ role: 'tool'; id: Id; at: number; call: Id; name: string; text: string; outcome: ToolOutcome } & Untrusted)

/** A message as it goes to a provider: with the pictures themselves. */
export type RequestMessage = Message<Image>

/**
 * Tokens as the provider reported them (`estimated` when it reported none). `costUsd` only where the price is known.
 */
export interface Usage {
  input: number
  output: number
  cached: number
  estimated?: true
  costUsd?: number
}
