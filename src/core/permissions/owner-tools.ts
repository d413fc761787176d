import type { Tool, ToolFacts } from '../../protocol/index.ts'

/** Sources of results that are the owner's alone, and groups of tools that use the owner's machine and accounts. */
const ownReads: readonly ToolFacts['reads'][] = ['files', 'mail', 'settings', 'programs']
const ownGroups: readonly ToolFacts['group'][] = ['files', 'code', 'calendar', 'mail', 'people', 'setup']

/**
 * True for a tool that reads or uses what belongs to the owner of the home: files, documents, accounts, programs. A
 * guest over HTTP has it only where the owner granted it by name.
 */
const isOwnersTool = ({ facts: { reads, group } }: Pick<Tool, 'facts'>): boolean =>
  ownReads.includes(reads) || ownGroups.includes(group) || typeof group === 'object'

/** Return the tools that a guest may have asked for: those of nobody in particular, and what was granted. */
export const guestTools = (tools: readonly Tool[], grants: ReadonlySet<string>): readonly Tool[] =>
  tools.filter((tool) => !isOwnersTool(tool) || grants.has(tool.name))

/** Tools of the owner's that may be granted to a token: they ask nobody anything. */
export const grantableTools: readonly string[] = ['search_documents']
