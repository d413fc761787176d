import type { Assistant, OpenWishes, Which } from '../app/assistant.ts'
import type { Surroundings } from '../app/surroundings.ts'
import { cli } from '../messages/cli.ts'
import type { Language } from '../messages/language.ts'
import { inputOf } from '../ui/oneshot/input.ts'
import { type Format, presenter } from '../ui/oneshot/presenter.ts'
import { type Job, runOnce, type Surface } from '../ui/oneshot/run.ts'
import { graceMs } from '../ui/oneshot/stdin.ts'
import type { Misuse, Reading } from './flags.ts'
import { type Stopping, watchSignals } from './signals.ts'
import { commandNames } from './table.ts'
import { openTerminal, stdinKind, type Terminal } from './terminal.ts'

interface Run {
  reading: Reading
  language: Language
  surroundings: Surroundings
  terminal: Terminal
  stopping: Stopping
}

/** Answers a question and ends, or opens the chat. Returns the exit status. */
export async function ask(
  reading: Reading,
  argv: readonly string[],
  language: Language,
  surroundings: Surroundings,
): Promise<number> {
  const stopping = watchSignals()
  const terminal = openTerminal(surroundings.env, stopping.stop)
  const run: Run = { reading, language, surroundings, terminal, stopping }
  const wrong = await mistake(run)
  if (wrong) {
    const { refuse } = await import('./misuse.ts')
    return refuse(wrong, argv, terminal)
  }
  return isQuestion(run) ? once(run) : openChat(run)
}

/** With a screen and nothing to answer at once, the chat opens. */
function isQuestion({ reading: { flags, words }, terminal }: Run): boolean {
  return Boolean(
    flags.print || flags['output-format'] || words.length > 0 || !terminal.stdinIsTerminal || !terminal.stdoutIsTerminal,
  )
}

/** What is wrong with the command line, as a sentence. */
async function mistake(run: Run): Promise<string | undefined> {
  const { flags, words, misuse } = run.reading
  const say = cli[run.language]
  const wrong = misuse ?? badTurns(flags['max-turns'])
  if (wrong) return (await import('./misuse.ts')).misuseText(wrong, run.language)
  if (flags.resume === true && isQuestion(run)) return resumeWhich(run)
  if (!isQuestion(run) && run.surroundings.env.TERM === 'dumb') return say.noScreen
  const [word = ''] = words
  // A single word is rather a mistyped command than a question; it may still be asked with -p.
  if (flags.print || words.length !== 1 || !/^[a-z]{4,}$/.test(word)) return undefined
  const { nearest } = await import('../config/nearest.ts')
  const near = nearest(word, commandNames)
  return near && `${say.didYouMean(`assistant ${near}`)} ${say.askInstead(word)}`
}

/** Conversations that are named where one has to be chosen without a screen. */
const named = 10

/** Without a screen to choose on, the ids to choose from are told. */
async function resumeWhich({ language, surroundings }: Run): Promise<string> {
  const assistant = await start(surroundings, async () => {})
  const latest = (await assistant.conversations.list()).slice(0, named)
  await assistant.close()
  const say = cli[language]
  return [say.resumeWhich, ...latest.map(({ id, title }) => `${id}  ${title || say.conversations.untitled}`)].join('\n')
}

function badTurns(given: string | true | undefined): Misuse | undefined {
  if (given === undefined || /^[1-9]\d{0,5}$/.test(String(given))) return undefined
  return { code: 'bad-value', what: `--max-turns ${given}`, near: '1, 2, 3 …' }
}

async function once(run: Run): Promise<number> {
  const { reading, language, surroundings, terminal, stopping } = run
  const { flags, words } = reading
  const quiet = flags.quiet === true
  const note = async (text: string) => (quiet ? undefined : terminal.note(text))
  const started = start(surroundings, note)
  const signal = stopping.stop.signal
  const kind = stdinKind()
  const stdin = terminal.stdinIsTerminal ? {} : { stdin: { stream: process.stdin, graceMs: kind && graceMs[kind] } }
  const job: Job = {
    input: () => inputOf({ words, ...stdin, wishes: wishesOf(flags), language, signal, note }),
    // A model that was named is judged by its own request.
    ready: async () => (flags.model ? null : (await started).ready()),
    open: async () => (await started).open(await whichOf(run, () => started), openWishes(run)),
  }
  const surface: Surface = {
    presenter: presenter((flags['output-format'] as Format | undefined) ?? 'text', language),
    write: ({ to, text, tone }) => (to === 'out' ? terminal.write(text) : quiet ? Promise.resolve() : terminal.aside(text, tone)),
    stop: signal,
    hurry: stopping.hurry,
    now: () => Date.now(),
    ...(canAsk(run) ? { ask: await asker(run) } : {}),
  }
  if (surface.ask) started.then((assistant) => askFor(assistant, run)).catch(() => {}) // Whoever waits for it hears of it.
  const code = await runOnce(job, surface)
  await started.then(
    (assistant) => assistant.close(),
    () => {},
  )
  return code
}

