import { type ProviderKind, providers, type SchemaDialect, type ThinkingSwitch } from '../../protocol/index.ts'
import { hostLocality } from '../../std/net/host-locality.ts'
import type { Learnt } from '../models/capability-types.ts'
import type { BeginsInThoughts } from './thoughts.ts'

/** The ways in which one model at one server differs from the standard. */
export interface Dialect {
  schema: SchemaDialect
  thinking: ThinkingSwitch | 'none'
  /** Roles may follow each other in any order. */
  anyRoles: boolean
  /** `content` of an answer that only calls tools. */
  emptyContent: null | ''
  /** `kimi`: `functions.name:0`, counted through the conversation. */
  callIds: 'numbered' | 'kimi'
  /** Every answer with calls must bring thoughts back; where none are known, a blank. */
  needsThoughts: boolean
  /** Its template opens the thoughts, so that its answers begin inside them. */
  beginsInThoughts: BeginsInThoughts
  /** Claude behind a gateway: the parts to cache are marked in the messages. */
  cacheMarks: boolean
  /** OpenAI's own server keeps requests of one key together. */
  cacheKey: boolean
  /** Form of a PDF in chat completions; Google's own endpoint takes any file where a picture stands. */
  pdfPart: 'file' | 'image_url'
  /** Thoughts can be asked for in short. */
  summaries: boolean
}

/** Families of models, by names that gateways and makers give them; a later row counts over an earlier one. */
const families: readonly [RegExp, Partial<Dialect>][] = [
  [/gemini/i, { schema: 'gemini' }],
  [/kimi|moonshot/i, { schema: 'moonshot', callIds: 'kimi', needsThoughts: true }],
  [/mistral|mixtral|ministral|magistral|codestral|devstral|pixtral|gemma|llama-2/i, { anyRoles: false }],
  [/claude/i, { cacheMarks: true }],
  // Those that always think; of the others the template leaves it to the model to open its thoughts.
  [
    /(?:^|[/:_-])(?:r1|qwq|marco-o1|ring)(?:$|[^a-z])|thinking|-think|exaone-deep|minimax-m\d/i,
    { beginsInThoughts: 'yes' },
  ],
]

/** Hosts whose services are spoken to as `compatible`, by the row of their own. */
const hosts = new Map(
  (Object.entries(providers) as [ProviderKind, (typeof providers)[ProviderKind]][])
    .filter(([, { baseUrl, local }]) => baseUrl !== '' && !local)
    .map(([kind, { baseUrl }]) => [siteOf(baseUrl), kind]),
)

/** Return the dialect of a model: by the row of its service, which its address may name, and by its family. */
export function dialectOf(kind: ProviderKind, baseUrl: string, model: string, lacks: Learnt['lacks'] = {}): Dialect {
  const row = providers[(kind === 'compatible' && hosts.get(siteOf(baseUrl))) || kind]
  const ofFamily = Object.assign({}, ...families.flatMap(([name, part]) => (name.test(model) ? [part] : [])))
  const { cacheMarks = false, beginsInThoughts = 'maybe', ...family }: Partial<Dialect> = ofFamily
  const isOwn = hostLocality(URL.parse(baseUrl)?.hostname ?? '.') !== 'public'
  const made: Dialect = {
    schema: row.schema ?? 'full',
    thinking: row.thinking ?? 'none',
    anyRoles: row.anyRoles ?? false,
    // Local servers of old read no null, the others no empty text.
    emptyContent: row.local || isOwn ? '' : null,
    callIds: 'numbered',
    needsThoughts: false,
    ...family,
    // A maker's own service tells thoughts apart, and a gateway mostly.
    beginsInThoughts: row.local ? beginsInThoughts : row.passesOn ? 'maybe' : 'no',
    cacheMarks: cacheMarks && (row.passesOn ?? false),
    cacheKey: URL.parse(baseUrl)?.hostname === 'api.openai.com',
    pdfPart: row.schema === 'gemini' ? 'image_url' : 'file',
    summaries: true,
  }
  return { ...made, ...taughtBy(lacks, made) }
}

/** Return what refusals of this server changed. */
function taughtBy(lacks: Exclude<Learnt['lacks'], undefined>, { cacheMarks }: Dialect): Partial<Dialect> {
  return {
    ...(lacks.roles !== undefined && { anyRoles: false }),
    ...(lacks.thoughts !== undefined && { needsThoughts: true }),
    ...(lacks.nullContent !== undefined && { emptyContent: '' as const }),
    ...(lacks.blankContent !== undefined && { emptyContent: null }),
    ...(lacks.summary !== undefined && { summaries: false }),
    ...(lacks.cacheKey !== undefined && { cacheKey: false }),
    cacheMarks: cacheMarks && lacks.cacheMarks === undefined,
  }
}

/** Return the last two names of an address's host: `moonshot.cn` and `moonshot.ai` are one service's regions. */
function siteOf(url: string): string {
  const names = (URL.parse(url)?.hostname ?? '').split('.')
  return names.slice(-3, -1).join('.') || names.join('.')
}
