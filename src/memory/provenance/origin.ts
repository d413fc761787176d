import type { Id } from '../../protocol/index.ts'
import type { PlacedFact } from '../notebook.ts'
import { type Confidence, confidenceOf } from './confidence.ts'

/** The message of the person that a remembered line was taken from. */
export interface SourceMessage {
  conversation: Id
  message: Id
  text: string
  /** In milliseconds since 1970. */
  at: number
}

/** Finds the message behind a line; undefined where it is not there any more, or never was one. */
export type FindSource = (fact: PlacedFact) => Promise<SourceMessage | undefined>

/** The way a line came into memory, as far as that is known. */
export interface FactOrigin {
  text: string
  /** The page, under the home, and the line. */
  place: string
  confidence: Confidence
  /** The civil date on which it was written; absent for a line of the person's own hand. */
  date?: string
  by?: 'noticed' | 'kept' | 'imported'
  /** The last day on which it holds. */
  until?: string
  /** Text from outside that had a part in it. */
  source?: string
  /** Its earlier text. */
  before?: string
  conversation?: Id
  said?: SourceMessage
}

/** Everything that is known of where a line came from. */
export async function originOf(home: string, fact: PlacedFact, find: FindSource): Promise<FactOrigin> {
  const said = fact.from?.conversation ? await find(fact) : undefined
  return {
    text: fact.text,
    place: `${fact.file.startsWith(home) ? fact.file.slice(home.length + 1) : fact.file}:${fact.line}`,
    confidence: confidenceOf(fact),
    ...fact.from,
    ...(said ? { said } : {}),
  }
}
