import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createAssistant } from '../src/app/create-assistant.ts'
import { localSocket } from '../src/app/models/local-models.ts'
import { ReminderStore } from '../src/core/reminders/store.ts'
import { processEnvironment } from '../src/library/environment.ts'
import { stopLocalEngine } from '../src/llm/local/engine-client.ts'
import { type Conversation, type Event, isEnding, type Provider } from '../src/protocol/index.ts'
import type { Task, Trial } from './task.ts'

/** The model that is asked: named as `--model` names it, or one of our own. */
export interface Subject {
  provider?: Provider
  flags?: Record<string, unknown>
  env: Record<string, string | undefined>
  /** Folder of the models of this machine, which a trial uses where they are. */
  models?: string
}

/** Every task takes place at this time, in Seoul: a Sunday. */
const start = Date.parse('2026-11-22T10:00:00+09:00')
const zone = 'Asia/Seoul'

/**
 * Does a task in a home of its own, as the real program, tools and all; what it asks about is answered as the task
 * says.
 */
export async function perform(task: Task, subject: Subject): Promise<Trial> {
  const root = mkdtempSync(join(tmpdir(), 'assistant-eval-'))
  try {
    return await inHome(task, subject, root)
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function inHome(task: Task, subject: Subject, root: string): Promise<Trial> {
  const [home, cwd] = [join(root, 'home'), join(root, 'work')]
  mkdirSync(cwd)
  if (subject.models) {
    mkdirSync(home, { mode: 0o700 })
    symlinkSync(subject.models, join(home, 'models'))
  }
  const began = performance.now()
  const environment = {
    ...processEnvironment({
      env: { ...subject.env, ASSISTANT_HOME: home, ASSISTANT_LANG: task.language, TZ: zone },
      cwd,
      clock: () => start + (performance.now() - began),
      flags: { routing: false, ...subject.flags },
    }),
    zone,
    userHome: root,
  }
  await prepare(task, environment, { home, cwd })
  const assistant = await createAssistant(environment, undefined, {
    ...(subject.provider && { provider: subject.provider }),
    ...(task.setting.tools && { tools: task.setting.tools }),
  })
  const conversation = await assistant.open({ kind: 'new' }, { canAsk: true })
  const trial: Trial = {
    turns: [],
    calls: [],
    memory: '',
    reminders: [],
    sent: [],
    file: (path) => textAt(join(cwd, path)),
    usage: { input: 0, output: 0, cached: 0 },
    ms: 0,
  }
  const from = performance.now()
  for (const words of task.says) await turn(conversation, words, task, trial)
  for (const next = repliesOf(task.person); ; ) {
    const words = next(trial.turns.at(-1)?.text ?? '')
    if (words === undefined) break
    await turn(conversation, words, task, trial)
  }
  trial.ms = Math.round(performance.now() - from)
  await conversation.close()
  await assistant.close()
  if (subject.models) await stopLocalEngine(localSocket(assistant.parts.loaded, environment))
  const files: Record<string, string> = {}
  for (const path of ['memory/me.md', 'workspaces/default/memory.md', 'workspaces/default/agents/비서/memory.md'])
    files[path] = textAt(join(home, path)) ?? ''
  // What is read is read before the home goes.
  const texts = Object.fromEntries(
    [...(task.setting.files ? Object.keys(task.setting.files) : []), ...written(trial)].map((path) => [
      path,
      trial.file(path),
    ]),
  )
  return {
    ...trial,
    // What is noted beside a fact (where it is from, what it was) is no fact.
    memory: Object.values(files)
      .join('\n')
      .replace(/<!--.*?-->/gs, ''),
    reminders: await waiting(home),
    sent: sentIn(textAt(join(home, 'ledger.jsonl')) ?? ''),
    file: (path) => texts[path],
  }
}

/** Paths that calls named: files that are there now. */
const written = ({ calls }: Trial) =>
  calls.flatMap(({ args }) => [args.path, args.from, args.to].filter((path) => typeof path === 'string'))

async function turn(conversation: Conversation, words: string, { origin, setting }: Task, trial: Trial): Promise<void> {
  const { turn: id, seq } = await conversation.submit({ text: words, origin, by: 'owner' }, 'queue')
  for await (const { event, turn: of } of conversation.follow(seq, AbortSignal.timeout(turnMs))) {
    if (of !== id) continue
    if (event.type === 'tool.asked') void conversation.answer(event.id, { choice: setting.answer ?? 'once' }, 'owner')
    take(event, trial)
    if (isEnding(event)) return
  }
}

/** Return what a simulated person says to an answer: what it asks for, while there is something left to tell. */
function repliesOf(person: Task['person']): (answer: string) => string | undefined {
  const left = [...(person?.knows ?? [])]
  let otherwise = person?.otherwise
  return (answer) => {
    if (!/[?？]|까요|나요|주세요|tell me|let me know/i.test(answer)) return undefined
    const at = left.findIndex(([asks]) => asks.test(answer))
    const told = at < 0 ? otherwise : left.splice(at, 1)[0]?.[1]
    if (at < 0) otherwise = undefined
    return told
  }
}

/** A turn takes at most this long, in milliseconds. */
const turnMs = 300_000

function take(event: Event, trial: Trial): void {
  if (event.type === 'tool.ended') {
    const call = trial.calls.findLast(({ name, outcome }) => name === event.name && outcome === '')
    if (call) call.outcome = event.outcome
  }
  if (event.type === 'tool.called') trial.calls.push({ name: event.name, args: event.args, outcome: '' })
  if (event.type === 'model.answered') {
    const { input, output, cached, costUsd } = event.usage
    const { usage } = trial
    Object.assign(usage, { input: usage.input + input, output: usage.output + output, cached: usage.cached + cached })
    if (costUsd !== undefined) usage.costUsd = (usage.costUsd ?? 0) + costUsd
  }
  if (event.type === 'turn.done') trial.turns.push({ text: event.text })
  if (event.type === 'turn.failed') trial.turns.push({ text: event.partial, failure: event.failure.code })
  if (event.type === 'turn.cancelled') trial.turns.push({ text: event.partial, failure: 'cancelled' })
}

// ---- before and after

async function prepare(
  { setting }: Task,
  environment: ReturnType<typeof processEnvironment>,
  { home, cwd }: { home: string; cwd: string },
) {
  const { memory = [], files = {}, documents = {}, earlier = [], reminders = [] } = setting
  for (const [path, text] of Object.entries(files)) put(join(cwd, path), text)
  if (memory.length > 0) put(join(home, 'memory', 'me.md'), `${memory.map((line) => `- ${line}`).join('\n')}\n`)
  const store = new ReminderStore(join(home, 'reminders.jsonl'))
  for (const [title, at] of reminders)
    await store.create({
      kind: 'reminder',
      title,
      next: Date.parse(at),
      zone,
      profile: 'me',
      by: 'owner',
      createdAt: start,
    })
  if (earlier.length === 0 && Object.keys(documents).length === 0) return
  const assistant = await createAssistant(environment, undefined, { provider: listener })
  const folder = join(home, '..', 'documents')
  for (const [name, text] of Object.entries(documents)) put(join(folder, name), text)
  if (Object.keys(documents).length > 0) {
    const library = await assistant.docs.library('default')
    for await (const _ of library.add([folder], AbortSignal.timeout(turnMs)));
  }
  const conversation = earlier.length > 0 ? await assistant.open({ kind: 'new' }, { canAsk: false }) : undefined
  const unheard = { turns: [], calls: [], usage: { input: 0, output: 0, cached: 0 } } as unknown as Trial
  for (const words of earlier) await turn(conversation!, words, { origin: 'tui', setting: {} } as Task, unheard)
  await conversation?.close()
  await assistant.close()
}

/** Whom the person talked to before: somebody who only listens. */
const listener: Provider = async function* () {
  yield { type: 'opened' }
  yield { type: 'text', text: '.' }
  yield { type: 'end', stop: 'end', usage: { input: 0, output: 0, cached: 0 } }
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return undefined
  }
}

async function waiting(home: string): Promise<Trial['reminders']> {
  const all = [...(await new ReminderStore(join(home, 'reminders.jsonl')).all()).values()]
  return all
    .filter(({ state }) => state === 'waiting')
    .map(({ title, next = 0, rule }) => ({ title, at: inSeoul(next), ...(rule ? { repeat: rule } : {}) }))
}

/** `2026-11-22T10:00`, as the clock there shows it. */
const inSeoul = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(0, 16)

function sentIn(ledger: string): Trial['sent'] {
  const entries = ledger
    .split('\n')
    .flatMap((line) => (line ? [JSON.parse(line) as { type: string; target: string; amount: number }] : []))
  return entries.filter(({ type }) => type === 'sent').map(({ target, amount }) => ({ target, amount }))
}
