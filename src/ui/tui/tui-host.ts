import type { StatusPartName } from '../../config/schema.ts'
import type { Language } from '../../messages/language.ts'
import type { TuiMessages } from '../../messages/surfaces/tui.ts'
import type { Conversation, Envelope, Id, Image, Input, JsonObject, Source } from '../../protocol/index.ts'
import type { Reversal, RewindPoint, TakenBack } from '../../tools/checkpoints/take-back.ts'
import type { Elicited } from '../../tools/mcp/ports.ts'
import type { Choosable, Prompt } from './components/items.ts'
import type { Keybindings } from './terminal/keybindings.ts'
import type { RunOutside } from './terminal/terminal.ts'
import type { ThemeName } from './terminal/theme.ts'
import type { View } from './transcript/chat-view.ts'
import type { Report } from './transcript/report.ts'
import type { PaintPicture } from './transcript/scrollback.ts'
import type { Wording } from './transcript/wording.ts'

/** The person's wishes for the screen. */
export interface ScreenOptions {
  /** The keys of Vim in the input line. */
  vim?: boolean
  /** Nothing moves by itself. */
  reducedMotion?: boolean
}

/** Needs of the TUI before anything heavy is loaded. `app/` implements them; tests do it in memory. */
export interface TuiHost {
  language: Language
  /** Of the program. */
  version?: string
  /** Milliseconds since 1970. */
  clock(): number
  /** Speakers of a conversation in which nothing was said yet. */
  initial: { agent: string; workspace: string; isPrivate?: boolean }
  /** A command that is run at once, as if it had been typed: `-r` without an id asks which conversation. */
  first?: keyof TuiMessages['commands']
  /** The theme that is kept in the settings. */
  theme?: ThemeName
  /** True if something that rings may be heard: the terminal's bell, a notification of the desktop. */
  bell: boolean
  /** Shows a notification of the desktop, where there is one. */
  notify?(text: string): void
  /** The working folder as a person knows it, and the branch that is checked out there. */
  place?(): Promise<string>
  /** The parts of the status line that the person wants, and their own command whose words stand in their place. */
  status?: { parts: readonly StatusPartName[]; own?(facts: StatusFacts): Promise<{ text: string } | { why: string }> }
  /** The keys that the person chose, or why they do not count. */
  keybindings?: { keys?: Keybindings; problem?: string }
  screen?: ScreenOptions
  /** Draft of a chat that was cut off, and the keeper of the present one. */
  drafts?: { left(): Promise<string>; keep(text: string): Promise<void> }
  /** Earlier inputs, oldest first, and the place where a new one is kept. */
  history: { read(): Promise<string[]>; add(input: string): Promise<void> }
  /** Somebody touched a key: what was put off until somebody is there may be loaded now. */
  touched?(): void
  say: Wording
  paint?: PaintPicture
  /** Everything that needs conversations, models or tools; loaded when it is first asked for. */
  engine(): Promise<TuiEngine>
  /** The engine once somebody has asked for it: waiting here loads nothing. */
  awake: Promise<TuiEngine>
}

/** Facts for the command of a status line, as JSON. */
export type StatusFacts = Pick<
  View,
  'conversation' | 'agent' | 'workspace' | 'model' | 'mode' | 'tokens' | 'window' | 'filled' | 'usd'
>

