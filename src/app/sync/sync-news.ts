import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { JsonObject } from '../../protocol/index.ts'
import { codeOf, ensureDir, randomSuffix, writeAtomic } from '../../std/fs/files.ts'
import { LockBusy, withLock } from '../../std/fs/lock.ts'
import { isNewerText, parseState, stateText } from '../../std/fs/state-file.ts'
import { writerTag } from '../../std/fs/writer-tag.ts'
import { syncFolder } from '../../sync/configuration.ts'
import type { RoundReport } from '../../sync/round/round.ts'

type News = { code: string; data: JsonObject }

/**
 * Return the file of news for the next answer: the process that syncs is often not the one that answers. Whoever
 * answers first takes it, so that it is told once.
 */
const newsPath = (state: string) => join(syncFolder(state), 'news.json')

/** News that could not be written, told by this process. */
let unwritten: News[] = []

/** Return and forget the news. */
export function takeSyncNews(state: string): News[] {
  const own = unwritten
  unwritten = []
  return [...taken(newsPath(state)), ...own]
}

/** Of several that take a file only one has it: a name is given once. */
function taken(path: string): News[] {
  if (!existsSync(path)) return []
  const mine = join(dirname(path), `.news.json.${randomSuffix().slice(0, 6)}-${writerTag()}.tmp`)
  try {
    renameSync(path, mine)
    const text = readFileSync(mine)
    rmSync(mine)
    return isNewerText(text) ? [] : (parseState(text, newsOf) ?? [])
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return []
  }
}

function newsOf(value: unknown): News[] | undefined {
  const { news } = (value ?? {}) as { news?: unknown }
  if (!Array.isArray(news)) return undefined
  return news.filter(
    (one): one is News => typeof one?.code === 'string' && typeof one.data === 'object' && one.data !== null,
  )
}

async function changeNews(state: string, change: (news: News[]) => News[]): Promise<void> {
  const path = newsPath(state)
  let before: News[] = []
  try {
    await ensureDir(syncFolder(state))
    await withLock(path, async () => {
      before = taken(path)
      const after = change(before)
      if (after.length > 0) await writeAtomic(path, stateText({ news: after }))
    })
  } catch (error) {
    if (codeOf(error) === undefined && !(error instanceof LockBusy)) throw error
    unwritten = change([...unwritten, ...before])
  }
}

/**
 * Once for each time that a store goes away, and when it is back (no fault). What was back before anybody heard of it
 * is not told.
 */
export function tellStore(
  state: string,
  place: string,
  fault: { fault: string; message: string } | undefined,
): Promise<void> {
  return changeNews(state, (news) => {
    const others = news.filter(({ code }) => code !== 'sync-away' && code !== 'sync-back')
    if (fault) return [...others, { code: 'sync-away', data: { fault: fault.fault, place, reason: fault.message } }]
    return news.some(({ code }) => code === 'sync-away') ? others : [...others, { code: 'sync-back', data: {} }]
  })
}

/** Refusals told before: a segment that is refused as a whole is refused in every round. */
const refusedBefore = new Set<string>()

/** Tell which parts of the store were refused, by their path there; once each. */
export async function tellRefused(state: string, paths: readonly string[]): Promise<void> {
  const fresh = paths.filter((path) => !refusedBefore.has(path))
  for (const path of fresh) refusedBefore.add(path)
  if (fresh.length === 0) return
  await changeNews(state, (news) => [
    ...news,
    { code: 'sync-refused', data: { count: fresh.length, path: fresh[0] ?? '' } },
  ])
}

/** Other devices changed the same: so many contradictions there are now. */
export function tellContradictions(state: string, count: number): Promise<void> {
  return changeNews(state, (news) => [
    ...news.filter(({ code }) => code !== 'sync-contradicts'),
    { code: 'sync-contradicts', data: { count } },
  ])
}

/** Tell the person the findings of a round: each once, although every round finds it again. */
export async function tellSafety(
  state: string,
  { held, mended, renewed }: RoundReport,
  differing: string,
): Promise<void> {
  const of = (code: string, paths: readonly string[]) => ({ code, data: { count: paths.length, path: paths[0] ?? '' } })
  const found: News[] = [
    ...(held.length > 0
      ? [
          of(
            'sync-held',
            held.map(({ path }) => path),
          ),
        ]
      : []),
    ...(mended.length > 0 ? [of('sync-mended', mended)] : []),
    ...(renewed ? [{ code: 'sync-renewed', data: { id: renewed } }] : []),
    ...(differing ? [{ code: 'sync-differs', data: { names: differing } }] : []),
  ]
  const fresh = found.filter((one) => !safetyTold.has(JSON.stringify(one)))
  for (const one of fresh) safetyTold.add(JSON.stringify(one))
  if (held.length === 0) for (const one of safetyTold) if (one.includes('"sync-held"')) safetyTold.delete(one)
  if (fresh.length === 0) return
  const codes = new Set(fresh.map(({ code }) => code))
  await changeNews(state, (news) => [...news.filter(({ code }) => !codes.has(code)), ...fresh])
}

const safetyTold = new Set<string>()
