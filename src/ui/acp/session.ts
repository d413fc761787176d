import {
  type AgentContext,
  type AvailableCommand,
  type ContentBlock,
  methods,
  type PermissionOption,
  type PromptResponse,
  RequestError,
  type SessionConfigOption,
  type SessionModeState,
  type SessionUpdate,
} from '@agentclientprotocol/sdk'
import { acpMessages } from '../../messages/surfaces/acp.ts'
import { toolLine } from '../../messages/tools/tool-words.ts'
import {
  type Choice,
  type Event,
  type Failure,
  isEnding,
  type PermissionMode,
  type TurnEnding,
} from '../../protocol/index.ts'
import type { AcpHost, Desk } from './host.ts'
import { readBlocks } from './prompt-blocks.ts'
import { SessionUpdates } from './session-updates.ts'
import { locationsOf } from './tool-calls.ts'

const modeIds: readonly PermissionMode[] = ['ask', 'accept', 'plan']
const optionKinds = {
  once: 'allow_once',
  session: 'allow_always',
  always: 'allow_always',
  deny: 'reject_once',
} as const

type AskedEvent = Extract<Event, { type: 'tool.asked' }>

/** One conversation of an editor. */
export class AcpSession {
  readonly id: string
  readonly #desk: Desk
  readonly #client: AgentContext
  readonly #host: Pick<AcpHost, 'language' | 'failureText'>
  readonly #updates: SessionUpdates
  readonly #folder: string
  /** Turns that were given and have not ended. */
  readonly #running = new Set<string>()
  #hasAskedServers = false
  #model = ''
  #models: readonly string[] = []
  #agents: readonly string[] = []

  constructor(desk: Desk, folder: string, client: AgentContext, host: Pick<AcpHost, 'language' | 'failureText'>) {
    this.id = desk.conversation.id
    this.#desk = desk
    this.#folder = folder
    this.#client = client
    this.#host = host
    const { mode, textOf } = desk
    this.#updates = new SessionUpdates({ folder, language: host.language, mode, textOf })
  }

