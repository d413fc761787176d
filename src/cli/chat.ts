import { type Chat, startTui } from '../app/tui.ts'
import { Stop, stops } from '../ui/oneshot/exit-code.ts'
import { abilities } from '../ui/tui/abilities.ts'
import type { Outside } from '../ui/tui/host.ts'
import { voicePrograms } from './programs.ts'
import { hasColours } from './terminal.ts'

/** Opens the chat on this terminal. Returns the exit status; `stop` aborts when the process is asked to end. */
export async function chat(what: Omit<Chat, 'voice'>, stop: AbortSignal): Promise<number> {
  const { env } = what.surroundings
  const { stdin, stdout } = process
  const terminal = { stdin, stdout, colour: hasColours(env, true), ...abilities(env), signal: stop, suspend, onSuspend, outside }
  const reason = await startTui({ ...what, voice: voicePrograms() }, terminal)
  if (stop.reason instanceof Stop) return stops[stop.reason.by]
  return reason === 'interrupt' ? stops.SIGINT : 0
}

/** Stops the whole foreground group, as the key does where nobody listens to it: npm or a starter around us must stop, too. */
function suspend(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGCONT', () => resolve())
    process.kill(0, 'SIGSTOP')
  })
}

function onSuspend(stop: () => void): () => void {
  process.on('SIGTSTP', stop)
  return () => process.off('SIGTSTP', stop)
}

/** The exit status by which a shell says that there is no such program. */
const notFound = 127

/** Runs a program of the person's, an editor say, in this terminal. Ctrl+C is meant for it alone as long as it is there. */
const outside: Outside = async ([program, ...args]) => {
  const { spawn } = await import('node:child_process')
  const ours = process.listeners('SIGINT')
  const ignore = () => {}
  process.removeAllListeners('SIGINT').on('SIGINT', ignore)
  return new Promise<number>((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit' })
    child.on('error', () => resolve(notFound)).on('close', (code) => resolve(code ?? 1))
  }).finally(() => {
    process.off('SIGINT', ignore)
    for (const listener of ours) process.on('SIGINT', listener)
  })
}
