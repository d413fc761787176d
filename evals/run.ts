// `npm run eval -- --model provider:name [--only group] [--language ko|en] [--jobs 2] [--repeat 1] [--fresh]`: has a
// model do every task as the real program, and keeps its table in evals/results. Keys are those of this machine's
// settings, addresses those of its variables. `--published bfcl [--count 20]` takes tasks of others instead, so many of
// each kind, which are fetched (published.ts). What was judged before a run was stopped is not done again, unless
// `--fresh`. Exit status 1 when nothing could be asked.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadSecrets, secretNames } from '../src/config/secrets.ts'
import { loadSettings } from '../src/config/settings.ts'
import { processEnvironment } from '../src/library/environment.ts'
import { providers } from '../src/protocol/index.ts'
import { judge, type Verdict } from './judge.ts'
import { publishedTasks } from './published.ts'
import { reportOf } from './report.ts'
import type { Task } from './task.ts'
import { tasks } from './tasks/all.ts'
import type { Subject } from './trial.ts'

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    only: { type: 'string' },
    language: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    repeat: { type: 'string', default: '1' },
    fresh: { type: 'boolean', default: false },
    published: { type: 'string' },
    count: { type: 'string', default: '20' },
  },
})
const { model = '' } = values
if (!/^@?[\w.-]+:.+|^offline$/.test(model)) {
  console.error(
    'usage: npm run eval -- --model provider:name [--only group] [--language ko|en] [--jobs 2] [--repeat 1] [--fresh]',
  )
  process.exit(2)
}
const all = values.published === undefined ? tasks : publishedTasks(values.published, Number(values.count))
const chosen = all.filter(
  ({ id, language }) =>
    (!values.only || id.startsWith(values.only)) && (!values.language || language === values.language),
)
const folder = new URL('results/', import.meta.url)
mkdirSync(folder, { recursive: true })
const name = [model.replace(/[^\w.-]+/g, '-'), values.published].filter(Boolean).join('-')
/** A line for each trial that was judged, until the run is whole. */
const progress = new URL(`${name}.jsonl`, folder)
if (values.fresh) rmSync(progress, { force: true })
const trials = chosen.flatMap((task) => Array.from({ length: Number(values.repeat) }, (_, at) => ({ task, at })))
const verdicts = await judgeAll(trials, await subject(model), Number(values.jobs))
const text = reportOf(model, verdicts, new Date().toISOString().slice(0, 10))
process.stdout.write(text)
// What did not reach the model is tried again by the next run.
if (verdicts.every(({ unreached }) => unreached === undefined)) rmSync(progress, { force: true })
if (chosen.length === all.length) writeFileSync(new URL(`${name}.md`, folder), text)
process.exit(verdicts.every(({ unreached }) => unreached !== undefined) ? 1 : 0)

/** The model under its name, with the keys that this machine knows; nothing else of its settings counts. */
async function subject(name: string): Promise<Subject> {
  const own = processEnvironment()
  const { paths, settings } = await loadSettings({ ...own, now: new Date() })
  const secrets = await loadSecrets(own.env, paths, { cwd: own.cwd, now: new Date(), warn: () => {} })
  const keys = Object.fromEntries(
    secretNames.flatMap((key) => (secrets.get(key) ? [[key, secrets.get(key)!.value]] : [])),
  )
  const addresses = new Set(Object.values(providers).map(({ addressEnv }) => addressEnv))
  const env = Object.fromEntries(
    Object.entries(own.env).filter(([key]) => addresses.has(key) || !/^(?:ASSISTANT_|XDG_)/.test(key)),
  )
  const { manifest } = settings.voice
  const lists = { servers: settings.servers, ...(manifest === undefined ? {} : { 'voice.manifest': manifest }) }
  const flags = name === 'offline' ? { provider: 'offline' } : { model: name, ...lists }
  const models = name.startsWith('local:') ? { models: join(paths.home, 'models') } : {}
  return { env: { ...env, ...keys }, flags, ...models }
}

/** Each trial, so many at a time, a line for each on stderr; those of a run that was stopped are read. */
async function judgeAll(list: readonly { task: Task; at: number }[], who: Subject, jobs: number): Promise<Verdict[]> {
  const keyOf = ({ task, at }: { task: Task; at: number }) => `${task.id} ${at}`
  const done = new Map(judgedBefore(list.map(({ task }) => task)))
  const left = list.filter((trial) => !done.has(keyOf(trial)))
  const work = async () => {
    for (let trial = left.shift(); trial; trial = left.shift()) {
      const verdict = await judge(trial.task, who)
      done.set(keyOf(trial), verdict)
      const { task, faults, unreached, ...rest } = verdict
      if (!unreached)
        appendFileSync(progress, `${JSON.stringify({ key: keyOf(trial), task: task.id, faults, ...rest })}\n`)
      const mark = unreached ? '…' : faults.length === 0 ? '✓' : '✗'
      console.error(
        `${mark} ${task.id}${[unreached ?? [], faults]
          .flat()
          .map((fault) => `\n    ${fault}`)
          .join('')}`,
      )
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  return list.flatMap((trial) => done.get(keyOf(trial)) ?? [])
}

/** The verdicts of a run that was stopped, by trial. */
function judgedBefore(list: readonly Task[]): [string, Verdict][] {
  if (!existsSync(progress)) return []
  const lines = readFileSync(progress, 'utf8').split('\n').filter(Boolean)
  return lines.flatMap((line): [string, Verdict][] => {
    const { key, task: id, faults, usage, ms } = JSON.parse(line)
    const task = list.find((one) => one.id === id)
    return task ? [[key, { task, faults, usage, ms }]] : []
  })
}
