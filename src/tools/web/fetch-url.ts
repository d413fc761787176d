import { docsMessages } from '../../messages/commands/docs.ts'
import { networkSentence } from '../../messages/engine/failure-words.ts'
import { webMessages } from '../../messages/tools/web.ts'
import { AssistantError, type Tool, type ToolContext, type ToolResult } from '../../protocol/index.ts'
import { NetworkError } from '../../std/net/http.ts'
import { JobStopped } from '../../std/process/isolated.ts'
import { formatOfBytes } from '../../std/text/document-formats.ts'
import { sanitise } from '../../std/text/sanitise.ts'
import type { DocumentReader } from '../files/read-file.ts'
import { refuses, tool } from '../tool.ts'
import { sentenceOf } from './api-client.ts'
import type { GuardOptions, WebFault } from './safe-fetch.ts'

const mostBytes = 5 << 20
/** About a quarter of the context; the rest comes with `from`. */
const mostShown = 20_000

/** A page of the public web as text. */
export function fetchUrl(options: GuardOptions, documents: DocumentReader): Tool {
  return tool({
    name: 'fetch_url',
    facts: { group: 'core', kind: 'fetch', subject: 'url', reads: 'web', leavesNothing: false },
    deeds: 'none',
    category: 'sensitive',
    readOnly: true,
    effect: () => 'sends',
    idempotent: true,
    timeoutMs: 20_000,
    description: 'Read a web page or document as text; from continues a long one.',
    schema: {
      type: 'object',
      properties: { url: { type: 'string' }, from: { type: 'integer' } },
      required: ['url'],
    },
    explain: async ({ url }, context) => {
      const { readUrl } = await import('./safe-fetch.ts')
      try {
        return { effect: webMessages[context.language].fetch(readUrl(url).href), risk: 'medium' }
      } catch (error) {
        return { refused: faultText(error, context) }
      }
    },
    run: ({ url, from = 0 }, context) =>
      guardedWeb(context, async () => {
        const say = webMessages[context.language]
        const [{ fetchPublic }, { pageOf }] = await Promise.all([import('./safe-fetch.ts'), import('./page.ts')])
        const fetched = await fetchPublic(url, options, mostBytes, context.signal)
        const ending = formatOfBytes(fetched.bytes)?.endings[0]
        const page = ending
          ? await documentPage(`page.${ending}`, fetched.bytes, documents, context.signal)
          : await pageOf(fetched, context.signal)
        if (!page) return refuses(say.noText(fetched.type))
        if ('fault' in page) return refuses(docsMessages[context.language].skipped(fetched.url.href, page.fault))
        return {
          ...showPage(page.title, page.text, Math.max(0, from), fetched, context),
          untrusted: true,
          source: `web ${fetched.url.host}`,
        }
      }),
  })
}

async function documentPage(name: string, bytes: Uint8Array, read: DocumentReader, signal: AbortSignal) {
  const words = await read(name, bytes, signal)
  return typeof words === 'object' ? words : { title: undefined, text: sanitise(words).trim() }
}

function showPage(
  title: string | undefined,
  text: string,
  from: number,
  { url, status }: { url: URL; status: number },
  { language }: ToolContext,
): ToolResult {
  const say = webMessages[language]
  const part = text.slice(from, from + mostShown)
  const to = from + part.length
  const head = [title, url.href, ...(status >= 400 ? [say.status(status)] : [])].filter(Boolean)
  const more = to < text.length ? [say.more(to, text.length)] : []
  const isError = status >= 400 ? { isError: true } : {}
  return {
    text: [...head, '', part || say.empty, ...more].join('\n'),
    data: { url: url.href, status, from, to, total: text.length },
    ...isError,
  }
}

/** Runs `work`; an address that is not called, a network that fails, become results that say why. Bugs stay bugs. */
export async function guardedWeb(context: ToolContext, work: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await work()
  } catch (error) {
    return refuses(faultText(error, context))
  }
}

function faultText(error: unknown, { language, signal }: ToolContext): string {
  signal.throwIfAborted()
  const say = webMessages[language]
  if (error instanceof NetworkError && error.kind === 'policy')
    return networkSentence({ code: 'network', detail: 'policy', data: { host: error.host ?? '' } }, language)
  if (error instanceof NetworkError) return say.network(error.message)
  if (error instanceof JobStopped) return say.costly
  const { webFault, url } = (error instanceof AssistantError ? (error.failure.data ?? {}) : {}) as {
    webFault?: WebFault
    url?: string
  }
  const sentence = sentenceOf(error)
  if (sentence) return sentence
  if (!webFault) throw error
  return say.faults[webFault](url ?? '')
}
