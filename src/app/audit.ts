import { join } from 'node:path'
import type { AuditEntry } from '../core/tool-run.ts'
import { ensureDir } from '../std/files.ts'
import { openLog } from '../std/jsonl.ts'
import type { EngineParts } from './engine.ts'

/** Writes one line per tool call: what ran, for whom, who approved, how it ended. Secrets in its arguments are masked. */
export function auditTo({ loaded, secrets }: Pick<EngineParts, 'loaded' | 'secrets'>): (entry: AuditEntry) => Promise<void> {
  const { state } = loaded.paths
  return async (entry) => {
    await ensureDir(state)
    const log = await openLog(join(state, 'audit.jsonl'))
    await log.append([{ ...entry, args: JSON.parse(secrets.redact(JSON.stringify(entry.args))) }], false)
    await log.close()
  }
}
