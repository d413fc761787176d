import { join } from 'node:path'
import type { Definition, Service, ServiceClaim, ServiceDeps } from '../../core/service/service.ts'
import { slotService } from '../../core/service/slot-service.ts'
import { display } from '../../core/service/slots.ts'
import { type StepTools, talkService } from '../../core/service/talk-service.ts'
import { serviceMessages } from '../../messages/engine/service.ts'
import type { JsonObject } from '../../protocol/index.ts'
import { readSentence, type Sentence } from '../../std/korean/sentence.ts'
import { declaredSentences, inLanguage } from './declared-sentences.ts'
import { completedHook } from './folder.ts'
import { callHandler, type Handler } from './handler.ts'
import { type ReadableSlot, readSlots, readTasks } from './read.ts'
import type { ServiceFile, SlotFile } from './schema.ts'

/** A declared service in one language: of slots where it has some, else one that talks. */
export function declaredService(
  file: ServiceFile,
  folder: string,
  handler: Handler | undefined,
  parts: ServiceDeps,
  tools?: StepTools,
): Service {
  const { language } = parts
  const title = inLanguage(file.title ?? file.name, language)
  const description = inLanguage(file.description ?? file.title ?? file.name, language)
  const claim = claimByWords(file.words)
  if (file.slots && Object.keys(file.slots).length > 0)
    return slotService(slotDefinition(file, { title, description, claim, folder, handler }, parts), parts)
  const { prompt = description, card = {}, format = 'text', actions } = file.steps?.reply ?? {}
  const talk = {
    name: file.name,
    title,
    description,
    prompt,
    card: card as never,
    format,
    claim,
    ...(actions ? { actions } : {}),
  }
  return talkService(talk, parts, tools)
}

const ABOUT = /[?？]\s*$|뭐|어떻게|왜|언제|얼마|방법|라고\s|다고\s|했어|했니/

/** "식당 예약하지 마": the sentence ends in what is not to be done. */
const isForbidden = ({ text, negations }: Sentence) =>
  negations.some(({ from, to }) => /[가-힣]지/.test(text.slice(from, to)) && /^[\s.!~요]*$/.test(text.slice(to)))

/** Rules for words that a declaration names: a request with one of them is for this service, a question may be. */
function claimByWords(words: readonly string[]): (text: string) => ServiceClaim {
  const flat = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/g, '')
  const wanted = words.map(flat)
  return (text) => {
    const said = flat(text)
    if (!wanted.some((word) => said.includes(word)) || isForbidden(readSentence(text))) return 'no'
    return ABOUT.test(text) ? 'maybe' : 'yes'
  }
}

interface About {
  title: string
  description: string
  claim(text: string): ServiceClaim
  folder: string
  handler: Handler | undefined
}

function slotDefinition(file: ServiceFile, about: About, { language }: ServiceDeps): Definition {
  const { title, description, claim, folder, handler } = about
  const slots = Object.entries(file.slots ?? {}).map(([name, slot]) => slotOf(name, slot, language))
  const { prompt, card } = file.steps?.slots ?? {}
  return {
    name: file.name,
    title,
    description,
    slots,
    ...(prompt || card ? { reading: { prompt: prompt ?? description, card: (card ?? {}) as never } } : {}),
    claim,
    read: (text, context) => (file.batch ? readTasks : readSlots)(slots, text, context),
    async execute({ slots: values, key, conversation, when }, signal) {
      if (!handler?.exports.includes('execute')) return { outcome: 'executed', receipt: { key, ...values } }
      const given = { slots: values, key, conversation, now: when.now.toISOString(), zone: when.zone }
      return doneOf(await callHandler(join(folder, handler.file), 'execute', given, file.timeout, signal))
    },
    ...(file.timeout ? { executeMs: file.timeout + 1_000 } : {}),
    hook: completedHook(file.name),
    hooks: hooksOf(file, folder, handler),
    ...(file.batch ? { batch: true } : {}),
    say: declaredSentences(file, slots, title, language),
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
    errors: slot.error ? { invalid: inLanguage(slot.error, language) } : errorsOf(slot, { label, unit }, language),
    ...(slot.min === undefined ? {} : { min: slot.min }),
    ...(slot.max === undefined ? {} : { max: slot.max }),
    ...(unit ? { unit } : {}),
    ...(choices.length > 0 ? { choices } : {}),
    ...(slot.endings ? { endings: slot.endings } : {}),
    ...(slot.past ? { past: true } : {}),
  }
}

/** What is said of values that cannot be taken where the declaration says nothing. */
function errorsOf(
  { type, min, max }: SlotFile,
  { label, unit }: { label: string; unit: string | undefined },
  language: 'ko' | 'en',
): ReadableSlot['errors'] {
  const say = serviceMessages[language].declared
  const shown = (value: number) => display({ type, ...(unit ? { unit } : {}) }, value, language)
  return {
    invalid: say.invalid(label),
    past: say.past(label),
    ...(min === undefined ? {} : { min: say.least(label, shown(min)) }),
    ...(max === undefined ? {} : { max: say.most(label, shown(max)) }),
  }
}

/** A handler's hooks are called in its Worker, as its other functions are. */
function hooksOf(file: ServiceFile, folder: string, handler: Handler | undefined): NonNullable<Definition['hooks']> {
  const names = handler?.hooks ?? []
  return Object.fromEntries(
    names.map((name) => [
      name,
      (payload: unknown) => callHandler(join(folder, handler?.file ?? ''), `hooks.${name}`, payload as JsonObject, file.timeout),
    ]),
  )
}

function doneOf(answer: unknown) {
  const { failed, receipt, message } = (answer ?? {}) as { failed?: unknown; receipt?: unknown; message?: unknown }
  if (typeof failed === 'string') return { outcome: 'failed' as const, reason: failed }
  const kept = typeof receipt === 'object' && receipt !== null ? (receipt as JsonObject) : {}
  return { outcome: 'executed' as const, receipt: typeof message === 'string' ? { ...kept, message } : kept }
}
