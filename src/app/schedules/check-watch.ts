import { readFile, stat } from 'node:fs/promises'
import type { Schedule } from '../../core/schedules/schedule.ts'
import { feedLines, newsIn, type WatchReading, type WatchTarget } from '../../core/schedules/watch.ts'
import { WatchedLines } from '../../core/schedules/watched-lines.ts'
import { scheduleMessages } from '../../messages/engine/schedules.ts'
import { turnMessages } from '../../messages/engine/turn.ts'
import { accountMessages } from '../../messages/tools/accounts.ts'
import { webMessages } from '../../messages/tools/web.ts'
import { failureOf } from '../../protocol/index.ts'
import { codeOf } from '../../std/fs/files.ts'
import { NetworkError, userAgent } from '../../std/net/http.ts'
import { isoMinute } from '../../std/time/local-time.ts'
import { wholeWhen } from '../../tools/calendar/tell-events.ts'
import { inbox } from '../../tools/mail/mailboxes.ts'
import { bareEnv } from '../../tools/shell/environment.ts'
import { runProcess } from '../../tools/shell/process.ts'
import type { WebFault } from '../../tools/web/safe-fetch.ts'
import { calendarsOf, mailboxesOf } from '../accounts/account-stores.ts'
import type { AppContext } from '../context/app-context.ts'

type WatchParts = Pick<AppContext, 'loaded' | 'environment' | 'language' | 'secrets' | 'now' | 'zone'>

/** Lines of two looks. */
const mostKept = 3_000
const mostPage = 5 << 20
const mostFile = 2 << 20
const commandMs = 60_000
const pageMs = 30_000

/**
 * Looks at what a schedule watches. What cannot be seen is a result with its reason; only an aborted signal rejects.
 */
export async function lookAt(
  parts: WatchParts,
  watch: WatchTarget,
  last: { seen?: string | undefined; before?: readonly string[] },
  signal: AbortSignal,
  profile = parts.loaded.settings.profile,
): Promise<WatchReading> {
  try {
    const { seen, before = [] } = last
    const keeps = ['page', 'file', 'command'].includes(watch.kind)
    const lines = await linesOf(parts, watch, profile, signal)
    return newsIn(lines, seen, { before: keeps ? before : [], when: watch.when, keeps })
  } catch (error) {
    signal.throwIfAborted()
    const { unseen } = scheduleMessages[parts.language]
    if (error instanceof Unseen) return { failed: unseen(watch.target, error.message), why: error.message }
    const failure =
      error instanceof NetworkError
        ? { code: 'network' as const, detail: error.message, data: { host: error.host ?? '', cause: error.kind } }
        : failureOf(error)
    const { webFault, url = '' } = (failure.data ?? {}) as { webFault?: WebFault; url?: string }
    const refused = webFault && webMessages[parts.language].faults[webFault](url || watch.target)
    const why =
      refused ??
      (failure.code === 'internal' ? (codeOf(error) ?? String(error)) : turnMessages[parts.language].failure(failure))
    return { failed: unseen(watch.target, why), why }
  }
}

/** Looks at what a schedule watches, and keeps the lines that it saw. */
export async function lookAgain(
  parts: WatchParts,
  schedule: Pick<Schedule, 'id' | 'createdAt' | 'watch' | 'seen' | 'profile'>,
  signal: AbortSignal,
): Promise<WatchReading> {
  const { watch, seen } = schedule
  if (!watch) return { seen: '', lines: [] }
  const lines = new WatchedLines(parts.loaded.paths.home)
  const before = await lines.read(schedule)
  const found = await lookAt(parts, watch, { seen, before }, signal, schedule.profile)
  // Lines of before stay until the next look: the log may not say yet that they went.
  if ('lines' in found && found.seen !== seen)
    await lines.write(schedule, [...new Set([...found.lines, ...before])].slice(0, mostKept))
  return found
}

/** A look that saw nothing, for a reason that a person understands. */
class Unseen extends Error {}

