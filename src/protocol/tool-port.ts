import { type Deed, deedText, type UndoOutcome } from './deeds.ts'
import type { Origin, Principal } from './events.ts'
import type { Id, Json, JsonObject } from './json.ts'
import type { Image } from './message.ts'
import type { ToolFacts } from './tool-facts.ts'

export type Category = 'safe' | 'sensitive' | 'restricted'

export interface ToolResult {
  /** Sentences or short lines a person can read; for an error: cause and remedy. */
  text: string
  isError?: boolean
  /** The text came from outside (web, file, another program): it is marked as data for the model. */
  untrusted?: boolean
  /** It is a file of the person's own: marked as data, yet nothing asks more often after it. */
  own?: boolean
  /** Its origin, as a person reads it. */
  source?: string
  /** The same result for programs (`tools call --json`). */
  data?: Json
  images?: Image[]
  /** The change that it made; absent where nothing was changed. */
  deed?: Deed
  /** A notice for the person besides, made by code and not by a model. */
  notice?: Notice
}

/** A sentence for the person that is not part of the answer: `code` is a key of the notices in `messages/`. */
export interface Notice {
  code: string
  data: JsonObject
}

/**
 * The effect of a call beyond its result: it leaves something behind for later turns, sends words to another machine,
 * changes what other programs run by themselves (hooks, start-up files, tasks of editors, settings of assistants), or
 * what they obey when they are started (files of build tools).
 */
export type ToolEffect = 'keeps' | 'sends' | 'runs' | 'obeyed'

/** The cause of a question about a call. */
export type AskCause = 'category' | 'rule' | 'tainted' | 'secret' | 'file' | 'runs' | 'obeyed'

/** The part of a turn that a tool may know. Nothing else is in reach: no globals, no `process`. */
export interface ToolContext {
  signal: AbortSignal
  now(): Date
  zone: string
  language: 'ko' | 'en'
  conversation: Id
  turn: Id
  origin: Origin
  by: Principal
  agent: string
  workspace: string
  profile: string
  /** Working directory of the surface, absolute; undefined where there is none (remote). */
  cwd?: string
  /** The conversation leaves nothing on disk. */
  ephemeral?: true
  /** Nothing of it may be kept in memory. */
  private?: true
  /** Sources of this conversation's untrusted text: what a tool writes down now carries them. */
  sources?: readonly string[]
}

/** The exact change that this call would make, or why it cannot be done: then nobody is asked. */
export type Explained =
  /** `byHand`: the command that does the same, told where nobody can be asked. */
  { effect: string; risk: 'low' | 'medium' | 'high'; warning?: string; byHand?: string } | { refused: string }

/**
 * The traces that calls of a tool leave. `none`: it looks or reckons. A deed is taken back by the tool's own inverse,
 * by its files alone (`files`), by nothing (`final`: it has left this machine, or nobody knows all of it), or is not
 * kept at all (`unkept`).
 */
export type ToolDeeds =
  | 'none'
  | {
      /** The object of the deed that these arguments ask for; undefined for a call that only looks. */
      object(args: JsonObject): string | undefined
      /**
       * Absolute paths that a call may change, with everything below them: they are kept before it, and put back before
       * its own inverse runs.
       */
      files?(args: JsonObject, context: ToolContext): Promise<readonly string[]>
      /** With an inverse, a result without a deed says that nothing was changed. */
      undo: 'files' | 'final' | 'unkept' | ((kept: Json, context: ToolContext) => Promise<UndoOutcome>)
    }

/**
 * One thing that the assistant can do. Yields progress lines, returns its result; a thrown AssistantError is a result
 * too.
 */
export interface Tool<Args extends JsonObject = JsonObject> {
  name: string
  facts: ToolFacts
  deeds: ToolDeeds
  /**
   * Its own title for a person, where another program brought it: one short clean line, quoted wherever it is shown.
   */
  title?: string
  category: Category
  /** May be repeated without changing more than once did. Decides what is said after a crash, never a retry. */
  idempotent: boolean
  /** Milliseconds; 0 = the setting's limit for tools, 10 s (SPEC §3). */
  timeoutMs: number
  /** For the model, in English, short. */
  description: string
  /** JSON Schema of an object. */
  schema: JsonObject
  /** The schema that arguments are held to, where that is more than a model is told. */
  checked?: JsonObject
  /** It only looks, here or elsewhere: it may be used while something is planned. */
  readOnly?: true
  /** The effect of this call beyond its result: asked about after untrusted text, also for a safe tool. */
  effect?(args: Args): ToolEffect | undefined
  /**
   * Return true if it runs now where it reaches nothing but the working folder: then a rule may allow it without a
   * question.
   */
  isContained?(context: ToolContext): Promise<boolean>
  /** Return true if these arguments change files of the working folder and nothing else. */
  editsHere?(args: Args, context: ToolContext): Promise<boolean>
  /** For the person who is asked: effect and risk of exactly this call. */
  explain?(args: Args, context: ToolContext): Promise<Explained>
  run(args: Args, context: ToolContext): AsyncGenerator<string, ToolResult>
}

/** A tool of a program that embeds the assistant: what it does not say of it is taken as unknown. */
export type BroughtTool<Args extends JsonObject = JsonObject> = Omit<Tool<Args>, 'facts' | 'deeds'> & {
  facts?: ToolFacts
  deeds?: ToolDeeds
}

/** Deeds that leave nothing to take back by, named by one argument. */
export const finalDeed = (argument: string): ToolDeeds => ({
  object: (args) => deedText(args[argument]),
  undo: 'final',
})

/** Deeds of a tool that another program brought: nothing is known of them. */
export const unknownDeeds: ToolDeeds = { object: () => '', undo: 'final' }

/** Deeds of a tool that does not say them: what needs no question and has no effect leaves none. */
export const deedsOf = ({ readOnly, category, effect }: Pick<Tool, 'readOnly' | 'category' | 'effect'>): ToolDeeds =>
  readOnly || (category === 'safe' && !effect) ? 'none' : unknownDeeds
