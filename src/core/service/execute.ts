import { serviceMessages } from '../../messages/engine/service.ts'
import { abortable } from '../../std/abort.ts'
import type { CompletedTask, Definition, ServiceDeps, Task } from './service.ts'

/** Milliseconds for an execution where the definition says nothing: the limit of a tool. */
const executeMs = 10_000

/** Does a confirmed task, once. Whatever breaks is an outcome; only a turn that was stopped throws. */
export async function executeOnce(
  definition: Definition,
  task: Task,
  parts: ServiceDeps,
  stop: AbortSignal,
): Promise<CompletedTask> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(definition.executeMs ?? executeMs)])
  try {
    return await abortable(definition.execute(task, signal), signal)
  } catch (error) {
    if (stop.aborted) throw error
    await parts.log({ service: definition.name, error: String(error) })
    return await afterFault(definition, task.key, parts)
  }
}

/** Something broke while it was done: what the books say counts; without books, or when they cannot be read, nobody knows. */
async function afterFault({ name, title, settle }: Definition, key: string, parts: ServiceDeps): Promise<CompletedTask> {
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
