/**
 * The bytes that a model's service sends for a reply, in its own wire format, following
 * - OpenAI: https://platform.openai.com/docs/api-reference/chat-streaming (chat.completion.chunk, usage chunk, [DONE])
 *   and https://platform.openai.com/docs/guides/error-codes (body `{error: {message, type, param, code}}`)
 * - Anthropic: https://docs.anthropic.com/en/docs/build-with-claude/streaming (message_start … message_stop, ping, error)
 *   and https://docs.anthropic.com/en/api/errors (body `{type: 'error', error: {type, message}}`)
 * - Z.AI: https://docs.z.ai/api-reference/llm/chat-completion (OpenAI-shaped; `reasoning_content`; body `{error: {code, message}}`)
 */

export type Shape = 'openai' | 'anthropic' | 'zai'

/** What the model answers, whatever the wire: plain JSON, so that it can stand in a script file. */
export interface Answer {
  /** Shown text. An array is sent as one delta each; a string in deltas of a few characters. */
  text?: string | string[]
  reasoning?: string | string[]
  /** `args` as a string is sent as it is, valid or not. */
  calls?: { id?: string; name: string; args: unknown }[]
  /** Parts of several calls' arguments alternate, as the OpenAI wire allows. */
  interleaved?: boolean
  stop?: 'end' | 'tools' | 'length' | 'refusal' | 'filter'
  /** Tokens; null leaves usage out where the wire allows it. `cached` is part of `input`. */
  usage?: { input: number; output: number; cached?: number } | null
  /** Sends an error event after the deltas, instead of an end. */
  error?: WireError
}
export interface WireError {
  type: string
  message: string
  code?: string
}

/** The whole reply as one Server-Sent Event per entry. */
export function events(shape: Shape, answer: Answer, model: string): string[] {
  return shape === 'anthropic' ? anthropic(answer, model) : openai(shape, answer, model)
}

/** The JSON body of a reply with an error status. */
export function errorBody(shape: Shape, { type, message, code }: WireError): string {
  if (shape === 'anthropic') return JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_1' })
  if (shape === 'zai') return JSON.stringify({ error: { code: code ?? type, message } })
  return JSON.stringify({ error: { message, type, param: null, code: code ?? null } })
}

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const named = (value: { type: string }) => `event: ${value.type}\n${data(value)}`

/** A string in pieces of `size` characters, never between the halves of a surrogate pair; an array as it is. */
function pieces(text: string | string[] | undefined, size = 8): string[] {
  if (Array.isArray(text)) return text
  const characters = [...(text ?? '')]
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, at) =>
    characters.slice(at * size, (at + 1) * size).join(''),
  )
}

const written = (args: unknown) => (typeof args === 'string' ? args : JSON.stringify(args))

/** Deltas of all calls, one call after the other or round and round. */
function argumentPieces(answer: Answer): { index: number; piece: string }[] {
  const each = (answer.calls ?? []).map((call, index) => pieces(written(call.args)).map((piece) => ({ index, piece })))
  if (!answer.interleaved) return each.flat()
  const longest = Math.max(0, ...each.map((list) => list.length))
  return Array.from({ length: longest }, (_, at) => each.flatMap((list) => list.slice(at, at + 1))).flat()
}

const usageOf = (answer: Answer) => (answer.usage === undefined ? { input: 11, output: 7 } : answer.usage)

function openai(shape: Shape, answer: Answer, model: string): string[] {
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000, model }
  const chunk = (delta: object, finish: string | null = null) =>
    data({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] })
  const calls = answer.calls ?? []
  const deltas = [
    chunk({ role: 'assistant', content: '' }),
    ...pieces(answer.reasoning).map((piece) => chunk({ reasoning_content: piece })),
    ...pieces(answer.text).map((piece) => chunk(answer.stop === 'refusal' ? { refusal: piece } : { content: piece })),
    ...calls.map(({ id, name }, index) =>
      chunk({ tool_calls: [{ index, id: id ?? `call_${index + 1}`, type: 'function', function: { name, arguments: '' } }] }),
    ),
    ...argumentPieces(answer).map(({ index, piece }) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ]
  if (answer.error) return [...deltas, `data: ${errorBody(shape, answer.error)}\n\n`]
  const stop = answer.stop ?? (calls.length > 0 ? 'tools' : 'end')
  const finish = { end: 'stop', tools: 'tool_calls', length: 'length', refusal: 'stop', filter: 'content_filter' }[stop]
  const usage = usageOf(answer)
  const counted = usage && {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cached ?? 0 },
  }
  return [...deltas, chunk({}, finish), ...(counted ? [data({ ...head, choices: [], usage: counted })] : []), 'data: [DONE]\n\n']
}

function anthropic(answer: Answer, model: string): string[] {
  const usage = usageOf(answer) ?? { input: 0, output: 0 }
  const cached = ('cached' in usage && usage.cached) || 0
  const input = { input_tokens: usage.input - cached, cache_read_input_tokens: cached, cache_creation_input_tokens: 0 }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null }
  const calls = answer.calls ?? []
  let index = 0
  const block = (start: object, deltas: object[]) => {
    const at = index++
    return [
      named({ type: 'content_block_start', index: at, content_block: start } as { type: string }),
      ...deltas.map((delta) => named({ type: 'content_block_delta', index: at, delta } as { type: string })),
      named({ type: 'content_block_stop', index: at } as { type: string }),
    ]
  }
  const thinking = pieces(answer.reasoning).map((piece) => ({ type: 'thinking_delta', thinking: piece }))
  const text = pieces(answer.text).map((piece) => ({ type: 'text_delta', text: piece }))
  const deltas = [
    named({ type: 'message_start', message: { ...message, usage: { ...input, output_tokens: 1 } } } as { type: string }),
    named({ type: 'ping' }),
    ...(thinking.length > 0 ? block({ type: 'thinking', thinking: '', signature: '' }, thinking) : []),
    ...(text.length > 0 ? block({ type: 'text', text: '' }, text) : []),
    ...calls.flatMap(({ id, name, args }, at) =>
      block(
        { type: 'tool_use', id: id ?? `call_${at + 1}`, name, input: {} },
        pieces(written(args)).map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
      ),
    ),
  ]
  if (answer.error) return [...deltas, named({ type: 'error', error: answer.error } as { type: string })]
  const stop = answer.stop ?? (calls.length > 0 ? 'tools' : 'end')
  const reason = { end: 'end_turn', tools: 'tool_use', length: 'max_tokens', refusal: 'refusal', filter: 'refusal' }[stop]
  const end = {
    type: 'message_delta',
    delta: { stop_reason: reason, stop_sequence: null },
    usage: { output_tokens: usage.output },
  }
  return [...deltas, named(end), named({ type: 'message_stop' })]
}
