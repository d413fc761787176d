import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fail } from '../protocol/index.ts'
import { tellUnreadable } from '../std/fs/damage.ts'
import { renamePath, syncDir } from '../std/fs/files.ts'
import { readBackup, readState, stateText, writeState } from '../std/fs/state-file.ts'
import { nameOf, pathsIn } from './home-layout.ts'
import { onDisk } from './storage-failure.ts'
import { addFact, listFacts, withPageLock } from './store.ts'

/** One of the people who share the machine. `id` names their memory page and never changes. */
export interface Profile {
  id: string
  name: string
  aliases: string[]
  description?: string
  createdAt: string
}

/** The page of somebody who is no person of the home: they remember what they ask to, and nothing is noticed there. */
export const guestProfile = (name: string): string => `http-${name}`
/**
 * True if a page is that of somebody who is no person of the home: shared pages (workspace, agent) are no business of
 * theirs.
 */
export const isGuest = (profile: string): boolean => profile.startsWith(guestProfile(''))

/** The profiles of a home; of a damaged file, what the program last wrote there. */
export async function readProfiles(home: string): Promise<Profile[]> {
  const path = pathsIn(home).profiles
  return await onDisk(
    path,
    async () =>
      (await readState(path, profilesOf, (value) => readBackup(path, profilesOf) ?? profilesIn(value)).catch((error) =>
        // The last written state is there for whoever may not read the file.
        tellUnreadable(path, error),
      )) ??
      readBackup(path, profilesOf) ??
      [],
  )
}

/** The profiles that a file holds; undefined when it is no list of them. */
export function profilesOf(value: unknown): Profile[] | undefined {
  const list = listOf(value)
  return list?.every(isProfile) ? list : undefined
}

const profilesIn = (value: unknown) => listOf(value)?.filter(isProfile)

/** The list in a file; in files of 0.1.0 it was all that there was. */
function listOf(value: unknown): unknown[] | undefined {
  const list = Array.isArray(value) ? value : (value as { profiles?: unknown } | null)?.profiles
  return Array.isArray(list) ? list : undefined
}

function isProfile(value: unknown): value is Profile {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('name' in value) || !('aliases' in value))
    return false
  return typeof value.id === 'string' && typeof value.name === 'string' && Array.isArray(value.aliases)
}

/** The profile that an id, a name or an alias stands for. */
export function findProfile(profiles: readonly Profile[], called: string): Profile | undefined {
  const wanted = called.normalize('NFC').trim().toLowerCase()
  const isWanted = (name: string) => name.normalize('NFC').toLowerCase() === wanted
  return (
    profiles.find(({ id }) => isWanted(id)) ??
    profiles.find(({ name }) => isWanted(name)) ??
    profiles.find(({ aliases }) => aliases.some(isWanted))
  )
}

/** Adds a person. Throws `bad-input` {taken} when somebody is called so already. */
export async function createProfile(home: string, name: string, aliases: string[], now: Date): Promise<Profile> {
  return await changeProfiles(home, now, (profiles) => {
    for (const called of [name, ...aliases]) refuseTaken(profiles, called)
    const profile = { id: nameOf(name), name: name.normalize('NFC').trim(), aliases, createdAt: now.toISOString() }
    return { profiles: [...profiles, profile], result: profile }
  })
}

/** Another name that a person goes by. */
export async function addAlias(home: string, called: string, alias: string, now: Date): Promise<Profile> {
  return await changeOne(home, called, now, (profile, profiles) => {
    refuseTaken(profiles, alias)
    return { ...profile, aliases: [...profile.aliases, alias.normalize('NFC').trim()] }
  })
}

/** The name that is shown; the memory page keeps its own. */
export async function renameProfile(home: string, called: string, name: string, now: Date): Promise<Profile> {
  return await changeOne(home, called, now, (profile, profiles) => {
    refuseTaken(
      profiles.filter(({ id }) => id !== profile.id),
      name,
    )
    return { ...profile, name: name.normalize('NFC').trim() }
  })
}

/**
 * Makes two profiles one: first the facts are added to the other page, then `alsoMove` moves what belongs to the
 * person elsewhere, last the list is changed. Every step may be repeated: a merge that was cut is finished by asking
 * for it again.
 */
export async function mergeProfiles(
  home: string,
  from: string,
  into: string,
  now: Date,
  alsoMove: (from: Profile, into: Profile) => Promise<void>,
): Promise<{ from: Profile; into: Profile; facts: number }> {
  const profiles = await readProfiles(home)
  const [gone, stays] = [requireProfile(profiles, from), requireProfile(profiles, into)]
  if (gone.id === stays.id) fail('bad-input', { detail: 'one profile', data: { same: gone.name } })
  const [page, target] = [pathsIn(home).personal(gone.id), pathsIn(home).personal(stays.id)]
  const facts = await listFacts(page)
  for (const { text, from: source } of facts)
    await addFact(target, text, source ?? { date: now.toISOString().slice(0, 10) }, now)
  await alsoMove(gone, stays)
  await changeProfiles(home, now, (all) => {
    const merged = all.flatMap((each) => {
      if (each.id === gone.id) return []
      if (each.id !== stays.id) return [each]
      return [{ ...each, aliases: [...new Set([...each.aliases, gone.name, gone.id, ...gone.aliases])] }]
    })
    return { profiles: merged, result: undefined }
  })
  await setAside(page, now)
  return { from: gone, into: stays, facts: facts.length }
}

/** The page of a profile that is no more: out of the way, not gone. */
async function setAside(page: string, now: Date): Promise<void> {
  await onDisk(page, async () => {
    if (!existsSync(page)) return
    await renamePath(page, `${page}.merged-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`)
    await syncDir(dirname(page))
  })
}

function requireProfile(profiles: readonly Profile[], called: string): Profile {
  return (
    findProfile(profiles, called) ?? fail('bad-input', { detail: `no profile ${called}`, data: { profile: called } })
  )
}

function refuseTaken(profiles: readonly Profile[], called: string): void {
  if (called.trim() === '') fail('bad-input', { detail: 'an empty name', data: { name: called } })
  if (findProfile(profiles, called)) fail('bad-input', { detail: `${called} is taken`, data: { taken: called } })
}

async function changeOne(
  home: string,
  called: string,
  now: Date,
  edit: (profile: Profile, all: Profile[]) => Profile,
): Promise<Profile> {
  return await changeProfiles(home, now, (profiles) => {
    const next = edit(requireProfile(profiles, called), profiles)
    return { profiles: profiles.map((each) => (each.id === next.id ? next : each)), result: next }
  })
}

async function changeProfiles<T>(
  home: string,
  _now: Date,
  edit: (profiles: Profile[]) => { profiles: Profile[]; result: T },
): Promise<T> {
  const path = pathsIn(home).profiles
  return await withPageLock(path, async () => {
    const { profiles, result } = edit(await readProfiles(home))
    await writeState(path, stateText({ profiles }))
    return result
  })
}
