import { startTui, type TuiOptions } from '../app/surfaces/tui/start-tui.ts'
import { ExitSignal, signalExitCodes } from '../ui/oneshot/exit-code.ts'
import { capabilitiesOf } from '../ui/tui/terminal/capabilities.ts'
import { voicePrograms } from './child-programs.ts'
import { outside } from './output/outside.ts'
import { hasColours } from './output/terminal.ts'
import { packageOf } from './update-notice.ts'

/** Opens the chat on this terminal. Returns the exit status; `stop` aborts when the process is asked to end. */
export async function openChat(
  what: Omit<TuiOptions, 'voice' | 'version' | 'startBot'>,
  stop: AbortSignal,
): Promise<number> {
  const { env } = what.environment
  const { stdin, stdout } = process
  const terminal = {
    stdin,
    stdout,
    colour: hasColours(env, true),
    ...capabilitiesOf(env),
    signal: stop,
    suspend: suspendGroup,
    onSuspend,
    outside,
    run: runCommandLine,
  }
  const reason = await startTui({ ...what, version: packageOf().version, voice: voicePrograms(), startBot }, terminal)
  if (stop.reason instanceof ExitSignal) return signalExitCodes[stop.reason.by]
  return reason === 'interrupt' ? signalExitCodes.SIGINT : 0
}

const startBot: NonNullable<TuiOptions['startBot']> = async (parts) =>
  (await import('./commands/surfaces/start-daemon.ts')).startBot(parts)

/**
 * Stops the whole foreground group, as the key does where nobody listens to it: npm or a starter around us must stop,
 * too.
 */
function suspendGroup(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGCONT', () => resolve())
    process.kill(0, 'SIGSTOP')
  })
}

function onSuspend(stop: () => void): () => void {
  process.on('SIGTSTP', stop)
  return () => process.off('SIGTSTP', stop)
}

/** Runs a command line in a process group of its own, which ends as a whole when the signal aborts. */
async function runCommandLine(command: string, take: (text: string) => void, signal: AbortSignal): Promise<number> {
  const { spawn } = await import('node:child_process')
  const child = spawn(process.env.SHELL || '/bin/sh', ['-c', command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const stopChat = (): void => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGTERM')
    } catch {
      // The process has exited already.
    }
  }
  signal.addEventListener('abort', stopChat)
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', take)
  const { promise, resolve } = Promise.withResolvers<number>()
  child.on('error', () => resolve(notFound)).on('close', (code) => resolve(code ?? 130))
  return promise.finally(() => signal.removeEventListener('abort', stopChat))
}

/** Exit status of a shell for a command that does not exist. */
const notFound = 127
