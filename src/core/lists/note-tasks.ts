import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { withoutDue } from '../../llm/rules/lists/english-names.ts'
import { withoutDueDay } from '../../llm/rules/lists/korean-clause.ts'
import type { ItemSource } from '../../protocol/index.ts'
import { codeOf } from '../../std/fs/files.ts'
import { itemsOf } from '../../std/text/checklist.ts'
import { decodeText } from '../../std/text/decode.ts'
import { patternOf } from '../../std/text/pattern.ts'
import type { When } from '../../std/time/calendar.ts'
import { listedItems } from './list-page.ts'
import type { ListPages } from './list-store.ts'

/** A task that stands in notes. */
export interface NoteTask {
  name: string
  due?: string
  /** From 1. */
  line: number
  mark: string
}

/** Words before a task that is no box. */
const NAMED = patternOf('i')`
    ^\s*(?:[-*+•]\s+)?(?:\*\*)?(?:TODO|FIXME|(?:해야\s?)?할\s?일|액션(?:\s?아이템)?|action(?:\s?items?)?|to-?do)
    (?:\*\*)?\s*[:：](?:\*\*)?\s*(\S.*)$`
/** Longer lines are no tasks but text, in UTF-16 units. */
const mostLetters = 300

const markOf = (line: string) => createHash('sha256').update(line.trim().normalize('NFC')).digest('hex').slice(0, 10)

const linesIn = (text: string) => text.split(/\r\n|\r|\n/)

/** Find the tasks of notes: open boxes, and lines that call themselves one; with the day until which they are due. */
export function tasksOfNotes(text: string, when: When): NoteTask[] {
  const lines = linesIn(text)
  const boxes = itemsOf(text).filter(({ at }) => /^\s*(?:[-*+]|\d{1,9}[.)])[ \t]+\[ \]/.test(lines[at] ?? ''))
  const boxed = new Map(boxes.map(({ at, text: words }) => [at, words]))
  return lines.flatMap((line, at) => {
    const said = (boxed.get(at) ?? NAMED.exec(line)?.[1] ?? '').trim()
    if (said === '' || said.length > mostLetters) return []
    const dued = [withoutDueDay(said, when), withoutDue(said, when)].find(({ due }) => due !== undefined)
    const { words, due } = dued ?? { words: said, due: undefined }
    return [{ name: words, line: at + 1, mark: markOf(line), ...(due === undefined ? {} : { due }) }]
  })
}

/** How the line of a thing stands in its notes now: at which line, changed, or not to be read. */
export type SourceState = { line: number } | 'changed' | 'gone'

/** Look at the notes that things of these pages come from; by the place and the fingerprint of each. */
export async function lookAtSources(pages: ListPages): Promise<ReadonlyMap<string, SourceState>> {
  const sources = [...pages].flatMap(([list, page]) => listedItems(list, page).flatMap(({ source }) => source ?? []))
  const texts = new Map<string, readonly string[] | undefined>()
  for (const { path } of sources) if (!texts.has(path)) texts.set(path, await marksIn(path))
  return new Map(sources.map((source) => [sourceKey(source), stateOf(source, texts.get(source.path))]))
}

/** A name for the line of a source. */
export const sourceKey = ({ path, line, mark }: ItemSource): string => `${path}:${line}:${mark}`

/** The place of a source as it is told: "notes.md:4". */
export const sourceText = ({ path, line }: Pick<ItemSource, 'path' | 'line'>): string => `${basename(path)}:${line}`

/** Larger files are no notes, in bytes. */
const mostBytes = 4 << 20

async function marksIn(path: string): Promise<readonly string[] | undefined> {
  try {
    const bytes = await readFile(path)
    return bytes.length > mostBytes ? undefined : linesIn(decodeText(bytes)?.text ?? '').map(markOf)
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return undefined
  }
}

/** A line that only moved, because others were written above it, is the same one. */
function stateOf({ line, mark }: ItemSource, marks: readonly string[] | undefined): SourceState {
  if (!marks) return 'gone'
  if (marks[line - 1] === mark) return { line }
  const found = marks.indexOf(mark)
  return found < 0 ? 'changed' : { line: found + 1 }
}
