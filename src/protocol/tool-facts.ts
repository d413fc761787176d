/** The kind of deed, as an editor draws its calls. */
export type ToolKind = 'read' | 'search' | 'edit' | 'move' | 'delete' | 'execute' | 'think' | 'fetch' | 'other'

/**
 * The list that a tool stands in: `core` goes with every request, a server's tools may stand apart until a model asks.
 */
export type ToolGroup =
  | 'core'
  | 'files'
  | 'code'
  | 'web'
  | 'computer'
  | 'calendar'
  | 'mail'
  | 'lists'
  | 'people'
  | 'setup'
  | { server: string }

/**
 * Everything else that other rooms know of a tool: one row a tool, in place of tables by name.
 */
export interface ToolFacts {
  group: ToolGroup
  kind: ToolKind
  /**
   * The part of the arguments that rules compare: a shell line in `command`; files in `path`, `from`, `to` and `paths`;
   * the same, or the working folder where none is given; the address in `url`; all arguments.
   */
  subject: 'command' | 'paths' | 'folder' | 'url' | 'arguments'
  /** The source of its results: more than a quotation of what is private is not sent on without a question. */
  reads: 'files' | 'mail' | 'memory' | 'conversations' | 'calendar' | 'settings' | 'programs' | 'web' | 'nothing'
  /**
   * A request that it carried out leaves nothing to remember: it was counted out, or is kept where the tool keeps it.
   */
  leavesNothing: boolean
}

/** Facts of a tool that another program brought: nothing is known of it. */
export const unknownFacts: ToolFacts = {
  group: 'core',
  kind: 'other',
  subject: 'arguments',
  reads: 'programs',
  leavesNothing: false,
}
