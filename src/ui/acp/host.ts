import type { Language } from '../../messages/language.ts'
import type {
  Conversation,
  Envelope,
  Failure,
  Id,
  Image,
  JsonObject,
  PermissionMode,
  TurnOptions,
  Untrusted,
} from '../../protocol/index.ts'
import type { Elicited } from '../../tools/mcp/ports.ts'

/** An MCP server as an editor names it, in the form of an `mcp.json`. */
export interface GivenServer {
  name: string
  value: object
}

/** Access to the files in an editor. */
export interface EditorDoor {
  read?(path: string): Promise<string | undefined>
  write?(path: string, text: string): Promise<void>
  /** Asks its person what an MCP server wants to know, field by field. */
  ask?(message: string, schema: JsonObject, signal: AbortSignal): Promise<Elicited>
}

/** Requests of an editor to the program. Failures reject with an AssistantError. */
export interface AcpHost {
  language: Language
  version: string
  /** A conversation in a folder: a new one, or an earlier one by its id. */
  open(folder: string, servers: readonly GivenServer[], editor: EditorDoor, id?: Id): Promise<Desk>
  /** Earlier conversations, newest first. */
  list(): Promise<EarlierSession[]>
  remove(id: Id): Promise<boolean>
  /** The reason why no model can be asked, if so. */
  ready(): Promise<Failure | null>
  failureText(failure: Failure): string
}

export interface EarlierSession {
  id: Id
  title: string
  /** The absolute path of the folder it began in. */
  folder: string
  /** Milliseconds since 1970. */
  updatedAt: number
}

/** A file that goes along with a prompt, or why it cannot. */
export type AlongFile = (Untrusted & { text: string; image?: Image }) | { image: Image } | { why: string } | undefined

/** One conversation and what belongs to its folder. */
export interface Desk {
  conversation: Conversation
  mode: PermissionMode
  /** Everything that was said and done, in order. */
  past(): AsyncIterable<Envelope>
  /** The model that answers now, and those that could. */
  model(): Promise<string>
  models(): Promise<string[]>
  agent: string
  agents(): Promise<string[]>
  /** Own commands of the person and the project. */
  commands(): Promise<{ name: string; description: string }[]>
  fill(name: string, typed: string): Promise<{ text: string; options?: TurnOptions } | undefined>
  attach(path: string): Promise<AlongFile>
  compact(): Promise<boolean>
  /** The text of a file as it is before it is changed; undefined for none. */
  textOf(path: string): Promise<string | undefined>
  /** Servers of the editor that nobody has said yes or no to, with the command each would run. */
  undecided(): Promise<{ name: string; command: string }[]>
  decide(server: string, yes: boolean): Promise<void>
  close(): Promise<void>
}
