import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type DocumentFault, docsMessages } from '../../messages/commands/docs.ts'
import type { Language } from '../../messages/language.ts'
import { oneshotMessages } from '../../messages/surfaces/oneshot.ts'
import { fail, type Input, type Untrusted } from '../../protocol/index.ts'
import { decodeText } from '../../std/text/decode.ts'
import { formatOfBytes, isPackedDocument } from '../../std/text/document-formats.ts'
import { findMentions, meansFile } from '../../std/text/mentions.ts'
import { pdfOf, pictureBytes, pictureOf } from '../../tools/desktop/clipboard-picture.ts'
import type { DocumentWords } from '../../tools/files/read-file.ts'
import { isWholePicture } from '../../tools/picture/picture-type.ts'

/** Bytes of one file that goes along with a prompt; the size of the largest standard input. */
const mostBytes = 8 << 20

/** Reader of files that go along: whose word a file is, and the text of a document. */
export interface FileReading {
  mark(path: string, bytes: Uint8Array): Promise<Untrusted>
  document(path: string, bytes: Uint8Array): Promise<DocumentWords>
}

/** Things that go along with a prompt besides its words. */
export type PromptFiles = Pick<Input, 'images' | 'attachments'>

/** Reader of files that go along, and the folder that paths start from. */
export interface FilePorts {
  cwd: string
  language: Language
  files: FileReading
}

/**
 * The files that a prompt names: `@path` or `@"a path"` in its words and the picture of `--image`. A word that begins
 * with `@`, has no ending and names no file stays a word; what means a file must be there, and be whole. Throws
 * `bad-input`.
 */
export async function promptFiles(prompt: string, image: string | undefined, ports: FilePorts): Promise<PromptFiles[]> {
  const refuse = refuseFile(ports)
  const readPrompt = (path: string, isWanted: boolean) =>
    readFile(resolve(ports.cwd, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EISDIR') return refuse('folder', path)
      const isMissing = error.code === 'ENOENT' || error.code === 'ENOTDIR'
      if (isMissing && isWanted) return refuse('missing', path)
      return isMissing ? undefined : refuse('unreadable', path, error.code ?? '')
    })
  const found: PromptFiles[] = []
  for (const names of [...(image === undefined ? [] : [[image]]), ...findMentions(prompt)]) {
    for (const path of names) {
      const bytes = await readPrompt(path, path === image || (meansFile(names) && path === names.at(-1)))
      if (!bytes) continue
      if (path === image && !pictureOf(bytes)) refuse('noPicture', path)
      if (bytes.length > mostBytes) refuse('huge', path, mostBytes >> 20)
      found.push((await fileAlong(path, bytes, ports)) ?? refuse('binary', path))
      break
    }
  }
  return found
}

/**
 * A picture, a document or a text as it goes along; undefined for what is none. Throws `bad-input` for a picture that
 * is too large.
 */
async function fileAlong(path: string, bytes: Buffer, ports: FilePorts): Promise<PromptFiles | undefined> {
  const picture = pictureAlong(path, bytes, ports)
  if (picture) return picture
  const { mark, document } = ports.files
  const text = isPackedDocument(path) ? await document(path, bytes) : decodeText(bytes)?.text
  if (typeof text === 'object') return refuseDocument(path, text.fault, ports)
  if (text === undefined) return undefined
  const pages = pdfOf(bytes, path)
  return {
    attachments: [{ name: path, text, ...(await mark(resolve(ports.cwd, path), bytes)) }],
    ...(pages && { images: [pages] }),
  }
}

function pictureAlong(path: string, bytes: Buffer, ports: FilePorts): PromptFiles | undefined {
  const picture = pictureOf(bytes)
  if (picture && bytes.length > pictureBytes) refuseFile(ports)('huge', path, pictureBytes >> 20)
  if (picture && !isWholePicture(bytes)) refuseFile(ports)('damaged', path)
  return picture && { images: [picture] }
}

/**
 * Return what was piped in beside a question: a picture, the text of a document, or text. Throws `bad-input` for
 * anything else.
 */
export async function pipedAlong(bytes: Buffer, ports: FilePorts): Promise<PromptFiles> {
  const picture = pictureAlong('stdin', bytes, ports)
  if (picture) return picture
  const ending = formatOfBytes(bytes)?.endings[0]
  const text = ending ? await ports.files.document(`stdin.${ending}`, bytes) : decodeText(bytes)?.text
  if (typeof text === 'object') return refuseDocument('stdin', text.fault, ports)
  if (text === undefined) fail('bad-input', { data: { sentence: oneshotMessages[ports.language].stdin.binary } })
  return text.trim() === '' ? {} : { attachments: [{ name: 'stdin', text, untrusted: true, source: 'stdin' }] }
}

/** One list of everything that goes along. */
export function joinPromptFiles(parts: readonly PromptFiles[]): PromptFiles {
  const images = parts.flatMap((part) => part.images ?? [])
  const attachments = parts.flatMap((part) => part.attachments ?? [])
  return { ...(images.length > 0 && { images }), ...(attachments.length > 0 && { attachments }) }
}

const refuseDocument = (path: string, fault: DocumentFault, { language }: FilePorts): never =>
  fail('bad-input', { data: { sentence: docsMessages[language].skipped(path, fault) } })

type Sentences = (typeof oneshotMessages)['ko']['files']

/** Refuses a file with one of our sentences about files. */
function refuseFile({ language }: FilePorts) {
  return <K extends keyof Sentences>(why: K, ...about: Parameters<Sentences[K]>): never => {
    const say = oneshotMessages[language].files[why] as (...about: Parameters<Sentences[K]>) => string
    return fail('bad-input', { data: { sentence: say(...about) } })
  }
}
