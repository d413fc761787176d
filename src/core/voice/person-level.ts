import type { VoiceState } from './state.ts'

/**
 * So much quieter than the person who asked, in dB, is somebody or something further away: a television, music,
 * another talk. Measured behind canceller and suppressor, whose gain brings them nearer: at −10 to −25 dB they come
 * at least 9 dB below a person, who speaks over our own voice within 3 dB of how they asked.
 */
const furtherDb = 8
/**
 * A voice is so much louder than what goes on beside it, in dB: louder rooms raise what is near, up to how faint the
 * person may be.
 */
const aboveRoomDb = 6
const personDb = 3

/** Check whether the voice is no more than a sound of the room; a stop and a name are heard all the same. */
export const isFaint = ({ ear: { db, room = Number.NEGATIVE_INFINITY }, nearDb }: VoiceState) =>
  db !== undefined &&
  nearDb !== undefined &&
  db < Math.max(nearDb - furtherDb, Math.min(room + aboveRoomDb, nearDb - personDb))

/** So far a person may move away between two requests, in dB. */
const awayDb = 6

/** Follow the person's loudness, step by step if they move away. */
export function followLevel({
  ear,
  nearDb = Number.NEGATIVE_INFINITY,
}: Pick<VoiceState, 'ear' | 'nearDb'>): Pick<VoiceState, 'nearDb'> {
  return ear.db === undefined ? {} : { nearDb: Math.max(ear.db, nearDb - awayDb) }
}
