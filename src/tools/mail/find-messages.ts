import type { ImapFlow, SearchObject } from 'imapflow'
import type { MailAddress } from '../../std/mail/mail-header.ts'
import { type MimePart, readHeaders } from '../../std/mail/mime.ts'
import { headerOf, oneLine, peopleIn } from './mail-content.ts'
import type { MailHead, MailQuery } from './mail-message.ts'

interface Found {
  heads: MailHead[]
  matches: number
  unread: number
  searched?: number
}

/** The newest matching messages: the server searches, and only the heads of the last results are fetched. */
export async function findMessages(client: ImapFlow, folder: string, query: MailQuery): Promise<Found> {
  const status = await client.status(folder, { unseen: true })
  const unread = status ? (status.unseen ?? 0) : 0
  const wanted = searchOf(query)
  const exists = client.mailbox ? client.mailbox.exists : 0
  // Without a filter no search is needed: the last messages are the newest.
  if (Object.keys(wanted).length === 0) {
    const newest = exists === 0 ? [] : await fetchNewest(client, exists, query.limit)
    return { heads: newest, matches: exists, unread }
  }
  const { uids: found, searched } = await searchNewestFirst(client, wanted, exists)
  const uids = [...new Set([...found, ...(await uidsSaying(client, query, exists))])].sort((a, b) => a - b)
  const isTimed = query.since !== undefined || query.before !== undefined
  const inside = isTimed ? await arrivedWithin(client, uids, query) : uids
  const newest = inside.slice(-query.limit)
  const heads = newest.length === 0 ? [] : await fetchHeads(client, newest)
  return { heads, matches: inside.length, unread, ...(searched < exists ? { searched } : {}) }
}

/** Messages that one search of words looks through, and how long searches may take together. */
const window = 5_000
const mostSearchMs = 10_000

/**
 * Search for words from the newest messages on, until all are seen or time is up: a server without an index of words
 * reads every message.
 */
async function searchNewestFirst(client: ImapFlow, wanted: SearchObject, exists: number) {
  const began = performance.now()
  if (wanted.text === undefined) return { uids: (await client.search(wanted, { uid: true })) || [], searched: exists }
  const uids: number[] = []
  let left = exists
  while (left > 0 && performance.now() - began < mostSearchMs) {
    const first = Math.max(1, left - window + 1)
    uids.push(...((await client.search({ ...wanted, seq: `${first}:${left}` }, { uid: true })) || []))
    left = first - 1
  }
  return { uids, searched: exists - left }
}

/** Messages that one command asks for: a command's line has its limits. */
const mostAtOnce = 1_000

/**
 * Return the messages that came in a span, the oldest first. Servers search by days of their own zone: the hour of each
 * one found is asked for.
 */
async function arrivedWithin(client: ImapFlow, uids: readonly number[], query: MailQuery): Promise<number[]> {
  const { since = 0, before = Number.POSITIVE_INFINITY } = query
  const inside: { uid: number; at: number }[] = []
  for (let from = 0; from < uids.length; from += mostAtOnce) {
    const range = rangesOf(uids.slice(from, from + mostAtOnce))
    for (const { uid, internalDate } of await client.fetchAll(range, { internalDate: true }, { uid: true })) {
      const at = +new Date(internalDate ?? 0)
      if (at >= since && at < before) inside.push({ uid, at })
    }
  }
  return inside.sort((a, b) => a.at - b.at || a.uid - b.uid).map(({ uid }) => uid)
}

/** Numbers in ascending order as IMAP writes a set: "3,5:9". */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const number of numbers) {
    const range = ranges.at(-1)
    if (range?.[1] === number - 1) range[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}:${last}`)).join(',')
}

/** So many of the newest are read here for letters that the server may not know. */
const mostDecoded = 1_000

/**
 * Return the newest messages that say some words in their heads: servers find in the charsets of Korean mail only what
 * they can decode.
 */
async function uidsSaying(client: ImapFlow, query: MailQuery, exists: number): Promise<number[]> {
  const wanted = [query.words, query.from].map((words) => words?.toLowerCase())
  if (exists === 0 || !wanted.some((words) => words && /\P{ASCII}/u.test(words))) return []
  const [words = '', sender = ''] = wanted
  const { since = 0, before = Number.POSITIVE_INFINITY, unread = false } = query
  return (await fetchNewest(client, exists, mostDecoded)).flatMap((head) => {
    const from = head.from.toLowerCase()
    const isSaid = `${from} ${head.subject.toLowerCase()}`.includes(words) && from.includes(sender)
    return isSaid && (!unread || head.unread) && head.at >= since && head.at < before ? [head.uid] : []
  })
}

const dayMs = 86_400_000

function searchOf({ unread, words, from, since, before }: MailQuery): SearchObject {
  return {
    ...(unread ? { seen: false } : {}),
    ...(words ? { text: words } : {}),
    ...(from ? { from } : {}),
    ...(since === undefined ? {} : { since: new Date(since - dayMs) }),
    ...(before === undefined ? {} : { before: new Date(before + dayMs) }),
  }
}

type Fetched = Awaited<ReturnType<ImapFlow['fetchAll']>>[number]

const headParts = { headers: ['from', 'subject', 'date'] as string[], flags: true, size: true, internalDate: true }

const fetchNewest = (client: ImapFlow, exists: number, limit: number) =>
  fetchInOrder(client, `${Math.max(1, exists - limit + 1)}:*`, false)

/** The heads of some messages, the newest first. */
export const fetchHeads = (client: ImapFlow, uids: readonly number[]): Promise<MailHead[]> =>
  fetchInOrder(client, rangesOf(uids), true)

async function fetchInOrder(client: ImapFlow, range: string, uid: boolean): Promise<MailHead[]> {
  const all = await client.fetchAll(range, headParts, { uid })
  return all.map(headOf).sort((a, b) => b.at - a.at || b.uid - a.uid)
}

const mostPeople = 20

/** People in one line: "Kim <kim@example.com>, lee@example.com". */
export const namePeople = (all: readonly MailAddress[]): string =>
  all
    .slice(0, mostPeople)
    .map(({ name, address }) => oneLine(name && address ? `${name} <${address}>` : name || address))
    .join(', ')

function headOf({ uid, headers, flags, size = 0, internalDate }: Fetched): MailHead {
  return headWith({ headers: readHeaders(headers?.toString('latin1') ?? '') }, { uid, flags, size, internalDate })
}

/** A message's head from its headers and what the server knows of it. */
export function headWith(
  message: Pick<MimePart, 'headers'>,
  { uid, flags, size = 0, internalDate }: Pick<Fetched, 'uid' | 'flags' | 'size' | 'internalDate'>,
): MailHead {
  const at = +new Date(internalDate ?? headerOf(message, 'date'))
  const head = { from: namePeople(peopleIn(message, 'from')), subject: headerOf(message, 'subject') }
  return { uid, ...head, at: Number.isNaN(at) ? 0 : at, unread: !flags?.has('\\Seen'), size }
}
