import { join } from 'node:path'
import { beat, type HeartbeatDeps } from '../../../core/reminders/heartbeat.ts'
import { daemonMessages } from '../../../messages/commands/daemon.ts'
import { turn as sentences } from '../../../messages/engine/turn.ts'
import { isEnding } from '../../../protocol/index.ts'
import type { Assistant } from '../../assistant.ts'
import { remindersOf } from '../../reminders/reminder-clock.ts'

/** Keeps the checklist `heartbeat.md` of the home until the signal aborts. What a task says is told like a reminder. */
export function runHeartbeat(
  assistant: Assistant,
  signal: AbortSignal,
  failed: (error: unknown) => void,
  wait?: HeartbeatDeps['wait'],
): Promise<void> {
  const { loaded, now, zone, language } = assistant.parts
  const { paths, settings } = loaded
  const tell = async (title: string) => {
    const at = +now()
    const owner = { profile: settings.profile, by: 'owner' as const }
    await remindersOf(assistant.parts).create({ kind: 'reminder', title, next: at, zone, ...owner, createdAt: at })
  }
  const parts: HeartbeatDeps = {
    path: join(paths.home, 'heartbeat.md'),
    statePath: join(paths.state, 'heartbeat.json'),
    ...{ now, zone, budget: settings.heartbeat.tokens, tell },
    run: (task, budget) => runTask(assistant, task, budget, signal),
    exhausted: daemonMessages[language].exhausted,
    ...(wait ? { wait } : {}),
  }
  return beat(parts, signal, failed)
}

/** One task as a turn of its own that nobody can be asked in: only what is safe runs. It is stopped when its tokens are used up. */
async function runTask(
  assistant: Assistant,
  task: string,
  budget: number,
  signal: AbortSignal,
): Promise<{ text: string; tokens: number; exhausted?: true }> {
  const conversation = await assistant.open({ kind: 'new' }, { canAsk: false })
  const say = sentences[assistant.language]
  let tokens = 0
  try {
    const { turn, seq } = await conversation.submit({ text: task, origin: 'job', by: 'owner' }, 'queue')
    for await (const { turn: of, event } of conversation.follow(seq, signal)) {
      if (of !== turn) continue
      if (event.type === 'model.answered') tokens += event.usage.input + event.usage.output
      if (event.type === 'tool.called' && tokens >= budget) await conversation.cancel(turn, 'shutdown')
      if (!isEnding(event)) continue
      if (event.type === 'turn.done') return { text: event.text, tokens }
      if (tokens >= budget) return { text: daemonMessages[assistant.language].exhausted(task), tokens, exhausted: true }
      return { text: event.type === 'turn.failed' ? say.failure(event.failure) : say.cancelled(event.by), tokens }
    }
    return { text: say.cancelled('shutdown'), tokens }
  } finally {
    await conversation.close()
  }
}
