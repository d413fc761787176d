// Writes the finished lines of the bench's answer, as the TUI prints them, to the file in BENCH_LINES.
import { writeFileSync } from 'node:fs'
import { loadHighlight } from '../../src/ui/tui/markdown/code.ts'
import { loadInline } from '../../src/ui/tui/markdown/inline-markdown.ts'
import { partRows } from '../../src/ui/tui/markdown/markdown-rows.ts'
import { finishMarkdown, markdown, pushText } from '../../src/ui/tui/markdown/streaming-markdown.ts'
import { createPainter } from '../../src/ui/tui/terminal/style.ts'
import { replyTokens } from './reply.ts'

const readers = { inline: await loadInline(), highlight: await loadHighlight() }
const [parts, rest] = pushText(markdown, replyTokens(Number(process.env.BENCH_TOKENS ?? 20_000)).join(''))
const [rows] = partRows([...parts, ...finishMarkdown(rest)[0]], Number(process.env.BENCH_COLUMNS ?? 100), readers, {
  lang: '',
  lines: [],
})
writeFileSync(process.env.BENCH_LINES as string, JSON.stringify(rows.map(createPainter(true))))
