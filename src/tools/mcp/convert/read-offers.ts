import type { Language } from '../../../messages/language.ts'
import { mcpMessages } from '../../../messages/tools/mcp.ts'
import type { Image, ToolResult } from '../../../protocol/index.ts'
import type { PromptArgument, PromptInfo, ResourceInfo } from '../ports.ts'
import { readContent, readResource } from './result.ts'

type Loose = Record<string, unknown>
const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Read the list of a server's resources; entries without an address are passed over. */
export function readResources(server: string, listed: readonly unknown[]): ResourceInfo[] {
  return listed.filter(isLoose).flatMap(({ uri, name, description, mimeType }) =>
    textOf(uri)
      ? [
          {
            server,
            uri: textOf(uri),
            name: textOf(name) || textOf(uri),
            description: textOf(description),
            mediaType: textOf(mimeType),
          },
        ]
      : [],
  )
}

/** The same of what it lists as templates: addresses in which names stand in braces (RFC 6570). */
export function readTemplates(server: string, listed: readonly unknown[]): ResourceInfo[] {
  const plain = listed.filter(isLoose).map(({ uriTemplate, ...more }) => ({ ...more, uri: uriTemplate }))
  return readResources(server, plain).map((one) => ({ ...one, template: true }))
}

/** The completions that a server offers for a template variable. */
export function readCompletion({ completion }: Loose): string[] {
  const values = isLoose(completion) && Array.isArray(completion.values) ? completion.values : []
  return values.filter((value) => typeof value === 'string').slice(0, 100)
}

/** Read the list of a server's prompts; entries without a name are passed over. */
export function readPrompts(server: string, listed: readonly unknown[]): PromptInfo[] {
  return listed
    .filter(isLoose)
    .flatMap(({ name, description, title, arguments: args }) =>
      textOf(name)
        ? [{ server, name: textOf(name), description: textOf(description) || textOf(title), args: readArguments(args) }]
        : [],
    )
}

function readArguments(args: unknown): PromptArgument[] {
  if (!Array.isArray(args)) return []
  return args
    .filter(isLoose)
    .flatMap(({ name, description, required }) =>
      textOf(name) ? [{ name: textOf(name), description: textOf(description), required: required === true }] : [],
    )
}

/** The entries of a resource that was read, as one text and its pictures. */
export function readResourceResult({ contents }: Loose, language: Language): ToolResult {
  const images: Image[] = []
  const entries = Array.isArray(contents) ? contents.filter(isLoose) : []
  const texts = entries.map((entry) => readResource(entry, images, language))
  return {
    text: texts.join('\n') || mcpMessages[language].content.empty,
    untrusted: true,
    ...(images.length > 0 ? { images } : {}),
  }
}

/** The messages of a prompt as one text. Messages of the assistant role are labelled. */
export function readPrompt({ messages }: Loose, language: Language): ToolResult {
  const all = Array.isArray(messages) ? messages.filter(isLoose) : []
  const read = all.map(({ role, content }) => ({ role, ...readContent(content, language) }))
  const single = read.every(({ role }) => role === 'user')
  const images = read.flatMap((one) => one.images)
  return {
    text: read.map((one) => (single ? one.text : `${textOf(one.role)}: ${one.text}`)).join('\n\n'),
    untrusted: true,
    ...(images.length > 0 ? { images } : {}),
  }
}
