import type { OpenOptions } from '../../core/ownership/shared-conversation.ts'
import { type Id, isMessenger } from '../../protocol/index.ts'
import type { AppContext } from '../context/app-context.ts'

/** How turns go from one process to another, and what is told where nothing can be kept. */
export interface TakeOverOptions {
  unkept?: OpenOptions['unkept']
  /** Goes on with what other owners left in the middle: turns of phones and schedules, and any that this process saw being left. */
  goesOn?: true
  /** Asked when the conversation is closed while something runs in it: whether another process has taken it over. */
  heir?(conversation: Id): Promise<boolean>
}

/** The same as a conversation needs it. */
export function takeOverOptions(
  parts: Pick<AppContext, 'grants' | 'environment'>,
  { goesOn, heir, unkept }: TakeOverOptions,
  id: Id | undefined,
): Pick<OpenOptions, 'pid' | 'cwd' | 'mayAnswer' | 'goesOn' | 'heir' | 'unkept'> {
  const { pid, cwd } = parts.environment
  return {
    pid,
    cwd,
    ...(unkept ? { unkept } : {}),
    // What a turn of the desk asks may be answered from a phone by whoever was given that tool at the machine (SPEC §3).
    mayAnswer: async (by, { tool, category }) => category === 'sensitive' && by !== 'owner' && (await parts.grants(by)).has(tool),
    ...(goesOn ? { goesOn: ({ origin, schedule }, wasGuest) => wasGuest || isMessenger(origin) || schedule !== undefined } : {}),
    ...(heir && id !== undefined ? { heir: () => heir(id) } : {}),
  }
}
