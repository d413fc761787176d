import type { ProviderKind } from '../../protocol/index.ts'
import type { Capabilities } from './capability-types.ts'

/** Capabilities of the models whose names begin so. Of several rows the longest beginning counts, field by field. */
export interface ModelRow {
  provider: ProviderKind | 'any'
  model: string
  /** The page that says so, and when it was read. */
  source: string
  read: string
  knows: Partial<Capabilities>
}

const anthropicPages = 'platform.claude.com/docs/en/about-claude/models/overview, …/build-with-claude/prompt-caching'
const openaiPages = 'developers.openai.com/api/docs/models, …/api/docs/pricing'
const zaiPages = 'docs.z.ai/guides/overview/pricing, docs.z.ai/api-reference/llm/chat-completion'

const row = (
  provider: ModelRow['provider'],
  model: string,
  source: string,
  read: string,
  knows: ModelRow['knows'],
): ModelRow => ({
  provider,
  model,
  source,
  read,
  knows,
})
/** US dollars per million tokens: input, read from the cache, output. */
const price = (input: number, cached: number, output: number) => ({ price: { input, cached, output } })
const K = 1_000
const M = 1_000_000

/** Claude of 2026: adaptive thinking, and any temperature but the default is refused. */
const adaptive: ModelRow['knows'] = { thinking: 'adaptive', temperature: false, window: M, maxOutput: 128 * K }
/**
 * OpenAI's thinking models, by name: they refuse a temperature and keep their thoughts only over the Responses wire.
 */
const reasoning: ModelRow['knows'] = {
  thinking: 'effort',
  temperature: false,
  responses: true,
  vision: true,
  documents: true,
}

/**
 * The table of models, as their makers describe them; corrected at run time by what a server says of itself
 * (capabilities.ts).
 */
