import type { Language } from '../../messages/language.ts'
import { toolLoaderMessages } from '../../messages/tools/tool-guides.ts'
import { purposeOf } from '../../messages/tools/tool-words.ts'
import { limits, type Message, type Tool } from '../../protocol/index.ts'
import { refuses, textResult, tool } from '../../tools/tool.ts'

/** The tool that loads the others. */
export const loaderName = 'load_tools'

/** Names of a group that are told before it is loaded. */
const namesTold = 8

/**
 * The tools of a turn: what is listed grows when a group is loaded and never shrinks while the conversation remembers
 * that.
 */
export interface ToolList {
  /** Everything that may be called, listed or not. */
  all: readonly Tool[]
  listed(messages: readonly Message[]): readonly Tool[]
}

/**
 * Puts what few turns need behind `load_tools`, and the tools of MCP servers as well, a group per server, where they
 * are many. A group is loaded in a conversation when it was asked for, or one of its tools was called.
 */
export function arrangeTools(offered: readonly Tool[], language: Language): ToolList {
  const many =
    offered.reduce((sum, one) => sum + (typeof one.facts.group === 'object' ? sizeOf(one) : 0), 0) > limits.mcpToolChars
  const groupOf = ({ facts: { group } }: Tool) =>
    typeof group === 'object' ? (many ? group.server : undefined) : group === 'core' ? undefined : group
  const hidden = Map.groupBy(offered, groupOf)
  const core = hidden.get(undefined) ?? []
  hidden.delete(undefined)
  if (hidden.size === 0) return { all: offered, listed: () => offered }
  const loader = loaderOf(hidden as Map<string, Tool[]>, language)
  const byName = new Map(offered.map((one) => [one.name, groupOf(one)]))
  return {
    all: [...offered, loader],
    listed(messages) {
      const loaded = new Set<string>()
      for (const message of messages)
        for (const { name, args } of (message.role === 'assistant' && message.calls) || []) {
          const group = name === loaderName ? String(args.group) : byName.get(name)
          if (group !== undefined) loaded.add(group)
        }
      return [...core, loader, ...[...loaded].flatMap((group) => hidden.get(group) ?? [])]
    },
  }
}

const sizeOf = ({ name, description, schema }: Tool) => JSON.stringify([name, description, schema]).length

function loaderOf(hidden: ReadonlyMap<string, readonly Tool[]>, language: Language): Tool {
  const say = toolLoaderMessages[language]
  const namesOf = (group: string, tools: readonly Tool[]) => {
    const told = tools.slice(0, namesTold).map(({ name }) => name.replace(`mcp_${group}_`, ''))
    return [...told, ...(tools.length > namesTold ? [say.more(tools.length - namesTold)] : [])].join(', ')
  }
  return tool({
    name: loaderName,
    facts: { group: 'core', kind: 'other', subject: 'arguments', reads: 'nothing', leavesNothing: false },
    deeds: 'none',
    category: 'safe',
    readOnly: true,
    description: say.description([...hidden].map(([group, tools]) => `${group}: ${namesOf(group, tools)}`).join('\n')),
    schema: { type: 'object', properties: { group: { type: 'string' } }, required: ['group'] },
    run: async ({ group }) => {
      const tools = hidden.get(group)
      if (!tools) return refuses(say.unknown([...hidden.keys()].join(', ')))
      return textResult(say.loaded(tools.map((one) => `- ${one.name}: ${purposeOf(one, language)}`).join('\n')))
    },
  })
}
