import type { Assistant, ConversationOptions, ConversationSelector } from '../app/assistant.ts'
import type { Environment } from '../app/environment/environment.ts'
import type { LoadedConfig } from '../app/environment/load-config.ts'
import type { LoadedSettings } from '../config/settings.ts'
import { cliMessages } from '../messages/commands/cli.ts'
import type { Language } from '../messages/language.ts'
import { oneshotMessages } from '../messages/surfaces/oneshot.ts'
import { damageData, takeDamage } from '../std/fs/damage.ts'
import { isRedisAddress } from '../sync/stores/store.ts'
import { exitCodeOf } from '../ui/oneshot/exit-code.ts'
import { inputOf } from '../ui/oneshot/input.ts'
import { createPresenter, type Format } from '../ui/oneshot/presenter.ts'
import { type OneshotRun, runOnce, type Surface } from '../ui/oneshot/run.ts'
import { graceMs } from '../ui/oneshot/stdin.ts'
import type { ParsedFlags } from './flags.ts'
import { answerWriter } from './oneshot/answer-writer.ts'
import { filesNamed } from './oneshot/named-files.ts'
import { showWires, withoutHome } from './oneshot/preparation.ts'
import { requireVision } from './oneshot/require-vision.ts'
import { doJobsBehind } from './oneshot/run-jobs.ts'
import { badRule, readTurnOptions, wrongTurnOptions } from './oneshot/turn-options.ts'
import { openTerminal, type StandardStreams, stdinKind } from './output/terminal.ts'
import { releaseSignals, type Stopping, watchSignals } from './signals.ts'
import type { UpdateCheck } from './update-notice.ts'

interface DefaultRun {
  reading: ParsedFlags
  language: Language
  environment: Environment
  terminal: StandardStreams
  stopping: Stopping
  /** The command that the chat begins with. */
  first?: 'setup'
}

/** Answers a question and ends, or opens the chat. Returns the exit status. */
export async function askOrChat(
  reading: ParsedFlags,
  argv: readonly string[],
  language: Language,
  environment: Environment,
  first?: 'setup',
): Promise<number> {
  const stopping = watchSignals()
  releaseSignals()
  const terminal = openTerminal(environment.env, stopping.stop)
  const run: DefaultRun = { reading, language, environment, terminal, stopping, ...(first ? { first } : {}) }
  const wrong = await findMistake(run)
  if (wrong) {
    const { refuseUsage: refuse } = await import('./usage-error.ts')
    return refuse(wrong, argv, terminal)
  }
  return isQuestion(run) ? answerOnce(run) : openChat(run)
}

/** With a screen and nothing to answer at once, the chat opens. */
function isQuestion({ reading: { flags, words }, terminal }: DefaultRun): boolean {
  return Boolean(
    flags.print ||
      flags['output-format'] ||
      words.length > 0 ||
      !terminal.stdinIsTerminal ||
      !terminal.stdoutIsTerminal,
  )
}

/** Return what is wrong with the command line, as a sentence. */
async function findMistake(run: DefaultRun): Promise<string | undefined> {
  const { flags, words, misuse } = run.reading
  const say = cliMessages[run.language]
  if (isRedisAddress(run.environment.env.ASSISTANT_HOME ?? '')) {
    const { homeMessages } = await import('../messages/commands/home.ts')
    return homeMessages[run.language].notForChat
  }
  const wrong = misuse ?? wrongTurnOptions(flags) ?? (await badRule(run.environment.rules))
  if (wrong) return (await import('./usage-error.ts')).misuseText(wrong, run.language)
  if (flags.resume === true && isQuestion(run)) return resumeWhich(run)
  if (isStreaming(flags) && words.length > 0) return oneshotMessages[run.language].stream.words
  if (isStreaming(flags) && flags['output-format'] !== 'stream-json') return oneshotMessages[run.language].stream.format
  if (flags.print || !/^[a-z]{4,}$/.test(words[0] ?? '')) return undefined
  const { mistypedCommand } = await import('./usage-error.ts')
  const near = await mistypedCommand(words)
  const typed = words.join(' ')
  return near && `${say.didYouMean(`assistant ${near}`)} ${say.askInstead(words.length > 1 ? `"${typed}"` : typed)}`
}

/** Conversations that are named where one has to be chosen without a screen. */
const named = 10

/** Without a screen to choose on, the ids to choose from are told. */
async function resumeWhich({ language, environment }: DefaultRun): Promise<string> {
  const assistant = await startReading(environment, async () => {})
  const latest = (await assistant.conversations.list()).slice(0, named)
  await assistant.close()
  const say = cliMessages[language]
  return [say.resumeWhich, ...latest.map(({ id, title }) => `${id}  ${title || say.conversations.untitled}`)].join('\n')
}

/** Return true if questions come as lines of JSON. */
const isStreaming = (flags: ParsedFlags['flags']) => flags['input-format'] === 'stream-json'

