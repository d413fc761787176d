import { limits, type ModelRequest, type Usage } from '../protocol/index.ts'
import { type CountedTokens, costUsd } from './models/prices.ts'

/**
 * Return the usage of a request: as the provider counted, with its cost where the price is known; else an estimate,
 * without one.
 */
export function usageOf(request: ModelRequest, counted: CountedTokens | undefined, answer: string): Usage {
  if (!counted)
    return { input: estimateTokens(textOf(request)), output: estimateTokens(answer), cached: 0, estimated: true }
  const { input, output, cached } = counted
  const cost = costUsd(request.model, counted)
  return { input, output, cached, ...(cost !== undefined && { costUsd: cost }) }
}

/** Tokens of a text, roughly, by the characters per token of SPEC §2. */
export function estimateTokens(text: string): number {
  let korean = 0
  // Counted one by one: a list of all letters would take many times the text.
  for (let at = 0; at < text.length; at++) if (isHangul(text.charCodeAt(at))) korean++
  return Math.ceil(korean / limits.charsPerToken.hangul + (text.length - korean) / limits.charsPerToken.other)
}

const isHangul = (unit: number) =>
  (unit >= 0xac00 && unit <= 0xd7af) || (unit >= 0x1100 && unit <= 0x11ff) || (unit >= 0x3130 && unit <= 0x318f)

function textOf({ system, messages, tools }: ModelRequest): string {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? (message.calls ?? []) : []))
  return [
    ...system.map(({ text }) => text),
    ...messages.map(({ text }) => text),
    ...messages.flatMap((message) => (message.role === 'user' ? (message.context ?? []).map(({ text }) => text) : [])),
    ...calls.map(({ args }) => JSON.stringify(args)),
    ...tools.map((tool) => JSON.stringify(tool)),
  ].join('\n')
}
