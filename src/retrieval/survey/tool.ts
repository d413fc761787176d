import type { FromSchema } from 'json-schema-to-ts'
import { documentSurveyMessages } from '../../messages/tools/document-survey.ts'
import type { Id, Json, JsonObject, Tool, ToolContext, Untrusted } from '../../protocol/index.ts'
import { forRemote, passagesText, placeOf, sourcesOf } from '../answers/cite.ts'
import type { Library } from '../library.ts'
import type { PassageHit } from '../ports.ts'
import type { Recognise } from '../readers/read.ts'
import { filesWithin, foldersOf, type Within, withinSchema } from '../within.ts'
import { type ChooseLines, type KeptChoices, type Surveyed, surveyDocuments } from './survey.ts'

const schema = {
  type: 'object',
  properties: {
    task: { type: 'string', minLength: 1 },
    ...withinSchema,
    skip: { type: 'integer', minimum: 0, description: 'documents of the last call' },
  },
  required: ['task'],
} as const
type Args = FromSchema<typeof schema>

/** Documents of one call: each still has room for a few sentences. */
export const mostDocuments = 40
/** Letters of a result, over all documents. */
const letters = 16_000
/** A quarter of an hour: 40 documents of a book's length, by a model that takes two seconds for a part. */
const timeoutMs = 15 * 60_000

export interface SurveyPorts {
  libraryOf(context: ToolContext): Promise<Library>
  /** Return the chooser of lines for this task, and the place of its choices; asked once a call. */
  chooserFor(task: string): Promise<{ name: string; choose: ChooseLines }>
  kept: KeptChoices
  recogniser(signal: AbortSignal): Promise<Recognise | undefined>
  /** Tell whether files are the person's own. */
  mark(files: readonly string[]): Promise<Untrusted>
  /** Takes so many numbers for the passages of a turn and gives the first. */
  numbers(turn: Id, count: number): number
}

/**
 * The tool `read_documents`: goes through whole documents for a task (a summary, a comparison, a table) and gives
 * what of each the task needs, word for word with its places. What cannot be read is named. Stopped in between, the
 * next call goes on where it was.
 */
export function readDocuments(ports: SurveyPorts): Tool {
  return {
    name: 'read_documents',
    facts: { group: 'core', kind: 'other', subject: 'arguments', reads: 'files', leavesNothing: false },
    deeds: 'none',
    category: 'safe',
    readOnly: true,
    idempotent: true,
    timeoutMs,
    description: 'Go through whole documents for a task over several of them: summarise, compare, make a table.',
    schema: schema as unknown as JsonObject,
    async *run(args, context) {
      const { task, skip = 0, ...within } = args as Args
      const say = documentSurveyMessages[context.language]
      const { signal, cwd } = context
      const library = await ports.libraryOf(context)
      const all = await library.listAll(signal)
      const meant = filesWithin(all, within as Within, context.zone)
      if (meant.length === 0) return { text: say.none(foldersOf(all, 10)), data: [] }
      const files = meant.slice(skip, skip + mostDocuments).map(({ path }) => path)
      const { name, choose } = await ports.chooserFor(task)
      const kept = context.ephemeral || context.private ? {} : { kept: ports.kept }
      const recognise = await ports.recogniser(signal)
      const share = Math.floor(letters / Math.max(1, files.length))
      const deps = { choose, chooser: name, ...kept, share, recognise }
      const read: Surveyed[] = []
      for await (const one of surveyDocuments(task, files, deps, signal)) {
        read.push(one)
        yield say.progress(
          skip + read.length,
          meant.length,
          placeOf({ file: one.path, line: 1 }, cwd).replace(/:1$/, ''),
        )
      }
      const hits = read.flatMap(passageOf)
      const shown = cwd === undefined ? forRemote(hits) : hits
      const texts = passagesText(shown, cwd, ports.numbers(context.turn, shown.length))
      const notes = notesOf(read, { total: meant.length, skip, byRules: name === 'rules' }, say)
      return {
        text: [...(texts ? [texts] : []), notes.join('\n')].join('\n\n'),
        ...(await ports.mark(files)),
        data: sourcesOf(shown) as unknown as Json,
      }
    },
  }
}

interface Extent {
  total: number
  skip: number
  byRules: boolean
}

/** Tell the documents that were read, those that were not and why, and those that are left. */
function notesOf(
  read: readonly Surveyed[],
  { total, skip, byRules }: Extent,
  say: typeof documentSurveyMessages.ko,
): string[] {
  const notes = read.flatMap((one) => {
    if ('fault' in one) return [say.unread(nameOf(one.path), one.fault)]
    return one.cut ? [say.partly(nameOf(one.path))] : []
  })
  const silent = read.flatMap((one) => ('lines' in one && one.lines.length === 0 ? [nameOf(one.path)] : []))
  const rest = total - skip - read.length
  return [
    say.read(read.length, total, byRules),
    ...notes,
    ...(silent.length > 0 ? [say.silent(silent)] : []),
    ...(rest > 0 ? [say.rest(rest, skip + read.length)] : []),
  ]
}

const nameOf = (path: string) => path.split('/').at(-1) ?? path

/** Return the chosen lines of a document as one passage that begins at its first line. */
function passageOf(one: Surveyed): PassageHit[] {
  if ('fault' in one) return []
  const [first, last] = [one.lines[0], one.lines.at(-1)]
  if (!first || !last) return []
  const { line, page } = first
  const text = one.lines.map((each) => each.text.trim()).join('\n')
  return [
    {
      file: one.path,
      line,
      endLine: last.line,
      heading: one.heading,
      text,
      score: 1,
      ...(page !== undefined && { page }),
    },
  ]
}
