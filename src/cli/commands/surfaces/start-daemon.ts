import { spawn, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AppContext } from '../../../app/context/app-context.ts'
import { askDaemon, type DaemonStatus } from '../../../app/environment/ask-daemon.ts'
import type { Environment } from '../../../app/environment/environment.ts'
import { type ServiceUnit, unitFor } from '../../../app/surfaces/daemon/service-units.ts'
import { secretNames } from '../../../config/secrets.ts'
import { sleep } from '../../../std/abort.ts'
import { readTextIfThere } from '../../../std/fs/files.ts'

/** Milliseconds for a daemon to start or stop, and for a command of the system. */
export const patienceMs = 15_000

type Parts = Pick<AppContext, 'loaded' | 'environment'>

/**
 * Starts the daemon, by the service where one is installed, else as a process of its own. What it says of itself;
 * undefined when it does not come.
 */
export async function startDaemon(parts: Parts): Promise<DaemonStatus | undefined> {
  const { env, cwd } = parts.environment
  const unit = await installedUnit(parts.environment)
  if (!unit || !runServiceManager(unit.start)) {
    const { node, script } = programPath()
    spawn(node, [script, 'daemon'], { detached: true, stdio: 'ignore', env: env as NodeJS.ProcessEnv, cwd }).unref()
  }
  return waitForAnswer(async () => askDaemon(parts, { do: 'status' }))
}

/** Asks the daemon to end, and waits for that. False when it has not, or there was none. */
export async function stopDaemon(parts: Parts): Promise<boolean> {
  if (!(await askDaemon(parts, { do: 'stop' }))) return false
  return waitForAnswer(async () => !(await askDaemon(parts, { do: 'status' })))
}

/** Has a daemon run that receives for the bot of now: one that was begun without its token is begun anew. */
export async function startBot(parts: Parts): Promise<boolean> {
  const there = await askDaemon(parts, { do: 'status' })
  if (there?.telegram === 'running') return true
  if (there) await stopDaemon(parts)
  return (await startDaemon(parts))?.telegram === 'running'
}

/** The service of this person for this system, as it would be written now. */
export function unitOf({ env, platform, userHome, cwd }: Environment): ServiceUnit | undefined {
  // Variables that lead to the home, to keys and to servers. Keys never go along: others may copy the file.
  const names = [
    ...[
      'ASSISTANT_HOME',
      'XDG_DATA_HOME',
      'XDG_STATE_HOME',
      'XDG_CONFIG_HOME',
      'XDG_CACHE_HOME',
      'ASSISTANT_LANG',
      'TZ',
    ],
    // Programs that tools and MCP servers start are found where this shell finds them.
    ...['LC_ALL', 'LC_MESSAGES', 'LANG', 'PATH'],
    ...['OPENAI_BASE_URL', 'ANTHROPIC_BASE_URL', 'ZAI_BASE_URL', 'OLLAMA_HOST', 'TELEGRAM_API_ROOT'],
    ...secretNames.map((name) => `${name}_FILE`),
  ]
  const kept = Object.fromEntries(
    names.flatMap((name) => (env[name] ? [[name, isPath(name) ? resolve(cwd, env[name]) : env[name]]] : [])),
  )
  return unitFor(platform, userHome, env.XDG_CONFIG_HOME, { ...programPath(), env: kept })
}

/** A service starts in another folder: what was given relative to this one would lead elsewhere. */
const isPath = (name: string) => /_(?:HOME|FILE)$/.test(name)

/** The service, if it is installed; `isOld` where it would be written otherwise from this shell. */
export async function installedUnit(environment: Environment): Promise<(ServiceUnit & { isOld: boolean }) | undefined> {
  const unit = unitOf(environment)
  const text = unit && (await readTextIfThere(unit.path))
  return unit && text ? { ...unit, isOld: text !== unit.text } : undefined
}

/** Runs a command of the system's service manager. False when it is not there or refuses. */
export function runServiceManager([name = '', ...args]: readonly string[]): boolean {
  return spawnSync(name, args, { stdio: 'ignore', timeout: patienceMs }).status === 0
}

/** Asks again until there is an answer, or patience ends. */
export async function waitForAnswer<T>(ask: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + patienceMs
  let answer = await ask()
  while (!answer && performance.now() < deadline) {
    await sleep(100)
    answer = await ask()
  }
  return answer
}

function programPath() {
  return { node: process.execPath, script: process.argv[1] ?? fileURLToPath(import.meta.url) }
}
