import type { Language } from '../messages/language.ts'
import type { Conversation, ConversationScope, Failure, Id, Json } from '../protocol/index.ts'
import type { Hub } from '../tools/mcp/client/hub.ts'
import type { ContextReport } from './admin/context-report.ts'
import type { DoctorOptions } from './admin/doctor.ts'
import type { MemoryAdmin } from './admin/memory-admin.ts'
import type { ToolRunner } from './admin/tool-runner.ts'
import type { AgentInfo } from './context/agent-reader.ts'
import type { AppContext } from './context/app-context.ts'
import type { ConversationStore } from './conversations/conversation-store.ts'
import type { TakeOverOptions } from './conversations/take-over.ts'
import type { Docs } from './docs/document-library.ts'
import type { McpAsker } from './mcp/mcp-servers.ts'

export type { ContextReport } from './admin/context-report.ts'
export type { MemoryAdmin } from './admin/memory-admin.ts'

import type { Exchange } from '../threads/usage.ts'
import type { ServeOptions, Serving } from './http/http-server.ts'
import type { Models } from './models/model-registry.ts'

export type { Environment } from './environment/environment.ts'

/** The conversation to open: a new one, the last one of this person, or one by its id or the beginning of it. */
export type ConversationSelector = { kind: 'new' } | { kind: 'last' } | { kind: 'id'; id: string }

export interface ConversationOptions extends TakeOverOptions {
  /** Leaves nothing on disk (`--no-session`). */
  ephemeral?: boolean
  /** Nothing is noticed, and nothing is kept in memory (`--private`): goes with `ephemeral`. */
  private?: boolean
  /** A new conversation is answered also where the disk does not take it; the person is told that it is not kept. */
  orUnkept?: boolean
  agent?: string
  workspace?: string
  /** The profile whose personal memory a new conversation uses; a remote person has a mapped one. */
  profile?: string
  model?: string
  /** True if somebody can be asked for approval on this surface. */
  canAsk: boolean
}

export type { Exchange as UsageRow } from '../threads/usage.ts'

/** The whole program without a surface: what every command and every surface is written against. */
export interface Assistant {
  readonly language: Language
  readonly home: string
  /** The program's time, which `ASSISTANT_NOW` may have started elsewhere. */
  now(): Date
  /** The agent, workspace and profile of a new conversation. */
  readonly initial: ConversationScope
  /** Parts of the program for what runs beside conversations: reminders, the daemon. */
  readonly parts: AppContext
  /** Sentences about settings that could not be used; shown on stderr once. */
  readonly warnings: readonly string[]
  /**
   * Null when a model can be asked; else why not (`auth`: chosen provider without a key). Checked before processing.
   */
  ready(): Promise<Failure | null>
  /** Provider and model that the next turn would use, e.g. `anthropic` / `claude-…`, `offline` / `rules`. */
  model(): Promise<{ provider: string; model: string }>
  models(): Promise<{ provider: string; model: string }[]>
  /** Keep a model for the server in use where nobody chose one for it yet; true where it was kept. */
  keepModel(provider: string, model: string): Promise<boolean>
  /** A model by name (or the one in use): where it is asked and what it can do. Its server is asked, too. */
  describeModel: Models['describe']
  /** Forgets what refusals taught of a model by name (or the one in use). */
  forgetModel: Models['forget']
  agents(): Promise<AgentInfo[]>
  open(which: ConversationSelector, options: ConversationOptions): Promise<Conversation>
  readonly conversations: ConversationStore
  /** Memory by hand, of the settings' workspace, agent and profile. */
  readonly memory: MemoryAdmin
  /** Summarises a conversation now: `/compact`. False when there is nothing to summarise, or a turn runs. */
  compact(conversation: Id, signal: AbortSignal): Promise<boolean>
  /** Takes a compaction back by the `undo` of its `context.compacted`. False when something stands on it already. */
  uncompact(conversation: Id, undo: Id): Promise<boolean>
  /** Does what turns left to do behind them, in one process at a time, until the signal aborts: facts, titles. */
  jobs(rank: 'daemon' | 'surface', signal: AbortSignal): Promise<void>
  /** Does what waits now, for a program that ends afterwards. Nothing where another process does the jobs. */
  jobsOnce(signal: AbortSignal): Promise<void>
  /** Return the number of jobs that wait while nobody is there to do them. */
  idleJobs(): Promise<number>
  /** Return the content of the next request, for this question, or for the last one of the conversation. */
  context(conversation?: Id, question?: string): Promise<ContextReport>
  usage(): Promise<Exchange[]>
  readonly tools: ToolRunner
  /** Opens the HTTP surface (`assistant serve`). Throws `config`. */
  serve(options: ServeOptions): Promise<Serving>
  /** Checks for `doctor`, each one sentence with what to do. */
  doctor(options: DoctorOptions): AsyncIterable<{ name: string; ok: boolean; text: string; data?: Json }>
  /** The MCP servers: their resources, prompts, states. Undefined, and nothing loaded, where none is configured. */
  mcp(): Promise<Hub | undefined>
  /** Names of MCP servers that nobody has said yes or no to; who calls this tells the person. Starts nothing. */
  undecidedServers(): Promise<string[]>
  /** Set by the surface at which somebody sits: without it servers are told no. */
  mcpAsker: McpAsker | undefined
  /** The documents of every workspace. */
  readonly docs: Docs
  close(): Promise<void>
}
