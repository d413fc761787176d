import type { Stats } from 'node:fs'
import { readdir, rm, rmdir, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { toolMessages } from '../messages/tools.ts'
import type { Tool } from '../protocol/index.ts'
import { codeOf, syncDir } from '../std/files.ts'
import { type FenceOf, faultText, guarded } from './fault.ts'
import { entry, system } from './guard.ts'
import { refuses, says, tool } from './tool.ts'

/** Removes a file, a link (never what it leads to) or a folder. Nothing brings it back. */
export function deleteFile(fenceOf: FenceOf): Tool {
  return tool({
    name: 'delete_file',
    category: 'restricted',
    description: 'Delete a file, or a folder (a full one needs recursive).',
    schema: {
      type: 'object',
      properties: { path: { type: 'string' }, recursive: { type: 'boolean' } },
      required: ['path'],
    },
    explain: async ({ path, recursive = false }, context) => {
      const say = toolMessages[context.language].files
      try {
        const { real, stat } = await entry(path, await fenceOf(context))
        if (!stat.isDirectory()) return { effect: say.remove(path), risk: 'high' }
        const names = await below(real)
        if (names.length > 0 && !recursive) return { refused: say.notEmpty(path) }
        return { effect: [say.removeFolder(path, names.length), ...cut(names, say.more)].join('\n'), risk: 'high' }
      } catch (error) {
        return { refused: faultText(error, context) }
      }
    },
    run: ({ path, recursive = false }, context) =>
      guarded(context, async () => {
        const say = toolMessages[context.language].files
        const { real, stat } = await entry(path, await fenceOf(context))
        try {
          await remove(real, stat, recursive)
          await syncDir(dirname(real))
        } catch (error) {
          if (codeOf(error) === 'ENOTEMPTY') return refuses(say.notEmpty(path))
          system(error, path)
        }
        return says(say.removed(path), { path })
      }),
  })
}

function remove(real: string, stat: Stats, recursive: boolean): Promise<void> {
  if (!stat.isDirectory()) return unlink(real)
  return recursive ? rm(real, { recursive: true }) : rmdir(real)
}

const maxNamed = 20

/** Everything that would go with the folder: of what nothing brings back, the whole number is told. */
async function below(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).sort()
}

function cut(names: string[], more: (count: number) => string): string[] {
  return names.length <= maxNamed ? names : [...names.slice(0, maxNamed), more(names.length - maxNamed)]
}
