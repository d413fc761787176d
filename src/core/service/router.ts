import { serviceMessages } from '../../messages/engine/service.ts'
import { type Event, fail, type Input } from '../../protocol/index.ts'
import { serviceFor } from '../../threads/thread.ts'
import { lastMessages } from '../context/system-prompt.ts'
import type { Flow, FlowContext, FlowResult } from '../flow.ts'
import type { TurnModel } from '../turn/model-call.ts'
import { readsLeave, readsResume, resumesNothing } from './interruption.ts'
import { askJson, type StepCard } from './runner.ts'
import type { Service, ServiceDeps } from './service.ts'
import { type FlowState, isMidFlow } from './state.ts'

export interface RouterDeps extends ServiceDeps {
  services: readonly Service[]
  chat: Flow
  /** If code cannot tell, no model is asked: the input is chat's. */
  byRules?: boolean
  /** The small model that reads requests which no service claims; undefined where rules read them. */
  reader?(input: Input, context: FlowContext): Promise<TurnModel | undefined>
  /** The step that is asked when code cannot tell; SPEC §5. */
  intent?: StepCard
}

const intentCard: StepCard = { temperature: 0, attempts: 2, backoff: 1_000, timeout: 6_000 }

/**
 * Decides who answers an input. Within a flow that is the service at hand, whatever else the words may suggest, until
 * the person leaves it; else the service whose rules claim it; else, where rules cannot tell and there is a model,
 * what that says; else chat.
 */
export function createRouter(parts: RouterDeps): Flow {
  return async function* route(input: Input, context: FlowContext): AsyncGenerator<Event, FlowResult> {
    const only = serviceFor(input, context.thread())
    if (only === null) return yield* parts.chat(input, context)
    if (only !== undefined) return yield* runBound(parts, only, input, context)
    const { flows } = context.thread()
    const stateOf = ({ name }: Service) => flows[name] as FlowState | undefined
    const active = parts.services.find((service) => isMidFlow(stateOf(service)))
    if (active) {
      const leaving = readsLeave(input.text)
      if (!leaving)
        return yield* active.run(input, context, {
          chat: parts.chat,
          isClaimed: await isClaimed(parts, active, input.text),
        })
      return yield* parkFlow(parts, active, leaving.more, input, context)
    }
    const gone = Object.entries(flows).find(
      ([name, state]) => isMidFlow(state as unknown as FlowState) && !parts.services.some((one) => one.name === name),
    )
    if (gone) return yield* keepGone(parts, gone[0], gone[1] as unknown as FlowState, context)
    const parked = parts.services.filter((service) => stateOf(service)?.parked)
    const again = readsResume(input.text, parked)
    if (again) return yield* again.resume(input, context)
    // A model sees what became of it; rules can only tell that nothing waits.
    const missed = resumesNothing(input.text, parts.services)
    if (missed && !(await parts.model(parts.intent ?? intentCard, input, context)))
      return { message: context.newId(), text: serviceMessages[parts.language].nothingWaits(missed.title) }
    const chosen = yield* chooseService(parts, input, context)
    if (chosen) return yield* chosen.run(input, context)
    return yield* (yield* openService(parts, input, context)) ?? parts.chat(input, context)
  }
}

/** The first service of which a small model reads a request that none claims, begun with what stands in it. */
async function* openService(
  { services, reader }: RouterDeps,
  input: Input,
  context: FlowContext,
): AsyncGenerator<Event, ReturnType<Flow> | undefined> {
  if (!reader) return undefined
  for (const service of services) {
    if (!service.open || !service.call) continue
    const opened = yield* service.open(input, context, () => reader(input, context))
    if (!opened) continue
    yield { type: 'route.decided', to: service.name, by: 'model' }
    const slots = Object.fromEntries(opened.slots.map(({ slot, value }) => [slot, value]))
    return service.call(slots, input, context, opened.note)
  }
  return undefined
}

/** A conversation that is bound to one service: whatever is said is for it, and what leaves it is only set aside. */
function runBound(
  parts: RouterDeps,
  name: string,
  input: Input,
  context: FlowContext,
): AsyncGenerator<Event, FlowResult> {
  const service = parts.services.find((one) => one.name === name)
  if (!service) {
    const known = parts.services.map((one) => one.name).join(', ')
    return fail('bad-input', { data: { sentence: serviceMessages[parts.language].unknownService(name, known) } })
  }
  const state = context.thread().flows[name] as FlowState | undefined
  if (state?.parked) return service.resume(input, context)
  return service.run(input, context, { chat: parts.chat, isClaimed: false })
}

/** True if the words would begin another service, and not this one. */
async function isClaimed({ services }: RouterDeps, active: Service, text: string): Promise<boolean> {
  if ((await active.claim(text)) === 'yes') return false
  for (const one of services) if (one !== active && (await one.claim(text)) === 'yes') return true
  return false
}

