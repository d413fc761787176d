import { shellMessages } from '../../messages/tools/shell.ts'
import type { Tool, ToolContext } from '../../protocol/index.ts'
import { refuses, tool } from '../tool.ts'
import { type PythonResult, PythonSession } from './python.ts'
import {
  effectOf,
  graceMs,
  movedNote,
  mustNotRun,
  noteWritten,
  refusedNote,
  type ShellRuntime,
  whereItRuns,
  writtenLately,
} from './shell.ts'

/** Maximum number of sessions; the least recently used one ends first. */
const mostSessions = 8

/** The tool that runs Python. Variables persist between the calls of one conversation. `closing` ends all sessions. */
export function pythonRepl(runtime: ShellRuntime, closing: AbortSignal): Tool {
  const sessions = new Map<string, PythonSession>()
  closing.addEventListener('abort', () => {
    for (const session of sessions.values()) session.close()
    sessions.clear()
  })
  const sessionOf = async (context: ToolContext, cwd: string): Promise<PythonSession | undefined> => {
    const key = JSON.stringify([context.conversation, cwd])
    const kept = sessions.get(key)
    sessions.delete(key)
    const session = kept && !kept.isOver ? kept : await start(runtime, cwd, context.signal)
    if (!session) return undefined
    sessions.set(key, session)
    while (sessions.size > mostSessions) {
      const [oldest = '', first] = sessions.entries().next().value ?? []
      first?.close()
      sessions.delete(oldest)
    }
    return session
  }
  return tool({
    name: 'python_repl',
    facts: { group: 'code', kind: 'execute', subject: 'arguments', reads: 'programs', leavesNothing: false },
    deeds: { object: () => '', undo: 'final' },
    category: 'restricted',
    timeoutMs: runtime.limitMs + graceMs,
    description: `Run Python; variables stay (limit ${runtime.limitMs / 1000} s, network: sandbox.hosts only).`,
    schema: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
    effect: () => effectOf(runtime),
    isContained: async (context) => (await runtime.sandbox(context.signal)) !== undefined,
    explain: async ({ code }, context) => {
      const say = shellMessages[context.language]
      if (!context.cwd) return { refused: say.noFolder }
      if (await mustNotRun(runtime, context)) return { refused: say.sandboxRequired }
      const written = await writtenLately({ ...context, cwd: context.cwd }, code)
      const lines = [say.code(context.cwd, code), written]
      return { ...(await whereItRuns(runtime, context, lines, runtime.hosts)), risk: 'high' }
    },
    run: async ({ code }, context) => {
      const say = shellMessages[context.language]
      if (!context.cwd) return refuses(say.noFolder)
      if (await mustNotRun(runtime, context)) return refuses(say.sandboxRequired)
      const session = await sessionOf(context, context.cwd)
      if (!session) return refuses(say.noPython)
      const noted = await noteWritten(runtime, { ...context, cwd: context.cwd })
      const ran = await session.run(code, runtime.limitMs, context.signal)
      const notes = [refusedNote(await runtime.network(context.signal), context), await noted()]
      return formatOutput(ran, runtime.limitMs, context, notes)
    },
  })
}

async function start(runtime: ShellRuntime, cwd: string, signal: AbortSignal): Promise<PythonSession | undefined> {
  const python = await runtime.python(signal)
  if (!python) return undefined
  const wrap = await runtime.sandbox(signal)
  const args = PythonSession.args()
  const network = await runtime.network(signal)
  const launch = await wrap?.(python.file, args, { cwd, readable: python.readable, network })
  const env = { ...runtime.env, PYTHONDONTWRITEBYTECODE: '1' }
  return PythonSession.start(launch ?? { file: python.file, args, inputs: [] }, { cwd, env, launch })
}

function formatOutput(
  { end, out, moved }: PythonResult,
  limitMs: number,
  { language }: ToolContext,
  more: readonly string[],
) {
  const say = shellMessages[language]
  const text = out.text(say.missing).trimEnd()
  const note = {
    ok: text ? '' : say.silent,
    error: '',
    timeout: say.lost(limitMs / 1000),
    cancelled: say.killed,
    died: say.died,
  }[end]
  return {
    text: [text, note, movedNote(moved, language), ...more].filter(Boolean).join('\n'),
    untrusted: true,
    ...(end === 'ok' ? {} : { isError: true }),
    data: { end },
  }
}
