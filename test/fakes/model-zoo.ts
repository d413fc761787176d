// Servers as their makers' documentation describes them (each entry names its page; all were read in November 2026):
// the path, how the key travels, the bodies of their errors, and where thoughts stand. They differ in everything that
// no standard settles.
import type { ProviderKind } from '../../src/protocol/index.ts'
import { type ModelServer, type Reply, raw } from './model-server.ts'

/** What can go wrong at a server, as its own status and body. */
export type Refusal =
  | 'key'
  | 'credit'
  | 'missing'
  | 'overflow'
  | 'limit'
  | 'busy'
  | 'tools'
  | 'temperature'
  | 'json'
  | 'streamOptions'
  | 'images'
  | 'maxTokens'

export interface ZooServer {
  name: string
  page: string
  kind: ProviderKind
  /** The path that is asked, and the header that carries the key. */
  path: string
  keyHeader: 'authorization' | 'x-api-key' | 'api-key'
  baseUrl(server: ModelServer): string
  wire?: 'responses'
  apiVersion?: string
  refusals: Partial<Record<Refusal, [status: number, body: unknown]>>
  /** A whole answer with thoughts, in the server's own form. */
  thinking?: string
}

const openaiError = (message: string, type: string, code: string | null, param: string | null = null) => ({
  error: { message, type, param, code },
})
const sse = (...chunks: unknown[]) =>
  `${chunks.map((chunk) => `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`).join('')}`
const delta = (value: object, finish: string | null = null) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  model: 'm',
  choices: [{ index: 0, delta: value, finish_reason: finish }],
})
const chatThinking = (thought: object) =>
  sse(delta({ role: 'assistant' }), delta(thought), delta({ content: '서울' }), delta({}, 'stop'), '[DONE]')

const openaiRefusals: ZooServer['refusals'] = {
  key: [401, openaiError('Incorrect API key provided: sk-x', 'invalid_request_error', 'invalid_api_key')],
  credit: [
    429,
    openaiError(
      'You exceeded your current quota, please check your plan and billing details.',
      'insufficient_quota',
      'insufficient_quota',
    ),
  ],
  missing: [
    404,
    openaiError(
      'The model `m` does not exist or you do not have access to it.',
      'invalid_request_error',
      'model_not_found',
    ),
  ],
  overflow: [
    400,
    openaiError(
      "This model's maximum context length is 128000 tokens.",
      'invalid_request_error',
      'context_length_exceeded',
      'messages',
    ),
  ],
  limit: [429, openaiError('Rate limit reached for m', 'requests', 'rate_limit_exceeded')],
  busy: [503, openaiError('The engine is currently overloaded', 'server_error', null)],
  temperature: [
    400,
    openaiError(
      "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
      'invalid_request_error',
      'unsupported_value',
      'temperature',
    ),
  ],
  json: [
    400,
    openaiError(
      "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
      'invalid_request_error',
      null,
      'response_format',
    ),
  ],
  maxTokens: [
    400,
    openaiError(
      "Unsupported parameter: 'max_completion_tokens' is not supported with this model. Use 'max_tokens' instead.",
      'invalid_request_error',
      'unsupported_parameter',
      'max_completion_tokens',
    ),
  ],
  streamOptions: [
    400,
    openaiError('Unrecognized request argument supplied: stream_options', 'invalid_request_error', null),
  ],
  tools: [
    400,
    openaiError("'tools' is not supported with this model.", 'invalid_request_error', 'unsupported_parameter', 'tools'),
  ],
  images: [
    400,
    openaiError(
      'Invalid content type. image_url is only supported by certain models.',
      'invalid_request_error',
      null,
      'messages.[0].content.[1].type',
    ),
  ],
}

