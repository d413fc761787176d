import type { Language } from '../language.ts'

/** The words of one tool in one language; `subject` is what a call is about. */
interface ToolWords {
  /** The deed, as a person calls it; no surface shows the name that models know it by. */
  title: string
  /** The purpose, as a person reads it; models are told by `tool-guides.ts`. */
  purpose: string
  /** The remedy where its deed cannot be taken back. */
  instead?: string
  /** Words by which people call what it changes, between spaces: a claim of such a deed needs a call of it. */
  things?: string
  /** A call in one line, where the title with the subject behind it reads badly. */
  line?(subject: string): string
  /** The question for a call. */
  question?(subject: string, risk: string | undefined): string
}

/** One row a tool: everything that people read of it. */
export type ToolWordTable = Record<string, Record<Language, ToolWords>>

/** A subject in the quotation marks of Korean sentences. */
export const quoteSubject = (subject: string) => `‘${subject}’`
