import { parseSync } from 'oxc-parser'

/** Figures of the words of a tree of sources: the names and comments that a stranger reads first. */
export interface WordFigures {
  /** Functions that stand free: declared, or held by a constant. Methods have their object before the dot. */
  functions: number
  /** Those of them whose name is one word. */
  oneWord: number
  /** Comments that begin with a question word (What, Where, How, Whether, Who, When, Which, Why). */
  questions: number
  /** Lines of more than 120 columns outside `messages/`, whose sentences are not broken. */
  longLines: number
}

interface Node {
  type: string
  id?: { name?: string } | null
  init?: { type: string } | null
  [key: string]: unknown
}

const isOneWord = (name: string) => !/[a-z0-9][A-Z]/.test(name)
const questionWord = /^[\s*]*(?:What|Where|How|Whether|Who|Whose|When|Which|Why)\b/

/** Names of the free functions below `node`. */
function* namesOf(node: unknown): Generator<string> {
  if (Array.isArray(node)) for (const one of node) yield* namesOf(one)
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return
  const { type, id, init } = node as Node
  const isFunction =
    type === 'FunctionDeclaration' || (type === 'VariableDeclarator' && /FunctionExpr/.test(init?.type ?? ''))
  if (isFunction && id?.name) yield id.name
  for (const value of Object.values(node)) yield* namesOf(value)
}

/** Count the words of `tree`: path below `src/` → text. */
export function countWords(tree: Readonly<Record<string, string>>): WordFigures {
  const figures: WordFigures = { functions: 0, oneWord: 0, questions: 0, longLines: 0 }
  for (const [file, source] of Object.entries(tree)) {
    const { program, comments } = parseSync(file, source)
    const names = [...namesOf(program)]
    figures.functions += names.length
    figures.oneWord += names.filter(isOneWord).length
    figures.questions += comments.filter(({ value }) => questionWord.test(value)).length
    if (!file.startsWith('messages/'))
      figures.longLines += source.split('\n').filter((line) => line.length > 120).length
  }
  return figures
}

/** Rooms that read what people ask for. */
const readingRooms = /^(?:llm\/rules|std\/korean|services|core\/service)\//
/** Homes of endings: the grammar that writes them once, and sentences that the program itself says. */
const endingHomes = /^std\/korean\/grammar\/|\/(?:messages|template)\.ts$/

/** Count how often the code of the reading rooms spells 줘 or 주세요 by itself, outside comments. */
export function countSpelledEndings(tree: Readonly<Record<string, string>>): number {
  let count = 0
  for (const [file, source] of Object.entries(tree)) {
    if (!readingRooms.test(file) || endingHomes.test(file)) continue
    const { comments } = parseSync(file, source)
    const said = (text: string) => text.match(/줘|주세요/g)?.length ?? 0
    count += said(source) - comments.reduce((sum, { start, end }) => sum + said(source.slice(start, end)), 0)
  }
  return count
}
