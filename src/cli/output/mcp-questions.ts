import { spawn } from 'node:child_process'
import type { McpAsker } from '../../app/mcp/mcp-servers.ts'
import { mcpCommandMessages } from '../../messages/commands/mcp-cli.ts'
import type { Json, JsonObject } from '../../protocol/index.ts'
import { showHidden } from '../../std/text/sanitise.ts'
import type { Elicitation, Elicited } from '../../tools/mcp/ports.ts'
import { ExitSignal } from '../../ui/oneshot/exit-code.ts'
import type { Cli } from '../command-context.ts'
import { askLine, confirmQuestion } from './ask-line.ts'

type QuestionPorts = Pick<Cli, 'terminal' | 'language' | 'stop' | 'environment'>

/**
 * Return what servers ask in the course of a single answer. `interrupt` is called for Ctrl+C, which readline does not
 * turn into a signal; a question whose call is over is left.
 */
export function askerOnce(cli: QuestionPorts, interrupt: () => void): McpAsker {
  const askDuring = async <T>(
    gone: AbortSignal,
    otherwise: T,
    work: (cli: QuestionPorts) => Promise<T>,
  ): Promise<T> => {
    const stop = AbortSignal.any([cli.stop, gone])
    try {
      return await work({ ...cli, stop })
    } catch (error) {
      if (error instanceof ExitSignal && !stop.aborted) interrupt()
      else if (!stop.aborted) throw error
      return otherwise
    }
  }
  return {
    elicit: (question, gone) =>
      askDuring<Elicited>(gone, { action: 'cancel' }, (here) => createElicitor(here)(question)),
    widen: (server, scope, gone) =>
      askDuring(gone, undefined, async (here) =>
        (await confirmQuestion(here, mcpCommandMessages[cli.language].widen(server, showHidden(scope))))
          ? createLoginOpener(here)
          : undefined,
      ),
  }
}

/** Asks the person at the terminal what a server wants to know: field by field, then whether to send it. */
export function createElicitor(cli: QuestionPorts): (question: Elicitation) => Promise<Elicited> {
  return async ({ server, message, schema }) => {
    const say = mcpCommandMessages[cli.language]
    await cli.terminal.note(say.question(server, showHidden(message)))
    const content: Record<string, string | number | boolean> = {}
    for (const [name, field] of Object.entries((schema.properties as Record<string, JsonObject> | undefined) ?? {})) {
      const choices = choicesOf(field)
      const typed = await askLine(
        cli,
        say.field(showHidden(String(field.title ?? name)), showHidden(choices.join(' | '))),
      )
      const value = answerOf(typed, field)
      if (value !== undefined) content[name] = value
    }
    const { validateArgs } = await import('../../tools/validate.ts')
    const problems = await validateArgs(schema, content, cli.language)
    for (const problem of problems) await cli.terminal.note(problem, 'error')
    if (problems.length > 0) return { action: 'cancel' }
    return (await confirmQuestion(cli, say.answer)) ? { action: 'accept', content } : { action: 'decline' }
  }
}

function choicesOf({ enum: values, type, default: fallback }: JsonObject): string[] {
  if (Array.isArray(values)) return values.map(String)
  return type === 'boolean' ? ['y', 'n'] : fallback === undefined ? [] : [String(fallback)]
}

/** Return what was typed as the field wants it; Enter takes the default. Pure. */
export function answerOf(
  typed: string,
  { type, default: fallback }: JsonObject,
): string | number | boolean | undefined {
  if (typed === '') return isPlain(fallback) ? fallback : undefined
  if (type === 'boolean') return ['y', 'yes', 'true', '네', '예'].includes(typed.toLowerCase())
  const isNumber = type === 'number' || type === 'integer'
  return isNumber && Number.isFinite(Number(typed)) ? Number(typed) : typed
}

const isPlain = (value: Json | undefined): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** Shows the address of a login and opens it in the browser where the platform has a program for it. */
export function createLoginOpener(cli: QuestionPorts): (url: URL) => Promise<void> {
  return async (url) => {
    await cli.terminal.note(mcpCommandMessages[cli.language].openBrowser(url.href))
    const program = cli.environment.platform === 'darwin' ? 'open' : 'xdg-open'
    // The address stands on the screen as well: no program, no matter.
    spawn(program, [url.href], { stdio: 'ignore', detached: true })
      .on('error', () => {})
      .unref()
  }
}
