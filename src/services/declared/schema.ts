import * as z from 'zod/mini'
import { slotTypes } from '../../core/service/slots.ts'

/** A sentence: in one language for both, or in each. */
const text = z.union([z.string(), z.strictObject({ ko: z.string(), en: z.string() })])
const positive = z.int().check(z.gte(0))

export const slotFile = z.strictObject({
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
export const replyFile = z.strictObject({
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

/** What a service.json may hold; everything else is reported as a mistake. */
export const serviceFile = z.strictObject({
  $schema: z.optional(z.string()),
  name: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/)),
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+/)),
  title: z.optional(text),
  description: z.optional(text),
  words: z.array(z.string().check(z.minLength(1))),
  slots: z.optional(z.record(z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/)), slotFile)),
  steps: z.optional(z.strictObject({ slots: z.optional(reading), reply: z.optional(replyFile) })),
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
export type SlotFile = z.infer<typeof slotFile>
export type Text = z.infer<typeof text>
