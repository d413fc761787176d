import { codeOf } from '../../std/fs/files.ts'
import { type Finished, type ProcessOptions, runProcess } from '../shell/process.ts'

/** A program of the desktop with its arguments. */
export type DesktopProgram = readonly [string, ...string[]]

export interface Desktop {
  platform: string
  env: Record<string, string>
}

const limitMs = 5_000
/** Bytes kept of each end of the output: a clipboard may hold megabytes. */
const room = 64 << 10

/** Runs the first of the programs that exists; undefined when none does. */
export async function runFirst(
  programs: readonly DesktopProgram[],
  { env }: Desktop,
  more: Pick<ProcessOptions, 'signal' | 'input' | 'leaves' | 'room'> & Partial<Pick<ProcessOptions, 'timeoutMs'>>,
): Promise<Finished | undefined> {
  for (const [file, ...args] of programs) {
    try {
      return await runProcess(file, args, { cwd: '/', env, timeoutMs: limitMs, room, ...more })
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EACCES') throw error
    }
  }
  return undefined
}