async function linesOf(
  parts: WatchParts,
  { kind, target, part }: WatchTarget,
  profile: string,
  signal: AbortSignal,
): Promise<string[]> {
  if (kind === 'mail') return mailLines(parts, target, profile, signal)
  if (kind === 'calendar') return eventLines(parts, target, profile, signal)
  if (kind === 'page') return pageLines(parts, { target, part }, AbortSignal.any([signal, AbortSignal.timeout(pageMs)]))
  if (kind === 'command') return commandLines(parts, target, signal)
  if ((await stat(target)).size > mostFile) throw new Unseen(`> ${mostFile} B`)
  return (await readFile(target, 'utf8')).split('\n')
}

/** The newest mails, of a sender where one is named: who, what and when. */
async function mailLines(parts: WatchParts, from: string, profile: string, signal: AbortSignal): Promise<string[]> {
  const mailboxes = mailboxesOf(parts.loaded, parts.secrets)
  const query = { limit: mostMails, ...(from === '' ? {} : { from }) }
  const lines: string[] = []
  for (const [account] of mailboxes.of(profile)) {
    const answer = await mailboxes.ask(account, { do: 'look', folder: inbox, query }, signal)
    if ('fault' in answer) throw new Unseen(accountMessages[parts.language].faults[answer.fault](answer.detail ?? ''))
    lines.push(
      ...answer.value.heads.map((head) => [head.from, head.subject, isoMinute(head.at, parts.zone)].join(' · ')),
    )
  }
  return lines
}

/** The events to come, those with some words where they are named. */
async function eventLines(parts: WatchParts, words: string, profile: string, signal: AbortSignal): Promise<string[]> {
  const [now, zone] = [parts.now(), parts.zone]
  const range = { from: +now - dayMs, to: +now + comingDays * dayMs, zone }
  const view = await calendarsOf(parts.loaded, parts.secrets).events(range, { profile, signal, now: parts.now })
  const [note] = view.notes
  if (note) throw new Unseen(accountMessages[parts.language].faults[note.fault](note.detail ?? ''))
  const wanted = view.events.filter(({ title }) => title.toLowerCase().includes(words.toLowerCase()))
  return wanted.map(({ title, location = '', days, start, end }) =>
    [wholeWhen(days ?? { start, end }, { language: parts.language, zone }), title, location]
      .filter(Boolean)
      .join(' · '),
  )
}

const mostMails = 30
const dayMs = 86_400_000
const comingDays = 60

async function pageLines(
  { loaded, language }: WatchParts,
  { target: url, part }: Pick<WatchTarget, 'target'> & { part?: string | undefined },
  signal: AbortSignal,
): Promise<string[]> {
  const [{ fetchPublic }, { pageOf }] = await Promise.all([
    import('../../tools/web/safe-fetch.ts'),
    import('../../tools/web/page.ts'),
  ])
  const fetched = await fetchPublic(url, { userAgent, allowedHosts: loaded.settings.fetchHosts }, mostPage, signal)
  if (fetched.status >= 400) throw new Unseen(`HTTP ${fetched.status}`)
  const feed = part === undefined ? feedLines(Buffer.from(fetched.bytes).toString('utf8')) : undefined
  if (feed) return feed
  const page = await pageOf(fetched, signal, part)
  if (!page) throw new Unseen(part === undefined ? fetched.type : scheduleMessages[language].noPart(part))
  return page.text.split('\n')
}

/** Return the output of a command of the owner: it stands in a schedule that was made at this machine. */
async function commandLines(
  { environment: { env, userHome } }: WatchParts,
  command: string,
  signal: AbortSignal,
): Promise<string[]> {
  const options = { cwd: userHome, env: bareEnv(env), timeoutMs: commandMs, room: mostFile, signal }
  const { code, out, err } = await runProcess('/bin/sh', ['-c', command], options)
  if (code !== 0)
    throw new Unseen(
      `${code ?? 'timeout'} ${err
        .text(() => '…')
        .trim()
        .slice(0, 200)}`.trim(),
    )
  return out.text(() => '…').split('\n')
}
