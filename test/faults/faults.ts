// Runs a program over faults.c: counts what it writes below a folder, then makes each of these operations fail or be
// the last.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Fault = 'kill' | 'torn' | 'EIO' | 'ENOSPC' | 'EACCES' | 'EIO+' | 'ENOSPC+' | 'EACCES+' | 'EROFS' | 'EROFS+'

let library: string | undefined

/** Builds the layer once per test file. */
export function faultLibrary(): string {
  if (library) return library
  library = join(mkdtempSync(join(tmpdir(), 'faults-')), 'faults.so')
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, join(import.meta.dirname, 'faults.c'), '-ldl'])
  return library
}

/**
 * The environment under which a program meets `fault` at its `at`-th operation below `folder`; at 0, nothing but a
 * count in `log`.
 */
export function faultEnv(folder: string, at: number, fault: Fault, log?: string): Record<string, string> {
  return {
    LD_PRELOAD: faultLibrary(),
    FAULT_DIR: folder,
    FAULT_AT: String(at),
    FAULT_DO: fault,
    UV_USE_IO_URING: '0',
    ...(log ? { FAULT_LOG: log } : {}),
  }
}

/** What was counted: one `operation path` for each, in order. */
export function operations(log: string): { operation: string; path: string }[] {
  if (!existsSync(log)) return []
  const lines = readFileSync(log, 'utf8').trim().split('\n').filter(Boolean)
  return lines.map((line) => {
    const [, operation = '', path = ''] = /^\d+ (\S+) (.*)$/.exec(line) ?? []
    return { operation, path }
  })
}
