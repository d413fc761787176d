import type { ListStep } from '../../../protocol/index.ts'

/** The changes of lists that a sentence asks for, or a look, or the last change taken back. */
export interface ListCall {
  steps: readonly ListStep[]
  show?: { list?: string; items?: readonly string[]; due?: string }
  undo?: true
}
