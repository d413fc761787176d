import { join } from 'node:path'

/**
 * A socket's path may have 104 bytes (macOS; Linux 108): where the home is too deep, sockets live in the temporary
 * folder.
 */
export function runtimeFor(runtime: string, tempDir: string): string {
  return Buffer.byteLength(runtime) + 1 + 31 <= 103 ? runtime : join(tempDir, `assistant-${hashText(runtime)}`)
}

function hashText(text: string): string {
  let value = 5381
  for (const letter of text) value = (value * 33 + (letter.codePointAt(0) ?? 0)) % 0xffffffff
  return value.toString(36)
}
