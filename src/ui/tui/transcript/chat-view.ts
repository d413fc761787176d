import type {
  Ask,
  Failure,
  Id,
  Input,
  JsonObject,
  PermissionMode,
  Picture,
  RetryAttempt,
  Source,
  ToolOutcome,
} from '../../../protocol/index.ts'
import { finishMarkdown, type Markdown, type MarkdownPart, markdown, pushText } from '../markdown/streaming-markdown.ts'

/** Something that is finished and will never be drawn again. */
export type Block =
  | {
      type: 'said'
      text: string
      images: number
      files?: readonly string[]
      origin: Input['origin']
      isScheduled?: true
    }
  | { type: 'parts'; parts: MarkdownPart[] }
  | {
      type: 'tool'
      name: string
      title?: string
      args: JsonObject
      outcome: ToolOutcome
      text: string
      untrusted: boolean
    }
  /** `past`: it was shown when it came, and is only named now. */
  | { type: 'picture'; picture: Picture; past?: true }
  | { type: 'sources'; sources: readonly Source[]; first: number }
  | { type: 'notice'; code: string; data: JsonObject }
  | { type: 'retry'; failure: Failure; next: 'retry' | 'fallback' | 'stop'; waitMs: number; model?: string }
  | { type: 'failed'; failure: Failure; retryable: boolean }
  | { type: 'cancelled'; empty: boolean }
  | { type: 'denied'; tool: string; by: 'timeout' | 'policy' }
  /** Permission for longer than one call; `rule` takes it back. */
  | { type: 'granted'; choice: 'session' | 'always'; tool: string; title?: string; rule: string }
  | { type: 'limited'; by: 'rounds' | 'repeats' }
  /** The receipt of a turn, a line for each state; `isBad`: something was not done. */
  | { type: 'receipt'; lines: readonly string[]; isBad: boolean }
  | { type: 'slots'; known: readonly CardFact[]; task: { index: number; total: number }; buttons: readonly string[] }
  | { type: 'compacted' }
  | { type: 'tuned'; agent?: string; model?: string | null }

/** Fact of a service: its label and value, both as a person reads them. */
export type CardFact = readonly [label: string, value: string]

/** A tool call that is under way. */
export interface ToolCallView {
  id: Id
  name: string
  title?: string
  args: JsonObject
  state: 'called' | 'asked' | 'running'
  progress: string
}

/** A question that waits for a person. */
export interface Question {
  id: Id
  ask: Ask
  /** Time at which silence denies; absent for a question that waits. */
  expiresAt?: number
}

/** A conversation as the TUI sees it: a pure fold over its envelopes. `done` is drained by whoever prints it. */
export interface View {
  conversation?: Id
  title: string
  agent: string
  workspace: string
  /** Nothing of the conversation is kept, noticed or remembered. */
  isPrivate: boolean
  model: string
  mode: PermissionMode
  tokens: number
  /** Tokens that the model takes, where that is known, and how many of them the last request and its answer were. */
  window?: number
  filled: number
  /** Cost of this conversation in US dollars, as far as prices are known. */
  usd: number
  done: readonly Block[]
  /** The answer that is being written. `call` and `length` make replayed deltas idempotent. */
  stream: { call: number; length: number; text: Markdown }
  turn?: {
    id: Id
    since: number
    doing: 'thinking' | 'writing' | 'tools'
    label: string
    /** It answers only where there is news. */
    quiet?: true
    /** The model is asked again: which try that is, and after how long. */
    retry?: { attempt?: RetryAttempt; waitMs: number }
  }
  calls: readonly ToolCallView[]
  questions: readonly Question[]
  queue: readonly Input[]
  /** Sources of the last answer that had any, numbered from 1 for `/open`. */
  sources: { turn?: Id; list: readonly Source[] }
  /** Slots that a service waits for, told when its turn is over. */
  waits?: Extract<Block, { type: 'slots' }>
  /** The last answers as they were written, the latest last, for /copy. */
  answers: readonly string[]
  /** Thoughts of the model, by turn; the latest turns. */
  thoughts: ReadonlyMap<Id, string>
  /** Last question of the person; `failed` if it failed, until another one is asked. */
  failed?: string
  asked: string
  /** Some of this turn's answer was shown, so that its ending does not show it again. */
  spoke: boolean
}

export const view: View = {
  title: '',
  agent: '',
  workspace: '',
  isPrivate: false,
  model: '',
  mode: 'ask',
  tokens: 0,
  filled: 0,
  usd: 0,
  done: [],
  stream: { call: -1, length: 0, text: markdown },
  calls: [],
  questions: [],
  queue: [],
  sources: { list: [] },
  answers: [],
  asked: '',
  thoughts: new Map(),
  spoke: false,
}

/** The same view after everything finished was printed. */
export function withoutPrinted(state: View): View {
  return state.done.length === 0 ? state : { ...state, done: [] }
}

/** Adds what is finished. */
export function appendBlocks(state: View, ...blocks: Block[]): View {
  return { ...state, done: [...state.done, ...blocks] }
}

/** Sources of this turn's answer. Their numbers go on within a turn and begin anew with the next. */
export function addSources(state: View, more: readonly Source[]): View {
  const turn = state.turn?.id
  const before = turn !== undefined && state.sources.turn === turn ? state.sources.list : []
  const sources = { ...(turn === undefined ? {} : { turn }), list: [...before, ...more] }
  return appendBlocks(endText({ ...state, sources }), { type: 'sources', sources: more, first: before.length + 1 })
}

/** Return the view with the running turn's activity. */
export function setActivity(state: View, what: 'thinking' | 'writing' | 'tools'): View {
  if (!state.turn || (state.turn.doing === what && !state.turn.retry)) return state
  const { retry: _, ...turn } = state.turn
  return { ...state, turn: { ...turn, doing: what } }
}

/** Text of a model's answer. What was seen before `at` is not taken twice; a new call closes the one before. */
export function addText(state: View, call: number, at: number, text: string): View {
  const base = state.stream.call === call ? state : { ...endText(state), stream: { call, length: 0, text: markdown } }
  const { stream } = base
  const more = text.slice(Math.max(0, stream.length - at))
  if (more === '') return base
  const [parts, next] = pushText(stream.text, more)
  const grown = { ...base, spoke: true, stream: { call, length: stream.length + more.length, text: next } }
  return setActivity(parts.length === 0 ? grown : appendBlocks(grown, { type: 'parts', parts }), 'writing')
}

/** Gives out what is left of the running answer. */
export function endText(state: View): View {
  const [parts, next] = finishMarkdown(state.stream.text)
  const over = { ...state, stream: { ...state.stream, text: next } }
  return parts.length === 0 ? over : appendBlocks(over, { type: 'parts', parts })
}
