import { isRemade } from '../kept-files.ts'

/** Folders and files of a home that each machine has of its own: what is kept elsewhere, or can be made again. */
const ownFolders = ['conversations', 'state/http-places', 'state/run']
const ownFiles = /^(?:secrets\.json|state\/(?:serve|services|daemon)\.log(?:\.\d+)?)$/

/** Copies beside a file that mend it after a fault of the disk, and notes on such faults. */
const beside = /^\..+\.(?:bak|twin|told)$|\.(?:damaged|kept)-/

/** True for a file of a home that all machines share, by its path below the home with `/`. */
export function isSharedName(name: string): boolean {
  const parts = name.split('/')
  if (parts.some(isRemade) || ownFiles.test(name)) return false
  if (ownFolders.some((folder) => name.startsWith(`${folder}/`))) return false
  return !beside.test(parts.at(-1) ?? '')
}
