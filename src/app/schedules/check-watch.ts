import { readFile, stat } from 'node:fs/promises'
import { feedLines, newsIn, type WatchReading, type WatchTarget } from '../../core/schedules/watch.ts'
import { scheduleMessages } from '../../messages/engine/schedules.ts'
import { turnMessages } from '../../messages/engine/turn.ts'
import { failureOf } from '../../protocol/index.ts'
import { codeOf } from '../../std/fs/files.ts'
import { userAgent } from '../../std/net/http.ts'
import { bareEnv } from '../../tools/shell/environment.ts'
import { runProcess } from '../../tools/shell/process.ts'
import type { AppContext } from '../context/app-context.ts'

type WatchParts = Pick<AppContext, 'loaded' | 'environment' | 'language'>

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
  seen: string | undefined,
  signal: AbortSignal,
): Promise<WatchReading> {
  try {
    return newsIn(await linesOf(parts, watch, signal), seen)
  } catch (error) {
    signal.throwIfAborted()
    const { unseen } = scheduleMessages[parts.language]
    if (error instanceof Unseen) return { failed: unseen(watch.target, error.message) }
    const failure = failureOf(error)
    const why =
      failure.code === 'internal' ? (codeOf(error) ?? String(error)) : turnMessages[parts.language].failure(failure)
    return { failed: unseen(watch.target, why) }
  }
}

/** A look that saw nothing, for a reason that a person understands. */
class Unseen extends Error {}

async function linesOf(parts: WatchParts, { kind, target }: WatchTarget, signal: AbortSignal): Promise<string[]> {
  if (kind === 'page') return pageLines(parts, target, AbortSignal.any([signal, AbortSignal.timeout(pageMs)]))
  if (kind === 'command') return commandLines(parts, target, signal)
  if ((await stat(target)).size > mostFile) throw new Unseen(`> ${mostFile} B`)
  return (await readFile(target, 'utf8')).split('\n')
}

async function pageLines({ loaded }: WatchParts, url: string, signal: AbortSignal): Promise<string[]> {
  const [{ fetchPublic }, { pageOf }] = await Promise.all([
    import('../../tools/web/safe-fetch.ts'),
    import('../../tools/web/page.ts'),
  ])
  const fetched = await fetchPublic(url, { userAgent, allowedHosts: loaded.settings.fetchHosts }, mostPage, signal)
  if (fetched.status >= 400) throw new Unseen(`HTTP ${fetched.status}`)
  const feed = feedLines(Buffer.from(fetched.bytes).toString('utf8'))
  if (feed) return feed
  const page = await pageOf(fetched, signal)
  if (!page) throw new Unseen(fetched.type)
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
