import { isAbsolute, relative, resolve } from 'node:path'
import { shellMessages } from '../../../messages/tools/shell.ts'
import type { Tool, ToolContext } from '../../../protocol/index.ts'
import { codeOf } from '../../../std/fs/files.ts'
import { refuses, tool } from '../../tool.ts'
import type { Finished } from '../process.ts'
import { formatOutput, runCommand, type ShellRuntime } from '../shell.ts'
import { makeView, removeView } from './git-view.ts'
import { findRepository } from './repository.ts'

const actions = ['status', 'diff', 'log', 'show', 'blame'] as const
const [defaultCount, mostCount] = [20, 200]

/**
 * The tool that reads the repository of the working folder, and nothing outside that folder. Runs nothing of its
 * configuration.
 */
export function gitReader(runtime: ShellRuntime): Tool {
  return tool({
    name: 'git',
    facts: { group: 'code', kind: 'read', subject: 'arguments', reads: 'files', leavesNothing: false },
    deeds: 'none',
    category: 'safe',
    readOnly: true,
    description: 'Look at the git repository here (read-only).',
    schema: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: actions },
        paths: { type: 'array', items: { type: 'string' } },
        rev: { type: 'string' },
        staged: { type: 'boolean' },
        count: { type: 'integer' },
      },
      required: ['action'],
    },
    run: async ({ action, paths = [], rev, staged = false, count = defaultCount }, context) => {
      const say = shellMessages[context.language]
      if (!context.cwd) return refuses(say.noFolder)
      if ([rev ?? '', ...paths].some((text) => text.includes('\0'))) return refuses(say.nul)
      if (rev !== undefined && !/^(?!-)[^\s:]+$/.test(rev)) return refuses(say.badRevision(rev))
      const outside = paths.find((path) => isOutside(path, context.cwd as string))
      if (outside !== undefined) return refuses(say.outside(outside))
      if (action === 'blame' && paths.length !== 1) return refuses(say.onePath)
      const words = [...wordsOf(action, staged, Math.max(1, Math.min(count, mostCount)))]
      const where = [
        ...(rev === undefined ? [] : ['--end-of-options', rev]),
        '--',
        ...(paths.length > 0 ? paths : ['.']),
      ]
      const shown = await git(runtime, context, [...words, ...where])
      if (shown === 'missing') return refuses(say.noGit)
      return shown === 'noRepository' ? refuses(say.noRepository) : formatOutput(shown, runtime.limitMs, context)
    },
  })
}

function isOutside(path: string, cwd: string): boolean {
  const way = relative(cwd, resolve(cwd, path))
  return way.startsWith('..') || isAbsolute(way)
}

const plainDiff = ['--no-ext-diff', '--no-textconv', '--no-color', '--ignore-submodules=all']

function wordsOf(action: (typeof actions)[number], staged: boolean, count: number): string[] {
  if (action === 'status') return ['status', '--short', '--branch', '--ignore-submodules=all']
  if (action === 'diff') return ['diff', ...plainDiff, ...(staged ? ['--cached'] : [])]
  if (action === 'log') return ['log', '--no-color', `--max-count=${count}`, '--date=short', '--format=%h %ad %an: %s']
  if (action === 'show') return ['show', ...plainDiff, '--stat', '--patch']
  return ['blame', '--date=short', '--root']
}

/**
 * Runs git on the repository of the working folder through a view with nothing of its configuration, which it cannot
 * write to.
 */
export async function git(
  runtime: ShellRuntime,
  { cwd = '/', signal }: Pick<ToolContext, 'cwd' | 'signal'>,
  args: readonly string[],
): Promise<Finished | 'missing' | 'noRepository'> {
  const repository = await findRepository(cwd)
  if (!repository) return 'noRepository'
  const { env, tempDir } = runtime
  try {
    const view = await makeView(repository, { tempDir, env, signal, trusted: false })
    try {
      const request = { cwd, readOnly: true, readable: [view.folder, repository.gitFolder, repository.commonFolder] }
      return (await runCommand(runtime, ['git', args], request, signal, view.env)).finished
    } finally {
      await removeView(view)
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'missing'
    throw error
  }
}
