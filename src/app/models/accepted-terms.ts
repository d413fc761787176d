import { join } from 'node:path'
import type { DownloadableModel } from '../../audio/models/manifest.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import { ensureDir, readTextIfThere, writeAtomic } from '../../std/fs/files.ts'
import { parseJsonText } from '../../std/text/json-text.ts'

type Place = Pick<LoadedSettings, 'paths'>

const fileIn = ({ paths }: Place) => join(paths.state, 'accepted-terms.json')

/** Return the page of a model's own terms where the person has not accepted them yet. */
export async function openTerms(place: Place, { name, chat }: DownloadableModel): Promise<string | undefined> {
  const { [name]: accepted } = await readAccepted(place)
  return chat?.terms !== undefined && accepted?.terms !== chat.terms ? chat.terms : undefined
}

/** Record that the person accepted a model's own terms. */
export async function acceptTerms(place: Place, { name, chat }: DownloadableModel, at: Date): Promise<void> {
  if (chat?.terms === undefined) return
  await ensureDir(place.paths.state)
  const all = { ...(await readAccepted(place)), [name]: { terms: chat.terms, at: at.toISOString() } }
  await writeAtomic(fileIn(place), JSON.stringify(all, null, 2))
}

async function readAccepted(place: Place): Promise<Record<string, { terms?: string } | undefined>> {
  return Object(parseJsonText((await readTextIfThere(fileIn(place))) ?? '{}'))
}
