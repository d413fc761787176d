import { realpath } from 'node:fs/promises'
import type { LoadedSettings } from '../../config/settings.ts'
import { trustMessages } from '../../messages/commands/trust.ts'
import type { Language } from '../../messages/language.ts'
import { fail } from '../../protocol/index.ts'
import { codeOf } from '../../std/fs/files.ts'
import { showHidden } from '../../std/text/sanitise.ts'
import type { FolderOwner } from '../../tools/origin/folder-owners.ts'
import { folderOwnersOf } from '../docs/file-origins.ts'
import type { Environment } from '../environment/environment.ts'

type Place = Pick<Environment, 'userHome' | 'platform'>

/** Return whose text lies in a folder, by the person's word or by evidence. */
export async function ownerOfFolder(folder: string, loaded: LoadedSettings, place: Place): Promise<FolderOwner> {
  const real = await realpath(folder).catch(() => folder)
  const found = await folderOwnersOf(loaded, place).folderOwner(real, [real])
  return found ?? { folder: real, owner: 'own', because: 'nothing' }
}

/** Keeps whose text a folder holds, as the person said; `undefined` forgets it. Throws `storage`. */
export async function sayFolderOwner(
  folder: string,
  owner: FolderOwner['owner'] | undefined,
  loaded: LoadedSettings,
  place: Place,
): Promise<void> {
  try {
    await folderOwnersOf(loaded, place).say(folder, owner)
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    fail('storage', { detail: codeOf(error) ?? '', data: { path: loaded.paths.state } }, error)
  }
}

/** One line about whose text a folder holds, and why. */
export function ownerLine(found: FolderOwner, language: Language): string {
  const say = trustMessages[language].owner
  const named = showHidden(found.folder)
  return found.owner === 'own' ? say.own(named) : say.foreign(named, ownerReason(found, language))
}

/** The evidence in words. */
export function ownerReason({ because, detail }: FolderOwner, language: Language): string {
  return [trustMessages[language].owner.why[because], ...(detail === undefined ? [] : [showHidden(detail)])].join(': ')
}
