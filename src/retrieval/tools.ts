import type { FromSchema } from 'json-schema-to-ts'
import { docsMessages } from '../messages/commands/docs.ts'
import { documentSurveyMessages } from '../messages/tools/document-survey.ts'
import {
  type Id,
  type Json,
  type JsonObject,
  limits,
  type Tool,
  type ToolContext,
  type Untrusted,
} from '../protocol/index.ts'
import { assessedText, forRemote, sourcesOf } from './answers/cite.ts'
import { searchAnswers } from './answers/several.ts'
import type { Library } from './library.ts'
import { withTableAnswers } from './tables/answer-tables.ts'
import { filesWithin, foldersOf, isLimited, withinSchema } from './within.ts'

const schema = {
  type: 'object',
  properties: {
    query: { type: 'string', minLength: 1 },
    count: { type: 'integer', minimum: 1, maximum: 20 },
    ...withinSchema,
  },
  required: ['query'],
} as const
type Args = FromSchema<typeof schema>

/** Passages that an answer needs fit into five; more is asked for by `count`. */
const usual = 5

/**
 * The tool `search_documents` over the library of the turn's workspace. Remote surfaces see names of files, no paths.
 * `mark` tells whether files are the person's own; `numbers` takes so many numbers for the passages of a turn and
 * gives the first.
 */
export function searchDocuments(
  libraryOf: (context: ToolContext) => Promise<Library>,
  mark: (files: readonly string[]) => Promise<Untrusted>,
  numbers: (turn: Id, count: number) => number = () => 1,
): Tool {
  return {
    name: 'search_documents',
    facts: { group: 'core', kind: 'search', subject: 'arguments', reads: 'files', leavesNothing: false },
    deeds: 'none',
    category: 'safe',
    readOnly: true,
    idempotent: true,
    timeoutMs: limits.toolMs,
    description: "Search the user's documents. Results begin with file:line; cite what you used as [n].",
    schema: schema as unknown as JsonObject,
    async *run(args, context) {
      const { query, count = usual, ...within } = args as Args
      const say = docsMessages[context.language]
      const library = await libraryOf(context)
      const all = isLimited(within) ? await library.list(context.signal) : []
      const meant = filesWithin(all, within, context.zone).map(({ path }) => path)
      if (all.length > 0 && meant.length === 0)
        return { text: documentSurveyMessages[context.language].none(foldersOf(all, 10)), data: [] }
      const search = (wanted: string) =>
        library.search(wanted, count, context.signal, all.length > 0 ? meant : undefined)
      const answering = await searchAnswers(search, query, count)
      const { language, signal } = context
      const { hits: found, ...rest } = await withTableAnswers(answering, query, { library, language, signal })
      const hits = context.cwd === undefined ? forRemote(found) : found
      if (hits.length > 0)
        return {
          text: assessedText({ hits, ...rest }, context.cwd, numbers(context.turn, hits.length)),
          ...(await mark(found.map(({ file }) => file))),
          data: sourcesOf(hits) as unknown as Json,
        }
      const { files } = await library.status(context.signal)
      return { text: files === 0 ? say.none : say.nothing, data: [] }
    },
  }
}
