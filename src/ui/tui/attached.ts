import type { Attachment } from '../../protocol/index.ts'
import { mentions } from './commands.ts'
import type { TuiHost } from './host.ts'

type Host = Pick<TuiHost, 'attach'>

/** The files and resources that a text names behind `@`, each once. What cannot go along is told; what names nothing is a word. */
export async function attached(text: string, host: Host, say: (sentence: string) => void): Promise<Attachment[]> {
  const read = await Promise.all(mentions(text).map((names) => behind(names, host)))
  const found = new Map(read.flatMap((one) => (one ? [[one.name, one]] : [])))
  return [...found.values()].flatMap((one) => {
    if ('text' in one) return [{ ...one, untrusted: true as const }]
    say(one.why)
    return []
  })
}

type Found = NonNullable<Awaited<ReturnType<TuiHost['attach']>>> & { name: string }

/** What the first of these names stands for that stands for anything. */
async function behind(names: readonly string[], host: Host): Promise<Found | undefined> {
  for (const name of names) {
    const found = await host.attach(name)
    if (found) return { name, ...found }
  }
  return undefined
}
