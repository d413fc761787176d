import * as z from 'zod/mini'
import { serviceName } from '../../core/service/service-name.ts'
import { slotTypes } from '../../core/service/slots.ts'

/** A sentence: in one language for both, or in each. */
const text = z.union([z.string(), z.strictObject({ ko: z.string(), en: z.string() })])
const positive = z.int().check(z.gte(0))

export const slotFile = z.strictObject({
  type: z.enum(slotTypes),
  required: z.optional(z.boolean()),
  label: z.optional(text),
  question: z.optional(z.union([text, z.array(text)])),
  /** One sentence for everything that is wrong with a value, or one for each fault. */
  error: z.optional(
    z.union([
      text,
      z.strictObject({
        invalid: text,
        past: z.optional(text),
        min: z.optional(text),
        max: z.optional(text),
        fraction: z.optional(text),
        range: z.optional(text),
        repeats: z.optional(text),
      }),
    ]),
  ),
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

export const stepKinds = ['slots', 'confirm', 'code', 'tool', 'model', 'branch', 'talk', 'service'] as const

/** One case of a branch: what is known under `if` (`amount`, `price.total`) is this, over or under that. */
const branchCase = z.strictObject({
  if: z.string(),
  is: z.optional(z.json()),
  over: z.optional(z.number()),
  under: z.optional(z.number()),
  next: z.string(),
})

/** Everything that a step may hold; which kind holds what is in `stepKeys`. */
export const stepFile = z.strictObject({
  kind: z.optional(z.enum(stepKinds)),
  label: z.optional(text),
  /** The stage that front ends are told in place of FILLING, READY or TALKING while this step waits. */
  stage: z.optional(z.string().check(z.regex(/^[A-Z][A-Z0-9_]{0,39}$/))),
  /** The step behind it, or `end`. */
  next: z.optional(z.string()),
  slots: z.optional(z.array(z.string())),
  say: z.optional(text),
  run: z.optional(z.string()),
  undo: z.optional(z.string()),
  settle: z.optional(z.string()),
  timeout: z.optional(z.int().check(z.gte(1), z.lte(600_000))),
  tool: z.optional(z.string()),
  args: z.optional(z.record(z.string(), z.json())),
  prompt: z.optional(text),
  card: z.optional(
    z.strictObject({
      ...card,
      schema: z.optional(z.record(z.string(), z.json())),
      tools: z.optional(z.array(z.string())),
    }),
  ),
  format: z.optional(z.enum(['text', 'json'])),
  actions: z.optional(z.array(z.string().check(z.minLength(1)))),
  cases: z.optional(z.array(branchCase)),
  else: z.optional(z.string()),
  service: z.optional(z.string()),
  with: z.optional(z.record(z.string(), z.json())),
})

/** The fields of a service.json; everything else is reported as a mistake. */
export const serviceFile = z.strictObject({
  $schema: z.optional(z.string()),
  name: z.string().check(z.regex(serviceName)),
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+/)),
  title: z.optional(text),
  description: z.optional(text),
  words: z.array(z.string().check(z.minLength(1))),
  slots: z.optional(z.record(z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/)), slotFile)),
  /** In their order; the kind of `slots` and `reply` need not be said. */
  steps: z.optional(z.record(z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/)), stepFile)),
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
export type StepFile = z.infer<typeof stepFile>
export type StepKind = (typeof stepKinds)[number]
export type Text = z.infer<typeof text>
