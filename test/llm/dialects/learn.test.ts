import { expect, test } from 'vitest'
import { learn } from '../../../src/llm/dialects/learn.ts'
import type { RefusedField } from '../../../src/llm/models/capability-types.ts'
import type { Failure } from '../../../src/protocol/index.ts'

const all: readonly RefusedField[] = [
  ...(['tools', 'temperature', 'jsonSchema', 'streamOptions', 'systemRole', 'images', 'thinking', 'effort'] as const),
  ...(['summary', 'cacheMarks', 'cacheKey', 'maxTokens', 'maxOutput', 'roles', 'thoughts', 'foreignThoughts'] as const),
  ...(['nullContent', 'blankContent'] as const),
]
const tools = ['calculator', 'mcp_x_y', 'mcp_x_y_z', 'reminders'].map((name) => ({ name, wire: name }))

const taught = (status: number, detail: string, param?: string) => {
  const failure: Failure = { code: 'bad-request', status, detail, ...(param && { data: { param } }) }
  const lesson = learn(failure, new Set(all), tools)
  if (!lesson) return undefined
  if ('maxOutput' in lesson) return `at most ${lesson.maxOutput}`
  return 'tool' in lesson ? `without ${lesson.tool}` : `${lesson.field}${lesson.lasts ? '' : ', this once'}`
}

test.each<[string, number, string, string | undefined, string?]>([
  // What says that this model has no tools.
  ['Ollama', 400, 'registry.ollama.ai/library/smollm2:135m does not support tools', 'tools'],
  ['Groq', 400, '`tool calling` is not supported with this model', 'tools'],
  ['Gemini', 400, 'Function calling is not enabled for models/gemma-3-27b-it', 'tools'],
  [
    'vLLM names its flag',
    400,
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    'tools',
  ],
  ['a param', 400, "'tools' is not supported with this model.", 'tools', 'tools'],
  ['OpenRouter, of the providers of now', 404, 'No endpoints found that support tool use.', 'tools, this once'],
  // What only speaks of tools.
  [
    'gpt-5.6',
    400,
    "Function tools with reasoning_effort are not supported for gpt-5.6 in /v1/chat/completions. Please use /v1/responses or set reasoning_effort to 'none'.",
    'effort',
  ],
  ['a schema', 400, "Invalid schema for function 'mcp_x_y': In context=(), 'required' is required", 'without mcp_x_y'],
  ['the longer name', 400, "Invalid schema for function 'mcp_x_y_z': array schema missing items", 'without mcp_x_y_z'],
  [
    'a place',
    400,
    'Invalid JSON payload received. Unknown name "exclusiveMinimum" at \'tools[0].function_declarations[3].parameters.properties[2].value\': Cannot find field.',
    'without reminders',
  ],
  [
    'Anthropic',
    400,
    'tools.1.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12',
    'without mcp_x_y',
  ],
  [
    'Moonshot',
    400,
    "Invalid request: tools.function.parameters is not a valid moonshot flavored json schema, details: <At path 'properties.kind': type is not defined> in calculator",
    'without calculator',
  ],
  [
    'LiteLLM',
    400,
    "litellm.UnsupportedParamsError: Anthropic doesn't support tool calling without `tools=` param specified.",
    undefined,
  ],
  [
    'a policy',
    400,
    'This deployment does not support requests about weapons, tools for harm or similar content policy violations.',
    undefined,
  ],
  ['a hiccup', 500, 'tool_choice is temporarily not available', undefined],
  ['a limit', 429, 'this model does not support tools at the moment', undefined],
  ['a gateway', 502, 'm does not support tools', undefined],
  ['another param', 400, 'This model does not support tools.', undefined, 'messages[3].content'],
  // The others.
  ['a temperature', 400, 'invalid temperature: only 1 is allowed for this model', 'temperature'],
  ['thinking', 400, '"m" does not support thinking', 'thinking'],
  ['an effort', 400, 'Unrecognized request argument supplied: reasoning_effort', 'thinking'],
  [
    'a summary',
    400,
    "Your organization must be verified to generate reasoning summaries. Unsupported parameter: 'reasoning.summary'",
    'summary',
    'reasoning.summary',
  ],
  ['a format', 400, 'This response_format type is unavailable now', 'jsonSchema'],
  ['turns', 400, 'Conversation roles must alternate user/assistant/user/assistant/...', 'roles'],
  [
    'turns of llama.cpp',
    500,
    'Conversation roles must alternate user/assistant/user/assistant/... at row 19',
    'roles, this once',
  ],
  ['turns of Mistral', 400, "Unexpected role 'user' after role 'tool'", 'roles'],
  ['a system prompt', 400, 'System role not supported', 'systemRole'],
  ['Gemma at Gemini', 400, 'Developer instruction is not enabled for models/gemma-3-4b-it', 'systemRole'],
  [
    'DeepSeek and pictures',
    400,
    'Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `image_url`, expected `text`',
    'images',
  ],
  ['a picture that is too large', 400, 'image exceeds 5 MB maximum: 6123456 bytes > 5242880 bytes', undefined],
  [
    'Kimi',
    400,
    'thinking is enabled but reasoning_content is missing in assistant tool call message at index 2',
    'thoughts',
  ],
  ['Claude', 400, 'messages.1.content.0: Invalid `signature` in `thinking` block', 'foreignThoughts, this once'],
  ['Ollama of old', 400, 'invalid message content type: <nil>', 'nullContent'],
  ['Bedrock', 400, 'messages: text content blocks must be non-empty', 'blankContent'],
  [
    'an answer',
    400,
    'max_tokens: 128000 > 64000, which is the maximum allowed number of output tokens',
    'at most 64000',
  ],
  ['cache marks', 400, 'messages.0.cache_control: Extra inputs are not permitted', 'cacheMarks'],
])('%s: what a refusal proves, and nothing more', (_, status, detail, lesson, param) => {
  expect(taught(status, detail, param)).toBe(lesson)
})

