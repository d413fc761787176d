import { fileURLToPath } from 'node:url'
import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { Attachment, Image, Input } from '../../protocol/index.ts'
import { pictureBytes, pictureOf } from '../../tools/desktop/clipboard-picture.ts'
import type { AlongFile } from './host.ts'

/** A prompt's blocks as an input: words, and their attachments. */
export type BlockInput = Pick<Input, 'text'> & Required<Pick<Input, 'images' | 'attachments'>> & { refused: string[] }

/**
 * Reads the blocks of a prompt. A link to a file of this machine goes along as `@file` does elsewhere; a resource
 * brings its own text, which is the editor's and not the person's word.
 */
export async function readBlocks(
  blocks: readonly ContentBlock[],
  attach: (path: string) => Promise<AlongFile>,
  refusal: string,
): Promise<BlockInput> {
  const words: string[] = []
  const images: Image[] = []
  const attachments: Attachment[] = []
  const refused: string[] = []
  for (const block of blocks) {
    if (block.type === 'text') words.push(block.text)
    else if (block.type === 'image') {
      const bytes = Buffer.from(block.data, 'base64')
      const picture = bytes.length <= pictureBytes ? pictureOf(bytes) : undefined
      if (picture) images.push(picture)
      else refused.push(refusal)
    } else if (block.type === 'resource' && 'text' in block.resource) {
      const name = pathOf(block.resource.uri) ?? block.resource.uri
      words.push(`@${name}`)
      attachments.push({ name, text: block.resource.text, untrusted: true, own: true, source: name })
    } else if (block.type === 'resource_link') {
      const path = pathOf(block.uri)
      words.push(path === undefined ? block.uri : `@${path}`)
      const file = path === undefined ? undefined : await attach(path)
      if (!file) continue
      if ('why' in file) refused.push(file.why)
      if ('image' in file && file.image) images.push(file.image)
      if (!('text' in file)) continue
      const { image: _, ...text } = file
      attachments.push({ name: path ?? block.uri, ...text })
    } else refused.push(refusal)
  }
  return { text: joinWords(words), images, attachments, refused }
}

/** The pieces as one text: an editor cuts it where a file is mentioned, blanks and all. */
function joinWords(words: readonly string[]): string {
  return words.reduce(
    (text, word) => (/(?:^|\s)$/.test(text) || /^[\s.,!?)]/.test(word) ? text + word : `${text} ${word}`),
    '',
  )
}

/** The path of a `file:` address; undefined for another one. */
function pathOf(uri: string): string | undefined {
  const url = URL.parse(uri)
  if (url?.protocol !== 'file:' || (url.hostname !== '' && url.hostname !== 'localhost')) return undefined
  url.hostname = ''
  return fileURLToPath(url)
}
