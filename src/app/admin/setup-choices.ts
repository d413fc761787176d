import { capabilitiesOf } from '../../llm/models/capabilities.ts'
import type { SetupMessages } from '../../messages/commands/setup.ts'
import type { ProviderKind } from '../../protocol/index.ts'

/** Models of Ollama's library that use tools, the gigabytes they take on the disk, and the memory they run well in. */
const library = [
  { name: 'qwen3:30b', gb: 19, memory: 32 },
  { name: 'qwen3:14b', gb: 9.3, memory: 20 },
  { name: 'qwen3:8b', gb: 5.2, memory: 12 },
  { name: 'qwen3:4b', gb: 2.5, memory: 6 },
  { name: 'qwen3:1.7b', gb: 1.4, memory: 3 },
  { name: 'qwen3:0.6b', gb: 0.5, memory: 0 },
]

/** The three largest that fit in so many bytes of memory, the largest first. */
export function modelsThatFit(bytes: number): { name: string; gb: number }[] {
  return library.filter(({ memory }) => memory * 2 ** 30 <= bytes).slice(0, 3)
}

/** The usual model first, then those whose price is known, then the others, by name. */
export function orderModels(kind: ProviderKind, names: readonly string[], usual: string | undefined): string[] {
  const rankModel = (name: string) => (name === usual ? 0 : capabilitiesOf(kind, name).price ? 1 : 2)
  return [...new Set(names)].sort((a, b) => rankModel(a) - rankModel(b) || a.localeCompare(b))
}

/** A model with what it costs, how much it reads at once, and whether it sees. */
export function labelOf(kind: ProviderKind, model: string, say: SetupMessages): string {
  const { price, window, vision } = capabilitiesOf(kind, model)
  if (!price) return model
  return [
    model,
    say.price(price.input, price.output),
    `${Math.round(window / 1000)}K`,
    ...(vision ? [say.sees] : []),
  ].join(' · ')
}

/** Bytes a second of a usual line at home. */
const usualSpeed = 6.5e6

/** Estimate how many minutes a download takes. */
export const minutesToFetch = (bytes: number): number => Math.max(1, Math.round(bytes / usualSpeed / 60))
