// Floor of an echo: Ink shows what is typed behind a prompt, and nothing else. Ctrl+D ends it.
import { render, Text, useCursor } from 'ink'

function Line({ text }: { text: string }) {
  useCursor().setCursorPosition({ x: 2 + text.length, y: 0 })
  return <Text>{`› ${text}`}</Text>
}

let typed = ''
process.stdin.setRawMode(true)
const options = { exitOnCtrlC: false, patchConsole: false, incrementalRendering: true, interactive: true, maxFps: 1000 }
const ink = render(<Line text={typed} />, options)
process.stdin.on('data', (keys) => {
  if (keys.includes(4)) {
    ink.unmount()
    process.exit(0)
  }
  typed += keys.toString()
  ink.rerender(<Line text={typed} />)
})
