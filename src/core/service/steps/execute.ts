import { serviceMessages } from '../../../messages/engine/service.ts'
import { abortable } from '../../../std/abort.ts'
import type { ActionStep, CompletedTask, ServiceDeps, StepTask } from '../service.ts'

/** Milliseconds for an execution where the definition says nothing: the limit of a tool. */
const executeMs = 10_000

/** The owner of the step, for the log and for people. */
interface Owner {
  name: string
  title: string
}

/** Does an action, once. Whatever breaks is an outcome; only a turn that was stopped throws. */
export async function executeOnce(
  owner: Owner,
  { execute, settle, ms = executeMs }: Pick<ActionStep, 'execute' | 'settle' | 'ms'>,
  task: StepTask,
  parts: ServiceDeps,
  stop: AbortSignal,
): Promise<CompletedTask> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(ms)])
  try {
    return await abortable(execute?.(task, signal) ?? Promise.reject(new Error('nothing to execute')), signal)
  } catch (error) {
    if (stop.aborted) throw error
    await parts.log({ service: owner.name, error: String(error) })
    return await afterFault(owner, settle, task.key, parts)
  }
}

/**
 * Something broke while it was done: what the books say counts; without books, or when they cannot be read, nobody
 * knows.
 */
async function afterFault(
  { name, title }: Owner,
  settle: ActionStep['settle'],
  key: string,
  parts: ServiceDeps,
): Promise<CompletedTask> {
  const say = serviceMessages[parts.language]
  const unknown: CompletedTask = { outcome: 'unknown', reason: say.unknownOutcome(title) }
  if (!settle) return unknown
  try {
    return (await settle(key)) ?? { outcome: 'failed', reason: say.brokeOff }
  } catch (error) {
    await parts.log({ service: name, error: String(error) })
    return unknown
  }
}
