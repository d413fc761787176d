import { open } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { desktopMessages } from '../../messages/tools/desktop.ts'
import { type Image, isMessenger, type Origin, type Tool, type ToolContext } from '../../protocol/index.ts'
import { faultText, type PathPolicyOf, withFileErrors } from '../files/file-errors.ts'
import { openRegular, refusePath } from '../files/path-policy.ts'
import { pictureType } from '../picture/picture-type.ts'
import { refuses, tool } from '../tool.ts'

const mostBytes = 10 << 20

/** True if the surface of a turn can show this picture. */
export type ShowImage = (image: Image, origin: Origin) => Promise<boolean>

/**
 * Shows a picture to the person: it travels with the result, and the surface paints or sends it. Says no more than
 * what happens.
 */
export function printImage(fenceOf: PathPolicyOf, ownPictures: string, shows: ShowImage): Tool {
  return tool({
    name: 'print_image',
    facts: { group: 'computer', kind: 'other', subject: 'paths', reads: 'nothing', leavesNothing: false },
    deeds: 'none',
    category: 'sensitive',
    idempotent: true,
    description: 'Show a picture file to the user.',
    schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    explain: async ({ path }, context) => {
      try {
        await bytesOf(path, fenceOf, ownPictures, context)
        return { effect: desktopMessages[context.language].print(path), risk: 'low' }
      } catch (error) {
        return { refused: faultText(error, context) }
      }
    },
    run: ({ path }, context) =>
      withFileErrors(context, async () => {
        const say = desktopMessages[context.language]
        const bytes = await bytesOf(path, fenceOf, ownPictures, context)
        const mediaType = pictureType(bytes)
        if (!mediaType) return refuses(say.noPicture(path))
        const image: Image = { mediaType, data: bytes.toString('base64') }
        return {
          text: say[await fateOf(image, context.origin, shows)](path),
          images: [image],
          data: { path, bytes: bytes.length },
        }
      }),
  })
}

/** Return the fate of a picture on a surface; on a command line it is the caller's to show it. */
async function fateOf(
  image: Image,
  origin: Origin,
  shows: ShowImage,
): Promise<'sent' | 'printed' | 'inFile' | 'notShown'> {
  if (isMessenger(origin) || origin === 'mcp') return 'sent'
  if (origin === 'oneshot') return 'inFile'
  return (await shows(image, origin)) ? 'printed' : 'notShown'
}

/** A picture of the fence, or one that was made here and lies in the assistant's own folder. */
async function bytesOf(
  path: string,
  fenceOf: PathPolicyOf,
  ownPictures: string,
  context: ToolContext,
): Promise<Buffer> {
  const own = ownName(path, ownPictures)
  const file = own
    ? await open(own, 'r').catch(() => refusePath('missing', path))
    : (await openRegular(path, await fenceOf(context))).file
  try {
    if ((await file.stat()).size > mostBytes) refusePath('large', path, { limit: '10 MB' })
    return await file.readFile()
  } finally {
    await file.close()
  }
}

/** Matches only the file names that generate_image makes. */
function ownName(path: string, folder: string): string | undefined {
  const name = /[/\\](\d{8}T\d{6}-\d{3}Z\.(?:png|jpeg|webp|gif))$/.exec(path)?.[1]
  return name && normalize(path) === join(folder, name) ? join(folder, name) : undefined
}
