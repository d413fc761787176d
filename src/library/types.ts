import type {
  Ask,
  Attachment,
  BroughtTool,
  Conversation,
  Decision,
  Event,
  Failure,
  Id,
  JsonObject,
  Picture,
  Provider,
  Tool,
  ToolResult,
} from '../protocol/index.ts'

/**
 * Options of `createAssistant`. Everything has a default: `createAssistant()` is the assistant of this user's terminal.
 */
export interface AssistantOptions {
  /** The folder of conversations, memory, settings and keys. Default: `ASSISTANT_HOME`, else `~/.assistant`. */
  home?: string
  /** Environment variables: keys and settings. Default: those of this process. */
  env?: Record<string, string | undefined>
  /**
   * The folder that file tools work in, and whose instructions are read when it is trusted. Default: this process's.
   */
  cwd?: string
  /** Milliseconds since 1970. Default: `Date.now`. */
  clock?: () => number
  /**
   * Settings by name (`assistant config list`), which win over files and variables: `{ provider: 'offline', language:
   * 'en' }`.
   */
  settings?: Record<string, unknown>
  /** Tools besides the built-in ones. A tool with the name of a built-in one takes its place. */
  tools?: readonly BroughtTool[]
  /** Answers every request in place of the provider of the settings. */
  provider?: Provider
  /**
   * Decides on calls of sensitive and restricted tools. `signal` aborts when the question is answered elsewhere or
   * too old. Without this function nobody can be asked, and such tools are not run.
   */
  approve?: (ask: Ask, signal: AbortSignal) => Decision | Promise<Decision>
}

/** The conversation to open: a new one, the last one, or one by its id or the beginning of it. */
export type ConversationChoice = 'new' | 'last' | { id: Id }

export interface OpenConversationOptions {
  /** Nothing of a new conversation is written to disk. */
  ephemeral?: boolean
  agent?: string
  workspace?: string
}

export interface AskOptions {
  /** The conversation to ask in. Default: one per assistant, begun by the first question. */
  conversation?: Conversation
  /** Cancels the turn; what was answered by then is kept, and the last event is `turn.cancelled`. */
  signal?: AbortSignal
  /** For this turn only: `openai:gpt-5`, or a model of the provider in use. */
  model?: string
  images?: Picture[]
  attachments?: Attachment[]
}

export interface CallToolOptions {
  /** Return true to let a sensitive or restricted tool do what `effect` says. Default: refused. */
  confirm?: (effect: string) => Promise<boolean>
  signal?: AbortSignal
}

export interface ConversationSummary {
  id: Id
  title: string
  agent: string
  /** Milliseconds since 1970. */
  updatedAt: number
  messages: number
}

export interface HttpOptions {
  /** Default `127.0.0.1`: this machine only. */
  host?: string
  /** Default 0: any free port. */
  port?: number
  /** The place of sessions. Default `disk`. */
  sessions?: 'memory' | 'disk' | 'redis'
  /** Web pages that may call the server from a browser. Default none. */
  origins?: string[]
}

export interface HttpServer {
  url: string
  /** The first token of this home, when it was made just now: it is not shown again. */
  token?: string
  close(): Promise<void>
}

/** The assistant in your program. Methods throw an `AssistantError` whose `failure` says what happened. */
export interface EmbeddedAssistant {
  readonly home: string
  readonly language: 'ko' | 'en'
  /** Sentences about settings that could not be used. */
  readonly warnings: readonly string[]
  /** Return the reason why no model can be asked (a missing key, a wrong setting), or null. */
  ready(): Promise<Failure | null>
  /**
   * Asks, and yields what happens, in order. The last event is the turn's ending: `turn.done`, `turn.failed` or
   * `turn.cancelled`.
   */
  ask(text: string, options?: AskOptions): AsyncIterable<Event>
  /** Opens a conversation for full control: submit, follow, answer, cancel. Close it when you are done. */
  open(which?: ConversationChoice, options?: OpenConversationOptions): Promise<Conversation>
  /** The conversations of this home, newest first. */
  conversations(): Promise<ConversationSummary[]>
  /** The tools that there are, with why one cannot be used. */
  tools(): Promise<{ tool: Pick<Tool, 'name' | 'category' | 'description' | 'schema'>; missing?: string }[]>
  /** Runs one tool without a model, as the owner of this machine. */
  callTool(name: string, args: JsonObject, options?: CallToolOptions): Promise<ToolResult>
  /**
   * Does what turns leave to do behind them (facts, titles, summaries) until the signal aborts; one process does at a
   * time.
   */
  runJobs(signal: AbortSignal): Promise<void>
  /** The same conversations over HTTP (docs/serve.md). */
  serve(options?: HttpOptions): Promise<HttpServer>
  /** Closes the conversation of `ask`, MCP servers and files. */
  close(): Promise<void>
}
