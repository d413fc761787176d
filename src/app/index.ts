// The library: the engine, the words of its contract, and the Korean readers and writers.
export * from '../protocol/index.ts'
export { assemble } from './assemble.ts'
export type { Assistant, ContextReport, ConversationInfo, OpenWishes, UsageRow, Which } from './assistant.ts'
export type { Surroundings } from './surroundings.ts'