export const zoo: readonly ZooServer[] = [
  {
    name: 'OpenAI chat completions',
    page: 'platform.openai.com/docs/api-reference/chat, …/guides/error-codes',
    kind: 'openai',
    path: '/v1/chat/completions',
    keyHeader: 'authorization',
    baseUrl: ({ openai }) => openai,
    refusals: openaiRefusals,
  },
  {
    name: 'OpenAI Responses',
    page: 'platform.openai.com/docs/api-reference/responses-streaming',
    kind: 'openai',
    path: '/v1/responses',
    keyHeader: 'authorization',
    baseUrl: ({ openai }) => openai,
    wire: 'responses',
    refusals: {
      ...openaiRefusals,
      streamOptions: undefined as never,
      maxTokens: undefined as never,
      json: [
        400,
        openaiError(
          "Invalid parameter: 'text.format' of type 'json_schema' is not supported with this model.",
          'invalid_request_error',
          null,
          'text.format',
        ),
      ],
    },
  },
  {
    name: 'Anthropic',
    page: 'platform.claude.com/docs/en/api/errors, …/api/messages-streaming',
    kind: 'anthropic',
    path: '/v1/messages',
    keyHeader: 'x-api-key',
    baseUrl: ({ anthropic }) => anthropic,
    refusals: {
      key: [401, { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } }],
      credit: [
        400,
        {
          type: 'error',
          error: {
            type: 'invalid_request_error',
            message:
              'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
          },
        },
      ],
      missing: [404, { type: 'error', error: { type: 'not_found_error', message: 'model: m' } }],
      overflow: [
        400,
        {
          type: 'error',
          error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' },
        },
      ],
      limit: [
        429,
        { type: 'error', error: { type: 'rate_limit_error', message: 'This request would exceed your rate limit' } },
      ],
      busy: [529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }],
      temperature: [
        400,
        {
          type: 'error',
          error: { type: 'invalid_request_error', message: '`temperature` is deprecated for this model.' },
        },
      ],
      json: [
        400,
        {
          type: 'error',
          error: { type: 'invalid_request_error', message: 'output_config.format: Extra inputs are not permitted' },
        },
      ],
      tools: [
        400,
        {
          type: 'error',
          error: { type: 'invalid_request_error', message: 'tools: this model does not support tool use' },
        },
      ],
    },
  },
  {
    name: 'Z.AI',
    page: 'docs.z.ai/api-reference/api-code',
    kind: 'zai',
    path: '/api/paas/v4/chat/completions',
    keyHeader: 'authorization',
    baseUrl: ({ zai }) => zai,
    refusals: {
      key: [401, { error: { code: '1000', message: 'Authentication Failed' } }],
      credit: [
        429,
        { error: { code: '1113', message: 'Insufficient balance or no resource package. Please recharge.' } },
      ],
      missing: [400, { error: { code: '1211', message: 'Unknown Model, please check the model code.' } }],
      overflow: [400, { error: { code: '1261', message: 'Prompt exceeds max length' } }],
      limit: [429, { error: { code: '1302', message: 'High concurrency usage' } }],
      busy: [500, { error: { code: '500', message: 'Internal Error' } }],
    },
    thinking: chatThinking({ reasoning_content: '생각' }),
  },
  {
    name: 'Gemini, compatible',
    page: 'ai.google.dev/gemini-api/docs/openai, …/docs/troubleshooting',
    kind: 'gemini',
    path: '/v1beta/openai/chat/completions',
    keyHeader: 'authorization',
    baseUrl: ({ url }) => `${url}/v1beta/openai`,
    refusals: {
      key: [
        400,
        [
          {
            error: {
              code: 400,
              message: 'API key not valid. Please pass a valid API key.',
              status: 'INVALID_ARGUMENT',
              details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }],
            },
          },
        ],
      ],
      credit: [
        429,
        [
          {
            error: {
              code: 429,
              message: 'You exceeded your current quota, please check your plan and billing details.',
              status: 'RESOURCE_EXHAUSTED',
            },
          },
        ],
      ],
      missing: [
        404,
        [{ error: { code: 404, message: 'models/m is not found for API version v1main', status: 'NOT_FOUND' } }],
      ],
      overflow: [
        400,
        [
          {
            error: {
              code: 400,
              message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
              status: 'INVALID_ARGUMENT',
            },
          },
        ],
      ],
      limit: [
        429,
        [
          {
            error: {
              code: 429,
              message: 'Resource has been exhausted (e.g. check quota).',
              status: 'RESOURCE_EXHAUSTED',
            },
          },
        ],
      ],
      busy: [
        503,
        [{ error: { code: 503, message: 'The model is overloaded. Please try again later.', status: 'UNAVAILABLE' } }],
      ],
      tools: [
        400,
        [
          {
            error: {
              code: 400,
              message: 'Function calling is not enabled for models/gemma-3-27b-it',
              status: 'INVALID_ARGUMENT',
            },
          },
        ],
      ],
      streamOptions: [
        400,
        [
          {
            error: {
              code: 400,
              message: 'Invalid JSON payload received. Unknown name "stream_options": Cannot find field.',
              status: 'INVALID_ARGUMENT',
            },
          },
        ],
      ],
    },
  },
  {
    name: 'OpenRouter',
    page: 'openrouter.ai/docs/api-reference/errors, …/docs/api-reference/streaming',
    kind: 'openrouter',
    path: '/api/v1/chat/completions',
    keyHeader: 'authorization',
    baseUrl: ({ url }) => `${url}/api/v1`,
    refusals: {
      key: [401, { error: { code: 401, message: 'No auth credentials found' } }],
      credit: [402, { error: { code: 402, message: 'This request requires more credits, or fewer max_tokens.' } }],
      missing: [404, { error: { code: 404, message: 'No endpoints found for m.' } }],
      overflow: [400, { error: { code: 400, message: "This endpoint's maximum context length is 131072 tokens." } }],
      limit: [
        429,
        {
          error: {
            code: 429,
            message: 'Provider returned error',
            metadata: { raw: 'm is temporarily rate-limited upstream', provider_name: 'P' },
          },
        },
      ],
      busy: [
        502,
        {
          error: {
            code: 502,
            message: 'Provider returned error',
            metadata: { raw: '{"error":{"message":"Overloaded"}}' },
          },
        },
      ],
      tools: [
        404,
        {
          error: {
            code: 404,
            message: 'No endpoints found that support tool use. To learn more about provider routing, visit the docs.',
          },
        },
      ],
      images: [404, { error: { code: 404, message: 'No endpoints found that support image input' } }],
      json: [
        400,
        {
          error: {
            code: 400,
            message: 'Provider returned error',
            metadata: { raw: '{"error":{"message":"response_format json_schema is not supported"}}' },
          },
        },
      ],
    },
    thinking: `: OPENROUTER PROCESSING\n\n${chatThinking({ reasoning: '생각', reasoning_details: [{ type: 'reasoning.text', text: '생각' }] })}`,
  },
  {
    name: 'Groq',
    page: 'console.groq.com/docs/errors, …/docs/reasoning',
    kind: 'groq',
    path: '/openai/v1/chat/completions',
    keyHeader: 'authorization',
    baseUrl: ({ url }) => `${url}/openai/v1`,
    refusals: {
      key: [401, openaiError('Invalid API Key', 'invalid_request_error', 'invalid_api_key')],
      missing: [
        404,
        openaiError(
          'The model `m` does not exist or you do not have access to it.',
          'invalid_request_error',
          'model_not_found',
        ),
      ],
      overflow: [
        400,
        openaiError(
          'Please reduce the length of the messages or completion.',
          'invalid_request_error',
          'context_length_exceeded',
        ),
      ],
      limit: [
        429,
        openaiError('Rate limit reached for model `m` on tokens per minute (TPM)', 'tokens', 'rate_limit_exceeded'),
      ],
      busy: [503, openaiError('Service Unavailable', 'internal_server_error', null)],
      tools: [400, openaiError('`tool calling` is not supported with this model', 'invalid_request_error', null)],
      json: [
        400,
        openaiError(
          'This model does not support response format `json_schema`.',
          'invalid_request_error',
          null,
          'response_format',
        ),
      ],
      images: [
        400,
        openaiError(
          "This model does not support image input, got content type 'image_url'",
          'invalid_request_error',
          null,
        ),
      ],
    },
    thinking: chatThinking({ reasoning: '생각' }),
  },
  {
    name: 'DeepSeek',
    page: 'api-docs.deepseek.com/quick_start/error_codes, …/guides/thinking_mode',
    kind: 'deepseek',
    path: '/v1/chat/completions',
    keyHeader: 'authorization',
    baseUrl: ({ openai }) => openai,
    refusals: {
      key: [
        401,
        openaiError(
          'Authentication Fails, Your api key: ****x is invalid',
          'authentication_error',
          'invalid_request_error',
        ),
      ],
      credit: [402, openaiError('Insufficient Balance', 'unknown_error', 'invalid_request_error')],
      missing: [400, openaiError('Model Not Exist', 'invalid_request_error', 'model_not_found')],
      overflow: [
        400,
        openaiError(
          "This model's maximum context length is 1048576 tokens.",
          'invalid_request_error',
          'invalid_request_error',
        ),
      ],
      limit: [429, openaiError('Rate limit reached', 'rate_limit_error', null)],
      busy: [503, openaiError('Server overloaded', 'server_error', null)],
      json: [
        400,
        openaiError(
          'This response_format type is unavailable now',
          'invalid_request_error',
          'invalid_request_error',
          'response_format',
        ),
      ],
    },
    thinking: chatThinking({ reasoning_content: '생각', content: null }),
  },
  {
    name: 'Mistral',
    page: 'docs.mistral.ai/api, …/capabilities/reasoning',
    kind: 'mistral',
    path: '/v1/chat/completions',
    keyHeader: 'authorization',
    baseUrl: ({ openai }) => openai,
    refusals: {
      key: [401, { detail: 'Unauthorized' }],
      missing: [
        400,
        { object: 'error', message: 'Invalid model: m', type: 'invalid_model', param: null, code: '1500' },
      ],
      overflow: [
        400,
        {
          object: 'error',
          message:
            'Prompt contains 200000 tokens and 0 draft tokens, too large for model with 131072 maximum context length',
          type: 'invalid_request_prompt',
          code: '3051',
        },
      ],
      limit: [429, { object: 'error', message: 'Requests rate limit exceeded', type: 'rate_limited', code: '1300' }],
      busy: [503, { object: 'error', message: 'Service unavailable.', type: 'internal_server_error', code: '1000' }],
      tools: [
        400,
        {
          object: 'error',
          message: 'Function calling is not enabled for this model',
          type: 'invalid_request_function_call',
          code: '3052',
        },
      ],
    },
    thinking: chatThinking({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: '생각' }] }] }),
  },
  {
    name: 'Azure OpenAI',
    page: 'learn.microsoft.com/azure/ai-foundry/openai/reference',
    kind: 'azure',
    path: '/openai/deployments/d/chat/completions?api-version=2025-04-01-preview',
    keyHeader: 'api-key',
    baseUrl: ({ url }) => `${url}/openai/deployments/d`,
    apiVersion: '2025-04-01-preview',
    refusals: {
      key: [
        401,
        { error: { code: '401', message: 'Access denied due to invalid subscription key or wrong API endpoint.' } },
      ],
      missing: [
        404,
        { error: { code: 'DeploymentNotFound', message: 'The API deployment for this resource does not exist.' } },
      ],
      overflow: [
        400,
        openaiError(
          "This model's maximum context length is 128000 tokens.",
          'invalid_request_error',
          'context_length_exceeded',
        ),
      ],
      limit: [
        429,
        {
          error: {
            code: '429',
            message: 'Requests to the ChatCompletions_Create Operation have exceeded call rate limit.',
          },
        },
      ],
      busy: [500, { error: { code: 'InternalServerError', message: 'The server had an error' } }],
      temperature: openaiRefusals.temperature as [number, unknown],
      maxTokens: openaiRefusals.maxTokens as [number, unknown],
      streamOptions: openaiRefusals.streamOptions as [number, unknown],
    },
  },
  {
    name: 'vLLM',
    page: 'docs.vllm.ai/en/latest/serving/openai_compatible_server.html, …/features/tool_calling.html',
    kind: 'compatible',
    path: '/v1/chat/completions',
    keyHeader: 'authorization',
    baseUrl: ({ openai }) => openai,
    refusals: {
      key: [401, { error: 'Unauthorized' }],
      missing: [
        404,
        { object: 'error', message: 'The model `m` does not exist.', type: 'NotFoundError', param: null, code: 404 },
      ],
      overflow: [
        400,
        {
          object: 'error',
          message: "This model's maximum context length is 32768 tokens. However, you requested 40000 tokens.",
          type: 'BadRequestError',
          param: null,
          code: 400,
        },
      ],
      busy: [503, { object: 'error', message: 'Service Unavailable', type: 'ServiceUnavailableError', code: 503 }],
      tools: [
        400,
        {
          object: 'error',
          message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
          type: 'BadRequestError',
          param: null,
          code: 400,
        },
      ],
      images: [
        400,
        {
          object: 'error',
          message: 'm is not a multimodal model, image input is not supported',
          type: 'BadRequestError',
          code: 400,
        },
      ],
      streamOptions: [
        400,
        {
          object: 'error',
          message:
            "[{'type': 'extra_forbidden', 'loc': ('body', 'stream_options'), 'msg': 'Extra inputs are not permitted'}]",
          type: 'BadRequestError',
          code: 400,
        },
      ],
    },
    thinking: chatThinking({ content: '<think>생각</think>\n\n' }),
  },
  {
    name: 'LM Studio',
    page: 'lmstudio.ai/docs/developer/openai-compat',
    kind: 'compatible',
    path: '/v1/chat/completions',
    keyHeader: 'authorization',
    baseUrl: ({ openai }) => openai,
    refusals: {
      missing: [
        404,
        openaiError('Model "m" not found. Please load it first.', 'invalid_request_error', 'model_not_found', 'model'),
      ],
      overflow: [
        400,
        {
          error:
            'The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length, or provide a shorter input',
        },
      ],
      json: [
        400,
        {
          error: "'response_format.type' must be 'json_schema' or 'text': json_schema is not supported by this engine",
        },
      ],
      images: [400, { error: 'Model does not support images. Please use a model that does.' }],
    },
    thinking: chatThinking({ content: '<think>\n생각</think>' }),
  },
  {
    name: 'llama.cpp',
    page: 'github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md',
    kind: 'compatible',
    path: '/v1/chat/completions',
    keyHeader: 'authorization',
    baseUrl: ({ openai }) => openai,
    refusals: {
      key: [401, { error: { code: 401, message: 'Invalid API Key', type: 'authentication_error' } }],
      overflow: [
        400,
        {
          error: {
            code: 400,
            message: 'the request exceeds the available context size, try increasing it',
            type: 'exceed_context_size_error',
          },
        },
      ],
      busy: [503, { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } }],
      tools: [500, { error: { code: 500, message: 'tools param requires --jinja flag', type: 'server_error' } }],
      images: [
        500,
        {
          error: {
            code: 500,
            message: 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
            type: 'server_error',
          },
        },
      ],
    },
    thinking: chatThinking({ reasoning_content: '생각' }),
  },
  {
    name: 'Ollama',
    page: 'docs.ollama.com/api/chat, …/api/errors',
    kind: 'ollama',
    path: '/api/chat',
    keyHeader: 'authorization',
    baseUrl: ({ url }) => url,
    refusals: {
      missing: [404, { error: "model 'm' not found" }],
      overflow: [400, { error: 'the input length exceeds the context length' }],
      busy: [503, { error: 'server busy, please try again. maximum pending requests exceeded' }],
      tools: [400, { error: 'registry.ollama.ai/library/gemma3:4b does not support tools' }],
      images: [500, { error: 'this model does not support image input: missing data required for image input' }],
    },
    thinking: [
      { message: { role: 'assistant', content: '', thinking: '생각' }, done: false },
      { message: { role: 'assistant', content: '서울' }, done: false },
      { message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop' },
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  },
]

/** A refusal as this server says it. */
export function refusalOf(
  server: ZooServer,
  refusal: Refusal,
  headers: Record<string, string> = {},
): Reply | undefined {
  const said = server.refusals[refusal]
  if (!said) return undefined
  const reply = raw(JSON.stringify(said[1]), 'application/json', said[0])
  return { ...reply, headers: { ...reply.headers, ...headers } }
}
