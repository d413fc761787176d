import { JobStopped, runIsolated } from '../../std/process/isolated.ts'
import type { IsolatedJob } from '../../std/process/isolated-protocol.ts'
import { type DocumentInput, type DocumentText, isText, readHere } from './read-here.ts'

/** Reads a document where it can be stopped. */
export const documentJob: IsolatedJob<DocumentInput, DocumentText> = { name: 'document', load: async () => readHere }

/**
 * The lines of a document, by what its bytes say, then by its name. Small plain text is read here, line by line; formats with a parser are read
 * in a process beside this one, and cost one file at most (`costly`). Throws the signal's reason.
 */
export async function readDocument(path: string, bytes: Uint8Array, signal: AbortSignal): Promise<DocumentText> {
  if (isText(path, bytes)) return readHere({ path, bytes })
  try {
    return await runIsolated(documentJob, { path, bytes }, { signal })
  } catch (error) {
    if (error instanceof JobStopped) return { fault: 'costly' }
    throw error
  }
}
