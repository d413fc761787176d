import { join } from 'node:path'
import type { FlowResult } from '../../core/flow.ts'
import type { CompletedTask, FlowSentences, ServiceClaim, StepTask } from '../../core/service/service.ts'
import type { ServiceCode } from '../../core/service/service-code.ts'
import type { Operation } from '../../core/service/state.ts'
import { AssistantError, type Json, type JsonObject } from '../../protocol/index.ts'
import type { When } from '../../std/time/calendar.ts'
import { isNamedBy } from './claim.ts'
import { callHandler, type Handler } from './handler.ts'
import type { ServiceFile } from './schema.ts'

type CallCode = (path: string, given: object) => Promise<Json>

/** Sentences that the code has functions for. */
function sentencesOf(has: (name: string) => boolean, call: CallCode, language: 'ko' | 'en'): Partial<FlowSentences> {
  const textOf = async (name: string, given: object) => {
    const said = await call(name, { ...given, language })
    return typeof said === 'string' ? said : ''
  }
  return {
    ...(has('confirm')
      ? {
          async confirm({ slots, progress, total, index }) {
            return [await textOf('confirm', { slots, found: progress?.found ?? {}, task: { index: index + 1, total } })]
          },
        }
      : {}),
    ...(has('ended') ? { ended: (settled, stage) => textOf('ended', { tasks: settled, stage }) } : {}),
  }
}

/** The moment, as a Worker's function is told it. */
const momentOf = ({ now, zone }: When) => ({ now: now.toISOString(), zone })

/** The functions of a handler file that the program calls by their names; all others are called by steps. */
export const handlerFunctions = ['claim', 'read', 'aside', 'confirm', 'ended', 'afterTurn', 'execute'] as const

/** The code of a service that was found in a folder; without a handler there is none. */
export function codeOf(
  { folder, file, handler }: { folder: string; file: ServiceFile; handler?: Handler },
  language: 'ko' | 'en',
  rehearsal = false,
): ServiceCode {
  return handler ? workerCode(folder, handler, file, language, rehearsal) : { steps: {} }
}

/**
 * The code of a folder, each of its functions a call into a Worker of its own. `rehearsal`: it is told that nothing
 * is meant.
 */
function workerCode(
  folder: string,
  handler: Handler,
  file: ServiceFile,
  language: 'ko' | 'en',
  rehearsal: boolean,
): ServiceCode {
  const isNamed = isNamedBy(file.words)
  const call = (path: string, given: object, signal?: AbortSignal) => {
    const all = { ...given, ...(rehearsal ? { rehearsal } : {}) }
    return callHandler(join(folder, handler.file), `${handler.at}${path}`, all as Json, file.timeout, signal)
  }
  const has = (name: string) => handler.exports.includes(name)
  return {
    steps: Object.fromEntries(
      handler.exports.map((name) => [
        name,
        { execute: async (task, signal) => doneOf(name, await call(name, taskOf(task, language), signal)) },
      ]),
    ),
    hooks: Object.fromEntries(
      handler.hooks.map((name) => [name, (payload: unknown) => call(`hooks.${name}`, payload as object)]),
    ),
    ...(has('claim')
      ? { claim: async (text) => (isNamed(text) ? claimOf(await call('claim', { text, language })) : 'no') }
      : {}),
    ...(has('read')
      ? {
          read: async (text, { when, asked, stage, known }) =>
            operationsOf(await call('read', { text, asked, stage, slots: known, language, ...momentOf(when) })),
        }
      : {}),
    ...(has('aside')
      ? {
          async aside({ text }, { conversation, when, stage }) {
            const said = await call('aside', { text, conversation, stage, language, ...momentOf(when) })
            return typeof said === 'string' ? said : undefined
          },
        }
      : {}),
    ...(has('afterTurn')
      ? { afterTurn: ({ text, state }: FlowResult) => call('afterTurn', { text, state: state ?? null }) }
      : {}),
    say: sentencesOf(has, call, language),
  }
}

function taskOf({ slots, found, key, conversation, when, text, by }: StepTask, language: 'ko' | 'en'): JsonObject {
  return { slots, found, key, conversation, text, by, language, ...momentOf(when) }
}

function claimOf(answer: Json): ServiceClaim {
  return answer === true || answer === 'yes' ? 'yes' : answer === 'maybe' ? 'maybe' : 'no'
}

/** `{ date: '2026-11-22' }`, a list of such for several tasks; nothing where it read nothing. */
function operationsOf(answer: Json): Operation[][] {
  const tasks = Array.isArray(answer) ? answer : [answer]
  return tasks.flatMap((task) => {
    if (typeof task !== 'object' || task === null || Array.isArray(task)) return []
    const all = Object.entries(task).map(
      ([slot, value]): Operation => (value === null ? { op: 'clear', slot } : { op: 'set', slot, value }),
    )
    return all.length > 0 ? [all] : []
  })
}

/**
 * The outcome of a step's function: a receipt, a finding, or a reason against it. No value is an empty receipt; any
 * other value is no answer. Throws `malformed` then: a hole in a sentence must not be read as a finding.
 */
function doneOf(name: string, answer: Json): CompletedTask {
  if (answer !== null && (typeof answer !== 'object' || Array.isArray(answer)))
    throw new AssistantError({
      code: 'malformed',
      detail: `${name}: must return an object, not ${JSON.stringify(answer).slice(0, 80)}`,
    })
  const { failed = false, slot, receipt, message, ...more } = answer ?? {}
  if (failed !== false && failed !== null)
    return {
      outcome: 'failed',
      reason: typeof failed === 'string' ? failed : '',
      ...(typeof slot === 'string' ? { slot } : {}),
    }
  const kept = typeof receipt === 'object' && receipt !== null && !Array.isArray(receipt) ? receipt : more
  return { outcome: 'executed', receipt: typeof message === 'string' ? { ...kept, message } : kept }
}