/**
 * A flow in whose midst its service went: it was switched off, removed or broken. It waits until the service is back.
 * What was said was most likely for it, a yes above all: nothing else may answer that.
 */
async function* keepGone(
  { language }: RouterDeps,
  name: string,
  state: FlowState,
  context: FlowContext,
): AsyncGenerator<Event, FlowResult> {
  yield { type: 'flow.kept', service: name, state: { ...state, parked: true } as never }
  yield { type: 'route.decided', to: 'chat', by: 'code', reason: 'left' }
  const say = serviceMessages[language]
  const text = say.gone(name)
  return { message: context.newId(), text: state.progress?.doing ? `${text}\n${say.unknownOutcome(name)}` : text }
}

/** Sets a flow aside, to be taken up again; what the person said beside leaving is answered by chat. */
async function* parkFlow(
  parts: RouterDeps,
  service: Service,
  more: string,
  input: Input,
  context: FlowContext,
): AsyncGenerator<Event, FlowResult> {
  const state = context.thread().flows[service.name] as unknown as FlowState
  yield { type: 'flow.kept', service: service.name, state: { ...state, parked: true } as never }
  yield { type: 'route.decided', to: 'chat', by: 'code', reason: 'left' }
  if (more) {
    const other = yield* chooseService(parts, { ...input, text: more }, context)
    if (other && other.name !== service.name) return yield* other.run({ ...input, text: more }, context)
    return yield* parts.chat(input, context)
  }
  return { message: context.newId(), text: serviceMessages[parts.language].parked(service.title) }
}

/** The service for an input that belongs to no running flow. Plain talk costs nothing: no step, no model. */
async function* chooseService(
  parts: RouterDeps,
  input: Input,
  context: FlowContext,
): AsyncGenerator<Event, Service | undefined> {
  const claims = await Promise.all(
    parts.services.map(async (service) => ({ service, claim: await service.claim(input.text) })),
  )
  const sure = claims.find(({ claim }) => claim === 'yes')?.service ?? (await recallingService(parts, input, context))
  const unsure = claims.filter(({ claim }) => claim === 'maybe').map(({ service }) => service)
  const { intent: label } = serviceMessages[parts.language].labels
  const model =
    sure || unsure.length === 0 || parts.byRules
      ? undefined
      : await parts.model(parts.intent ?? intentCard, input, context)
  // A small model says no more than which words are values: it is asked for those.
  if (!sure && (!model || model.small)) return undefined
  yield { type: 'step.started', step: 'intent', label }
  const chosen = sure ?? (yield* askModel(parts, unsure, input, context))
  const result = chosen ? chosen.name.toUpperCase() : 'GENERAL'
  yield { type: 'step.ended', step: 'intent', label, ok: true, result }
  yield { type: 'route.decided', to: chosen?.name ?? 'chat', by: sure ? 'code' : 'model' }
  return chosen
}

/** The service that has just done what the words speak of. */
async function recallingService(
  { services, zone }: RouterDeps,
  { text }: Input,
  context: FlowContext,
): Promise<Service | undefined> {
  const { id: conversation, messages } = context.thread()
  const since = messages.findLast(({ role }) => role === 'tool')?.at ?? 0
  const at = { conversation, when: { now: context.now(), zone }, since }
  for (const service of services) if (await service.recalls?.(text, at)) return service
  return undefined
}

/** One word from the model; when it fails or says something else, the conversation stays what it is: chat. */
async function* askModel(
  parts: RouterDeps,
  services: readonly Service[],
  input: Input,
  context: FlowContext,
): AsyncGenerator<Event, Service | undefined> {
  const model = await parts.model(parts.intent ?? intentCard, input, context)
  if (!model) return undefined
  const names = services.map(({ name }) => name.toUpperCase())
  const list = services.map(({ name, description }) => `${name.toUpperCase()}: ${description}`).join('\n')
  const instruction = [
    'Which of these does the last message ask for now? Questions about the past, thanks and talk are GENERAL.',
    list,
    'GENERAL: anything else',
  ].join('\n')
  const answer = yield* askJson(
    {
      step: 'intent',
      card: {
        ...intentCard,
        ...parts.intent,
        schema: {
          type: 'object',
          properties: { intent: { type: 'string', enum: [...names, 'GENERAL'] } },
          required: ['intent'],
        },
      },
      purpose: 'route',
      model,
      system: [{ name: 'intent', text: `${instruction}\nJSON only: {"intent":"…"}` }],
      messages: lastMessages(context.thread().messages, 6),
      language: parts.language,
      limits: parts.limits,
      againLabel: serviceMessages[parts.language].labels.intentAgain,
    },
    context,
  )
  const { intent } = (answer ?? {}) as { intent?: string }
  return services.find(({ name }) => name.toUpperCase() === intent)
}
