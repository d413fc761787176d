import type { DocumentFault } from '../../messages/commands/docs.ts'
import type { TextLine } from '../ports.ts'

/** A document as it came: its name, or its path, and its bytes. */
export interface DocumentInput {
  path: string
  bytes: Uint8Array
  /** True if attachments of a mail are only named. */
  isAlone?: boolean
}

/** Lines that a reader found, and the pages of which there is only a picture; or why there are none. */
export type DocumentText = { lines: TextLine[]; scans?: number[] } | { fault: DocumentFault }
