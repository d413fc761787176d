import { type Conversation, type Failure, type Image, isEnding, type TurnEvent } from '../../protocol/index.ts'
import { showHidden } from '../../std/text/sanitise.ts'
import { readPictures } from '../../threads/image-store.ts'

export interface AskPorts {
  signal: AbortSignal
  failureText(failure: Failure): string
  /** True if a person agrees to what this says. */
  decide(question: string): Promise<boolean>
  progress(line: string): Promise<void>
}

/** The outcome of a turn. */
export interface AskResult {
  text: string
  isError: boolean
  images: Image[]
}

/** The asker: a program on this machine that speaks for nobody. */
const by = 'token:mcp' as const

/** Submits one input and follows its turn to the end. When the caller goes away, the turn is cancelled. */
export async function askTurn(conversation: Conversation, prompt: string, ports: AskPorts): Promise<AskResult> {
  const { turn, seq } = await conversation.submit({ text: prompt, origin: 'mcp', by }, 'queue')
  const stop = () => void conversation.cancel(turn, 'person')
  ports.signal.addEventListener('abort', stop, { once: true })
  const detach = new AbortController()
  const images: Image[] = []
  try {
    for await (const envelope of conversation.follow(seq, detach.signal)) {
      if (envelope.turn !== turn) continue
      const event = envelope.event as TurnEvent
      if (event.type === 'tool.ended' && event.images) images.push(...(await readPictures(event.images)))
      if (isEnding(event)) return { ...endingOf(event, ports), images }
      await reactTo(conversation, event, ports)
    }
    throw new Error('The event stream ended before the turn did')
  } finally {
    detach.abort()
    ports.signal.removeEventListener('abort', stop)
  }
}

async function reactTo(conversation: Conversation, event: TurnEvent, { decide, progress }: AskPorts): Promise<void> {
  if (event.type === 'tool.called') await progress(event.name)
  if (event.type === 'tool.progressed') await progress(event.text)
  if (event.type === 'step.started') await progress(event.label)
  if (event.type !== 'tool.asked') return
  const { tool, reason, effect, args } = event.ask
  const question = showHidden([reason, effect, `${tool} ${JSON.stringify(args, null, 2)}`].filter(Boolean).join('\n'))
  // Not waited for: the turn may be over, or decided by its clock, before the person is.
  void decide(question).then((yes) => conversation.answer(event.id, { choice: yes ? 'once' : 'deny' }, by))
}

function endingOf(
  event: Extract<TurnEvent, { type: 'turn.done' | 'turn.failed' | 'turn.cancelled' }>,
  ports: AskPorts,
) {
  const told = event.receipt?.lines.join('\n') ?? ''
  const withReceipt = (text: string) => [text, told].filter(Boolean).join('\n\n')
  if (event.type === 'turn.done') return { text: withReceipt(event.text), isError: false }
  if (event.type === 'turn.cancelled') return { text: withReceipt(event.partial), isError: true }
  return { text: [event.partial, told, ports.failureText(event.failure)].filter(Boolean).join('\n\n'), isError: true }
}
