// `node bench/dialects/rival.ts FOLDER`: the corpus of public reports (test/fixtures/dialects), answered by us and by
// libraries of others that were installed in FOLDER: `npm i --prefix FOLDER ai @ai-sdk/openai-compatible
// @ai-sdk/anthropic @earendil-works/pi-ai`. Run by hand; what is not in FOLDER is named and left out. An answer is
// right when its words and calls are; a refusal when the server's own sentence is told, and, of those that are too
// long, when the library says so.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { JsonObject } from '../../src/protocol/index.ts'
import {
  askReported,
  refusalOf,
  refusalReports,
  repliesOf,
  reportTools,
  type StreamReport,
  streamReports,
} from '../../test/fakes/dialect-reports.ts'
import { type ModelServer, modelServer } from '../../test/fakes/model-server.ts'

/** What a library made of an answer. */
interface Read {
  text: string
  calls: JsonObject[]
  /** Its sentence about the failure. */
  failed?: string
  /** It knows that the request was too long. */
  isTooLong?: boolean
}
interface Library {
  name: string
  /** Answers nothing for a wire that it has not. */
  ask(server: ModelServer, kind: StreamReport['kind'], model: string): Promise<Read | undefined>
}

// biome-ignore lint/suspicious/noExplicitAny: a library that is not installed has no types here
type Loaded = any

const folder = process.argv[2] ?? ''
const entry = (name: string, file: string) => join(folder, 'node_modules', name, file)
const load = (name: string, file: string): Promise<Loaded> => import(pathToFileURL(entry(name, file)).href)

const ours: Library = {
  name: 'assistant',
  async ask(server, kind, model) {
    const { text, calls, code } = await askReported(server, kind, model)
    return { text, calls, ...(code && { failed: code, isTooLong: code === 'overflow' }) }
  },
}

async function piLibrary(): Promise<Library> {
  const { complete, isContextOverflow } = await load('@earendil-works/pi-ai', 'dist/index.js')
  const apis: Partial<Record<StreamReport['kind'], string>> = {
    anthropic: 'anthropic-messages',
    responses: 'openai-responses',
  }
  return {
    name: 'pi-ai',
    async ask(server, kind, model) {
      if (kind === 'ollama') return undefined
      const api = apis[kind] ?? 'openai-completions'
      const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
      const limits = { contextWindow: 128_000, maxTokens: 4_096 }
      const baseUrl = kind === 'anthropic' ? server.anthropic : server.openai
      const chosen = {
        id: model,
        name: model,
        api,
        provider: kind,
        baseUrl,
        reasoning: true,
        input: ['text'],
        cost,
        ...limits,
      }
      const tools = reportTools.map(({ name, description, schema }) => ({ name, description, parameters: schema }))
      const messages = [{ role: 'user', content: '안녕', timestamp: 0 }]
      const message = await complete(
        chosen,
        { systemPrompt: '너는 비서야.', messages, tools },
        { apiKey: 'k', maxRetries: 0 },
      )
      const of = (type: string) => message.content.filter((part: Loaded) => part.type === type)
      return {
        text: of('text')
          .map(({ text }: Loaded) => text)
          .join(''),
        calls: of('toolCall').map((call: Loaded) => ({ name: call.name, args: call.arguments })),
        ...(message.stopReason === 'error' && {
          failed: message.errorMessage ?? '',
          isTooLong: isContextOverflow(message),
        }),
      }
    },
  }
}

