import type { ProviderKind } from '../../protocol/index.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { Capabilities } from '../models/capability-types.ts'

/** The amount of thinking that is asked for; `auto` says nothing about it. */
export type Thinking = 'auto' | 'off' | 'low' | 'medium' | 'high'

/** A server, and the capabilities of the model on it. */
export interface WireOptions {
  kind: ProviderKind
  /** The name in failures: `openai`, `zai`, `ollama` … */
  provider: string
  /** With its version where the wire wants one: `https://api.openai.com/v1`. */
  baseUrl: string
  key?: string | undefined
  /** Headers of the person's own, over the wire's. */
  headers?: Readonly<Record<string, string>>
  zone: string
  thinking?: Thinking
  /** Azure's `api-version`. */
  apiVersion?: string | undefined
  /** Largest answer in bytes of its text, thoughts and arguments. */
  answerBytes?: number | undefined
  capabilities: Capabilities
  dialect: Dialect
}
