import { createHash } from 'node:crypto'
import type {
  ActionStep,
  Definition,
  FlowSentences,
  Service,
  ServiceDeps,
  ServiceStep,
  StepTask,
} from '../../core/service/service.ts'
import type { ServiceCode } from '../../core/service/service-code.ts'
import { createService } from '../../core/service/service-turn.ts'
import { displaySlot, maxText } from '../../core/service/slots.ts'
import { askStep } from '../../core/service/steps/model.ts'
import { callTool } from '../../core/service/steps/tool.ts'
import { placesOf } from '../../core/service/template.ts'
import { serviceMessages } from '../../messages/engine/service.ts'
import type { Input } from '../../protocol/index.ts'
import { claimByWords } from './claim.ts'
import { declaredSentences, inLanguage } from './declared-sentences.ts'
import { chooseCase, type DeclaredStep, endName, filledArgs, flattenFindings, stepsOf } from './flow.ts'
import { type ReadableSlot, readSlots, readTasks } from './read.ts'
import type { ServiceFile, SlotFile } from './schema.ts'

/** Everything that a service is put together with. */
export interface ServiceSurroundings {
  parts: ServiceDeps
  /** The reason why this person may not have its action done from their place. */
  refusal?(input: Input): string | undefined
  /** Another service, for steps that hand over to one. */
  service?(name: string): Service | undefined
}

/** The hook that is called after a service did something. */
export const completedHook = (name: string) => `${name.replaceAll('-', '_')}_completed`

/** A service out of its declaration and its code: the program's own and a person's, all by this one way. */
export function declaredService(file: ServiceFile, code: ServiceCode, around: ServiceSurroundings): Service {
  return createService(definitionOf(file, code, around), around.parts)
}

/**
 * True if a service has something done, after a yes or by its own code: whoever is elsewhere needs the owner's grant
 * for it.
 */
export const needsGrant = (file: ServiceFile) => stepsOf(file).some(({ kind }) => kind === 'confirm' || kind === 'code')

/** Makes the definition that the machine of all services is given. */
export function definitionOf(file: ServiceFile, code: ServiceCode, around: ServiceSurroundings): Definition {
  const { language } = around.parts
  const title = inLanguage(file.title ?? file.name, language)
  const description = inLanguage(file.description ?? file.title ?? file.name, language)
  const slots = Object.entries(file.slots ?? {}).map(([name, slot]) => slotOf(name, slot, language))
  const steps = stepsOf(file)
  const reader = steps.find(({ kind, prompt, card }) => kind === 'slots' && (prompt || card))
  const prompt = reader?.prompt === undefined ? description : inLanguage(reader.prompt, language)
  const { refusal } = around
  const acts = needsGrant(file)
  return {
    name: file.name,
    title,
    description,
    slots,
    steps: steps.map((step) => stepOf(step, file, code, around, description)),
    shape: shapeOf(file),
    ...(reader ? { reading: { prompt, card: (reader.card ?? {}) as never } } : {}),
    claim: code.claim ?? claimByWords(file.words),
    ...(code.recalls ? { recalls: code.recalls } : {}),
    read: code.read ?? ((text, context) => (file.batch ? readTasks : readSlots)(slots, text, context)),
    ...(code.aside ? { aside: asideFor(code.aside, acts ? refusal : undefined) } : {}),
    ...(acts && refusal ? { refusal } : {}),
    hook: completedHook(file.name),
    hooks: code.hooks ?? {},
    ...(code.afterTurn ? { afterTurn: code.afterTurn } : {}),
    ...(file.batch ? { batch: true } : {}),
    say: withOwnSentences(declaredSentences(file, slots, title, language), code.say),
  }
}

/** The sentences of the code, where it has some; a function that says nothing keeps nobody from being told. */
function withOwnSentences(usual: FlowSentences, own: Partial<FlowSentences> = {}): FlowSentences {
  return {
    ...usual,
    ...own,
    async confirm(...given) {
      const ways = ((await own.confirm?.(...given)) ?? []).filter((way) => way.trim() !== '')
      return ways.length > 0 ? ways : usual.confirm(...given)
    },
    async ended(...given) {
      const text = (await own.ended?.(...given)) ?? ''
      return text.trim() === '' ? usual.ended(...given) : text
    },
  }
}

