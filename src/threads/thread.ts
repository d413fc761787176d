import type {
  DeedReceipt,
  Event,
  Id,
  Input,
  Json,
  Message,
  PermissionMode,
  ReceiptLine,
  Usage,
} from '../protocol/index.ts'

/** Result of folding a journal: everything that the next turn needs, and no more than the window's messages. */
export interface Thread {
  id: Id
  epoch: number
  seq: number
  createdAt: number
  updatedAt: number
  agent: string
  workspace: string
  profile: string
  /** Folder in which it began, as an absolute path. */
  folder?: string
  title?: string
  titledBy?: 'person' | 'code' | 'model'
  /** The service that a program has bound it to, as `TurnOptions.service` says it. */
  service?: string | null
  /** Tools that need no question; `ask` where nobody chose. */
  mode?: PermissionMode
  /** The model a person chose for this conversation; routing and defaults do not apply then. */
  model?: string
  /** Messages since the window last slid, oldest first. */
  messages: Message[]
  /** Summaries of what slid out, oldest first, at most three. */
  summaries: string[]
  /** For each summary, what is kept in memory before it goes. */
  summaryFacts: string[][]
  /** Messages that the last slide took, so that it can be taken back. */
  slid?: Pick<Thread, 'messages' | 'summaries' | 'summaryFacts'> & { upto: Id }
  /** A slide was taken back: the window slides no more by itself. */
  whole?: true
  /** Text from outside has left the window and may live on in a summary. */
  tainted?: true
  /** Source of that text. */
  sources?: string[]
  /** Tokens as the provider counted them, per token of our estimate; 1 before it has. */
  correction: number
  /** Inputs that wait for their turn. */
  queued: Input[]
  running?: RunningTurn
  /** Deeds of the turn before, if any. */
  receipt?: DeedReceipt
  /** The model that answered last, the tokens that it has read and written of this conversation, and when. */
  warm?: { provider: string; model: string; tokens: number; at: number }
  /** State of services, by name. */
  flows: Record<string, Json>
  usage: Usage & { calls: number }
  turns: number
  /** Messages ever, those that slid out included. */
  count: number
}

export interface RunningTurn {
  turn: Id
  input: Input
  agent: string
  call: number
  /** Model that is asked for the reply. */
  asked?: { provider: string; model: string }
  /** Text of the running model call so far. */
  partial: string
  /** Our own count of the running request's tokens. */
  estimated?: number
  /** Calls without an outcome yet, in order. */
  calls: { id: Id; name: string; started: boolean; idempotent: boolean }[]
  /** Its deeds so far, done or not, in order. */
  deeds?: ReceiptLine[]
  /** A service had a part in it. */
  served?: true
  /** Count of processes that went on with it. */
  passed?: number
}

/** A conversation in which nothing has happened yet. */
export function emptyThread(id: Id): Thread {
  return {
    id,
    epoch: 0,
    seq: 0,
    createdAt: 0,
    updatedAt: 0,
    agent: '',
    workspace: '',
    profile: '',
    messages: [],
    summaries: [],
    summaryFacts: [],
    correction: 1,
    queued: [],
    flows: {},
    usage: { input: 0, output: 0, cached: 0, calls: 0 },
    turns: 0,
    count: 0,
  }
}

/** A conversation begins: who answers, for whom, and where. A taken-in file may hold anything as its folder. */
export function beginThread(thread: Thread, event: Extract<Event, { type: 'conversation.created' }>): Thread {
  const { agent, workspace, profile, folder } = event
  return { ...thread, agent, workspace, profile, ...(typeof folder === 'string' ? { folder } : {}) }
}

/** The one service that an input is for; null: none may take it; undefined: whichever claims it. */
export function serviceFor({ origin, options }: Pick<Input, 'origin' | 'options'>, thread: Pick<Thread, 'service'>) {
  const given = options?.service
  const service = given === undefined && origin === 'http' ? thread.service : given
  return service === '*' ? undefined : service
}
