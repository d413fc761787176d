import { type ProviderKind, providers } from '../../protocol/index.ts'
import type { Capabilities, Learnt, RefusedField } from './capability-types.ts'
import { modelTable } from './model-table.ts'

/** Capabilities of an unknown model: those of a common small local one. */
const unknown: Capabilities = {
  tools: true,
  temperature: true,
  jsonSchema: 'schema',
  streamOptions: true,
  maxTokensField: 'max_tokens',
  systemRole: 'system',
  vision: true,
  documents: false,
  thinking: 'unknown',
  responses: false,
  window: 32_768,
  maxOutput: undefined,
  cacheMarks: false,
  cacheMinimum: 0,
  price: undefined,
}

/** Models of at most so many billion parameters follow what they were shown better than what they were told. */
const smallBillions = 9

/** Return true for a model whose name says that it is small: `qwen3:8b`, `gemma3:270m`, `gemma-4-e2b`. Pure. */
export function isSmallModel(name: string): boolean {
  const [, number, unit] = /(?:^|[^a-z\d.])e?(\d+(?:\.\d+)?)([bm])(?![a-z\d])/i.exec(name) ?? []
  return number !== undefined && (unit?.toLowerCase() === 'm' || Number(number) <= smallBillions)
}

/** The source of a field of a model's capabilities. */
export type CapabilitySource = 'default' | 'table' | 'server' | 'learnt'

/**
 * Return what a model can do: what is usual, over it the table, over it what the server said of it, over it what a
 * refused request taught. A provider that passes on another's models (`anthropic/claude-sonnet-5`) is looked up by the
 * maker's name, too.
 */
export function capabilitiesOf(provider: ProviderKind, model: string, known: Learnt = {}): Capabilities {
  const can = { ...unknown, ...ofTable(provider, model), ...known.server }
  return { ...can, ...taughtBy(known, can) }
}

/** The same, each field with its source: for `assistant models show`. */
export function sourcesOf(
  provider: ProviderKind,
  model: string,
  known: Learnt = {},
): Record<keyof Capabilities, CapabilitySource> {
  const layers: [CapabilitySource, object][] = [
    ['table', ofTable(provider, model)],
    ['server', known.server ?? {}],
    ['learnt', taughtBy(known, unknown)],
  ]
  const sources = Object.fromEntries(Object.keys(unknown).map((field) => [field, 'default'])) as Record<
    keyof Capabilities,
    CapabilitySource
  >
  for (const [source, layer] of layers)
    for (const field of Object.keys(layer)) sources[field as keyof Capabilities] = source
  return sources
}

/** The rows of the table that hold for a model, the shortest beginning first. */
function rowsOf(provider: ProviderKind, model: string) {
  const bare = model.replace(/^[^/]+\//, '').replaceAll('.', '-')
  // A dated name is its model. Gateways write `claude-opus-5.5` for `claude-opus-5-5`.
  const names = (row: string) =>
    model.startsWith(row) || (providers[provider].passesOn && row !== '' && bare.startsWith(row.replaceAll('.', '-')))
  return modelTable
    .filter(
      (row) =>
        names(row.model) &&
        (row.provider === provider || providers[provider].passesOn) &&
        (row.model !== '' || row.provider === provider),
    )
    .toSorted((a, b) => a.model.length - b.model.length)
}

/** Return true if a maker's own table has a model of this name. */
export function isKnownModel(maker: ProviderKind, model: string): boolean {
  return modelTable.some((row) => row.provider === maker && row.model !== '' && model.startsWith(row.model))
}

function ofTable(provider: ProviderKind, model: string): Partial<Capabilities> {
  const rows = rowsOf(provider, model)
  const merged: Partial<Capabilities> = Object.assign({}, ...rows.map(({ knows }) => knows))
  if (!providers[provider].passesOn) return merged
  // Capabilities of the maker's own server, not of the model wherever it runs.
  const ofServer = ['cacheMarks', 'responses', 'price', 'maxTokensField', 'thinking', 'tools', 'systemRole']
  return Object.fromEntries(Object.entries(merged).filter(([field]) => !ofServer.includes(field)))
}

/** Return the capabilities that refusals proved wrong. */
function taughtBy({ lacks = {} }: Learnt, { maxTokensField }: Capabilities): Partial<Capabilities> {
  const without: Partial<Record<RefusedField, Partial<Capabilities>>> = {
    tools: { tools: false },
    temperature: { temperature: false },
    jsonSchema: { jsonSchema: 'none' },
    streamOptions: { streamOptions: false },
    systemRole: { systemRole: 'user' },
    images: { vision: false },
    documents: { documents: false },
    thinking: { thinking: 'none' },
    effort: { thinking: 'off' },
    cacheMarks: { cacheMarks: false },
    maxTokens: { maxTokensField: maxTokensField === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens' },
  }
  return Object.assign({}, ...(Object.keys(lacks) as RefusedField[]).map((field) => without[field] ?? {}))
}
