import { resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Screen, start } from '../ui/tui/pty.ts'

/** The chat of the real program in a terminal of its own, once it is ready. */
export async function chat(env: NodeJS.ProcessEnv, args: string[] = [], cwd?: string): Promise<Screen> {
  const screen = start(resolve('bin/assistant.js'), { env, args, columns: 110, ...(cwd ? { cwd } : {}) })
  onTestFinished(() => screen.close())
  await screen.until(({ text }) => text().includes('준비됨'), 60_000)
  return screen
}

/** How often words stand on a screen, scrollback included. */
export const count = (screen: Screen, words: string) => screen.text().split(words).length - 1
