import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { fail } from '../../protocol/index.ts'
import { codeOf } from '../../std/files.ts'
import type { Env } from '../path.ts'

const run = promisify(execFile)
const limit = 16 << 20

/** A name inside an archive that would leave the folder it is unpacked to. */
const leaves = (name: string) =>
  name.startsWith('/') || /^[a-z]:/i.test(name) || name.split(/[/\\]/).includes('..') || name.includes('\0')

/**
 * Unpacks a .tar.bz2 with the system's tar and bzip2. Everything in it is looked at before anything is written: plain files and folders
 * only, no name that leads outside. Throws `bad-input` {entry}, `config` {missing} without tar, `storage` {full}.
 */
export async function unpack(archive: string, folder: string, env: Env, signal: AbortSignal): Promise<void> {
  const tar = (...args: string[]) =>
    run('tar', args, { env: { ...env, LC_ALL: 'C' } as NodeJS.ProcessEnv, maxBuffer: limit, signal })
  try {
    const [names, kinds] = await Promise.all([tar('-tjf', archive), tar('-tvjf', archive)])
    const entries = names.stdout.split('\n').filter(Boolean)
    const odd = entries.find(leaves) ?? kinds.stdout.split('\n').find((line) => line !== '' && !/^[-d]/.test(line))
    if (odd !== undefined) return fail('bad-input', { data: { entry: odd } })
    await tar('-xjf', archive, '-C', folder, '--no-same-owner')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return fail('config', { data: { missing: 'tar' } }, error)
    if (/No space left|quota/i.test(String((error as { stderr?: string }).stderr)))
      return fail('storage', { data: { full: true } }, error)
    throw error
  }
}
