import type { UsageRow } from '../../../app/assistant.ts'
import { savedUsd } from '../../../llm/models/prices.ts'
import { cliMessages } from '../../../messages/commands/cli.ts'
import type { Language } from '../../../messages/language.ts'
import type { CommandRun } from '../../command-context.ts'
import { conversationId } from '../../conversation-id.ts'
import { textTable } from '../../output/text-table.ts'

export interface ModelUsage {
  provider: string
  model: string
  requests: number
  input: number
  output: number
  cached: number
  /** Absent when no price is known. */
  costUsd?: number
  /** US dollars saved by reading from the provider's cache; absent when no price is known. */
  savedUsd?: number
  /** Milliseconds to the first shown part, and to the end. */
  first: { p50: number; p95: number }
  total: { p50: number; p95: number }
  /** Tokens written a second behind the first of them; absent where no answer took time. */
  tokensPerSecond?: number
}

/**
 * `usage [id]`: tokens and cost per model, of everything or of one conversation; `--latency`: how fast they answered.
 */
export const showUsage: CommandRun = async (cli, { args: [typed], options }) => {
  const assistant = await cli.assistant()
  const only = typed === undefined ? undefined : await conversationId(assistant, typed, cli.language)
  const models = usageByModel(
    (await assistant.usage()).filter((row) => only === undefined || row.conversation === only),
  )
  const say = cliMessages[cli.language]
  if (options.json) await cli.terminal.json({ models, total: totalOf(models) })
  else if (models.length === 0) await cli.terminal.note(say.none)
  else await cli.terminal.print(options.latency ? latencyTable(models, cli.language) : tokenTable(models, cli.language))
  return 0
}

/** Usage summed per provider and model, the most used first. */
export function usageByModel(rows: readonly UsageRow[]): ModelUsage[] {
  const groups = Map.groupBy(rows, ({ provider, model }) => `${provider}\n${model}`)
  return [...groups.values()].map(modelUsage).sort((a, b) => b.requests - a.requests)
}

function modelUsage(rows: UsageRow[]): ModelUsage {
  const { provider = '', model = '' } = rows[0] ?? {}
  const whole = rows.filter(({ cut }) => !cut)
  return {
    provider,
    model,
    requests: rows.length,
    ...sumRows(rows.map((row) => ({ ...row, ...savingOf(row) }))),
    first: spreadOf(whole.map((r) => r.firstMs)),
    total: spreadOf(whole.map((r) => r.totalMs)),
    ...speedOf(whole),
  }
}

function speedOf(rows: readonly UsageRow[]): { tokensPerSecond?: number } {
  const written = rows.filter(({ firstMs, totalMs }) => totalMs > firstMs)
  const ms = written.reduce((sum, { firstMs, totalMs }) => sum + totalMs - firstMs, 0)
  const tokens = written.reduce((sum, { output }) => sum + output, 0)
  return ms > 0 && tokens > 0 ? { tokensPerSecond: Math.round((10_000 * tokens) / ms) / 10 } : {}
}

function savingOf({ model, cached }: UsageRow): { savedUsd?: number } {
  const saved = savedUsd(model, cached)
  return saved === undefined ? {} : { savedUsd: saved }
}

type Countable = { input: number; output: number; cached: number; costUsd?: number; savedUsd?: number }

function sumRows(rows: readonly Countable[]): Countable {
  const sumOf = (of: (row: Countable) => number) => rows.reduce((total, row) => total + of(row), 0)
  const cost = rows.some((row) => row.costUsd !== undefined) ? { costUsd: sumOf((r) => r.costUsd ?? 0) } : {}
  const saved = rows.some((row) => row.savedUsd !== undefined) ? { savedUsd: sumOf((r) => r.savedUsd ?? 0) } : {}
  return {
    input: sumOf((r) => r.input),
    output: sumOf((r) => r.output),
    cached: sumOf((r) => r.cached),
    ...cost,
    ...saved,
  }
}

const totalOf = (models: ModelUsage[]) => ({ requests: models.reduce((n, m) => n + m.requests, 0), ...sumRows(models) })

const spreadOf = (values: number[]) => ({ p50: percentileOf(values, 50), p95: percentileOf(values, 95) })

/** The percentile by nearest rank; 0 for an empty list. */
export function percentileOf(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0
}

function tokenTable(models: ModelUsage[], language: Language): string {
  const { usage: say, number } = cliMessages[language]
  const costText = (usd: number | undefined) => (usd === undefined ? say.unknownCost : `$${usd.toFixed(4)}`)
  const lineOf = (m: { requests: number } & Countable) => [
    m.requests,
    m.input,
    m.output,
    m.cached,
    costText(m.costUsd),
    costText(m.savedUsd),
  ]
  const rows = models.map((m) => [m.provider, m.model, ...lineOf(m)])
  return textTable(say.heads, [...rows, [say.total, '', ...lineOf(totalOf(models))]], number)
}

function latencyTable(models: ModelUsage[], language: Language): string {
  const { usage: say, ms } = cliMessages[language]
  const rows = models.map((m) => [
    m.provider,
    m.model,
    String(m.requests),
    m.first.p50,
    m.first.p95,
    m.total.p50,
    m.total.p95,
    String(m.tokensPerSecond ?? say.unknownCost),
  ])
  return `${textTable(say.latencyHeads, rows, ms)}\n${say.target}`
}
