import { webMessages } from '../../messages/tools/web.ts'
import type { Tool } from '../../protocol/index.ts'
import { refuses, tool } from '../tool.ts'
import { type ApiService, askService } from './api-client.ts'
import { guardedWeb } from './fetch-url.ts'

const results = 5
const mostText = 1_500

/** The web, by Tavily. https://docs.tavily.com/documentation/api-reference/endpoint/search */
export function webSearch(service: ApiService): Tool {
  return tool({
    name: 'web_search',
    facts: { group: 'core', kind: 'fetch', subject: 'arguments', reads: 'web', leavesNothing: false },
    deeds: 'none',
    category: 'safe',
    readOnly: true,
    effect: () => 'sends',
    description: 'Search the web.',
    schema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
    run: ({ query }, context) =>
      guardedWeb(context, async () => {
        const z = await import('zod/mini')
        const hit = z.object({ title: z.string(), url: z.string(), content: z.string() })
        const { results: hits } = await askService(service, '/search', z.object({ results: z.array(hit) }), context, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${service.key?.value ?? ''}` },
          body: JSON.stringify({ query, max_results: results }),
        })
        if (hits.length === 0) return refuses(webMessages[context.language].search.none(query))
        const text = hits
          .map(({ title, url, content }) => `${title}\n${url}\n${content.slice(0, mostText)}`)
          .join('\n\n')
        return { text, untrusted: true, source: 'web search', data: hits.map(({ title, url }) => ({ title, url })) }
      }),
  })
}

/**
 * Wikipedia in the person's language, or another. `{lang}` in the address is replaced. Search with extracts of the
 * lead: https://www.mediawiki.org/wiki/API:Search, https://www.mediawiki.org/wiki/Extension:TextExtracts#API
 */
export function searchWikipedia(service: ApiService): Tool {
  return tool({
    name: 'search_wikipedia',
    facts: { group: 'web', kind: 'fetch', subject: 'arguments', reads: 'web', leavesNothing: false },
    deeds: 'none',
    category: 'safe',
    readOnly: true,
    effect: () => 'sends',
    description: 'Search Wikipedia (lang: ko, en, ...).',
    schema: {
      type: 'object',
      properties: { query: { type: 'string' }, lang: { type: 'string', pattern: '^[a-z]{2,3}(-[a-z]+)*$' } },
      required: ['query'],
    },
    run: ({ query, lang = '' }, context) =>
      guardedWeb(context, async () => {
        const z = await import('zod/mini')
        const page = z.object({
          title: z.string(),
          extract: z.optional(z.string()),
          fullurl: z.string(),
          index: z.number(),
        })
        const asked = new URLSearchParams({
          ...{
            action: 'query',
            format: 'json',
            formatversion: '2',
            generator: 'search',
            gsrsearch: query,
            gsrlimit: '3',
          },
          ...{ prop: 'extracts|info', inprop: 'url', exintro: '1', explaintext: '1', exchars: '1200' },
        })
        const baseUrl = service.baseUrl.replace('{lang}', lang || context.language)
        const type = z.object({ query: z.optional(z.object({ pages: z.array(page) })) })
        const found = await askService({ ...service, baseUrl }, `/w/api.php?${asked}`, type, context)
        const pages = (found.query?.pages ?? []).sort((a, b) => a.index - b.index)
        if (pages.length === 0) return refuses(webMessages[context.language].wikipedia.none(query))
        const text = pages
          .map(({ title, extract = '', fullurl }) => `${title}\n${fullurl}\n${extract}`.trim())
          .join('\n\n')
        return {
          text,
          untrusted: true,
          source: 'web wikipedia',
          data: pages.map(({ title, fullurl }) => ({ title, url: fullurl })),
        }
      }),
  })
}
