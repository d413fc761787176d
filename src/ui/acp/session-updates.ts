import type { SessionUpdate, ToolCallContent } from '@agentclientprotocol/sdk'
import { turnMessages } from '../../messages/engine/turn.ts'
import type { Language } from '../../messages/language.ts'
import { toolLine } from '../../messages/tools/tool-words.ts'
import {
  type Event,
  type Image,
  isPdf,
  type PermissionMode,
  type ToolKind,
  type TurnEnding,
} from '../../protocol/index.ts'
import { readPictures } from '../../threads/image-store.ts'
import { calledPlan, planTool, writtenPlan } from './plan.ts'
import { diffOf, locationsOf } from './tool-calls.ts'

interface UpdateDeps {
  folder: string
  language: Language
  textOf(path: string): Promise<string | undefined>
  mode: PermissionMode
}

const textContent = (words: string): { content: { type: 'text'; text: string } } => ({
  content: { type: 'text', text: words },
})
const shownContent = (words: string): ToolCallContent => ({ type: 'content', ...textContent(words) })
const imageContent = ({ data, mediaType }: Image) => ({ type: 'image' as const, data, mimeType: mediaType })

/** The receipt of a turn, below its answer. */
const receiptUpdates = ({ receipt }: TurnEnding): SessionUpdate[] =>
  receipt && receipt.lines.length > 0
    ? [{ sessionUpdate: 'agent_message_chunk', ...textContent(`\n\n${receipt.lines.join('\n')}`) }]
    : []

/** Events of turns as an editor is told them, live or again. */
export class SessionUpdates {
  mode: PermissionMode
  readonly #parts: UpdateDeps
  /** The change that a writing call would make, until it has ended. */
  readonly #diffs = new Map<string, ToolCallContent>()
  /** The kind of each call, until it has ended. */
  readonly #kinds = new Map<string, ToolKind>()
  /** The text of the last request so far, so that nothing is said twice. */
  #said = ''
  #call: number | undefined
  /** Calls that only show a plan. */
  readonly #plans = new Set<string>()
  /** Steps of a plan in words that were told, while the turn runs; undefined once it keeps one by its tool. */
  #steps: number | undefined = 0
  #tokens = 0
  #window = 0
  #usd = 0

  constructor(parts: UpdateDeps) {
    this.#parts = parts
    this.mode = parts.mode
  }

