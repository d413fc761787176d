import { shellMessages } from '../../messages/shell.ts'
import type { Tool, ToolContext } from '../../protocol/index.ts'
import { codeOf } from '../../std/files.ts'
import { refuses, tool } from '../tool.ts'
import { type Finished, runProcess } from './process.ts'
import { graceMs, place, told, type Workshop } from './shell.ts'

/** Commits what is staged, or exactly the files that are named. */
export function gitCommit(workshop: Workshop): Tool {
  return tool({
    name: 'git_commit',
    category: 'restricted',
    timeoutMs: workshop.limitMs + graceMs,
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
      const changes = paths.length > 0 ? paths.map((path) => `  ${path}`).join('\n') : await staged(workshop, context)
      return {
        effect: [say.commit(message), changes, say.hooks, await place(workshop, context)].filter(Boolean).join('\n'),
        risk: 'medium',
      }
    },
    run: async ({ message, paths = [] }, context) => {
      const say = shellMessages[context.language]
      if (!context.cwd) return refuses(say.noFolder)
      if ([message, ...paths].some((text) => text.includes('\0'))) return refuses(say.nul)
      const folders = await git(workshop, context, ['rev-parse', '--absolute-git-dir', '--git-common-dir', '--show-toplevel'])
      if (folders === 'missing') return refuses(say.noGit)
      if (folders.code !== 0) return refuses(say.noRepository)
      const writable = folders.out
        .text(String)
        .trim()
        .split('\n')
        .filter((path) => path.startsWith('/'))
      const steps =
        paths.length > 0
          ? [
              ['add', '--', ...paths],
              ['commit', '-m', message, '--', ...paths],
            ]
          : [['commit', '-m', message]]
      for (const [at, step] of steps.entries()) {
        const finished = await git(workshop, context, step, writable)
        if (finished === 'missing') return refuses(say.noGit)
        if (finished.code !== 0 || at === steps.length - 1) return told(finished, workshop.limitMs, context)
      }
      return refuses(say.nothingToCommit)
    },
  })
}

/** Names of what is staged. Nothing of the repository's own configuration may run before the person has said yes. */
async function staged(workshop: Workshop, context: ToolContext): Promise<string> {
  const safe = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '--no-optional-locks']
  const shown = await git(workshop, context, [...safe, 'diff', '--cached', '--name-status', '--no-ext-diff', '--no-textconv'])
  const say = shellMessages[context.language]
  if (shown === 'missing') return say.noGit
  return shown.code === 0 ? shown.out.text(say.missing).trimEnd() || say.nothingToCommit : say.noRepository
}

/** With `writable` it runs inside the sandbox where there is one, those folders open; without, it only looks. */
async function git(
  { env, sandbox, limitMs: timeoutMs }: Workshop,
  { cwd = '/', signal }: ToolContext,
  args: string[],
  writable?: string[],
): Promise<Finished | 'missing'> {
  const wrap = writable ? await sandbox(signal) : undefined
  const home = env.HOME ?? '/'
  const readable = [`${home}/.gitconfig`, `${home}/.config/git/config`]
  const [file, all] = wrap ? await wrap('git', args, { cwd, writable: writable ?? [], readable }) : ['git', args]
  // Nobody is there to be asked for a passphrase or to write a message; a path is a file's name and no pattern.
  const quiet = { ...env, GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: 'true', GIT_PAGER: 'cat', GIT_LITERAL_PATHSPECS: '1' }
  try {
    return await runProcess(file, all, { cwd, env: quiet, signal, timeoutMs })
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'missing'
    throw error
  }
}
