import { deedPartsOf, recordFileDeed } from '../../../app/context/record-deed.ts'
import { configuredServers, mcpFile, openHub } from '../../../app/mcp/mcp-servers.ts'
import { type LoadedSettings, loadSettings } from '../../../config/settings.ts'
import { mcpCommandMessages } from '../../../messages/commands/mcp-cli.ts'
import { mcpMessages } from '../../../messages/tools/mcp.ts'
import { refuse } from '../../../protocol/index.ts'
import { showHidden } from '../../../std/text/sanitise.ts'
import type { Hub } from '../../../tools/mcp/client/hub.ts'
import type { ServerSpec } from '../../../tools/mcp/config/spec.ts'
import type { Cli, CommandCall, CommandRun } from '../../command-context.ts'
import { confirmQuestion } from '../../output/ask-line.ts'
import { textTable } from '../../output/text-table.ts'

/** The settings as `mcp` subcommands need them. */
export function settingsOf(cli: Cli): Promise<LoadedSettings> {
  return loadSettings({ ...cli.environment, now: cli.now() })
}

/**
 * `mcp add <name> -- <command>` or `--url <address>`: written to the person's mcp.json; approved where the person
 * says so.
 */
export const addServer: CommandRun = async (cli, call) => {
  const { readServer } = await import('../../../tools/mcp/config/spec.ts')
  const { changeServers } = await import('../../../tools/mcp/config/edit.ts')
  const say = mcpCommandMessages[cli.language]
  const [name = ''] = call.args
  const loaded = await settingsOf(cli)
  const path = mcpFile(loaded)
  const entry = entryOf(cli, call)
  const spec = readServer(name, entry, path, true, cli.language)
  if (typeof spec === 'string') return refuse(spec)
  const add = () =>
    changeServers(path, cli.language, (servers) => {
      if (Object.hasOwn(servers, name)) refuse(say.there(name))
      servers[name] = entry
    })
  await recordServers(cli, loaded, name, add)
  await cli.terminal.note(say.added(name, path))
  const hub = await openHub(loaded, cli.environment, {})
  if (!(await approveServer(cli, hub, spec, call.options.yes === true))) await cli.terminal.note(say.later(name))
  return 0
}

/** Change the person's mcp.json as a deed that a sentence takes back. */
const recordServers = (cli: Cli, loaded: LoadedSettings, name: string, change: () => Promise<unknown>) =>
  recordFileDeed(deedPartsOf(loaded, cli.now), { tool: 'mcp', object: name, paths: [mcpFile(loaded)] }, change)

/** Shows the whole command and asks; remembers a yes. False when nobody could be asked, or the answer was no. */
export async function approveServer(cli: Cli, hub: Hub, spec: ServerSpec, yes: boolean): Promise<boolean> {
  const { describeReach: describe } = await import('../../../tools/mcp/config/spec.ts')
  const question = mcpCommandMessages[cli.language].approve(spec.name, showHidden(describe(spec.reach)))
  if (!yes && !(cli.terminal.canAsk && (await confirmQuestion(cli, question)))) return false
  await hub.approve(spec.name)
  return true
}

/** `add` takes a command word by word, or one word that is a server's whole JSON. */
function entryOf(cli: Cli, { rest, options }: CommandCall): Record<string, unknown> {
  const say = mcpCommandMessages[cli.language]
  const [command, ...args] = rest
  if (command?.startsWith('{')) return jsonOf(command, say.nothingToAdd)
  if (!command && !options.url) return refuse(say.nothingToAdd)
  const reach = command ? { command, args } : { url: String(options.url) }
  const [env, headers] = [parsePairs(cli, options.env), parsePairs(cli, options.header)]
  return {
    ...reach,
    ...(env ? { env } : {}),
    ...(headers ? { headers } : {}),
    ...(options.cwd ? { cwd: String(options.cwd) } : {}),
    ...(options.safe ? { safe: true } : {}),
  }
}

function jsonOf<T = Record<string, unknown>>(text: string, otherwise: string): T {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return refuse(otherwise)
    throw error
  }
}

/** `A=1 B=2`; commander gives a repeatable option as a list. */
function parsePairs(cli: Cli, given: unknown): Record<string, string> | undefined {
  if (given === undefined) return undefined
  const splitPair = (pair: string) => {
    const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(pair) ?? refuse(mcpCommandMessages[cli.language].badPair(pair))
    return [name, value] as const
  }
  return Object.fromEntries([given].flat().map((pair) => splitPair(String(pair))))
}

/** `mcp list`: what is configured and whether it is approved; starts nothing. */
export const listServers: CommandRun = async (cli, { options }) => {
  const { describeReach: describe, fingerprintOf: fingerprint } = await import('../../../tools/mcp/config/spec.ts')
  const loaded = await settingsOf(cli)
  const { servers, problems } = await configuredServers(loaded, cli.environment)
  const hub = await openHub(loaded, cli.environment, {})
  const rows = []
  for (const spec of servers) {
    const state = spec.disabled ? 'disabled' : await hub.decision(spec.name)
    rows.push({
      name: spec.name,
      state,
      command: describe(spec.reach),
      from: spec.from,
      fingerprint: fingerprint(spec),
    } as const)
  }
  const say = mcpCommandMessages[cli.language]
  if (options.json) await cli.terminal.json({ servers: rows, problems })
  else if (rows.length > 0)
    await cli.terminal.print(
      textTable(
        say.heads,
        rows.map(({ name, state, command }) => [name, say.states[state], command]),
      ),
    )
  else await cli.terminal.note(say.none)
  if (!options.json) for (const problem of problems) await cli.terminal.note(problem, 'error')
  return 0
}

