import { type ChangeForm, formOf, unpackState, wholeChange } from '../replica/file-state.ts'
import type { Replica } from '../replica/replica.ts'
import { segmentNameOf } from '../replica/segment.ts'
import { originalOf } from '../stores/folder.ts'
import { isEmpty, queueSegment, segmentTextBytes, sizeOf } from './collect.ts'
import type { RoundOptions, RoundReport } from './round.ts'

/** Most bytes that may wait for the store; beyond that everything is told anew when it is back. */
const mostOutboxBytes = 16 << 20
/** Everything is told anew if the segments of a device hold so many times more than that would. */
const retellFactor = 4
const retellLeastBytes = 4 << 20
const retellSegments = 2_000

/** Names that a copying program made of ours: what only they hold is put in its place, and they go. */
export async function tidyCopies(
  { store, signal }: RoundOptions,
  there: Map<string, number>,
  report: RoundReport,
): Promise<void> {
  for (const path of [...there.keys()]) {
    const original = segmentNameOf(path) ? undefined : originalOf(path)
    const name = original === undefined ? undefined : segmentNameOf(original)
    if (original === undefined || !name) continue
    const bytes = there.has(original) ? undefined : await store.read(path, signal)
    if (bytes) {
      await store.write(original, bytes, signal)
      there.set(original, bytes.length)
    }
    await store.remove(path, signal)
    there.delete(path)
    report.copies++
  }
}

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
    const name = segmentNameOf(path)
    if (name?.device !== options.device.id || own.has(path)) continue
    await store.remove(path, signal)
    there.delete(path)
  }
}

function needsRetelling(replica: Replica): boolean {
  const own = replica.own()
  const sum = (some: typeof own) => some.reduce((total, { size }) => total + size, 0)
  const anew = replica.stateBytes()
  if (sum(own.filter(({ isSent }) => !isSent)) > Math.max(mostOutboxBytes, 2 * anew)) return true
  return own.length > retellSegments || sum(own) > Math.max(retellLeastBytes, retellFactor * anew)
}

/** Everything that this device knows in new segments; the older ones say nothing then that these do not. */
async function tellEverything(options: RoundOptions): Promise<void> {
  const { replica, files } = options
  replica.together(() => {
    replica.dropOutbox()
    replica.setNumber('base', replica.number('segment') + 1)
    let [changes, size]: [Record<string, ChangeForm>, number] = [{}, 0]
    const write = () => {
      if (Object.keys(changes).length > 0) queueSegment(options, changes)
      ;[changes, size] = [{}, 0]
    }
    for (const name of replica.marks().keys()) {
      const [known, file] = [replica.file(name), files.named(name)]
      if (!known || !file) continue
      const change = wholeChange(unpackState(known.state, file.form.as, file.form.rules))
      if (isEmpty(change)) continue
      changes[name] = formOf(change)
      size += sizeOf(change)
      if (size > segmentTextBytes) write()
    }
    write()
    const told = replica.own().filter(({ path }) => (segmentNameOf(path)?.number ?? 0) >= replica.number('base'))
    replica.setNumber(
      'told',
      told.reduce((sum, { size }) => sum + size, 0),
    )
  })
}
