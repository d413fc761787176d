import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { LoadedSettings } from '../config/settings.ts'
import { cliMessages } from '../messages/commands/cli.ts'
import { ensureDir, readTextIfThere, writeAtomic } from '../std/fs/files.ts'
import type { StandardStreams } from './output/terminal.ts'

const dayMs = 24 * 60 * 60 * 1000
/** The registry's answer about one version is a few kilobytes; more than this is no such answer. */
const mostBytes = 1 << 20
const timeoutMs = 10_000

/** Findings about versions, in `<state>/update.json`. Times in milliseconds since 1970. */
interface UpdateRecord {
  checkedAt: number
  latest: string
  /** Time of the last notice; once a day is enough. */
  toldAt?: number
}

/** A look for a newer version that runs beside the person's own business. */
export interface UpdateCheck {
  /** Ends the look; the sentence about a newer version, where one is known that was not told today. */
  finish(): Promise<string | undefined>
}

/**
 * Return where somebody may be told of a newer version: at a terminal of an installed package. Never in pipes, in CI,
 * with `-q`, with NO_UPDATE_NOTIFIER in the environment, with `updates.notice` off, nor for somebody who chose to be
 * offline.
 */
export function wantsUpdateNotice(
  { settings }: LoadedSettings,
  env: Record<string, string | undefined>,
  terminal: Pick<StandardStreams, 'canAsk' | 'stdoutIsTerminal'>,
): boolean {
  const wanted = settings.updates.notice && settings.provider !== 'offline' && env.NO_UPDATE_NOTIFIER === undefined
  return wanted && terminal.canAsk && terminal.stdoutIsTerminal && !existsSync(join(packageRoot(), 'src'))
}

/**
 * The folder of the package that this program was started from: from `bin/`, `dist/`, or as it is written from
 * `src/cli/`.
 */
export function packageRoot(): string {
  const above = dirname(dirname(realpathSync(process.argv[1] ?? '.')))
  return existsSync(join(above, 'package.json')) ? above : dirname(above)
}

/** Name and version of the package that this program was started from. */
export function packageOf(root = packageRoot()): { name: string; version: string } {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
}

/** Looks once a day, in the background. The request says the name of the package and nothing else. */
export function beginUpdateCheck(
  { settings, paths }: Pick<LoadedSettings, 'settings' | 'paths'>,
  { root, now = Date.now }: { root?: string; now?: () => number } = {},
): UpdateCheck {
  const { name, version } = packageOf(root)
  const file = join(paths.state, 'update.json')
  const ending = new AbortController()
  // Neither a network that is away nor a state folder that cannot be written concerns anybody.
  const looked = lookForUpdate().catch(() => {})
  async function lookForUpdate() {
    const known = await knownIn(file)
    if (known && now() - known.checkedAt < dayMs) return
    const latest = await latestOf(
      name,
      settings.updates.registry,
      AbortSignal.any([ending.signal, AbortSignal.timeout(timeoutMs)]),
    )
    if (!latest) return
    await ensureDir(paths.state)
    await writeAtomic(file, JSON.stringify({ ...known, checkedAt: now(), latest } satisfies UpdateRecord))
  }
  return {
    async finish() {
      ending.abort()
      await looked
      const known = await knownIn(file)
      if (!known || !isNewer(known.latest, version) || now() - (known.toldAt ?? 0) < dayMs) return undefined
      await writeAtomic(file, JSON.stringify({ ...known, toldAt: now() } satisfies UpdateRecord)).catch(() => {})
      return cliMessages[settings.language].newVersion(known.latest, version, `npm install -g ${name}`)
    },
  }
}

async function knownIn(file: string): Promise<UpdateRecord | undefined> {
  try {
    const { checkedAt, latest, toldAt } = JSON.parse((await readTextIfThere(file)) ?? '{}')
    if (typeof checkedAt !== 'number' || typeof latest !== 'string') return undefined
    return { checkedAt, latest, ...(typeof toldAt === 'number' ? { toldAt } : {}) }
  } catch {
    return undefined // A file that somebody damaged is written anew.
  }
}

async function latestOf(name: string, registry: string, signal: AbortSignal): Promise<string | undefined> {
  const { readText, request } = await import('../std/net/http.ts')
  const { status, body } = await request(`${registry.replace(/\/$/, '')}/${name}/latest`, {
    headers: { accept: 'application/json' },
    signal,
  })
  const text = await readText(body, mostBytes)
  const { version } = status === 200 ? JSON.parse(text) : {}
  return typeof version === 'string' && /^\d+\.\d+\.\d+$/.test(version) ? version : undefined
}

/** Return true if `a` comes after `b`, both `1.2.3`. */
function isNewer(a: string, b: string): boolean {
  const [left, right] = [a, b].map((version) => version.split('.').map((part) => Number.parseInt(part, 10)))
  for (const at of [0, 1, 2]) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}
