import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { DocumentFault } from '../../messages/commands/docs.ts'
import { cutLongLines } from '../chunk.ts'
import type { TextLine } from '../ports.ts'
import { type Recognise, readDocument } from '../readers/read.ts'
import { sizeLimit } from '../readers/read-here.ts'
import { faultOf, fileAt } from '../walk.ts'

/**
 * Choose the lines that a task needs: their places from 0, the most needed first, at most `most`. Throws
 * `AssistantError` if the chooser cannot be asked.
 */
export type ChooseLines = (
  task: string,
  lines: readonly string[],
  most: number,
  signal: AbortSignal,
) => Promise<number[]>

/** Earlier choices for a part, by a key; asked first, so that an interrupted survey goes on. */
export interface KeptChoices {
  get(key: string): Promise<number[] | undefined>
  put(key: string, chosen: readonly number[]): Promise<void>
}

/**
 * A document as a task needs it: its first heading and the lines that were chosen, word for word, in their order; or
 * why it was not read.
 */
export type Surveyed =
  | { path: string; heading: string; lines: TextLine[]; cut: boolean }
  | { path: string; fault: DocumentFault }

export interface SurveyDeps {
  choose: ChooseLines
  /** Names what chooses: choices of another are not taken. */
  chooser: string
  kept?: KeptChoices
  /** Letters that may be taken of each document. */
  share: number
  recognise?: Recognise | undefined
}

/** Letters that are looked at in one go: about 8,000 tokens of Korean. */
const partLetters = 12_000
/** Parts of one document that are looked at, and how many at the same time. A book of 400,000 letters has so many. */
const mostParts = 40
const together = 4
/** A line that is worth taking has about so many letters; it says how many lines fill a share. */
const usualLine = 60

/**
 * Takes of every document what a task needs, one after the other. Every line is looked at; what is taken stands in
 * the file word for word, as it is at this moment. Throws what `choose` throws, and the signal's reason.
 */
export async function* surveyDocuments(
  task: string,
  paths: readonly string[],
  deps: SurveyDeps,
  signal: AbortSignal,
): AsyncGenerator<Surveyed> {
  for (const path of paths) {
    signal.throwIfAborted()
    const read = await linesOf(path, signal, deps.recognise)
    yield 'fault' in read ? { path, fault: read.fault } : { path, ...(await chosenOf(task, read, deps, signal)) }
  }
}

async function linesOf(
  path: string,
  signal: AbortSignal,
  recognise?: Recognise,
): Promise<TextLine[] | { fault: DocumentFault }> {
  const found = await fileAt(path)
  if ('fault' in found) return { fault: found.fault }
  if (found.size > sizeLimit(path)) return { fault: 'large' }
  const bytes = await readFile(path, { signal }).catch((error) => {
    signal.throwIfAborted()
    return faultOf(error)
  })
  if (typeof bytes === 'string') return { fault: bytes }
  const read = await readDocument(path, bytes, signal, recognise)
  if ('fault' in read) return { fault: read.fault }
  const lines = [...cutLongLines(read.lines)].filter(({ text }) => text.trim() !== '')
  return lines.length === 0 ? { fault: 'empty' } : lines
}

async function chosenOf(
  task: string,
  lines: TextLine[],
  deps: SurveyDeps,
  signal: AbortSignal,
): Promise<Omit<Extract<Surveyed, { lines: TextLine[] }>, 'path'>> {
  const parts = inParts(lines.filter(({ level }) => level === undefined))
  const looked = parts.slice(0, mostParts)
  const most = Math.max(3, Math.ceil(deps.share / usualLine / looked.length))
  const ranked: TextLine[][] = []
  for (let at = 0; at < looked.length; at += together) {
    const some = looked.slice(at, at + together)
    ranked.push(...(await Promise.all(some.map((part) => chosenOfPart(task, part, most, deps, signal)))))
  }
  const taken = new Set<TextLine>()
  let left = deps.share
  // The most needed line of every part, then the second of every part, until the share is full.
  for (let rank = 0; rank < most; rank++)
    for (const { [rank]: line } of ranked) {
      if (!line || taken.has(line) || line.text.length > left) continue
      taken.add(line)
      left -= line.text.length
    }
  const heading = lines.find(({ level }) => level !== undefined)?.text ?? ''
  return { heading, lines: lines.filter((line) => taken.has(line)), cut: parts.length > looked.length }
}

async function chosenOfPart(
  task: string,
  part: readonly TextLine[],
  most: number,
  { choose, chooser, kept }: SurveyDeps,
  signal: AbortSignal,
): Promise<TextLine[]> {
  const texts = part.map(({ text }) => text)
  const key = createHash('sha256')
    .update(JSON.stringify([chooser, task, most, texts]))
    .digest('base64url')
    .slice(0, 22)
  const before = await kept?.get(key)
  const chosen = before ?? (await choose(task, texts, most, signal))
  if (!before) await kept?.put(key, chosen)
  return [...new Set(chosen)].slice(0, most).flatMap((at) => part[at] ?? [])
}

/** Lines in parts that are looked at in one go. */
function inParts(lines: readonly TextLine[]): TextLine[][] {
  const parts: TextLine[][] = [[]]
  let size = 0
  for (const line of lines) {
    if (size + line.text.length > partLetters && size > 0) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(line)
    size += line.text.length + 1
  }
  return parts
}