/** Needs of the TUI from the engine. Failures reject with an AssistantError. */
export interface TuiEngine {
  /** Writes the chosen theme into the settings. */
  keepTheme?(theme: string): Promise<void>
  /** The conversation to begin with: a new one, or the one that was asked for on the command line. */
  open(): Promise<Conversation>
  /** A new conversation of which nothing is kept or remembered. */
  private(): Promise<Conversation>
  /** A new, empty conversation. */
  fresh(): Promise<Conversation>
  /** Opens an earlier conversation. */
  resume(id: Id): Promise<Conversation>
  /** Earlier conversations, newest first. */
  conversations(): Promise<Choosable[]>
  /** Conversations in which these words were said, best first, with the place. */
  search(words: string): Promise<Choosable[]>
  /** Return what was said last in a conversation, a line each, the latest at the end. */
  last(id: Id): Promise<readonly string[]>
  rename(id: Id, title: string): Promise<void>
  /** False where the conversation is open somewhere, or gone. */
  remove(id: Id): Promise<boolean>
  models(): Promise<Choosable[]>
  /** Leads to a model that answers, question by question; from then on it is used. True when something was saved. */
  setup(
    ask: AskForm,
    tell: (sentence: string) => void,
    progress: (line?: string) => void,
    stop: AbortSignal,
  ): Promise<boolean>
  /**
   * Offers a model of this machine where an answer said that only a model can, once in a home. True when one answers
   * from now on.
   */
  offerModel?(
    answer: string,
    ask: AskForm,
    tell: (sentence: string) => void,
    progress: (line?: string) => void,
    stop: AbortSignal,
  ): Promise<boolean>
  /** False where rules answer, without a model. */
  hasModel(): Promise<boolean>
  /** The model that will get the next words, and a sentence where one must be chosen first. */
  nextModel?(): Promise<{ model: string; problem?: string }>
  agents(): Promise<Choosable[]>
  /** Workspaces; the id of each leads to its first agent, as those of `agents` do. */
  workspaces(): Promise<Choosable[]>
  /** Makes the choice hold for this conversation, by a fact in its log; the sentence says where it is kept longer. */
  chooseModel(conversation: Conversation, id: string): Promise<string | undefined>
  chooseAgent(conversation: Conversation, id: string): Promise<void>
  /** Parts of the composed prompt with their sizes. */
  context(conversation: Conversation): Promise<Report>
  usage(conversation: Conversation): Promise<Report>
  /** Return what is remembered, with what contradicts itself. */
  memory(words: string): Promise<Report>
  tools(): Promise<Report>
  agentList(): Promise<Report>
  /** Return what will ring. */
  reminders(): Promise<Report>
  /** Return one list by its name, or how much is left of each. */
  lists(words: string): Promise<Report>
  /** Return what is done by itself at its time; `words` show, pause, resume or remove one by its number (`pause 1`). */
  schedules(words: string): Promise<Report>
  /** Writes an AGENTS.md for this folder, after a question. The sentence about it. */
  init(ask: AskForm): Promise<string>
  /**
   * Rules and what they decide; `words` as on the command line (`allow RULE`, `why COMMAND`). Rejects with an
   * AssistantError.
   */
  permissions(words: string): Promise<Report>
  /** The documents of a workspace. */
  docs(workspace: string): Promise<Report>
  /** Tells how this device is in step with the person's others, and asks about what contradicts itself, one by one. */
  sync(ask: AskForm, tell: (sentence: string) => void): Promise<void>
  /** Summarises the conversation now; false when there is nothing to summarise, or a turn runs. */
  compact(conversation: Conversation): Promise<boolean>
  /** Reminders as they ring, from what nobody was told yet on, until the signal aborts. */
  rings(signal: AbortSignal): AsyncIterable<RingNotice>
  /**
   * Gives the conversation ears and a mouth until the signal aborts. `tell` is told the line of its state, words of
   * its own, and whether it can neither hear nor speak any more.
   */
  voice(
    conversation: Conversation,
    agent: string,
    tell: (line: string, notes: readonly string[], dead: boolean) => void,
    signal: AbortSignal,
  ): Promise<Voice>
  /**
   * Puts off what rang last ("30분", or which and how long: "3번 1시간"; ten minutes without a word). The sentence about
   * it.
   */
  snooze(words: string): Promise<string>
  /** Conversations that are open elsewhere, on another screen or in Telegram; `here` is not one of them. */
  live(here: Id): Promise<Choosable[]>
  /** Goes on with the conversation in Telegram, too. The sentence about it; rejects with an AssistantError. */
  handoff(conversation: Conversation): Promise<string>
  /** A conversation of its own with everything this one holds until now. */
  fork(conversation: Conversation): Promise<Conversation>
  /** Writes the conversation into a new file, named by the day where no name is given; the sentence about it. */
  export(conversation: Conversation, path: string): Promise<string>
  /** Everything that was said and done in a conversation, in order. */
  past(conversation: Conversation): AsyncIterable<Envelope>
  /** Shows a long text in the person's pager, where it can be searched. */
  page(text: string, outside: RunOutside): Promise<void>
  /** Lets the person write on in their editor; what they left in it. */
  write(text: string, outside: RunOutside): Promise<string>
  /** Shows a source in the person's editor, which `outside` runs, or in a program of the desktop. */
  show(source: Source, outside: RunOutside): Promise<string | undefined>
  rewind: RewindEngine
  /** Settings; absent where there are none. */
  settings?: SettingsDesk
  /** MCP servers; absent where there can be none. */
  servers?: Servers
  /** Files whose path fits what stands behind `@`, best first, relative to the working directory. At most `limit`. */
  files(query: string, limit: number): Promise<string[]>
  /**
   * A file, or a server's resource (`server:uri`), behind `@`: its text, or why that stays here; undefined when there
   * is none.
   */
  attach(path: string): Promise<{ text: string; image?: Image } | { image: Image } | { why: string } | undefined>
  /** The picture in the clipboard, or why there is none. */
  clipboard(): Promise<{ image: Image } | { why: string; isEmpty?: true }>
  /** Return why pictures cannot be seen in this conversation now; undefined where its model sees them. */
  blind(conversation: Conversation): Promise<string | undefined>
  /** Commands that the person or a project wrote, and prompts of MCP servers, each as `/server:prompt`. */
  prompts(): Promise<readonly Prompt[]>
  /** One of these filled in with the words behind its name; undefined when there is none. */
  prompt(name: string, args: string): Promise<FilledPrompt | undefined>
}

