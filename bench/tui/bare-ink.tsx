// Floor of the start: Ink shows one line and a cursor, reads keys, nothing else. Any key ends it.
import { Box, render, Text, useCursor } from 'ink'
import { report } from './report.ts'

function Hello() {
  useCursor().setCursorPosition({ x: 2, y: 0 })
  return (
    <Box flexDirection="column">
      <Text>› hello</Text>
    </Box>
  )
}

process.stdin.setRawMode(true)
const ink = render(<Hello />, {
  exitOnCtrlC: false,
  patchConsole: false,
  incrementalRendering: true,
  interactive: true,
})
process.stdin.on('data', () => {
  ink.unmount()
  process.exit(0)
})
setTimeout(() => report('ready'), 300)
