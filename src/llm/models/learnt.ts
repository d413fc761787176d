import type { Failure } from '../../protocol/index.ts'
import type { Learnt, RefusedField } from './capability-types.ts'

/** Remembers what servers taught, by address and model. */
export interface LearntStore {
  get(server: string, model: string): Learnt
  /** Remembers a refused field, or what a server said. */
  add(server: string, model: string, more: Learnt): void
}

/** A store in memory. */
export function memoryStore(known = new Map<string, Learnt>()): LearntStore {
  const keyOf = (server: string, model: string) => `${server} ${model}`
  return {
    get: (server, model) => known.get(keyOf(server, model)) ?? {},
    add(server, model, { server: said, refused = [] }) {
      const before = known.get(keyOf(server, model)) ?? {}
      known.set(keyOf(server, model), {
        ...(said || before.server ? { server: { ...before.server, ...said } } : {}),
        refused: [...new Set([...(before.refused ?? []), ...refused])],
      })
    },
  }
}

/** Names of fields as servers write them, in `param` or in the sentence. */
const wordings: readonly [RefusedField, RegExp][] = [
  [
    'maxTokens',
    /max_tokens.+max_completion_tokens|max_completion_tokens.+max_tokens|unsupported parameter: '?max_(completion_)?tokens/is,
  ],
  ['streamOptions', /stream_options/i],
  ['cacheMarks', /cache_control/i],
  [
    'thinking',
    /\b(thinking|enable_thinking|reasoning_effort|reasoning\.effort|reasoning\.summary|output_config\.effort|reasoning)\b/i,
  ],
  [
    'jsonSchema',
    /response_format|json_schema|output_config|output_format|text\.format|structured outputs?|guided_json/i,
  ],
  ['temperature', /\btemperature\b/i],
  [
    'systemRole',
    /system (role|message|prompt|instruction)|developer (role|message|instruction)|roles must alternate|only user and assistant roles/i,
  ],
  [
    'images',
    /image_url|image input|support (for )?(images?|vision)|images? (is|are) not supported|multimodal|vision|no endpoints found that support image/i,
  ],
  [
    'tools',
    /support(s|ed|ing)? (for )?(tools?|functions?|function calling|tool (use|calls?|calling))\b|\btools?\b.*(not supported|unsupported|not allowed|requires|unknown)|function calling is not|--enable-auto-tool-choice|--tool-call-parser|--jinja|tool[_ ]choice|unknown (field|parameter|name).*\btools\b/i,
  ],
]

/** Wordings by which servers refuse a field. */
const refusal =
  /not support|n't support|unsupported|unknown (field|name|parameter)|unrecognized|unexpected|not permitted|not allowed|not enabled|not available|extra inputs|extra fields|only the default|does not work|deprecated|requires|no endpoints found|invalid (field|parameter)|must alternate|only user and assistant|cannot be (used|combined|set)|use '?max_|disabled|not implemented|may only be|only supported by/i

/** Statuses with which servers refuse a field: OpenRouter says 404 where nobody offers a model with tools. */
const statuses = [400, 404, 405, 415, 422, 500, 501]

/**
 * The field that a refused request is to be asked without, or undefined: not every bad request names one. `sent` are
 * the fields that the request held. `param` of the wire's own error counts before its wording.
 */
export function refusedField(
  { status, detail = '', data }: Failure,
  sent: ReadonlySet<RefusedField>,
): RefusedField | undefined {
  if (!statuses.includes(status ?? 0)) return undefined
  const param = typeof data?.param === 'string' ? data.param : ''
  const named = wordings.find(([field, words]) => sent.has(field) && param !== '' && words.test(param))
  if (named) return named[0]
  if (param.startsWith('tools') && sent.has('tools') && refusal.test(detail)) return 'tools'
  if (!refusal.test(detail)) return undefined
  return wordings.find(([field, words]) => sent.has(field) && words.test(detail))?.[0]
}
