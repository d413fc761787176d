import { join } from 'node:path'
import { readTextIfThere } from '../../../std/fs/files.ts'
import { parseJsonc, parseToml } from './config-formats.ts'

/** Another program's file that configures MCP servers. */
export interface Foreign {
  program: string
  path: string
  /** Its servers in our format, by name; undefined if the file cannot be parsed. */
  servers: Record<string, Record<string, unknown>> | undefined
}

export interface ImportPlaces {
  userHome: string
  cwd: string
  platform: string
  env: Record<string, string | undefined>
}

/** Files in which other programs keep their servers, according to their documentation (2026-11). */
function configPlaces({ userHome, cwd, platform, env }: ImportPlaces): [program: string, path: string][] {
  const apps =
    platform === 'darwin'
      ? join(userHome, 'Library', 'Application Support')
      : (env.XDG_CONFIG_HOME ?? join(userHome, '.config'))
  return [
    ['Claude Code', join(userHome, '.claude.json')],
    ['Claude Code', join(cwd, '.mcp.json')],
    ['Claude Desktop', join(apps, 'Claude', 'claude_desktop_config.json')],
    ['Cursor', join(userHome, '.cursor', 'mcp.json')],
    ['Cursor', join(cwd, '.cursor', 'mcp.json')],
    ['VS Code', join(apps, 'Code', 'User', 'mcp.json')],
    ['VS Code', join(cwd, '.vscode', 'mcp.json')],
    ['Windsurf', join(userHome, '.codeium', 'windsurf', 'mcp_config.json')],
    ['Gemini CLI', join(userHome, '.gemini', 'settings.json')],
    ['Gemini CLI', join(cwd, '.gemini', 'settings.json')],
    ['Codex', join(userHome, '.codex', 'config.toml')],
  ]
}

/** The existing files of other programs, with their servers. Changes and starts nothing. */
export async function findForeign(where: ImportPlaces): Promise<Foreign[]> {
  const found: Foreign[] = []
  for (const [program, path] of configPlaces(where)) {
    const text = await readTextIfThere(path)
    if (text === undefined) continue
    const root = path.endsWith('.toml') ? parseToml(text) : parseJsonc(text)
    const servers = root && serversIn(root, where.cwd)
    if (!servers || Object.keys(servers).length > 0) found.push({ program, path, servers })
  }
  return found
}

type Loose = Record<string, unknown>
const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)

/** `mcpServers`, `servers` (VS Code), `mcp_servers` (Codex), and those of one project in Claude Code's file. */
function serversIn(root: Loose, cwd: string): Record<string, Loose> {
  const project = isLoose(root.projects) ? root.projects[cwd] : undefined
  const lists = [root.mcpServers, root.servers, root.mcp_servers, isLoose(project) ? project.mcpServers : undefined]
  const entries = lists.filter(isLoose).flatMap((list) => Object.entries(list))
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (isLoose(value) ? [[name, translateEntry(value)] as const] : [])),
  )
}

/** Imports only how a server is reached, not the permissions that another program gave it. */
function translateEntry(entry: Loose): Loose {
  const { command, args, env, cwd, url, httpUrl, serverUrl, headers, http_headers, type } = entry
  const address = httpUrl ?? url ?? serverUrl
  const kind = httpUrl !== undefined ? 'http' : type
  const given = {
    command,
    args,
    env,
    cwd,
    url: address,
    headers: headers ?? http_headers,
    oauth: oauthOf(entry),
    type: command === undefined ? kind : undefined,
  }
  const defined = Object.entries(given).filter(([, value]) => value !== undefined)
  // VS Code writes `${env:NAME}` for a variable.
  return JSON.parse(JSON.stringify(Object.fromEntries(defined)).replaceAll('${env:', '${'))
}

/** `oauth` as Claude Code, Gemini CLI and opencode write it; Cursor writes `auth` with names of its own. */
function oauthOf({ oauth, auth }: Loose): Loose | undefined {
  const given = isLoose(oauth)
    ? { ...oauth, scopes: oauth.scopes ?? oauth.scope }
    : isLoose(auth) && { clientId: auth.CLIENT_ID, clientSecret: auth.CLIENT_SECRET, scopes: auth.scopes }
  if (!given) return undefined
  const { clientId, clientSecret, scopes, callbackPort, clientMetadataUrl } = given as Loose
  return clientId || clientMetadataUrl ? { clientId, clientSecret, scopes, callbackPort, clientMetadataUrl } : undefined
}
