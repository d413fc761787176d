import type { SpendingBudget } from './budget.ts'
import type { DeedReceipt, ReceiptLine } from './deeds.ts'
import type { Failure, RetryAttempt } from './failure.ts'
import type { Id, Json, JsonObject } from './json.ts'
import type { ContextPart, Picture, ToolCall, ToolOutcome, Untrusted, Usage } from './message.ts'
import type { ToolKind } from './tool-facts.ts'

/**
 * Through which door an input came, and where whoever wrote it is. Rights follow it (SPEC §3); a new row is a new
 * origin.
 */
const places = {
  tui: 'here',
  oneshot: 'here',
  voice: 'here',
  job: 'here',
  telegram: 'messenger',
  http: 'program',
  mcp: 'program',
  acp: 'here',
} as const satisfies Record<string, 'here' | 'messenger' | 'program'>

export type Origin = keyof typeof places
/** The origins of people elsewhere, who read the answer on a messenger. */
export type Messenger = { [O in Origin]: (typeof places)[O] extends 'messenger' ? O : never }[Origin]

/**
 * The one who answered a question or stopped a turn: `owner` = somebody at this machine; behind a messenger's name
 * stands its own id of the person.
 */
export type Principal = 'owner' | `${Messenger}:${string}` | `token:${string}`

/** Words that a person (or a service of ours) gives to a conversation. */
export interface Input {
  id: Id
  text: string
  images?: Picture[]
  origin: Origin
  by: Principal
  /** The speaker's name, where several people share a conversation. */
  speaker?: string
  /**
   * Text that came with the input but was not written by the person: piped stdin, attached files. Sent as data,
   * marked so.
   */
  attachments?: Attachment[]
  /** Ranges of long pastes in the text, from and to, in order: quoted to models, since nobody typed them. */
  pasted?: [from: number, to: number][]
  /**
   * The working folder of the screen it was typed on, as an absolute path: its tools work there, whichever process
   * runs them.
   */
  folder?: string
  /** The text itself was written by somebody else: a prompt of an MCP server, a forwarded message. */
  untrusted?: true
  /** Origin of an untrusted text, as a person reads it. */
  source?: string
  /**
   * Spoken over an answer: of whose turn, and how many characters of it had been heard by then. The model learns
   * that.
   */
  heard?: { turn: Id; chars: number }
  /** It was given by a schedule, whose title this is: nobody waits for the answer. */
  schedule?: string
  /**
   * Of a schedule: the sensitive tools that it may use besides safe ones, asked about as ever; `quiet`: news or
   * nothing.
   */
  unattended?: { tools: readonly string[]; quiet?: true }
  /**
   * The answer that the writer's program showed before: a yes counts for a question that stands in it. Absent where the
   * program does not tell.
   */
  seen?: string
  /** The name of the request at the program that asked for it. */
  request?: string
  /** Options of this turn only: command-line flags, never remembered. */
  options?: TurnOptions
}

/** Options of one turn. */
export interface TurnOptions {
  model?: string
  maxRounds?: number
  /** Stands at the end of the system prompt. */
  append?: string
  /** Only these tools are offered; sensitive ones among them are not asked about. */
  tools?: string[]
  /** The answer is one JSON value of this JSON Schema. */
  schema?: JsonObject
  budget?: SpendingBudget
  /**
   * Only this service may take the input, and does; null: none may; `*`: any may. Over HTTP it holds for the session
   * from then on.
   */
  service?: string | null
}

/** A text that goes along with an input, marked as a tool's result may be. */
export interface Attachment extends Untrusted {
  name: string
  text: string
  /** It is not what is spoken of, but stands beside it: the message that is answered, what others said around it. */
  beside?: true
}

/**
 * The calls that need no question: as the rules say, nothing but reading at all, or edits in the working folder, too.
 */
export type PermissionMode = 'ask' | 'plan' | 'accept'

/** A question to a person about one tool call (SPEC §3): everything a card, a button or a voice needs. */
export interface Ask {
  tool: string
  /** The tool's own title, where another program brought it. */
  title?: string
  category: 'sensitive' | 'restricted'
  /** The exact arguments. Surfaces make hidden characters visible; nobody shortens them silently. */
  args: JsonObject
  /** The reason for the question, in the user's language. */
  reason: string
  /** The effect of the call, in the user's language: a diff, a command line, a receiver. */
  effect: string
  risk: 'low' | 'medium' | 'high'
  /** The line of the effect that has to strike the eye: nothing contains what will run. */
  warning?: string
  /** `session` and `always` are absent for restricted tools. */
  choices: Choice[]
  /** The rule that `always` adds to `permissions.allow`, as it is spelled there. */
  rule?: string
  /** The rule that `session` allows: files of a folder, pages of a host, one kind of call, or the tool. */
  scope?: string
}
export type Choice = 'once' | 'session' | 'always' | 'deny'
export interface Decision {
  choice: Choice
  /** The person's reason for a no; the model is told. */
  reason?: string
}

