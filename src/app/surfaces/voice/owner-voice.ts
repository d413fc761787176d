import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { judgeVoice, type OwnerVoice, ownerVoiceOf } from '../../../audio/speaker/owner-voice.ts'
import type { SpeakerOptions } from '../../../audio/speaker/speaker-judge.ts'
import type { Paths } from '../../../config/paths.ts'
import { fileExists } from '../../../std/fs/files.ts'
import { backupPath, readBackup, readState, stateText, writeState } from '../../../std/fs/state-file.ts'
import type { DownloadedModels } from '../../models/downloaded-models.ts'
import { chooseSpeakerModel } from './voice-models.ts'

const fileIn = ({ home }: Paths) => join(home, 'owner-voice.json')

/** The voice that is enrolled; `damaged` where there is one that cannot be read: it is nobody's, not everybody's. */
export async function readOwnerVoice(paths: Paths): Promise<OwnerVoice | 'damaged' | undefined> {
  const path = fileIn(paths)
  if (!(await fileExists(path)) && !(await fileExists(backupPath(path)))) return undefined
  return (await readState(path, ownerVoiceOf)) ?? readBackup(path, ownerVoiceOf) ?? 'damaged'
}

/** Enrols a voice in place of another one. */
export const writeOwnerVoice = async (paths: Paths, voice: OwnerVoice): Promise<void> =>
  writeState(fileIn(paths), stateText(voice))

/** Any voice may ask and agree from now on. Returns false where none was enrolled. */
export async function forgetOwnerVoice(paths: Paths): Promise<boolean> {
  const path = fileIn(paths)
  const was = (await readOwnerVoice(paths)) !== undefined
  await rm(path, { force: true })
  await rm(backupPath(path), { force: true })
  return was
}

/**
 * Return the options that tell voices apart; undefined if none is enrolled. Without its model, or with a damaged file,
 * no voice is known.
 */
export async function speakerOf(shelf: DownloadedModels): Promise<SpeakerOptions | undefined> {
  const owner = await readOwnerVoice(shelf.loaded.paths)
  if (!owner) return undefined
  if (owner === 'damaged') return { model: undefined, whose: () => 'unknown' }
  const model = await chooseSpeakerModel(shelf, owner.model)
  return { model, whose: (print) => judgeVoice(owner, print, model?.likeness) }
}
