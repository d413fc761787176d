import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDestination } from '../../config/destination.ts'
import { flattenKeys, isTrusted, projectFiles } from '../../config/layers.ts'
import { isKey, type Setting, table } from '../../config/schema.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import { readTrust, recordTrust, type TrustState } from '../../config/trust.ts'
import { addToList, removeFromList } from '../../config/write.ts'
import { fail } from '../../protocol/index.ts'
import { codeOf } from '../../std/fs/files.ts'
import type { Environment } from '../environment/environment.ts'

/** One setting of a project's file; `use` says what becomes of it once the file is trusted. */
export interface ProjectSetting {
  key: string
  value: unknown
  use: 'destination' | 'plain' | 'personal' | 'unknown'
}

/** The settings that a project would decide, and the person's word about it. */
export interface ProjectTrust {
  /** Folders that a yes adds to the setting `trusted`. */
  folders: string[]
  /** `settings` is undefined where the file is no JSON object. */
  files: { path: string; state: TrustState; bytes: Uint8Array; settings: ProjectSetting[] | undefined }[]
  /** Files that are read once the folder is trusted, and decide nothing by themselves. */
  instructions: string[]
  servers: string[]
}

type Place = Pick<Environment, 'userHome' | 'clock'>

/**
 * Return the settings that `folder` and the folders above it would decide; the bytes are those that were judged. Throws
 * `storage` for a file that cannot be read.
 */
export function projectTrust(folder: string, { paths, settings }: LoadedSettings, { userHome }: Place): ProjectTrust {
  const files = projectFiles(folder, paths.config).map((path) => {
    const { state, bytes } = readTrust(paths, path)
    if (!bytes) return fail('storage', { data: { path } })
    const trusted = isTrusted(dirname(dirname(path)), settings.trusted, userHome)
    return {
      path,
      state: trusted || state === 'no' ? state : ('new' as const),
      bytes,
      settings: settingsIn(path, bytes),
    }
  })
  const folders = files.length > 0 ? files.map(({ path }) => dirname(dirname(path))) : [folder]
  const there = (name: string) =>
    [...new Set([...folders, folder])].map((one) => join(one, name)).filter((path) => existsSync(path))
  return { folders, files, instructions: there('AGENTS.md'), servers: there('.mcp.json') }
}

function settingsIn(path: string, bytes: Uint8Array): ProjectSetting[] | undefined {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined
    return flattenKeys(parsed, path).map(({ key, value }) => ({ key, value, use: useOf(key) }))
  } catch (error) {
    if (!(error instanceof SyntaxError) && codeOf(error) !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error
    return undefined
  }
}

function useOf(key: string): ProjectSetting['use'] {
  if (!isKey(key)) return 'unknown'
  if ((table[key] as Setting<unknown>).personal) return 'personal'
  return isDestination(key) ? 'destination' : 'plain'
}

/** Keeps the person's yes: these contents, and their folders from now on. Throws `storage` where the disk refuses. */
export async function trustProject(
  { files, folders }: ProjectTrust,
  { paths, settings }: LoadedSettings,
  { userHome, clock }: Place,
): Promise<void> {
  await storing(paths.state, recordTrust(paths, files, true))
  for (const folder of folders)
    if (!isTrusted(folder, settings.trusted, userHome))
      await addToList(paths.config, 'trusted', folder, new Date(clock()))
}

/** Keeps the person's no to these contents, so that they are not asked about again. */
export async function declineProject({ files }: Pick<ProjectTrust, 'files'>, { paths }: LoadedSettings): Promise<void> {
  await storing(paths.state, recordTrust(paths, files, false))
}

/** Takes a yes back: the contents are new again and the folders are no longer trusted. */
export async function forgetProject(
  { files, folders }: ProjectTrust,
  { paths }: LoadedSettings,
  { clock }: Place,
): Promise<void> {
  await storing(paths.state, recordTrust(paths, files, undefined))
  for (const folder of folders) await removeFromList(paths.config, 'trusted', folder, new Date(clock()))
}

async function storing(path: string, work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    fail('storage', { detail: codeOf(error) ?? '', data: { path } }, error)
  }
}