  get modes(): SessionModeState {
    const say = acpMessages[this.#host.language].modes
    return { currentModeId: this.#updates.mode, availableModes: modeIds.map((id) => ({ id, ...say[id] })) }
  }

  /** The choices, as far as they are known without asking anybody. */
  async options(): Promise<SessionConfigOption[]> {
    this.#model ||= await this.#desk.model()
    this.#agents = await this.#desk.agents()
    const say = acpMessages[this.#host.language]
    const choice = (id: string, name: string, category: string, currentValue: string, values: readonly string[]) => ({
      type: 'select' as const,
      ...{ id, name, category, currentValue },
      options: [...new Set([currentValue, ...values])].map((value) => ({ value, name: value })),
    })
    return [
      choice('model', say.model, 'model', this.#model, this.#models),
      choice('agent', say.agent, '_agent', this.#desk.agent, this.#agents),
    ]
  }

  /** Tells what is known a little later: commands, and the models that servers offer. */
  async introduce(): Promise<void> {
    const say = acpMessages[this.#host.language]
    const own = (await this.#desk.commands()).map(
      ({ name, description }): AvailableCommand => ({ name, description: description || name, input: { hint: '…' } }),
    )
    const availableCommands = [{ name: 'compact', description: say.compact }, ...own]
    await this.#tell({ sessionUpdate: 'available_commands_update', availableCommands })
    this.#models = await this.#desk.models().catch(() => [])
    await this.#tell({ sessionUpdate: 'config_option_update', configOptions: await this.options() })
  }

  /** Shows everything that was said and done. */
  async replay(): Promise<void> {
    for await (const { event } of this.#desk.past())
      for (const update of await this.#updates.again(event)) await this.#tell(update)
  }

  async setMode(mode: string): Promise<void> {
    if (!modeIds.some((one) => one === mode)) throw RequestError.invalidParams({ modeId: mode })
    await this.#desk.conversation.append({ type: 'conversation.tuned', mode: mode as PermissionMode })
    this.#updates.mode = mode as PermissionMode
  }

  async choose(option: string, value: unknown): Promise<SessionConfigOption[]> {
    const known = (await this.options()).find(({ id }) => id === option)
    if (!known || typeof value !== 'string') throw RequestError.invalidParams({ configId: option })
    if (option === 'model') this.#model = value
    else if (this.#agents.includes(value)) this.#desk.agent = value
    else throw RequestError.invalidParams({ value })
    await this.#desk.conversation.append({ type: 'conversation.tuned', [option]: value })
    return this.options()
  }

  /** One turn, from its words to its end. `request`: what the editor names it by. */
  async prompt(blocks: readonly ContentBlock[], request?: string): Promise<PromptResponse> {
    await this.#askServers()
    const say = acpMessages[this.#host.language]
    const { refused, ...given } = await readBlocks(blocks, (path) => this.#desk.attach(path), say.noCommand)
    for (const sentence of refused) await this.#say(`${sentence}\n\n`)
    const [, command, typed = ''] = /^\/(\S+)\s*([\s\S]*)$/.exec(given.text) ?? []
    if (command === 'compact') {
      await this.#say((await this.#desk.compact()) ? say.compacted : say.nothingToCompact)
      return { stopReason: 'end_turn' }
    }
    const filled = command === undefined ? undefined : await this.#desk.fill(command, typed)
    const { images, attachments } = given
    const { turn, seq } = await this.#desk.conversation.submit(
      {
        text: filled?.text ?? given.text,
        origin: 'acp',
        by: 'owner',
        folder: this.#folder,
        ...(request === undefined ? {} : { request }),
        ...(filled?.options ? { options: filled.options } : {}),
        ...(images.length > 0 ? { images } : {}),
        ...(attachments.length > 0 ? { attachments } : {}),
      },
      'queue',
    )
    this.#running.add(turn)
    try {
      return this.#stopOf(await this.#follow(turn, seq))
    } finally {
      this.#running.delete(turn)
    }
  }

  /** Stops what runs and what waits. */
  async cancel(): Promise<void> {
    for (const turn of this.#running) await this.#desk.conversation.cancel(turn, 'person')
  }

  async close(): Promise<void> {
    await this.cancel()
    await this.#desk.close()
  }

  async #follow(turn: string, seq: number): Promise<TurnEnding> {
    const detach = new AbortController()
    const asks = new Map<string, AbortController>()
    const settle = (id: string) => {
      asks.get(id)?.abort()
      asks.delete(id)
    }
    try {
      for await (const envelope of this.#desk.conversation.follow(seq, detach.signal)) {
        const { event } = envelope
        if (envelope.turn !== turn && envelope.turn !== undefined) continue
        for (const update of await this.#updates.live(event)) await this.#tell(update)
        if (event.type === 'tool.asked') {
          const asking = new AbortController()
          asks.set(event.id, asking)
          // Not waited for: the turn may be over, or decided elsewhere, before the person is.
          void this.#ask(event, asking.signal).catch(() => {})
        }
        if (event.type === 'tool.answered') settle(event.id)
        if (isEnding(event)) return event
      }
      throw new Error('The event stream ended before the turn did')
    } finally {
      for (const id of [...asks.keys()]) settle(id)
      detach.abort()
    }
  }

  /** Asks the person about a call; whatever is no clear yes is a no. */
  async #ask({ id, ask }: AskedEvent, cancellationSignal: AbortSignal): Promise<void> {
    const { language } = this.#host
    const say = acpMessages[language].choices
    const options = ask.choices.map(
      (choice): PermissionOption => ({
        optionId: choice,
        name: nameOf(choice, say[choice], ask),
        kind: optionKinds[choice],
      }),
    )
    const { tool, title, args, reason, effect, warning } = ask
    const kind = this.#updates.kindOf(id)
    const words = [reason, warning, effect].filter(Boolean).join('\n\n')
    const toolCall = {
      toolCallId: id,
      title: toolLine({ name: tool, title }, args, language),
      kind,
      status: 'pending' as const,
      rawInput: args,
      locations: locationsOf(kind, args, this.#folder),
      content: this.#updates.contentOf(id, words),
    }
    const choice = await this.#request(toolCall, options, cancellationSignal)
    if (cancellationSignal.aborted) return
    const known = ask.choices.find((one) => one === choice) ?? 'deny'
    await this.#desk.conversation.answer(id, { choice: known }, 'owner')
  }

  /** The option that the person chose; undefined where they chose none, or nobody can be asked. */
  async #request(
    toolCall: { toolCallId: string },
    options: PermissionOption[],
    cancellationSignal?: AbortSignal,
  ): Promise<string | undefined> {
    const request = { sessionId: this.id, toolCall, options }
    const how = cancellationSignal ? { cancellationSignal } : {}
    const response = await this.#client
      .request(methods.client.session.requestPermission, request, how)
      .catch(() => undefined)
    return response?.outcome.outcome === 'selected' ? response.outcome.optionId : undefined
  }

  /** Asks once about servers of the editor that nobody has decided about. */
  async #askServers(): Promise<void> {
    if (this.#hasAskedServers) return
    this.#hasAskedServers = true
    const say = acpMessages[this.#host.language]
    for (const { name, command } of await this.#desk.undecided()) {
      const content = [{ type: 'content' as const, content: { type: 'text' as const, text: say.connectWhy(command) } }]
      const toolCall = {
        toolCallId: `mcp-${name}`,
        title: say.connect(name),
        kind: 'other' as const,
        status: 'pending' as const,
        content,
      }
      await this.#tell({ sessionUpdate: 'tool_call', ...toolCall })
      const choice = await this.#request(toolCall, [
        { optionId: 'allow', name: say.allowServer, kind: 'allow_always' },
        { optionId: 'refuse', name: say.refuseServer, kind: 'reject_always' },
      ])
      const isAllowed = choice === 'allow'
      // Without an answer it is asked again in the next session.
      if (choice !== undefined) await this.#desk.decide(name, isAllowed)
      const status = isAllowed ? ('completed' as const) : ('failed' as const)
      await this.#tell({ sessionUpdate: 'tool_call_update', toolCallId: toolCall.toolCallId, status })
    }
  }

  #stopOf(event: TurnEnding): PromptResponse {
    if (event.type === 'turn.cancelled') return { stopReason: 'cancelled' }
    if (event.type === 'turn.done') return { stopReason: event.limited ? 'max_turn_requests' : 'end_turn' }
    if (event.failure.code === 'refused') return { stopReason: 'refusal' }
    if (event.failure.code === 'tool-limit') return { stopReason: 'max_turn_requests' }
    throw requestError(event.failure, this.#host)
  }

  #say(words: string): Promise<void> {
    return this.#tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } })
  }

  async #tell(update: SessionUpdate): Promise<void> {
    await this.#client.notify(methods.client.session.update, { sessionId: this.id, update })
  }
}

/** The rule that a longer yes allows is said with it. */
function nameOf(choice: Choice, name: string, { scope, rule }: AskedEvent['ask']): string {
  const what = choice === 'session' ? scope : choice === 'always' ? rule : undefined
  return what ? `${name}: ${what}` : name
}

/** A failure as an error of the protocol, with our sentence: an editor shows it. */
export function requestError(failure: Failure, { failureText }: Pick<AcpHost, 'failureText'>): RequestError {
  const code = failure.code === 'auth' ? -32000 : failure.code === 'bad-input' ? -32602 : -32603
  return new RequestError(code, failureText(failure), { code: failure.code })
}
