import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { isCount } from '../merge/fields.ts'
import type { ChangeForm } from './file-state.ts'

/**
 * A segment: what one device changed, as one file that is written once and never again. Its bytes are gzip of JSON;
 * with a passphrase they are sealed as `ASSIST-S1\n`, a nonce of 12 bytes, AES-256-GCM of the gzip with its tag of 16
 * bytes behind, and the segment's place (device and number) as what is authenticated beside it. Its name holds the
 * SHA-256 of the bytes.
 */
export interface Segment {
  v: 1
  device: string
  /** Name that the person gave the device. */
  name: string
  /** Counts the segments of a device, from 1. */
  number: number
  /** The highest count of a decision that the device knows of. */
  count: number
  /** By the device's clock (milliseconds), to be shown. */
  at: number
  files: Record<string, ChangeForm>
  /** Everything that these devices told up to these numbers is in this and the earlier segments of this device. */
  covers?: Record<string, number>
  /** Segments of other devices that the store has lost: whoever knows what they said tells it. */
  wants?: Record<string, number>
}

/** A segment's place in the store: `log/<device>/<number>-<first needed>-<SHA-256>`. */
export interface SegmentName {
  device: string
  number: number
  /** Earlier ones of this device say nothing that this and later ones do not. */
  base: number
  sha256: string
}

/**
 * A newer form of any file in it is a newer one of it as well: older programs wait with all of it until they are
 * updated.
 */
const segmentVersion = 1
/** Bytes of a segment that are read, and that may come out of it. */
export const mostSegmentBytes = 32 << 20
const mostPlainBytes = 256 << 20

const sealMark = Buffer.from('ASSIST-S1\n')

/** No segment, or one of another key, or of a newer version. */
export class BadSegment extends Error {
  override name = 'BadSegment'
  readonly fault: 'damaged' | 'locked' | 'newer' | 'garbage'
  constructor(fault: BadSegment['fault'], detail: string, cause?: unknown) {
    super(detail, { cause })
    this.fault = fault
  }
}

const paddedNumber = (number: number) => String(number).padStart(9, '0')
/** Path in a store. */
export const segmentPath = ({ device, number, base, sha256 }: SegmentName) =>
  `log/${device}/${paddedNumber(number)}-${paddedNumber(base)}-${sha256}`

/** The name in a path; undefined for anything else. */
export function segmentNameOf(path: string): SegmentName | undefined {
  const [, device = '', number, base, sha256 = ''] =
    /^log\/([a-z0-9]{16})\/(\d{9})-(\d{9})-([0-9a-f]{64})$/.exec(path) ?? []
  return device === '' ? undefined : { device, number: Number(number), base: Number(base), sha256 }
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const authenticatedPlace = ({ device, number }: { device: string; number: number }) =>
  Buffer.from(`${device} ${number}`)

/** The bytes of a segment and its name. */
export function packSegment(segment: Segment, base: number, key?: Buffer): { path: string; bytes: Buffer } {
  const packed = gzipSync(JSON.stringify(segment))
  const bytes = key ? sealBytes(packed, key, authenticatedPlace(segment)) : packed
  return { path: segmentPath({ ...segment, base, sha256: hashOf(bytes) }), bytes }
}

function sealBytes(packed: Buffer, key: Buffer, beside: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(beside)
  return Buffer.concat([sealMark, nonce, cipher.update(packed), cipher.final(), cipher.getAuthTag()])
}

/** True if these are the bytes that a name stands for: a folder may hold half a file. */
export const isWhole = (bytes: Uint8Array, { sha256 }: SegmentName): boolean => hashOf(bytes) === sha256

/** The segment in these bytes. Throws `BadSegment`. */
export function unpackSegment(bytes: Buffer, name: SegmentName, key?: Buffer): Segment {
  if (!isWhole(bytes, name)) throw new BadSegment('damaged', 'not the bytes of its name')
  const isSealed = sealMark.equals(bytes.subarray(0, sealMark.length))
  if (isSealed && !key) throw new BadSegment('locked', 'no key')
  // With a key nothing is taken that was not made with it.
  if (!isSealed && key) throw new BadSegment('garbage', 'not encrypted')
  const segment = parseSegment(isSealed && key ? openSealed(bytes, key, authenticatedPlace(name)) : bytes)
  if (segment.v > segmentVersion) throw new BadSegment('newer', `version ${segment.v}`)
  const { device, number, count, at, files, name: called } = segment
  const { covers = {}, wants = {} } = segment
  if (!isCounts(covers) || !isCounts(wants)) throw new BadSegment('garbage', 'no counts')
  const isOurs = segment.v === 1 && device === name.device && number === name.number && typeof called === 'string'
  if (!isOurs || !isCount(count) || !isCount(at) || typeof files !== 'object' || files === null)
    throw new BadSegment('garbage', 'no segment')
  return segment
}

const isCounts = (counts: unknown): boolean =>
  typeof counts === 'object' && counts !== null && Object.values(counts).every(isCount)

function openSealed(bytes: Buffer, key: Buffer, beside: Buffer): Buffer {
  const nonce = bytes.subarray(sealMark.length, sealMark.length + 12)
  const body = bytes.subarray(sealMark.length + 12)
  if (body.length < 16) throw new BadSegment('damaged', 'cut off')
  try {
    const plain = createDecipheriv('aes-256-gcm', key, nonce).setAAD(beside)
    plain.setAuthTag(body.subarray(-16))
    return Buffer.concat([plain.update(body.subarray(0, -16)), plain.final()])
  } catch (error) {
    throw new BadSegment('locked', 'another key', error)
  }
}

function parseSegment(packed: Buffer): Segment {
  try {
    const value: unknown = JSON.parse(gunzipSync(packed, { maxOutputLength: mostPlainBytes }).toString())
    if (typeof value === 'object' && value !== null && 'v' in value && typeof value.v === 'number')
      return value as Segment
  } catch (error) {
    throw new BadSegment('garbage', 'no gzip of JSON', error)
  }
  throw new BadSegment('garbage', 'no segment')
}
