import type { Conversation, Envelope } from '../../protocol/index.ts'
import type { TuiHost } from './host.ts'
import { seen } from './screen.ts'
import type { Stage } from './stage.ts'
import { fold } from './view.ts'
import { type Block, view } from './view-state.ts'

/** How many finished things of an earlier conversation are printed again when it is resumed. */
const replayed = 200
/** Without a fact for so long, everything written before has arrived. */
const quietMs = 60
/** A stream without a pause would keep keys and frames waiting: it is left for a moment this often, in milliseconds. */
const breathMs = 20

interface Onlooker {
  host: Pick<TuiHost, 'now' | 'birth'>
  stage: Pick<Stage, 'get' | 'set'>
  /** Told how many finished things of what was before are not shown. */
  earlier(hidden: number): void
}

/** Pictures of what was before are named, not painted again. */
function named(block: Block): Block {
  return block.type === 'picture' ? { ...block, past: true } : block
}

/** Shows a conversation until the signal aborts: what was before at one stroke, then every fact as it comes. */
export async function follow(conversation: Conversation, { host, stage, earlier }: Onlooker, signal: AbortSignal): Promise<void> {
  const since = host.now()
  let replay: Envelope[] | undefined = []
  const caughtUp = (): void => {
    if (!replay || signal.aborted) return
    const all = replay.reduce(fold, { ...view, ...host.birth })
    replay = undefined
    const hidden = all.done.length - replayed
    if (hidden > 0) earlier(hidden)
    stage.set(seen(stage.get(), { ...all, done: all.done.slice(-replayed).map(named) }))
  }
  let quiet = setTimeout(caughtUp, quietMs)
  let busySince = performance.now()
  for await (const envelope of conversation.follow(0, signal)) {
    clearTimeout(quiet)
    if (replay && envelope.at < since) {
      replay.push(envelope)
      quiet = setTimeout(caughtUp, quietMs)
      continue
    }
    caughtUp()
    stage.set(seen(stage.get(), fold(stage.get().view, envelope)))
    if (performance.now() - busySince > breathMs) {
      await new Promise((resolve) => setImmediate(resolve))
      busySince = performance.now()
    }
  }
  clearTimeout(quiet)
}