async function aiLibrary(): Promise<Library> {
  const { streamText, jsonSchema, tool } = await load('ai', 'dist/index.mjs')
  const { createOpenAICompatible } = await load('@ai-sdk/openai-compatible', 'dist/index.mjs')
  const { createAnthropic } = await load('@ai-sdk/anthropic', 'dist/index.mjs')
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  return {
    name: 'ai',
    async ask(server, kind, model) {
      if (kind === 'ollama' || kind === 'responses') return undefined
      const provider =
        kind === 'anthropic'
          ? createAnthropic({ apiKey: 'k', baseURL: `${server.anthropic}/v1` })
          : createOpenAICompatible({ name: kind, apiKey: 'k', baseURL: server.openai })
      const tools = Object.fromEntries(
        reportTools.map(({ name, description, schema }) => [
          name,
          tool({ description, inputSchema: jsonSchema(schema) }),
        ]),
      )
      const read: Read = { text: '', calls: [] }
      const fail = (error: Loaded) => {
        read.failed = String(error?.responseBody ?? error?.message ?? error)
      }
      const { fullStream } = streamText({
        model: provider(model),
        prompt: '안녕',
        tools,
        maxRetries: 0,
        onError: () => {},
      })
      try {
        for await (const part of fullStream) {
          if (part.type === 'text-delta') read.text += part.text
          if (part.type === 'tool-call') read.calls.push({ name: part.toolName, args: part.input })
          if (part.type === 'error') fail(part.error)
        }
      } catch (error) {
        fail(error)
      }
      return read
    },
  }
}

/** Ask for one report; undefined where the library hangs or has no such wire. */
async function readReport(library: Library, report: StreamReport): Promise<Read | undefined> {
  const [first, next] = repliesOf(report)
  await using server = await modelServer(first, next, next, next)
  return await withinTime(library.ask(server, report.kind, report.model))
}

function withinTime(read: Promise<Read | undefined>): Promise<Read> {
  const late = new Promise<Read>((resolve) => setTimeout(resolve, 10_000, { text: '', calls: [], failed: 'it hangs' }))
  const broken = (error: Error): Read => ({ text: '', calls: [], failed: error.message })
  return Promise.race([read.catch(broken) as Promise<Read>, late])
}

function isRight({ expect: { code, text = '', calls = [] } }: StreamReport, { failed, ...read }: Read): boolean {
  if (code !== undefined) return failed !== undefined
  if (failed !== undefined || JSON.stringify(read.calls) !== JSON.stringify(calls)) return false
  return read.text.trim() === text.trim()
}

/** The sentence in a refusal that a person should see. */
const sentenceOf = (body: unknown) =>
  /"(?:message|msg|status_msg|detail)":"((?:[^"\\]|\\.){8,40})/.exec(JSON.stringify(body))?.[1] ?? ''

async function row(library: Library): Promise<string> {
  const streams = { right: 0, all: 0 }
  for (const report of streamReports) {
    const read = await readReport(library, report)
    if (!read) continue
    streams.all++
    if (isRight(report, read)) streams.right++
    else if (library === ours) console.error(`wrong: ${report.source}`)
  }
  const refused = { told: 0, long: 0, longOnes: 0, falsely: 0, all: 0 }
  for (const report of refusalReports) {
    await using server = await modelServer(...Array(4).fill(refusalOf(report)))
    const read = await withinTime(library.ask(server, report.kind, 'model-1'))
    if (!read) continue
    refused.all++
    const isLong = report.code === 'overflow'
    if (library === ours ? read.failed === report.code : read.failed?.includes(sentenceOf(report.body))) refused.told++
    if (isLong) refused.longOnes++
    if (isLong && read.isTooLong) refused.long++
    if (!isLong && read.isTooLong) refused.falsely++
  }
  const { told, long, longOnes, falsely, all } = refused
  return `| ${library.name} | ${streams.right} of ${streams.all} | ${told} of ${all} | ${long} of ${longOnes}, ${falsely} falsely |`
}

const libraries = [ours]
for (const [name, file, make] of [
  ['@earendil-works/pi-ai', 'dist/index.js', piLibrary],
  ['ai', 'dist/index.mjs', aiLibrary],
] as const)
  if (existsSync(entry(name, file))) libraries.push(await make())
  else console.log(`${name} is not in ${folder || 'a folder that was named'}: left out`)
console.log(
  '| | answers read right | refusals told (ours: by their cause) | too long, known as such |\n|---|---|---|---|',
)
for (const library of libraries) console.log(await row(library))
process.exit()
