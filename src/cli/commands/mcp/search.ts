import { mcpCommandMessages } from '../../../messages/commands/mcp-cli.ts'
import type { ToolContext } from '../../../protocol/index.ts'
import { sanitise, sanitiseLine } from '../../../std/text/sanitise.ts'
import type { CommandRun } from '../../command-context.ts'
import { settingsOf } from './servers.ts'

/** Milliseconds that the registry has. */
const searchMs = 20_000

/** `mcp search <word...>`: servers of the registry, and the `mcp add` of each. Nothing is added or run. */
export const searchRegistry: CommandRun = async (cli, { args, options }) => {
  const { searchRegistry } = await import('../../../tools/mcp/config/registry.ts')
  const say = mcpCommandMessages[cli.language]
  const { settings } = await settingsOf(cli)
  const word = args.flat().join(' ')
  const service = { name: 'MCP Registry', baseUrl: settings.services.mcpRegistryUrl, userAgent: 'assistant-terminal' }
  const signal = AbortSignal.any([cli.stop, AbortSignal.timeout(searchMs)])
  const found = await searchRegistry(service, word, { signal, language: cli.language } as ToolContext)
  if (options.json) await cli.terminal.json(found)
  else {
    for (const { name, version, description, add, needs } of found) {
      await cli.terminal.print(
        `${sanitiseLine(`${name} ${version}`).trim()}\n  ${sanitise(description).replaceAll('\n', '\n  ')}`,
      )
      await cli.terminal.print(
        `  ${add ? `assistant mcp add ${sanitiseLine(add.map(quoteForShell).join(' '))}` : say.notHere}`,
      )
      if (needs.length > 0) await cli.terminal.print(`  ${say.needs(sanitiseLine(needs.join(', ')))}`)
    }
    await cli.terminal.note(found.length > 0 ? say.strangers : say.noneFound(word))
  }
  return found.length > 0 ? 0 : 1
}

/** A word as a shell takes it: what a stranger published is never more than one argument. */
function quoteForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
