import type { Stats } from 'node:fs'
import { readdir, rmdir, unlink } from 'node:fs/promises'
import { toolMessages } from '../../messages/tools/tools.ts'
import type { Tool } from '../../protocol/index.ts'
import { codeOf, syncDir } from '../../std/fs/files.ts'
import { fileDeeds } from '../checkpoints/checkpointed.ts'
import { refuses, textResult, tool } from '../tool.ts'
import { faultText, type PathPolicyOf, withFileErrors } from './file-errors.ts'
import { type FolderHandle, inFolderOf, removeTree } from './folder-handle.ts'
import { entryAt, type PathPolicy, refuseBySystem, refusePath } from './path-policy.ts'

/** Removes a file, a link (never what it leads to) or a folder. Nothing brings it back. */
export function deleteFile(policyOf: PathPolicyOf): Tool {
  return tool({
    name: 'delete_file',
    facts: { group: 'files', kind: 'delete', subject: 'paths', reads: 'nothing', leavesNothing: false },
    deeds: fileDeeds({ entries: ['path'] }, policyOf),
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
        const { real, stat } = await entryAt(path, await policyOf(context))
        if (!stat.isDirectory()) return { effect: say.remove(path), risk: 'high' }
        const names = await namesBelow(real)
        if (names.length > 0 && !recursive) return { refused: say.notEmpty(path) }
        return { effect: [say.removeFolder(path, names.length), ...cutNames(names, say.more)].join('\n'), risk: 'high' }
      } catch (error) {
        return { refused: faultText(error, context) }
      }
    },
    run: ({ path, recursive = false }, context) =>
      withFileErrors(context, async () => {
        const say = toolMessages[context.language].files
        const policy = await policyOf(context)
        const { real, stat } = await entryAt(path, policy)
        try {
          await inFolderOf(real, path, policy, async (folder, name) => {
            await removeEntry(folder, name, { stat, recursive, path, policy })
            await syncDir(folder.here)
          })
        } catch (error) {
          if (codeOf(error) === 'ENOTEMPTY') return refuses(say.notEmpty(path))
          refuseBySystem(error, path)
        }
        return textResult(say.removed(path), { path })
      }),
  })
}

interface Removal {
  stat: Stats
  recursive: boolean
  path: string
  policy: PathPolicy
}

async function removeEntry(
  folder: FolderHandle,
  name: string,
  { stat, recursive, path, policy }: Removal,
): Promise<void> {
  // Without /proc check the folder once more: deletion cannot be undone.
  if (!(await folder.verify())) refusePath('outside', path)
  if (!stat.isDirectory()) return unlink(folder.at(name))
  return recursive ? removeTree(folder, name, path, policy) : rmdir(folder.at(name))
}

const maxNamed = 20

/** Counts everything in the folder, so that the card shows how much is deleted for good. */
async function namesBelow(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).sort()
}

function cutNames(names: string[], more: (count: number) => string): string[] {
  return names.length <= maxNamed ? names : [...names.slice(0, maxNamed), more(names.length - maxNamed)]
}
