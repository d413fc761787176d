import { unpackState, wholeChange } from '../replica/file-state.ts'
import type { Replica } from '../replica/replica.ts'
import { isWhole, mostSegmentBytes, segmentNameOf } from '../replica/segment.ts'
import { isEmptyChange } from './edit.ts'
import type { RoundOptions, RoundReport } from './round.ts'
import { Segments } from './segment-writer.ts'

/** Most bytes that may wait for the store; beyond that everything is told anew when it is back. */
const mostOutboxBytes = 16 << 20
/** Everything is told anew if the segments of a device hold so many times more than that would. */
const retellFactor = 4
const retellLeastBytes = 4 << 20
const retellSegments = 2_000

/**
 * Removes the copies that a copying program made of segments under names of its own: whatever it puts behind the
 * name, what only they hold is put in its place.
 */
export async function tidyCopies(
  { store, signal }: RoundOptions,
  there: Map<string, number>,
  report: RoundReport,
): Promise<void> {
  for (const path of [...there.keys()]) {
    const original = segmentNameOf(path) ? undefined : originalOfSegment(path)
    const name = original === undefined ? undefined : segmentNameOf(original)
    if (original === undefined || !name) continue
    const bytes = there.has(original) ? undefined : await store.read(path, signal)
    // Half a file may become whole yet.
    if (bytes && !isWhole(bytes, name)) continue
    if (bytes) {
      await store.write(original, bytes, signal)
      there.set(original, bytes.length)
    }
    await store.remove(path, signal)
    there.delete(path)
    report.copies++
  }
}

/** A segment's name says everything of it: what stands behind it was put there by somebody else. */
const originalOfSegment = (path: string): string | undefined =>
  /^(log\/[a-z0-9]{16}\/\d{9}-\d{9}-[0-9a-f]{64})[^/]+$/.exec(path)?.[1]

/** Brings what waits to the store, and takes away what newer segments made needless. */
export async function sendSegments(
  options: RoundOptions,
  there: Map<string, number>,
  report: RoundReport,
): Promise<void> {
  const { replica, store, signal } = options
  const lost = replica.own().some(({ path, isSent, size }) => isSent && there.get(path) !== size)
  if (lost || needsRetelling(replica)) await tellEverything(options)
  for (const { path, isSent, size } of replica.own()) {
    const bytes = isSent ? undefined : replica.ownBytes(path)
    if (!bytes) continue
    await store.write(path, bytes, signal)
    there.set(path, size)
    replica.sent(path)
    report.sent.segments++
    report.sent.bytes += size
  }
  // Remove last what a newer telling made needless.
  const base = replica.number('base')
  for (const { path } of replica.own()) {
    if ((segmentNameOf(path)?.number ?? 0) >= base) continue
    await store.remove(path, signal)
    there.delete(path)
    replica.forgetOwn(path)
  }
  const own = new Set(replica.own().map(({ path }) => path))
  for (const path of there.keys()) {
    // A copying program may bring back what was removed. What this device has not written is not its own to remove.
    if (segmentNameOf(path)?.device !== options.device.id || own.has(path) || !replica.wrote(path)) continue
    await store.remove(path, signal)
    there.delete(path)
  }
}

function needsRetelling(replica: Replica): boolean {
  const own = replica.own()
  const sum = (some: typeof own) => some.reduce((total, { size }) => total + size, 0)
  const anew = replica.stateBytes()
  if (replica.number('retell') > 0 || own.some(({ size }) => size > mostSegmentBytes)) return true
  if (sum(own.filter(({ isSent }) => !isSent)) > Math.max(mostOutboxBytes, 2 * anew)) return true
  return own.length > retellSegments || sum(own) > Math.max(retellLeastBytes, retellFactor * anew)
}

/**
 * Everything that this device knows in new segments, also of kinds that it keeps to itself since; the older ones say
 * nothing then that these do not. The last says of which devices everything is in them.
 */
async function tellEverything(options: RoundOptions): Promise<void> {
  const { replica, files } = options
  replica.together(() => {
    replica.dropOutbox()
    replica.setNumber('base', replica.number('segment') + 1)
    const segments = new Segments(options)
    for (const name of replica.marks().keys()) {
      const [known, file] = [replica.file(name), files.known?.(name) ?? files.named(name)]
      if (!known || !file) continue
      const change = wholeChange(unpackState(known.state, file.form.as, file.form.rules))
      if (!isEmptyChange(change)) segments.add(name, change)
    }
    const whole = replica.devices().filter(({ id, number }) => number > 0 && replica.number(`left:${id}`) === 0)
    segments.write(
      whole.length > 0 ? { covers: Object.fromEntries(whole.map(({ id, number }) => [id, number])) } : undefined,
    )
    for (const { id, number } of whole) replica.setNumber(`told:${id}`, number)
    replica.setNumber('retell', 0)
  })
}
