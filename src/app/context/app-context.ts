import type { Secrets } from '../../config/secrets.ts'
import type { LoadedSettings } from '../../config/settings.ts'
import type { Pages } from '../../core/context/system-prompt.ts'
import type { DeedStore } from '../../core/deeds/store.ts'
import type { Language } from '../../messages/language.ts'
import type { Category, ConversationScope, Principal, ToolFacts } from '../../protocol/index.ts'
import type { Zone } from '../../std/time/local-time.ts'
import type { ConversationIndex } from '../../threads/conversation-index.ts'
import type { Hub } from '../../tools/mcp/client/hub.ts'
import type { Docs } from '../docs/document-library.ts'
import type { Environment } from '../environment/environment.ts'
import type { Models } from '../models/model-registry.ts'
import type { createRecall } from './recall.ts'
import type { SessionRules } from './session-rules.ts'
import type { ToolSource } from './tool-source.ts'

/** An agent's rights and manner, as its files say now. */
export interface AgentView {
  pages: Pages
  categories: Category[]
  tools?: string[]
  model?: string
}

/**
 * The parts from which everything is made, once per process: the machine, the person's settings, and the parts that
 * many need.
 */
export interface AppContext {
  environment: Environment
  loaded: LoadedSettings
  secrets: Secrets
  models: Models
  language: Language
  /** The zone's name. */
  zone: string
  /** The same for clocks and calendars: `local` where it is the machine's own. */
  wall: Zone
  now(): Date
  /** The agent that answers in a new conversation, by the settings. */
  initial: ConversationScope
  tools: ToolSource
  /** The facts of a built-in tool by its name; of another, nothing is known. */
  factsOf(tool: string): ToolFacts
  /** Rules that the person allowed for conversations that this process has open. */
  sessionRules: SessionRules
  docs: Docs
  /** The index of everything that was said in all conversations of this home. */
  index: ConversationIndex
  /** The journal of deeds. */
  deeds: DeedStore
  /** Fetches what a turn needs of memory and earlier conversations. */
  recall: ReturnType<typeof createRecall>
  /** The keeper of MCP servers; undefined where none is configured. */
  hub(): Promise<Hub | undefined>
  agent(scope: ConversationScope): Promise<AgentView>
  /** Sensitive tools that the owner granted to a remote person. */
  grants(by: Principal): Promise<ReadonlySet<string>>
}
