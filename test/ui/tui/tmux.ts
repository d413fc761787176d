import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** True where there is a tmux. */
export async function hasTmux(): Promise<boolean> {
  return run('tmux', ['-V']).then(
    () => true,
    () => false,
  )
}

/** A pane of a tmux server of its own, with tmux's own defaults, that runs a program. */
export interface Pane {
  /** Everything: what scrolled away and what is on the screen, without trailing blanks. */
  lines(): Promise<string[]>
  /** The same as it is copied: what the terminal has broken is whole. */
  copied(): Promise<string[]>
  type(text: string): Promise<void>
  key(...names: string[]): Promise<void>
  resize(columns: number, rows: number): Promise<void>
  until(look: (lines: string[]) => boolean, ms?: number): Promise<string[]>
  close(): Promise<void>
}

/** Starts a program in a pane of that size; the history is long enough for all of it. */
export async function pane(argv: string[], columns: number, rows: number): Promise<Pane> {
  const socket = `assistant-${process.pid}-${Math.random().toString(36).slice(2, 8)}`
  const tmux = async (...args: string[]): Promise<string> =>
    (await run('tmux', ['-L', socket, '-f', '/dev/null', ...args])).stdout
  const size = ['-x', `${columns}`, '-y', `${rows}`]
  const command = argv.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
  // A pane keeps the limit that holds when it is made: a later one would forget the first rows of a long run.
  const history = ['set-option', '-g', 'history-limit', '50000', ';']
  await tmux(
    ...history,
    'new-session',
    '-d',
    '-s',
    'chat',
    ...size,
    `sh -c ${JSON.stringify(`sleep 0.5; exec ${command}`)}`,
  )
  const self: Pane = {
    async lines() {
      const text = await tmux('capture-pane', '-p', '-S', '-', '-t', 'chat')
      const all = text.split('\n').map((line) => line.trimEnd())
      while (all.at(-1) === '') all.pop()
      return all
    },
    async copied() {
      return (await tmux('capture-pane', '-p', '-J', '-S', '-', '-t', 'chat')).split('\n')
    },
    async type(text) {
      await tmux('send-keys', '-t', 'chat', '-l', text)
    },
    async key(...names) {
      await tmux('send-keys', '-t', 'chat', ...names)
    },
    async resize(columns, rows) {
      await tmux('resize-window', '-t', 'chat', '-x', `${columns}`, '-y', `${rows}`)
    },
    async until(look, ms = 30_000) {
      const end = performance.now() + ms
      while (true) {
        const lines = await self.lines()
        if (look(lines)) return lines
        if (performance.now() > end) throw new Error(`not seen within ${ms} ms: ${look}\n${lines.join('\n')}`)
        await sleep(60)
      }
    },
    async close() {
      await tmux('kill-server').catch(() => {})
    },
  }
  return self
}
