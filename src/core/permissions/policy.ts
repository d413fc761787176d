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
import { isMessenger, isRemote } from '../../protocol/index.ts'
import { canonicalArgs } from './canonical-args.ts'

/** The part of a tool that rules know. */
export type RuledTool = Pick<Tool, 'name' | 'category'> & {
  facts: Pick<ToolFacts, 'subject'> & Partial<Pick<ToolFacts, 'reads'>>
}

/**
 * A decision that a person made beforehand, by tool and argument pattern (rules.ts). Deny wins over ask, ask over
 * allow.
 */
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
  /** Return true if the person allowed this call and its like for this conversation. */
  session(tool: RuledTool, args: JsonObject): boolean
  /** Untrusted text is in the conversation: what was allowed for the session asks again (SPEC §12). */
  tainted: boolean
  /** Keys (`agreementKey`) of what the person agreed to send in this turn after untrusted text. */
  agreed?: ReadonlySet<string>
  /** The call runs where it reaches nothing but the working folder. */
  contained?: boolean
  /** Exactly this call ran by a rule in this conversation before foreign text came: it is nobody's new idea. */
  repeated?: boolean
  /** Return the private text that these arguments would carry to another machine: a key, or part of a file. */
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

/** A call as the second check sees it. */
interface JudgedCall {
  tool: RuledTool & Pick<Tool, 'effect' | 'readOnly'>
  args: JsonObject
  permits: PermissionContext
  rule: ReturnType<PermissionRule>
  effect: ToolEffect | undefined
  carried: 'secret' | 'file' | undefined
}

/** Everything that lets a call run which would be asked about. */
const lifts = {
  /** A rule of the person's, or of a hook. */
  rule: ({ rule }: JudgedCall) => rule === 'allow',
  /** A yes for the conversation. */
  session: ({ tool, args, permits }: JudgedCall) => permits.session(tool, args),
  /** The person sits here and wants edits in this folder unasked; a rule that asks is above that. */
  edits: ({ rule, permits: { mode, editsHere, origin } }: JudgedCall) =>
    mode === 'accept' && editsHere === true && rule !== 'ask' && ['tui', 'oneshot', 'acp'].includes(origin),
  /** A rule, for what reaches nothing but the working folder. */
  contained: (call: JudgedCall) => lifts.rule(call) && call.permits.contained === true,
  /** The same, for exactly what ran so before text from outside came: it is nobody's new idea. */
  repeated: (call: JudgedCall) => lifts.contained(call) && call.permits.repeated === true,
  /** A yes in this turn to the same tool and destination. */
  agreed: ({ tool, args, rule, permits }: JudgedCall) =>
    rule !== 'ask' && permits.agreed?.has(agreementKey(tool, args)) === true,
} as const

/** One reason to ask. */
interface Question {
  because(call: JudgedCall): AskCause
  applies(call: JudgedCall): boolean
  /** Lifts of this question: any of these. */
  liftedBy: readonly (keyof typeof lifts)[]
  /** A yes may hold for the conversation. */
  lasting?: true
}

const isSafe = ({ tool }: JudgedCall) => tool.category === 'safe'
const isRestricted = ({ tool }: JudgedCall) => tool.category === 'restricted'

/** Every reason to ask, the first that applies and is not lifted counts. Named for the tests. */
export const questions = {
  carried: {
    because: ({ carried }) => carried ?? 'secret',
    applies: ({ carried }) => carried !== undefined,
    liftedBy: [],
  },
  /** Other programs will run it. */
  runs: { because: () => 'runs', applies: ({ effect }) => effect === 'runs', liftedBy: [] },
  /** Other programs obey it when they are started: a rule may allow that, no mode does. */
  obeyed: { because: () => 'obeyed', applies: ({ effect }) => effect === 'obeyed', liftedBy: ['rule'] },
  /** Tools that run code or destroy. */
  restricted: { because: () => 'category', applies: isRestricted, liftedBy: ['contained'] },
  restrictedAfterText: {
    because: () => 'tainted',
    applies: (call) => isRestricted(call) && call.permits.tainted,
    liftedBy: ['repeated'],
  },
  /** After text from outside, each thing that is kept; what is sent, once per tool and destination. */
  keepsAfterText: {
    because: () => 'tainted',
    applies: ({ tool, effect, permits }) => tool.category === 'safe' && effect === 'keeps' && permits.tainted,
    liftedBy: [],
  },
  sendsAfterText: {
    because: () => 'tainted',
    applies: ({ tool, effect, permits }) => tool.category === 'safe' && effect === 'sends' && permits.tainted,
    liftedBy: ['agreed'],
  },
  /** Somebody elsewhere asks for what the owner granted them. */
  remote: {
    because: () => 'category',
    applies: (call) => !isSafe(call) && isRemote(call.permits.origin),
    liftedBy: [],
  },
  sensitiveAfterText: {
    because: (call) => (isLifted(call, ['rule', 'session', 'edits']) ? 'tainted' : call.rule ? 'rule' : 'category'),
    applies: (call) => call.tool.category === 'sensitive' && call.permits.tainted,
    liftedBy: [],
  },
  rule: { because: () => 'rule', applies: ({ rule }) => rule === 'ask', liftedBy: ['session'], lasting: true },
  sensitive: {
    because: () => 'category',
    applies: ({ tool, rule }) => tool.category === 'sensitive' && rule !== 'ask',
    liftedBy: ['rule', 'session', 'edits'],
    lasting: true,
  },
} as const satisfies Record<string, Question>

const isLifted = (call: JudgedCall, by: readonly (keyof typeof lifts)[]) => by.some((lift) => lifts[lift](call))

/**
 * A yes after text from outside holds for one tool and where it sends: its address or receiver, else its service. Where
 * another program's tool sends nobody knows: a yes holds for exactly that call.
 */
export function agreementKey({ name, facts }: Pick<RuledTool, 'name' | 'facts'>, args: JsonObject): string {
  if (facts.reads === 'programs') return JSON.stringify([name, canonicalArgs(args)])
  const { url, to } = args
  const host = typeof url === 'string' && URL.canParse(url) ? new URL(url).host : url
  return JSON.stringify([name, host ?? null, to ?? null])
}

/** Second check, right before running, with the arguments (the table of SPEC §3). */
export function evaluate(tool: JudgedCall['tool'], args: JsonObject, permits: PermissionContext): Verdict {
  if (permits.mode === 'plan' && !tool.readOnly) return { do: 'refuse', because: 'plan' }
  const remote = isRemote(permits.origin)
  if (!isOffered(tool, permits))
    return { do: 'refuse', because: remote && tool.category !== 'safe' ? 'remote' : 'agent' }
  const rule = permits.rule(tool, args)
  if (rule === 'deny') return { do: 'refuse', because: 'rule' }
  const effect = tool.effect?.(args)
  const carried = effect === 'sends' ? permits.carried?.(args) : undefined
  const call: JudgedCall = { tool, args, permits, rule, effect, carried }
  const question = Object.values<Question>(questions).find((one) => one.applies(call) && !isLifted(call, one.liftedBy))
  if (!question) return { do: 'run' }
  const because = question.because(call)
  // Whoever writes from a phone is asked there; a program has nobody to ask, and no key leaves by a button.
  const isUsual = because === 'category' || because === 'rule' || because === 'obeyed'
  if (remote && (because === 'tainted' ? !isMessenger(permits.origin) : !isUsual))
    return { do: 'refuse', because: 'remote' }
  return { do: 'ask', choices: question.lasting ? ['once', 'session', 'deny'] : ['once', 'deny'], because }
}
