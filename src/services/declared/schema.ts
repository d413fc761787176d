import * as z from 'zod/mini'
import { slotTypes } from '../../core/service/slots.ts'
import { placesOf } from '../../core/service/template.ts'

/** A sentence: in one language for both, or in each. */
const text = z.union([z.string(), z.strictObject({ ko: z.string(), en: z.string() })])
const positive = z.int().check(z.gte(0))

const slot = z.strictObject({
  type: z.enum(slotTypes),
  required: z.optional(z.boolean()),
  label: z.optional(text),
  question: z.optional(z.union([text, z.array(text)])),
  error: z.optional(text),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  unit: z.optional(text),
  choices: z.optional(z.record(z.string(), z.array(z.string()))),
  /** For `text`: a word that ends in one of these is taken without being asked for. */
  endings: z.optional(z.array(z.string())),
  past: z.optional(z.boolean()),
})

const card = {
  model: z.optional(z.string()),
  temperature: z.optional(z.number()),
  attempts: z.optional(z.int().check(z.gte(1), z.lte(10))),
  backoff: z.optional(positive),
  timeout: z.optional(z.int().check(z.gte(1), z.lte(600_000))),
}

/** The step that reads slots: what it answers is given by them, and it does nothing. */
const reading = z.strictObject({ prompt: z.optional(z.string()), card: z.optional(z.strictObject(card)) })

/** The step that talks. */
const reply = z.strictObject({
  prompt: z.optional(z.string()),
  card: z.optional(
    z.strictObject({
      ...card,
      schema: z.optional(z.record(z.string(), z.json())),
      tools: z.optional(z.array(z.string())),
    }),
  ),
  format: z.optional(z.enum(['text', 'json'])),
  actions: z.optional(z.array(z.string().check(z.minLength(1)))),
})

/** What a service.json may hold; everything else in it is a mistake that is told. */
export const serviceFile = z.strictObject({
  $schema: z.optional(z.string()),
  name: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/, 'a-z 0-9 -')),
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+/, '1.0.0')),
  title: z.optional(text),
  description: z.optional(text),
  words: z.array(z.string().check(z.minLength(1))),
  slots: z.optional(z.record(z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'a-z 0-9 _')), slot)),
  steps: z.optional(z.strictObject({ slots: z.optional(reading), reply: z.optional(reply) })),
  /** Several requests in one sentence are done one after the other. */
  batch: z.optional(z.boolean()),
  confirm: z.optional(text),
  done: z.optional(text),
  cancelled: z.optional(text),
  failed: z.optional(text),
  /** Handlers may take this long, in milliseconds. */
  timeout: z.optional(z.int().check(z.gte(1), z.lte(600_000))),
})
export type ServiceFile = z.infer<typeof serviceFile>
export type SlotFile = z.infer<typeof slot>
export type Text = z.infer<typeof text>

/** What is wrong with a declaration, as lines like `slots.date.type: …`; the declaration itself when nothing is. */
export function parseService(value: unknown): ServiceFile | string[] {
  const result = z.safeParse(serviceFile, value)
  if (result.success) {
    const strange = [...strangePlaces(result.data), ...idle(result.data)]
    return strange.length > 0 ? strange : result.data
  }
  return result.error.issues.map(({ path, message }) => `${path.join('.') || 'service.json'}: ${message}`)
}

/** Places in sentences that no slot fills: a typing error there would leave a hole in what people are asked. */
function strangePlaces({ slots = {}, confirm, done, cancelled, failed }: ServiceFile): string[] {
  const known = Object.keys(slots)
  return Object.entries({ confirm, done, cancelled, failed }).flatMap(([key, text]) => {
    const all = text === undefined ? [] : typeof text === 'string' ? [text] : [text.ko, text.en]
    const strange = new Set(all.flatMap(placesOf).filter((name) => !known.includes(name)))
    return [...strange].map((name) => `${key}: {${name}} is no slot`)
  })
}

/** What is declared and would do nothing. */
function idle({ slots = {}, steps, batch }: ServiceFile): string[] {
  const { format = 'text', card, actions } = steps?.reply ?? {}
  const slotted = Object.keys(slots).length > 0
  return [
    ...(steps?.reply && slotted ? ['steps.reply: a service with slots does not talk'] : []),
    ...(steps?.slots && !slotted ? ['steps.slots: there are no slots to read'] : []),
    ...(batch && !slotted ? ['batch: there are no slots to fill'] : []),
    ...(format === 'json' && card?.tools ? ['steps.reply.card.tools: only with "format": "text"'] : []),
    ...(format === 'text' && card?.schema ? ['steps.reply.card.schema: only with "format": "json"'] : []),
    ...(format === 'text' && actions ? ['steps.reply.actions: only with "format": "json"'] : []),
  ]
}
