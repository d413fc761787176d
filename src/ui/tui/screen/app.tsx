import { Text, useCursor, useStdout } from 'ink'
import { type ReactNode, useLayoutEffect } from 'react'

/** The live part of the screen: a string that is laid out already, and where the terminal's own cursor stands. */
export interface LiveArea {
  live: string
  caret?: { x: number; y: number }
}

/**
 * Way of finished rows above the live part. Ink's own way for strings: unlike `<Static>` it keeps nothing and lays
 * nothing out.
 */
export interface ScrollbackWriter {
  print?: (text: string) => void
}

/** All that Ink is asked for: the live part, the cursor, and the paper above. */
export function App({ live, caret, paper }: LiveArea & { paper: ScrollbackWriter }): ReactNode {
  const { write } = useStdout()
  useCursor().setCursorPosition(caret)
  useLayoutEffect(() => {
    paper.print = write
  }, [paper, write])
  return <Text>{live}</Text>
}
