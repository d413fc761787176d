/** One change of lists, as the tool takes it. */
export interface ListStep {
  action: 'create' | 'add' | 'tick' | 'untick' | 'remove' | 'set' | 'rename' | 'due' | 'move' | 'clear' | 'delete'
  list?: string
  items?: readonly string[]
  to?: string
  due?: string
  done?: boolean
  more?: boolean
}

/** What a sentence asks of lists: changes, a look, or the last change taken back. */
export interface ListCall {
  steps: readonly ListStep[]
  show?: { list?: string; items?: readonly string[]; due?: string }
  undo?: true
}
