/** What a server offers to start from; `name` is `server:prompt`. */
export interface Prompt {
  name: string
  description: string
  args: readonly { name: string; required: boolean }[]
}

/** A line of a picker. */
export interface Choosable {
  id: string
  label: string
  /** When, how many, which provider: shown dimmed behind the label. */
  note?: string
  current?: boolean
}
