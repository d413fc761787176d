import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type IPty, spawn } from '@lydell/node-pty'
import type { Terminal } from '@xterm/headless'
import { build } from 'esbuild'
import inkPlugin from '../../../scripts/ink-plugin.js'

// Both are CommonJS whose names Node cannot see.
const require = createRequire(import.meta.url)
const headless = require('@xterm/headless') as typeof import('@xterm/headless')
const { Unicode11Addon } = require('@xterm/addon-unicode11') as typeof import('@xterm/addon-unicode11')

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Bundles a program as the build does, into a folder of its own. */
export async function bundled(entry: string): Promise<{ file: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'assistant-tui-'))
  await build({
    absWorkingDir: root,
    entryPoints: { main: entry },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.19',
    plugins: [inkPlugin],
    external: ['react-devtools-core'],
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
    banner: { js: 'const require=n=>process.getBuiltinModule(n);' },
    logLevel: 'error',
  })
  return { file: join(folder, 'main.mjs'), remove: () => rm(folder, { recursive: true, force: true }) }
}

/** A program in a pseudo terminal, and the terminal emulator that shows it. */
export interface Screen {
  pty: IPty
  term: Terminal
  /** Every byte that the program wrote. */
  output(): string
  type(text: string): void
  /** Resolves when `look` finds what it wants on the emulator's screen; fails with the screen after `ms`. */
  until<T>(look: (screen: Screen) => T | undefined | false, ms?: number): Promise<T>
  /** All rows, scrollback included, without trailing blanks. */
  lines(): string[]
  text(): string
  cursor(): { x: number; y: number; row: string }
  resize(columns: number, rows: number): void
  exit: Promise<number>
  close(): Promise<void>
}

/**
 * Counts what tmux takes for clearing the screen, whereupon it archives what stands there; this emulator does not
 * show it.
 */
function watchErasing(term: Terminal): () => number {
  let count = 0
  term.parser.registerCsiHandler({ final: 'J' }, ([how = 0]) => {
    const { cursorX, cursorY } = term.buffer.active
    const lines = Array.from({ length: term.rows }, (_, row) =>
      term.buffer.active.getLine(term.buffer.active.baseY + row),
    )
    const shows = lines.some((line) => line?.translateToString(true).trim())
    if (shows && how === 0 && cursorX === 0 && cursorY === 0) count++
    return false
  })
  return () => count
}

/**
 * Starts a program in a pseudo terminal. A screen that is erased from its first cell on fails the test when it is
 * closed.
 */
export function start(
  file: string,
  {
    columns = 60,
    rows = 20,
    env = {},
    args = [],
    cwd = env.ASSISTANT_HOME ?? root,
    reflowCursorLine = false,
  }: {
    cwd?: string
    columns?: number
    rows?: number
    env?: NodeJS.ProcessEnv
    args?: string[]
    reflowCursorLine?: boolean
  } = {},
): Screen {
  const term = new headless.Terminal({
    cols: columns,
    rows,
    scrollback: 5000,
    allowProposedApi: true,
    reflowCursorLine,
  })
  term.loadAddon(new Unicode11Addon())
  term.unicode.activeVersion = '11'
  const wiped = watchErasing(term)
  const { CI: _, LANG: __, LC_ALL: ___, LC_MESSAGES: ____, ...outer } = process.env
  const pty = spawn(process.execPath, [file, ...args], {
    name: 'xterm-256color',
    cols: columns,
    rows,
    cwd,
    env: { ...outer, ...env, NODE_ENV: 'production' },
  })
  let output = ''
  const lookers = new Set<() => void>()
  pty.onData((data) => {
    output += data
    term.write(data, () => {
      for (const look of lookers) look()
    })
  })
  const exit = new Promise<number>((resolve) => pty.onExit(({ exitCode }) => resolve(exitCode)))
  const screen: Screen = {
    pty,
    term,
    exit,
    output: () => output,
    type: (text) => pty.write(text),
    lines() {
      const buffer = term.buffer.active
      const all = Array.from({ length: buffer.length }, (_, row) => buffer.getLine(row)?.translateToString(true) ?? '')
      while (all.at(-1) === '') all.pop()
      return all
    },
    text: () => screen.lines().join('\n'),
    cursor() {
      const { cursorX, cursorY, baseY } = term.buffer.active
      return {
        x: cursorX,
        y: baseY + cursorY,
        row: term.buffer.active.getLine(baseY + cursorY)?.translateToString(true) ?? '',
      }
    },
    resize(columns, rows) {
      pty.resize(columns, rows)
      term.resize(columns, rows)
    },
    until(look, ms = 30_000) {
      return new Promise((resolve, reject) => {
        const check = (): void => {
          const found = look(screen)
          if (found === undefined || found === false) return
          clearTimeout(timer)
          lookers.delete(check)
          resolve(found)
        }
        const timer = setTimeout(() => {
          lookers.delete(check)
          const at = screen.cursor()
          reject(new Error(`not seen within ${ms} ms: ${look}\ncursor ${at.x},${at.y}\n${screen.text()}`))
        }, ms)
        lookers.add(check)
        check()
      })
    },
    async close() {
      pty.kill('SIGKILL')
      await exit
      term.dispose()
      if (wiped())
        throw new Error(
          `the screen was erased from its first cell on (ED at 0,0) ${wiped()} times: tmux keeps a dead copy of it`,
        )
    },
  }
  return screen
}
