import { mapLimit } from '../../std/map-limit.ts'
import { joinFields } from '../merge/fields.ts'
import { findContradictions, joinLines, settledName } from '../merge/lines.ts'
import {
  type FileState,
  foreignChange,
  noState,
  packState,
  type SharedChange,
  unpackState,
} from '../replica/file-state.ts'
import type { KnownDevice, Replica } from '../replica/replica.ts'
import {
  BadSegment,
  mostSegmentBytes,
  type Segment,
  type SegmentName,
  segmentNameOf,
  segmentPath,
  unpackSegment,
} from '../replica/segment.ts'
import type { RoundOptions, RoundReport } from './round.ts'
import { queueSegment } from './segment-writer.ts'

/** Takes in what other devices told, of each in its order. */
export async function receiveSegments(
  options: RoundOptions,
  there: ReadonlyMap<string, number>,
  report: RoundReport,
): Promise<void> {
  const { replica, device } = options
  const byDevice = new Map<string, { name: SegmentName; size: number }[]>()
  for (const [path, size] of there) {
    const name = segmentNameOf(path)
    if (name && name.device !== device.id)
      byDevice.set(name.device, [...(byDevice.get(name.device) ?? []), { name, size }])
  }
  const missing = new Map<string, number>()
  for (const [id, segments] of byDevice) {
    // By their paths, not by numbers alone: a device whose image was put back uses numbers again.
    const taken = replica.taken()
    const since = replica.devices().find((one) => one.id === id)?.number ?? 0
    const base = Math.max(...segments.map(({ name }) => name.base))
    const wanted = segments.filter(({ name }) => name.number >= base && !taken.has(segmentPath(name)))
    wanted.sort((a, b) => a.name.number - b.name.number)
    const stopped = await receiveFrom(options, wanted, Math.max(since + 1, base), report)
    if (stopped !== undefined) missing.set(id, stopped)
  }
  const lost = lostDevices(options, there, byDevice)
  answerLosses(options, missing, lost)
}

/** Segments that are fetched at once. */
const fetchedAtOnce = 4

async function receiveFrom(
  options: RoundOptions,
  wanted: readonly { name: SegmentName; size: number }[],
  first: number,
  report: RoundReport,
): Promise<number | undefined> {
  let next = first
  for (let at = 0; at < wanted.length; at += fetchedAtOnce) {
    const some = wanted.slice(at, at + fetchedAtOnce)
    const fetched = await mapLimit(some, fetchedAtOnce, (one) => fetchSegment(options, one, report))
    for (const [i, segment] of fetched.entries()) {
      const name = some[i]?.name as SegmentName
      // Somebody else has told what was in it, or it is whole in a later round.
      if (!segment && name.number < first) continue
      // Two copies of one device may have used a number twice.
      const isNext = name.number <= next
      if (!isNext) report.refused.push({ path: segmentPath(name), fault: 'early' })
      // Each in its order: what comes after one that is missing, or not whole yet, waits for it.
      if (!segment || !isNext) return next
      next = Math.max(next, name.number + 1)
      for (const path of Object.keys(segment.files)) await options.files.named(path)?.form.ready?.()
      takeIn(options, segment, segmentPath(name), report)
      report.received.segments++
      report.received.bytes += some[i]?.size ?? 0
    }
  }
  return undefined
}

/** Devices of which the store has lost segments that were taken in here, and that no later ones made needless. */
function lostDevices(
  { replica, device }: RoundOptions,
  there: ReadonlyMap<string, number>,
  byDevice: ReadonlyMap<string, { name: SegmentName }[]>,
): KnownDevice[] {
  const lost = new Set<string>()
  for (const path of replica.taken()) {
    const name = there.has(path) ? undefined : segmentNameOf(path)
    if (!name) continue
    const base = Math.max(1, ...(byDevice.get(name.device) ?? []).map((one) => one.name.base))
    if (name.number < base) replica.forgetTaken(path)
    else lost.add(name.device)
  }
  return replica.devices().filter(({ id }) => id !== device.id && lost.has(id))
}

/**
 * If segments are missing, or not whole, for the second round now: ask the others for those that were not taken in
 * here, and tell the content of those that were.
 */
function answerLosses(options: RoundOptions, missing: ReadonlyMap<string, number>, lost: readonly KnownDevice[]): void {
  const { replica } = options
  const untold = lost.filter(({ id, number }) => replica.number(`told:${id}`) < number)
  const noticed = [...missing, ...untold.map(({ id, number }): [string, number] => [`lost ${id}`, number])]
  const before = JSON.parse(replica.text('missing') ?? '{}') as Record<string, [number: number, rounds: number]>
  const now = Object.fromEntries(
    noticed.map(([what, number]) => {
      const [known, rounds] = before[what] ?? [0, 0]
      return [what, [number, known === number ? Math.min(rounds + 1, 3) : 1]] as const
    }),
  )
  if (JSON.stringify(now) === (replica.text('missing') ?? '{}')) return
  const due = Object.entries(now).filter(([, [, rounds]]) => rounds === 2)
  const wants = due.filter(([what]) => !what.startsWith('lost ')).map(([id, [number]]) => [id, number] as const)
  replica.together(() => {
    replica.setText('missing', JSON.stringify(now))
    if (wants.length > 0) queueSegment(options, {}, { wants: Object.fromEntries(wants) })
    if (due.length > wants.length) replica.setNumber('retell', 1)
  })
}

