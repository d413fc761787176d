import { join } from 'node:path'
import { turnMessages } from '../../../messages/engine/turn.ts'
import { AssistantError } from '../../../protocol/index.ts'
import { codeOf } from '../../../std/fs/files.ts'
import type { ExitReason, Terminal } from '../../../ui/tui/terminal/terminal.ts'
import type { StatusFacts, TuiHost } from '../../../ui/tui/tui-host.ts'
import type { Assistant } from '../../assistant.ts'
import { readKeys } from '../../environment/key-file.ts'
import type { LoadedConfig } from '../../environment/load-config.ts'
import { draftsIn } from './drafts.ts'
import { addHistory, readHistory } from './input-history.ts'
import { shownPath } from './open-external.ts'
import type { RunningEngine, TuiHostOptions } from './tui-engine.ts'

/** A chat that is to be opened on a terminal. */
export interface TuiOptions extends TuiHostOptions {
  prepared: LoadedConfig
  /** Of the program. */
  version: string
  /** The engine; assembled when it is first asked for. */
  assistant(): Promise<Assistant>
  /** First action: `-r` without an id asks for a conversation, `setup` for a model. */
  first?: 'resume' | 'setup'
  /** Line by line, without a cursor that moves. */
  isLines?: boolean
}

/** Milliseconds without a key after which the engine is loaded: reminders ring, and leftovers of turns are done. */
const restMs = 1_000

/**
 * Runs the TUI until the person leaves. What draws a prompt is loaded first; the engine comes with the first key,
 * while the person types, or after a moment of rest, or at once for a conversation that is to be shown.
 */
export async function startTui(given: TuiOptions, terminal: Terminal): Promise<ExitReason> {
  const chat = { ...given, privacy: { on: given.conversationOptions.private === true } }
  const runChat = chat.isLines
    ? (await import('../../../ui/tui/run-lines.ts')).runLines
    : (await import('../../../ui/tui/run-tui.tsx')).runTui
  const stop = new AbortController()
  const engine = new LazyEngine(async () => {
    const [{ createTuiEngine }, assistant] = await Promise.all([import('./tui-engine.ts'), chat.assistant()])
    return createTuiEngine(assistant, chat, stop.signal)
  })
  const rest = setTimeout(() => engine.wake(), chat.which.kind === 'new' && !chat.first ? restMs : 0)
  const { paths, settings } = chat.prepared.loaded
  const keybindings = await readKeys(paths.config, settings.language)
  const reason = await runChat(
    { ...hostOf(chat, engine, stop.signal), keybindings },
    {
      ...terminal,
      theme: settings.tui.theme,
      cutsWords: settings.tui.wrap === 'terminal',
    },
  ).finally(async () => {
    stop.abort()
    clearTimeout(rest)
    const told = await (await engine.woken)?.close()
    if (told !== undefined && terminal.stdout.writable) terminal.stdout.write(`${told}\n`)
  })
  // A bug in what went on behind the screen is told when the screen is the terminal's again.
  const bug = await (await engine.woken)?.jobs
  if (bug && !(bug instanceof AssistantError)) throw bug
  return reason
}

/** The engine, asleep until somebody needs it. */
class LazyEngine {
  readonly #load: () => Promise<RunningEngine>
  readonly #called = Promise.withResolvers<RunningEngine>()
  #woken = false

  constructor(load: () => Promise<RunningEngine>) {
    this.#load = load
  }

  /** It, once somebody has woken it. */
  get awake(): Promise<RunningEngine> {
    return this.#called.promise
  }

  /** It, if somebody has woken it and it could be assembled: if not, whoever waits for it is told why. */
  get woken(): Promise<RunningEngine | undefined> {
    return this.#woken ? this.awake.catch(() => undefined) : Promise.resolve(undefined)
  }

  wake(): Promise<RunningEngine> {
    if (!this.#woken) this.#called.resolve(this.#load())
    this.#woken = true
    return this.awake
  }
}

function hostOf(chat: TuiOptions & { privacy: { on: boolean } }, engine: LazyEngine, leaving: AbortSignal): TuiHost {
  const { environment, prepared, version, conversationOptions, first } = chat
  const { settings, paths } = prepared.loaded
  const { language, agent, workspace } = settings
  const readClock = () => +prepared.now()
  const history = join(paths.home, 'history.jsonl')
  const say = turnMessages[language]
  return {
    language,
    version,
    clock: readClock,
    initial: {
      agent: conversationOptions.agent ?? agent,
      workspace: conversationOptions.workspace ?? workspace,
      isPrivate: chat.privacy.on,
    },
    ...(first ? { first } : {}),
    bell: settings.tui.bell,
    notify: (text) => void desktopNotice(chat, text, leaving),
    theme: settings.tui.theme,
    screen: settings.tui,
    drafts: draftsOf(chat),
    status: statusOf(chat, leaving),
    place: async () => (await import('./place.ts')).placeOf(environment),
    history: {
      read: () => readHistory(history),
      add: async (input) => (chat.privacy.on ? undefined : addHistory(history, input, readClock())),
    },
    // After the key was drawn, and not for the key that leaves.
    touched: () => void setImmediate(() => leaving.aborted || engine.wake()),
    say: {
      failure: (failure) => say.failure(failure),
      notice: (code, data) => say.notice(code, data),
      path: (file) => shownPath(file, environment),
    },
    paint: async (...picture) => (await engine.wake()).paint(...picture),
    engine: () => engine.wake(),
    awake: engine.awake,
  }
}

/** Return what is being written; of a private conversation nothing is kept. */
function draftsOf({ prepared, environment, privacy }: TuiOptions & { privacy: { on: boolean } }) {
  const drafts = draftsIn(join(prepared.loaded.paths.state, 'drafts'), environment.pid)
  return { left: drafts.left, keep: (text: string) => drafts.keep(privacy.on ? '' : text) }
}

/** The status line as the settings want it; what a command of the person's own needs is loaded when it runs. */
function statusOf(
  { environment, version, prepared }: TuiOptions,
  leaving: AbortSignal,
): NonNullable<TuiHost['status']> {
  const { status: parts, statusCommand: command } = prepared.loaded.settings.tui
  if (command === undefined) return { parts }
  const own = async (facts: StatusFacts) =>
    (await import('./status-command.ts')).statusOf(command, facts, { environment, version, leaving })
  return { parts, own }
}

/** Return what calls the person where the terminal cannot. Nobody waits for it. */
async function desktopNotice({ environment }: TuiOptions, text: string, leaving: AbortSignal): Promise<void> {
  const [{ notifyDesktop }, { desktopEnv }] = await Promise.all([
    import('../../../tools/desktop/notify.ts'),
    import('../../../tools/shell/environment.ts'),
  ])
  if (leaving.aborted) return
  const desktop = { platform: environment.platform, env: desktopEnv(environment.env) }
  // The bell has rung: what the system refuses here stops nothing.
  await notifyDesktop(desktop, text, leaving).catch((thrown: unknown) => {
    if (codeOf(thrown) === undefined) throw thrown
  })
}