/**
 * Names what a declaration asks for and does: its slots, its steps and the questions before a yes, not how it is
 * worded else.
 */
function shapeOf(file: ServiceFile): string {
  const steps = stepsOf(file).map(({ label: _, stage: __, prompt: ___, card: ____, timeout: _____, ...step }) => step)
  return createHash('sha256')
    .update(JSON.stringify([file.slots, file.confirm, file.batch, steps]))
    .digest('base64url')
    .slice(0, 12)
}

/** Facts are told to those only who may have the rest done, too. */
function asideFor(
  aside: NonNullable<ServiceCode['aside']>,
  refusal: ServiceSurroundings['refusal'],
): NonNullable<Definition['aside']> {
  return async (input, context) => (refusal?.(input) === undefined ? aside(input, context) : undefined)
}

function stepOf(
  step: DeclaredStep,
  file: ServiceFile,
  code: ServiceCode,
  around: ServiceSurroundings,
  description: string,
): ServiceStep {
  const { language } = around.parts
  const { name, kind, stage, next, label } = step
  const base = {
    name,
    ...(stage === undefined ? {} : { stage }),
    ...(next === undefined ? {} : { next: next === endName ? '' : next }),
  }
  const prompt = step.prompt === undefined ? description : inLanguage(step.prompt, language)
  switch (kind) {
    case 'slots':
      return { ...base, kind, slots: step.slots ?? Object.keys(file.slots ?? {}) }
    case 'confirm':
      return { ...base, kind }
    case 'branch':
      return { ...base, kind, choose: (known) => chooseCase(step, known) }
    case 'talk': {
      const { card = {}, format = 'text', actions } = step
      return { ...base, kind, prompt, card: card as never, format, ...(actions ? { actions } : {}) }
    }
    case 'service':
      return {
        ...base,
        kind,
        service: () => around.service?.(step.service ?? name),
        with: (known) => filledArgs(step.with ?? {}, known),
      }
    case 'code':
    case 'tool':
    case 'model': {
      const shown = label === undefined ? {} : { label: inLanguage(label, language) }
      return {
        ...base,
        ...shown,
        kind: 'action',
        lacks: lacksOf(name, file, language),
        ...actionOf(step, prompt, file, code, around.parts),
      }
    }
    default:
      return kind satisfies never
  }
}

/** The values of a step's answer that a question before a yes names; an empty text is one. */
function lacksOf(name: string, file: ServiceFile, language: 'ko' | 'en'): NonNullable<ActionStep['lacks']> {
  const questions = [file.confirm, ...stepsOf(file).flatMap(({ kind, say }) => (kind === 'confirm' ? [say] : []))]
  const places = questions.flatMap((one) => (one === undefined ? [] : placesOf(inLanguage(one, language))))
  return (receipt) => {
    const said = flattenFindings({ [name]: receipt })
    return places.find((place) => place.startsWith(`${name}.`) && said[place] === undefined)
  }
}

/** The way in which an action is done: by a function of the code, a tool or a model. */
function actionOf(
  step: DeclaredStep,
  prompt: string,
  file: ServiceFile,
  code: ServiceCode,
  parts: ServiceDeps,
): Pick<ActionStep, 'execute' | 'stream' | 'undo' | 'settle' | 'ms'> {
  const { name, kind, run = name, undo, settle, tool = name, args = {}, card = {} } = step
  const { notThere } = serviceMessages[parts.language]
  const limit = step.timeout ?? file.timeout
  const longest = limit === undefined ? code.steps[run]?.ms : limit + 1_000
  const ms = longest === undefined ? {} : { ms: longest }
  const back = undo === undefined ? undefined : code.steps[undo]?.execute
  const more = { ...ms, ...(back ? { undo: back } : {}) }
  if (kind === 'tool')
    return {
      ...more,
      stream: (task, at) => callTool({ name: tool, args: filledArgs(args, task), ms: limit }, parts, at, notThere),
    }
  if (kind === 'model')
    return { ...more, stream: (task, at) => askStep({ name, prompt, card: card as never }, task, parts, at) }
  const own = code.steps[run]
  const settled = own?.settle ?? (settle === undefined ? undefined : settledBy(code.steps[settle]))
  // Without code the values themselves are the receipt, which a hook may take on.
  const record = async ({ key, slots }: StepTask) => ({ outcome: 'executed' as const, receipt: { key, ...slots } })
  return { ...more, execute: own?.execute ?? record, ...(settled ? { settle: settled } : {}) }
}