async function fetchSegment(
  { store, key, signal }: RoundOptions,
  { name, size }: { name: SegmentName; size: number },
  report: RoundReport,
): Promise<Segment | undefined> {
  const path = segmentPath(name)
  try {
    if (size > mostSegmentBytes) throw new BadSegment('garbage', `${size} bytes`)
    const bytes = await store.read(path, signal)
    return bytes && unpackSegment(bytes, name, key)
  } catch (error) {
    if (!(error instanceof BadSegment)) throw error
    report.refused.push({ path, fault: error.fault })
    return undefined
  }
}

/** Joins a segment with what is known. What no file of ours could be is left out and told. */
function takeIn(options: RoundOptions, segment: Segment, path: string, report: RoundReport): void {
  const { replica, files, now } = options
  const { device: id, number, at } = segment
  replica.together(() => {
    for (const [name, form] of Object.entries(segment.files)) {
      const file = files.named(name)
      const told = file && foreignChange(form, file.form)
      const isKept = !file && files.known?.(name) !== undefined
      if (!isKept && (!told || told.refused > 0))
        report.refused.push({ path: `${segment.name}: ${name}`, fault: 'garbage' })
      // It is read again when it is wanted, or when a newer version of the program understands it.
      if (!told || told.refused > 0) replica.setNumber(`left:${id}`, 1)
      if (!told) continue
      const known = replica.file(name)
      const state = known ? unpackState(known.state, file.form.as, file.form.rules) : noState(file.form.as)
      const isNew = joinState(options, name, state, told.change, now())
      if (isNew) replica.keep({ path: name, mark: known?.mark, waits: true, state: packState(state) })
    }
    replica.setNumber('count', Math.max(replica.number('count'), segment.count))
    const before = replica.devices().find((one) => one.id === id)?.number ?? 0
    replica.meet({ id, name: segment.name.slice(0, 60), number: Math.max(before, number), at })
    replica.take(path)
    takeCovers(options, segment)
    answerWants(options, segment)
  })
}

/** Words of a third device that another one has told in full need not be taken from it. */
function takeCovers({ replica, device }: RoundOptions, { covers = {} }: Segment): void {
  const known = new Map(replica.devices().map((one) => [one.id, one]))
  for (const [id, number] of Object.entries(covers)) {
    const before = known.get(id) ?? { id, name: '', number: 0, at: 0 }
    if (id !== device.id && number > before.number) replica.meet({ ...before, number })
  }
}

/** Tell everything anew if somebody misses a segment of this device, or of one of which all is known here. */
function answerWants({ replica, device }: RoundOptions, { wants = {} }: Segment): void {
  const known = new Map(replica.devices().map((one) => [one.id, one.number]))
  for (const [id, number] of Object.entries(wants))
    if (id === device.id || ((known.get(id) ?? 0) >= number && replica.number(`left:${id}`) === 0))
      replica.setNumber('retell', 1)
}

/** Read again what was left out, if other kinds are shared now or another version of the program reads. */
export function readLeftOut(replica: Replica, reader: string): void {
  if (replica.text('reader') === reader) return
  replica.together(() => {
    const left = replica.devices().filter(({ id }) => replica.number(`left:${id}`) > 0)
    replica.readAgain(left.map(({ id }) => id))
    for (const { id } of left) replica.setNumber(`left:${id}`, 0)
    replica.setText('reader', reader)
  })
}

function joinState(
  { replica }: RoundOptions,
  path: string,
  state: FileState,
  change: SharedChange,
  at: number,
): boolean {
  if (state.as === 'lines' && change.as === 'lines') {
    const isNew = joinLines(state.lines, change.lines)
    for (const [kept, ...others] of isNew ? findContradictions(state.lines) : [])
      for (const other of others) {
        const key = `${kept?.name} ${other.name}`
        const isOpen = kept && !state.lines.gone.has(settledName(key))
        if (isOpen) replica.addConflict({ at, path, key, kept: kept.value, other: other.value })
      }
    return isNew
  }
  if (state.as !== 'fields' || change.as !== 'fields') return false
  const before = new Map(state.fields.known)
  const overruled = joinFields(state.fields, change.fields)
  // Whoever decides knowing of both settles what these two contradicted.
  for (const key of overruled ? change.fields.keys() : [])
    if (state.fields.known.get(key) !== before.get(key) && !overruled?.some((one) => one.key === key))
      replica.settleSetting(path, key)
  for (const { key, value, instead } of overruled ?? [])
    replica.addConflict({ at, path, key, kept: JSON.stringify(value) ?? '', other: JSON.stringify(instead) ?? '' })
  return overruled !== undefined
}