/** MCP servers may ask whoever can be asked. */
function askFor(assistant: Assistant, { terminal, language, surroundings, stopping }: Run): void {
  const asker = async () => {
    const { askerOnce } = await import('./mcp-questions.ts')
    const here = { terminal, language, surroundings, stop: stopping.stop.signal }
    return askerOnce(here, () => process.kill(process.pid, 'SIGINT'))
  }
  assistant.mcpAsker = {
    elicit: async (...question) => (await asker()).elicit(...question),
    widen: async (...wish) => (await asker()).widen(...wish),
  }
}

/** The program assembles itself while standard input is read. */
function start(surroundings: Surroundings, note: (text: string) => Promise<void>): Promise<Assistant> {
  const started = import('../app/assemble.ts').then(async ({ assemble }) => {
    const assistant = await assemble(surroundings)
    for (const warning of assistant.warnings) await note(warning)
    return assistant
  })
  started.catch(() => {}) // Whoever waits for it hears of it.
  return started
}

const canAsk = ({ terminal, reading }: Run) => terminal.canAsk && !reading.flags.quiet

async function asker({ terminal, language }: Run): Promise<NonNullable<Surface['ask']>> {
  const { terminalAsker } = await import('../ui/oneshot/asker.ts')
  return terminalAsker(process.stdin, terminal.aside, language, () => process.kill(process.pid, 'SIGINT'))
}

function wishesOf(flags: Reading['flags']) {
  return {
    ...(flags.model ? { model: String(flags.model) } : {}),
    ...(flags['max-turns'] ? { maxRounds: Number(flags['max-turns']) } : {}),
  }
}

function openWishes({ reading: { flags }, ...run }: Run): OpenWishes {
  return {
    canAsk: canAsk({ reading: { flags, words: [] }, ...run }),
    ...(flags['no-session'] ? { ephemeral: true } : {}),
    ...(flags.agent ? { agent: String(flags.agent) } : {}),
    ...(flags.workspace ? { workspace: String(flags.workspace) } : {}),
  }
}

/** Which conversation; an id that stands for none is a mistake, never a new conversation. */
async function whichOf({ reading: { flags }, language }: Run, assistant: () => Promise<Assistant>): Promise<Which> {
  if (flags.continue) return { kind: 'last' }
  if (typeof flags.resume !== 'string') return { kind: 'new' }
  const { conversationId } = await import('./conversation-id.ts')
  return { kind: 'id', id: await conversationId(await assistant(), flags.resume, language) }
}

/** The chat. It assembles the engine when it needs it; here that is closed, whatever happens in it. */
async function openChat(run: Run): Promise<number> {
  const { reading, surroundings, stopping, terminal } = run
  const { model, resume } = reading.flags
  const [{ chat }, { prepare, warningsOf }] = await Promise.all([import('./chat.ts'), import('../app/prepare.ts')])
  const prepared = await prepare(surroundings)
  for (const warning of warningsOf(prepared)) await terminal.note(warning)
  let assembling: Promise<Assistant> | undefined
  const assistant = () => (assembling ??= import('../app/assemble.ts').then(({ assemble }) => assemble(surroundings, prepared)))
  const which = await whichOf(run, assistant)
  const wishes = { ...openWishes(run), canAsk: true, ...(model ? { model: String(model) } : {}) }
  try {
    // A name that is none is said before a screen opens in which nobody answers.
    if (wishes.agent || wishes.workspace) await known(await assistant(), wishes)
    return await chat({ surroundings, prepared, assistant, which, wishes, choose: resume === true }, stopping.stop.signal)
  } finally {
    await assembling?.then(
      (assembled) => assembled.close(),
      () => {},
    )
  }
}

async function known({ home, birth, language }: Assistant, { agent, workspace }: OpenWishes): Promise<void> {
  const { mustKnow } = await import('../app/known.ts')
  await mustKnow(home, { agent: agent ?? birth.agent, workspace: workspace ?? birth.workspace }, language)
}
