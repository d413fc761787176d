import { shellMessages } from '../../messages/shell.ts'
import type { Tool, ToolContext } from '../../protocol/index.ts'
import { refuses, tool } from '../tool.ts'
import { type Finished, runProcess } from './process.ts'
import type { Wrap } from './sandbox.ts'

/** Where commands run. The sandbox is looked for once, when it is first needed. */
export interface Workshop {
  env: Record<string, string>
  sandbox(signal: AbortSignal): Promise<Wrap | undefined>
  /** The interpreter, and its folders that the sandbox has to show. */
  python(signal: AbortSignal): Promise<{ file: string; readable: string[] } | undefined>
  /** The limit of one command or piece of code, in milliseconds; SPEC §3: 30 s. */
  limitMs: number
}

/** Added to a tool's own limit, so that its own end, which keeps the output, comes first. */
export const graceMs = 5_000

/** Runs one command line. */
export function shell(workshop: Workshop): Tool {
  const seconds = workshop.limitMs / 1000
  return tool({
    name: 'shell',
    category: 'restricted',
    timeoutMs: workshop.limitMs + graceMs,
    description: `Run a shell command in the working folder (limit ${seconds} s, no network).`,
    schema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
    explain: async ({ command }, context) => {
      const say = shellMessages[context.language]
      if (!context.cwd) return { refused: say.noFolder }
      if (command.includes('\0')) return { refused: say.nul }
      return { effect: [say.command(context.cwd, command), await place(workshop, context)].join('\n'), risk: 'high' }
    },
    run: async ({ command }, context) => {
      const say = shellMessages[context.language]
      if (!context.cwd) return refuses(say.noFolder)
      if (command.includes('\0')) return refuses(say.nul)
      // Both outputs through one pipe, so that their lines stay in order.
      const line = ['-c', 'if command -v bash >/dev/null; then s=bash; else s=sh; fi; exec "$s" -c "$0" 2>&1', command]
      const wrap = await workshop.sandbox(context.signal)
      const readable = wrap ? ((await workshop.python(context.signal))?.readable ?? []) : []
      const [file, args] = wrap ? await wrap('sh', line, { cwd: context.cwd, readable }) : ['sh', line]
      const { limitMs: timeoutMs, env } = workshop
      const finished = await runProcess(file, args, { cwd: context.cwd, env, signal: context.signal, timeoutMs })
      return told(finished, workshop.limitMs, context)
    },
  })
}

/** Where it will run, for the card: inside the sandbox, or a warning that there is none. */
export async function place(workshop: Workshop, context: ToolContext): Promise<string> {
  const say = shellMessages[context.language]
  return (await workshop.sandbox(context.signal)) ? say.sandboxed : say.bare
}

/** What a command said and how it ended. Its output may hold text of others, so it is data. */
export function told({ code, stopped, out, err }: Finished, limitMs: number, context: ToolContext) {
  const say = shellMessages[context.language]
  const texts = [out, err].map((kept) => kept.text(say.missing).trimEnd()).filter(Boolean)
  const end =
    stopped === 'timeout' ? say.timeout(limitMs / 1000) : code === undefined ? say.killed : code === 0 ? '' : say.exit(code)
  return {
    text: [...texts, ...(end ? [end] : texts.length > 0 ? [] : [say.silent])].join('\n'),
    untrusted: true,
    ...(code === 0 ? {} : { isError: true }),
    data: { code: code ?? null, stopped: stopped ?? null },
  }
}
