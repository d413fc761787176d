import { AssistantError, type Failure, type Provider } from '../protocol/index.ts'
import type { Sleep } from './retry.ts'

/** Fails with `timeout` when a request's first byte does not come within `ms`. After it, there is no limit here. */
export function withFirstByte(provider: Provider, ms: number, sleep: Sleep, data: Failure['data'] = {}): Provider {
  return async function* (request, signal) {
    const late = new AbortController()
    const opened = new AbortController()
    const timeout = new AssistantError({
      code: 'timeout',
      detail: `no byte within ${ms} ms`,
      data: { ...data, model: request.model, ms },
    })
    sleep(ms, opened.signal).then(
      () => late.abort(timeout),
      () => {},
    )
    try {
      const both = AbortSignal.any([signal, late.signal])
      for await (const part of provider(request, both)) {
        if (!opened.signal.aborted) opened.abort()
        yield part
      }
    } finally {
      opened.abort()
    }
  }
}
