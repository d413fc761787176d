import { patternOf } from '../../std/text/pattern.ts'
import type { TextLine } from '../ports.ts'
import { textLines } from './text.ts'

/** Longer lines are data or were made by a program; patterns are not tried at them. */
const longestLine = 300

const script: readonly RegExp[] = [
  patternOf()`
    ^\s*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|class|interface|enum|
    namespace|type)\s+([\w$]+)`,
  patternOf()`
    ^\s*(?:export\s+)?(?:const|let|var)\s+([\w$]+)\b[^=]{0,80}=\s*(?:async\s*)?(?:function\b|\([^)]*\)[^=]{0,80}=>|
    [\w$]+\s*=>)`,
  patternOf()`
    ^\s+(?:(?:public|private|protected|static|readonly|async|get|set|override|abstract)\s+)*\*?\s*(#?[\w$]+)
    \s*(?:<[^>]*>)?\([^;]*\)[^;=]*\{\s*$`,
]
const typed: readonly RegExp[] = [
  patternOf()`
    ^\s*(?:[\w@().]+\s+){0,6}(?:class|interface|enum|record|object|trait|struct|protocol|extension|namespace|fun|func|
    def|typealias)\s+([\w.$]+)`,
  patternOf()`
    ^\s+(?:(?:public|private|protected|internal|static|final|abstract|override|async|virtual|
    synchronized)\s+)+(?:[\w<>[\],.?]+\s+)?(\w+)\s*\([^;{]*(?:[{)]|$)`,
]
const c: readonly RegExp[] = [
  /^\s*(?:typedef\s+)?(?:template\s*<[^>]*>\s*)?(?:class|struct|union|enum(?:\s+class)?|namespace)\s+(\w+)[^;()]*$/,
  /^(?:[\w:*&<>~]+\s+){1,5}[*&]*([\w:~]+)\s*\([^;]*$/,
  // The kind of the result may stand on a line of its own.
  /^([a-z_]\w+)\s*\([^;]*\)\s*$/,
]

/** Beginnings of lines that declare something, by the ending of the file; the first group holds the name. */
const patterns: Readonly<Record<string, readonly RegExp[]>> = {
  ...Object.fromEntries('js jsx mjs cjs ts tsx vue svelte'.split(' ').map((ending) => [ending, script])),
  ...Object.fromEntries('java kt kts scala swift cs dart'.split(' ').map((ending) => [ending, typed])),
  ...Object.fromEntries('c cc cpp h hpp'.split(' ').map((ending) => [ending, c])),
  py: [/^\s*(?:async\s+)?(?:def|class)\s+(\w+)/],
  rb: [/^\s*(?:def|class|module)\s+([\w.:?!]+)/],
  go: [/^func\s+(?:\([^)]*\)\s*)?(\w+)/, /^type\s+(\w+)/],
  rs: [
    patternOf()`
      ^\s*(?:pub(?:\([^)]*\))?\s+)?(?:(?:async|unsafe|const|default)\s+)*(?:fn|struct|enum|trait|mod|union|
      macro_rules!)\s+(\w+)`,
    /^\s*(?:unsafe\s+)?impl\b(?:<[^>]*>)?\s+([^{]+?)\s*(?:\{|where\b|$)/,
  ],
  php: [
    /^\s*(?:(?:abstract|final|public|private|protected|static)\s+)*(?:function|class|interface|trait|enum)\s+&?(\w+)/,
  ],
  pl: [/^\s*(?:sub|package)\s+([\w:]+)/],
  lua: [/^\s*(?:local\s+)?function\s+([\w.:]+)/],
  ex: [/^\s*(?:def|defp|defmodule|defmacro|defprotocol)\s+([\w.?!]+)/],
  exs: [/^\s*(?:def|defp|defmodule|defmacro|defprotocol)\s+([\w.?!]+)/],
  sh: [/^\s*(?:function\s+)?([\w-]+)\s*\(\)/, /^\s*function\s+([\w-]+)/],
  ps1: [/^\s*(?:function|filter|class)\s+([\w-]+)/i],
  sql: [
    /^\s*create\s+(?:or\s+replace\s+)?(?:unique\s+)?(?:table|view|function|procedure|index|trigger|type)\s+(?:if\s+not\s+exists\s+)?["`[]?([\w.]+)/i,
  ],
  proto: [/^\s*(?:message|service|enum|rpc)\s+(\w+)/],
  graphql: [/^\s*(?:extend\s+)?(?:type|interface|enum|input|union|scalar|query|mutation|fragment)\s+(\w+)/],
}

/** Words that look like a method when a block follows them. */
const statements = new Set('if for while switch catch return else do try with function await new match when'.split(' '))

/** A comment or an annotation: above a declaration it belongs to it. */
const isAbove = (line: string) => /^\s*(?:\/\/|\/?\*|#(?!\s*(?:include|define|if|end))|@|--|\[\w|%)/.test(line)
/** Tell whether a line ends a block at the depth of its beginning. */
const isCloser = (line: string) =>
  /^\s*(?:[)\]}>{;,]|end\b|\*|(?:else|elif|except|finally|catch|rescue|where)\b)/.test(line)

const indentOf = (line: string) => line.length - line.trimStart().length

/**
 * Source code with the names of its functions, classes and other declarations as headings, each where it (and the
 * comment above it) begins. Undefined for languages that are not known. A heading without words ends the one before.
 */
export function codeLines(text: string, extension: string): TextLine[] | undefined {
  const known = patterns[extension.slice(1)]
  if (!known) return undefined
  const lines = textLines(text)
  const headings = new Map<number, { text: string; level: number }>()
  const open: { name: string; indent: number }[] = []
  for (const [at, { text: line }] of lines.entries()) {
    if (line.length > longestLine || line.trim() === '') continue
    const indent = indentOf(line)
    const before = open.length
    while (open.length > 0 && indent <= (open.at(-1)?.indent ?? 0) && !isCloser(line)) open.pop()
    if (open.length < before)
      headings.set(at, { text: open.at(-1)?.name ?? '', level: Math.min(6, Math.max(1, open.length)) })
    const name = nameIn(line, known)
    if (name === undefined) continue
    open.push({ name, indent })
    let from = at
    while (from > 0 && isAbove(lines[from - 1]?.text ?? '')) headings.delete(from--)
    headings.delete(at)
    headings.set(from, { text: name, level: Math.min(6, open.length) })
  }
  return lines.flatMap((line, at) => {
    const heading = headings.get(at)
    return heading ? [{ ...heading, line: line.line }, line] : [line]
  })
}

function nameIn(line: string, known: readonly RegExp[]): string | undefined {
  for (const pattern of known) {
    const name = pattern.exec(line)?.[1]
    if (name !== undefined && !statements.has(name)) return name
  }
  return undefined
}