async function answerOnce(run: DefaultRun): Promise<number> {
  const { reading, language, environment, terminal, stopping } = run
  const { flags, words } = reading
  const [quiet, signal, cwd] = [flags.quiet === true, stopping.stop.signal, environment.cwd]
  const noteText = async (text: string) => (quiet ? undefined : terminal.note(text))
  const started = startReading(environment, noteText, flags['no-session'] === true || flags.private === true)
  if (flags.debug) await showWires(started, terminal)
  const kind = stdinKind()
  if (kind === 'directory') return refuseDirectory(run)
  const stdin = terminal.stdinIsTerminal ? {} : { stdin: { stream: process.stdin, graceMs: kind && graceMs[kind] } }
  const along = { ...stdin, files: filesNamed(started, signal) }
  const readOptions = () => readTurnOptions(flags, cwd, language)
  const job: OneshotRun = {
    input: async () => {
      const given = {
        words,
        ...along,
        options: await readOptions(),
        ...imageOf(flags),
        cwd,
        language,
        signal,
        note: noteText,
      }
      return requireVision(await inputOf(given), flags, started, language)
    },
    // A model that was named is judged by its own request.
    ready: async () => (flags.model ? null : (await started).ready()),
    open: async () =>
      (await started).open(await whichOf(run, () => started), { ...conversationOptions(run), orUnkept: true }),
  }
  const format = (flags['output-format'] as Format | undefined) ?? 'text'
  const isPresent = () =>
    createPresenter(
      flags['json-schema'] && format === 'text' ? 'json-text' : format,
      language,
      Boolean(flags['json-schema']),
    )
  const answers = answerWriter(terminal, environment.env, flags, started)
  const surface: Surface = {
    presenter: isPresent(),
    write: answers.write,
    stop: signal,
    hurry: stopping.hurry,
    now: () => Date.now(),
    ...(canAsk(run) ? { ask: await createAsker(run) } : {}),
  }
  // Whoever waits for it hears of it.
  if (surface.ask) started.then((assistant) => askFor(assistant, run)).catch(() => {})
  const update = beginUpdate(run, async () => (await started).parts.loaded)
  const code = isStreaming(flags)
    ? await (await import('../ui/oneshot/stream.ts')).runStream(
        { ...job, stdin: process.stdin, options: readOptions, language },
        surface,
        isPresent,
      )
    : await runOnce(job, surface)
  await answers.end()
  await started.then(
    async (assistant) => {
      if (!flags['no-session'] && !flags.private) await doJobsBehind(assistant, environment)
      await assistant.close()
    },
    () => {},
  )
  await tellFound(run)
  await tellUpdate(run, update)
  return code
}

/** A folder has no text: taken for an empty input it would be passed over in silence. */
async function refuseDirectory({ terminal, language }: DefaultRun): Promise<number> {
  await terminal.note(oneshotMessages[language].stdin.directory, 'error')
  return exitCodeOf('bad-input')
}

/** Looks for a newer version beside the run, where somebody may be told of one. It fails nothing. */
async function beginUpdate(
  { terminal, reading, environment }: DefaultRun,
  load: () => Promise<LoadedSettings>,
): Promise<UpdateCheck | undefined> {
  if (!terminal.canAsk || !terminal.stdoutIsTerminal || reading.flags.quiet) return undefined
  const settings = await load().catch(() => undefined)
  if (!settings) return undefined
  const { beginUpdateCheck, wantsUpdateNotice } = await import('./update-notice.ts')
  return wantsUpdateNotice(settings, environment.env, terminal) ? beginUpdateCheck(settings) : undefined
}

/** After the answer; a look that still runs is given up, so that nobody waits for it. */
async function tellUpdate(
  { terminal }: DefaultRun,
  update: Promise<UpdateCheck | undefined> | undefined,
): Promise<void> {
  const text = await (await update)?.finish()
  if (text) await terminal.note(text, 'quiet')
}

/** A chat is long: its look begins when the first screen has long been there, in milliseconds. */
const updateDelayMs = 5_000

/** MCP servers may ask whoever can be asked. */
function askFor(assistant: Assistant, { terminal, language, environment, stopping }: DefaultRun): void {
  const openAsker = async () => {
    const { askerOnce } = await import('./output/mcp-questions.ts')
    const here = { terminal, language, environment, stop: stopping.stop.signal }
    return askerOnce(here, () => process.kill(process.pid, 'SIGINT'))
  }
  assistant.mcpAsker = {
    elicit: async (...question) => (await openAsker()).elicit(...question),
    widen: async (...args) => (await openAsker()).widen(...args),
  }
}

/** The program assembles itself while standard input is read. */
function startReading(
  environment: Environment,
  note: (text: string) => Promise<void>,
  leavesNothing = false,
): Promise<Assistant> {
  const started = import('../app/create-assistant.ts').then(async ({ createAssistant: assemble }) => {
    const assistant = await assemble(environment, leavesNothing ? await withoutHome(environment) : undefined)
    for (const warning of assistant.warnings) await note(warning)
    return assistant
  })
  started.catch(() => {}) // Whoever waits for it hears of it.
  return started
}

const canAsk = ({ terminal, reading }: DefaultRun) => terminal.canAsk && !reading.flags.quiet

