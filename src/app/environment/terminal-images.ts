import type { Picture } from '../../protocol/index.ts'
import type { ShowImage } from '../../tools/desktop/print-image.ts'

/** Room for a picture where nobody says how much there is, in cells. */
const room = { columns: 80, rows: 24 }

/**
 * A picture as bytes for the terminal of this environment; undefined where it cannot be shown. Nothing is loaded
 * before the first.
 */
export async function paintFor(
  env: Record<string, string | undefined>,
  picture: Picture,
  { columns, rows }: typeof room,
): Promise<string | undefined> {
  const { readPictures } = await import('../../threads/image-store.ts')
  const { pictureProtocol } = await import('../../tools/picture/paint.ts')
  const { paintApart } = await import('../../tools/picture/painter.ts')
  const [image] = await readPictures([picture])
  return image && paintApart(image, { protocol: pictureProtocol(env), columns, rows })
}

/** Only the chat on a terminal has a place for pictures, and only for those that can be painted. */
export function showsHere(env: Record<string, string | undefined>): ShowImage {
  return async (image, origin) => origin === 'tui' && (await paintFor(env, image, room)) !== undefined
}
