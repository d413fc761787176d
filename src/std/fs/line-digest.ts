import { digestOf, type FileFault } from './damage.ts'
import { format, isNewer } from './format.ts'

/**
 * The last member of a line: the digest of the line before it (or `start`, or `torn` behind half a line), its own
 * over both, and the version of the form that it is written in.
 */
const sealed = /,?"seal":"([0-9a-f]{12}|start|torn)\.([0-9a-f]{12})(?:\.(\d{1,6}))?"\}\s*$/

/** A line of JSON with its seal. `json` is an object's text; `last` the digest of the line before. */
export function sealLine(json: string, last: string): { line: string; own: string } {
  const own = digestOf(last + json + format)
  return { line: `${json.slice(0, -1)}${json === '{}' ? '' : ','}"seal":"${last}.${own}.${format}"}`, own }
}

/** The digest that the line at the end of a file carries; `start` where it carries none. */
export function lastSealOf(tail: Buffer): string {
  return ownSealOf(tail) ?? 'start'
}

/** The digest that a line carries of itself, if any. */
export const ownSealOf = (line: Buffer): string | undefined => sealed.exec(line.toString('latin1'))?.[2]

/** The version of the form that the line at the end of a file is written in. */
export const formatOf = (tail: Buffer): number => Number(sealed.exec(tail.toString('latin1'))?.[3] ?? 1)

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** Reads the lines of one log in order and notices what is not as it was written. */
export class LogScan {
  readonly #seen = new Set<string>()
  readonly #faults: FileFault[] = []
  /** True if the line before can be the one that the next is chained to. */
  #before: 'none' | 'plain' | 'sealed' | 'unknown'
  /** A line that cannot be read: half of one, if the next says so. */
  #broken: FileFault | undefined

  readonly #version: number

  /** `midway`: earlier lines were read before. `version`: what lines of this log say of their own form at most. */
  constructor(midway: boolean, version = format) {
    this.#before = midway ? 'unknown' : 'none'
    this.#version = version
  }

  /** The object in a line; undefined for one that is passed over. `ended`: its line end is there. */
  line(bytes: Buffer, at: number, ended = true): object | undefined {
    if (bytes.length === 0) return undefined
    const text = textOf(bytes)
    const found = text === undefined ? null : sealed.exec(text)
    const json = text === undefined || !found ? text : `${text.slice(0, found.index)}}`
    const value = json === undefined ? undefined : objectOf(json)
    const [, last = '', own = '', written = ''] = found ?? []
    if (this.#broken && last !== 'torn') this.#faults.push(this.#broken)
    this.#broken = undefined
    if (!value || json === undefined) {
      // Half a line at the very end was never acknowledged to anybody.
      this.#broken = ended || bytes.includes(0) ? { kind: 'broken', at, of: bytes } : undefined
      this.#before = 'unknown'
      return undefined
    }
    const isLater = isNewer(value, this.#version)
    if (Number(written) > format || isLater) {
      // A line that a disk has changed says nothing of versions; how a newer one makes its digests is not known.
      const isAsWritten = !found || digestOf(last + json + written) === own
      if (isAsWritten || (isLater && Number(written) > format)) return this.#newerLine(bytes, at)
    }
    return found ? this.#sealedLine(value, json + written, { last, own, at }) : this.#plainLine(value, bytes, at)
  }

  /** All that was noticed. */
  end(): readonly FileFault[] {
    return this.#broken ? [...this.#faults, this.#broken] : this.#faults
  }

  /** Note a line that only a newer version can read. */
  #newerLine(bytes: Buffer, at: number): undefined {
    this.#faults.push({ kind: 'newer', at, of: bytes })
    this.#before = 'unknown'
  }

  #plainLine(value: object, bytes: Buffer, at: number): object {
    // Files of version 0.1.0 have no seals; behind a sealed line something else has written.
    if (this.#before === 'sealed') this.#faults.push({ kind: 'changed', at, of: bytes })
    this.#before = this.#before === 'sealed' ? 'unknown' : 'plain'
    return value
  }

  #sealedLine(
    value: object,
    json: string,
    { last, own, at }: { last: string; own: string; at: number },
  ): object | undefined {
    const before = this.#before
    this.#before = 'sealed'
    if (this.#seen.has(own)) {
      this.#faults.push({ kind: 'repeated', at, of: own })
      return undefined
    }
    this.#seen.add(own)
    if (digestOf(last + json) !== own) {
      this.#faults.push({ kind: 'changed', at, of: own + json })
      this.#before = 'unknown'
      return value
    }
    const follows =
      last === 'torn' || before === 'unknown' || (last === 'start' ? before !== 'sealed' : this.#seen.has(last))
    if (!follows) this.#faults.push({ kind: 'missing', at, of: last })
    return value
  }
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined // Not UTF-8: no line of ours.
  }
}

function objectOf(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
