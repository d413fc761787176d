import { readFileSync } from 'node:fs'
import type { Flow, FlowContext } from '../../src/core/flow.ts'
import { createRouter, type RouterDeps } from '../../src/core/service/router.ts'
import type { ServiceDeps } from '../../src/core/service/service.ts'
import { withRulesFirst } from '../../src/llm/local/rules-first.ts'
import { createOffline, readRequest } from '../../src/llm/rules/index.ts'
import type { Event, Json, JsonObject, Provider, RequestMessage, ToolCall } from '../../src/protocol/index.ts'
import { declaredService } from '../../src/services/declared/definition.ts'
import type { ServiceFile } from '../../src/services/declared/schema.ts'
import { transferCode } from '../../src/services/transfer/index.ts'
import { openLedger } from '../../src/services/transfer/ledger.ts'
import transferFile from '../../src/services/transfer/service.json' with { type: 'json' }
import { emptyThread } from '../../src/threads/thread.ts'

/** The tools of the chat that keep something, and one that only looks. */
const tools = ['reminders', 'save_memory', 'change_event', 'list_events', 'schedule'].map((name) => ({
  name,
  description: name,
  schema: { type: 'object' },
  ...(name === 'list_events' ? {} : { keeps: true as const }),
}))

/** The documented service: a table at a restaurant. */
const restaurant = JSON.parse(
  /```json\n([\s\S]*?)```/.exec(readFileSync(new URL('../../docs/services.md', import.meta.url), 'utf8'))?.[1] ?? '',
) as ServiceFile

export interface TalkOptions {
  language: 'ko' | 'en'
  now: number
  /** File of the ledger. */
  ledger: string
  /** A model of this machine, and its name; undefined: the rules alone. */
  model?: { provider: Provider; name: string } | undefined
}

/** The outcome of one turn: the words, and what was done in it. */
export interface TalkTurn {
  text: string
  /** Calls of the chat, with what is kept by them. */
  calls: ToolCall[]
  /** Deeds of services, with their values. */
  deeds: { service: string; slots: JsonObject }[]
}

/**
 * Open a conversation with the chat's rules, transfers and a service of the documentation, all before a model that
 * reads what they do not. Nothing of it is kept.
 */
export function openTalk({ language, now, ledger, model }: TalkOptions): (text: string) => Promise<TalkTurn> {
  const place = { zone: 'Asia/Seoul', language }
  const rules = createOffline(place)
  const both = withRulesFirst(rules, model?.provider ?? silent, place)
  const turnModel = model && { provider: both, providerName: 'local', model: model.name, small: true as const }
  const parts: ServiceDeps = {
    language,
    zone: place.zone,
    model: async () => turnModel,
    limits: { softMs: 600_000, hardMs: 600_000 },
    log: async (entry) => {
      throw new Error(JSON.stringify(entry))
    },
  }
  const thread = emptyThread('talk')
  let turn: TalkTurn = { text: '', calls: [], deeds: [] }
  const chat: Flow = async function* (_, context) {
    const messages = thread.messages as RequestMessage[]
    let text = ''
    for await (const part of both(
      { model: model?.name ?? '', purpose: 'reply', system: [], tools, messages },
      context.signal,
    )) {
      if (part.type === 'text') text += part.text
      if (part.type === 'call') turn.calls.push(part.call)
    }
    return { message: context.newId(), text }
  }
  const reader: RouterDeps['reader'] = async () => {
    const messages = thread.messages.slice(-1) as RequestMessage[]
    const request = { model: '', purpose: 'reply' as const, system: [], tools, messages }
    const { isOwned, open } = await readRequest(request, place)
    return isOwned || open ? undefined : turnModel
  }
  const services = [
    declaredService(
      transferFile as ServiceFile,
      transferCode(
        openLedger(ledger, () => new Date(now)),
        language,
      ),
      { parts },
    ),
    declaredService(restaurant, { steps: {} }, { parts }),
  ]
  const route = createRouter({ ...parts, services, chat, reader })
  let ids = 0
  const context: FlowContext = {
    turn: 'turn',
    signal: new AbortController().signal,
    thread: () => thread,
    images: async () => [],
    now: () => new Date(now),
    newId: () => `id${++ids}`,
    decided: async () => ({ decision: { choice: 'deny' }, by: 'policy' }),
    steered: () => [],
    stop: () => {
      throw new Error('stopped')
    },
  }
  const keepFlow = (service: string, state: Json | null): void => {
    if (state === null) delete thread.flows[service]
    else thread.flows[service] = state
  }
  const keep = (event: Event): void => {
    if (event.type === 'flow.kept') keepFlow(event.service, event.state)
    if (event.type === 'hook.called' && event.name.endsWith('_completed'))
      turn.deeds.push({ service: event.name, slots: (event.payload as { slots: JsonObject }).slots })
  }
  return async (text) => {
    turn = { text: '', calls: [], deeds: [] }
    const id = `id${++ids}`
    thread.messages.push({ role: 'user', id, at: now, text })
    const running = route({ id, text, origin: 'tui', by: 'owner' }, { ...context, turn: id })
    for (let told = await running.next(); ; told = await running.next()) {
      if (!told.done) keep(told.value)
      else {
        const { kept, message } = told.value
        if (kept) keepFlow(kept.service, kept.state)
        thread.messages.push({ role: 'assistant', id: message, at: now, text: told.value.text } as never)
        return { ...turn, text: told.value.text }
      }
    }
  }
}

/** A model that says nothing: what the rules do alone. */
async function* silent(): ReturnType<Provider> {}
