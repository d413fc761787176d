import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { fail } from '../../protocol/index.ts'
import type { Env } from '../path.ts'

const run = promisify(execFile)
const limit = 16 << 20

/** A name inside an archive that would leave the folder it is unpacked to. */
const leavesFolder = (name: string) =>
  name.startsWith('/') || /^[a-z]:/i.test(name) || name.split(/[/\\]/).includes('..') || name.includes('\0')

/**
 * Unpacks a .tar.bz2 with the system's tar and bzip2. Everything in it is looked at before anything is written: plain
 * files and folders only, no name that leads outside. Throws `bad-input` {entry}, `config` {missing} without tar,
 * `storage` {full}, `malformed` {archive} when it is none.
 */
export async function unpackArchive(archive: string, folder: string, env: Env, signal: AbortSignal): Promise<void> {
  const runTar = (...args: string[]) =>
    run('tar', args, { env: { ...env, LC_ALL: 'C' } as NodeJS.ProcessEnv, maxBuffer: limit, signal })
  try {
    const [names, kinds] = await Promise.all([runTar('-tjf', archive), runTar('-tvjf', archive)])
    const entries = names.stdout.split('\n').filter(Boolean)
    const odd =
      entries.find(leavesFolder) ?? kinds.stdout.split('\n').find((line) => line !== '' && !/^[-d]/.test(line))
    if (odd !== undefined) return fail('bad-input', { data: { entry: odd } })
    await runTar('-xjf', archive, '-C', folder, '--no-same-owner')
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string }
    if (code === 'ENOENT' || /bzip2.*(?:not found|Cannot exec)/i.test(stderr))
      return fail('config', { data: { missing: 'tar' } }, error)
    if (/No space left|quota/i.test(stderr)) return fail('storage', { data: { full: true } }, error)
    // An exit status: tar has looked at it.
    if (typeof code === 'number') return fail('malformed', { data: { archive: false } }, error)
    throw error
  }
}
