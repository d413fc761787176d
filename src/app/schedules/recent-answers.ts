import { join } from 'node:path'
import type { Schedule, ScheduleRun } from '../../core/schedules/schedule.ts'
import { ScheduleStore } from '../../core/schedules/store.ts'
import { scheduleMessages } from '../../messages/engine/schedules.ts'
import { loadThread } from '../../threads/journal.ts'
import type { Thread } from '../../threads/thread.ts'
import { foreignSources } from '../../threads/untrusted.ts'
import type { AppContext } from '../context/app-context.ts'

type AnswerParts = Pick<AppContext, 'loaded' | 'language' | 'now'>

/** One for all turns of a home, which reads its file only when that has changed. */
const stores = new WeakMap<AnswerParts['loaded'], ScheduleStore>()

/** Milliseconds for which the person may still speak of an answer: "그거 자세히". */
const recentMs = 3 * 3_600_000
const mostAnswers = 2
const mostChars = 1_500

/**
 * Return the late answers of schedules to this person in other conversations, as a model is told of them: the phone
 * shows what was asked for at the desk. An answer that was made of text from outside is named only; reading it marks
 * this conversation as that text does.
 */
export async function answersText(
  parts: AnswerParts,
  thread: Pick<Thread, 'id' | 'profile' | 'messages'>,
): Promise<string> {
  const store = stores.get(parts.loaded) ?? new ScheduleStore(join(parts.loaded.paths.home, 'schedules.jsonl'))
  stores.set(parts.loaded, store)
  const all = [...(await store.all()).values()].filter(({ profile }) => profile === thread.profile)
  const isRecent = ({ at, outcome, conversation, told }: ScheduleRun) =>
    (outcome === 'done' || outcome === 'exhausted') &&
    conversation !== thread.id &&
    +parts.now() - at < recentMs &&
    told.some((where) => where !== 'webhook')
  const recent = all
    .flatMap((schedule) => schedule.results.filter(isRecent).map((result) => ({ schedule, result })))
    .toSorted((a, b) => b.result.at - a.result.at)
    .slice(0, mostAnswers)
  const texts = (await Promise.all(recent.map((one) => answerText(parts, one)))).filter(
    (text) => !isKnown(thread.messages, text),
  )
  return texts.length > 0 ? [scheduleMessages[parts.language].answered, ...texts].join('\n\n') : ''
}

async function answerText(
  { loaded, language }: AnswerParts,
  { schedule, result }: { schedule: Schedule; result: ScheduleRun },
): Promise<string> {
  const { conversation } = result
  const thread = conversation && (await loadThread(join(loaded.paths.home, 'conversations'), conversation))
  const isForeign = schedule.source !== undefined || (thread && foreignSources(thread).length > 0)
  return `## ${schedule.title}\n${isForeign ? scheduleMessages[language].readThere(schedule.title) : result.text.slice(0, mostChars)}`
}

/** An attachment of an earlier message is still there. */
const isKnown = (messages: Thread['messages'], text: string) =>
  messages.some((message) => message.role === 'user' && message.context?.some((part) => part.text.includes(text)))
