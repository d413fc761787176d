import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Envelope, Event, Id, Image, Input, Picture } from '../protocol/index.ts'
import { ensureDir, fileExists, isMissing, writeAtomic } from '../std/fs/files.ts'

/** Name of a kept picture: the SHA-256 of its bytes, and its kind. Nothing else is looked for beside a conversation. */
const named = /^[0-9a-f]{64}\.(?:png|jpeg|webp|gif|pdf)$/

/** Folder of the pictures of a conversation; the folder goes with it when it is deleted. */
function picturesOf(folder: string, id: Id): string {
  return join(folder, `${id}.pictures`)
}

const endings: Record<Image['mediaType'], string> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
}

/** The part of an event that holds pictures: the result of a tool, the words of a person. */
function holderIn(event: Event): { images?: unknown } | undefined {
  if (event.type === 'tool.ended') return event
  return event.type === 'input.queued' || event.type === 'turn.started' || event.type === 'input.steered'
    ? event.input
    : undefined
}

/**
 * The pictures of an event; undefined for one that has none. What was read may hold anything: only pictures are taken
 * out of it.
 */
function picturesIn(event: Event): Picture[] | undefined {
  const given = holderIn(event)?.images
  return Array.isArray(given) ? given.filter(isPicture) : undefined
}

function withPictures(event: Event, images: Picture[]): Event {
  return ('input' in event ? { ...event, input: { ...(event.input as Input), images } } : { ...event, images }) as Event
}

function isPicture(value: unknown): value is Picture {
  if (typeof value !== 'object' || value === null) return false
  const { mediaType, data, file } = value as Record<string, unknown>
  return Object.hasOwn(endings, String(mediaType)) && typeof (data ?? file) === 'string'
}

/**
 * The event with its pictures in files of their own (0600) beside the conversation, on the disk before this resolves.
 */
export async function storeImages(folder: string, id: Id, event: Event): Promise<Event> {
  const pictures = picturesIn(event)
  if (!pictures) return event
  const images = await Promise.all(
    pictures.map((picture) => ('data' in picture ? keepImage(folder, id, picture) : picture)),
  )
  return withPictures(event, images)
}

async function keepImage(folder: string, id: Id, { mediaType, data, name: called }: Image): Promise<Picture> {
  const bytes = Buffer.from(data, 'base64')
  const name = `${createHash('sha256').update(bytes).digest('hex')}.${endings[mediaType]}`
  const file = join(picturesOf(folder, id), name)
  await ensureDir(picturesOf(folder, id))
  if (!(await fileExists(file))) await writeAtomic(file, bytes)
  return { mediaType, file, ...(called !== undefined && { name: called }) }
}

/** The event as written to the log: pictures by file name only, because the home may be moved. */
export function toReferences(envelope: Envelope): Envelope {
  return changeImages(envelope, (picture) =>
    'file' in picture ? [{ ...picture, file: basename(picture.file) }] : [picture],
  )
}

/** The event as shown to readers: with the path of each picture. Names that this program never writes are left out. */
export function toPaths(folder: string, envelope: Envelope): Envelope {
  return changeImages(envelope, (picture) => placeOf(folder, envelope.conversation, picture))
}

function placeOf(folder: string, id: Id, picture: Picture): Picture[] {
  if ('data' in picture) return [picture]
  const name = basename(picture.file)
  return named.test(name) ? [{ ...picture, file: join(picturesOf(folder, id), name) }] : []
}

function changeImages(envelope: Envelope, change: (picture: Picture) => Picture[]): Envelope {
  const { event } = envelope
  const pictures = picturesIn(event)
  return pictures ? ({ ...envelope, event: withPictures(event, pictures.flatMap(change)) } as Envelope) : envelope
}

/**
 * An envelope as it is written, made whole for where its files are not: another device, an export. Missing pictures
 * are left out.
 */
export async function inlineImages(folder: string, envelope: Envelope): Promise<Envelope> {
  const pictures = picturesIn(envelope.event)
  if (!pictures) return envelope
  return {
    ...envelope,
    event: withPictures(envelope.event, await picturesFrom(folder, envelope.conversation, pictures)),
  } as Envelope
}

/**
 * The bytes of a conversation's own pictures, for a model that is to see them: wherever its home was when they were
 * put away.
 */
export function picturesFrom(folder: string, id: Id, pictures: readonly Picture[]): Promise<Image[]> {
  return readPictures(pictures.flatMap((picture) => placeOf(folder, id, picture)))
}

/** The bytes of pictures, wherever they are; those whose file is gone are left out. */
export async function readPictures(pictures: readonly Picture[]): Promise<Image[]> {
  const read = await Promise.all(pictures.map(readPicture))
  return read.filter((image) => image !== undefined)
}

async function readPicture(picture: Picture): Promise<Image | undefined> {
  if ('data' in picture) return picture
  try {
    const { file, ...rest } = picture
    return { ...rest, data: (await readFile(file)).toString('base64') }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
