import type { TuiMessages } from '../../../messages/surfaces/tui.ts'
import type { Attachment, Image } from '../../../protocol/index.ts'
import { droppedPictures, findMentions, meansFile } from '../../../std/text/mentions.ts'
import type { TuiEngine } from '../tui-host.ts'

type AttachmentReader = Pick<TuiEngine, 'attach'>

/** Texts and pictures that go along with an input. */
export interface AttachedInput {
  attachments: Attachment[]
  images: Image[]
}

/** Return what of a text stands outside of its long pastes: a page that was pasted names no files. */
export function outsidePastes(text: string, pasted: readonly [from: number, to: number][]): string {
  return pasted.reduceRight((rest, [from, to]) => `${rest.slice(0, from)} ${rest.slice(to)}`, text)
}

/**
 * The files and resources that a text names behind `@`, and the pictures whose paths stand in it, each once; and why
 * others cannot go along.
 */
export async function attachNamed(
  text: string,
  reader: AttachmentReader,
  words: Pick<TuiMessages, 'noFile'>,
): Promise<AttachedInput & { problems: string[] }> {
  const mentioned = findMentions(text).map(async (names) => {
    const name = names.at(-1) ?? ''
    return (await readNamed(names, reader)) ?? (meansFile(names) ? { name, why: words.noFile(name) } : undefined)
  })
  // A path alone may be where something is to be put.
  const dropped = droppedPictures(text).map(({ path }) => readNamed([path], reader))
  const read = await Promise.all([...mentioned, ...dropped])
  const found = [...new Map(read.flatMap((one) => (one ? [[one.name, one]] : []))).values()]
  return {
    problems: found.flatMap((one) => ('why' in one ? [one.why] : [])),
    attachments: found.flatMap((one) => ('text' in one ? [attachmentOf(one)] : [])),
    images: found.flatMap((one) => ('image' in one && one.image ? [one.image] : [])),
  }
}

/** Return the text of a file as it goes along, without the pages of a PDF. */
function attachmentOf({ image: _, ...rest }: Extract<FoundFiles, { text: string }>): Attachment {
  return { ...rest, untrusted: true }
}

type FoundFiles = NonNullable<Awaited<ReturnType<TuiEngine['attach']>>> & { name: string }

/** Return what the first of these names stands for that stands for anything. */
async function readNamed(names: readonly string[], reader: AttachmentReader): Promise<FoundFiles | undefined> {
  for (const name of names) {
    const found = await reader.attach(name)
    if (found) return { name, ...found }
  }
  return undefined
}
