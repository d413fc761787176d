import { answered } from './checks.ts'
import type { Task, Trial } from './task.ts'
import { perform, type Subject } from './trial.ts'

/** How a task went. `faults` is empty when it was done right. */
export interface Verdict {
  task: Task
  faults: string[]
  usage: Trial['usage']
  ms: number
  /** No answer came: the network or the server failed, and nothing is said about the model. */
  unreached?: string
}

/** Failures of the way to a model, as `turn.failed` names them. */
const ofTheWay = new Set([
  'network',
  'server',
  'timeout',
  'rate-limited',
  'auth',
  'no-credit',
  'model-missing',
  'config',
])

/** Has a model do a task, and judges by code what came of it. */
export async function judge(task: Task, subject: Subject): Promise<Verdict> {
  const trial = await perform(task, subject)
  const found = await Promise.all([answered, ...task.checks].map((check) => check(trial)))
  const unreached = trial.turns.find(({ failure = '' }) => ofTheWay.has(failure))?.failure
  if (unreached) return { task, faults: [], usage: trial.usage, ms: trial.ms, unreached }
  return { task, faults: found.filter((fault) => fault !== undefined), usage: trial.usage, ms: trial.ms }
}
