import { lstat, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { shellMessages } from '../../../messages/tools/shell.ts'
import { finalDeed, type Tool, type ToolContext } from '../../../protocol/index.ts'
import { codeOf } from '../../../std/fs/files.ts'
import { refuses, tool } from '../../tool.ts'
import { formatOutput, graceMs, movedNote, mustNotRun, runCommand, type ShellRuntime, whereItRuns } from '../shell.ts'
import { git } from './git.ts'
import { type GitView, lockIndex, makeView, removeView, writeBack } from './git-view.ts'
import { findRepository, type Repository } from './repository.ts'

/** The tool that commits the staged changes, or exactly the named files. */
export function gitCommit(runtime: ShellRuntime): Tool {
  return tool({
    name: 'git_commit',
    facts: { group: 'code', kind: 'execute', subject: 'paths', reads: 'programs', leavesNothing: false },
    deeds: finalDeed('message'),
    category: 'restricted',
    timeoutMs: runtime.limitMs + graceMs,
    description: 'Commit staged changes, or these paths.',
    schema: {
      type: 'object',
      properties: { message: { type: 'string' }, paths: { type: 'array', items: { type: 'string' } } },
      required: ['message'],
    },
    explain: async ({ message, paths = [] }, context) => {
      const say = shellMessages[context.language]
      if (!context.cwd) return { refused: say.noFolder }
      if ([message, ...paths].some((text) => text.includes('\0'))) return { refused: say.nul }
      if (await mustNotRun(runtime, context)) return { refused: say.sandboxRequired }
      const changes = paths.length > 0 ? paths.map((path) => `  ${path}`).join('\n') : await staged(runtime, context)
      return { ...(await whereItRuns(runtime, context, [say.commit(message), changes, say.hooks])), risk: 'medium' }
    },
    run: async ({ message, paths = [] }, context) => {
      const say = shellMessages[context.language]
      if (!context.cwd) return refuses(say.noFolder)
      if ([message, ...paths].some((text) => text.includes('\0'))) return refuses(say.nul)
      if (await mustNotRun(runtime, context)) return refuses(say.sandboxRequired)
      const repository = await findRepository(context.cwd)
      if (!repository) return refuses(say.noRepository)
      const steps =
        paths.length > 0
          ? [
              ['add', '--', ...paths],
              ['commit', '-m', message, '--', ...paths],
            ]
          : [['commit', '-m', message]]
      try {
        return await committed(runtime, repository, steps, { ...context, cwd: context.cwd })
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return refuses(say.noGit)
        throw error
      }
    },
  })
}

/** Names of the staged files. Nothing of the repository's configuration may run before approval. */
async function staged(runtime: ShellRuntime, context: ToolContext): Promise<string> {
  const say = shellMessages[context.language]
  const shown = await git(runtime, context, ['diff', '--cached', '--name-status', '--ignore-submodules=all'])
  if (shown === 'missing') return say.noGit
  if (shown === 'noRepository' || shown.code !== 0) return say.noRepository
  return shown.out.text(say.missing).trimEnd() || say.nothingToCommit
}

/**
 * Runs the steps with the repository's own configuration and hooks, inside the sandbox where there is one: they may
 * add objects and move references, and change nothing else of the repository. Its configuration cannot name a folder
 * that would be opened.
 */
async function committed(
  runtime: ShellRuntime,
  repository: Repository,
  steps: string[][],
  context: ToolContext & { cwd: string },
) {
  const say = shellMessages[context.language]
  const lock = await lockIndex(repository)
  if (!lock) return refuses(say.locked)
  const { signal, cwd } = context
  const { env, tempDir, limitMs } = runtime
  let view: GitView | undefined
  let isDone = false
  try {
    view = await makeView(repository, { tempDir, env, signal, trusted: true })
    const home = env.HOME ?? '/'
    const readable = [`${home}/.gitconfig`, `${home}/.config/git/config`, `${home}/.config/git/ignore`]
    const request = { cwd, readable, writable: [view.folder, ...(await storage(repository))] }
    for (const [at, step] of steps.entries()) {
      const { finished, moved } = await runCommand(runtime, ['git', step], request, signal, view.env)
      if (finished.code !== 0) return formatOutput(finished, limitMs, context, [movedNote(moved, context.language)])
      if (at < steps.length - 1) continue
      await writeBack(view, repository, lock)
      isDone = true
      return formatOutput(finished, limitMs, context, [movedNote(moved, context.language)])
    }
    return refuses(say.nothingToCommit)
  } finally {
    if (view) await removeView(view)
    if (!isDone) await rm(lock, { force: true })
  }
}

/** The folders that a commit writes to: real folders of the repository, never the targets of links. */
async function storage({ commonFolder }: Repository): Promise<string[]> {
  const folders = ['objects', 'refs', 'logs', 'reftable'].map((name) => join(commonFolder, name))
  const stats = await Promise.all(folders.map((path) => lstat(path).catch(() => undefined)))
  return folders.filter((_, at) => stats[at]?.isDirectory())
}
