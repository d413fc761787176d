import { constants } from 'node:fs'
import { copyFile, link, lstat, mkdir, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { toolMessages } from '../messages/tools.ts'
import type { Tool } from '../protocol/index.ts'
import { codeOf, syncDir } from '../std/files.ts'
import { type FenceOf, faultText, guarded } from './fault.ts'
import { entry, type Fence, refuse, system, writable } from './guard.ts'
import { says, tool } from './tool.ts'

/** Moves or renames a file or a folder; what stands at the new name is never replaced. */
export function moveFile(fenceOf: FenceOf): Tool {
  return tool({
    name: 'move_file',
    category: 'sensitive',
    description: 'Move or rename a file or folder; never overwrites.',
    schema: {
      type: 'object',
      properties: { from: { type: 'string' }, to: { type: 'string' } },
      required: ['from', 'to'],
    },
    explain: async ({ from, to }, context) => {
      try {
        await places(from, to, await fenceOf(context))
        return { effect: toolMessages[context.language].files.move(from, to), risk: 'medium' }
      } catch (error) {
        return { refused: faultText(error, context) }
      }
    },
    run: ({ from, to }, context) =>
      guarded(context, async () => {
        const fence = await fenceOf(context)
        const { source, target, isFile } = await places(from, to, fence)
        try {
          await mkdir(dirname(target), { recursive: true })
          if ((await writable(to, fence)) !== target) refuse('outside', to)
          await (isFile ? moveOne(source, target) : rename(source, target))
          await Promise.all([syncDir(dirname(target)), syncDir(dirname(source))])
        } catch (error) {
          if (codeOf(error) === 'EEXIST') refuse('exists', to)
          system(error, from)
        }
        return says(toolMessages[context.language].files.moved(from, to), { from, to })
      }),
  })
}

async function places(from: string, to: string, fence: Fence) {
  const { real: source, stat } = await entry(from, fence)
  if (!stat.isFile() && !stat.isDirectory()) refuse('special', from)
  const target = await writable(to, fence)
  if (await lstat(target).catch(() => undefined)) refuse('exists', to)
  return { source, target, isFile: stat.isFile() }
}

/** A second name, then the first one goes: unlike `rename`, this fails when somebody else took the name meanwhile. */
async function moveOne(source: string, target: string): Promise<void> {
  try {
    await link(source, target)
  } catch (error) {
    // Another disk, or a file system without second names.
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes(codeOf(error) ?? '')) throw error
    await copyFile(source, target, constants.COPYFILE_EXCL)
  }
  await unlink(source)
}
