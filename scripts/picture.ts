// Draws docs/tui.svg: a real conversation of the TUI with the offline engine, as a terminal shows it. `node scripts/picture.ts`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { spawn } from '@lydell/node-pty'
import { Unicode11Addon } from '@xterm/addon-unicode11'
import xterm, { type IBufferCell } from '@xterm/headless'

const [cols, rows] = [78, 34]
const cell = { width: 8.4, height: 18 }
const root = fileURLToPath(new URL('..', import.meta.url))

const place = mkdtempSync(join(tmpdir(), 'assistant-picture-'))
const home = join(place, '.home')
const emulator = new xterm.Terminal({ cols, rows, allowProposedApi: true })
emulator.loadAddon(new Unicode11Addon())
emulator.unicode.activeVersion = '11'
const child = spawn(process.execPath, [join(root, 'bin', 'assistant.js')], {
  cols,
  rows,
  name: 'xterm-256color',
  cwd: place,
  env: {
    PATH: process.env.PATH ?? '',
    HOME: home,
    ASSISTANT_HOME: home,
    ASSISTANT_PROVIDER: 'offline',
    TZ: 'Asia/Seoul',
    ASSISTANT_NOW: '2026-11-21T05:03:00Z',
  },
})
let last = performance.now()
child.onData((data) => {
  last = performance.now()
  emulator.write(data)
})
// What a program asks its terminal is answered.
emulator.onData((reply) => child.write(reply))

/** Waits until nothing has been drawn for half a second from now on. */
async function quiet(): Promise<void> {
  last = performance.now()
  while (performance.now() - last < 500) await sleep(50)
}

await quiet()
for (const line of [
  '내 이름은 철수라고 기억해줘',
  '12만 5천원의 17%는 얼마야?',
  '크리스마스까지 며칠 남았어?',
  'todo.txt에 우유 사기라고 써줘',
]) {
  child.write(line)
  await quiet()
  child.write('\r')
  await quiet()
}
writeFileSync(join(root, 'docs', 'tui.svg'), svg())
child.kill('SIGKILL')
rmSync(place, { recursive: true, force: true })
process.exit(0)

/** The screen as text with colours. */
function svg(): string {
  const lines = Array.from({ length: rows }, (_, y) => row(y)).join('\n')
  const [width, height] = [cols * cell.width + 24, rows * cell.height + 24]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="'D2Coding','Noto Sans Mono CJK KR',Menlo,Consolas,monospace" font-size="14">
<title>A conversation with assistant in a terminal</title>
<rect width="100%" height="100%" rx="8" fill="#16161d"/>
${lines}
</svg>
`
}

function row(y: number): string {
  const line = emulator.buffer.active.getLine(emulator.buffer.active.baseY + y)
  const spans: string[] = []
  for (let x = 0; x < cols; x++) {
    const at = line?.getCell(x)
    const text = at?.getChars() ?? ''
    if (!at || text.trim() === '') continue
    const attributes = `x="${(12 + x * cell.width).toFixed(1)}" fill="${colour(at)}"${at.isBold() ? ' font-weight="bold"' : ''}`
    spans.push(`<tspan ${attributes}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</tspan>`)
  }
  return spans.length > 0 ? `<text y="${12 + (y + 0.8) * cell.height}">${spans.join('')}</text>` : ''
}

function colour(at: IBufferCell): string {
  const basic = ['#45475a', '#f38ba8', '#a6e3a1', '#f9e2af', '#89b4fa', '#cba6f7', '#94e2d5', '#cdd6f4', '#7f849c']
  if (at.isDim()) return '#7f849c'
  if (at.isFgRGB()) return `#${at.getFgColor().toString(16).padStart(6, '0')}`
  return at.isFgPalette() ? (basic[at.getFgColor() % 9] ?? '#cdd6f4') : '#cdd6f4'
}