async function createAsker({ terminal, language }: DefaultRun): Promise<NonNullable<Surface['ask']>> {
  const { terminalAsker } = await import('../ui/oneshot/asker.ts')
  return terminalAsker(process.stdin, terminal.aside, language, () => process.kill(process.pid, 'SIGINT'))
}

const imageOf = (flags: ParsedFlags['flags']) => (flags.image ? { image: String(flags.image) } : {})

function conversationOptions({ reading: { flags }, ...run }: DefaultRun): ConversationOptions {
  return {
    canAsk: canAsk({ reading: { flags, words: [] }, ...run }),
    ...(flags['no-session'] || flags.private ? { ephemeral: true } : {}),
    ...(flags.private ? { private: true } : {}),
    ...(flags.agent ? { agent: String(flags.agent) } : {}),
    ...(flags.workspace ? { workspace: String(flags.workspace) } : {}),
  }
}

/** Return which conversation; an id that stands for none is a mistake, never a new conversation. */
async function whichOf(
  { reading: { flags }, language }: DefaultRun,
  assistant: () => Promise<Assistant>,
): Promise<ConversationSelector> {
  if (flags.continue) return { kind: 'last' }
  if (typeof flags.resume !== 'string') return { kind: 'new' }
  const { conversationId } = await import('./conversation-id.ts')
  return { kind: 'id', id: await conversationId(await assistant(), flags.resume, language) }
}

/** The chat. It assembles the engine when it needs it; here that is closed, whatever happens in it. */
async function openChat(run: DefaultRun): Promise<number> {
  const { reading, environment, stopping, terminal, language } = run
  if (import.meta.url.endsWith('.ts')) {
    // Node reads TypeScript as it is, but no TSX.
    await terminal.note(cliMessages[language].notBuilt, 'error')
    return 1
  }
  const { model, resume } = reading.flags
  const [{ openChat: chat }, { loadConfig: prepare, warningsOf }] = await Promise.all([
    import('./chat.ts'),
    import('../app/environment/load-config.ts'),
  ])
  let prepared = await prepare(environment)
  const { askAboutFolder } = await import('./output/trust-question.ts')
  const asked = { terminal, environment, language: prepared.loaded.settings.language, stop: stopping.stop.signal }
  if (await askAboutFolder(asked, prepared.loaded)) prepared = await prepare(environment)
  for (const warning of warningsOf(prepared)) await terminal.note(warning)
  if (prepared.loaded.issues.length > 0) return refuseSettings(prepared, terminal)
  let assembling: Promise<Assistant> | undefined
  const openAssistant = () =>
    (assembling ??= import('../app/create-assistant.ts').then(({ createAssistant: assemble }) =>
      assemble(environment, prepared),
    ))
  const opening = run.first ?? (resume === true ? ('resume' as const) : undefined)
  const which = await whichOf(run, openAssistant)
  const options = {
    ...conversationOptions(run),
    canAsk: true,
    orUnkept: true,
    ...(model ? { model: String(model) } : {}),
  }
  const { TERM, ACCESSIBLE = '' } = environment.env
  const isAccessible = prepared.loaded.settings.tui.screenReader || /^(?:1|true|yes)$/i.test(ACCESSIBLE)
  const isLines = TERM === 'dumb' || isAccessible
  let update: Promise<UpdateCheck | undefined> | undefined
  const timer = setTimeout(() => (update = beginUpdate(run, async () => prepared.loaded)), updateDelayMs)
  try {
    // A name that is none is said before a screen opens in which nobody answers.
    if (options.agent || options.workspace) await requireKnown(await openAssistant(), options)
    return await chat(
      {
        environment,
        prepared,
        assistant: openAssistant,
        which,
        conversationOptions: options,
        isLines,
        ...(opening ? { first: opening } : {}),
      },
      stopping.stop.signal,
    )
  } finally {
    clearTimeout(timer)
    await assembling?.then(
      (assembled) => assembled.close(),
      () => {},
    )
    await tellFound(run)
    await tellUpdate(run, update)
  }
}

/** Damage that no turn has told of. Nothing more is loaded where there is none. */
async function tellFound({ terminal, language, reading }: DefaultRun): Promise<void> {
  const found = reading.flags.quiet ? [] : takeDamage()
  if (found.length === 0) return
  const { turnMessages } = await import('../messages/engine/turn.ts')
  for (const one of found) await terminal.note(turnMessages[language].notice('file-damaged', damageData(one)))
}

/** Settings that keep words from being sent are said before a screen opens in which nobody could answer. */
async function refuseSettings({ loaded }: LoadedConfig, terminal: StandardStreams): Promise<number> {
  const { warningText } = await import('../messages/commands/config.ts')
  for (const issue of loaded.issues) await terminal.note(warningText(issue, loaded.settings.language), 'error')
  return exitCodeOf('config')
}

async function requireKnown(
  { home, initial, language }: Assistant,
  { agent, workspace }: ConversationOptions,
): Promise<void> {
  const { requireAgent: mustKnow } = await import('../app/conversations/require-agent.ts')
  await mustKnow(home, { agent: agent ?? initial.agent, workspace: workspace ?? initial.workspace }, language)
}
