import type { Language } from '../../messages/language.ts'
import { oneshotMessages } from '../../messages/surfaces/oneshot.ts'
import {
  type ConversationScope,
  fail,
  type Input,
  isMessenger,
  isRemote,
  type Tool,
  type ToolContext,
} from '../../protocol/index.ts'
import { closestMatch } from '../../std/text/closest-match.ts'
import type { AppContext } from '../context/app-context.ts'

/**
 * Return the time a question waits: for good where a person can come back to it, a while on a phone and where a
 * schedule asks, briefly by voice and unattended.
 */
export function patienceFor(
  { origin, schedule }: Pick<Input, 'origin' | 'schedule'>,
  { askMs, askRemoteMs }: { askMs: number; askRemoteMs: number },
): number | undefined {
  if (origin === 'tui' || origin === 'acp') return undefined
  return isMessenger(origin) || schedule !== undefined ? askRemoteMs : askMs
}

/** Return the context of a tool, for turns and for calls by hand. */
export function toolContext(
  parts: AppContext,
  { agent, workspace, profile }: ConversationScope,
  { origin, by, folder = parts.environment.cwd }: Pick<Input, 'origin' | 'by' | 'folder'>,
): Omit<ToolContext, 'signal' | 'turn' | 'conversation'> {
  const remote = isRemote(origin)
  const cwd = remote ? {} : { cwd: folder }
  return { now: parts.now, zone: parts.zone, language: parts.language, origin, by, agent, workspace, profile, ...cwd }
}

/** Throws `bad-input` for a name that is no tool's: what was meant to be allowed would be missing in silence. */
export function requireTools(names: readonly string[], tools: readonly Pick<Tool, 'name'>[], language: Language): void {
  const known = tools.map(({ name }) => name)
  const odd = names.find((name) => !known.includes(name))
  if (odd === undefined) return
  fail('bad-input', { data: { sentence: oneshotMessages[language].noTool(odd, closestMatch(odd, known)) } })
}

/** The names that an agent, a turn, or both allow. */
export function toolNames(
  agent: readonly string[] | undefined,
  turn: readonly string[] | undefined,
): { tools?: readonly string[] } {
  const names = agent && turn ? agent.filter((name) => turn.includes(name)) : (agent ?? turn)
  return names ? { tools: names } : {}
}
