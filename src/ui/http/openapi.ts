import type { JsonObject } from '../../protocol/index.ts'
import { doorPaths, doorSchemas } from './openai/openapi.ts'
import type { SseFrame } from './sse-frames.ts'

const text = { type: 'string' }
const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const jsonContent = (schema: JsonObject) => ({ 'application/json': { schema } })
const refusedWith = (description: string) => ({ description, content: jsonContent(refTo('Error')) })
const faults = {
  400: refusedWith('not JSON, or not a request'),
  401: refusedWith('no token, or an unknown one'),
  403: refusedWith('foreign Origin or Host'),
  413: refusedWith('body over 64 KiB'),
  429: refusedWith('too many requests of this token, of this session or of all; see Retry-After'),
  503: refusedWith('closing, or the conversation is held elsewhere'),
}
const body = { required: true, content: jsonContent(refTo('Request')) }
const parameters = [
  ...['session_id', 'message'].map((name) => ({ name, in: 'query', required: true, schema: text })),
  ...['request_id', 'answers'].map((name) => ({ name, in: 'query', required: false, schema: text })),
  {
    name: 'service',
    in: 'query',
    required: false,
    schema: text,
    description: 'from now on only this service answers in this session; empty: none does; *: any may again',
  },
]
const stream = {
  200: {
    description: 'Server-Sent Events, each a Frame: its name and its data; DONE is the last one',
    content: { 'text/event-stream': { schema: refTo('Frame') } },
  },
  ...faults,
}

const objectOf = (properties: JsonObject, required = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
})
const flag = { type: 'boolean' }
const whole = { type: 'integer' }

/** The data of each frame, by its name. */
const frameData: Readonly<Record<SseFrame['event'], JsonObject>> = {
  AGENT_START: objectOf({ agent: text, label: text }),
  AGENT_DONE: objectOf({ agent: text, label: text, success: flag, stage: text, result: {} }, [
    'agent',
    'label',
    'success',
  ]),
  LLM_TOKEN: text,
  LLM_DONE: objectOf({ action: text, message: text }),
  TASK_PROGRESS: objectOf({ index: whole, total: whole, slots: { type: 'object' } }),
  DONE: {
    allOf: [refTo('Interaction'), objectOf({ hooks: { type: 'array', items: refTo('Hook') } })],
  },
  ERROR: objectOf({ code: text, message: text, retryable: flag }),
}
const frameName = (event: string) =>
  `${event.toLowerCase().replace(/(?:^|_)[a-z]/g, (letter) => letter.slice(-1).toUpperCase())}Frame`
const frameNames = Object.keys(frameData)
const frameSchemas: JsonObject = {
  Frame: {
    oneOf: frameNames.map((event) => refTo(frameName(event))),
    discriminator: {
      propertyName: 'event',
      mapping: Object.fromEntries(frameNames.map((event) => [event, refTo(frameName(event)).$ref])),
    },
  },
  ...Object.fromEntries(
    Object.entries(frameData).map(([event, data]) => [frameName(event), objectOf({ event: { const: event }, data })]),
  ),
}

