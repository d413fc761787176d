import { z } from 'zod'
import type { JsonObject } from '../../../protocol/index.ts'
import { arrangeMessages, type ClientRequest, type DoorSentences, type RawMessage } from './asked.ts'
import { type AnswerMark, parseBody, refuseForms, schemaOf } from './chat-completions.ts'
import { DoorRefused } from './refusals.ts'
import { responseTokens, type Tokens } from './turn-story.ts'

const part = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  refusal: z.string().optional(),
  image_url: z.string().nullish(),
})
const item = z.looseObject({
  type: z.string().optional(),
  role: z.string().optional(),
  content: z.union([z.string(), z.array(part)]).nullish(),
})
const request = z.looseObject({
  model: z.string(),
  input: z.union([z.string(), z.array(item).min(1)]),
  instructions: z.string().nullish(),
  previous_response_id: z.string().nullish(),
  conversation: z.union([z.string(), z.looseObject({ id: z.string() })]).nullish(),
  stream: z.boolean().nullish(),
  store: z.boolean().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  text: z
    .looseObject({
      format: z.looseObject({ type: z.string(), schema: z.record(z.string(), z.unknown()).optional() }).nullish(),
    })
    .nullish(),
})

/** A request of `/v1/responses`. */
export interface AskedResponse extends ClientRequest {
  instructions: string | null
  previous: string | undefined
  conversation: string | undefined
  metadata: JsonObject
}

/** Reads a request of `/v1/responses`. */
export function readResponse(body: Record<string, unknown>, say: DoorSentences): AskedResponse {
  refuseForms(body, say)
  const { model, input, instructions, stream, store, text, metadata, ...where } = parseBody(request, body, say)
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input
  const given: RawMessage[] = instructions ? [{ role: 'system', text: instructions, urls: [] }] : []
  const schema = schemaOf(text?.format?.type, text?.format?.schema)
  const { conversation } = where
  return {
    ...arrangeMessages([...given, ...items.flatMap((one, i) => rawItem(one, i, say))], say),
    model,
    ...(schema ? { schema } : {}),
    stream: stream === true,
    usage: true,
    store: store !== false,
    instructions: instructions ?? null,
    previous: where.previous_response_id ?? undefined,
    conversation: typeof conversation === 'string' ? conversation : conversation?.id,
    metadata: metadata ?? {},
  }
}

function rawItem(
  { type = 'message', role = '', content, output }: z.infer<typeof item>,
  index: number,
  say: DoorSentences,
): RawMessage[] {
  const field = `input.${index}`
  // The thoughts of another answer are of no use here, and clients give back all that they got.
  if (type === 'reasoning' || type === 'function_call') return []
  // Findings of another program's tools belong to the account.
  if (type === 'function_call_output')
    return [{ role: 'tool', text: typeof output === 'string' ? output : '', urls: [] }]
  if (type !== 'message' || !['system', 'developer', 'user', 'assistant'].includes(role))
    throw new DoorRefused('unsupported', say.unsupported(`${field} ${type} ${role}`.trim()), field)
  const parts = typeof content === 'string' ? [{ type: 'input_text', text: content }] : (content ?? [])
  const urls: string[] = []
  const texts = parts.map((one) => {
    if (one.type === 'input_text' || one.type === 'output_text' || one.type === 'text') return one.text ?? ''
    if (one.type === 'refusal') return one.refusal ?? ''
    if (one.type !== 'input_image' || !one.image_url)
      throw new DoorRefused('unsupported', say.unsupported(`${field}.content ${one.type}`), `${field}.content`)
    urls.push(one.image_url)
    return ''
  })
  return [{ role, text: texts.filter(Boolean).join('\n\n'), urls }]
}

type Status = 'in_progress' | 'completed' | 'incomplete' | 'failed'

/** The fields of a response about the request that it answers. */
export type ResponseFrame = AnswerMark &
  Partial<Pick<AskedResponse, 'instructions' | 'previous' | 'conversation' | 'metadata' | 'store' | 'schema'>>

