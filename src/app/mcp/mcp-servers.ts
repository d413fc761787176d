import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isTrusted } from '../../config/layers.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import { mcpMessages } from '../../messages/tools/mcp.ts'
import { codeOf } from '../../std/fs/files.ts'
import type { Hub } from '../../tools/mcp/client/hub.ts'
import type { ReadServers, ServerSpec } from '../../tools/mcp/config/spec.ts'
import type { ServerList } from '../../tools/mcp/convert/mcp-tool.ts'
import type { McpPorts } from '../../tools/mcp/ports.ts'
import type { Environment } from '../environment/environment.ts'

/** The person's own list of MCP servers. */
export function mcpFile({ paths }: Pick<LoadedSettings, 'paths'>): string {
  return join(dirname(paths.config), 'mcp.json')
}

/**
 * Files that name MCP servers: the person's, then the nearest `.mcp.json` from the working directory up, where it is
 * trusted.
 */
function mcpFiles(loaded: LoadedSettings, { cwd, userHome }: Environment): { path: string; own: boolean }[] {
  const own = mcpFile(loaded)
  const project = nearestFolder(cwd)
  const trusted = project !== undefined && isTrusted(dirname(project), loaded.settings.trusted, userHome)
  return [
    ...(existsSync(own) ? [{ path: own, own: true }] : []),
    ...(trusted && project !== own ? [{ path: project, own: false }] : []),
  ]
}

function nearestFolder(folder: string): string | undefined {
  const path = join(folder, '.mcp.json')
  if (existsSync(path)) return path
  return dirname(folder) === folder ? undefined : nearestFolder(dirname(folder))
}

/**
 * Every server that the files name; of two with one name the project's counts. Two that would share tool names: the
 * first counts.
 */
export async function configuredServers(
  loaded: LoadedSettings,
  environment: Environment,
  given: readonly ServerSpec[] = [],
): Promise<ReadServers> {
  const { readServers } = await import('../../tools/mcp/config/spec.ts')
  const { slugOf } = await import('../../tools/mcp/config/names.ts')
  const servers = new Map(given.map((spec) => [spec.name, spec]))
  const problems: string[] = []
  for (const { path, own } of mcpFiles(loaded, environment)) {
    const text = await readFile(path, 'utf8').catch(unreadableText)
    const read = readServers(text, path, own, loaded.settings.language)
    for (const spec of read.servers) servers.set(spec.name, spec)
    problems.push(...read.problems)
  }
  const slugs = new Set<string>()
  const distinct = [...servers.values()].filter(({ name, from }) => {
    const taken = slugs.has(slugOf(name))
    if (taken) problems.push(mcpMessages[loaded.settings.language].sameName(from, name))
    slugs.add(slugOf(name))
    return !taken
  })
  return { servers: distinct, problems }
}

/** A list that may not be read, or is none, is told like one that makes no sense. */
function unreadableText(error: unknown): string {
  if (codeOf(error) === undefined) throw error
  return ''
}

/** Names of servers that nobody has said yes or no to yet. Starts nothing. */
async function undecidedServers(
  loaded: LoadedSettings,
  environment: Environment,
  given: readonly ServerSpec[],
): Promise<string[]> {
  if (mcpFiles(loaded, environment).length + given.length === 0) return []
  const { servers } = await configuredServers(loaded, environment, given)
  const { decisionOf } = await import('../../tools/mcp/client/server-state.ts')
  const { Pins } = await import('../../tools/mcp/client/tool-fingerprints.ts')
  const pins = new Pins(pinsOf(loaded))
  const undecided: string[] = []
  for (const spec of servers) if (!spec.disabled && (await decisionOf(spec, pins)) === 'new') undecided.push(spec.name)
  return undecided
}

const pinsOf = ({ paths }: Pick<LoadedSettings, 'paths'>): string => join(paths.state, 'mcp-approved.json')

/** The ports that a surface adds: the person who can be asked, the model that may be asked. */
export type McpSurface = Pick<McpPorts, 'elicit' | 'sample' | 'login' | 'widen'>

/** The ports that answer servers' questions to the person, as long as somebody sits at a screen. */
export type McpAsker = Required<Pick<McpPorts, 'elicit' | 'widen'>>

/** A server's question to our model, and the signal that ends it. */
export type SampleRequest = Parameters<NonNullable<McpPorts['sample']>>

/** The keeper of all configured servers. */
export async function openHub(
  loaded: LoadedSettings,
  environment: Environment,
  surface: McpSurface,
  given: readonly ServerSpec[] = [],
): Promise<Hub> {
  const { servers, problems } = await configuredServers(loaded, environment, given)
  const { Hub } = await import('../../tools/mcp/client/hub.ts')
  const { paths, settings } = loaded
  const hub = new Hub(servers, {
    language: settings.language,
    env: environment.env,
    cwd: environment.cwd,
    version,
    ...surface,
    pinsPath: pinsOf(loaded),
    loginsPath: join(dirname(paths.config), 'mcp-logins.json'),
    logFolder: join(paths.state, 'mcp'),
  })
  for (const sentence of problems) hub.tell('mcp-config', sentence, { sentence })
  return hub
}

/** The list of servers as the tool that changes it sees it. */
export function serverList(loaded: LoadedSettings, environment: Environment): ServerList {
  return {
    path: mcpFile(loaded),
    servers: async () => (await configuredServers(loaded, environment)).servers,
    forget: async (name) => (await openHub(loaded, environment, {})).forget(name),
  }
}

/** Our version towards servers; they act on the protocol's version, not on this one. */
const version = '1'

/** The keeper, made when it is first asked for; undefined, and nothing loaded, where no file names a server. */
export function lazyHub(
  loaded: LoadedSettings,
  environment: Environment,
  surface: McpSurface,
  given: readonly ServerSpec[] = [],
) {
  let hub: Promise<Hub> | undefined
  let ready: Hub | undefined
  const told = new Set<string>()
  /** A list that names none loads nothing either; one that cannot be read is told. */
  const isAny = async () => {
    if (mcpFiles(loaded, environment).length + given.length === 0) return false
    const { servers, problems } = await configuredServers(loaded, environment, given)
    return servers.length + problems.length > 0
  }
  return {
    /** Names of servers that wait for a yes; whoever asks tells the person, so that a turn need not. */
    async undecided(): Promise<string[]> {
      const names = await undecidedServers(loaded, environment, given)
      for (const name of names) told.add(name)
      return names
    },
    async get(): Promise<Hub | undefined> {
      if (!hub && !(await isAny())) return undefined
      hub ??= openHub(loaded, environment, surface, given)
      ready = await hub
      return ready
    },
    news: () => (ready?.news() ?? []).filter(({ code, data }) => code !== 'mcp-new' || !told.has(String(data.server))),
    close: async () => (await hub)?.close(),
  }
}
