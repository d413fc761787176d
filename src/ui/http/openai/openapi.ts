import type { JsonObject } from '../../../protocol/index.ts'

const text = { type: 'string' }
const flag = { type: 'boolean' }
const whole = { type: 'integer' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const list = (items: JsonObject) => ({ type: 'array', items })
const object = (properties: JsonObject, required = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
})
const open = (properties: JsonObject, required: string[]) => ({
  ...object(properties, required),
  additionalProperties: true,
})
const json = (schema: JsonObject) => ({ 'application/json': { schema } })
const answer = (description: string, schema: JsonObject) => ({ description, content: json(schema) })
const faults = {
  400: answer('not JSON, not a request, or something that is not supported', ref('OpenAiError')),
  401: answer('no token, or an unknown one', ref('OpenAiError')),
  404: answer('no such model or response', ref('OpenAiError')),
  413: answer('body over 24 MiB', ref('OpenAiError')),
  429: answer('too many requests or bytes of this token; see Retry-After', ref('OpenAiError')),
}
const headers = [
  {
    name: 'X-Session-Id',
    in: 'header',
    required: false,
    schema: text,
    description: 'the conversation; only the last message counts then',
  },
  {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: text,
    description: 'what is sent again with it runs once',
  },
]
const byId = (description: string) => [{ name: 'id', in: 'path', required: true, schema: text, description }]
const events = (description: string) => ({ schema: { ...text, description } })

/** The OpenAI-compatible addresses, for the description of the whole interface. */
export const doorPaths: JsonObject = {
  '/v1/models': {
    get: {
      summary: 'The assistant, its agents and its services',
      responses: { 200: answer('the list', object({ object: text, data: list(ref('Model')) })), ...faults },
    },
  },
  '/v1/models/{id}': {
    get: {
      summary: 'One of them',
      parameters: byId('its name'),
      responses: { 200: answer('the model', ref('Model')), ...faults },
    },
  },
  '/v1/chat/completions': {
    post: {
      summary: 'One turn, as OpenAI words it: whole, or as chunks that end with [DONE]',
      parameters: headers,
      requestBody: { required: true, content: json(ref('CompletionRequest')) },
      responses: {
        200: {
          description: 'the answer',
          content: {
            ...json(ref('Completion')),
            'text/event-stream': events('chat.completion.chunk objects, then [DONE]'),
          },
        },
        ...faults,
      },
    },
  },
  '/v1/responses': {
    post: {
      summary: 'One turn as a response: whole, or as typed events',
      parameters: headers,
      requestBody: { required: true, content: json(ref('ResponseRequest')) },
      responses: {
        200: {
          description: 'the response',
          content: { ...json(ref('Response')), 'text/event-stream': events('response.created … response.completed') },
        },
        ...faults,
      },
    },
  },
  '/v1/responses/{id}': {
    get: {
      summary: 'A response that was given before',
      parameters: byId('of the response'),
      responses: { 200: answer('the response', ref('Response')), ...faults },
    },
  },
  '/v1/conversations': {
    post: {
      summary: 'A name for a new conversation',
      responses: {
        200: answer('the name', object({ id: text, object: text, created_at: whole, metadata: { type: 'object' } })),
        ...faults,
      },
    },
  },
}

const message = open(
  {
    role: { type: 'string', enum: ['system', 'developer', 'user', 'assistant'] },
    content: { anyOf: [text, list(open({ type: text }, ['type']))] },
  },
  ['role', 'content'],
)

export const doorSchemas: JsonObject = {
  Model: object({ id: text, object: { const: 'model' }, created: whole, owned_by: text }),
  CompletionRequest: open(
    {
      model: text,
      messages: list(message),
      stream: flag,
      stream_options: object({ include_usage: flag }, []),
      store: { type: 'boolean', description: 'false: nothing of it is kept or remembered' },
      response_format: open({ type: text }, ['type']),
    },
    ['model', 'messages'],
  ),
  Completion: object({
    id: text,
    object: { const: 'chat.completion' },
    created: whole,
    model: text,
    choices: list(open({ index: whole, message, finish_reason: text }, ['index', 'message', 'finish_reason'])),
    usage: open({ prompt_tokens: whole, completion_tokens: whole, total_tokens: whole }, []),
  }),
  ResponseRequest: open(
    {
      model: text,
      input: { anyOf: [text, list(open({}, []))] },
      instructions: text,
      previous_response_id: text,
      conversation: { anyOf: [text, object({ id: text })] },
      stream: flag,
      store: flag,
    },
    ['model', 'input'],
  ),
  Response: open(
    {
      id: text,
      object: { const: 'response' },
      status: text,
      model: text,
      output: list(open({ type: text }, ['type'])),
    },
    ['id', 'object', 'status', 'output'],
  ),
  OpenAiError: object({
    error: object({
      message: text,
      type: text,
      param: { type: ['string', 'null'] },
      code: { type: ['string', 'null'] },
    }),
  }),
}
