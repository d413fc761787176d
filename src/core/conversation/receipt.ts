import { receiptLines } from '../../messages/engine/deeds.ts'
import type { Language } from '../../messages/language.ts'
import type { DeedReceipt, Message } from '../../protocol/index.ts'
import type { RunningTurn, Thread } from '../../threads/thread.ts'
import { unbackedClaims } from './claims.ts'

/** Tools whose deeds are not known one by one: commands, code, and those of other programs. */
const isUnknown = (tool: string) => /^(?:shell|python_repl|mcp_.*)$/.test(tool)

/** Fold the receipt of a turn with the false claims of its answer; undefined for neither. */
export function receiptOf(thread: Thread, answer: string, language: Language): DeedReceipt | undefined {
  const { running } = thread
  if (!running) return undefined
  const { deeds = [], asked, input } = running
  const isOwnWords = asked === undefined || asked.provider === 'offline' || running.served === true
  const isForProgram = input.options?.schema !== undefined
  const unbacked = isOwnWords || isForProgram ? [] : unbackedClaims(answer, evidenceOf(thread, running))
  if (deeds.length === 0 && unbacked.length === 0) return undefined
  return { deeds, unbacked, lines: isOwnWords || isForProgram ? [] : receiptLines({ deeds, unbacked }, language) }
}

function evidenceOf({ messages }: Thread, { deeds = [], input }: RunningTurn) {
  const begin = messages.findLastIndex(({ id }) => id === input.id)
  const results = (some: readonly Message[]) =>
    some.flatMap((one) => (one.role === 'tool' && one.outcome === 'ok' ? [one] : []))
  const here = results(messages.slice(Math.max(begin, 0)))
  return {
    deeds,
    isUnknown: (tool: string) => isUnknown(tool) || deeds.some((one) => one.tool === tool && one.title !== undefined),
    asked: input.text,
    hasRead:
      (input.attachments ?? []).length > 0 ||
      here.some(({ untrusted, name }) => untrusted || name.startsWith('search_')),
    before: results(messages.slice(0, Math.max(begin, 0))).map(({ text }) => text),
  }
}
