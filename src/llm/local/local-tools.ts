import { purposeOf, toolTitle } from '../../messages/tools/tool-words.ts'
import type { ToolSchema } from '../../protocol/index.ts'
import { contentWords, stemOf } from '../../std/korean/search/analysis.ts'

/** So many tools a small model is shown at most: of more it picks the wrong one. */
const mostTools = 6
/** Characters of a description: its first sentence says what the tool is for. */
const descriptionChars = 160

/**
 * Choose the tools that a request speaks of, by words that it shares with their names and descriptions; those called
 * before in this turn stay. None, where it speaks of none: talk needs no tools.
 */
export function chooseTools(tools: readonly ToolSchema[], words: string, called: ReadonlySet<string>): ToolSchema[] {
  const asked = stems(words)
  // A word of many descriptions says nothing of which tool is meant.
  const known = tools.map((tool) => ({ tool, has: stems(textOf(tool)) }))
  const spread = (word: string) => known.filter(({ has }) => has.has(word)).length
  const scored = known.map(({ tool, has }) => ({
    tool,
    score: called.has(tool.name)
      ? Number.POSITIVE_INFINITY
      : [...asked].reduce((sum, word) => sum + (has.has(word) ? 1 / spread(word) : 0), 0),
  }))
  const telling = scored.filter(({ score }) => score >= 1 / 3)
  return (telling.length > 0 ? telling : scored.filter(({ score }) => score > 0))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostTools)
    .map(({ tool }) => ({ ...tool, description: firstSentence(tool.description) }))
}

/** The purpose of a tool: as models are told, and as people are, in Korean. */
const textOf = (tool: ToolSchema): string =>
  [tool.name.replace(/[_.-]/g, ' '), tool.description, toolTitle(tool.name, 'ko'), purposeOf(tool, 'ko')].join(' ')

const stems = (text: string) => new Set(contentWords(text).map((word) => stemOf(word.toLowerCase())))

function firstSentence(text: string): string {
  const [first = ''] = text.split(/(?<=[.!?。])\s|\n/, 1)
  return first.slice(0, descriptionChars)
}
