import type { Intent, RequestAttachment, Utterance } from '../intent.ts'

const shownHeadings = 5
const shownTexts = 5

/** Return the honest description of a text without understanding it: its size, its first headings, and the way on. */
export function digest(attachments: readonly RequestAttachment[], { say }: Pick<Utterance, 'say'>): Intent {
  const lines = attachments
    .slice(0, shownTexts)
    .map(({ name, text }) => say.digest(name, linesIn(text), wordsIn(text), headings(text)))
  const rest = attachments.length > shownTexts ? [say.moreCases(attachments.length - shownTexts)] : []
  return { weight: 2, answer: () => [...lines, ...rest, '', say.digestOnly].join('\n') }
}

function linesIn(text: string): number {
  return text.trim() === '' ? 0 : text.replace(/\n$/, '').split('\n').length
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter(Boolean).length
}

/** Markdown headings, the files of a diff, or else the first meaningful lines. */
function headings(text: string): string[] {
  const lines = text.split('\n', 20_000)
  const titles = lines.filter((line) => /^#{1,6} \S/.test(line)).map((line) => line.replace(/^#+ /, ''))
  const diffs = lines.flatMap((line) => /^diff --git a\/(\S+)/.exec(line)?.[1] ?? [])
  const first = lines.filter((line) => /[\p{L}\p{N}]/u.test(line)).slice(0, 1)
  const found: RequestAttachment['text'][] = titles.length ? titles : diffs.length ? diffs : first
  return found.slice(0, shownHeadings).map((line) => (line.length > 80 ? `${line.slice(0, 79)}…` : line.trim()))
}