/** The description of this interface, OpenAPI 3.1. */
export const openapi: JsonObject = {
  openapi: '3.1.0',
  info: {
    title: 'assistant',
    version: '1',
    description: 'Conversations, services and tools of an assistant, for other programs',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/', description: 'the address that this description comes from' }],
  security: [{ bearer: [] }],
  paths: {
    '/v1/agent/chat': {
      post: {
        operationId: 'chat',
        summary: 'One turn, answered when it has ended',
        requestBody: body,
        responses: {
          200: { description: 'the answer', content: jsonContent(refTo('Answer')) },
          ...faults,
          500: refusedWith('the turn failed'),
        },
      },
    },
    '/v1/agent/chat/stream': {
      post: {
        operationId: 'streamChat',
        summary: 'One turn as frames (Server-Sent Events)',
        requestBody: body,
        responses: stream,
      },
      get: {
        operationId: 'streamChatByQuery',
        summary: 'The same for clients that can only GET',
        parameters,
        responses: stream,
      },
    },
    '/v1/agent/completed': {
      get: {
        operationId: 'listCompleted',
        summary: 'What services of a session have ended, newest first, at most 50',
        parameters: parameters.slice(0, 1),
        responses: {
          200: { description: 'the list', content: jsonContent({ type: 'array', items: refTo('Completed') }) },
          ...faults,
        },
      },
    },
    '/calendar/{token}.ics': {
      get: {
        security: [],
        operationId: 'readCalendar',
        summary: 'Reminders, lists with days and lunar days of a person, by a token of its own (RFC 5545)',
        parameters: [{ name: 'token', in: 'path', required: true, schema: text }],
        responses: {
          200: { description: 'the calendar', content: { 'text/calendar': { schema: text } } },
          304: { description: 'as it was read before' },
          404: refusedWith('no such calendar'),
        },
      },
    },
    ...doorPaths,
    '/health': {
      get: {
        security: [],
        operationId: 'getHealth',
        summary: 'Whether requests are taken',
        responses: { 200: { description: 'ok' }, 503: { description: 'closing' } },
      },
    },
    '/ready': {
      get: {
        security: [],
        operationId: 'getReadiness',
        summary: 'Whether a turn would be run now',
        responses: { 200: { description: 'ready' }, 503: { description: 'closing, or the store of sessions is away' } },
      },
    },
    '/metrics': {
      get: {
        operationId: 'getMetrics',
        summary: 'What it has done, in the text format of Prometheus',
        responses: { 200: { description: 'metrics', content: { 'text/plain': { schema: text } } }, ...faults },
      },
    },
    '/openapi.json': {
      get: {
        security: [],
        operationId: 'getOpenapi',
        summary: 'This description',
        responses: { 200: { description: 'OpenAPI' } },
      },
    },
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
          answers: {
            type: 'string',
            description: 'the message of the DONE that this one answers: a yes to any other question is asked again',
          },
          service: {
            type: ['string', 'null'],
            description: 'from now on only this service answers in this session; null: none does; "*": any may again',
          },
        },
      },
      Answer: {
        type: 'object',
        required: ['interaction', 'hooks'],
        properties: { interaction: refTo('Interaction'), hooks: { type: 'array', items: refTo('Hook') } },
      },
      Interaction: objectOf({
        message: text,
        action: text,
        next_action: {
          type: 'string',
          description: 'ASK, CONFIRM, ASK_CONTINUE, DONE, or an action that a talking service declares',
        },
        ui_hint: objectOf({ buttons: { type: 'array', items: text } }),
        state_snapshot: refTo('Snapshot'),
      }),
      Snapshot: objectOf({
        stage: {
          type: 'string',
          description:
            'INIT, FILLING, READY, TALKING, CALLING, CONFIRMED, EXECUTED, FAILED, CANCELLED, UNSUPPORTED, or a stage that a service declares',
        },
        slots: { type: 'object' },
        missing_required: { type: 'array', items: text },
        meta: objectOf(
          {
            batch_total: whole,
            batch_progress: whole,
            batch_executed: whole,
            slot_errors: { type: 'object', additionalProperties: text },
            step: text,
            next_action: text,
          },
          ['batch_total', 'batch_progress', 'batch_executed', 'slot_errors'],
        ),
      }),
      Hook: objectOf({ type: text, data: {} }, ['type']),
      ...frameSchemas,
      ...doorSchemas,
      Completed: {
        type: 'object',
        properties: { at: text, service: text, stage: text, slots: { type: 'object' }, receipt: { type: 'object' } },
      },
      Error: {
        type: 'object',
        properties: {
          error: { type: 'object', properties: { code: text, message: text, retryable: { type: 'boolean' } } },
        },
      },
    },
  },
}
