import { readTextIfThere, writeAtomic } from '../../std/fs/files.ts'
import { readSentence } from '../../std/korean/sentence.ts'
import type { Span } from '../../std/korean/spelling/span.ts'
import { loadRecurrence, nextOccurrence, type RuleText, toRuleText } from '../../std/time/recurrence.ts'

/** An open line of a checklist that says when it comes again. */
export interface ChecklistTask {
  /** The line as it stands: another word makes it another task. */
  line: string
  /** The line without the words of its time: whoever does it now is not asked to do it again every day. */
  prompt: string
  rule: RuleText
  next: number
}

/** A time of the day is needed; a line that names a day only means nine in the morning. */
const morning = { hour: 9, minute: 0 }

/** The open tasks of a Markdown checklist (`- [ ] 매일 아침 8시 오늘 일정 알려줘`) that have a repeated time; each line once. */
export async function openTasks(checklist: string, now: Date, zone: string): Promise<ChecklistTask[]> {
  if (checklist.trim() === '') return []
  await loadRecurrence()
  const lines = checklist.split('\n').flatMap((text) => openLine(text) ?? [])
  return [...new Set(lines)].flatMap((line) => {
    const read = readSentence(line).recurrence({ now, zone })
    const rule = read && toRuleText({ ...read.rule, time: read.rule.time ?? morning }, zone)
    const next = rule && nextOccurrence(rule, now, zone)
    return rule && next ? [{ line, prompt: without(line, read.spans), rule, next: +next }] : []
  })
}

/** The file of the checklist, in the home. */
export const checklistName = 'heartbeat.md'

/** Ticks off an open line in the file of the checklist: whoever takes its schedule away does not want it back. */
export async function tickOff(path: string, line: string): Promise<void> {
  const checklist = await readTextIfThere(path)
  if (checklist === undefined) return
  const lines = checklist.split('\n').map((text) => (openLine(text) === line ? text.replace('[ ]', '[x]') : text))
  await writeAtomic(path, lines.join('\n'))
}

/** Opens a line again that was ticked off. */
export async function untick(path: string, line: string): Promise<void> {
  const checklist = await readTextIfThere(path)
  if (checklist === undefined) return
  const opened = (text: string) => text.replace('[x]', '[ ]')
  const lines = checklist.split('\n').map((text) => (openLine(opened(text)) === line ? opened(text) : text))
  await writeAtomic(path, lines.join('\n'))
}

const openLine = (text: string) => /^\s*[-*+]\s+\[ \]\s+(.+?)\s*$/.exec(text)?.[1]?.normalize('NFC')

function without(task: string, spans: readonly Span[]): string {
  const rest = spans
    .toSorted((a, b) => b.from - a.from)
    .reduce((text, { from, to }) => `${text.slice(0, from)} ${text.slice(to)}`, task)
    .replace(/^\s*(?:에|마다)?\s+|^[\s,:-]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
  return rest || task
}
