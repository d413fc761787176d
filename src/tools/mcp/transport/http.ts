import { limits } from '../../../protocol/index.ts'
import { networkFetch } from '../../../std/net/fetch.ts'

/**
 * `fetch` for a server's address: an answer, and each event of a stream, is at most `limits.streamEventBytes` long.
 * Longer ones break the body off. Redirects are the SDK's: within one origin only, so that no key goes elsewhere.
 */
export async function boundedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await networkFetch(url, init)
  if (!response.body) return response
  const events = response.headers.get('content-type')?.includes('text/event-stream') ?? false
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(boundBytes(events)), { status, statusText, headers })
}

function boundBytes(events: boolean): TransformStream<Uint8Array, Uint8Array> {
  let size = 0
  return new TransformStream({
    transform(chunk, controller) {
      const end = events ? Math.max(chunk.lastIndexOf(10), chunk.lastIndexOf(13)) : -1
      size = end === -1 ? size + chunk.length : chunk.length - end - 1
      if (size > limits.streamEventBytes) controller.error(new Error('the answer is too large'))
      else controller.enqueue(chunk)
    },
  })
}
