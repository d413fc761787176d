import { shellMessages } from '../../messages/tools/shell.ts'
import { finalDeed, type Tool, type ToolContext } from '../../protocol/index.ts'
import { showHidden } from '../../std/text/sanitise.ts'
import { changedFiles, fileTime } from '../origin/changed-files.ts'
import type { ForeignFiles } from '../origin/foreign-files.ts'
import { refuses, tool } from '../tool.ts'
import { changedLately } from './changed-lately.ts'
import { liveOutput } from './live-output.ts'
import { type Finished, type ProcessOptions, runProcess } from './process.ts'
import { resourceWatch } from './sandbox/limits.ts'
import type { SandboxNetwork } from './sandbox/network-proxy.ts'
import type { SandboxRequest, Wrap } from './sandbox/sandbox.ts'
import { supervised } from './supervisor.ts'

/** Runs commands. The sandbox is detected once, on first use. */
export interface ShellRuntime {
  env: Record<string, string>
  /** Folder for temporary files. */
  tempDir: string
  sandbox(signal: AbortSignal): Promise<Wrap | undefined>
  /** The interpreter, and its folders that the sandbox has to show. */
  python(signal: AbortSignal): Promise<{ file: string; readable: string[] } | undefined>
  /** Hosts that shell and code may reach from inside the sandbox, and the way to them; git has none. */
  hosts: readonly string[]
  network(signal: AbortSignal): Promise<SandboxNetwork | undefined>
  /** Records the files that commands write from untrusted text. */
  foreign?: ForeignFiles
  /** The limit of one command or piece of code, in milliseconds; SPEC §3: 30 s. */
  limitMs: number
  /** Policy: refuse commands if there is no sandbox. */
  sandboxRequired: boolean
}

/** Added to a tool's own limit, so that its own end, which keeps the output, comes first. */
export const graceMs = 5_000

/** The tool that runs one command line. */
export function shell(runtime: ShellRuntime): Tool {
  const seconds = runtime.limitMs / 1000
  return tool({
    name: 'shell',
    facts: { group: 'code', kind: 'execute', subject: 'command', reads: 'programs', leavesNothing: false },
    deeds: finalDeed('command'),
    category: 'restricted',
    timeoutMs: runtime.limitMs + graceMs,
    description: `Run a shell command in the working folder (limit ${seconds} s, network: sandbox.hosts only).`,
    schema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
    effect: () => effectOf(runtime),
    isContained: async (context) => (await runtime.sandbox(context.signal)) !== undefined,
    explain: async ({ command }, context) => {
      const say = shellMessages[context.language]
      if (!context.cwd) return { refused: say.noFolder }
      if (command.includes('\0')) return { refused: say.nul }
      if (await mustNotRun(runtime, context)) return { refused: say.sandboxRequired }
      const written = await writtenLately({ ...context, cwd: context.cwd }, command)
      const lines = [say.command(context.cwd, command), written]
      return { ...(await whereItRuns(runtime, context, lines, runtime.hosts)), risk: 'high' }
    },
    run: async function* ({ command }, context) {
      const say = shellMessages[context.language]
      if (!context.cwd) return refuses(say.noFolder)
      if (command.includes('\0')) return refuses(say.nul)
      if (await mustNotRun(runtime, context)) return refuses(say.sandboxRequired)
      // Both outputs through one pipe, so that their lines stay in order.
      const line = ['-c', 'if command -v bash >/dev/null; then s=bash; else s=sh; fi; exec "$s" -c "$0" 2>&1', command]
      const readable = (await runtime.sandbox(context.signal))
        ? ((await runtime.python(context.signal))?.readable ?? [])
        : []
      const { cwd } = context
      const network = await runtime.network(context.signal)
      const noted = await noteWritten(runtime, { ...context, cwd })
      const { finished, moved } = yield* liveOutput((take) =>
        runCommand(runtime, ['sh', line], { cwd, readable, take, network }, context.signal),
      )
      const notes = [movedNote(moved, context.language), refusedNote(network, context), await noted()]
      return formatOutput(finished, runtime.limitMs, context, notes)
    },
  })
}

/**
 * If text from outside is about, a command writes from it: the returned function, called after the command, remembers
 * the files that changed in the working folder as foreign. It returns a note if they were too many, else ''.
 */