/** A response as it stands. */
export function responseOf(
  { id, model, created, instructions, previous, conversation, metadata, store, schema }: ResponseFrame,
  status: Status,
  now: { text?: string; tokens?: Tokens; error?: { code: string; message: string } } = {},
): JsonObject {
  const { text, tokens, error } = now
  return {
    id,
    object: 'response',
    created_at: created,
    status,
    error: error ?? null,
    incomplete_details: null,
    instructions: instructions ?? null,
    max_output_tokens: null,
    model,
    output: text === undefined ? [] : [messageItem(id, status === 'completed' ? 'completed' : 'incomplete', text)],
    parallel_tool_calls: false,
    previous_response_id: previous ?? null,
    ...(conversation ? { conversation: { id: conversation } } : {}),
    reasoning: { effort: null, summary: null },
    store: store ?? true,
    temperature: null,
    text: { format: schema ? { type: 'json_schema', name: 'answer', schema, strict: true } : { type: 'text' } },
    tool_choice: 'none',
    tools: [],
    top_p: null,
    truncation: 'disabled',
    usage: tokens ? responseTokens(tokens) : null,
    user: null,
    metadata: metadata ?? {},
  }
}

const textPart = (text: string): JsonObject => ({ type: 'output_text', text, annotations: [], logprobs: [] })

function messageItem(id: string, status: 'in_progress' | 'completed' | 'incomplete', text?: string): JsonObject {
  const content = text === undefined ? [] : [textPart(text)]
  return { type: 'message', id: `msg_${id.slice(5)}`, status, role: 'assistant', content }
}

/** The typed events of a response's stream, numbered in order. */
export class ResponseEvents {
  readonly #frame: ResponseFrame
  #number = 0
  #isOpen = false

  constructor(frame: ResponseFrame) {
    this.#frame = frame
  }

  begin(): JsonObject[] {
    const response = responseOf(this.#frame, 'in_progress')
    return [this.#event('response.created', { response }), this.#event('response.in_progress', { response })]
  }

  delta(delta: string): JsonObject[] {
    return [...this.#open(), this.#event('response.output_text.delta', { ...this.#place(), delta, logprobs: [] })]
  }

  end(text: string, tokens: Tokens, cut: boolean): JsonObject[] {
    const status = cut ? 'incomplete' : 'completed'
    const { item_id: _, content_index: __, ...where } = this.#place()
    const item = messageItem(this.#frame.id, status, text)
    return [
      ...this.#open(),
      this.#event('response.output_text.done', { ...this.#place(), text, logprobs: [] }),
      this.#event('response.content_part.done', { ...this.#place(), part: textPart(text) }),
      this.#event('response.output_item.done', { ...where, item }),
      this.#event(`response.${status}`, { response: responseOf(this.#frame, status, { text, tokens }) }),
    ]
  }

  fail(error: { code: string; message: string }, text: string, tokens: Tokens): JsonObject[] {
    const now = { tokens, error, ...(text ? { text } : {}) }
    return [this.#event('response.failed', { response: responseOf(this.#frame, 'failed', now) })]
  }

  #open(): JsonObject[] {
    if (this.#isOpen) return []
    this.#isOpen = true
    const { item_id: _, content_index: __, ...where } = this.#place()
    const item = messageItem(this.#frame.id, 'in_progress')
    return [
      this.#event('response.output_item.added', { ...where, item }),
      this.#event('response.content_part.added', { ...this.#place(), part: textPart('') }),
    ]
  }

  #place(): { item_id: string; output_index: number; content_index: number } {
    return { item_id: `msg_${this.#frame.id.slice(5)}`, output_index: 0, content_index: 0 }
  }

  #event(type: string, fields: JsonObject): JsonObject {
    return { type, sequence_number: this.#number++, ...fields }
  }
}
