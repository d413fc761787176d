import { openHub } from '../../../app/mcp/mcp-servers.ts'
import { cliMessages } from '../../../messages/commands/cli.ts'
import { mcpCommandMessages } from '../../../messages/commands/mcp-cli.ts'
import { showHidden } from '../../../std/text/sanitise.ts'
import type { Hub } from '../../../tools/mcp/client/hub.ts'
import type { ServerState } from '../../../tools/mcp/client/server-state.ts'
import { exitTool } from '../../../ui/oneshot/exit-code.ts'
import type { Cli, CommandRun } from '../../command-context.ts'
import { confirmQuestion } from '../../output/ask-line.ts'
import { answerOf, argumentsOf } from '../settings/tools.ts'
import { approveServer, settingsOf } from './servers.ts'

/** Runs `work` with the MCP hub, which is closed afterwards in any case. */
async function withHub<T>(cli: Cli, work: (hub: Hub) => Promise<T>): Promise<T> {
  const { canAsk } = cli.terminal
  const { createElicitor: elicitor, createLoginOpener: browser } = await import('../../output/mcp-questions.ts')
  const widenScope = async (server: string, scope: string) =>
    (await confirmQuestion(cli, mcpCommandMessages[cli.language].widen(server, showHidden(scope))))
      ? browser(cli)
      : undefined
  const surface = canAsk ? { elicit: elicitor(cli), login: browser(cli), widen: widenScope } : {}
  const hub = await openHub(await settingsOf(cli), cli.environment, surface)
  for (const { data } of hub.news()) await cli.terminal.note(String(data.sentence), 'error')
  try {
    return await work(hub)
  } finally {
    await hub.close()
  }
}

/**
 * `mcp connect <name> [--yes]`: the command is shown and agreed to, a login made, tools whose description changed
 * shown again.
 */
export const connectServer: CommandRun = (cli, { args: [name = ''], options }) =>
  withHub(cli, async (hub) => {
    const say = mcpCommandMessages[cli.language]
    const yes = options.yes === true
    const before = await hub.state(name, cli.stop)
    if (before.state === 'new' && !(await approveServer(cli, hub, before.spec, yes))) {
      const asked = say.needsYes(name, showHidden(before.command))
      await cli.terminal.note(cli.terminal.canAsk ? cliMessages[cli.language].left : asked)
      return 1
    }
    const state = await hub.state(name, cli.stop)
    if (state.state !== 'ready') return reportFailure(cli, state)
    if (await changesAccepted(cli, state, yes)) await hub.accept(name)
    await cli.terminal.note(say.ready(name, state.tools.length))
    return 0
  })

async function reportFailure(cli: Cli, { trouble, spec, state }: ServerState): Promise<number> {
  const say = mcpCommandMessages[cli.language]
  const otherwise = state === 'new' ? say.later(spec.name) : `${spec.name}: ${say.states[state]}`
  await cli.terminal.note(trouble ?? otherwise, 'error')
  return 1
}

async function changesAccepted(cli: Cli, { tools }: ServerState, yes: boolean): Promise<boolean> {
  const changed = tools.filter(({ withheld }) => withheld)
  if (changed.length === 0) return false
  const shown = changed.map(({ original, description }) => `  ${original}: ${description}`).join('\n')
  const question = mcpCommandMessages[cli.language].changed(showHidden(shown))
  if (yes) return true
  if (cli.terminal.canAsk) return confirmQuestion(cli, question)
  await cli.terminal.note(question)
  return false
}

/** `mcp tools [name]`: starts the approved servers, or one, and lists what they offer. */
export const listServerTools: CommandRun = (cli, { args: [wanted], options }) =>
  withHub(cli, async (hub) => {
    const names = wanted === undefined ? hub.names : [wanted]
    const states = await Promise.all(names.map((name) => hub.state(name, cli.stop)))
    if (options.json) {
      await cli.terminal.json(states.map(({ spec, ...state }) => ({ name: spec.name, ...state })))
      return 0
    }
    const say = mcpCommandMessages[cli.language]
    for (const { spec, state, tools: offered, trouble } of states) {
      await cli.terminal.print(`${spec.name} — ${trouble ?? (state === 'ready' ? offered.length : say.states[state])}`)
      for (const { name, description, withheld } of offered)
        await cli.terminal.print(
          `  ${name}${withheld ? ` ${say.withheld}` : ''}\n      ${description.replaceAll('\n', '\n      ')}`,
        )
    }
    return 0
  })

/** `mcp resources <name> [uri]`: what a server has to read, or one of these; of a template what may be filled in. */
export const readResources: CommandRun = (cli, { args: [name = '', uri] }) =>
  withHub(cli, async (hub) => {
    const state = await hub.state(name, cli.stop)
    if (state.state !== 'ready') return reportFailure(cli, state)
    await cli.terminal.print((await hub.offers.show(name, uri, cli.stop)).text)
    return 0
  })

/** `mcp call <name> <tool> [arguments] [--yes]`: runs one tool as its owner; 54 when it fails or was not allowed. */
export const callServerTool: CommandRun = (cli, { args: [server = '', name = '', text = '{}'], options }) =>
  withHub(cli, async (hub) => {
    const args = argumentsOf(text, cli.language)
    const state = await hub.state(server, cli.stop)
    if (state.state !== 'ready') return reportFailure(cli, state)
    const question = mcpCommandMessages[cli.language].run(
      server,
      showHidden(name),
      showHidden(JSON.stringify(args, null, 2)),
    )
    const { agrees, orNo } = answerOf(cli, options.yes === true, () => question)
    const tool = hub.tool(server, name)
    const noteProgress = (line: string) => cli.terminal.note(line, 'quiet')
    const result = await (await cli.assistant()).tools
      .run([tool], tool.name, args, agrees, cli.stop, noteProgress)
      .catch(orNo)
    if (options.json) await cli.terminal.json(result)
    else if (result.isError) await cli.terminal.note(result.text, 'error')
    else await cli.terminal.print(result.text)
    return result.isError ? exitTool : 0
  })
