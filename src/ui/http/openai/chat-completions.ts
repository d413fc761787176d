import { z } from 'zod'
import type { Json, JsonObject } from '../../../protocol/index.ts'
import { arrangeMessages, type ClientRequest, type DoorSentences, type RawMessage } from './asked.ts'
import { DoorRefused } from './refusals.ts'
import { completionTokens, type Tokens } from './turn-story.ts'

const part = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  refusal: z.string().optional(),
  image_url: z.union([z.string(), z.looseObject({ url: z.string() })]).optional(),
})
const content = z.union([z.string(), z.array(part)]).nullish()

const completion = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content })).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  store: z.boolean().nullish(),
  response_format: z
    .looseObject({
      type: z.string(),
      json_schema: z.looseObject({ schema: z.record(z.string(), z.unknown()).nullish() }).nullish(),
    })
    .nullish(),
})

/** A value by one of our schemas. Throws `DoorRefused` that names the first field that does not fit. */
export function parseBody<T>(schema: z.ZodType<T>, value: unknown, say: DoorSentences): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const field = result.error.issues[0]?.path.join('.') || 'body'
  throw new DoorRefused('invalid', say.invalid(field), field)
}

/**
 * Refuses requests for another form of answer than one text, which cannot be left out in silence. Fields that only tune
 * a model are left out.
 */
export function refuseForms(body: Readonly<Record<string, unknown>>, say: DoorSentences): void {
  const lists = ['tools', 'functions'].filter((field) => Array.isArray(body[field]) && body[field].length > 0)
  if (lists[0] && body.tool_choice !== 'none') throw new DoorRefused('unsupported', say.noTools, lists[0])
  const other = ['audio', 'logprobs', 'prediction', 'web_search_options', 'background', 'prompt'].find(
    (field) => body[field],
  )
  const wanted = other ?? (typeof body.n === 'number' && body.n > 1 ? 'n' : undefined)
  if (wanted) throw new DoorRefused('unsupported', say.unsupported(wanted), wanted)
}

/** Reads a request of `/v1/chat/completions`. */
export function readCompletion(body: Record<string, unknown>, say: DoorSentences): ClientRequest {
  refuseForms(body, say)
  const { model, messages, stream, stream_options, store, response_format } = parseBody(completion, body, say)
  const schema = schemaOf(response_format?.type, response_format?.json_schema?.schema)
  return {
    ...arrangeMessages(
      messages.map((message, i) => rawMessage(message, i, say)),
      say,
    ),
    model,
    ...(schema ? { schema } : {}),
    stream: stream === true,
    usage: stream_options?.include_usage === true,
    store: store !== false,
  }
}

/** The JSON Schema that an answer is held to; undefined for plain words. */
export function schemaOf(type: string | undefined, schema: unknown): JsonObject | undefined {
  if (type === 'json_object') return { type: 'object' }
  return type === 'json_schema' ? ((schema ?? { type: 'object' }) as JsonObject) : undefined
}

function rawMessage(
  message: z.infer<typeof completion>['messages'][number],
  index: number,
  say: DoorSentences,
): RawMessage {
  const { role, content: given } = message
  const field = `messages.${index}`
  if (!['system', 'developer', 'user', 'assistant', 'tool', 'function'].includes(role))
    throw new DoorRefused('unsupported', say.unsupported(`${field}.role ${role}`), `${field}.role`)
  const parts = typeof given === 'string' ? [{ type: 'text', text: given }] : (given ?? [])
  const urls: string[] = []
  const texts = parts.map(({ type, text, refusal, image_url }) => {
    if (type === 'text') return text ?? ''
    if (type === 'refusal') return refusal ?? ''
    if (type !== 'image_url' || !image_url)
      throw new DoorRefused('unsupported', say.unsupported(`${field}.content ${type}`), `${field}.content`)
    urls.push(typeof image_url === 'string' ? image_url : image_url.url)
    return ''
  })
  return { role, text: texts.filter(Boolean).join('\n\n'), urls }
}

/** The fields that all objects of one answer share. */
export interface AnswerMark {
  id: string
  model: string
  /** Seconds since 1970. */
  created: number
}

/** A whole answer. */
export function completionOf({ id, model, created }: AnswerMark, text: string, tokens: Tokens): JsonObject {
  return {
    id: `chatcmpl-${id}`,
    object: 'chat.completion',
    created,
    model,
    choices: [
      { index: 0, message: { role: 'assistant', content: text, refusal: null }, logprobs: null, finish_reason: 'stop' },
    ],
    usage: completionTokens(tokens),
  }
}

/** One piece of a stream. */
export function chunkOf(
  { id, model, created }: AnswerMark,
  delta: JsonObject,
  finish: 'stop' | null,
  usage?: Json,
): JsonObject {
  const choices = usage ? [] : [{ index: 0, delta, logprobs: null, finish_reason: finish }]
  return {
    id: `chatcmpl-${id}`,
    object: 'chat.completion.chunk',
    created,
    model,
    choices,
    ...(usage === undefined ? {} : { usage }),
  }
}
