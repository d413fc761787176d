import { readFile, stat } from 'node:fs/promises'
import { docsMessages } from '../../../messages/commands/docs.ts'
import type { Language } from '../../../messages/language.ts'
import { type TuiMessages, tuiMessages } from '../../../messages/surfaces/tui.ts'
import { fail, type Image, type Untrusted } from '../../../protocol/index.ts'
import { decodeText } from '../../../std/text/decode.ts'
import { isPackedDocument } from '../../../std/text/document-formats.ts'
import { pdfOf, pictureBytes, pictureOf } from '../../../tools/desktop/clipboard-picture.ts'
import type { DocumentWords } from '../../../tools/files/read-file.ts'
import type { PromptArgument } from '../../../tools/mcp/ports.ts'
import { isWholePicture } from '../../../tools/picture/picture-type.ts'
import type { TuiEngine } from '../../../ui/tui/tui-host.ts'
import type { Assistant } from '../../assistant.ts'

/** Bytes of a file or resource that goes along with an input. */
const attachBytes = 256 << 10
/** Bytes of a PDF or DOCX, whose text goes along. */
const documentBytes = 20 << 20

/** The picture in a file, byte for byte; undefined when it is none. */
async function readImage(
  path: string,
  size: number,
  name: string,
  say: TuiMessages,
): Promise<{ image: Image } | { why: string } | undefined> {
  if (size > pictureBytes) return { why: say.pictures.tooLarge(name) }
  const bytes = await readFile(path).catch(() => undefined)
  const image = bytes && pictureOf(bytes)
  if (image && !isWholePicture(bytes)) return { why: say.pictures.damaged(name) }
  return image && { image }
}

/** Ports for reading files that go along: their mark, the text of a document, the words for files that cannot. */
export interface AttachmentPorts {
  mark(path: string, bytes: Uint8Array): Promise<Untrusted>
  document(path: string, bytes: Uint8Array): Promise<DocumentWords>
  say: TuiMessages
  language: Language
}

/** The text of a file that a person named, or why it does not go along; undefined when there is no such file. */
export async function readAttachment(
  path: string,
  name: string,
  { mark, document, say, language }: AttachmentPorts,
): Promise<(Untrusted & { text: string; image?: Image }) | { image: Image } | { why: string } | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) return { why: say.isFolder(name) }
  if (!found?.isFile()) return undefined
  const picture = /\.(?:png|jpe?g|gif|webp)$/i.test(path) && (await readImage(path, found.size, name, say))
  if (picture) return picture
  const isDocument = isPackedDocument(path)
  if (found.size > (isDocument ? documentBytes : attachBytes)) return { why: say.tooLarge(name) }
  const bytes = await readFile(path).catch(() => undefined)
  const text = bytes && (isDocument ? await document(path, bytes) : decodeText(bytes)?.text)
  if (typeof text === 'object') return { why: docsMessages[language].skipped(name, text.fault) }
  if (!bytes || text === undefined) return { why: say.notText(name) }
  if (Buffer.byteLength(text) > attachBytes) return { why: say.tooLarge(name) }
  const image = pdfOf(bytes, name)
  return { text, ...(await mark(path, bytes)), ...(image && { image }) }
}

/**
 * Return what MCP servers offer the person in the TUI. Nothing is loaded, and nothing offered, where no server is
 * configured.
 */
export function serverOffers(assistant: Pick<Assistant, 'mcp' | 'language'>, signal: AbortSignal) {
  const say = tuiMessages[assistant.language]
  /**
   * The keeper of the server that a reference begins with, and the two halves of it; undefined for what is no
   * reference.
   */
  const find = async (reference: string) => {
    const [, server = '', rest = ''] = /^([^:]+):(.+)$/su.exec(reference) ?? []
    const hub = server ? await assistant.mcp() : undefined
    return hub?.names.includes(server) ? { offers: hub.offers, server, rest } : undefined
  }
  return {
    /** Text of `server:uri`; undefined when no server has that name. Throws `bad-input` with its sentence. */
    async resource(reference: string): Promise<string | undefined> {
      const found = await find(reference)
      const text = (await found?.offers.read(reference, signal))?.text
      if (text && Buffer.byteLength(text) > attachBytes)
        fail('bad-input', { data: { sentence: say.tooLarge(reference) } })
      return text
    },
    async prompts() {
      const listed = (await (await assistant.mcp())?.offers.prompts(signal)) ?? []
      const prompts = listed.map(({ server, name, description, args }) => ({
        name: `${server}:${name}`,
        description,
        args,
      }))
      // A name with a blank cannot be typed.
      return prompts.filter(({ name }) => /^[^\s:/]+:\S+$/u.test(name))
    },
    async prompt(reference: string, given: string) {
      const found = await find(reference)
      if (!found) return undefined
      const { offers, server, rest: name } = found
      const info = (await offers.prompts(signal)).find((one) => one.server === server && one.name === name)
      const filled = filledIn(info?.args ?? [], given)
      const missing = info?.args.some((argument) => argument.required && !(argument.name in filled))
      if (info && missing) fail('bad-input', { data: { sentence: say.promptUsage(usageOf(reference, info.args)) } })
      return { text: (await offers.prompt(server, name, filled, signal)).text, foreign: true }
    },
  } satisfies Pick<TuiEngine, 'prompts' | 'prompt'> & { resource(reference: string): Promise<string | undefined> }
}

/** Words in the order of the arguments; the last argument takes all that is left. */
function filledIn(args: readonly PromptArgument[], text: string): Record<string, string> {
  const words = text.split(/\s+/u).filter(Boolean)
  const values = [...words.slice(0, Math.max(0, args.length - 1)), words.slice(Math.max(0, args.length - 1)).join(' ')]
  return Object.fromEntries(args.flatMap(({ name }, at) => (values[at] ? [[name, values[at]]] : [])))
}

/** `/server:prompt <needed> [optional]`. */
function usageOf(reference: string, args: readonly PromptArgument[]): string {
  return [`/${reference}`, ...args.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`))].join(' ')
}
