import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Envelope, Event, Id, Image, Picture } from '../protocol/index.ts'
import { ensureDir, exists, isMissing, writeAtomic } from '../std/files.ts'

/** What a kept picture is called: the SHA-256 of its bytes, and its kind. Nothing else is looked for beside a conversation. */
const named = /^[0-9a-f]{64}\.(?:png|jpeg|webp|gif)$/

/** Where the pictures of a conversation lie; the folder goes with it when it is deleted. */
function picturesOf(folder: string, id: Id): string {
  return join(folder, `${id}.pictures`)
}

const endings: Record<Image['mediaType'], string> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

/** The pictures of an event; undefined for one that has none. What was read may hold anything: only pictures are taken out of it. */
function picturesIn(event: Event): Picture[] | undefined {
  const given: unknown = event.type === 'tool.ended' ? event.images : undefined
  return Array.isArray(given) ? given.filter(isPicture) : undefined
}

function isPicture(value: unknown): value is Picture {
  if (typeof value !== 'object' || value === null) return false
  const { mediaType, data, file } = value as Record<string, unknown>
  return Object.hasOwn(endings, String(mediaType)) && typeof (data ?? file) === 'string'
}

/** The event with its pictures in files of their own (0600) beside the conversation, on the disk before this resolves. */
export async function putAway(folder: string, id: Id, event: Event): Promise<Event> {
  const pictures = picturesIn(event)
  if (!pictures) return event
  const images = await Promise.all(pictures.map((picture) => ('data' in picture ? keep(folder, id, picture) : picture)))
  return { ...event, images } as Event
}

async function keep(folder: string, id: Id, { mediaType, data }: Image): Promise<Picture> {
  const bytes = Buffer.from(data, 'base64')
  const name = `${createHash('sha256').update(bytes).digest('hex')}.${endings[mediaType]}`
  const file = join(picturesOf(folder, id), name)
  await ensureDir(picturesOf(folder, id))
  if (!(await exists(file))) await writeAtomic(file, bytes)
  return { mediaType, file }
}

/** As it is written: a home may move, so that only the name of a picture stands in the log. */
export function nameOnly(envelope: Envelope): Envelope {
  return changed(envelope, (picture) => ('file' in picture ? [{ ...picture, file: basename(picture.file) }] : [picture]))
}

/** As it is told: with the place of each picture. A name that we never give stands for nothing. */
export function placed(folder: string, envelope: Envelope): Envelope {
  const place = picturesOf(folder, envelope.conversation)
  return changed(envelope, (picture) => {
    if ('data' in picture) return [picture]
    return named.test(picture.file) ? [{ ...picture, file: join(place, picture.file) }] : []
  })
}

function changed(envelope: Envelope, change: (picture: Picture) => Picture[]): Envelope {
  const { event } = envelope
  const pictures = picturesIn(event)
  return pictures ? ({ ...envelope, event: { ...event, images: pictures.flatMap(change) } } as Envelope) : envelope
}

/** An envelope as it is written, made whole for where its files are not: another device, an export. Missing pictures are left out. */
export async function whole(folder: string, envelope: Envelope): Promise<Envelope> {
  const pictures = picturesIn(placed(folder, envelope).event)
  if (!pictures) return envelope
  return { ...envelope, event: { ...envelope.event, images: await readPictures(pictures) } } as Envelope
}

/** The bytes of pictures, wherever they are; those whose file is gone are left out. */
export async function readPictures(pictures: readonly Picture[]): Promise<Image[]> {
  const read = await Promise.all(pictures.map(readPicture))
  return read.filter((image) => image !== undefined)
}

async function readPicture(picture: Picture): Promise<Image | undefined> {
  if ('data' in picture) return picture
  try {
    return { mediaType: picture.mediaType, data: (await readFile(picture.file)).toString('base64') }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
