import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { tellUnreadable } from '../std/fs/damage.ts'
import { fileExists, isMissing } from '../std/fs/files.ts'

/** The places of one person's assistant. All absolute; several may be the same folder, or lie in another. */
export interface Places {
  home: string
  config: string
  secrets: string
  state: string
  cache: string
  runtime: string
}

/**
 * A file that a backup keeps. `name` is its place there, with `/`: below `home/`, `config/` or `state/`, wherever
 * these lie.
 */
export interface KeptFile {
  name: string
  path: string
}

/** Names that can be fetched or made again, or mean something to running processes only. */
const remade = new Set(['.locks', 'backups', 'cache', 'models', 'run', 'trash', 'node_modules'])

/** Prefix of the folder in which a restore puts files before they count. */
export const stagePrefix = '.restoring-'

/** Indexes and checkpoints are made anew from what they were made of; what is half written is nobody's. */
export const isRemade = (name: string): boolean =>
  remade.has(name) ||
  name.startsWith(stagePrefix) ||
  /^\.index\.db|^documents\.db|\.(?:checkpoint|tmp|sock)$/.test(name)

/** Beside the settings; those of the second list open doors, and are kept in an encrypted backup only. */
const configNames = ['keybindings.json', 'mcp.json', 'telegram.json', 'http-tokens.json']
const secretNames = ['mcp-logins.json']

/**
 * Of the state what a person decided, and what they may want to look up. Queues stay where they are: what waits in an
 * old one was done since, and would be done again.
 */
const stateNames = [
  'audit.jsonl',
  'foreign-files.jsonl',
  'folder-owners.json',
  'mcp-approved.json',
  'trusted-files.json',
]

/** Files that give rights: approvals, trusted files, people and programs that were let in. */
export const rightsFiles: readonly string[] = [
  ...['config/telegram.json', 'config/http-tokens.json', 'state/mcp-approved.json', 'state/trusted-files.json'],
  'state/folder-owners.json',
]
/** Folders of a home with what runs, and with what models are told to obey. */
export const programFolders: readonly string[] = ['home/services', 'home/commands', 'home/skills']
/** Settings that do: they lift questions, run commands or open folders and hosts. */
export const rightsSettings: readonly string[] = ['permissions', 'hooks', 'trusted', 'roots', 'sandbox', 'fetchHosts']

/**
 * Every file of a home that is worth keeping, by name. `secrets`: keys and logins, too. `closed` hears of folders that
 * may not be read. Throws other errors of the file system.
 */
export async function* keptFiles(
  places: Places,
  secrets: boolean,
  closed: (name: string) => void = () => {},
): AsyncGenerator<KeptFile> {
  const { home, config, state } = places
  const beside = (name: string) => join(dirname(config), name)
  const own = [
    config,
    places.secrets,
    ...[...configNames, ...secretNames].map(beside),
    state,
    places.cache,
    places.runtime,
  ]
  yield* filesBelow(home, 'home/', new Set(own), closed)
  yield* existingFiles([
    { name: 'config/config.json', path: config },
    ...configNames.map((name) => ({ name: `config/${name}`, path: beside(name) })),
    ...stateNames.map((name) => ({ name: `state/${name}`, path: join(state, name) })),
  ])
  if (!secrets) return
  yield* existingFiles([
    { name: 'config/secrets.json', path: places.secrets },
    ...secretNames.map((name) => ({ name: `config/${name}`, path: beside(name) })),
  ])
}

/**
 * Path of a file of a backup on this machine; undefined for a name that no backup has: one that leaves its folder,
 * above all.
 */
export function placeOf(name: string, { home, config, secrets, state }: Places): string | undefined {
  const [root = '', ...rest] = name.split('/')
  if (rest.length === 0 || rest.some((part) => part === '' || part === '.' || part === '..' || /[\\\0]/.test(part)))
    return undefined
  if (root === 'home') return rest.some(isRemade) ? undefined : join(home, ...rest)
  const [file = '', ...more] = rest
  if (more.length > 0) return undefined
  if (root === 'state') return stateNames.includes(file) ? join(state, file) : undefined
  if (root !== 'config') return undefined
  if (file === 'config.json') return config
  if (file === 'secrets.json') return secrets
  return [...configNames, ...secretNames].includes(file) ? join(dirname(config), file) : undefined
}

/** Names in the home itself that are kept: a restore puts these away first. */
export async function rootsOf(places: Places): Promise<string[]> {
  const { home, config, secrets, state, cache, runtime } = places
  const beside = [...configNames, ...secretNames].map((name) => join(dirname(config), name))
  const own = new Set([config, secrets, state, cache, runtime, ...beside])
  const names = await readdir(home).catch(noneWhenMissing<string>)
  return names.filter((name) => !isRemade(name) && !own.has(join(home, name)))
}

async function* filesBelow(
  folder: string,
  prefix: string,
  own: ReadonlySet<string>,
  closed: (name: string) => void,
): AsyncGenerator<KeptFile> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error): Dirent[] => {
    if (isMissing(error)) return []
    tellUnreadable(folder, error)
    closed(prefix.slice(0, -1))
    return []
  })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    const name = `${prefix}${entry.name}`
    if (isRemade(entry.name) || own.has(path)) continue
    if (entry.isDirectory()) yield* filesBelow(path, `${name}/`, own, closed)
    // A page may be a link to where the person keeps it: what it says belongs to the home.
    else if (entry.isFile() || (entry.isSymbolicLink() && (await isFileThere(path)))) yield { name, path }
  }
}

const isFileThere = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )

async function* existingFiles(files: readonly KeptFile[]): AsyncGenerator<KeptFile> {
  for (const file of files) if (await fileExists(file.path)) yield file
}

function noneWhenMissing<T>(error: unknown): T[] {
  if (isMissing(error)) return []
  throw error
}
