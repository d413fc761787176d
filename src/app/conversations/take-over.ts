import type { OpenOptions } from '../../core/ownership/shared-conversation.ts'
import { type Id, isMessenger } from '../../protocol/index.ts'
import type { AppContext } from '../context/app-context.ts'
import { otherDevices } from '../sync/live/other-devices.ts'

/** The way in which turns go from one process to another, and the news if nothing can be kept. */
export interface TakeOverOptions {
  unkept?: OpenOptions['unkept']
  /**
   * Goes on with what other owners left in the middle: turns of phones and schedules, and any that this process saw
   * being left.
   */
  goesOn?: true
  /** Asked when the conversation is closed while something runs in it: whether another process has taken it over. */
  heir?(conversation: Id): Promise<boolean>
}

/** The same as a conversation needs it. */
export function takeOverOptions(
  parts: Pick<AppContext, 'grants' | 'environment' | 'loaded' | 'now' | 'language'>,
  { goesOn, heir, unkept }: TakeOverOptions,
  id: Id | undefined,
): Pick<OpenOptions, 'pid' | 'cwd' | 'mayAnswer' | 'goesOn' | 'heir' | 'unkept' | 'devices'> {
  const { pid, cwd } = parts.environment
  const { loaded, now, language } = parts
  return {
    pid,
    cwd,
    ...(unkept ? { unkept } : {}),
    // A conversation that stays open is followed from other devices, too; a single answer waits for nothing.
    ...(goesOn || heir ? { devices: otherDevices(loaded.paths, () => +now(), language) } : {}),
    // A question of a turn at the desk may be answered from a phone by a person who was given that tool at the machine
    // (SPEC §3).
    mayAnswer: async (by, { tool, category }) =>
      category === 'sensitive' && by !== 'owner' && (await parts.grants(by)).has(tool),
    ...(goesOn
      ? { goesOn: ({ origin, schedule }, wasGuest) => wasGuest || isMessenger(origin) || schedule !== undefined }
      : {}),
    ...(heir && id !== undefined ? { heir: () => heir(id) } : {}),
  }
}
