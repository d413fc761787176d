import {
  applyVerdict,
  findNumbered,
  isVerdict,
  linesToReview,
  type Reviewed,
  type ReviewVerdict,
  reviewLine,
} from '../../../app/admin/memory-review.ts'
import { memoryMessages } from '../../../messages/engine/memory.ts'
import { memoryTrustMessages } from '../../../messages/engine/memory-trust.ts'
import { fail } from '../../../protocol/index.ts'
import { hasClosedFiles } from '../../../std/fs/damage.ts'
import type { Cli, CommandRun } from '../../command-context.ts'
import { askKey, askLine } from '../../output/ask-line.ts'

/**
 * `memory review [number] [verdict] [value]`: line by line by keys at a terminal, else as a numbered list; or one
 * verdict by its number.
 */
export const reviewMemory: CommandRun = async (cli, { args: [number, verdict, value = ''], options }) => {
  const { memory } = await cli.assistant()
  const all = await linesToReview(memory)
  const [say, words] = [memoryTrustMessages[cli.language], memoryMessages[cli.language]]
  if (number !== undefined) return reviewOne(cli, all, number, verdict, value)
  if (options.json) await cli.terminal.json(all)
  else if (all.length === 0) await cli.terminal.note(hasClosedFiles() ? words.unreadable : words.nothingYet)
  else if (cli.terminal.stdinIsTerminal && cli.terminal.stdoutIsTerminal) return byKeys(cli, all)
  else {
    for (const fact of all) await cli.terminal.print(reviewLine(fact, cli.language))
    await cli.terminal.note(say.reviewHow)
  }
  return 0
}

async function reviewOne(
  cli: Cli,
  all: readonly Reviewed[],
  number: string,
  verdict = '',
  value: string,
): Promise<number> {
  const say = memoryTrustMessages[cli.language]
  const fact = findNumbered(all, number)
  if (!fact) return fail('bad-input', { data: { sentence: say.noNumber(number) } })
  if (!isVerdict(verdict)) return fail('bad-input', { data: { sentence: say.reviewHow } })
  const { done, text } = await decideFact(cli, fact, verdict, value)
  if (done) await cli.terminal.print(text)
  else await cli.terminal.note(text, 'error')
  return done ? 0 : 1
}

const keys: Record<string, ReviewVerdict> = {
  k: 'keep',
  e: 'edit',
  f: 'forget',
  x: 'expire',
  ㅏ: 'keep',
  ㄷ: 'edit',
  ㄹ: 'forget',
  ㅌ: 'expire',
}

const quitKeys = ['q', 'ㅂ', '', '\u001b']
const nextKeys = ['s', 'ㄴ', ' ', '\r', '\n']

/**
 * One line after the other until the end, `q`, Escape or Ctrl+C. What decides nothing (another key, no day) is asked
 * again.
 */
async function byKeys(cli: Cli, all: readonly Reviewed[]): Promise<number> {
  const say = memoryTrustMessages[cli.language]
  let count = 0
  for (const fact of all) {
    await cli.terminal.print(reviewLine(fact, cli.language))
    const outcome = await byKey(cli, fact)
    if (outcome === 'quit') {
      await cli.terminal.print(say.reviewStopped(count))
      return 0
    }
    if (outcome === 'decided') count++
  }
  await cli.terminal.print(say.reviewed(count))
  return 0
}

async function byKey(cli: Cli, fact: Reviewed): Promise<'decided' | 'next' | 'quit'> {
  const say = memoryTrustMessages[cli.language]
  while (true) {
    const key = (await askKey(cli, say.reviewKeys)).toLowerCase()
    if (quitKeys.includes(key)) return 'quit'
    if (nextKeys.includes(key)) return 'next'
    const verdict = keys[key]
    if (!verdict) continue
    const typed =
      verdict === 'edit'
        ? await askLine(cli, say.reviewEdit, false, fact.text)
        : verdict === 'expire'
          ? await askLine(cli, say.reviewUntil)
          : ''
    // Nothing typed, or nothing changed: thought better of it.
    if ((verdict === 'edit' && [fact.text, ''].includes(typed)) || (verdict === 'expire' && typed === '')) continue
    const { done, text } = await decideFact(cli, fact, verdict, typed)
    await cli.terminal.print(text)
    if (done) return 'decided'
  }
}

async function decideFact(cli: Cli, fact: Reviewed, verdict: ReviewVerdict, value: string) {
  const { memory, parts } = await cli.assistant()
  return applyVerdict(memory, fact, verdict, value, { now: cli.now(), zone: parts.zone, language: cli.language })
}
