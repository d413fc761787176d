import type { Id } from '../protocol/index.ts'
import { readThread, threadIds } from './thread-store.ts'

/** One exchange with a model, as the journal recorded it (SPEC §2: usage and latency per exchange). */
export interface Exchange {
  conversation: Id
  at: number
  provider: string
  model: string
  input: number
  output: number
  cached: number
  costUsd?: number
  /** Cut off before its end: the tokens are our own estimate, and its times say nothing of the model. */
  cut?: true
  firstMs: number
  totalMs: number
}

/** Every exchange of every conversation, newest conversation first. */
export async function* readUsage(folder: string): AsyncGenerator<Exchange> {
  for (const conversation of await threadIds(folder)) {
    let asked = { provider: '', model: '', at: 0 }
    for await (const { at, event } of readThread(folder, conversation)) {
      if (event.type === 'model.asked') asked = { provider: event.provider, model: event.model, at }
      if ((event.type === 'turn.failed' || event.type === 'turn.cancelled') && event.usage) {
        const { input, output, cached } = event.usage
        const { provider, model } = asked
        yield {
          conversation,
          at,
          provider,
          model,
          input,
          output,
          cached,
          cut: true,
          firstMs: 0,
          totalMs: at - asked.at,
        }
      }
      if (event.type !== 'model.answered') continue
      const { usage, model, firstMs, totalMs } = event
      const { input, output, cached, costUsd } = usage
      yield {
        conversation,
        at,
        provider: asked.provider,
        model,
        input,
        output,
        cached,
        firstMs,
        totalMs,
        ...(costUsd === undefined ? {} : { costUsd }),
      }
    }
  }
}
