// `npm run eval -- --model provider:name [--only group] [--language ko|en] [--jobs 2]`: has a model do every task as
// the real program, and keeps its table in evals/results. Keys are those of this machine's settings. Exit status 1
// when nothing could be asked.
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { loadSecrets, secretNames } from '../src/config/secrets.ts'
import { loadSettings } from '../src/config/settings.ts'
import { processEnvironment } from '../src/library/environment.ts'
import { judge, type Verdict } from './judge.ts'
import { reportOf } from './report.ts'
import { tasks } from './tasks/all.ts'
import type { Subject } from './trial.ts'

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    only: { type: 'string' },
    language: { type: 'string' },
    jobs: { type: 'string', default: '2' },
  },
})
const { model = '' } = values
if (!/^@?[\w.-]+:.+|^offline$/.test(model)) {
  console.error('usage: npm run eval -- --model provider:name [--only group] [--language ko|en] [--jobs 2]')
  process.exit(2)
}
const chosen = tasks.filter(
  ({ id, language }) =>
    (!values.only || id.startsWith(values.only)) && (!values.language || language === values.language),
)
const verdicts = await all(chosen, await subject(model), Number(values.jobs))
const text = reportOf(model, verdicts, new Date().toISOString().slice(0, 10))
process.stdout.write(text)
if (chosen.length === tasks.length) {
  const folder = new URL('results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`${model.replace(/[^\w.-]+/g, '-')}.md`, folder), text)
}
process.exit(verdicts.every(({ usage, faults }) => usage.output === 0 && faults.length > 0) ? 1 : 0)

/** The model under its name, with the keys that this machine knows; nothing else of its settings counts. */
async function subject(name: string): Promise<Subject> {
  const own = processEnvironment()
  const { paths, settings } = await loadSettings({ ...own, now: new Date() })
  const secrets = await loadSecrets(own.env, paths, { cwd: own.cwd, now: new Date(), warn: () => {} })
  const keys = Object.fromEntries(
    secretNames.flatMap((key) => (secrets.get(key) ? [[key, secrets.get(key)!.value]] : [])),
  )
  const env = Object.fromEntries(Object.entries(own.env).filter(([key]) => !/^(?:ASSISTANT_|XDG_)/.test(key)))
  const flags = name === 'offline' ? { provider: 'offline' } : { model: name, servers: settings.servers }
  return { env: { ...env, ...keys }, flags }
}

/** Each task, so many at a time, a line for each on stderr. */
async function all(list: typeof tasks, who: Subject, jobs: number): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  const left = [...list]
  const work = async () => {
    for (let task = left.shift(); task; task = left.shift()) {
      const verdict = await judge(task, who)
      verdicts.push(verdict)
      console.error(
        `${verdict.faults.length === 0 ? '✓' : '✗'} ${task.id}${verdict.faults.map((fault) => `\n    ${fault}`).join('')}`,
      )
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  return verdicts.toSorted((a, b) => list.indexOf(a.task) - list.indexOf(b.task))
}
