import type { Category, Choice, JsonObject, Origin, Tool } from '../protocol/index.ts'
import { isRemote } from '../protocol/index.ts'

/** What a person decided beforehand, by tool and argument pattern (rules.ts). Deny wins over ask, ask over allow. */
export type Rule = (tool: string, args: JsonObject) => 'allow' | 'ask' | 'deny' | undefined

export interface Permits {
  origin: Origin
  /** Categories that the agent's config lists (SPEC §4; default: safe only, the built-in agent: all three). */
  categories: readonly Category[]
  /** Names that the agent's config limits it to, if any. */
  tools?: readonly string[]
  /** Sensitive tools that the owner granted to this remote sender. */
  granted(tool: string): boolean
  rule: Rule
  /** Allowed "for this session" by the person in this conversation. */
  session: ReadonlySet<string>
  /** Untrusted text is in the conversation: what was allowed for the session asks again (SPEC §12). */
  tainted: boolean
}

export type Verdict =
  | { do: 'run' }
  | { do: 'ask'; choices: Choice[]; because: 'category' | 'rule' | 'tainted' }
  | { do: 'refuse'; because: 'agent' | 'remote' | 'rule' }

/** First check: what the agent on this surface may use at all. What fails it is not sent to the model. */
export function isOffered(tool: Pick<Tool, 'name' | 'category'>, permits: Permits): boolean {
  if (!permits.categories.includes(tool.category)) return false
  if (permits.tools && !permits.tools.includes(tool.name)) return false
  if (!isRemote(permits.origin)) return true
  return tool.category === 'safe' || (tool.category === 'sensitive' && permits.granted(tool.name))
}

/** Second check, right before running, with the arguments (the table of SPEC §3). */
export function judge(tool: Pick<Tool, 'name' | 'category'>, args: JsonObject, permits: Permits): Verdict {
  if (!isOffered(tool, permits))
    return { do: 'refuse', because: isRemote(permits.origin) && tool.category !== 'safe' ? 'remote' : 'agent' }
  const rule = permits.rule(tool.name, args)
  if (rule === 'deny') return { do: 'refuse', because: 'rule' }
  // No session choice, rule or sandbox lifts the question for a restricted tool.
  if (tool.category === 'restricted') return { do: 'ask', choices: once, because: 'category' }
  if (rule === undefined && tool.category === 'safe') return { do: 'run' }
  if (isRemote(permits.origin) && tool.category !== 'safe') return { do: 'ask', choices: once, because: 'category' }
  // Foreign text is about: a yes for the session would not be kept now, so it is not offered.
  const wary = permits.tainted && tool.category !== 'safe'
  const allowed = rule === 'allow' || permits.session.has(tool.name)
  if (allowed && !wary) return { do: 'run' }
  const because = allowed ? 'tainted' : rule === 'ask' ? 'rule' : 'category'
  return { do: 'ask', choices: wary ? once : ['once', 'session', 'deny'], because }
}

/** Where "for this session" would not be honoured, it is not offered. */
const once: Choice[] = ['once', 'deny']