test.each<[string, string, string?]>([
  ['a wrong value', "'temperature' must be a number between 0 and 2", 'temperature'],
  [
    'a missing word',
    "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
  ],
  [
    'a policy',
    'Only verified organisations may talk about temperature control and thinking machines. This requires a review.',
  ],
  ['a stranger', 'Invalid request: required field is missing. Use thinking wisely.'],
  ['a moment', 'response_format is temporarily not supported, try again later'],
  ['a load', 'thinking is not available at the moment: capacity'],
  ['another param', 'temperature is not supported', 'messages.2.content'],
  ['a number', 'invalid character in request; stream_options requires care'],
])('%s teaches nothing, though it names a field', (_, detail, param) => {
  expect(taught(400, detail, param)).toBeUndefined()
})

test('of the fields that a sentence names, the one it begins with is lacking; and no status but 400 and 422 lasts', () => {
  const fields: [RefusedField, string][] = [
    ['thinking', 'enable_thinking'],
    ['streamOptions', 'stream_options'],
    ['cacheMarks', 'cache_control'],
    ['cacheKey', 'prompt_cache_key'],
    ['jsonSchema', 'response_format'],
    ['temperature', 'temperature'],
    ['maxTokens', 'max_tokens'],
  ]
  const sentences = [
    (one: string, other: string) => `'${one}' is not supported with ${other}.`,
    (one: string, other: string) => `This model does not support ${one} when ${other} is set.`,
    (one: string, other: string) => `Unsupported parameter: ${one}. Please look at the page about ${other}.`,
    (one: string, other: string) => `${one}: Extra inputs are not permitted; ${other} is fine`,
    (one: string, other: string) => `Unrecognized request argument supplied: ${one}\nSee ${other}`,
    (one: string, other: string) => `\`${one}\` may only be set to 1 when ${other} is enabled`,
  ]
  for (const [field, name] of fields)
    for (const [other, otherName] of fields)
      for (const sentence of other === field ? [] : sentences) {
        const detail = sentence(name, otherName)
        expect(taught(400, detail), detail).toBe(field)
        expect(taught(422, detail, name), detail).toBe(field)
        expect(taught(400, detail, otherName), detail).not.toBe(field)
        for (const status of [401, 403, 409, 429, 502, 503, 504]) expect(taught(status, detail)).toBeUndefined()
        for (const status of [404, 500]) expect(taught(status, detail), detail).toBe(`${field}, this once`)
      }
})
