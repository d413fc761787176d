import { readFile, realpath } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { pathsIn } from '../../../memory/home-layout.ts'
import type { DocumentFault } from '../../../messages/commands/docs.ts'
import { ensureDir, isMissing, writeAtomic } from '../../../std/fs/files.ts'
import type { ReadDocument } from '../../../ui/telegram/host.ts'
import type { Assistant } from '../../assistant.ts'

/** Bytes of a file name; file systems take 255, and a number may have to be added. */
const mostName = 200

/**
 * Reads a document that a person sent, or tells why it cannot be read. `keep`: the file goes to the documents of the
 * workspace, too, and `passages` says how many it gave. Throws `storage`.
 */
export async function readReceived(
  assistant: Assistant,
  name: string,
  bytes: Uint8Array,
  workspace: string | undefined,
  signal: AbortSignal,
): Promise<ReadDocument | { fault: DocumentFault }> {
  const { documentReader } = await import('../../docs/file-origins.ts')
  const text = await documentReader(assistant.parts.environment)(name, bytes, signal)
  if (typeof text !== 'string') return text
  return workspace === undefined ? { text } : { text, passages: await keep(assistant, name, bytes, workspace, signal) }
}

async function keep(assistant: Assistant, name: string, bytes: Uint8Array, workspace: string, signal: AbortSignal) {
  const folder = join(pathsIn(assistant.home).workspace(workspace).folder, 'received')
  await ensureDir(folder)
  const path = await placeFor(folder, safeName(name), bytes)
  await writeAtomic(path, bytes)
  const library = await assistant.docs.library(workspace)
  for await (const _ of library.add([path], signal));
  const real = await realpath(path)
  return (await library.list(signal)).find((file) => file.path === real)?.chunks ?? 0
}

/** A name that stays in its folder, on every system, and is not hidden. */
function safeName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[/\\:*?"<>|\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const extension = extname(plain).slice(0, 20)
  let stem = plain.slice(0, plain.length - extname(plain).length) || 'document'
  while (Buffer.byteLength(stem) > mostName) stem = [...stem].slice(0, -1).join('')
  return stem + extension
}

/** The same file again replaces itself; another one of the same name gets a number. */
async function placeFor(folder: string, name: string, bytes: Uint8Array): Promise<string> {
  const extension = extname(name)
  for (let count = 1; ; count++) {
    const path = join(folder, count === 1 ? name : `${basename(name, extension)} (${count})${extension}`)
    const there = await readFile(path).catch((error) => (isMissing(error) ? undefined : Promise.reject(error)))
    if (!there || there.equals(bytes)) return path
  }
}
