import { readFile } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import type { Language } from '../../messages/language.ts'
import { oneshot } from '../../messages/surfaces/oneshot.ts'
import { type Attachment, fail, type Image, type Input, type Untrusted } from '../../protocol/index.ts'
import { decodeText } from '../../std/text/decode.ts'

const pictures: Readonly<Record<string, Image['mediaType']>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
}

/** Bytes of one file that goes along with a prompt; the size of the largest standard input. */
const mostBytes = 8 << 20

/** How a file that goes along is read: whose word it is, and the text of a PDF or DOCX. */
export interface FileReading {
  mark(path: string, bytes: Uint8Array): Promise<Untrusted>
  document(path: string, bytes: Uint8Array): Promise<string | undefined>
}

/**
 * The files that a prompt names: `@path` in its words and the picture of `--image`. A word that begins with `@` and names no file
 * stays a word; a picture that was asked for by its flag must be there. Throws `bad-input`.
 */
export async function promptFiles(
  prompt: string,
  image: string | undefined,
  cwd: string,
  language: Language,
  { mark, document }: FileReading,
): Promise<Pick<Input, 'images' | 'attachments'>> {
  const say = oneshot[language].files
  const refuse = (sentence: string, cause?: unknown) => fail('bad-input', { data: { sentence } }, cause)
  const named = [...prompt.matchAll(/(?<!\S)@(\S+)/g)].map(([, path = '']) => path)
  const images: Image[] = []
  const attachments: Attachment[] = []
  for (const path of [...(image === undefined ? [] : [image]), ...named]) {
    const bytes = await readFile(resolve(cwd, path)).catch((error: NodeJS.ErrnoException) =>
      path === image || error.code !== 'ENOENT' ? refuse(say.unreadable(path, error.code ?? ''), error) : undefined,
    )
    if (!bytes) continue
    if (bytes.length > mostBytes) refuse(say.huge(path, mostBytes >> 20))
    const mediaType = pictures[extname(path).toLowerCase()]
    if (mediaType) images.push({ mediaType, data: bytes.toString('base64') })
    else if (path === image) refuse(say.noPicture(path))
    else {
      const isDocument = /\.(?:pdf|docx)$/i.test(path)
      const read = isDocument ? await document(path, bytes) : decodeText(bytes)?.text
      attachments.push({ name: path, text: read ?? refuse(say.binary(path)), ...(await mark(resolve(cwd, path), bytes)) })
    }
  }
  return { ...(images.length > 0 && { images }), ...(attachments.length > 0 && { attachments }) }
}