export const modelTable: readonly ModelRow[] = [
  row('anthropic', '', anthropicPages, '2026-11-22', { cacheMarks: true, thinking: 'none' }),
  row('anthropic', 'claude-', anthropicPages, '2026-11-22', {
    vision: true,
    documents: true,
    cacheMarks: true,
    cacheMinimum: 1_024,
    window: 200 * K,
    maxOutput: 8_192,
    thinking: 'budget',
  }),
  row('anthropic', 'claude-3-haiku', anthropicPages, '2026-11-22', { maxOutput: 4_096, thinking: 'none' }),
  row('anthropic', 'claude-3-5', anthropicPages, '2026-11-22', { thinking: 'none' }),
  row('anthropic', 'claude-fable-5', anthropicPages, '2026-11-22', {
    ...adaptive,
    cacheMinimum: 512,
    ...price(10, 1, 50),
  }),
  row('anthropic', 'claude-opus-5', anthropicPages, '2026-11-22', {
    ...adaptive,
    cacheMinimum: 512,
    ...price(5, 0.5, 25),
  }),
  row('anthropic', 'claude-opus-5-5', anthropicPages, '2026-11-22', {
    ...adaptive,
    cacheMinimum: 512,
    ...price(4, 0.2, 20),
  }),
  row('anthropic', 'claude-sonnet-5', anthropicPages, '2026-11-22', { ...adaptive, ...price(2, 0.2, 10) }),
  row('anthropic', 'claude-opus-4-8', anthropicPages, '2026-11-22', { ...adaptive, ...price(5, 0.5, 25) }),
  row('anthropic', 'claude-opus-4-7', anthropicPages, '2026-11-22', {
    ...adaptive,
    cacheMinimum: 2_048,
    ...price(5, 0.5, 25),
  }),
  row('anthropic', 'claude-opus-4-6', anthropicPages, '2026-11-22', {
    thinking: 'adaptive',
    window: M,
    maxOutput: 128 * K,
    cacheMinimum: 4_096,
    ...price(5, 0.5, 25),
  }),
  row('anthropic', 'claude-sonnet-4-6', anthropicPages, '2026-11-22', {
    thinking: 'adaptive',
    window: M,
    maxOutput: 64 * K,
    ...price(3, 0.3, 15),
  }),
  row('anthropic', 'claude-opus-4-5', anthropicPages, '2026-11-22', {
    maxOutput: 64 * K,
    cacheMinimum: 4_096,
    ...price(5, 0.5, 25),
  }),
  row('anthropic', 'claude-sonnet-4-5', anthropicPages, '2026-11-22', { maxOutput: 64 * K, ...price(3, 0.3, 15) }),
  row('anthropic', 'claude-haiku-4-5', anthropicPages, '2026-11-22', {
    maxOutput: 64 * K,
    cacheMinimum: 4_096,
    ...price(1, 0.1, 5),
  }),

  row('openai', '', openaiPages, '2026-11-22', { maxTokensField: 'max_completion_tokens', thinking: 'none' }),
  row('azure', '', 'learn.microsoft.com/azure/ai-foundry/openai/reference', '2026-11-22', {
    maxTokensField: 'max_completion_tokens',
  }),
  row('openai', 'gpt-4o', openaiPages, '2025-12-20', {
    vision: true,
    documents: true,
    window: 128 * K,
    maxOutput: 16_384,
    ...price(2.5, 1.25, 10),
  }),
  row('openai', 'gpt-4o-mini', openaiPages, '2025-12-20', { ...price(0.15, 0.075, 0.6) }),
  row('openai', 'gpt-4.1', openaiPages, '2025-12-20', {
    vision: true,
    documents: true,
    window: 1_047_576,
    maxOutput: 32_768,
    ...price(2, 0.5, 8),
  }),
  row('openai', 'gpt-4.1-mini', openaiPages, '2025-12-20', { ...price(0.4, 0.1, 1.6) }),
  row('openai', 'gpt-4.1-nano', openaiPages, '2025-12-20', { ...price(0.1, 0.025, 0.4) }),
  row('openai', 'o1', openaiPages, '2025-12-20', { ...reasoning, window: 200 * K, maxOutput: 100 * K }),
  row('openai', 'o3', openaiPages, '2025-12-20', { ...reasoning, window: 200 * K, maxOutput: 100 * K }),
  row('openai', 'o4-mini', openaiPages, '2025-12-20', { ...reasoning, window: 200 * K, maxOutput: 100 * K }),
  row('openai', 'gpt-5', openaiPages, '2026-11-22', {
    ...reasoning,
    window: 400 * K,
    maxOutput: 128 * K,
    ...price(1.25, 0.125, 10),
  }),
  row('openai', 'gpt-5-mini', openaiPages, '2025-12-20', { ...price(0.25, 0.025, 2) }),
  row('openai', 'gpt-5-nano', openaiPages, '2025-12-20', { ...price(0.05, 0.005, 0.4) }),
  row('openai', 'gpt-5.1', openaiPages, '2026-11-22', { ...price(1.25, 0.125, 10) }),
  // Their prices were not on a page of the maker that could be read: none is better than a wrong one.
  row('openai', 'gpt-5.2', openaiPages, '2026-11-22', { price: undefined }),
  row('openai', 'gpt-5.3', openaiPages, '2026-11-22', { price: undefined }),
  row('openai', 'gpt-5.4', openaiPages, '2026-11-22', { window: 1_050_000, price: undefined }),
  row('openai', 'gpt-5.5', openaiPages, '2026-11-22', { window: 1_050_000, price: undefined }),
  row('openai', 'gpt-5.6', openaiPages, '2026-11-22', { window: 1_050_000, price: undefined }),
  row('openai', 'gpt-6', openaiPages, '2026-11-22', { ...reasoning, window: 1_050_000, maxOutput: 128 * K }),

  row('zai', 'glm-', zaiPages, '2026-11-22', { vision: false, thinking: 'toggle', window: 128 * K, maxOutput: 96 * K }),
  row('zai', 'glm-4.5', zaiPages, '2025-12-20', {}),
  row('zai', 'glm-4.5-air', zaiPages, '2025-12-20', { ...price(0.2, 0.03, 1.1) }),
  row('zai', 'glm-4.5v', zaiPages, '2025-12-20', { vision: true }),
  row('zai', 'glm-4.6', zaiPages, '2025-12-20', { window: 200 * K }),
  row('zai', 'glm-4.6v', zaiPages, '2025-12-20', { vision: true }),
  row('zai', 'glm-4.7', zaiPages, '2025-12-20', { window: 200 * K, ...price(0.6, 0.11, 2.2) }),
  row('zai', 'glm-5', zaiPages, '2026-11-22', { window: 200 * K, maxOutput: 128 * K }),
  row('zai', 'glm-5v', zaiPages, '2026-11-22', { vision: true }),

  row('gemini', 'gemini-', 'ai.google.dev/gemini-api/docs/openai, …/docs/models', '2026-11-22', {
    vision: true,
    documents: true,
    thinking: 'effort',
    window: 1_048_576,
    maxOutput: 65_536,
  }),
  row('gemini', 'gemma-', 'ai.google.dev/gemma/docs/core/gemma_on_gemini_api', '2026-11-22', {
    tools: false,
    systemRole: 'user',
    thinking: 'none',
    window: 32 * K,
  }),
  row('deepseek', 'deepseek-', 'api-docs.deepseek.com/quick_start/pricing', '2026-11-22', {
    jsonSchema: 'object',
    vision: false,
    window: M,
    maxOutput: 384 * K,
  }),
  row('deepseek', 'deepseek-reasoner', 'api-docs.deepseek.com/guides/thinking_mode', '2026-11-22', {
    temperature: false,
  }),
  row('mistral', 'magistral-', 'docs.mistral.ai/capabilities/reasoning', '2026-11-22', { window: 128 * K }),
  row('mistral', '', 'docs.mistral.ai/getting-started/models', '2026-11-22', { window: 128 * K, streamOptions: false }),
  row('groq', '', 'console.groq.com/docs/openai, …/docs/models', '2026-11-22', { window: 131_072 }),
  row('openrouter', '', 'openrouter.ai/docs/api-reference/overview', '2026-11-22', { window: 128 * K }),
]
