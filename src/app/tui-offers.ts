import { readFile, stat } from 'node:fs/promises'
import { type TuiMessages, tui } from '../messages/tui.ts'
import { fail } from '../protocol/index.ts'
import { decodeText } from '../std/decode.ts'
import type { PromptArgument } from '../tools/mcp/ports.ts'
import type { TuiHost } from '../ui/tui/host.ts'
import type { Assistant } from './assistant.ts'

/** Bytes of a file or resource that goes along with an input. */
const attachBytes = 256 << 10

/** The text of a file that a person named, or why it does not go along; undefined when there is no such file. */
export async function fileBehind(
  path: string,
  name: string,
  say: TuiMessages,
): Promise<{ text: string } | { why: string } | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return undefined
  if (found.size > attachBytes) return { why: say.tooLarge(name) }
  const bytes = await readFile(path).catch(() => undefined)
  const text = bytes && decodeText(bytes)?.text
  return text === undefined ? { why: say.notText(name) } : { text }
}

/** What MCP servers offer the person in the TUI. Nothing is loaded, and nothing offered, where no server is configured. */
export function serverOffers(assistant: Pick<Assistant, 'mcp' | 'language'>, signal: AbortSignal) {
  const words = tui[assistant.language]
  /** The keeper of the server that a reference begins with, and the two halves of it; undefined for what is no reference. */
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
      if (text && Buffer.byteLength(text) > attachBytes) fail('bad-input', { data: { sentence: words.tooLarge(reference) } })
      return text
    },
    async prompts() {
      const listed = (await (await assistant.mcp())?.offers.prompts(signal)) ?? []
      const prompts = listed.map(({ server, name, description, args }) => ({ name: `${server}:${name}`, description, args }))
      // What has a blank in its name cannot be typed.
      return prompts.filter(({ name }) => /^[^\s:/]+:\S+$/u.test(name))
    },
    async prompt(reference: string, given: string) {
      const found = await find(reference)
      if (!found) return undefined
      const { offers, server, rest: name } = found
      const info = (await offers.prompts(signal)).find((one) => one.server === server && one.name === name)
      const filled = filledIn(info?.args ?? [], given)
      const missing = info?.args.some((argument) => argument.required && !(argument.name in filled))
      if (info && missing) fail('bad-input', { data: { sentence: words.promptUsage(usageOf(reference, info.args)) } })
      return (await offers.prompt(server, name, filled, signal)).text
    },
  } satisfies Pick<TuiHost, 'prompts' | 'prompt'> & { resource(reference: string): Promise<string | undefined> }
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
