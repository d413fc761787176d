import type { ListStep } from '../../../protocol/index.ts'

/** The changes of lists that a sentence asks for, or a look. */
export interface ListCall {
  steps: readonly ListStep[]
  show?: { list?: string; items?: readonly string[]; due?: string }
}
