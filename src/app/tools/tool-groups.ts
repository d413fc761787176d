import type { Language } from '../../messages/language.ts'
import { toolLoaderMessages } from '../../messages/tools/tool-guides.ts'
import { purposeOf } from '../../messages/tools/tool-purposes.ts'
import { limits, type Message, type Tool } from '../../protocol/index.ts'
import { refuses, textResult, tool } from '../../tools/tool.ts'

/** Tools that few turns need: a model is told of their names, and of what they take when it asks for their group. */
const groups: Readonly<Record<string, readonly string[]>> = {
  files: ['move_file', 'delete_file'],
  code: ['shell', 'python_repl', 'git', 'git_commit'],
  web: ['search_wikipedia', 'generate_image'],
  computer: ['open_url', 'clipboard', 'print_image', 'timer', 'schedule'],
  calendar: ['list_events', 'change_event'],
  mail: ['mail', 'draft_mail', 'send_mail', 'mark_mail', 'save_attachment'],
  people: ['delegate_task', 'telegram_send_message', 'telegram_send_file', 'profile'],
  setup: ['settings', 'mcp', 'agent', 'workspace'],
}
const groupOfName = new Map(Object.entries(groups).flatMap(([group, names]) => names.map((name) => [name, group])))

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
  const many = offered.reduce((sum, one) => sum + (serverOf(one) ? sizeOf(one) : 0), 0) > limits.mcpToolChars
  const groupOf = (one: Pick<Tool, 'name'>) => groupOfName.get(one.name) ?? (many ? serverOf(one) : undefined)
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

/** The server that a tool of MCP belongs to: the part of its name up to the next `_`. */
const serverOf = ({ name }: Pick<Tool, 'name'>) => /^mcp_([^_]+)_/.exec(name)?.[1]

const sizeOf = ({ name, description, schema }: Tool) => JSON.stringify([name, description, schema]).length

function loaderOf(hidden: ReadonlyMap<string, readonly Tool[]>, language: Language): Tool {
  const say = toolLoaderMessages[language]
  const names = (group: string, tools: readonly Tool[]) => {
    const told = tools.slice(0, namesTold).map(({ name }) => name.replace(`mcp_${group}_`, ''))
    return [...told, ...(tools.length > namesTold ? [say.more(tools.length - namesTold)] : [])].join(', ')
  }
  return tool({
    name: loaderName,
    category: 'safe',
    readOnly: true,
    description: say.description([...hidden].map(([group, tools]) => `${group}: ${names(group, tools)}`).join('\n')),
    schema: { type: 'object', properties: { group: { type: 'string' } }, required: ['group'] },
    run: async ({ group }) => {
      const tools = hidden.get(group)
      if (!tools) return refuses(say.unknown([...hidden.keys()].join(', ')))
      return textResult(say.loaded(tools.map((one) => `- ${one.name}: ${purposeOf(one, language)}`).join('\n')))
    },
  })
}
