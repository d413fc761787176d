import type { TuiMessages } from '../../../messages/surfaces/tui.ts'
import type { Conversation, Envelope } from '../../../protocol/index.ts'
import { type Block, type View, view } from '../transcript/chat-view.ts'
import { foldEnvelope } from '../transcript/reduce-event.ts'
import type { TuiHost } from '../tui-host.ts'
import type { EffectContext } from './effect-context.ts'

/** Finished things of an earlier conversation that are printed again on resuming it. */
const replayed = 200
/** Without a fact for so long, everything written before has arrived. */
const quietMs = 60
/** A stream without a pause would keep keys and frames waiting: it is left for a moment this often, in milliseconds. */
const breathMs = 20

interface Onlooker {
  host: Pick<TuiHost, 'clock' | 'initial'>
  store: EffectContext['store']
  words: Pick<TuiMessages, 'call'>
  /** Calls the person, where they look elsewhere. */
  call(text: string): void
  /** True to print nothing of the past again. */
  isQuiet?: boolean
  /** Told each answer as it is done. */
  answered?(text: string): void
  /** Told how many finished things of what was before are not shown. */
  earlier(hidden: number): void
}

/** Pictures of what was before are named, not painted again. */
function namePicture(block: Block): Block {
  return block.type === 'picture' ? { ...block, past: true } : block
}

/** A turn that took longer than this may have been left alone, in milliseconds. */
const longTurnMs = 10_000

/** Return why the person may want to be called: a question, a failure, the end of what took long. */
function attentionFor(
  { event, at }: Envelope,
  { turn }: View,
  { call }: Pick<TuiMessages, 'call'>,
): string | undefined {
  if (event.type === 'tool.asked') return call.asked
  if (event.type === 'turn.failed') return call.failed
  return event.type === 'turn.done' && turn && at - turn.since > longTurnMs ? call.done : undefined
}

/** Shows a conversation until the signal aborts: what was before at one stroke, then every fact as it comes. */
export async function followConversation(
  conversation: Conversation,
  { host, store, earlier, answered, call, words, isQuiet = false }: Onlooker,
  signal: AbortSignal,
): Promise<void> {
  const since = host.clock()
  let replay: Envelope[] | undefined = []
  const caughtUp = (): void => {
    if (!replay || signal.aborted) return
    const all = replay.reduce(foldEnvelope, { ...view, ...host.initial })
    replay = undefined
    const shown = isQuiet ? [] : all.done.slice(-replayed)
    const hidden = all.done.length - shown.length
    if (hidden > 0 && !isQuiet) earlier(hidden)
    store.dispatch({ type: 'view', view: { ...all, done: shown.map(namePicture) } })
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
    const reason = attentionFor(envelope, store.state.view, words)
    store.dispatch({ type: 'event', envelope })
    if (reason) call(reason)
    if (envelope.event.type === 'turn.done') answered?.(envelope.event.text)
    if (performance.now() - busySince > breathMs) {
      await new Promise((resolve) => setImmediate(resolve))
      busySince = performance.now()
    }
  }
  clearTimeout(quiet)
}
