import type { Language } from '../../../messages/language.ts'
import { mcpMessages } from '../../../messages/tools/mcp.ts'
import type { Image, Json, ToolResult } from '../../../protocol/index.ts'
import { isNestedDeeper } from '../../../std/nesting.ts'

/** Characters of one result that go to the model; the rest is counted. */
const mostText = 50_000
/** Pictures of one result, and characters of base64 of each (about 5 MB, what model wires take). */
const mostImages = 8
const mostImageChars = 7_000_000

const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
const isImageType = (type: unknown): type is Image['mediaType'] => (imageTypes as readonly unknown[]).includes(type)

type Loose = Record<string, unknown>
const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Text and pictures of a list of content blocks; a block that is not what the protocol says is named and passed over.
 */
export function readContent(blocks: unknown, language: Language): { text: string; images: Image[] } {
  const images: Image[] = []
  const texts = (Array.isArray(blocks) ? blocks : [blocks]).map((block) => readBlock(block, images, language))
  return { text: cutText(texts.filter(Boolean).join('\n'), language), images }
}

function readBlock(block: unknown, images: Image[], language: Language): string {
  const say = mcpMessages[language].content
  if (!isLoose(block)) return say.strange
  const { type, text, data, mimeType, resource, uri, name, description } = block
  if (type === 'text' && typeof text === 'string') return text
  if (type === 'image' && typeof data === 'string') return readImage(data, mimeType, images, language)
  if (type === 'audio') return say.audio(String(mimeType ?? ''))
  if (type === 'resource' && isLoose(resource)) return readResource(resource, images, language)
  if (type === 'resource_link' && typeof uri === 'string')
    return say.link([name, uri, description].filter((part) => typeof part === 'string').join(' · '))
  return say.strange
}

/** One entry of a resource: its text, or the picture that it is. */
export function readResource(resource: Record<string, unknown>, images: Image[], language: Language): string {
  const { uri, text, blob, mimeType } = resource
  if (typeof text === 'string') return text
  if (typeof blob === 'string' && isImageType(mimeType)) return readImage(blob, mimeType, images, language)
  return mcpMessages[language].content.binary(String(uri ?? ''), String(mimeType ?? ''))
}

function readImage(data: string, mediaType: unknown, images: Image[], language: Language): string {
  const say = mcpMessages[language].content
  const fits = isImageType(mediaType) && data.length <= mostImageChars && images.length < mostImages
  if (!fits || !/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(data)) return say.binary('', String(mediaType ?? ''))
  images.push({ mediaType, data })
  return say.image
}

function cutText(text: string, language: Language): string {
  return text.length <= mostText
    ? text
    : `${text.slice(0, mostText)}\n${mcpMessages[language].content.cut(text.length - mostText)}`
}

/**
 * Read the result of a call of a server's tool
 * (https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result). All of it is another program's
 * word: untrusted.
 */
export function readResult(result: Record<string, unknown>, language: Language): ToolResult {
  const { content, structuredContent, isError } = result
  const read = content === undefined ? { text: '', images: [] } : readContent(content, language)
  const { images } = read
  const structured =
    isLoose(structuredContent) && !isNestedDeeper(structuredContent) ? (structuredContent as Json) : undefined
  const written = structured === undefined ? '' : JSON.stringify(structured)
  const text = read.text || cutText(written, language)
  return {
    text: text || mcpMessages[language].content.empty,
    untrusted: true,
    ...(isError === true ? { isError } : {}),
    ...(structured === undefined || written.length > mostText ? {} : { data: structured }),
    ...(images.length > 0 ? { images } : {}),
  }
}
