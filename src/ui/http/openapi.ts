import type { JsonObject } from '../../protocol/index.ts'

const text = { type: 'string' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: JsonObject) => ({ 'application/json': { schema } })
const refused = (description: string) => ({ description, content: json(ref('Error')) })
const faults = {
  400: refused('not JSON, or not a request'),
  401: refused('no token, or an unknown one'),
  403: refused('foreign Origin or Host'),
  413: refused('body over 64 KiB'),
  429: refused('too many requests of this token; see Retry-After'),
  503: refused('closing, or the conversation is held elsewhere'),
}
const body = { required: true, content: json(ref('Request')) }
const parameters = ['session_id', 'message'].map((name) => ({ name, in: 'query', required: true, schema: text }))
const stream = {
  200: { description: 'frames; DONE is the last one', content: { 'text/event-stream': { schema: text } } },
  ...faults,
}

/** The description of this interface, OpenAPI 3.1. */
export const openapi: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'assistant', version: '1' },
  security: [{ bearer: [] }],
  paths: {
    '/v1/agent/chat': {
      post: {
        summary: 'One turn, answered when it has ended',
        requestBody: body,
        responses: {
          200: { description: 'the answer', content: json(ref('Answer')) },
          ...faults,
          500: refused('the turn failed'),
        },
      },
    },
    '/v1/agent/chat/stream': {
      post: { summary: 'One turn as frames (Server-Sent Events)', requestBody: body, responses: stream },
      get: { summary: 'The same for clients that can only GET', parameters, responses: stream },
    },
    '/v1/agent/completed': {
      get: {
        summary: 'What services of a session have ended, newest first, at most 50',
        parameters: parameters.slice(0, 1),
        responses: { 200: { description: 'the list', content: json({ type: 'array', items: ref('Completed') }) }, ...faults },
      },
    },
    '/health': {
      get: {
        security: [],
        summary: 'Whether requests are taken',
        responses: { 200: { description: 'ok' }, 503: { description: 'closing' } },
      },
    },
    '/openapi.json': { get: { security: [], summary: 'This description', responses: { 200: { description: 'OpenAPI' } } } },
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Request: {
        type: 'object',
        required: ['session_id', 'message'],
        properties: {
          session_id: { type: 'string', pattern: '^[\\w.:-]{1,128}$' },
          message: { type: 'string', maxLength: 20_000 },
          request_id: { type: 'string', pattern: '^[\\w-]{8,64}$' },
        },
      },
      Answer: { type: 'object', properties: { interaction: ref('Interaction'), hooks: { type: 'array', items: ref('Hook') } } },
      Interaction: {
        type: 'object',
        properties: {
          message: text,
          action: text,
          next_action: { enum: ['ASK', 'CONFIRM', 'ASK_CONTINUE', 'DONE'] },
          ui_hint: { type: 'object', properties: { buttons: { type: 'array', items: text } } },
          state_snapshot: ref('Snapshot'),
        },
      },
      Snapshot: {
        type: 'object',
        properties: {
          stage: { enum: ['INIT', 'FILLING', 'READY', 'CONFIRMED', 'EXECUTED', 'FAILED', 'CANCELLED', 'UNSUPPORTED'] },
          slots: { type: 'object' },
          missing_required: { type: 'array', items: text },
          meta: { type: 'object' },
        },
      },
      Hook: { type: 'object', properties: { type: text, data: {} } },
      Completed: {
        type: 'object',
        properties: { at: text, service: text, stage: text, slots: { type: 'object' }, receipt: { type: 'object' } },
      },
      Error: {
        type: 'object',
        properties: { error: { type: 'object', properties: { code: text, message: text, retryable: { type: 'boolean' } } } },
      },
    },
  },
}
