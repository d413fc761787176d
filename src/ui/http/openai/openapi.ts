import type { JsonObject } from '../../../protocol/index.ts'

const text = { type: 'string' }
const flag = { type: 'boolean' }
const whole = { type: 'integer' }
const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const listOf = (items: JsonObject) => ({ type: 'array', items })
const objectOf = (properties: JsonObject, required = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
})
const openObject = (properties: JsonObject, required: string[]) => ({
  ...objectOf(properties, required),
  additionalProperties: true,
})
const jsonContent = (schema: JsonObject) => ({ 'application/json': { schema } })
const jsonAnswer = (description: string, schema: JsonObject) => ({ description, content: jsonContent(schema) })
const faults = {
  400: jsonAnswer('not JSON, not a request, or something that is not supported', refTo('OpenAiError')),
  401: jsonAnswer('no token, or an unknown one', refTo('OpenAiError')),
  404: jsonAnswer('no such model or response', refTo('OpenAiError')),
  413: jsonAnswer('body over 24 MiB', refTo('OpenAiError')),
  429: jsonAnswer('too many requests or bytes of this token; see Retry-After', refTo('OpenAiError')),
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
const eventContent = (description: string) => ({ schema: { ...text, description } })

/** The OpenAI-compatible addresses, for the description of the whole interface. */
export const doorPaths: JsonObject = {
  '/v1/models': {
    get: {
      operationId: 'listModels',
      summary: 'The assistant, its agents and its services',
      responses: { 200: jsonAnswer('the list', objectOf({ object: text, data: listOf(refTo('Model')) })), ...faults },
    },
  },
  '/v1/models/{id}': {
    get: {
      operationId: 'getModel',
      summary: 'One of them',
      parameters: byId('its name'),
      responses: { 200: jsonAnswer('the model', refTo('Model')), ...faults },
    },
  },
  '/v1/chat/completions': {
    post: {
      operationId: 'createCompletion',
      summary: 'One turn, as OpenAI words it: whole, or as chunks that end with [DONE]',
      parameters: headers,
      requestBody: { required: true, content: jsonContent(refTo('CompletionRequest')) },
      responses: {
        200: {
          description: 'the answer',
          content: {
            ...jsonContent(refTo('Completion')),
            'text/event-stream': eventContent('chat.completion.chunk objects, then [DONE]'),
          },
        },
        ...faults,
      },
    },
  },
  '/v1/responses': {
    post: {
      operationId: 'createResponse',
      summary: 'One turn as a response: whole, or as typed events',
      parameters: headers,
      requestBody: { required: true, content: jsonContent(refTo('ResponseRequest')) },
      responses: {
        200: {
          description: 'the response',
          content: {
            ...jsonContent(refTo('Response')),
            'text/event-stream': eventContent('response.created … response.completed'),
          },
        },
        ...faults,
      },
    },
  },
  '/v1/responses/{id}': {
    get: {
      operationId: 'getResponse',
      summary: 'A response that was given before',
      parameters: byId('of the response'),
      responses: { 200: jsonAnswer('the response', refTo('Response')), ...faults },
    },
  },
  '/v1/conversations': {
    post: {
      operationId: 'createConversation',
      summary: 'A name for a new conversation',
      responses: {
        200: jsonAnswer(
          'the name',
          objectOf({ id: text, object: text, created_at: whole, metadata: { type: 'object' } }),
        ),
        ...faults,
      },
    },
  },
}

const message = openObject(
  {
    role: { type: 'string', enum: ['system', 'developer', 'user', 'assistant', 'tool', 'function'] },
    content: { anyOf: [text, listOf(openObject({ type: text }, ['type'])), { type: 'null' }] },
  },
  ['role'],
)

export const doorSchemas: JsonObject = {
  Model: objectOf({ id: text, object: { const: 'model' }, created: whole, owned_by: text }),
  CompletionRequest: openObject(
    {
      model: text,
      messages: listOf(message),
      stream: flag,
      stream_options: objectOf({ include_usage: flag }, []),
      store: { type: 'boolean', description: 'false: nothing of it is kept or remembered' },
      response_format: openObject({ type: text }, ['type']),
    },
    ['model', 'messages'],
  ),
  Completion: objectOf({
    id: text,
    object: { const: 'chat.completion' },
    created: whole,
    model: text,
    choices: listOf(openObject({ index: whole, message, finish_reason: text }, ['index', 'message', 'finish_reason'])),
    usage: openObject({ prompt_tokens: whole, completion_tokens: whole, total_tokens: whole }, []),
  }),
  ResponseRequest: openObject(
    {
      model: text,
      input: { anyOf: [text, listOf(openObject({}, []))] },
      instructions: text,
      previous_response_id: text,
      conversation: { anyOf: [text, objectOf({ id: text })] },
      stream: flag,
      store: flag,
    },
    ['model', 'input'],
  ),
  Response: openObject(
    {
      id: text,
      object: { const: 'response' },
      status: text,
      model: text,
      output: listOf(openObject({ type: text }, ['type'])),
    },
    ['id', 'object', 'status', 'output'],
  ),
  OpenAiError: objectOf({
    error: objectOf({
      message: text,
      type: text,
      param: { type: ['string', 'null'] },
      code: { type: ['string', 'null'] },
    }),
  }),
}
