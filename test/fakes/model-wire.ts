/**
 * The bytes that a model's service sends for a reply, in its own wire format, following
 * - OpenAI: https://platform.openai.com/docs/api-reference/chat-streaming (chat.completion.chunk, usage chunk, [DONE])
 *   and https://platform.openai.com/docs/guides/error-codes (body `{error: {message, type, param, code}}`)
 * - Anthropic: https://docs.anthropic.com/en/docs/build-with-claude/streaming (message_start … message_stop, ping,
 *   error)
 *   and https://docs.anthropic.com/en/api/errors (body `{type: 'error', error: {type, message}}`)
 * - OpenAI Responses: https://platform.openai.com/docs/api-reference/responses-streaming (November 2026;
 *   response.created …
 *   response.completed, no [DONE])
 * - Ollama: https://docs.ollama.com/api/chat (November 2026; one JSON object a line, the last with `done: true`; body
 *   `{error: text}`)
 * - Z.AI: https://docs.z.ai/api-reference/llm/chat-completion (OpenAI-shaped; `reasoning_content`; body `{error:
 *   {code, message}}`)
 */

export type Shape = 'openai' | 'anthropic' | 'zai' | 'responses' | 'ollama'

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
  if (shape === 'responses') return responses(answer, model)
  if (shape === 'ollama') return ollama(answer, model)
  return shape === 'anthropic' ? anthropic(answer, model) : openai(shape, answer, model)
}

/** The JSON body of a reply with an error status. */
export function errorBody(shape: Shape, { type, message, code }: WireError): string {
  if (shape === 'anthropic') return JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_1' })
  if (shape === 'ollama') return JSON.stringify({ error: message })
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
      chunk({
        tool_calls: [{ index, id: id ?? `call_${index + 1}`, type: 'function', function: { name, arguments: '' } }],
      }),
    ),
    ...argumentPieces(answer).map(({ index, piece }) =>
      chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
    ),
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
  return [
    ...deltas,
    chunk({}, finish),
    ...(counted ? [data({ ...head, choices: [], usage: counted })] : []),
    'data: [DONE]\n\n',
  ]
}

function anthropic(answer: Answer, model: string): string[] {
  const usage = usageOf(answer) ?? { input: 0, output: 0 }
  const cached = ('cached' in usage && usage.cached) || 0
  const input = { input_tokens: usage.input - cached, cache_read_input_tokens: cached, cache_creation_input_tokens: 0 }
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
  }
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
    named({ type: 'message_start', message: { ...message, usage: { ...input, output_tokens: 1 } } } as {
      type: string
    }),
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
  const reason = { end: 'end_turn', tools: 'tool_use', length: 'max_tokens', refusal: 'refusal', filter: 'refusal' }[
    stop
  ]
  const end = {
    type: 'message_delta',
    delta: { stop_reason: reason, stop_sequence: null },
    usage: { output_tokens: usage.output },
  }
  return [...deltas, named(end), named({ type: 'message_stop' })]
}

function ollama(answer: Answer, model: string): string[] {
  const line = (more: object) => `${JSON.stringify({ model, created_at: '2026-11-22T00:00:00Z', ...more })}\n`
  const said = (message: object) => line({ message: { role: 'assistant', content: '', ...message }, done: false })
  const calls = (answer.calls ?? []).map(({ name, args }) => ({ function: { name, arguments: args } }))
  const lines = [
    ...pieces(answer.reasoning).map((thinking) => said({ thinking })),
    ...pieces(answer.text).map((content) => said({ content })),
    ...calls.map((call) => said({ tool_calls: [call] })),
  ]
  if (answer.error) return [...lines, `${JSON.stringify({ error: answer.error.message })}\n`]
  const usage = usageOf(answer)
  const reason = answer.stop === 'length' ? 'length' : 'stop'
  const counted = usage ? { prompt_eval_count: usage.input, eval_count: usage.output } : {}
  return [...lines, line({ message: { role: 'assistant', content: '' }, done: true, done_reason: reason, ...counted })]
}

function responses(answer: Answer, model: string): string[] {
  let sequence = 0
  let index = 0
  const event = (type: string, more: object) =>
    named({ type, sequence_number: sequence++, ...more } as { type: string })
  const head = { id: 'resp_1', object: 'response', model, status: 'in_progress', output: [] as object[] }
  const output: object[] = []
  const item = (added: object, deltas: [string, object][], done: object) => {
    const at = index++
    output.push(done)
    return [
      event('response.output_item.added', { output_index: at, item: added }),
      ...deltas.map(([type, more]) => event(type, { output_index: at, ...more })),
      event('response.output_item.done', { output_index: at, item: done }),
    ]
  }
  const thoughts = pieces(answer.reasoning)
  const words = pieces(answer.text)
  const refusal = answer.stop === 'refusal'
  const deltas = [
    event('response.created', { response: head }),
    event('response.in_progress', { response: head }),
    ...(thoughts.length > 0
      ? item(
          { type: 'reasoning', id: 'rs_1', summary: [] },
          thoughts.map((delta) => [
            'response.reasoning_summary_text.delta',
            { item_id: 'rs_1', summary_index: 0, delta },
          ]),
          {
            type: 'reasoning',
            id: 'rs_1',
            summary: [{ type: 'summary_text', text: thoughts.join('') }],
            encrypted_content: 'sealed-1',
          },
        )
      : []),
    ...(words.length > 0
      ? item(
          { type: 'message', id: 'msg_1', role: 'assistant', content: [] },
          words.map((delta) => [
            refusal ? 'response.refusal.delta' : 'response.output_text.delta',
            { item_id: 'msg_1', content_index: 0, delta },
          ]),
          {
            type: 'message',
            id: 'msg_1',
            role: 'assistant',
            content: [
              refusal ? { type: 'refusal', refusal: words.join('') } : { type: 'output_text', text: words.join('') },
            ],
          },
        )
      : []),
    ...(answer.calls ?? []).flatMap(({ id, name, args }, at) => {
      const call = { type: 'function_call', id: `fc_${at + 1}`, call_id: id ?? `call_${at + 1}`, name }
      return item(
        { ...call, arguments: '' },
        pieces(written(args)).map((delta) => ['response.function_call_arguments.delta', { item_id: call.id, delta }]),
        { ...call, arguments: written(args) },
      )
    }),
  ]
  if (answer.error)
    return [
      ...deltas,
      event('error', { code: answer.error.code ?? answer.error.type, message: answer.error.message, param: null }),
    ]
  const usage = usageOf(answer)
  const cut = answer.stop === 'length' ? 'max_output_tokens' : answer.stop === 'filter' ? 'content_filter' : undefined
  const ended = {
    ...head,
    status: cut ? 'incomplete' : 'completed',
    output,
    ...(cut && { incomplete_details: { reason: cut } }),
    ...(usage && {
      usage: {
        input_tokens: usage.input,
        input_tokens_details: { cached_tokens: ('cached' in usage && usage.cached) || 0 },
        output_tokens: usage.output,
        total_tokens: usage.input + usage.output,
      },
    }),
  }
  return [...deltas, event(cut ? 'response.incomplete' : 'response.completed', { response: ended })]
}
