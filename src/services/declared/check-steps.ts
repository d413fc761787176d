import type { serviceMessages } from '../../messages/engine/service.ts'
import { type DeclaredStep, endName, everyStep, stepKeys, stepsOf } from './flow.ts'
import type { ServiceFile, StepFile } from './schema.ts'

type Say = (typeof serviceMessages)['ko']['declared']['problems']

/**
 * Lists the mistakes in the steps of a declaration beyond the shape of each: steps that lead nowhere, lack something or
 * would do nothing.
 */
export function stepProblems(file: ServiceFile, say: Say): string[] {
  const { slots = {}, batch } = file
  const slotted = Object.keys(slots).length > 0
  const steps = stepsOf(file).filter(({ name }) => file.steps?.[name])
  return [
    ...steps.flatMap((step) =>
      problemsOf(step, file, say).map(([key, why]) => `steps.${step.name}${key && `.${key}`}: ${why}`),
    ),
    ...(batch && !slotted ? [`batch: ${say.noEffect.batch}`] : []),
    ...unreachedSteps(file, say),
  ]
}

type Problem = [key: string, why: string]

function problemsOf(step: DeclaredStep, file: ServiceFile, say: Say): Problem[] {
  const { kind } = step
  const allowed: readonly string[] = [...everyStep, ...stepKeys[kind], 'name']
  const strange = Object.keys(step).filter((key) => !allowed.includes(key))
  return [
    ...strange.map((key): Problem => [key, say.noKey(key, kind)]),
    ...(kind === 'slots' && Object.keys(file.slots ?? {}).length === 0 ? [['', say.noEffect.slots] as Problem] : []),
    ...missingFields(step, say),
    ...deadEnds(step, file, say),
    ...idleTalkFields(step, say),
  ]
}

/** Lists the fields that a kind of step needs and that are missing. */
function missingFields(step: DeclaredStep, say: Say): Problem[] {
  const needed: Partial<Record<DeclaredStep['kind'], keyof StepFile>> = {
    tool: 'tool',
    branch: 'cases',
    service: 'service',
  }
  const key = needed[step.kind]
  return key && step[key] === undefined ? [['', say.needs(key)]] : []
}

/** Steps and slots that it names and that there are not. */
function deadEnds({ next, cases = [], else: other, slots = [] }: DeclaredStep, file: ServiceFile, say: Say): Problem[] {
  const names = [endName, ...stepsOf(file).map(({ name }) => name)]
  const to = [['next', next], ...cases.map(({ next: one }) => ['cases', one]), ['else', other]] as const
  return [
    ...to.flatMap(([key = '', name]): Problem[] =>
      name === undefined || names.includes(name) ? [] : [[key, say.noStep(name)]],
    ),
    ...slots.flatMap((name): Problem[] => (file.slots?.[name] ? [] : [['slots', say.noSlot(name)]])),
  ]
}

/** Lists the fields of a talking step that have no effect in its format. */
function idleTalkFields({ kind, format = 'text', card, actions }: DeclaredStep, { noEffect }: Say): Problem[] {
  if (kind === 'slots' && (card?.schema || card?.tools)) return [['card', noEffect.reading]]
  if (kind !== 'talk') return []
  return [
    ...(format === 'json' && card?.tools ? [['card.tools', noEffect.text] as Problem] : []),
    ...(format === 'text' && card?.schema ? [['card.schema', noEffect.json] as Problem] : []),
    ...(format === 'text' && actions ? [['actions', noEffect.json] as Problem] : []),
  ]
}

/** Slots that must be known and that no step asks for. */
function unreachedSteps(file: ServiceFile, say: Say): string[] {
  const steps = stepsOf(file)
  const asked = steps.flatMap(({ kind, slots }) => (kind === 'slots' ? (slots ?? Object.keys(file.slots ?? {})) : []))
  const required = Object.entries(file.slots ?? {}).filter(([, { required: must }]) => must)
  return required.flatMap(([name]) => (asked.includes(name) ? [] : [`slots.${name}: ${say.noEffect.unasked}`]))
}
