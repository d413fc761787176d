import type { Failure, ToolSchema } from '../../protocol/index.ts'
import type { RefusedField } from '../models/capability-types.ts'
import { readAnswerLimit } from './refusals.ts'

/** A sentence by which a server says that a model, or the server itself, lacks something. */
interface Proof {
  field: RefusedField
  says: RegExp
  /** The fields of a request that it may name beside its sentence. */
  param: RegExp
  /** Words that give the sentence another meaning. */
  unless?: RegExp
  /** It says something of this conversation only. */
  once?: true
  /** A param that names the field proves less than the sentence. */
  bySentence?: true
}

const refused =
  /not support|n't support|unsupported|unknown|unrecognized|unexpected|not permitted|not allowed|not enabled|not available|unavailable|extra inputs|extra fields|only|does not work|deprecated|requires?|invalid|cannot be|use '?max_|disabled|not implemented/i
const says = (words: RegExp) => new RegExp(`(?=[\\s\\S]*(?:${words.source}))(?=[\\s\\S]*(?:${refused.source}))`, 'i')

const proofs: readonly Proof[] = [
  {
    field: 'effort',
    says: /set (?:the )?['"`]?reasoning_effort['"`]? (?:to|=) ?['"`]?none|reasoning_effort.{0,40}(?:tools|functions?).{0,200}none|function tools with reasoning_effort/is,
    param: /^reasoning(?:_effort|\.effort)?$/,
    bySentence: true,
  },
  { field: 'summary', says: says(/reasoning\.summary|reasoning summar/), param: /reasoning\.summary/ },
  {
    field: 'thinking',
    says: says(
      /\bthinking\b|enable_thinking|reasoning_effort|reasoning\.effort|chat_template_kwargs|output_config\.effort|think value|['"`]reasoning['"`]|: reasoning\b/,
    ),
    param: /thinking|reasoning|think|chat_template_kwargs|output_config/,
    unless: /signature|thinking.{0,10}block|reasoning_content|reasoning_details/i,
  },
  {
    field: 'maxTokens',
    says: /max_tokens.+max_completion_tokens|max_completion_tokens.+max_tokens|unsupported parameter: '?max_(?:completion_)?tokens/is,
    param: /max_(?:completion_)?tokens/,
  },
  { field: 'streamOptions', says: says(/stream_options/), param: /stream_options/ },
  { field: 'cacheMarks', says: says(/cache_control/), param: /cache_control/ },
  { field: 'cacheKey', says: says(/prompt_cache_key/), param: /prompt_cache_key/ },
  {
    field: 'jsonSchema',
    says: says(
      /response_format|json_schema|json_object|output_config\.format|output_config|output_format|text\.format|structured outputs?|guided_json/,
    ),
    param: /response_format|text\.format|output_config|format/,
  },
  { field: 'temperature', says: says(/\btemperature\b/), param: /temperature/ },
  {
    field: 'roles',
    says: /roles? must alternate|unexpected role '?(?:user|assistant|system)|after the optional system message|expected last role|first message must (?:be|use)|must end with (?:a )?(?:user|tool)|consecutive (?:user|assistant)/i,
    param: /messages/,
  },
  {
    field: 'systemRole',
    says: /(?:system|developer) (?:role|message|prompt|instruction)s?.{0,40}(?:not support|unsupported|not enabled|not allowed|not available)|only (?:the )?user and assistant roles|does not support (?:a |the )?(?:system|developer) (?:role|message|prompt|instruction)/i,
    param: /messages|system/,
  },
  {
    field: 'images',
    says: /image_url['"`]? is only supported|(?:not|n't) support(?:ed)?(?: for)?(?: the)? (?:images?|vision|image[_ ](?:input|url)|multimodal)|image[_ ]?(?:inputs?|urls?)? (?:is|are) not (?:supported|enabled)|not a (?:multimodal|vision)|unknown variant [`'"]image_url|support (?:image input|images?)\b.{0,20}$|no endpoints found that support image|(?:multimodal|vision) .{0,30}not supported/i,
    param: /messages|image|content/,
  },
  {
    field: 'thoughts',
    says: /reasoning_content.{0,80}(?:missing|required|must|passed back)|missing.{0,40}reasoning_content/i,
    param: /messages|reasoning/,
  },
  {
    field: 'foreignThoughts',
    says: /(?:signature|reasoning_content|reasoning_details|thinking.{0,12}block|encrypted[ _]content|reasoning.{0,20}item).{0,120}(?:invalid|not (?:permitted|allowed|supported|found)|unexpected|could not be|cannot be|extra inputs|without its required)|(?:invalid|unexpected).{0,30}(?:signature|encrypted|thinking)|expected .{0,20}thinking/i,
    param: /messages|input|reasoning|thinking/,
    once: true,
    bySentence: true,
  },
  {
    field: 'blankContent',
    says: /content.{0,60}(?:non-?empty|must not be empty|cannot be empty|can not be empty|is empty)|(?:empty|blank).{0,30}content/i,
    param: /messages|content/,
  },
  {
    field: 'nullContent',
    says: /content.{0,60}(?:null|nil\b|none\b|must be a string|should be a valid string|is required|missing)|message content type: <nil>/i,
    param: /messages|content/,
  },
  {
    field: 'tools',
    says: /(?:not|n't) (?:currently )?support (?:the )?(?:use of )?['"`]?(?:tools?\b|tool[ _-](?:use|calls?|calling)|function[ _-]?call(?:s|ing)?|functions\b)|['"`]?(?:tools?|tool[ _]call(?:s|ing)|tool[ _]use|function[ _]calling)['"`]? (?:is|are) not (?:supported|enabled|available) (?:with|for|by|in|on) |requires? --enable-auto-tool-choice|requires? --jinja|no endpoints found that support tool/i,
    param: /^(?:tools?|tool_choice|functions?)$/,
    unless:
      /reasoning|thinking|stream|parallel|strict|temporar|response_format|json mode|schema|without [`'"]?tools|polic/i,
  },
]

/** Statuses by which a server refuses a field: only the first two are a proof that lasts. */
const lastingStatuses = [400, 422]
const statuses = [...lastingStatuses, 404, 405, 415, 500, 501]

/** A part that a refused request is to be asked without. */
export type Lesson =
  | { field: RefusedField; said: string; lasts: boolean }
  | { tool: string; said: string }
  | { maxOutput: number }

/**
 * Return what a refusal proves of a model; undefined where it proves nothing, which is the rule. `sent` are the fields
 * that the request held, `tools` its tools in their order, by the names that the wire gives them. Pure.
 */
export function learn(
  { code, status = 0, detail = '', data }: Failure,
  sent: ReadonlySet<RefusedField>,
  tools: readonly { name: string; wire: string }[],
): Lesson | undefined {
  if (!statuses.includes(status)) return undefined
  const param = typeof data?.param === 'string' ? data.param : ''
  const lasts = lastingStatuses.includes(status)
  const tool = lasts && sent.has('tools') ? refusedTool(detail, param, tools) : undefined
  if (tool) return { tool, said: detail }
  const limit = lasts && code === 'bad-request' ? readAnswerLimit(detail) : undefined
  if (limit !== undefined && sent.has('maxOutput')) return { maxOutput: limit }
  const proof = proofs.find(
    (row) =>
      sent.has(row.field) &&
      !row.unless?.test(detail) &&
      (param === '' || row.param.test(param)) &&
      (row.says.test(detail) || (isNamed(row, param) && refused.test(detail))),
  )
  return proof && { field: proof.field, said: detail, lasts: lasts && !proof.once }
}

/** Return true where the server names the very field. */
function isNamed({ param, bySentence }: Proof, named: string): boolean {
  return named !== '' && !/^messages|^input/.test(named) && param.test(named) && !bySentence
}

/** Return the one tool whose schema or name a server refuses, by its name or its place in the list. */
function refusedTool(
  detail: string,
  param: string,
  tools: readonly { name: string; wire: string }[],
): string | undefined {
  const about = `${param} ${detail}`
  if (
    !/schema|parameters|propert|function_declarations|input_schema|invalid.{0,20}(?:function|tool)|tools[.[]\d/i.test(
      about,
    )
  )
    return undefined
  const named = tools.filter(({ wire }) => new RegExp(`(^|[^\\w-])${wire}($|[^\\w-])`).test(detail))
  const longest = named.toSorted((a, b) => b.wire.length - a.wire.length)[0]
  const place = /(?:tools|function_declarations)(?:\[0\]\.function_declarations)?[.[](\d+)/.exec(about)?.[1]
  return longest?.name ?? (place === undefined ? undefined : tools[Number(place)]?.name)
}

/** Return tools with the names that wires give them. */
export const wireNames = (tools: readonly ToolSchema[], toWire: (name: string) => string) =>
  tools.map(({ name }) => ({ name, wire: toWire(name) }))