  /** Turns one event of a running turn into updates. */
  async live(event: Event): Promise<SessionUpdate[]> {
    switch (event.type) {
      case 'text.added': {
        const gap = this.#call !== undefined && event.call !== this.#call && this.#said !== '' ? '\n\n' : ''
        this.#said = event.call === this.#call ? this.#said + event.text : event.text
        this.#call = event.call
        // A line is known when the next one begins.
        return [
          { sessionUpdate: 'agent_message_chunk', ...textContent(gap + event.text) },
          ...this.#planned(this.#said.replace(/[^\n]*$/, '')),
        ]
      }
      case 'reasoning.added':
        return [{ sessionUpdate: 'agent_thought_chunk', ...textContent(event.text) }]
      case 'model.asked':
        this.#window = event.window ?? this.#window
        return []
      case 'model.answered':
        return this.#answered(event)
      case 'tool.progressed':
        return [
          {
            sessionUpdate: 'tool_call_update',
            toolCallId: event.id,
            content: [...this.#diffed(event.id), shownContent(event.text)],
          },
        ]
      case 'tool.started':
        return this.#plans.has(event.id)
          ? []
          : [{ sessionUpdate: 'tool_call_update', toolCallId: event.id, status: 'in_progress' }]
      case 'notice.given':
        return [{ sessionUpdate: 'agent_thought_chunk', ...textContent(`${this.#notice(event.code, event.data)}\n`) }]
      default:
        return this.#lasting(event, false)
    }
  }

  /** Turns one event of the journal into updates when a conversation is shown again. */
  async again(event: Event): Promise<SessionUpdate[]> {
    switch (event.type) {
      case 'turn.started':
      case 'input.steered': {
        const { text: words, images = [] } = event.input
        const pictures = await readPictures(images.filter((image) => !isPdf(image)))
        return [
          ...(words ? [{ sessionUpdate: 'user_message_chunk' as const, ...textContent(words) }] : []),
          ...pictures.map((one) => ({ sessionUpdate: 'user_message_chunk' as const, content: imageContent(one) })),
        ]
      }
      case 'model.answered': {
        const isWords = event.purpose === 'reply' && event.text !== ''
        this.#said = isWords ? event.text : this.#said
        return isWords ? [{ sessionUpdate: 'agent_message_chunk', ...textContent(`${event.text}\n\n`) }] : []
      }
      default:
        return this.#lasting(event, true)
    }
  }

  async #lasting(event: Event, isPast: boolean): Promise<SessionUpdate[]> {
    switch (event.type) {
      case 'tool.called': {
        const entries = calledPlan(event.name, event.args)
        if (!entries) return [await this.#called(event, isPast)]
        this.#plans.add(event.id)
        this.#steps = undefined
        return entries.length > 0 ? [{ sessionUpdate: 'plan', entries }] : []
      }
      case 'tool.ended':
        return this.#plans.delete(event.id) || event.name === planTool.name ? [] : [await this.#ended(event)]
      case 'step.started':
        return [{ sessionUpdate: 'agent_thought_chunk', ...textContent(`${event.label}\n`) }]
      case 'conversation.titled':
        return [{ sessionUpdate: 'session_info_update', title: event.title }]
      case 'conversation.tuned':
        if (event.mode === undefined) return []
        this.mode = event.mode
        return isPast ? [] : [{ sessionUpdate: 'current_mode_update', currentModeId: event.mode }]
      case 'turn.done':
        return [...this.#done(event.text), ...receiptUpdates(event)]
      case 'turn.cancelled':
      case 'turn.failed': {
        const rest = isPast && event.partial !== '' && !this.#said.startsWith(event.partial)
        this.#begin()
        const said: SessionUpdate[] = rest
          ? [{ sessionUpdate: 'agent_message_chunk', ...textContent(event.partial) }]
          : []
        return [...said, ...receiptUpdates(event)]
      }
      default:
        return []
    }
  }

  async #called(
    { id, name, title, kind = 'other', args }: Extract<Event, { type: 'tool.called' }>,
    isPast: boolean,
  ): Promise<SessionUpdate> {
    const { folder, language, textOf } = this.#parts
    // The earlier content of a file is not known any more.
    const diff = isPast ? undefined : await diffOf(name, args, folder, textOf)
    if (diff) this.#diffs.set(id, { type: 'diff', ...diff })
    this.#kinds.set(id, kind)
    return {
      sessionUpdate: 'tool_call',
      toolCallId: id,
      title: toolLine({ name, title }, args, language),
      name,
      kind,
      status: 'pending',
      rawInput: args,
      locations: locationsOf(kind, args, folder),
      ...(diff ? { content: this.#diffed(id) } : {}),
    }
  }

  async #ended({
    id,
    outcome,
    text: result,
    images = [],
  }: Extract<Event, { type: 'tool.ended' }>): Promise<SessionUpdate> {
    const pictures = await readPictures(images)
    const content = [
      ...(outcome === 'ok' ? this.#diffed(id) : []),
      ...(result ? [shownContent(result)] : []),
      ...pictures.map((one): ToolCallContent => ({ type: 'content', content: imageContent(one) })),
    ]
    this.#diffs.delete(id)
    this.#kinds.delete(id)
    return {
      sessionUpdate: 'tool_call_update',
      toolCallId: id,
      status: outcome === 'ok' ? 'completed' : 'failed',
      content,
    }
  }

  /** The change of a call that is asked about. */
  #diffed(id: string): ToolCallContent[] {
    const diff = this.#diffs.get(id)
    return diff ? [diff] : []
  }

  kindOf(id: string): ToolKind {
    return this.#kinds.get(id) ?? 'other'
  }

  contentOf(id: string, effect: string): ToolCallContent[] {
    const diff = this.#diffed(id)
    return diff.length > 0 || effect === '' ? diff : [shownContent(effect)]
  }

  #answered({ usage, purpose }: Extract<Event, { type: 'model.answered' }>): SessionUpdate[] {
    this.#usd += usage.costUsd ?? 0
    if (purpose !== 'reply') return []
    this.#tokens = usage.input + usage.output
    if (this.#window === 0 || this.#tokens === 0) return []
    const cost = this.#usd > 0 ? { cost: { amount: this.#usd, currency: 'USD' } } : {}
    return [{ sessionUpdate: 'usage_update', used: this.#tokens, size: this.#window, ...cost }]
  }

  /** Text that no model streamed is told now; of a plan the rest of its steps, too. */
  #done(answer: string): SessionUpdate[] {
    const rest = this.#said !== '' && answer.startsWith(this.#said) ? answer.slice(this.#said.length) : answer
    const isToldAlready = this.#said.endsWith(answer)
    const plan = this.#planned(answer)
    this.#begin()
    return [
      ...(rest !== '' && !isToldAlready
        ? [{ sessionUpdate: 'agent_message_chunk' as const, ...textContent(rest) }]
        : []),
      ...plan,
    ]
  }

  /** The plan that is being written in words, when it has a step more than was told. */
  #planned(words: string): SessionUpdate[] {
    if (this.mode !== 'plan' || this.#steps === undefined) return []
    const entries = writtenPlan(words)
    if (entries.length < 2 || entries.length <= this.#steps) return []
    this.#steps = entries.length
    return [{ sessionUpdate: 'plan', entries }]
  }

  #begin(): void {
    this.#said = ''
    this.#call = undefined
    this.#steps = 0
  }

  #notice(code: string, data: object): string {
    return turnMessages[this.#parts.language].notice(code, data as never)
  }
}
