import { type ChangeForm, formOf, packState, type SharedChange, sizeOfChange } from '../replica/file-state.ts'
import { packSegment, type Segment } from '../replica/segment.ts'
import type { Edited } from './edit.ts'
import type { RoundOptions } from './round.ts'

/** A segment holds about so much text. */
const segmentTextBytes = 1 << 20

/** Options of telling others. */
export type Telling = Pick<RoundOptions, 'replica' | 'device' | 'key' | 'now'>

/** Put a segment in the outbox. Within a transaction. */
export function queueSegment(
  { replica, device, key, now }: Telling,
  files: Record<string, ChangeForm>,
  beside: Pick<Segment, 'covers' | 'wants'> = {},
): void {
  const number = replica.number('segment') + 1
  const count = replica.number('count')
  const segment: Segment = { v: 1, device: device.id, name: device.name, number, count, at: now(), files, ...beside }
  const { path, bytes } = packSegment(segment, Math.max(1, replica.number('base')), key)
  replica.setNumber('segment', number)
  replica.addOwn(path, bytes)
}

/** Gathers changes into segments of a bounded size; a file that is longer is told in several. */
export class Segments {
  readonly #telling: Telling
  #changes: Record<string, ChangeForm> = {}
  #size = 0

  constructor(telling: Telling) {
    this.#telling = telling
  }

  /** Within a transaction. */
  add(name: string, change: SharedChange): void {
    for (const part of partsOf(change)) {
      const size = sizeOfChange(part)
      if (size > 0 && this.#size + size > segmentTextBytes) this.write()
      this.#changes[name] = formOf(part)
      this.#size += size
    }
  }

  /** Queue what was gathered. Within a transaction. `beside`: written even if nothing was gathered. */
  write(beside?: Pick<Segment, 'covers' | 'wants'>): void {
    if (Object.keys(this.#changes).length > 0 || beside) queueSegment(this.#telling, this.#changes, beside)
    this.#changes = {}
    this.#size = 0
  }
}

/** Gathers changed files and writes them, with the segments that tell of them, in one transaction. */
export class EditWriter {
  /** Files that were told of. */
  count = 0
  readonly #options: RoundOptions
  #edits: [name: string, edited: Edited, state: Uint8Array][] = []
  #size = 0

  constructor(options: RoundOptions) {
    this.#options = options
  }

  add(name: string, edited: Edited): void {
    this.#edits.push([name, edited, packState(edited.state)])
    this.#size += edited.size
    if (this.#size > segmentTextBytes) this.write()
  }

  write(): void {
    const { replica } = this.#options
    const segments = new Segments(this.#options)
    replica.together(() => {
      for (const [name, { mark, waits, change }, state] of this.#edits) {
        replica.keep({ path: name, mark, waits, state })
        replica.intend(name, undefined)
        if (isTold(change)) segments.add(name, change)
        if (isTold(change)) this.count++
      }
      segments.write()
    })
    this.#edits = []
    this.#size = 0
  }
}

const isTold = (change: SharedChange): boolean => sizeOfChange(change) > 0

/** A change in parts of which each fits into a segment. */
function* partsOf(change: SharedChange): Generator<SharedChange> {
  if (sizeOfChange(change) <= segmentTextBytes) return yield change
  if (change.as === 'fields') {
    for (const part of chunksOf([...change.fields], ([, { value }]) => JSON.stringify(value ?? null).length))
      yield { as: 'fields', fields: new Map(part) }
    return
  }
  const { there, gone } = change.lines
  for (const part of chunksOf([...there], ([, { value }]) => value.length))
    yield { as: 'lines', lines: { there: new Map(part), gone: new Set() } }
  for (const part of chunksOf([...gone], (name) => name.length))
    yield { as: 'lines', lines: { there: new Map(), gone: new Set(part) } }
}

function* chunksOf<T>(all: readonly T[], lengthOf: (one: T) => number): Generator<T[]> {
  let [chunk, size]: [T[], number] = [[], 0]
  for (const one of all) {
    if (chunk.length > 0 && size + lengthOf(one) > segmentTextBytes) {
      yield chunk
      ;[chunk, size] = [[], 0]
    }
    chunk.push(one)
    size += lengthOf(one) + 60
  }
  if (chunk.length > 0) yield chunk
}