/** The place of a retrieved passage. `line` counts from 1; `page` for paged formats. */
export interface Source {
  file: string
  line?: number
  page?: number
  heading?: string
  text: string
  score: number
  /** It stands in a file of the person's own, and is no stranger's word. */
  own?: true
}

/**
 * A fact that belongs to a running turn. Plain JSON, past tense; exactly one ending per turn, made by the pump only.
 */
export type TurnEvent =
  | { type: 'turn.started'; input: Input; agent: string }
  | { type: 'route.decided'; to: string; by: 'code' | 'model'; reason?: string }
  | { type: 'sources.found'; sources: Source[] }
  /** Context that goes to the model with the turn's message. */
  | { type: 'context.fetched'; parts: ContextPart[] }
  /** `pages`: memory was made shorter, not the conversation. */
  | { type: 'context.compacted'; before: number; after: number; undo?: Id; pages?: true }
  /**
   * `estimated`: our own count of the request's tokens, which the provider's is compared with. `window`: what the
   * model takes.
   */
  | {
      type: 'model.asked'
      call: number
      provider: string
      model: string
      purpose: Purpose
      estimated?: number
      window?: number
    }
  /** `attempt`: the try that follows a `retry` after `waitMs`; absent in journals of older versions. */
  | {
      type: 'model.failed'
      call: number
      failure: Failure
      next: 'retry' | 'fallback' | 'stop'
      waitMs: number
      attempt?: RetryAttempt
      model?: string
    }
  | {
      type: 'model.answered'
      call: number
      purpose: Purpose
      message: Id
      text: string
      calls: ToolCall[]
      usage: Usage
      stop: StopReason
      model: string
      /** State that the next request to this model brings back (signed thoughts). */
      carried?: JsonObject
      /** Milliseconds from the request to its first shown part, and to its end. */
      firstMs: number
      totalMs: number
    }
  /** `at` is the offset of `text` in this call's answer, in UTF-16 units: replaying is idempotent. */
  | { type: 'text.added'; call: number; at: number; text: string }
  | { type: 'reasoning.added'; call: number; text: string }
  | {
      type: 'tool.called'
      id: Id
      name: string
      title?: string
      /** Absent where it is none that has a picture of its own. */
      kind?: ToolKind
      args: JsonObject
    }
  | { type: 'tool.asked'; id: Id; ask: Ask /** Absent where the question waits for the person. */; expiresAt?: number }
  | { type: 'tool.answered'; id: Id; decision: Decision; by: Principal | 'timeout' | 'policy' }
  | { type: 'tool.started'; id: Id; idempotent: boolean }
  | { type: 'tool.progressed'; id: Id; text: string }
  | {
      type: 'tool.ended'
      id: Id
      name: string
      title?: string
      message: Id
      outcome: ToolOutcome
      text: string
      untrusted: boolean
      own?: Untrusted['own']
      source?: Untrusted['source']
      data?: Json
      images?: Picture[]
      /** The deed that it was to be, done or not: the receipt of the turn is folded from these. */
      deed?: Pick<ReceiptLine, 'object' | 'id' | 'final' | 'byPerson'> & { waits?: true }
    }
  | {
      type: 'service.moved'
      service: string
      stage: string
      slots: JsonObject
      task: { index: number; total: number }
      buttons: string[]
      /** Labels of slots, and their values as a person reads them, by name. */
      labels?: Readonly<Record<string, string>>
      shown?: Readonly<Record<string, string>>
    }
  | { type: 'step.started'; step: string; label: string }
  | { type: 'step.ended'; step: string; label: string; ok: boolean; result?: Json }
  | { type: 'hook.called'; name: string; payload: Json }
  /** A sentence for the person that is not part of the answer. `code` is a key of the notices in `messages/`. */
  | { type: 'notice.given'; code: string; data: JsonObject }
  /** A second input was folded into the running turn before its next model call. */
  /** `ahead`: it stands before the question of its turn, as what is known when it is read. */
  | { type: 'input.steered'; input: Input; ahead?: true }
  | TurnEnding

