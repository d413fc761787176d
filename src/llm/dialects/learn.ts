import type { Failure, ToolSchema } from '../../protocol/index.ts'
import { patternOf } from '../../std/text/pattern.ts'
import type { RefusedField } from '../models/capability-types.ts'
import { readAnswerLimit } from './refusals.ts'

/** A way in which a server says that a model, or the server itself, lacks something. */
interface Proof {
  field: RefusedField
  /** Names of the field: a clause about a lack that names it first proves it. */
  names?: RegExp
  /** Whole sentences that prove it. */
  says?: RegExp
  /** The fields of a request that it may name beside its sentence. */
  param: RegExp
  /** Words that give the sentence another meaning. */
  unless?: RegExp
  /** It says something of this conversation only. */
  once?: true
}

/** The forms of "this is not taken here". */
const lack = patternOf('i')`
    (?:do|does|is|are|was|were|be|can) ?(?:not|n't) (?:(?:currently|yet|be) )*(?:support|accept|allow|permit|enabled?|
    implement|available|recogni[sz]ed|work)|unsupported|unrecogni[sz]ed|unknown (?:name|field|param|arg|key|request)|
    extra (?:inputs|fields)|cannot find field|deprecated|unexpected (?:keyword|arg|field|param|key)|
    (?:may|can|must) only be|only .{0,40}(?:allowed|supported|permitted|accepted)|not (?:permitted|implemented)`

/** Words of what passes by itself. */
const passing = /temporar|try again|at the moment|overload|maintenance|capacity/i

const proofs: readonly Proof[] = [
  {
    field: 'effort',
    says: /set (?:the )?['"`]?reasoning_effort['"`]? (?:to|=) ?['"`]?none|reasoning_effort.{0,40}(?:tools|functions?).{0,200}none|function tools with reasoning_effort/is,
    param: /^reasoning(?:_effort|\.effort)?$/,
  },
  { field: 'summary', names: /reasoning\.summary|reasoning summar/i, param: /reasoning\.summary/ },
  {
    field: 'thinking',
    names:
      /\bthinking\b|enable_thinking|reasoning_effort|reasoning\.effort|chat_template_kwargs|output_config\.effort|think value|['"`]reasoning['"`]|: reasoning\b/i,
    param: /thinking|reasoning|think|chat_template_kwargs|output_config/,
    unless: /signature|thinking.{0,10}block|reasoning_content|reasoning_details/i,
  },
  { field: 'maxTokens', names: /max_(?:completion_)?tokens/i, param: /max_(?:completion_)?tokens/ },
  { field: 'streamOptions', names: /stream_options/i, param: /stream_options/ },
  { field: 'cacheMarks', names: /cache_control/i, param: /cache_control/ },
  { field: 'cacheKey', names: /prompt_cache_key/i, param: /prompt_cache_key/ },
  {
    field: 'jsonSchema',
    names: patternOf('i')`
        response_format|json_schema|json_object|output_config|output_format|text\.format|structured outputs?|
        guided_json`,
    says: /response_format type is unavailable/i,
    param: /response_format|text\.format|output_config|format/,
  },
  // A schema that a model does not take says nothing of the next one.
  {
    field: 'jsonSchema',
    says: /invalid schema for response_format|invalid (?:json_?)?schema/i,
    param: /response_format|text\.format|output_config|format/,
    once: true,
  },
  { field: 'temperature', names: /\btemperature\b/i, param: /temperature/ },
  {
    field: 'roles',
    says: patternOf('i')`
        roles? must alternate|unexpected role '?(?:user|assistant|system)|after the optional system message|
        expected last role|first message must (?:be|use)|must end with (?:a )?(?:user|tool)|
        consecutive (?:user|assistant)`,
    param: /messages/,
  },
  {
    field: 'systemRole',
    says: patternOf('i')`
        (?:system|developer) (?:role|message|prompt|instruction)s?.{0,40}(?:not support|unsupported|not enabled|
        not allowed|not available)|only (?:the )?user and assistant roles|
        does not support (?:a |the )?(?:system|developer) (?:role|message|prompt|instruction)`,
    param: /messages|system/,
  },
  {
    field: 'documents',
    names:
      /application\/pdf|\bpdfs?\b|input_file|[`'"]file[`'"]|file (?:part|input|content)s?|document (?:block|input|content)s?/i,
    says: /unknown variant [`'"]file|(?:not|n't) support(?:ed)?(?: for)? (?:pdf|file|document)/i,
    param: /messages|input|content|file/,
  },
  {
    field: 'documents',
    says: /maximum of \d+ pdf pages|pdf.{0,40}(?:password|corrupt|not valid|invalid)/i,
    param: /messages|input|content|file/,
    once: true,
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
    says: patternOf('i')`
        (?:signature|reasoning_content|reasoning_details|thinking.{0,12}block|encrypted[ _]content|
        reasoning.{0,20}item).{0,120}(?:invalid|not (?:permitted|allowed|supported|found)|unexpected|could not be|
        cannot be|extra inputs|without its required)|(?:invalid|unexpected).{0,30}(?:signature|encrypted|thinking)|
        expected .{0,20}thinking`,
    param: /messages|input|reasoning|thinking/,
    once: true,
  },
  {
    field: 'blankContent',
    says: patternOf('i')`
        content.{0,60}(?:non-?empty|must not be empty|cannot be empty|can not be empty|is empty)|
        (?:empty|blank).{0,30}content`,
    param: /messages|content/,
  },
  {
    field: 'nullContent',
    says: patternOf('i')`
        content.{0,60}(?:null|nil\b|none\b|must be a string|should be a valid string|is required|missing)|
        message content type: <nil>`,
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
  const proof = proofOf(
    detail,
    proofs.filter((row) => sent.has(row.field) && (param === '' || row.param.test(param)) && !row.unless?.test(detail)),
    param !== '' && !/^messages|^input/.test(param),
  )
  return proof && { field: proof.field, said: detail, lasts: lasts && !proof.once }
}

/** Return the proof that a sentence is: a known one, or a clause about a lack and the field that it names first. */
function proofOf(sentence: string, rows: readonly Proof[], isNamed: boolean): Proof | undefined {
  if (passing.test(sentence)) return undefined
  const known = rows.find(({ says }) => says?.test(sentence))
  if (known) return known
  const named = sentence
    .split(/(?<=[.;!?])\s+|\n/)
    .filter((clause) => lack.test(clause))
    .flatMap((clause) => rows.flatMap((row) => ({ row, at: row.names ? clause.search(row.names) : -1 })))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)[0]
  // Beside a param that is the field's name, the sentence need not say it again.
  return named?.row ?? (isNamed && lack.test(sentence) ? rows.find(({ names }) => names) : undefined)
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
