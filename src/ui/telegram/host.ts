import type { RingChoice, RingRef } from '../../core/reminders/answer-ring.ts'
import type { DocumentFault } from '../../messages/commands/docs.ts'
import type { Language } from '../../messages/language.ts'
import type { Attachment, Conversation, Failure, Id, Image, JsonObject } from '../../protocol/index.ts'
import type { Bot } from './bot.ts'
import type { AccessFile, Sender } from './inbound/access.ts'
import type { DraftSupport } from './outbound/progress.ts'
import type { DeliveryLog } from './outbox.ts'
import type { ChatKey } from './place.ts'

/**
 * A document that a person sent, as text for the model; `passages`: how many it gave the documents, where it was put
 * among them.
 */
export interface ReadDocument {
  text: string
  passages?: number
}

/** Commands that the program answers, not the chat. */
export const reportTopics = ['reminders', 'list', 'schedule', 'snooze', 'model', 'usage', 'memory', 'compact'] as const
type AboutWhat = (typeof reportTopics)[number]

/** The program, as this surface needs it. */
export interface TelegramHost {
  language: Language
  bot: Bot
  ledger: DeliveryLog
  access: AccessFile
  now(): Date
  /** The addresses of this machine: another text means another network. */
  network(): string
  newId(): Id
  /** Messages that come so soon after one another are one turn, in milliseconds; 0: each is its own. */
  mergeMs: number
  /** Treatment of a message that comes while the chat answers: it waits for its turn, or goes into the running one. */
  whileBusy: 'queue' | 'steer'
  /** Milliseconds that a question of a turn of the desk waits there before it is shown here as well. */
  deskFirstMs: number
  drafts: DraftSupport
  /** Folder of pictures that wait to be sent. */
  outbox: string
  /**
   * A new conversation of this person, in their workspace, with their memory; undefined when workspace or agent are
   * not there any more.
   */
  begin(sender: Sender & { workspace: string }): Promise<Conversation | undefined>
  /** One that is there; undefined when it is gone or was never written. */
  open(id: Id): Promise<Conversation | undefined>
  /** Return the agent and the model of a person. */
  /** `outside`: the sources of text from outside that the conversation of a chat has read. */
  status(sender: Sender, chat?: ChatKey): Promise<{ agent: string; model: string; outside?: readonly string[] }>
  agents(workspace: string): Promise<string[]>
  /** Return this person's reminders, schedules or state of the conversation, changed as `words` say. */
  about(what: AboutWhat, words: string, sender: Sender, chat: ChatKey): Promise<string>
  /** Settles rings by a button under them. The receipt; undefined where they were settled before. */
  answerRing(ref: RingRef, choice: RingChoice, sender: Sender): Promise<string | undefined>
  /** A reply without what must not leave the machine. */
  scrub(text: string): string
  say: {
    failure(failure: Failure): string
    notice(code: string, data: JsonObject): string
    cancelled(by: Cancelled): string
  }
  /** Return the words of a voice message; a fault where no model for it is here, or it is another kind of sound. */
  transcribe?: (audio: Uint8Array, signal: AbortSignal) => Promise<{ text: string } | { fault: 'model' | 'format' }>
  /**
   * Answers that are spoken. `missing`: what for is not here; `speak`: a voice message, undefined where nothing of
   * the text can be said.
   */
  speech?: {
    missing(): Promise<'voice' | 'encoder' | undefined>
    speak(text: string, signal: AbortSignal): Promise<Uint8Array | undefined>
  }
  /** Text of a document, or why there is none. `keep`: for whom it goes to the documents of their workspace. */
  readDocument?: (
    name: string,
    bytes: Uint8Array,
    keep: Sender | undefined,
    signal: AbortSignal,
  ) => Promise<ReadDocument | { fault: DocumentFault }>
  log(line: string): void
}
type Cancelled = 'person' | 'barge-in' | 'limit' | 'shutdown'

/** The parts of an input, read out of a message. */
export interface ChatTurnRequest {
  text: string
  /** The asking member of a group. */
  speaker?: string
  images: Image[]
  attachments: Attachment[]
  /** Deeds that are told before the answer. */
  done: string[]
}