export type TurnEnding =
  /**
   * `kept`: what `flow.kept` says, of a flow that ends with this answer: it is over when its report is told, neither
   * without the other.
   */
  | {
      type: 'turn.done'
      message: Id
      text: string
      limited?: 'rounds' | 'repeats'
      state?: Json
      kept?: { service: string; state: Json | null }
      receipt?: DeedReceipt
    }
  /** `usage`: what the request that was cut off used, by our own count: its end, which tells it, never came. */
  | {
      type: 'turn.failed'
      failure: Failure
      partial: string
      retryable: boolean
      usage?: Usage
      state?: Json
      receipt?: DeedReceipt
    }
  | {
      type: 'turn.cancelled'
      by: 'person' | 'barge-in' | 'limit' | 'shutdown'
      partial: string
      heard?: number
      usage?: Usage
      state?: Json
      receipt?: DeedReceipt
    }

export type Purpose = 'reply' | 'route' | 'slots' | 'summary' | 'facts' | 'title' | 'rerank' | 'lines' | 'letters'
export type StopReason = 'end' | 'tools' | 'length' | 'refusal' | 'empty'

/** A fact that belongs to the conversation and not to one turn. */
export type ConversationEvent =
  | {
      type: 'conversation.created'
      agent: string
      workspace: string
      profile: string
      /** The absolute path of the working folder it began in; conversations from before this was kept have none. */
      folder?: string
      from?: { conversation: Id; seq: number }
      /** Nothing of it is kept, noticed or remembered. */
      private?: true
    }
  | { type: 'conversation.titled'; title: string; by: 'person' | 'code' | 'model' }
  | {
      type: 'conversation.tuned'
      agent?: string
      model?: string | null
      workspace?: string
      profile?: string
      mode?: PermissionMode
    }
  | { type: 'input.queued'; input: Input }
  | { type: 'input.withdrawn'; input: Id }
  /**
   * The oldest messages of the window were replaced by a summary. `upto` is the last message id that left; `facts`
   * are what the person said themselves in them and is worth keeping when the summary goes too.
   */
  | { type: 'window.slid'; upto: Id; summary: string; dropped: number; facts?: string[] }
  /** The last slide was taken back: its messages are in the window again, which slides by itself no more. */
  | { type: 'window.restored'; upto: Id }
  /**
   * A new owner took over (epoch + 1): `cut` is the turn that was running, if any; `goesOn`: it is not over, the new
   * owner goes on with it.
   */
  | { type: 'owner.changed'; cut?: Id; goesOn?: true }
  /**
   * Text that has streamed of a running answer since it was last kept, once a second so that a crash loses no more than
   * that. `at`: its offset in the answer, 0 where it is missing.
   */
  | { type: 'partial.kept'; call: number; at?: number; text: string }
  /** Flow state of a service, parked or running; null removes it. */
  | { type: 'flow.kept'; service: string; state: Json | null }

export type Event = TurnEvent | ConversationEvent

/** An event with its author and position, as it travels and is written. Order is (epoch, seq), never `at`. */
export interface Envelope<E extends Event = Event> {
  v: 1
  epoch: number
  seq: number
  conversation: Id
  turn?: Id
  at: number
  event: E
}

/** Return true if an event is the one ending of a turn. */
export function isEnding(event: Event): event is TurnEnding {
  return event.type === 'turn.done' || event.type === 'turn.failed' || event.type === 'turn.cancelled'
}

/** Return true if a value that was read is the name of an origin. */
export const isOrigin = (value: unknown): value is Origin => typeof value === 'string' && Object.hasOwn(places, value)

/** Return true if an input came from another machine or program: fewer tools, nobody at this keyboard. */
export const isRemote = (origin: Origin): boolean => places[origin] !== 'here'

/**
 * Return true if an input came from a person elsewhere who reads it on a messenger: questions wait longer, and only
 * their own memory is theirs.
 */
export const isMessenger = (origin: Origin): origin is Messenger => places[origin] === 'messenger'

/** The messenger through which somebody writes; undefined for the owner and for programs. */
export function messengerOf(by: Principal): Messenger | undefined {
  const name = by.slice(0, Math.max(by.indexOf(':'), 0))
  return isOrigin(name) && isMessenger(name) ? name : undefined
}
