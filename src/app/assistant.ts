import type { Language } from '../messages/language.ts'
import type { Conversation, Failure, Id, Json, JsonObject, Tool, ToolResult } from '../protocol/index.ts'
import type { Hub } from '../tools/mcp/hub.ts'

import type { Docs } from './docs.ts'
import type { DoctorWish } from './doctor.ts'
import type { McpAsker } from './mcp.ts'
import type { MemoryDesk } from './memory-desk.ts'
import type { EngineParts } from './parts.ts'

export type { MemoryDesk } from './memory-desk.ts'

import type { Exchange } from '../threads/usage.ts'
import type { ServeWishes, Serving } from './serve.ts'

export type { Surroundings } from './surroundings.ts'

/** How a conversation is chosen: a new one, the last one of this person, or one by its id or the beginning of it. */
export type Which = { kind: 'new' } | { kind: 'last' } | { kind: 'id'; id: string }

export interface OpenWishes {
  /** Leaves nothing on disk (`--no-session`). */
  ephemeral?: boolean
  agent?: string
  workspace?: string
  /** Whose personal memory a new conversation reads and writes; a remote person has a mapped one. */
  profile?: string
  model?: string
  /** Whether somebody can be asked for approval on this surface. */
  canAsk: boolean
}

export interface ConversationInfo {
  id: Id
  title: string
  agent: string
  workspace: string
  createdAt: number
  updatedAt: number
  messages: number
}

export interface ContextReport {
  parts: { name: string; chars: number; bytes: number; tokens: number; text: string }[]
  messages: number
  tools: { count: number; bytes: number }
  totalChars: number
  totalTokens: number
  limitChars: number
}

export type { Exchange as UsageRow } from '../threads/usage.ts'

/** The whole program without a surface: what every command and every surface is written against. */
export interface Assistant {
  readonly language: Language
  readonly home: string
  /** The program's time, which `ASSISTANT_NOW` may have started elsewhere. */
  now(): Date
  /** Who answers in a new conversation. */
  readonly birth: { agent: string; workspace: string }
  /** What the program is made of, for what runs beside conversations: reminders, the daemon. */
  readonly parts: EngineParts
  /** Sentences about settings that could not be used; shown on stderr once. */
  readonly warnings: readonly string[]
  /** Null when a model can be asked; else why not (`auth`: chosen provider without a key). Checked before processing. */
  ready(): Promise<Failure | null>
  /** Provider and model that the next turn would use, e.g. `anthropic` / `claude-…`, `offline` / `rules`. */
  model(): Promise<{ provider: string; model: string }>
  models(): Promise<{ provider: string; model: string }[]>
  agents(): Promise<{ name: string; workspace: string; wakeWord?: string }[]>
  open(which: Which, wishes: OpenWishes): Promise<Conversation>
  conversations: {
    list(): Promise<ConversationInfo[]>
    /** Matches text of messages and titles, NFC, Hangul decomposed or not. */
    search(query: string): Promise<{ conversation: ConversationInfo; excerpt: string; at: number }[]>
    remove(id: Id): Promise<boolean>
    /** A new conversation with what the old one held, up to the turn of a message or right before it. Throws `bad-input`. */
    fork(id: Id, cut: { message?: Id; before?: boolean }): Promise<ConversationInfo>
    rename(id: Id, title: string): Promise<void>
    /** Takes in what `export(…, 'json')` gave out. Throws `bad-input`. */
    import(text: string): Promise<ConversationInfo>
    /** `markdown` for people, `json` whole. */
    export(id: Id, format: 'markdown' | 'json'): Promise<string>
    /** The id that a beginning of it, or `last`, stands for. */
    resolve(prefix: string): Promise<Id | undefined>
  }
  /** Memory by hand, of the settings' workspace, agent and profile. */
  readonly memory: MemoryDesk
  /** Summarises a conversation now: `/compact`. False when there is nothing to summarise, or a turn runs. */
  compact(conversation: Id, signal: AbortSignal): Promise<boolean>
  /** Takes a compaction back by the `undo` of its `context.compacted`. False when something stands on it already. */
  uncompact(conversation: Id, undo: Id): Promise<boolean>
  /** Does what turns left to do behind them, in one process at a time, until the signal aborts: facts, titles. */
  jobs(rank: 'daemon' | 'surface', signal: AbortSignal): Promise<void>
  context(conversation?: Id): Promise<ContextReport>
  usage(): Promise<Exchange[]>
  tools: {
    list(): Promise<{ tool: Pick<Tool, 'name' | 'category' | 'description' | 'schema'>; missing?: string }[]>
    /** Runs one tool as the owner; sensitive ones ask through `confirm`. */
    call(name: string, args: JsonObject, confirm: (effect: string) => Promise<boolean>, signal: AbortSignal): Promise<ToolResult>
    /** The same with one of these tools, and with a place for what it tells on its way. */
    run(
      among: readonly Tool[],
      name: string,
      args: JsonObject,
      confirm: (effect: string) => Promise<boolean>,
      signal: AbortSignal,
      progress?: (line: string) => Promise<void>,
    ): Promise<ToolResult>
  }
  /** Opens the HTTP surface (`assistant serve`). Throws `config`. */
  serve(wishes: ServeWishes): Promise<Serving>
  /** Checks for `doctor`, each one sentence with what to do. */
  doctor(wish: DoctorWish): AsyncIterable<{ name: string; ok: boolean; text: string; data?: Json }>
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
