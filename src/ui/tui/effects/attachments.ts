import type { Attachment, Image } from '../../../protocol/index.ts'
import { droppedPictures, findMentions } from '../../../std/text/mentions.ts'
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
 * The files and resources that a text names behind `@`, and the pictures whose paths stand in it, each once. What
 * cannot go along is told.
 */
export async function attachNamed(
  text: string,
  reader: AttachmentReader,
  say: (sentence: string) => void,
): Promise<AttachedInput> {
  const names = [...findMentions(text), ...droppedPictures(text).map(({ path }) => [path])]
  const read = await Promise.all(names.map((one) => readNamed(one, reader)))
  const found = [...new Map(read.flatMap((one) => (one ? [[one.name, one]] : []))).values()]
  for (const one of found) if ('why' in one) say(one.why)
  return {
    attachments: found.flatMap((one) => ('text' in one ? [{ ...one, untrusted: true as const }] : [])),
    images: found.flatMap((one) => ('image' in one ? [one.image] : [])),
  }
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