/** `mcp remove <name>`: out of the person's mcp.json; every yes to it and its login are forgotten. */
export const removeServer: CommandRun = async (cli, { args: [name = ''] }) => {
  const { changeServers } = await import('../../../tools/mcp/config/edit.ts')
  const say = mcpMessages[cli.language]
  const loaded = await settingsOf(cli)
  const path = mcpFile(loaded)
  const { servers } = await configuredServers(loaded, cli.environment)
  const spec = servers.find((one) => one.name === name)
  if (spec && spec.from !== path) return refuse(mcpCommandMessages[cli.language].notOwn(name, spec.from))
  const hub = await openHub(loaded, cli.environment, {})
  const remove = () =>
    changeServers(path, cli.language, (entries) => {
      if (!Object.hasOwn(entries, name)) refuse(say.unknownServer(name, Object.keys(entries)))
      delete entries[name]
    })
  await recordServers(cli, loaded, name, remove)
  await hub.forget(name)
  await cli.terminal.note(mcpCommandMessages[cli.language].removed(name))
  return 0
}

/** Fields that `mcp set` may change: trust in a server and its use, never its command or address. */
const settable = ['safe', 'effects', 'sampling', 'disabled', 'timeout']

/** `mcp set <name> <field> [value]`: one field of a server of the person's own file; without a value it is removed. */
export const changeServer: CommandRun = async (cli, { args: [name = '', field = '', value] }) => {
  const { changeServers } = await import('../../../tools/mcp/config/edit.ts')
  const { readServer } = await import('../../../tools/mcp/config/spec.ts')
  const say = mcpCommandMessages[cli.language]
  if (!settable.includes(field)) return refuse(say.noField(field, settable.join(', ')))
  const loaded = await settingsOf(cli)
  const path = mcpFile(loaded)
  const { servers } = await configuredServers(loaded, cli.environment)
  const spec = servers.find((one) => one.name === name)
  if (spec && spec.from !== path) return refuse(say.notOwn(name, spec.from))
  const change = () =>
    changeServers(path, cli.language, (entries) => {
      if (!Object.hasOwn(entries, name)) refuse(mcpMessages[cli.language].unknownServer(name, Object.keys(entries)))
      const entry = { ...(entries[name] as object), [field]: value === undefined ? undefined : fieldValue(value) }
      const read = readServer(name, entry, path, true, cli.language)
      if (typeof read === 'string') refuse(read)
      entries[name] = entry
    })
  await recordServers(cli, loaded, name, change)
  await cli.terminal.note(value === undefined ? say.unset(name, field) : say.set(name, field, value))
  return 0
}

/** JSON where it is any, `a,b` as a list of names, and words as they stand. */
function fieldValue(value: string): unknown {
  if (/^(?:true|false|\d+|\[.*\])$/s.test(value)) return jsonOf(value, value)
  return value.includes(',') ? value.split(',') : value
}

/**
 * `mcp import`: says which files of other programs were found and takes over what is new; each is still to be
 * approved.
 */
export const importAll: CommandRun = async (cli, { options }) => {
  const { findForeign } = await import('../../../tools/mcp/config/import.ts')
  const { changeServers } = await import('../../../tools/mcp/config/edit.ts')
  const { readServer } = await import('../../../tools/mcp/config/spec.ts')
  const say = mcpCommandMessages[cli.language]
  const found = await findForeign(cli.environment)
  const imported: string[] = []
  const problems: string[] = []
  const takeEntries = (entries: Record<string, unknown>) => {
    for (const { path, servers = {} } of found) {
      for (const [name, entry] of Object.entries(servers)) {
        const spec = readServer(name, entry, path, true, cli.language)
        if (typeof spec === 'string') problems.push(spec)
        else if (!Object.hasOwn(entries, name)) imported.push(name)
        if (typeof spec !== 'string') entries[name] ??= entry
      }
    }
  }
  // Begin no list for nothing.
  if (found.length > 0) await changeServers(mcpFile(await settingsOf(cli)), cli.language, takeEntries)
  const files = found.map(({ program, path, servers }) => ({
    program,
    path,
    servers: servers ? Object.keys(servers) : null,
  }))
  if (options.json) await cli.terminal.json({ files, imported, problems })
  else {
    for (const { program, path, servers } of files)
      await cli.terminal.print(servers ? say.found(program, path, servers.join(', ')) : say.unreadable(program, path))
    for (const problem of problems) await cli.terminal.note(problem, 'error')
    await cli.terminal.note(imported.length > 0 ? say.imported(imported.join(', ')) : say.nothingFound)
  }
  return 0
}
