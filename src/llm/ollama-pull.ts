import { AssistantError, fail } from '../protocol/index.ts'
import { request } from '../std/net/http.ts'
import { failureOfResponse, parseJson, rethrowAsFailure } from './failure.ts'
import { asNumber, asObject, asString } from './json-values.ts'
import { jsonLines } from './wires/json-lines.ts'

/** Progress of a download: the current step, and bytes where the server tells them. */
export interface PullProgress {
  status: string
  bytes: number
  of: number
}

/** Characters of one line of progress. */
const lineChars = 1 << 16

/**
 * Lets Ollama fetch a model: POST /api/pull, streaming (https://docs.ollama.com/api/pull). Throws its failure, or the
 * signal's reason.
 */
export async function* pullModel(baseUrl: string, model: string, signal: AbortSignal): AsyncGenerator<PullProgress> {
  const subject = { provider: 'ollama', model }
  const url = `${baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}/api/pull`
  try {
    const response = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model }),
      signal,
    })
    let status = ''
    for await (const lines of jsonLines(response.body, lineChars)) {
      for (const { data } of lines) {
        const line = asObject(parseJson(data)) ?? {}
        if (response.status !== 200 || line.error !== undefined) {
          const { code, ...more } = failureOfResponse(
            response.status === 200 ? 404 : response.status,
            response.headers,
            data,
            subject,
          )
          fail(code, more)
        }
        status = asString(line.status)
        yield { status, bytes: asNumber(line.completed), of: asNumber(line.total) }
      }
    }
    if (status !== 'success')
      throw new AssistantError({ code: 'network', detail: 'the download ended early', data: subject })
  } catch (error) {
    rethrowAsFailure(error, subject)
  }
}
