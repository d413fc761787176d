import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { Language } from '../../messages/language.ts'
import { type TableAnswer, tableAnswerMessages } from '../../messages/tools/table-answers.ts'
import { formatOfName, isPackedDocument } from '../../std/text/document-formats.ts'
import type { Answering } from '../answers/several.ts'
import type { Library } from '../library.ts'
import type { PassageHit } from '../ports.ts'
import { readDocument } from '../readers/read.ts'
import { fileAt } from '../walk.ts'
import { computeTable, type TableResult } from './compute.ts'
import { amountText, type DocumentTable, tablesIn } from './table.ts'
import { hasOperation, readTableQuestion } from './table-question.ts'

/** Larger files are data for a program; text takes longer to read than what is packed. */
const mostBytes = { text: 1 << 20, packed: 8 << 20 }
/** Files that are looked into for one question. */
const mostFiles = 8

/** Passages of an answer that was computed, before those that were found; as they were where nothing is computed. */
export async function withTableAnswers(
  found: Answering,
  question: string,
  { library, language, signal }: { library: Pick<Library, 'list'>; language: Language; signal: AbortSignal },
): Promise<Answering> {
  const isOperation = hasOperation(question)
  if (found.parts.length > 0) return found
  const inHits = found.hits.filter(({ file, text }) => isSheet(file) || text.includes('|')).map(({ file }) => file)
  const sheets = isOperation ? (await library.list(signal)).map(({ path }) => path).filter(isSheet) : []
  const computed = await answerFromTables(question, [...inHits, ...sheets], language, signal)
  return computed.length === 0 ? found : { ...found, hits: [...computed, ...found.hits], computed: computed.length }
}

const isSheet = (path: string) => formatOfName(path)?.kind === 'sheet'

/** Compute a question over the tables of these files; [] if none of them explains every word of it. */
async function answerFromTables(
  question: string,
  files: readonly string[],
  language: Language,
  signal: AbortSignal,
): Promise<PassageHit[]> {
  const answers: PassageHit[] = []
  for (const file of [...new Set(files)].slice(0, mostFiles)) {
    for (const table of await tablesOfFile(file, signal)) {
      const query = readTableQuestion(question, table, basename(file, extname(file)))
      const result = query && computeTable(table, query)
      const first = result?.rows[0] ?? table.rows[0]
      if (!result || !first) continue
      const text = tableAnswerMessages[language](answerOf(table, result))
      const place = { line: first.line, endLine: result.rows.at(-1)?.line ?? first.line }
      const page = first.page === undefined ? {} : { page: first.page }
      answers.push({
        text,
        file,
        ...place,
        ...page,
        heading: table.title,
        score: 1,
        judged: { verdict: 'says', missing: [] },
      })
    }
  }
  return answers
}

async function tablesOfFile(path: string, signal: AbortSignal): Promise<DocumentTable[]> {
  const found = await fileAt(path)
  if ('fault' in found || found.folder || found.size > mostBytes[isPackedDocument(path) ? 'packed' : 'text']) return []
  const bytes = await readFile(path, { signal }).catch(() => undefined)
  signal.throwIfAborted()
  const read = bytes && (await readDocument(path, bytes, signal))
  return read && 'lines' in read ? tablesIn(read.lines) : []
}

function answerOf({ columns, rows: all }: DocumentTable, { query, amount, rows, open }: TableResult): TableAnswer {
  const { operation, column, conditions } = query
  const shown =
    operation === 'rows' ? columns.map((_, at) => at) : [0, ...(column === undefined || column === 0 ? [] : [column])]
  const limited = conditions.map((one) => {
    const name = columns[one.column] ?? ''
    return 'is' in one ? { column: name, value: one.is } : { column: name, value: amountText(one.than), by: one.by }
  })
  return {
    operation,
    ...(column !== undefined && { column: columns[column] ?? '' }),
    ...(amount && { amount: amountText(amount) }),
    conditions: limited,
    rows: rows.map(({ line, page, cells }) => ({
      line,
      ...(page !== undefined && { page }),
      cells: shown.map((at) => ({ column: columns[at] ?? '', value: cells[at] ?? '' })),
    })),
    of: all.length,
    open,
  }
}
