import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ConfigWarning } from '../messages/commands/config-warning.ts'
import type { ProviderKind } from '../protocol/index.ts'
import { codeOf } from '../std/fs/files.ts'
import type { UnreadFile } from './destination.ts'
import type { SettingKey } from './schema.ts'
import type { LoadedSettings } from './settings.ts'

/** The destination of a request: a provider; `named` if this very request names it. */
interface Destination {
  kind: ProviderKind | 'offline'
  named: boolean
}

/**
 * Return the issue that forbids to send anything to a provider: a setting of destinations that cannot be read, or a
 * damaged file that may have chosen otherwise. Undefined when the person chose it. The rule engine sends nothing, so
 * only unreadable settings forbid it.
 */
export function destinationIssue(loaded: LoadedSettings, to: Destination): ConfigWarning | undefined {
  const [issue] = loaded.issues
  if (issue || to.kind === 'offline') return issue
  const file = [...loaded.unread, ...setAside(loaded)].find(
    ({ layer }) => !isSettled(loaded, to.kind as ProviderKind, to.named, layer),
  )
  return file && { code: 'unsettled', path: file.path }
}

/** Return true if the person chose the destination in a layer that the unreadable file could not have changed. */
function isSettled(
  { origins }: LoadedSettings,
  kind: ProviderKind,
  named: boolean,
  unread: UnreadFile['layer'],
): boolean {
  const provider = origins.provider.layer
  const address = origins[`providers.${kind}.baseUrl` as SettingKey].layer
  const isAboveFiles = (layer: string) => layer === 'env' || layer === 'flag'
  if (unread === 'secrets') return named || provider !== 'default'
  if (unread === 'project') return (named || isAboveFiles(provider)) && isAboveFiles(address)
  // A provider that stands in the user's file was chosen after the file was set aside.
  return provider === 'user' || ((named || provider !== 'default') && address !== 'default')
}

/**
 * Damaged files that were set aside earlier: until the person has chosen anew, they still may have chosen otherwise.
 */
function setAside({ paths }: LoadedSettings): UnreadFile[] {
  const copiesOf = (path: string, layer: UnreadFile['layer']) => {
    const begins = `${basename(path)}.damaged-`
    const names = filesIn(dirname(path)).filter((name) => name.startsWith(begins))
    return names.map((name): UnreadFile => ({ layer, path: join(dirname(path), name) }))
  }
  return [...copiesOf(paths.config, 'user'), ...copiesOf(paths.secrets, 'secrets')]
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return []
  }
}
