/** Return what is written meanwhile, in place of writing it. */
export function captureOutput(stdout: NodeJS.WriteStream, work: () => void): string {
  const { write } = stdout
  let bytes = ''
  stdout.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    bytes += chunk
    const after = rest.at(-1)
    if (typeof after === 'function') after()
    return true
  }
  try {
    work()
  } finally {
    stdout.write = write
  }
  return bytes
}

/**
 * Asks the terminal for its size, and has its listeners told of another one: the signal that tells of it may still be
 * on its way.
 */
export function refreshSize(stdout: NodeJS.WriteStream): void {
  const { _refreshSize } = stdout as { _refreshSize?(): void }
  _refreshSize?.call(stdout)
}
