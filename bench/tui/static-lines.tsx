// Floor of a long answer: Ink prints the lines of the file in BENCH_LINES, each once, through <Static>, as they become
// finished (BENCH_SECONDS for all of them), above a prompt. Old lines are let go, as one would write it by hand.
import { readFileSync } from 'node:fs'
import { Box, render, Static, Text } from 'ink'
import { report } from './report.ts'

const lines = JSON.parse(readFileSync(process.env.BENCH_LINES as string, 'utf8')) as string[]
const duration = Number(process.env.BENCH_SECONDS ?? 10) * 1000

function Lines({ epoch, items }: { epoch: number; items: string[] }) {
  return (
    <Box flexDirection="column">
      <Static key={epoch} items={items}>
        {(line, index) => <Text key={index}>{line}</Text>}
      </Static>
      <Text>› hello</Text>
    </Box>
  )
}

const ink = render(<Lines epoch={0} items={[]} />, {
  exitOnCtrlC: false,
  patchConsole: false,
  incrementalRendering: true,
  interactive: true,
})
const from = performance.now()
let printed = 0
let epoch = 0
let items: string[] = []
const timer = setInterval(() => {
  const upto = Math.min(lines.length, Math.floor((lines.length * (performance.now() - from)) / duration))
  if (items.length > 500) {
    epoch++
    items = []
  }
  for (; printed < upto; printed++) {
    items = [...items, lines[printed] as string]
    ink.rerender(<Lines epoch={epoch} items={items} />)
  }
  if (printed < lines.length) return
  clearInterval(timer)
  report('printed', { lines: printed })
  ink.unmount()
  process.exit(0)
}, 10)
