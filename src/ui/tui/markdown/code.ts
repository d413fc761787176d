import type { Role, StyledSpan } from '../terminal/style.ts'

/** Lines of code → spans per line. `before` is what stands above them, for strings and comments that go on. */
export type Highlight = (lang: string, before: readonly string[], lines: readonly string[]) => StyledSpan[][]

/** Lines above that are read again: enough for most comments and strings, and the same cost for any length. */
export const contextLines = 24

/** Loads the highlighter and its common languages, which only an answer with code needs. */
export async function loadHighlight(): Promise<Highlight> {
  const { common, createLowlight } = await import('./highlighter.ts')
  const lowlight = createLowlight(common)
  return (lang, before, lines) => {
    if (!lowlight.registered(lang)) return lines.map(uncolouredLine)
    const source = [...before, ...lines].join('\n')
    return linesOf(lowlight.highlight(lang, source) as Node).slice(before.length)
  }
}

/** Code in a language that nobody knows. */
export function uncolouredLine(line: string): StyledSpan[] {
  return [{ text: line, roles: [] }]
}

/** The part of a hast tree that is looked at. */
interface Node {
  type: string
  value?: string
  children?: readonly Node[]
  properties?: { className?: unknown }
}

function linesOf(root: Node): StyledSpan[][] {
  const lines: StyledSpan[][] = [[]]
  const walk = (node: Node, roles: readonly Role[]): void => {
    for (const [index, text] of (node.value ?? '').split('\n').entries()) {
      if (index > 0) lines.push([])
      if (text !== '') (lines.at(-1) as StyledSpan[]).push({ text, roles })
    }
    const own = roleOf(node.properties?.className)
    for (const child of node.children ?? []) walk(child, own ? [own] : roles)
  }
  walk(root, [])
  return lines
}

/** highlight.js scopes, by the first one that says something. */
const scopes: Record<string, Role> = {
  keyword: 'keyword',
  literal: 'keyword',
  built_in: 'title',
  type: 'title',
  title: 'title',
  section: 'title',
  name: 'keyword',
  string: 'string',
  regexp: 'string',
  addition: 'ok',
  deletion: 'error',
  number: 'number',
  symbol: 'number',
  attr: 'accent',
  attribute: 'accent',
  variable: 'accent',
  comment: 'comment',
  quote: 'comment',
  meta: 'comment',
  doctag: 'comment',
}

function roleOf(classes: unknown): Role | undefined {
  const [first = ''] = Array.isArray(classes) ? classes.map(String) : []
  return scopes[first.replace(/^hljs-/, '')]
}
