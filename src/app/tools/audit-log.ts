import { join } from 'node:path'
import type { AuditEntry } from '../../core/turn/tool-runner.ts'
import type { Input } from '../../protocol/index.ts'
import { tellDamage } from '../../std/fs/damage.ts'
import { codeOf, ensureDir } from '../../std/fs/files.ts'
import { openLog } from '../../std/fs/jsonl.ts'
import { withLock } from '../../std/fs/lock.ts'
import { makeRoom } from '../../std/fs/rotating-log.ts'
import { hasSharedFolder } from '../../std/fs/shared-folder.ts'
import type { AppContext } from '../context/app-context.ts'

type Line = Omit<AuditEntry, 'args'> & { args: unknown }

/**
 * Writes one line per tool call: what ran, for whom, who approved, how it ended. Secrets in its arguments are masked.
 * What comes while others are being written goes along in one piece.
 */
export function auditTo(
  { loaded, secrets }: Pick<AppContext, 'loaded' | 'secrets'>,
  { request }: Pick<Input, 'request'> = {},
): (entry: AuditEntry) => Promise<void> {
  const file = files.get(loaded) ?? new AuditFile(loaded.paths.state)
  files.set(loaded, file)
  return async (entry) => {
    try {
      await file.add({
        ...entry,
        ...(request === undefined ? {} : { request }),
        args: maskValue(entry.args, secrets.redact),
      })
    } catch (error) {
      // The call is done: it is not told as failed because its line could not be written.
      const code = codeOf(error)
      if (code === undefined) throw error
      tellDamage({ path: loaded.paths.state, faults: [], refused: code })
    }
  }
}

/** The same value with every text, name and number in it masked; a number that is a secret becomes a text. */
function maskValue(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value)
  if (typeof value === 'number') return redact(String(value)) === String(value) ? value : redact(String(value))
  if (Array.isArray(value)) return value.map((one) => maskValue(one, redact))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [redact(name), maskValue(one, redact)]))
}

/** The newest 8 to 80 MiB are kept: some hundred thousand calls. */
const [most, kept] = [8 << 20, 9]

/** One for all turns of a home. */
const files = new WeakMap<AppContext['loaded'], AuditFile>()

class AuditFile {
  readonly #folder: string
  #waiting: Line[] = []
  #writing: Promise<void> = Promise.resolve()

  constructor(folder: string) {
    this.#folder = folder
  }

  add(line: Line): Promise<void> {
    this.#waiting.push(line)
    if (this.#waiting.length === 1) this.#writing = this.#writing.catch(() => {}).then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    const lines = this.#waiting.splice(0)
    await ensureDir(this.#folder)
    const path = join(this.#folder, 'audit.jsonl')
    await makeRoom(path, 0, most, kept)
    // Each line says which one it follows: of several machines one writes at a time.
    await (hasSharedFolder() ? withLock(path, () => appendLines(path, lines)) : appendLines(path, lines))
  }
}

async function appendLines(path: string, lines: readonly Line[]): Promise<void> {
  const log = await openLog(path)
  try {
    await log.append(lines, false)
  } finally {
    await log.close()
  }
}
