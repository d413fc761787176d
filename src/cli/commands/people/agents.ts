import type { JsonObject } from '../../../protocol/index.ts'
import type { Cli, CommandCall, CommandRun } from '../../command-context.ts'

/**
 * `agent|workspace|profile <action>`: the tool of that name by the owner's own hand, who is not asked whether they
 * mean what they typed. 1 when it was refused.
 */
async function runOwnTool(cli: Cli, tool: string, args: JsonObject, json: unknown): Promise<number> {
  const { tools } = await cli.assistant()
  const result = await tools.call(tool, args, async () => true, cli.stop)
  if (json) await cli.terminal.json(result.data ?? { text: result.text, ok: !result.isError })
  else if (result.isError) await cli.terminal.note(result.text, 'error')
  else await cli.terminal.print(result.text)
  return result.isError ? 1 : 0
}

/** An action whose arguments are the typed ones, in this order, and the named options. */
const actionOf =
  (tool: string, name: string, fields: readonly string[] = [], named: Record<string, string> = {}): CommandRun =>
  async (cli, { args, options }) => {
    const typed = fields.map((field, at) => [field, args[at]] as const)
    const given = Object.entries(named).map(([option, field]) => [field, options[option]] as const)
    const all = [...typed, ...given].filter(([, value]) => value !== undefined)
    return runOwnTool(cli, tool, { action: name, ...Object.fromEntries(all) } as JsonObject, options.json)
  }

export const listAgents = actionOf('agent', 'list')
export const createAgent = actionOf('agent', 'create', ['name'], { wakeWord: 'wakeWord', persona: 'persona' })
export const useAgent = actionOf('agent', 'set_active', ['name'])
/** `agent edit <find> [replace]`: lines of the persona, or with --memory of the agent's memory. */
export const editAgent: CommandRun = (cli, call: CommandCall) => {
  const page = call.options.memory ? 'edit_memory' : 'edit_persona'
  return actionOf('agent', page, ['find', 'replace'], { name: 'name', yes: 'confirm' })(cli, call)
}
export const listWorkspaces = actionOf('workspace', 'list')
export const createWorkspace = actionOf('workspace', 'create', ['name'])
export const useWorkspace = actionOf('workspace', 'switch', ['name'])
export const listProfiles = actionOf('profile', 'list')
export const createProfile = actionOf('profile', 'create', ['name'])
export const aliasProfile = actionOf('profile', 'add_alias', ['name', 'new'])
export const renameProfile = actionOf('profile', 'rename', ['name', 'new'])
export const mergeProfiles = actionOf('profile', 'merge', ['name', 'into'])
