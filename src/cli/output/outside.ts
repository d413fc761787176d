import type { RunOutside } from '../../ui/tui/terminal/terminal.ts'

/** Exit status of a shell for a command that does not exist. */
const notFound = 127

/**
 * Runs a program of the person's, an editor say, in this terminal. Ctrl+C is meant for it alone as long as it is
 * there.
 */
export const outside: RunOutside = async ([program, ...args]) => {
  const { spawn } = await import('node:child_process')
  const ours = process.listeners('SIGINT')
  const ignoreFailure = () => {}
  process.removeAllListeners('SIGINT').on('SIGINT', ignoreFailure)
  return new Promise<number>((resolve) => {
    // Show UTF-8 whatever the locale says: less would take Hangul for a binary file without one.
    const child = spawn(program, args, { stdio: 'inherit', env: { LESSCHARSET: 'utf-8', ...process.env } })
    child.on('error', () => resolve(notFound)).on('close', (code) => resolve(code ?? 1))
  }).finally(() => {
    process.off('SIGINT', ignoreFailure)
    for (const listener of ours) process.on('SIGINT', listener)
  })
}
