import { join } from 'node:path'
import { turn as sentences } from '../messages/turn.ts'
import { AssistantError } from '../protocol/index.ts'
import { until } from '../std/until.ts'
import type { ExitReason, Terminal, TuiHost } from '../ui/tui/host.ts'
import type { Assistant } from './assistant.ts'
import type { Prepared } from './prepare.ts'
import { addHistory, readHistory } from './tui-history.ts'
import type { EngineSide, Wanted } from './tui-host.ts'
import { shownPath } from './tui-open.ts'

/** A chat that is to be opened on a terminal. */
export interface Chat extends Wanted {
  prepared: Prepared
  /** The engine; assembled when it is first asked for. */
  assistant(): Promise<Assistant>
  /** `-r` without an id: which conversation is asked first. */
  choose: boolean
}

/** When nobody has touched a key for so long, in milliseconds, the engine is loaded: reminders ring, and what turns left is done. */
const restMs = 1_000

/**
 * Runs the TUI until the person leaves. What draws a prompt is loaded first; the engine comes with the first key, while the person
 * types, or after a moment of rest, or at once for a conversation that is to be shown.
 */
export async function startTui(chat: Chat, terminal: Terminal): Promise<ExitReason> {
  const { runTui } = await import('../ui/tui/run.tsx')
  const stop = new AbortController()
  const engine = new Sleeping(async () => {
    const [{ engineSide }, assistant] = await Promise.all([import('./tui-host.ts'), chat.assistant()])
    return engineSide(assistant, chat, stop.signal)
  })
  const rest = setTimeout(() => engine.wake(), chat.which.kind === 'new' && !chat.choose ? restMs : 0)
  const reason = await runTui(hostOf(chat, engine, stop.signal), terminal).finally(async () => {
    stop.abort()
    clearTimeout(rest)
    await (await engine.woken)?.close()
  })
  // A bug in what went on behind the screen is told when the screen is the terminal's again.
  const bug = await (await engine.woken)?.jobs
  if (bug && !(bug instanceof AssistantError)) throw bug
  return reason
}

/** The engine, asleep until somebody needs it. */
class Sleeping {
  readonly #load: () => Promise<EngineSide>
  readonly #called = Promise.withResolvers<EngineSide>()
  #woken = false

  constructor(load: () => Promise<EngineSide>) {
    this.#load = load
  }

  /** It, once somebody has woken it. */
  get awake(): Promise<EngineSide> {
    return this.#called.promise
  }

  /** It, if somebody has woken it and it could be assembled: if not, whoever waits for it is told why. */
  get woken(): Promise<EngineSide | undefined> {
    return this.#woken ? this.awake.catch(() => undefined) : Promise.resolve(undefined)
  }

  wake(): Promise<EngineSide> {
    if (!this.#woken) this.#called.resolve(this.#load())
    this.#woken = true
    return this.awake
  }
}

function hostOf({ surroundings, prepared, wishes, choose }: Chat, engine: Sleeping, leaving: AbortSignal): TuiHost {
  const { settings, paths } = prepared.loaded
  const { language, agent, workspace } = settings
  const now = () => +prepared.now()
  const history = join(paths.home, 'history.jsonl')
  const say = sentences[language]
  return {
    language,
    now,
    birth: { agent: wishes.agent ?? agent, workspace: wishes.workspace ?? workspace },
    ...(choose ? { first: 'resume' as const } : {}),
    bell: settings.tui.bell,
    // After the key was drawn, and not for the key that leaves.
    touched: () => void setImmediate(() => leaving.aborted || engine.wake()),
    open: async () => (await engine.awake).open(),
    async *rings(signal) {
      yield* (await until(engine.awake, signal)).rings(signal)
    },
    history: () => readHistory(history),
    remember: (input) => addHistory(history, input, now()),
    say: {
      failure: (failure) => say.failure(failure),
      notice: (code, data) => say.notice(code, data),
      path: (file) => shownPath(file, surroundings),
    },
    servers: {
      listen: (...to) => void engine.awake.then(({ servers }) => servers.listen(...to)).catch(() => {}),
      waiting: async () => (await engine.awake).servers.waiting(),
      list: async () => (await engine.wake()).servers.list(),
      act: async (...wish) => (await engine.wake()).servers.act(...wish),
    },
    ...waking(engine, asked),
  }
}

/** What is asked of the engine: the first of these wakes it. */
const asked = [
  ...(['fresh', 'resume', 'conversations', 'live', 'handoff', 'models', 'agents', 'chooseModel', 'chooseAgent'] as const),
  ...(['context', 'usage', 'memory', 'tools', 'docs', 'voice', 'snooze', 'show', 'paint', 'compact'] as const),
  ...(['fork', 'export', 'write'] as const),
  ...(['files', 'attach', 'prompts', 'prompt'] as const),
] satisfies readonly (keyof EngineSide)[]

function waking<K extends keyof EngineSide>(engine: Sleeping, names: readonly K[]): Pick<EngineSide, K> {
  type Method = (...args: unknown[]) => unknown
  const method =
    (name: K) =>
    async (...args: unknown[]) =>
      ((await engine.wake())[name] as Method)(...args)
  return Object.fromEntries(names.map((name) => [name, method(name)])) as Pick<EngineSide, K>
}
