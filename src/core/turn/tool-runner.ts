import { mendArguments } from '../../llm/dialects/mend-arguments.ts'
import type { TurnSentences } from '../../messages/engine/turn.ts'
import type {
  Choice,
  Decision,
  Event,
  Explained,
  JsonObject,
  Principal,
  Tool,
  ToolCall,
  ToolContext,
  ToolOutcome,
  ToolResult,
} from '../../protocol/index.ts'
import { AssistantError } from '../../protocol/index.ts'
import { abortable } from '../../std/abort.ts'
import type { FlowContext } from '../flow.ts'
import { agreementKey, evaluate, isOffered, type PermissionContext, type Verdict } from '../permissions/policy.ts'
import { type DeedJournal, deedTold, type EndedCall, runDeed } from './tool-deeds.ts'
import { type HookReport, type ToolHooks, tellWarnings, withHook } from './tool-hooks.ts'

/** One line of the audit: what ran, for whom, who approved, how it ended. */
export interface AuditEntry {
  at: number
  conversation: string
  turn: string
  tool: string
  args: JsonObject
  outcome: ToolOutcome
  /** The one who said yes or no; absent when nobody was asked. */
  by?: Principal | 'timeout' | 'policy'
  /** The name of the request at the program that asked for the turn. */
  request?: string
  choice?: Decision['choice']
}

export interface ToolRunDeps {
  tools: ReadonlyMap<string, Tool>
  /** Return the reason why the arguments do not fit the schema, in words a model can act on; undefined when they do. */
  validate(tool: Tool, args: JsonObject): Promise<string | undefined>
  permits(): PermissionContext
  hooks?: ToolHooks
  /**
   * Return the rule that a yes for the conversation would allow; undefined where none can say it: then it is not
   * offered.
   */
  scopeOf(tool: Tool, args: JsonObject): string | undefined
  allowForSession(scope: string): void
  /** The person agreed to send this after untrusted text; it holds for the turn. */
  agree?(key: string): void
  /** Sources of the conversation's untrusted text, for the question. */
  sources?(): readonly string[]
  /** The rule that would allow this call and its like from now on; undefined where no rule can. */
  ruleFor?(tool: Tool, args: JsonObject): string | undefined
  /** Writes the rule that the person has seen on the card. Throws `storage` where the disk refuses. */
  allowAlways?(rule: string): Promise<void>
  /** Contained calls of this conversation that a rule let run, as JSON. */
  ranByRule?: Set<string>
  /** False where nobody can be asked (no terminal): a question is answered with its reason at once. */
  canAsk: boolean
  toolContext(signal: AbortSignal): ToolContext
  /** The limit for tools that state none of their own; SPEC §3: 10 s. */
  toolMs: number
  /** A limit for this call in place of the tool's own, in milliseconds: a step of a service may say one. */
  callMs?: number
  /** Time that a question waits for an answer, in milliseconds; undefined where it waits for the person (SPEC §3). */
  askMs: number | undefined
  /** The journal of deeds; absent where nothing may be kept of a conversation. */
  deeds?: DeedJournal
  /** The answer that made the calls was cut at its length limit. */
  isCut?: boolean
  sentences: TurnSentences
  audit(entry: AuditEntry): Promise<void>
}

/**
 * Runs one call of a model, in the order of SPEC §3: known and available, permitted, valid, asked, run. Whatever
 * happens ends in one `tool.ended` that a model can read; only a stopped turn throws.
 */
export async function* runTool(written: ToolCall, parts: ToolRunDeps, context: FlowContext): AsyncGenerator<Event> {
  const call = await mendCall(written, parts)
  const { title, facts } = parts.tools.get(call.name) ?? {}
  const named = title === undefined ? {} : { title }
  const kind = facts && facts.kind !== 'other' ? { kind: facts.kind } : {}
  yield { type: 'tool.called', id: call.id, name: call.name, ...named, ...kind, args: call.args }
  const ended = yield* attemptCall(call, parts, context)
  const { outcome, text, untrusted, own, source, data, images, notice } = ended
  const deed = deedTold(parts.tools.get(call.name), call.args, ended)
  const mark = { ...(own ? { own } : {}), ...(source ? { source } : {}) }
  const more = {
    ...mark,
    ...(data === undefined ? {} : { data }),
    ...(images ? { images } : {}),
    ...(deed ? { deed } : {}),
  }
  yield {
    type: 'tool.ended',
    id: call.id,
    name: call.name,
    ...named,
    message: context.newId(),
    outcome,
    text,
    untrusted,
    ...more,
  }
  if (notice) yield { type: 'notice.given', ...notice }
}

/** Words in the names of foreign tools whose arguments are never mended: they move money, or take something away. */
const grave = /(?:^|[_.-])(?:delete|remove|drop|purge|erase|pay|payment|transfer|withdraw|charge|refund)(?:$|[_.-])/i

/**
 * Return a call with its arguments as the model meant them, where they are wrong as they stand and right when mended.
 * Never of a restricted tool: what moves money or deletes is written right, or not done.
 */
