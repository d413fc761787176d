import { type DocumentFault, docsMessages } from '../../messages/commands/docs.ts'
import { toolMessages } from '../../messages/tools/tools.ts'
import type { Tool } from '../../protocol/index.ts'
import { decodeText } from '../../std/text/decode.ts'
import { isPackedDocument } from '../../std/text/document-formats.ts'
import { originMark } from '../origin/folder-owners.ts'
import { refuses, tool } from '../tool.ts'
import { type PathPolicyOf, withFileErrors } from './file-errors.ts'
import { openRegular, type PathPolicy, refusePath } from './path-policy.ts'

/** Largest file that is opened, and how much of it one call returns: about a quarter of the context. */
const maxFileBytes = 10 << 20
const maxDocumentBytes = 20 << 20
const maxShown = 20_000
const maxLines = 1_000

/** The text of a document, or why it has none. */
export type DocumentWords = string | { fault: DocumentFault }

/** Reads a document where it can be stopped. */
export type DocumentReader = (path: string, bytes: Uint8Array, signal: AbortSignal) => Promise<DocumentWords>

/** A part of a text file, by lines. */
export function readFile(policyOf: PathPolicyOf, documents?: DocumentReader): Tool {
  return tool({
    name: 'read_file',
    facts: { group: 'core', kind: 'read', subject: 'paths', reads: 'files', leavesNothing: false },
    deeds: 'none',
    category: 'safe',
    readOnly: true,
    description: `Read a text file${documents ? ', PDF, HWP, RTF, mail, e-book or Office file' : ''}.`,
    schema: {
      type: 'object',
      properties: { path: { type: 'string' }, from: { type: 'integer' }, lines: { type: 'integer' } },
      required: ['path'],
    },
    run: ({ path, from: first = 1, lines = maxLines }, context) =>
      withFileErrors(context, async () => {
        const say = toolMessages[context.language].files
        const from = Math.max(1, first)
        const policy = await policyOf(context)
        const { bytes, real } = await readBytes(path, policy, documents ? maxDocumentBytes : maxFileBytes)
        const isDocument = documents !== undefined && isPackedDocument(path)
        const document = isDocument ? await documents(path, bytes, context.signal) : undefined
        if (typeof document === 'object') return refuses(docsMessages[context.language].skipped(path, document.fault))
        const { text, encoding } =
          document === undefined ? decodeFile(path, bytes) : { text: document, encoding: 'utf-8' as const }
        const mark = await originMark([real], policy, await policy.foreign?.sourcesOf(bytes))
        if (text === '') return { text: say.empty(path), ...mark }
        const all = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
        if (from > all.length) return refuses(say.beyond(from, all.length))
        const shown = fittingLines(all.slice(from - 1, from - 1 + Math.max(1, Math.min(lines, maxLines))))
        const to = from - 1 + shown.length
        const more = to < all.length ? `\n${say.next(to + 1)}` : ''
        const head = say.head(path, from, to, all.length, encoding)
        return {
          text: `${head}\n${shown.join('\n')}${more}`,
          ...mark,
          data: { path, from, to, total: all.length, encoding },
        }
      }),
  })
}

/** The decoded text of a regular file inside the policy, and its bytes. Throws `bad-input` with {fault, path}. */
export async function readText(path: string, policy: PathPolicy) {
  const read = await readBytes(path, policy, maxFileBytes)
  return { ...decodeFile(path, read.bytes), ...read }
}

function decodeFile(path: string, bytes: Uint8Array) {
  if (bytes.length > maxFileBytes) refusePath('large', path, { limit: '10 MB' })
  return decodeText(bytes) ?? refusePath('binary', path)
}

async function readBytes(path: string, policy: PathPolicy, most: number) {
  const { file, size, real, mode } = await openRegular(path, policy)
  try {
    if (size > most) refusePath('large', path, { limit: `${most >> 20} MB` })
    const unsaved = isPackedDocument(path) ? undefined : await policy.editor?.read(real)
    return { bytes: unsaved === undefined ? await file.readFile() : Buffer.from(unsaved), real, mode }
  } finally {
    await file.close()
  }
}

/** As many lines as one result may hold; a single longer line is cut and says so by its "…". */
function fittingLines(lines: string[]): string[] {
  let [room, count] = [maxShown, 0]
  for (const line of lines) {
    room -= line.length + 1
    if (room < 0) break
    count++
  }
  return count === 0 ? [`${lines[0]?.slice(0, maxShown)}…`] : lines.slice(0, count)
}
