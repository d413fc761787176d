/** One change of lists. Lists and things are named as a person says them. */
export interface ListStep {
  action: 'create' | 'add' | 'tick' | 'untick' | 'remove' | 'set' | 'rename' | 'due' | 'move' | 'clear' | 'delete'
  list?: string
  items?: readonly string[]
  /** The list to which things move, or the new name of a thing. */
  to?: string
  /** "2026-05-15" or "2026-05-15 15:00"; '' takes it away. */
  due?: string
  /** `clear`: only what is ticked. */
  done?: boolean
  /** `add`: so much more of what is there, also where nobody said how much that is. */
  more?: boolean
  /** `add`: the lines of notes that the things come from, in their order. */
  sources?: readonly ItemSource[]
}

/** The line of a file that a thing on a list comes from, and the fingerprint by which a change of it is seen. */
export interface ItemSource {
  path: string
  line: number
  mark: string
}
