import { join } from 'node:path'
import { webMessages } from '../../messages/tools/web.ts'
import { finalDeed, type Image, isRemote, type Tool, type ToolContext } from '../../protocol/index.ts'
import { ensureDir, readTextIfThere, writeAtomic } from '../../std/fs/files.ts'
import { withLock } from '../../std/fs/lock.ts'
import { isoDate } from '../../std/time/local-time.ts'
import { pictureType } from '../picture/picture-type.ts'
import { refuses, tool } from '../tool.ts'
import { type ApiService, askService } from './api-client.ts'
import { guardedWeb } from './fetch-url.ts'
import type { GuardOptions } from './safe-fetch.ts'

export interface ImageOptions {
  service: ApiService
  /** For pictures that come as an address instead of inline. */
  guard: GuardOptions
  /** The folder of pictures. */
  folder: string
  /** The file with the count of the day. */
  counter: string
  perDay: number
}

const model = '/fal-ai/flux/schnell'
const mostBytes = 20 << 20

/** A picture out of words, by fal. https://fal.ai/models/fal-ai/flux/schnell/api */
export function generateImage(options: ImageOptions): Tool {
  return tool({
    name: 'generate_image',
    facts: { group: 'web', kind: 'other', subject: 'arguments', reads: 'nothing', leavesNothing: false },
    deeds: finalDeed('prompt'),
    category: 'safe',
    effect: () => 'sends',
    idempotent: false,
    timeoutMs: 60_000,
    description: 'Make a picture from an English prompt.',
    schema: {
      type: 'object',
      properties: { prompt: { type: 'string' }, shape: { type: 'string', enum: ['square', 'portrait', 'landscape'] } },
      required: ['prompt'],
    },
    async *run({ prompt, shape = 'square' }, context) {
      const say = webMessages[context.language].image
      const count = await takeOne(options, context)
      if (count === undefined) return refuses(say.limit(options.perDay))
      yield say.making
      return await guardedWeb(context, async () => {
        const image = await makeImage(options, prompt, sizes[shape], context)
        if (typeof image === 'string') return refuses(say[image])
        const path = await keepImage(image, options.folder, context)
        // A reply that travels carries no local path.
        const where = isRemote(context.origin) ? [] : [say.saved(path)]
        return { text: [say.made(count, options.perDay), ...where].join('\n'), images: [image], data: { count } }
      })
    },
  })
}

const sizes = { square: 'square_hd', portrait: 'portrait_4_3', landscape: 'landscape_4_3' }

async function makeImage({ service, guard }: ImageOptions, prompt: string, size: string, context: ToolContext) {
  const z = await import('zod/mini')
  const type = z.object({
    images: z.array(z.object({ url: z.string() })),
    has_nsfw_concepts: z.optional(z.array(z.boolean())),
  })
  const { images, has_nsfw_concepts: flagged } = await askService(service, model, type, context, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Key ${service.key?.value ?? ''}` },
    // sync_mode: the picture comes inline, as a data URI.
    body: JSON.stringify({ prompt, image_size: size, num_images: 1, output_format: 'png', sync_mode: true }),
  })
  if (flagged?.[0]) return 'blocked' as const
  const url = images[0]?.url ?? ''
  const inline = /^data:[^,]*;base64,(.+)$/s.exec(url)?.[1]
  const bytes = inline === undefined ? await fetchImage(url, guard, context) : Buffer.from(inline, 'base64')
  const mediaType = bytes && pictureType(bytes)
  return bytes && mediaType ? ({ mediaType, data: bytes.toString('base64') } satisfies Image) : ('none' as const)
}

async function fetchImage(url: string, guard: GuardOptions, { signal }: ToolContext): Promise<Buffer | undefined> {
  const { fetchPublic } = await import('./safe-fetch.ts')
  const { status, bytes } = await fetchPublic(url, guard, mostBytes, signal)
  return status === 200 ? bytes : undefined
}

/**
 * Counts this picture; undefined when the day's are used up. The day is the person's; a request that fails has
 * counted.
 */
async function takeOne({ counter, perDay }: ImageOptions, { now, zone }: ToolContext): Promise<number | undefined> {
  const day = isoDate(now(), zone)
  return await withLock(counter, async () => {
    const [kept, number] = (await readTextIfThere(counter))?.split(' ') ?? []
    const count = (kept === day ? Number(number) || 0 : 0) + 1
    if (count > perDay) return undefined
    await ensureDir(join(counter, '..'))
    await writeAtomic(counter, `${day} ${count}`)
    return count
  })
}

async function keepImage({ data, mediaType }: Image, folder: string, { now }: ToolContext): Promise<string> {
  await ensureDir(folder)
  const stamp = now().toISOString().replace(/[-:]/g, '').replace('.', '-')
  const path = join(folder, `${stamp}.${mediaType.slice('image/'.length)}`)
  await writeAtomic(path, Buffer.from(data, 'base64'))
  return path
}
