import { Box, Static, Text, useCursor } from 'ink'
import type { ReactNode } from 'react'

/** What Ink draws: strings that are laid out already. It is asked for nothing but putting them on the screen. */
export interface Drawing {
  /** Finished rows that were not printed yet are the last of these. A new `epoch` lets the printed ones go. */
  printed: { epoch: number; chunks: readonly string[] }
  live: string
  caret?: { x: number; y: number }
}

/** Finished rows above, once; the live part below; the terminal's own cursor at the caret. */
export function App({ printed, live, caret }: Drawing): ReactNode {
  useCursor().setCursorPosition(caret)
  return (
    <Box flexDirection="column">
      <Static key={printed.epoch} items={[...printed.chunks]}>
        {(chunk, index) => <Text key={index}>{chunk}</Text>}
      </Static>
      <Text>{live}</Text>
    </Box>
  )
}

/** Printed chunks that Ink is shown again before they are let go: enough to count on, too few to matter. */
const keptChunks = 32

/** One more chunk to print; an empty one changes nothing. */
export function withChunk(printed: Drawing['printed'], chunk: string | undefined): Drawing['printed'] {
  if (chunk === undefined) return printed
  if (printed.chunks.length < keptChunks) return { ...printed, chunks: [...printed.chunks, chunk] }
  return { epoch: printed.epoch + 1, chunks: [chunk] }
}