async function mendCall(call: ToolCall, parts: ToolRunDeps): Promise<ToolCall> {
  const tool = parts.tools.get(call.name)
  if (
    !tool ||
    tool.category === 'restricted' ||
    tool.facts.kind === 'delete' ||
    grave.test(tool.name) ||
    (parts.isCut && call.raw !== undefined)
  )
    return call
  if (!isOffered(tool, parts.permits())) return call
  if (call.raw === undefined && (await parts.validate(tool, call.args)) === undefined) return call
  const args = mendArguments(tool.schema, call.args, call.raw)
  if (!args || (await parts.validate(tool, args)) !== undefined) return call
  return { id: call.id, name: call.name, args }
}

async function* attemptCall(
  asked: ToolCall,
  parts: ToolRunDeps,
  context: FlowContext,
): AsyncGenerator<Event, EndedCall> {
  const { sentences } = parts
  const tool = parts.tools.get(asked.name)
  if (!tool) return refusedCall(sentences.unknownTool(asked.name))
  if (asked.raw !== undefined)
    return refusedCall(parts.isCut ? sentences.cutArguments(asked.name) : sentences.badArguments(asked.name, asked.raw))
  const first = await judgeCall(asked, tool, parts, context)
  if (first.stopped) return first.stopped
  const before = await parts.hooks?.before(tool.name, asked.args, parts.toolContext(context.signal))
  yield* tellWarnings(before)
  if (before?.refused !== undefined) return deniedCall(sentences.hookRefused(before.refused))
  // Judge a changed call like one that the model asked for: no rule is passed by.
  const isChanged = before?.args !== undefined
  const call = isChanged ? { ...asked, args: before.args as JsonObject } : asked
  if (isChanged) yield { type: 'notice.given', code: 'hook-changed', data: { tool: tool.name } }
  const second = isChanged || before?.decision ? await judgeCall(call, tool, parts, context, before?.decision) : first
  if (second.stopped) return second.stopped
  const { verdict, contained, key } = second
  const told = verdict.do === 'ask' ? await explainCall(call, tool, parts, context) : undefined
  if (told && 'refused' in told) return refusedCall(told.refused)
  const approval =
    verdict.do === 'ask' && told ? yield* askApproval(call, tool, { ...verdict, ...told }, parts, context) : undefined
  const audit = (outcome: ToolOutcome) =>
    parts.audit({
      at: +context.now(),
      conversation: context.thread().id,
      turn: context.turn,
      tool: tool.name,
      args: call.args,
      outcome,
      ...(approval ? { by: approval.by, choice: approval.decision.choice } : {}),
    })
  if (approval?.decision.choice === 'deny') {
    await audit('denied')
    const denied = deniedCall(sentences.denied(approval.by, approval.decision.reason, told?.byHand))
    return approval.by === 'policy' || approval.by === 'timeout' ? denied : { ...denied, byPerson: true }
  }
  if (approval?.decision.choice === 'session' && approval.scope) parts.allowForSession(approval.scope)
  if (approval && verdict.do === 'ask' && verdict.because === 'tainted') parts.agree?.(agreementKey(tool, call.args))
  if (approval?.decision.choice === 'always' && approval.rule) await parts.allowAlways?.(approval.rule)
  if (!approval && contained) parts.ranByRule?.add(key)
  yield { type: 'tool.started', id: call.id, idempotent: tool.idempotent }
  let ended: EndedCall | undefined
  try {
    ended = yield* runDeed(call, tool, parts.deeds, executeCall(call, tool, parts, context))
    yield* tellWarnings(await parts.hooks?.after(tool.name, call.args, ended, parts.toolContext(context.signal)))
    return ended
  } finally {
    await audit(ended?.outcome ?? 'cancelled')
  }
}

/** Judge a call without a person: permitted and valid, or stopped. `hook`: the decision of a hook. */
async function judgeCall(
  call: ToolCall,
  tool: Tool,
  parts: ToolRunDeps,
  context: FlowContext,
  hook?: HookReport['decision'],
): Promise<
  | { stopped: EndedCall }
  | { stopped?: undefined; verdict: Exclude<Verdict, { do: 'refuse' }>; contained: boolean; key: string }
> {
  const at = parts.toolContext(context.signal)
  // Nothing looks into arguments that may be of any shape; what is not offered is refused whatever they are.
  const problem = isOffered(tool, parts.permits()) ? await parts.validate(tool, call.args) : undefined
  if (problem) return { stopped: refusedCall(problem) }
  const contained = (await tool.isContained?.(at)) ?? false
  const key = JSON.stringify([tool.name, call.args])
  const permits = parts.permits()
  const editsHere = permits.mode === 'accept' ? await tool.editsHere?.(call.args, at) : undefined
  const verdict = evaluate(tool, call.args, {
    ...permits,
    ...(hook ? { rule: withHook(permits.rule, hook) } : {}),
    ...(editsHere === undefined ? {} : { editsHere }),
    contained,
    repeated: parts.ranByRule?.has(key) ?? false,
  })
  return verdict.do === 'refuse'
    ? { stopped: deniedCall(parts.sentences.refusal(verdict.because)) }
    : { verdict, contained, key }
}

