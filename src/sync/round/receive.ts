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
import type { KnownDevice } from '../replica/replica.ts'
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
  const known = new Map(replica.devices().map((one) => [one.id, one]))
  for (const [id, segments] of byDevice) {
    const since = known.get(id)?.number ?? 0
    const base = Math.max(...segments.map(({ name }) => name.base))
    const wanted = segments.filter(({ name }) => name.number > since && name.number >= base)
    wanted.sort((a, b) => a.name.number - b.name.number)
    await receiveFrom(options, wanted, Math.max(since + 1, base), report)
  }
}

/** Segments that are fetched at once. */
const fetchedAtOnce = 4

async function receiveFrom(
  options: RoundOptions,
  wanted: readonly { name: SegmentName; size: number }[],
  first: number,
  report: RoundReport,
): Promise<void> {
  let next = first
  for (let at = 0; at < wanted.length; at += fetchedAtOnce) {
    const some = wanted.slice(at, at + fetchedAtOnce)
    const fetched = await mapLimit(some, fetchedAtOnce, (one) => fetchSegment(options, one, report))
    for (const [i, segment] of fetched.entries()) {
      const name = some[i]?.name as SegmentName
      if (name.number !== next) report.refused.push({ path: segmentPath(name), fault: 'early' })
      // Each in its order: what comes after one that is missing, or not whole yet, waits for it.
      if (!segment || name.number !== next) return
      next++
      for (const path of Object.keys(segment.files)) await options.files.named(path)?.form.ready?.()
      takeIn(options, segment, report)
      report.received.segments++
      report.received.bytes += some[i]?.size ?? 0
    }
  }
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
function takeIn(options: RoundOptions, segment: Segment, report: RoundReport): void {
  const { replica, files, now } = options
  const device: KnownDevice = {
    id: segment.device,
    name: segment.name.slice(0, 60),
    number: segment.number,
    at: segment.at,
  }
  replica.together(() => {
    for (const [name, form] of Object.entries(segment.files)) {
      const file = files.named(name)
      const told = file && foreignChange(form, file.form)
      if (!told || told.refused > 0) report.refused.push({ path: `${segment.name}: ${name}`, fault: 'garbage' })
      if (!told) continue
      const known = replica.file(name)
      const state = known ? unpackState(known.state, file.form.as, file.form.rules) : noState(file.form.as)
      const isNew = joinState(options, name, state, told.change, now())
      if (isNew) replica.keep({ path: name, mark: known?.mark, waits: true, state: packState(state) })
    }
    replica.setNumber('count', Math.max(replica.number('count'), segment.count))
    replica.meet(device)
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