export async function noteWritten(
  { foreign, tempDir, hosts }: ShellRuntime,
  { cwd, sources = [], language }: Pick<ToolContext, 'sources' | 'language'> & { cwd: string },
): Promise<() => Promise<string>> {
  const from = [...sources, ...(hosts.length > 0 ? [hosts.join(', ')] : [])]
  if (!foreign || from.length === 0) return async () => ''
  const since = await fileTime(tempDir)
  return async () => {
    const { files, whole } = await changedFiles(cwd, since)
    await foreign.keepFiles(files, from)
    return whole ? '' : shellMessages[language].tooManyFiles
  }
}

/** The line about what a command may run that was written just now; '' if there is nothing. */
export async function writtenLately(context: ToolContext & { cwd: string }, command: string): Promise<string> {
  const { names, more } = await changedLately(context, command)
  return names.length > 0 ? shellMessages[context.language].written(names.map(showHidden).join(', '), more) : ''
}

/** Data may leave the machine if the network is allowed. */
export function effectOf({ hosts }: ShellRuntime): 'sends' | undefined {
  return hosts.length > 0 ? 'sends' : undefined
}

/**
 * Runs a program inside the sandbox where there is one, else under a watcher that ends it with us. `moved`: files
 * that were renamed afterwards because other programs would have run them. Throws the system's error when it cannot
 * be started.
 */
export async function runCommand(
  { env, sandbox, limitMs: timeoutMs }: ShellRuntime,
  [program, words]: readonly [string, readonly string[]],
  request: SandboxRequest & Pick<ProcessOptions, 'take'>,
  signal: AbortSignal,
  more: Record<string, string> = {},
): Promise<{ finished: Finished; moved: string[] }> {
  const { cwd, take } = request
  const wrap = await sandbox(signal)
  const options = { cwd, env: { ...env, ...more }, signal, timeoutMs, ...(take ? { take } : {}) }
  if (!wrap) {
    const [file, args] = supervised(program, words)
    return { finished: await runProcess(file, args, { ...options, inputs: ['held'] }), moved: [] }
  }
  const { file, args, inputs, refresh, inspect } = await wrap(program, words, request)
  await refresh()
  const finished = await runProcess(file, args, { ...options, inputs, watch: await resourceWatch(cwd) })
  return { finished, moved: await inspect(true) }
}

/** Return true if there is no sandbox where one is required. */
export async function mustNotRun(
  { sandbox, sandboxRequired }: ShellRuntime,
  { signal }: Pick<ToolContext, 'signal'>,
): Promise<boolean> {
  return sandboxRequired && (await sandbox(signal)) === undefined
}

/** Return the deed and its place, for the card: inside the sandbox, or with a warning that there is none. */
export async function whereItRuns(
  runtime: ShellRuntime,
  context: ToolContext,
  lines: readonly string[],
  hosts: readonly string[] = [],
): Promise<{ effect: string; warning?: string }> {
  const say = shellMessages[context.language]
  const isContained = (await runtime.sandbox(context.signal)) !== undefined
  const effect = [...lines, isContained ? say.sandboxed(hosts.join(', ')) : say.bare].filter(Boolean).join('\n')
  return isContained ? { effect } : { effect, warning: say.bare }
}

/** Formats a command's output and exit status. The output may contain untrusted text, so it is marked as data. */
export function formatOutput(
  { code, stopped, out, err }: Finished,
  limitMs: number,
  context: ToolContext,
  more: readonly string[] = [],
) {
  const say = shellMessages[context.language]
  const texts = [out, err].map((kept) => kept.text(say.missing).trimEnd()).filter(Boolean)
  const end =
    stopped === 'timeout' || stopped === 'limit'
      ? say[stopped](limitMs / 1000)
      : code === undefined
        ? say.killed
        : code === 0
          ? ''
          : say.exit(code)
  const notes = [end || (texts.length > 0 ? '' : say.silent), ...more].filter(Boolean)
  return {
    text: [...texts, ...notes].join('\n'),
    untrusted: true,
    ...(code === 0 ? {} : { isError: true }),
    data: { code: code ?? null, stopped: stopped ?? null },
  }
}

/** The line about hosts that the proxy refused; '' if there are none. */
export function refusedNote(network: SandboxNetwork | undefined, { language }: Pick<ToolContext, 'language'>): string {
  const hosts = network?.refused() ?? []
  return hosts.length > 0 ? shellMessages[language].refusedHosts(hosts.join(', ')) : ''
}

/** The line about files that were renamed after a command; '' if there are none. */
export function movedNote(moved: readonly string[], language: ToolContext['language']): string {
  return moved.length > 0 ? shellMessages[language].moved(moved.join(', ')) : ''
}
