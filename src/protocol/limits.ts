/** Every number of the product with its source. Milliseconds and UTF-16 characters unless a name says otherwise. */
export const limits = {
  // SPEC §2, model calls. All of them are settings; these are the defaults.
  firstByteMs: 20_000,
  firstByteLocalMs: 120_000,
  exchangeSoftMs: 60_000,
  exchangeHardMs: 600_000,
  retryDelaysMs: [250, 750],
  rateLimitDefaultMs: 5_000,
  rateLimitMaxMs: 60_000,
  cancelMs: 100,
  // An answer of 128,000 tokens, the longest that models of 2026 write, is about 500 kB.
  answerBytes: 1 << 20,
  // SPEC §3, tools.
  toolMs: 10_000,
  askMs: 30_000,
  /** A question on a phone waits until somebody looks at it. */
  askRemoteMs: 900_000,
  shellMs: 30_000,
  toolRounds: 10,
  sameCalls: 3,
  /** Of the tools of all MCP servers together, as JSON: beyond it each server's are told of when they are asked for. */
  mcpToolChars: 6_000,
  // SPEC §2, context and window.
  contextChars: 80_000,
  contextMinMessages: 5,
  /** Passages of documents that stay with the messages they were found for. */
  passagesChars: 20_000,
  window: { default: { limit: 30, keep: 15 }, graph: { limit: 10, keep: 5 } },
  summaries: 3,
  charsPerToken: { hangul: 1.45, other: 3.8 },
  // SPEC §4, memory pages.
  memory: { workspace: 10_000, agent: 5_000, personal: 8_000 },
  snapshotsKept: 20,
  // DESIGN, traps: an event of a stream, a message over the socket.
  streamEventBytes: 8 << 20,
  // DESIGN, contract: partials are kept once a second.
  partialMs: 1_000,
} as const
export type WindowProfile = keyof typeof limits.window
