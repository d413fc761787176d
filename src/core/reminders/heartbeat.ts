import { dirname } from 'node:path'
import { sleep } from '../../std/abort.ts'
import { ensureDir, readTextIfThere, writeAtomic } from '../../std/fs/files.ts'
import { readSentence } from '../../std/korean/sentence.ts'
import type { Span } from '../../std/korean/spelling/span.ts'
import { todayIn } from '../../std/time/calendar.ts'
import { loadRecurrence, nextOccurrence } from '../../std/time/recurrence.ts'

/** How often the checklist is looked at, in milliseconds. */
const lookMs = 30_000

export interface HeartbeatDeps {
  /** A Markdown checklist: `- [ ] 매일 아침 8시 오늘 일정 알려줘`. */
  path: string
  /** What was done until when, and the tokens of today. */
  statePath: string
  now(): Date
  zone: string
  /** Tokens a day. */
  budget: number
  /** Does one task within so many tokens; the only place where a model may be asked. */
  run(task: string, budget: number): Promise<{ text: string; tokens: number; exhausted?: true }>
  tell(text: string): Promise<void>
  /** The sentence when the tokens of the day are used up. */
  exhausted(task: string): string
  /** Waits; in tests, another way of passing time. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

interface State {
  /** Milliseconds since 1970: tasks that were due until then are done. */
  until: number
  day: string
  tokens: number
  /** It was said today that the tokens are used up. */
  said?: true
}

/**
 * The open tasks whose time came after `since` and not after `now`, each once, without the words of that time: whoever does one now
 * is not asked to do it again every day. Lines without a repeated time are never due.
 */
export async function dueTasks(checklist: string, since: Date, now: Date, zone: string): Promise<string[]> {
  await loadRecurrence()
  return checklist.split('\n').flatMap((line) => {
    const task = /^\s*[-*+]\s+\[ \]\s+(.+?)\s*$/.exec(line)?.[1]
    const said = task ? readSentence(task) : undefined
    const read = said?.recurrence({ now: since, zone })
    const next = read && nextOccurrence(read.rule, since, zone)
    return said && read && next && next <= now ? [without(said.text, read.spans)] : []
  })
}

function without(task: string, spans: readonly Span[]): string {
  const rest = spans
    .toSorted((a, b) => b.from - a.from)
    .reduce((text, { from, to }) => `${text.slice(0, from)} ${text.slice(to)}`, task)
    .replace(/^\s*(?:에|마다)?\s+|^[\s,:-]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
  return rest || task
}

/**
 * Looks at the checklist once: code decides what is due; without a due task nothing is asked and nothing is written. What is
 * done is noted before it begins: a task that ends the program is not begun again. Returns how many tasks ran.
 */
export async function beatOnce(parts: HeartbeatDeps): Promise<number> {
  const { path, statePath, now, zone, budget } = parts
  const checklist = await readTextIfThere(path)
  if (checklist === undefined) return 0
  const at = now()
  const before = await stateOf(statePath)
  const day = todayIn({ now: at, zone })
  const state: State = before?.day === day ? { ...before, until: +at } : { until: +at, day, tokens: 0 }
  // The first look only sets the mark: nothing of yesterday is due because a file was made.
  const tasks = before ? await dueTasks(checklist, new Date(before.until), at, zone) : []
  if (before && tasks.length === 0) return 0
  await keep(statePath, state)
  let ran = 0
  for (const task of tasks) {
    if (state.tokens >= budget) {
      if (!state.said) await parts.tell(parts.exhausted(task))
      state.said = true
      await keep(statePath, state)
      continue
    }
    const { text, tokens, exhausted } = await parts.run(task, budget - state.tokens)
    state.tokens += tokens
    if (exhausted) state.said = true
    await keep(statePath, state)
    await parts.tell(text)
    ran++
  }
  return ran
}

/** Looks at the checklist until the signal aborts. A look that fails is told to `failed`; the next one comes all the same. */
export async function beat(parts: HeartbeatDeps, signal: AbortSignal, failed: (error: unknown) => void): Promise<void> {
  const { wait = sleep } = parts
  while (!signal.aborted) {
    await beatOnce(parts).catch(failed)
    await wait(lookMs, signal).catch(() => {})
  }
}

async function keep(path: string, state: State): Promise<void> {
  await ensureDir(dirname(path))
  await writeAtomic(path, `${JSON.stringify(state)}\n`)
}

async function stateOf(path: string): Promise<State | undefined> {
  try {
    const { until, day, tokens, said } = JSON.parse((await readTextIfThere(path)) ?? '{}')
    if (!Number.isFinite(until) || typeof day !== 'string' || !Number.isFinite(tokens)) return undefined
    return { until, day, tokens, ...(said === true ? { said } : {}) }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