/** Takes a conversation back to before something that was said, and what our tools did to files since then. */
export interface RewindEngine {
  /** Return what the person said, the latest first. */
  points(conversation: Conversation): Promise<RewindPoint[]>
  /** Return what would change; nothing is done yet. */
  plan(conversation: Conversation, message: Id): Promise<Reversal[]>
  /**
   * `edited`: also files that somebody else has changed since. `next`: the conversation that goes on, where it was
   * rewound, too.
   */
  apply(
    conversation: Conversation,
    message: Id,
    request: { talk: boolean; files: boolean; edited: boolean },
  ): Promise<TakenBack & { next?: Conversation }>
  /** Return what undoing the last rewind would change; undefined where there was none. */
  planUndo(conversation: Conversation): Promise<Reversal[] | undefined>
  undo(conversation: Conversation, edited: boolean): Promise<TakenBack & { next?: Conversation }>
}

/** Words of a command or a prompt for the model; `foreign`: a server wrote them. */
export interface FilledPrompt {
  text: string
  foreign: boolean
  options?: NonNullable<Input['options']>
}

/** Question to the person, field by field, by a flat JSON Schema. Title and message may be a stranger's. */
export interface FormQuestion {
  title: string
  message: string
  warning?: string
  schema: JsonObject
  /** One of several questions of our own: Esc goes back. */
  isStep?: boolean
}
export type AskForm = (question: FormQuestion, signal: AbortSignal) => Promise<Elicited>

/** Settings, as the person at the screen finds and changes them. */
export interface SettingsDesk {
  /** Every setting with its value and meaning, those that differ from the default first. */
  list(): Promise<Choosable[]>
  /** Asks for a new value; the sentence about what became of it. */
  change(key: string, ask: AskForm): Promise<string>
}

/** MCP servers, as the person at the screen has to do with them. */
export interface Servers {
  /** Take questions of servers until the signal aborts; before and after that they are told no. `tell` as in `act`. */
  listen(ask: AskForm, tell: (sentence: string) => void, signal: AbortSignal): void
  /** Return what has to be told at the start: servers that wait for a yes. */
  waiting(): Promise<string[]>
  /** Every server with how it stands and what can be done about it. */
  list(): Promise<Choosable[]>
  /** Does what was chosen; the sentence about it. `tell` says what has to be said before it is done. */
  act(id: string, ask: AskForm, tell: (sentence: string) => void): Promise<string>
}

/**
 * Something that rang: a reminder, a booked transfer that had its day. `told` notes that this screen has shown it:
 * without that it is told again by whoever comes next.
 */
export interface RingNotice {
  text: string
  /** It can be put off. */
  canWait: boolean
  /** It stands in this conversation, too. */
  conversation?: string
  told(): Promise<unknown>
}

/**
 * A conversation that is spoken, too. `call`: what one says to be heard; `ring`: a sentence to be said when nobody
 * speaks.
 */
/** Buttons of the voice while it is on. */
export type VoiceButton = 'talk' | 'microphone' | 'again' | 'slower' | 'faster'

export interface Voice {
  call: string
  /** Resolves when it hears; never where it cannot, and says why instead. */
  hears: Promise<void>
  press(button: VoiceButton): void
  typed(text: string): void
  ring(text: string): void
  /** Resolves when everything is still. */
  done: Promise<void>
}
