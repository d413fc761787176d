import { mcpCommandMessages } from '../../../messages/commands/mcp-cli.ts'
import type { Language } from '../../../messages/language.ts'
import { mcpMessages } from '../../../messages/tools/mcp.ts'
import { deedText, type Tool } from '../../../protocol/index.ts'
import { refuses, textResult, tool } from '../../tool.ts'
import type { ServerSpec } from '../config/spec.ts'

/** The servers that are configured, and the file in which the person's own stand. */
export interface ServerList {
  path: string
  servers(): Promise<ServerSpec[]>
  /** Takes back every yes to a server, and forgets its login. */
  forget(name: string): Promise<void>
}

interface ServerRequest {
  action: 'list' | 'add' | 'remove'
  name?: string | undefined
  command?: string[] | undefined
  url?: string | undefined
}

/** The plan of a call, for the card and then for real. */
interface Plan {
  effect: string
  run(): Promise<string>
}

/**
 * Adds and removes MCP servers. What is added is only written down: the person still has to see its command and agree
 * to it.
 */
export function mcpTool(list: ServerList): Tool {
  return tool({
    name: 'mcp',
    facts: { group: 'setup', kind: 'other', subject: 'arguments', reads: 'settings', leavesNothing: false },
    deeds: {
      object: ({ action, name }) => (action === 'list' ? undefined : deedText(name)),
      files: async () => [list.path],
      undo: 'files',
    },
    category: 'sensitive',
    description: "The user's MCP servers; a new one runs only after the user allowed it.",
    schema: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: ['list', 'add', 'remove'] },
        name: { type: 'string' },
        command: { type: 'array', items: { type: 'string' } },
        url: { type: 'string' },
      },
      required: ['action'],
    },
    explain: async (request, { language }) => {
      const plan = await planOf(request, list, language)
      return typeof plan === 'string'
        ? { refused: plan }
        : { effect: plan.effect, risk: request.action === 'list' ? 'low' : 'medium' }
    },
    run: async (request, { language }) => {
      const plan = await planOf(request, list, language)
      return typeof plan === 'string' ? refuses(plan) : textResult(await plan.run())
    },
  })
}

/** Reading and writing of lists: loaded when they are needed, since this tool stands in every turn. */
async function listServers() {
  const [{ changeServers }, { describeReach: describe, readServer }] = await Promise.all([
    import('../config/edit.ts'),
    import('../config/spec.ts'),
  ])
  return { changeServers, describe, readServer }
}
type Lists = Awaited<ReturnType<typeof listServers>>

/** Or the sentence that says why it cannot be done. */
async function planOf(request: ServerRequest, list: ServerList, language: Language): Promise<Plan | string> {
  const [servers, at] = [await list.servers(), await listServers()]
  if (request.action === 'add') return explainAdding(request, servers, list.path, language, at)
  if (request.action === 'remove') return explainRemoving(request.name ?? '', servers, list, language, at)
  const lines = servers.map(({ name, reach }) => `${name}: ${at.describe(reach)}`)
  return {
    effect: mcpMessages[language].manage.list,
    run: async () => lines.join('\n') || mcpCommandMessages[language].none,
  }
}

function explainAdding(
  { name = '', command: [command, ...args] = [], url }: ServerRequest,
  servers: readonly ServerSpec[],
  path: string,
  language: Language,
  { changeServers, describe, readServer }: Lists,
): Plan | string {
  const say = mcpMessages[language].manage
  const entry = command === undefined ? { url } : { command, args }
  const spec = readServer(name, entry, path, true, language)
  if (typeof spec === 'string') return spec
  if (servers.some((one) => one.name === name)) return mcpCommandMessages[language].there(name)
  return {
    effect: say.add(name, describe(spec.reach)),
    async run() {
      // Somebody else may have taken the name since.
      await changeServers(path, language, (all) => {
        all[name] ??= entry
      })
      return say.added(name)
    },
  }
}

function explainRemoving(
  name: string,
  servers: readonly ServerSpec[],
  { path, forget }: ServerList,
  language: Language,
  { changeServers, describe }: Lists,
): Plan | string {
  const spec = servers.find((one) => one.name === name)
  const names = servers.map((one) => one.name)
  if (!spec) return mcpMessages[language].unknownServer(name, names)
  if (spec.from !== path) return mcpCommandMessages[language].notOwn(name, spec.from)
  return {
    effect: mcpMessages[language].manage.remove(name, describe(spec.reach)),
    async run() {
      await forget(name)
      await changeServers(path, language, (all) => {
        delete all[name]
      })
      return mcpCommandMessages[language].removed(name)
    },
  }
}
