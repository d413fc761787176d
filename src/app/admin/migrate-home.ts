import { readdirSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Paths } from '../../config/paths.ts'
import { objectOf } from '../../memory/agents.ts'
import { pathsIn } from '../../memory/home-layout.ts'
import { profilesOf } from '../../memory/profiles.ts'
import { onDisk } from '../../memory/storage-failure.ts'
import type { FileFault } from '../../std/fs/damage.ts'
import { ensureDir, fileExists, syncDir } from '../../std/fs/files.ts'
import { format, formatOfHome, formatPath } from '../../std/fs/format.ts'
import { withLock } from '../../std/fs/lock.ts'
import { readTwinLog, writeTwinLog } from '../../std/fs/mirrored-log.ts'
import { bytesAt, parseState, readState, stateText, writeState } from '../../std/fs/state-file.ts'

/** A step from the version before to this one: the files that it rewrites, and how each is rewritten. */
interface Step {
  to: number
  files(paths: Paths): string[]
  rewrite(path: string, paths: Paths): Promise<void>
}

/**
 * The way of an old home to the present, in order. A step may be done again: one that was cut is done anew as a
 * whole.
 */
const steps: readonly Step[] = [
  {
    to: 2,
    files: ({ home }) => {
      const logs = readdirSync(home).filter((name) => /^(?:ledger|reminders|bank-.*)\.jsonl$/.test(name))
      return [...logs.map((name) => join(home, name)), join(home, 'memory', '.history.jsonl'), pathsIn(home).profiles]
    },
    rewrite: (path, { home }) => (path.endsWith('.jsonl') ? sealed(path) : namedProfiles(home)),
  },
]

/**
 * Brings the files of an older version into the present form. Before one is rewritten it is copied to
 * `backups/format-<n>-<UTC time>`, byte for byte; the new number is written last. Returns the folder of the copies,
 * undefined where nothing was to be done. Throws `storage` where the disk refuses: then the files stay as they are,
 * and are read as they are.
 */
export async function migrateHome(paths: Paths, now: Date): Promise<string | undefined> {
  const { home } = paths
  return await onDisk(home, () =>
    withLock(join(home, 'format'), async () => {
      // A file that a disk has damaged says nothing: it is told and kept, and everything is looked at once more.
      await readState(formatPath(home), (value) => (typeof objectOf(value)?.v === 'number' ? value : undefined))
      const from = formatOfHome(home)
      if (from >= format) return undefined
      const open = steps.filter(({ to }) => to > from)
      const folder = join(home, 'backups', `format-${from}-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`)
      const files = [...new Set(open.flatMap((step) => step.files(paths)))]
      const kept: string[] = []
      for (const path of files) if (await copyInto(folder, path, home)) kept.push(path)
      for (const step of open)
        for (const path of step.files(paths)) if (kept.includes(path)) await step.rewrite(path, paths)
      await writeState(formatPath(home), stateText({}))
      return kept.length > 0 ? folder : undefined
    }),
  )
}

/** A copy of one file under the folder of copies; false where there is no such file. */
async function copyInto(folder: string, path: string, home: string): Promise<boolean> {
  if (!(await fileExists(path))) return false
  const target = join(folder, relative(home, path))
  await ensureDir(dirname(target))
  await copyFile(path, target)
  await syncDir(dirname(target))
  return true
}

/**
 * Every line with its seal, and a second copy of the log. One that cannot be read whole stays as it is, for `doctor`
 * to tell.
 */
async function sealed(path: string): Promise<void> {
  await withLock(path, async () => {
    const values: object[] = []
    const faults: FileFault[] = []
    for await (const { value } of readTwinLog(path, 0, (found) => void faults.push(...found))) values.push(value)
    if (faults.length === 0) await writeTwinLog(path, values)
  })
}

/** The list of profiles under a name, beside the version. A list that cannot be read whole stays as it is. */
async function namedProfiles(home: string): Promise<void> {
  const path = pathsIn(home).profiles
  await withLock(path, async () => {
    const text = bytesAt(path)
    const profiles = text && parseState(text, profilesOf)
    if (profiles) await writeState(path, stateText({ profiles }))
  })
}
