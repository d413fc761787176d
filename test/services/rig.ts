// A conversation over the router with the transfer service, its stories in short lines, and a ledger on disk.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Flow } from '../../src/core/flow.ts'
import { createRouter } from '../../src/core/service/router.ts'
import type { Service, ServiceDeps } from '../../src/core/service/service.ts'
import {
  type Conversation,
  type Envelope,
  type Event,
  type Input,
  isEnding,
  type ModelPart,
  type Provider,
} from '../../src/protocol/index.ts'
import { type Ledger, type OutsideBank, openLedger } from '../../src/services/transfer/ledger.ts'
import { type Rig, rig, scripted } from '../core/rig.ts'
import { transferService } from './transfer-service.ts'

export const now = new Date('2026-11-21T03:00:00Z')
export const zone = 'Asia/Seoul'

export interface Stage extends Rig {
  home: string
  ledger: Ledger
  model: Provider & { asked: Parameters<Provider>[0][] }
  submit(input: Omit<Input, 'id'> & { id?: string }): Promise<unknown>
  say(text: string, more?: Partial<Input>): Promise<string[]>
  text(text: string, more?: Partial<Input>): Promise<string>
  state(): unknown
  /** What surfaces were last shown of the flow. */
  moved(): Extract<Event, { type: 'service.moved' }> | undefined
  log: unknown[]
  close(): Promise<void>
}

export interface RigOptions {
  replies?: ModelPart[][]
  /** No model at all: code alone. */
  offline?: boolean
  mayMove?: (input: Input) => boolean
  outside?: OutsideBank
  home?: string
  id?: string
  more?: (parts: ServiceDeps) => Service[]
  language?: 'ko' | 'en'
  clock?: () => Date
}

const chat: Flow = async function* (input, context) {
  return { message: context.newId(), text: `chat: ${input.text}` }
}

export async function stage(options: RigOptions = {}): Promise<Stage> {
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'services-')))
  const clock = options.clock ?? (() => now)
  const ledger = openLedger(join(home, 'ledger.jsonl'), clock, options.outside)
  const model = scripted(options.replies ?? [])
  const log: unknown[] = []
  const parts: ServiceDeps = {
    language: options.language ?? 'ko',
    zone,
    model: async () => (options.offline ? undefined : { provider: model, providerName: 'test', model: 'scripted' }),
    limits: { softMs: 60_000, hardMs: 600_000 },
    log: async (entry) => void log.push(entry),
  }
  const transfer = transferService(ledger, parts, options.mayMove)
  const flow = createRouter({ ...parts, services: [transfer, ...(options.more?.(parts) ?? [])], chat })
  const made = await rig(flow, home)
  made.options.now = clock
  const conversation = await made.open(options.id ?? 'one')
  let last: unknown
  let moved: Extract<Event, { type: 'service.moved' }> | undefined
  const say = async (text: string, more: Partial<Input> = {}) => {
    const { turn, seq } = await conversation.submit({ text, origin: 'tui', by: 'owner', ...more }, 'queue')
    const seen = await answerTo(conversation, turn, seq)
    const end = seen.at(-1)?.event
    last = end && 'state' in end ? end.state : undefined
    for (const { event } of seen) if (event.type === 'service.moved') moved = event
    return seen.flatMap(({ event }) => line(event))
  }
  const answer = async (text: string, more: Partial<Input> = {}) =>
    (await say(text, more)).at(-1)?.replace(/^done /, '') ?? ''
  return {
    ...made,
    home,
    ledger,
    model,
    submit: (input) => conversation.submit(input, 'queue'),
    say,
    text: answer,
    state: () => last,
    moved: () => moved,
    log,
    close: () => conversation.close(),
  }
}

/** What one turn tells, to its ending; somebody else's may stand before it. */
async function answerTo(conversation: Conversation, turn: string, from: number): Promise<Envelope[]> {
  const seen: Envelope[] = []
  for await (const envelope of conversation.follow(from, AbortSignal.timeout(60_000))) {
    if (envelope.turn !== turn) continue
    seen.push(envelope)
    if (isEnding(envelope.event)) break
  }
  return seen
}

/** An event as one short line; those that only keep the books are left out. */
export function line(event: Event): string[] {
  switch (event.type) {
    case 'step.started':
      return [`${event.step} ${event.label}`]
    case 'step.ended':
      return [`${event.step} ${event.ok ? 'ok' : 'failed'} ${event.label} ${JSON.stringify(event.result)}`]
    case 'service.moved': {
      const { stage: at, slots, task, buttons } = event
      return [`${at} ${task.index}/${task.total} ${JSON.stringify(slots)} [${buttons.join('|')}]`]
    }
    case 'hook.called':
      return [`hook ${event.name}`]
    case 'model.asked':
      return [`model ${event.purpose}`]
    case 'route.decided':
      return [`route ${event.to} by ${event.by}`]
    case 'text.added':
      return [`+${event.text}`]
    case 'turn.done':
      return [`done ${event.text}`]
    case 'turn.failed':
      return [`failed ${event.failure.code} ${event.failure.detail ?? ''}`]
    case 'turn.cancelled':
      return [`cancelled by ${event.by}`]
    default:
      return []
  }
}
