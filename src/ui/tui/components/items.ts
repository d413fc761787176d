/** Prompt that a server offers to start from; `name` is `server:prompt`. */
export interface Prompt {
  name: string
  description: string
  args: readonly { name: string; required: boolean }[]
}

/** A line of a picker. */
export interface Choosable {
  id: string
  label: string
  /** Time, number or provider: shown dimmed behind the label. */
  note?: string
  current?: boolean
}
