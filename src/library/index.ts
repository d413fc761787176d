// The library: createAssistant(), and the words of its contract (events, tools, providers, failures).
import type { Assistant, ConversationSelector } from '../app/assistant.ts'
import { createAssistant as assemble } from '../app/create-assistant.ts'
import type { Conversation, Event, JsonObject } from '../protocol/index.ts'
import { askIn } from './ask.ts'
import { processEnvironment } from './environment.ts'
import type {
  AskOptions,
  AssistantOptions,
  CallToolOptions,
  ConversationChoice,
  EmbeddedAssistant,
  HttpOptions,
  OpenConversationOptions,
} from './types.ts'

export type { BroughtTool as Tool } from '../protocol/index.ts'
export * from '../protocol/index.ts'
export type * from './types.ts'

/**
 * Makes the assistant: settings, keys, memory, tools and conversations of a home. Without options it is the one that
 * this user has in the terminal. Throws an `AssistantError` (`config`, `storage`) when the home cannot be used.
 */
export async function createAssistant(options: AssistantOptions = {}): Promise<EmbeddedAssistant> {
  const { home, env = process.env, cwd, clock, settings, tools, provider } = options
  const environment = processEnvironment({
    env: home === undefined ? env : { ...env, ASSISTANT_HOME: home },
    ...(cwd === undefined ? {} : { cwd }),
    ...(clock === undefined ? {} : { clock }),
    ...(settings === undefined ? {} : { flags: settings }),
  })
  const own = { ...(tools ? { tools } : {}), ...(provider ? { provider } : {}) }
  return new Embedded(await assemble(environment, undefined, own), options.approve)
}

const never = new AbortController().signal

class Embedded implements EmbeddedAssistant {
  readonly #assistant: Assistant
  readonly #approve: AssistantOptions['approve']
  #conversation: Promise<Conversation> | undefined

  constructor(assistant: Assistant, approve: AssistantOptions['approve']) {
    this.#assistant = assistant
    this.#approve = approve
  }

  get home() {
    return this.#assistant.home
  }

  get language() {
    return this.#assistant.language
  }

  get warnings() {
    return this.#assistant.warnings
  }

  ready() {
    return this.#assistant.ready()
  }

  async *ask(text: string, options: AskOptions = {}): AsyncGenerator<Event> {
    const conversation = options.conversation ?? (await this.#current())
    yield* askIn(conversation, text, options, this.#approve)
  }

  open(which: ConversationChoice = 'new', options: OpenConversationOptions = {}): Promise<Conversation> {
    const selector: ConversationSelector = typeof which === 'string' ? { kind: which } : { kind: 'id', id: which.id }
    return this.#assistant.open(selector, { ...options, canAsk: this.#approve !== undefined })
  }

  async conversations() {
    const all = await this.#assistant.conversations.list()
    return all.map(({ id, title, agent, updatedAt, messages }) => ({ id, title, agent, updatedAt, messages }))
  }

  tools() {
    return this.#assistant.tools.list()
  }

  callTool(name: string, args: JsonObject, { confirm = async () => false, signal = never }: CallToolOptions = {}) {
    return this.#assistant.tools.call(name, args, confirm, signal)
  }

  runJobs(signal: AbortSignal) {
    return this.#assistant.jobs('surface', signal)
  }

  async serve({ host = '127.0.0.1', port = 0, sessions = 'disk', origins = [] }: HttpOptions = {}) {
    const { url, firstToken, close } = await this.#assistant.serve({ host, port, sessions, origins })
    return { url, close, ...(firstToken ? { token: firstToken } : {}) }
  }

  async close() {
    await (await this.#conversation)?.close()
    await this.#assistant.close()
  }

  /** The conversation of `ask`, opened by the first question. One that could not be opened is tried again. */
  #current(): Promise<Conversation> {
    this.#conversation ??= this.open().catch((error) => {
      this.#conversation = undefined
      throw error
    })
    return this.#conversation
  }
}
