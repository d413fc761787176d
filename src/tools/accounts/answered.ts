import { AssistantError } from '../../protocol/index.ts'
import { NetworkError } from '../../std/net/http.ts'
import { JobStopped } from '../../std/process/isolated.ts'
import type { WebFault } from '../web/safe-fetch.ts'
import { type AccountAnswer, faultOfNetwork } from './fault.ts'

/**
 * Return the answer of a server; failures of the network and of the work become faults, the reason of the signal is
 * thrown.
 */
export async function answered<T>(
  work: () => Promise<AccountAnswer<T>>,
  signal: AbortSignal,
  host: string,
): Promise<AccountAnswer<T>> {
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof NetworkError) return { fault: faultOfNetwork[error.kind], detail: host }
    if (error instanceof JobStopped) return { fault: error.fault === 'time' ? 'timeout' : 'costly', detail: host }
    if (error instanceof DOMException && error.name === 'TimeoutError') return { fault: 'timeout', detail: host }
    const fault = error instanceof AssistantError ? (error.failure.data?.webFault as WebFault | undefined) : undefined
    if (fault)
      return { fault: fault === 'unresolved' ? 'name' : fault === 'large' ? 'large' : 'elsewhere', detail: host }
    throw error
  }
}
