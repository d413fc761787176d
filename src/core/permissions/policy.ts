import type {
  AskCause,
  Category,
  Choice,
  JsonObject,
  Origin,
  PermissionMode,
  Tool,
  ToolEffect,
  ToolFacts,
} from '../../protocol/index.ts'
import { isRemote } from '../../protocol/index.ts'

/** What rules know of a tool. */
export type RuledTool = Pick<Tool, 'name' | 'category'> & { facts: Pick<ToolFacts, 'subject'> }

/** What a person decided beforehand, by tool and argument pattern (rules.ts). Deny wins over ask, ask over allow. */
export type PermissionRule = (tool: RuledTool, args: JsonObject) => 'allow' | 'ask' | 'deny' | undefined

export interface PermissionContext {
  origin: Origin
  /** Categories that the agent's config lists (SPEC §4; default: safe only, the built-in agent: all three). */
  categories: readonly Category[]
  /** Names that the agent's config limits it to, if any. */
  tools?: readonly string[]
  /** Planning allows nothing but what only looks; accepting edits lifts the question of edits in the working folder. */
  mode?: PermissionMode
  /** The call changes files of the working folder and nothing else. */
  editsHere?: boolean
  /** Sensitive tools that the owner granted to this remote sender. */
  granted(tool: string): boolean
  rule: PermissionRule
  /** Whether the person allowed this call and its like for this conversation. */
  session(tool: RuledTool, args: JsonObject): boolean
  /** Untrusted text is in the conversation: what was allowed for the session asks again (SPEC §12). */
  tainted: boolean
  /** What the person agreed to in this turn after untrusted text: asked once per kind and turn. */
  agreed?: ReadonlySet<ToolEffect>
  /** The call runs where it reaches nothing but the working folder. */
  contained?: boolean
  /** Exactly this call ran by a rule in this conversation before foreign text came: it is nobody's new idea. */
  repeated?: boolean
  /** What these arguments would carry to another machine: a key, or part of a file. */
  carried?(args: JsonObject): 'secret' | 'file' | undefined
}

export type Verdict =
  | { do: 'run' }
  | { do: 'ask'; choices: Choice[]; because: AskCause }
  | { do: 'refuse'; because: 'agent' | 'remote' | 'rule' | 'plan' }

/** First check: what the agent on this surface may use at all. What fails it is not sent to the model. */
export function isOffered(tool: Pick<Tool, 'name' | 'category' | 'readOnly'>, permits: PermissionContext): boolean {
  if (permits.mode === 'plan' && !tool.readOnly) return false
  if (!permits.categories.includes(tool.category)) return false
  if (permits.tools && !permits.tools.includes(tool.name)) return false
  if (!isRemote(permits.origin)) return true
  return tool.category === 'safe' || (tool.category === 'sensitive' && permits.granted(tool.name))
}

/** Second check, right before running, with the arguments (the table of SPEC §3). */
export function evaluate(
  tool: RuledTool & Pick<Tool, 'effect' | 'readOnly'>,
  args: JsonObject,
  permits: PermissionContext,
): Verdict {
  if (permits.mode === 'plan' && !tool.readOnly) return { do: 'refuse', because: 'plan' }
  if (!isOffered(tool, permits))
    return { do: 'refuse', because: isRemote(permits.origin) && tool.category !== 'safe' ? 'remote' : 'agent' }
  const rule = permits.rule(tool, args)
  if (rule === 'deny') return { do: 'refuse', because: 'rule' }
  const effect = tool.effect?.(args)
  const carried = effect === 'sends' ? permits.carried?.(args) : undefined
  // No session choice lifts the question for a restricted tool; a rule does where the call reaches nothing but the
  // working folder and the hosts that the person named for it.
  if (tool.category === 'restricted') return restricted(rule, carried, permits)
  // What another program will run is asked about, whatever was allowed before.
  if (effect === 'runs')
    return isRemote(permits.origin)
      ? { do: 'refuse', because: 'remote' }
      : { do: 'ask', choices: once, because: 'runs' }
  if (carried)
    return isRemote(permits.origin)
      ? { do: 'refuse', because: 'remote' }
      : { do: 'ask', choices: once, because: carried }
  if (tool.category === 'safe' && effect !== undefined && permits.tainted) {
    if (isRemote(permits.origin)) return { do: 'refuse', because: 'remote' }
    if (rule === 'ask' || !permits.agreed?.has(effect)) return { do: 'ask', choices: once, because: 'tainted' }
  }
  if (rule === undefined && tool.category === 'safe') return { do: 'run' }
  if (isRemote(permits.origin) && tool.category !== 'safe') return { do: 'ask', choices: once, because: 'category' }
  // Foreign text is about: a yes for the session would not be kept now, so it is not offered.
  const wary = permits.tainted && tool.category !== 'safe'
  const allowed = rule === 'allow' || permits.session(tool, args) || isAccepted(rule, permits)
  if (allowed && !wary) return { do: 'run' }
  const because = allowed ? 'tainted' : rule === 'ask' ? 'rule' : 'category'
  return { do: 'ask', choices: wary ? once : ['once', 'session', 'deny'], because }
}

/** The person sits here and wants edits in this folder without a question; a rule of theirs that asks is above that. */
function isAccepted(
  rule: ReturnType<PermissionContext['rule']>,
  { mode, editsHere, origin }: PermissionContext,
): boolean {
  return mode === 'accept' && editsHere === true && rule === undefined && ['tui', 'oneshot', 'acp'].includes(origin)
}

function restricted(
  rule: ReturnType<PermissionContext['rule']>,
  carried: 'secret' | 'file' | undefined,
  { contained, tainted, repeated }: PermissionContext,
): Verdict {
  const may = rule === 'allow' && contained === true
  if (may && !carried && (!tainted || repeated === true)) return { do: 'run' }
  return { do: 'ask', choices: once, because: may ? (carried ?? 'tainted') : 'category' }
}

/** Where "for this session" would not be honoured, it is not offered. */
const once: Choice[] = ['once', 'deny']
