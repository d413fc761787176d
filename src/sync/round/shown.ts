import { createHash } from 'node:crypto'
import { unpackState } from '../replica/file-state.ts'
import type { RoundOptions } from './round.ts'

type Options = Pick<RoundOptions, 'replica' | 'store' | 'files' | 'device' | 'key' | 'now' | 'signal'>

/** Digests of all that a device shows: of each name, and of the file's content. */
interface ShownFiles {
  name: string
  at: number
  files: Record<string, string>
}

/** A device, when it said what it shows, and which files differ here; '' for one that is not known here. */
export interface ShownDifference {
  id: string
  name: string
  at: number
  paths: string[]
}

const pathOf = (device: string): string => `shown/${device}`

/** Tell the other devices what this one shows, and compare that with what they said. Throws `StoreFault`. */
export async function compareShown(options: Options): Promise<ShownDifference[]> {
  const { store, device, now, signal } = options
  const names = new Map<string, string>()
  const own = shownHere(options, names)
  const text = JSON.stringify({ name: device.name, at: now(), files: own } satisfies ShownFiles)
  await store.write(pathOf(device.id), Buffer.from(text), signal)
  const differences: ShownDifference[] = []
  for (const path of (await store.list('shown/', signal)).keys()) {
    const id = /^shown\/([a-z0-9]{16})$/.exec(path)?.[1]
    const said = id === undefined || id === device.id ? undefined : shownIn(await store.read(path, signal))
    if (!said || id === undefined) continue
    const keys = new Set([...Object.keys(own), ...Object.keys(said.files)])
    const apart = [...keys].filter((key) => own[key] !== said.files[key])
    differences.push({ id, name: said.name, at: said.at, paths: apart.map((key) => names.get(key) ?? '').sort() })
  }
  return differences
}

/** Nothing is said any more of a device that goes on under another id. */
export const forgetShown = ({ store, signal }: Pick<Options, 'store' | 'signal'>, device: string): Promise<void> =>
  store.remove(pathOf(device), signal)

function shownHere({ replica, files, key }: Options, names: Map<string, string>): Record<string, string> {
  const own: Record<string, string> = {}
  for (const name of replica.marks().keys()) {
    const [known, file] = [replica.file(name), files.named(name)]
    if (!known || !file) continue
    const state = unpackState(known.state, file.form.as, file.form.rules)
    const shown =
      state.as === 'lines' ? state.lines.shown : [...state.fields.shown].sort(([a], [b]) => (a < b ? -1 : 1))
    if (shown.length === 0) continue
    // Names of pages are words of the person: in an encrypted store nobody else can guess them.
    const digest = digestOf(`${key?.toString('base64') ?? ''}\n${name}`)
    names.set(digest, name)
    own[digest] = digestOf(JSON.stringify(shown))
  }
  return own
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 20)

function shownIn(bytes: Buffer | undefined): ShownFiles | undefined {
  try {
    const value = JSON.parse(bytes?.toString() ?? 'null') as Partial<ShownFiles> | null
    const isWhole = typeof value?.name === 'string' && typeof value.at === 'number' && typeof value.files === 'object'
    return isWhole && value.files !== null ? (value as ShownFiles) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
