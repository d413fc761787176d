import { constants } from 'node:fs'
import { link, lstat, mkdir, open, rename, rmdir, unlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { toolMessages } from '../../messages/tools/tools.ts'
import type { Tool } from '../../protocol/index.ts'
import { codeOf, syncDir } from '../../std/fs/files.ts'
import { fileDeeds } from '../checkpoints/checkpointed.ts'
import { textResult, tool } from '../tool.ts'
import { effectOfWriting } from './autorun-files.ts'
import { areInWorkingFolder, faultText, type PathPolicyOf, withFileErrors } from './file-errors.ts'
import { inFolderOf, makeParents } from './folder-handle.ts'
import { entryAt, openRegular, type PathPolicy, refuseBySystem, refusePath, writablePath } from './path-policy.ts'

/** Moves or renames a file or a folder; what stands at the new name is never replaced. */
export function moveFile(policyOf: PathPolicyOf): Tool {
  return tool({
    name: 'move_file',
    facts: { group: 'files', kind: 'move', subject: 'paths', reads: 'nothing', leavesNothing: false },
    deeds: fileDeeds({ entries: ['from'], targets: ['to'] }, policyOf),
    category: 'sensitive',
    description: 'Move or rename a file or folder; never overwrites.',
    schema: {
      type: 'object',
      properties: { from: { type: 'string' }, to: { type: 'string' } },
      required: ['from', 'to'],
    },
    effect: ({ from, to }) => effectOfWriting([from, to]),
    editsHere: ({ from, to }, context) => areInWorkingFolder([from, to], policyOf, context),
    explain: async ({ from, to }, context) => {
      try {
        await movePlaces(from, to, await policyOf(context))
        return { effect: toolMessages[context.language].files.move(from, to), risk: 'medium' }
      } catch (error) {
        return { refused: faultText(error, context) }
      }
    },
    run: ({ from, to }, context) =>
      withFileErrors(context, async () => {
        const policy = await policyOf(context)
        const { source, target, isFile } = await movePlaces(from, to, policy)
        if (isFile) await keepOrigin(from, source, target, policy)
        try {
          await makeParents(target, to, policy)
          await inFolderOf(source, from, policy, (there, name) =>
            inFolderOf(target, to, policy, async (here, fresh) => {
              if ((await writablePath(to, policy)) !== target) refusePath('outside', to)
              await (isFile ? moveOne : moveFolder)(there.at(name), here.at(fresh))
              if (!(await there.verify()) || !(await here.verify())) await undoMove(here.at(fresh), there.at(name), to)
              await Promise.all([syncDir(here.here), syncDir(there.here)])
            }),
          )
        } catch (error) {
          if (codeOf(error) === 'EEXIST') refusePath('exists', to)
          refuseBySystem(error, from)
        }
        return textResult(toolMessages[context.language].files.moved(from, to), { from, to })
      }),
  })
}

/** Bytes of a file that is looked at for where it came from. */
const mostLooked = 20 << 20

/** A file that leaves a folder of strangers' files (downloads) stays a stranger's word in its new place. */
async function keepOrigin(from: string, source: string, target: string, policy: PathPolicy): Promise<void> {
  const { foreign, owners, roots } = policy
  const stranger = await owners.firstForeign([source], roots)
  if (!foreign || !stranger || (await owners.firstForeign([target], roots))) return
  const { file, size } = await openRegular(from, policy)
  try {
    if (size <= mostLooked) await foreign.keep(target, await file.readFile(), [`file ${basename(source)}`])
  } finally {
    await file.close()
  }
}

async function movePlaces(from: string, to: string, policy: PathPolicy) {
  const { real: source, stat } = await entryAt(from, policy)
  if (!stat.isFile() && !stat.isDirectory()) refusePath('special', from)
  const target = await writablePath(to, policy)
  if (await lstat(target).catch(() => undefined)) refusePath('exists', to)
  return { source, target, isFile: stat.isFile() }
}

/** A second name, then the first one goes: unlike `rename`, this fails when somebody else took the name meanwhile. */
async function moveOne(source: string, target: string): Promise<void> {
  try {
    await link(source, target)
  } catch (error) {
    // Another disk, or a file system without second names.
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes(codeOf(error) ?? '')) throw error
    await copyOne(source, target)
  }
  await unlink(source)
}

/** Copies the bytes of a regular file to a name that is free; a link is not followed. */
async function copyOne(source: string, target: string): Promise<void> {
  const from = await open(source, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const { mode } = await from.stat()
    const to = await open(target, 'wx', mode & 0o777)
    await pipeline(from.createReadStream({ autoClose: false }), to.createWriteStream({ flush: true }))
  } finally {
    await from.close()
  }
}

/** An empty folder takes the name first, so that nothing that came meanwhile is replaced. */
async function moveFolder(source: string, target: string): Promise<void> {
  await mkdir(target)
  await rename(source, target).catch(async (error) => {
    await rmdir(target)
    throw error
  })
}

/** A folder has become another one meanwhile: what was moved goes back. */
async function undoMove(moved: string, back: string, path: string): Promise<never> {
  await rename(moved, back).catch(() => {})
  return refusePath('outside', path)
}
