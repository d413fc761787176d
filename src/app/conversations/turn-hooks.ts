import type { Hook } from '../../config/schema.ts'
import { type Flow, type FlowContext, Stopped } from '../../core/flow.ts'
import { hookAdded } from '../../messages/engine/prompt.ts'
import { type TurnSentences, turnMessages } from '../../messages/engine/turn.ts'
import { type Attachment, type Event, fail, type Id, type Input, type JsonObject } from '../../protocol/index.ts'
import type { AppContext } from '../context/app-context.ts'
import { type HookAnswer, type HookPlace, runHook } from '../tools/run-hook.ts'
import { hookPlace } from '../tools/tool-hooks.ts'

/** Hooks after a turn that was stopped get this long and no more, in milliseconds. */
const afterStopMs = 2_000

/**
 * The person's commands around whole turns: `start` before the first turn of a conversation in this process, `prompt`
 * before each, `stop` after it, `notification` when somebody is asked. The first two may add a text for the model,
 * `prompt` may refuse.
 */
export function turnHooks(parts: AppContext, newId: () => Id): (flow: Flow) => Flow {
  const hooks = new TurnHooks(parts, newId)
  return (flow) => (hooks.any ? (input, context) => hooks.around(flow, input, context) : flow)
}

class TurnHooks {
  readonly #hooks: readonly Hook[]
  readonly #place: HookPlace
  readonly #say: TurnSentences
  readonly #added: string
  readonly #newId: () => Id
  /** Conversations that had their first turn here. */
  readonly #begun = new Set<Id>()

  constructor(parts: AppContext, newId: () => Id) {
    this.#hooks = parts.loaded.settings.hooks.filter(({ on }) => on !== 'before' && on !== 'after')
    this.#place = hookPlace(parts)
    this.#say = turnMessages[parts.language]
    this.#added = hookAdded[parts.language]
    this.#newId = newId
  }

  get any(): boolean {
    return this.#hooks.length > 0
  }

  async *around(flow: Flow, input: Input, context: FlowContext): ReturnType<Flow> {
    yield* this.#ahead(input, context)
    const running = flow(input, context)
    try {
      let step = await running.next()
      for (; !step.done; step = await running.next()) {
        yield step.value
        if (step.value.type === 'tool.asked') this.#notify(step.value, input, context)
      }
      const { text } = step.value
      for (const answer of await this.#after(input, context, { outcome: 'done', text })) yield* tellWarning(answer)
      return step.value
    } catch (error) {
      if (!(error instanceof Stopped)) await this.#after(input, context, { outcome: 'failed', text: '' })
      throw error
    } finally {
      if (context.signal.aborted) void this.#after(input, context, { outcome: 'cancelled', text: '' })
      await running.return(undefined as never)
    }
  }

  /**
   * Before the answer: what they add is marked as it is made and stands in the conversation, like everything that a
   * model reads.
   */
  async *#ahead(input: Input, context: FlowContext): AsyncGenerator<Event> {
    const { id, messages } = context.thread()
    const isFirst = !this.#begun.has(id)
    this.#begun.add(id)
    const attachments: Attachment[] = []
    for (const hook of [...(isFirst ? this.#of('start') : []), ...this.#of('prompt')]) {
      const more = hook.on === 'start' ? { resumed: messages.length > 1 } : { text: input.text }
      const answer = await runHook(hook, { ...hookContext(input, context), ...more }, this.#place, context.signal)
      yield* tellWarning(answer)
      if (answer.refused !== undefined && hook.on === 'prompt')
        fail('bad-input', { data: { sentence: this.#say.hookRefused(answer.refused) } })
      if (answer.context) attachments.push(attachmentOf(hook, answer.context))
    }
    if (attachments.length === 0) return
    const { origin, by } = input
    const added = { id: this.#newId(), text: this.#added, origin, by, attachments }
    yield { type: 'input.steered', input: added, ahead: true }
  }

  /** After it; a stopped turn is not held up. */
  async #after(input: Input, context: FlowContext, ended: JsonObject): Promise<HookAnswer[]> {
    const signal = context.signal.aborted ? AbortSignal.timeout(afterStopMs) : context.signal
    const answers: HookAnswer[] = []
    for (const hook of this.#of('stop'))
      answers.push(
        await runHook(hook, { ...hookContext(input, context), ...ended }, this.#place, signal).catch(
          unlessStopped(signal),
        ),
      )
    return answers
  }

  /** Nobody waits for who is told that somebody waits. */
  #notify({ ask }: Extract<Event, { type: 'tool.asked' }>, input: Input, context: FlowContext): void {
    const told = { ...hookContext(input, context), kind: 'approval', tool: ask.tool, text: ask.effect }
    for (const hook of this.#of('notification'))
      void runHook(hook, told, this.#place, context.signal).catch(unlessStopped(context.signal))
  }

  #of(on: Hook['on']): Hook[] {
    return this.#hooks.filter((hook) => hook.on === on)
  }
}

function hookContext({ origin }: Input, context: FlowContext): JsonObject {
  const { id, agent } = context.thread()
  return { conversation: id, turn: context.turn, agent, origin }
}

function attachmentOf({ command }: Hook, { text, own }: NonNullable<HookAnswer['context']>): Attachment {
  return { name: 'hook', text, ...(own ? {} : { untrusted: true as const, source: `hook ${command}` }) }
}

function* tellWarning({ warning }: HookAnswer): Generator<Event> {
  if (warning) yield { type: 'notice.given', code: 'hook-warned', data: warning }
}

/** An end by the signal is no fault. */
function unlessStopped(signal: AbortSignal): (error: unknown) => HookAnswer {
  return (error) => {
    if (!signal.aborted) throw error
    return {}
  }
}