/**
 * A function that says what became of a key: `{ receipt }`, `{ failed }`, or `{ done: false }` where nothing was
 * done.
 */
function settledBy(code: ServiceCode['steps'][string] | undefined): ActionStep['settle'] {
  if (!code) return undefined
  return async (key) => {
    const task = {
      slots: {},
      found: {},
      key,
      conversation: '',
      profile: '',
      by: 'owner',
      text: '',
      when: { now: new Date(0), zone: 'UTC' },
    }
    const done = await code.execute(task as StepTask, new AbortController().signal)
    return done.outcome === 'executed' && done.receipt.done === false ? undefined : done
  }
}

function slotOf(name: string, slot: SlotFile, language: 'ko' | 'en'): ReadableSlot {
  const say = serviceMessages[language].declared
  const label = inLanguage(slot.label ?? name, language)
  const asked = slot.question === undefined ? [] : Array.isArray(slot.question) ? slot.question : [slot.question]
  const unit = slot.unit && inLanguage(slot.unit, language)
  const choices = Object.entries(slot.choices ?? {}).map(([value, words]) => ({ value, words }))
  return {
    name,
    type: slot.type,
    required: slot.required ?? false,
    label,
    questions: [...asked.map((text) => inLanguage(text, language)), say.ask(label), say.askAgain(label)],
    errors: errorsOf(slot, { label, unit }, language),
    ...(slot.min === undefined ? {} : { min: slot.min }),
    ...(slot.max === undefined ? {} : { max: slot.max }),
    ...(unit ? { unit } : {}),
    ...(choices.length > 0 ? { choices } : {}),
    ...(slot.endings ? { endings: slot.endings } : {}),
    ...(slot.past ? { past: true } : {}),
  }
}

type Errors = ReadableSlot['errors']

/** 10.5 hours as 10:30. */
const clockOf = (hours: number) => `${Math.floor(hours)}:${String(Math.round((hours % 1) * 60)).padStart(2, '0')}`

/** Sentences about values that cannot be taken: those of the declaration where it has some. */
function errorsOf(
  slot: SlotFile,
  { label, unit }: { label: string; unit: string | undefined },
  language: 'ko' | 'en',
): Errors {
  const { type, min, max, error } = slot
  const say = serviceMessages[language].declared
  const half = type === 'time' ? { half: say.half } : {}
  if (typeof error === 'object' && 'invalid' in error) {
    const texts = Object.entries(error).flatMap(([why, text]) =>
      text === undefined ? [] : [[why, inLanguage(text, language)]],
    )
    return { ...half, ...Object.fromEntries(texts) } as Errors
  }
  if (error !== undefined) return { ...half, invalid: inLanguage(error, language) }
  const showNumber = (value: number) =>
    displaySlot({ type, ...(unit ? { unit } : {}) }, type === 'time' ? clockOf(value) : value, language)
  return {
    ...half,
    invalid: say.invalid(label),
    past: say.past(label),
    ...(type === 'text' || type === 'person' ? { long: say.long(label, maxText) } : {}),
    ...(type === 'amount' || type === 'count' ? { fraction: say.fraction(label) } : {}),
    ...(min === undefined ? {} : { min: say.least(label, showNumber(min)) }),
    ...(max === undefined ? {} : { max: say.most(label, showNumber(max)) }),
  }
}
