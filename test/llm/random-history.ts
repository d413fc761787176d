import type { RequestMessage } from '../../src/protocol/index.ts'
import type { Random } from '../random.ts'

/** Return a history as failures, cancels, tools and pictures leave it. */
export function randomHistory(random: Random): RequestMessage[] {
  const pick = <T>(...all: T[]): T => all[random.below(all.length)] as T
  const history: RequestMessage[] = []
  const length = random.int(1, 12)
  for (let at = 0; at < length; at++) {
    const id = `m${at}`
    const text = pick('', `말 ${at}`, `word ${at}`)
    const image = { mediaType: 'image/png' as const, data: 'iVBOR' }
    const call = { id: `c${at}`, name: pick('calc', 'web.search'), args: { at } }
    history.push(
      ...pick<RequestMessage[]>(
        [{ role: 'user', id, at: 0, text: `물음 ${at}` }],
        [{ role: 'user', id, at: 0, text: `그림 ${at}`, images: [image] }],
        [{ role: 'assistant', id, at: 0, text }],
        [{ role: 'assistant', id, at: 0, text, cut: pick('cancelled' as const, 'failed' as const) }],
        [{ role: 'assistant', id, at: 0, text, calls: [call] }],
        [
          { role: 'assistant', id, at: 0, text, calls: [call] },
          { role: 'tool', id: `${id}t`, at: 0, call: call.id, name: call.name, text: `결과 ${at}`, outcome: 'ok' },
        ],
      ),
    )
  }
  return history
}
