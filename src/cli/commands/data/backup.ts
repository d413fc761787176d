import { statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { ownerReason } from '../../../app/admin/folder-ownership.ts'
import { folderOwnersOf, ownerOfFile } from '../../../app/docs/file-origins.ts'
import { isShared, previewRestore, restoreInPlace } from '../../../app/sync/home-restore.ts'
import type { Paths } from '../../../config/paths.ts'
import { backupMessages } from '../../../messages/commands/backup.ts'
import { fail } from '../../../protocol/index.ts'
import { codeOf } from '../../../std/fs/files.ts'
import { isWithin } from '../../../std/fs/is-within.ts'
import { LockBusy } from '../../../std/fs/lock.ts'
import { showHidden } from '../../../std/text/sanitise.ts'
import { isoMinute } from '../../../std/time/local-time.ts'
import { backUp, type Manifest } from '../../../sync/backup.ts'
import { BadBackup, checkBackup, isEncryptedBackup } from '../../../sync/restore.ts'
import type { Cli, CommandCall, CommandRun } from '../../command-context.ts'
import { askLine, confirmQuestion } from '../../output/ask-line.ts'
import { progressLine } from '../../output/progress-line.ts'
import { packageOf } from '../../update-notice.ts'
import { settingsOf } from '../mcp/servers.ts'
import { passwordFrom } from './password.ts'

/** `20261122-0915`, by the machine's clock. */
const stampOf = ({ now, environment }: Cli) => isoMinute(now(), environment.zone).replace(/[-:]/g, '').replace(' ', '-')

/** Shorter words are found by trying. */
const leastPassphrase = 8

/** `backup [path]`: everything worth keeping in one file, encrypted and with keys where that is wanted. */
export const backUpHome: CommandRun = async (cli, { args: [typed], options }) => {
  const say = backupMessages[cli.language]
  const { paths } = await settingsOf(cli)
  const passphrase = options.encrypt || options.passwordFile ? await newPassphrase(cli, options) : undefined
  const target = targetOf(cli, typed, passphrase !== undefined)
  const line = progressLine(cli)
  const manifest = await withBackupSentence(cli, target, () =>
    backUp({
      places: paths,
      target,
      program: packageOf().version,
      now: cli.now(),
      signal: cli.stop,
      progress: (files, bytes) => void line.line(say.progress(files, bytes)),
      ...(passphrase === undefined ? {} : { passphrase }),
    }),
  ).finally(line.clear)
  const { secrets, left } = manifest
  if (options.json) await cli.terminal.json({ path: target, ...summariseManifest(manifest) })
  else
    await cli.terminal.print(
      [say.made(target, ...sizesOf(manifest)), secrets ? say.withKeys : say.withoutKeys].join('\n'),
    )
  if (!left) return 0
  if (!options.json) await cli.terminal.note(say.left(left), 'error')
  return 1
}

/** `restore <path>`: a backup in the place of what is here, after a yes. `--dry-run` only reads it. */
export const restoreHome: CommandRun = async (cli, { args: [typed = ''], options }) => {
  const say = backupMessages[cli.language]
  const path = resolve(cli.environment.cwd, typed)
  return withBackupSentence(cli, path, async () => {
    const loaded = await settingsOf(cli)
    const { paths, settings } = loaded
    const zone = settings.zone ?? cli.environment.zone
    const isLocked = await isEncryptedBackup(path)
    const passphrase = isLocked ? await passwordFrom(cli, options.passwordFile, say.passphrase) : undefined
    const read = { path, signal: cli.stop, ...(passphrase === undefined ? {} : { passphrase }) }
    const manifest = await checkBackup(read)
    if (options.dryRun && !options.preview && options.json) await cli.terminal.json(summariseManifest(manifest))
    else await cli.terminal.note(say.found(isoMinute(new Date(manifest.at), zone), ...sizesOf(manifest)))
    if (manifest.left && !options.json) await cli.terminal.note(say.lacks(manifest.left.map(showHidden)))
    if (options.preview) {
      const changes = await previewRestore(paths, manifest)
      if (options.json) await cli.terminal.json(changes)
      else await cli.terminal.print(say.preview(changes))
    }
    if (options.dryRun || options.preview) {
      await cli.terminal.note(say.whole)
      return 0
    }
    const owner = isOwnBackup(path, isLocked, paths) ? undefined : await ownerOfFile(loaded, cli.environment, path)
    const isForeign = owner?.owner === 'foreign'
    const without = options.rights || isOwnBackup(path, isLocked, paths) ? undefined : isForeign ? 'programs' : 'rights'
    if (owner && isForeign) await cli.terminal.note(say.foreign(ownerReason(owner, cli.language), paths.home))
    if (without) await cli.terminal.note(without === 'programs' ? say.programs : say.rights)
    if (isShared(paths) && !options.replace) await cli.terminal.note(say.willMerge)
    if (!options.yes) {
      if (!cli.terminal.canAsk) return fail('bad-input', { data: { sentence: say.needsYes } })
      if (!(await confirmQuestion(cli, say.question))) {
        await cli.terminal.note(say.kept)
        return 1
      }
    }
    const replaces = options.replace === true
    const { before } = await restoreInPlace({
      ...{ ...read, places: paths, stamp: stampOf(cli), replaces },
      ...(without ? { without } : {}),
    })
    if (isForeign) await folderOwnersOf(loaded, cli.environment).mark(paths.home, 'restored', basename(path))
    const shared = isShared(paths) ? [replaces ? say.replaced : say.merged] : []
    if (options.json) await cli.terminal.json({ ...summariseManifest(manifest), before: before ?? null })
    else await cli.terminal.print([say.restored, ...shared, ...(before ? [say.before(before)] : [])].join('\n'))
    return 0
  })
}

/** Return true for a backup that this program made here, or whose passphrase is known: whoever knows it made it. */
const isOwnBackup = (path: string, isLocked: boolean, { home }: Paths) =>
  isLocked || isWithin(path, join(home, 'backups'))

/**
 * Return where a backup goes: a file that was named, or one with the time in its name, in the folder that was named or
 * this one.
 */
function targetOf(cli: Cli, typed: string | undefined, isEncrypted: boolean): string {
  const named = resolve(cli.environment.cwd, typed ?? '.')
  if (!statSync(named, { throwIfNoEntry: false })?.isDirectory()) return named
  return join(named, `assistant-${stampOf(cli)}.tar.gz${isEncrypted ? '.enc' : ''}`)
}

async function newPassphrase(cli: Cli, options: CommandCall['options']): Promise<string> {
  const say = backupMessages[cli.language]
  const first = await passwordFrom(cli, options.passwordFile, say.newPassphrase)
  const isTyped = typeof options.passwordFile !== 'string'
  const problem =
    [...first].length < leastPassphrase
      ? say.short
      : isTyped && (await askLine(cli, say.again, true)) !== first
        ? say.differ
        : ''
  return problem === '' ? first : fail('bad-input', { data: { sentence: problem } })
}

const sizesOf = ({ files }: Manifest): [number, number] => [
  files.length,
  files.reduce((sum, { size }) => sum + size, 0),
]

function summariseManifest(manifest: Manifest) {
  const [files, bytes] = sizesOf(manifest)
  const { at, program, secrets, left } = manifest
  return { at, program, secrets, files, bytes, ...(left ? { left } : {}) }
}

/** Return what went wrong, as a sentence. */
async function withBackupSentence<T>({ language }: Cli, path: string, work: () => Promise<T>): Promise<T> {
  const say = backupMessages[language]
  try {
    return await work()
  } catch (error) {
    if (error instanceof BadBackup)
      return fail('bad-input', { data: { sentence: say.faults[error.fault](path) } }, error)
    if (error instanceof LockBusy) return fail('bad-input', { data: { sentence: say.busy(error.holder.pid) } }, error)
    const code = codeOf(error)
    if (code === undefined) throw error
    if (code === 'EEXIST') return fail('bad-input', { data: { sentence: say.there(path) } }, error)
    if (code === 'ENOENT' || code === 'EISDIR')
      return fail('bad-input', { data: { sentence: say.missing(path) } }, error)
    return fail('storage', { detail: code, data: { path } }, error)
  }
}