async function* askApproval(
  call: ToolCall,
  tool: Tool,
  verdict: Extract<Verdict, { do: 'ask' }> & Exclude<Explained, { refused: string }>,
  parts: ToolRunDeps,
  context: FlowContext,
) {
  const { effect, risk, warning } = verdict
  if (!parts.canAsk) return { decision: { choice: 'deny' } as Decision, by: 'policy' as const }
  const category = tool.category === 'restricted' ? ('restricted' as const) : ('sensitive' as const)
  const reason = parts.sentences.askReason(verdict.because, category, parts.sources?.() ?? [])
  // A call that may be allowed for the conversation may be allowed for good, where a rule can say it.
  const isLasting = verdict.choices.includes('session')
  const scope = isLasting ? parts.scopeOf(tool, call.args) : undefined
  const rule = isLasting ? parts.ruleFor?.(tool, call.args) : undefined
  const choices = verdict.choices.filter((choice) => choice !== 'session' || scope !== undefined)
  if (rule !== undefined) choices.splice(-1, 0, 'always')
  const ask = {
    tool: tool.name,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    category,
    args: call.args,
    reason,
    effect,
    risk,
    ...(warning === undefined ? {} : { warning }),
    choices,
    ...(rule === undefined ? {} : { rule }),
    ...(scope === undefined ? {} : { scope }),
  }
  const expires = parts.askMs === undefined ? {} : { expiresAt: +context.now() + parts.askMs }
  yield { type: 'tool.asked', id: call.id, ask, ...expires } satisfies Event
  const { decision, by } = await context.decided(call.id)
  const valid = { ...decision, choice: narrowChoice(decision.choice, choices) }
  yield { type: 'tool.answered', id: call.id, decision: valid, by } satisfies Event
  return { decision: valid, by, rule, scope }
}

/** Effect and risk for the card. A tool that cannot tell them does not take the turn with it, nor hold it up. */
async function explainCall(call: ToolCall, tool: Tool, parts: ToolRunDeps, context: FlowContext): Promise<Explained> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(parts.toolMs)])
  try {
    const told = await abortable(Promise.resolve(tool.explain?.(call.args, parts.toolContext(signal))), signal)
    return told ?? { effect: '', risk: 'medium' as const }
  } catch (error) {
    if (context.signal.aborted) throw error
    return { effect: failureText(error, tool, parts), risk: 'high' as const }
  }
}

/** A tool that fails as it may has a sentence; one that has a bug is named. */
function failureText(error: unknown, tool: Tool, { sentences }: ToolRunDeps): string {
  return error instanceof AssistantError
    ? sentences.failure(error.failure)
    : sentences.toolBroke(tool.name, String(error))
}

/** Return a choice that the card offered: a yes "for the session" to a restricted tool is a yes for once. */
function narrowChoice(choice: Choice, offered: readonly Choice[]): Choice {
  if (offered.includes(choice)) return choice
  return choice === 'deny' ? 'deny' : 'once'
}

async function* executeCall(
  call: ToolCall,
  tool: Tool,
  parts: ToolRunDeps,
  context: FlowContext,
): AsyncGenerator<Event, EndedCall> {
  const limitMs = parts.callMs ?? (tool.timeoutMs || parts.toolMs)
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), limitMs)
  const signal = AbortSignal.any([context.signal, late.signal])
  // Inside a generator of our own, a tool that throws before it begins is like one that throws later.
  const run = (async function* () {
    return yield* tool.run(call.args, parts.toolContext(signal))
  })()
  try {
    while (true) {
      const step = await abortable(run.next(), signal)
      if (step.done) return endedOf(step.value)
      yield { type: 'tool.progressed', id: call.id, text: step.value }
    }
  } catch (error) {
    if (context.signal.aborted) throw error
    if (late.signal.aborted)
      return { outcome: 'timeout', text: parts.sentences.toolTimeout(tool.name, limitMs), untrusted: false }
    // Either is a result, and the turn goes on.
    return { outcome: 'error', text: failureText(error, tool, parts), untrusted: false }
  } finally {
    clearTimeout(timer)
    // A tool that holds on is left behind: it was told to stop, and its late result goes nowhere.
    void run.return(undefined as never).catch(() => {})
  }
}

function endedOf(value: ToolResult): EndedCall {
  const { text, isError, untrusted = false, own, source, data, images, notice, deed } = value
  return {
    outcome: isError ? 'error' : 'ok',
    text,
    untrusted,
    ...(own ? { own: true as const } : {}),
    ...(source ? { source } : {}),
    ...(data === undefined ? {} : { data }),
    ...(images ? { images } : {}),
    ...(notice ? { notice } : {}),
    ...(deed ? { deed } : {}),
  }
}

function refusedCall(text: string): EndedCall {
  return { outcome: 'error', text, untrusted: false }
}

function deniedCall(text: string): EndedCall {
  return { outcome: 'denied', text, untrusted: false }
}
