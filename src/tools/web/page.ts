import { runIsolated } from '../../std/process/isolated.ts'
import type { IsolatedJob } from '../../std/process/isolated-protocol.ts'
import type { Fetched } from './safe-fetch.ts'
import type { PageInput, WebPage } from './web-page.ts'

/** Reads a page of the web where it can be stopped. */
export const pageJob: IsolatedJob<PageInput, WebPage | undefined> = {
  name: 'page',
  load: async () => (await import('./read-page.ts')).readPage,
}

/**
 * Return the response as text; undefined if it is none (a picture, an archive). Throws `JobStopped`, the signal's
 * reason.
 */
export function pageOf(
  { url, type, bytes }: Fetched,
  signal: AbortSignal,
  part?: string,
): Promise<WebPage | undefined> {
  const only = part === undefined ? {} : { part }
  return runIsolated(pageJob, { url: url.href, type, bytes, ...only }, { signal })
}
