import type { ModelFiles } from '../engine-messages.ts'
import type { EngineOptions } from '../engine-supervisor.ts'
import { openReadAhead, type ReadAhead } from './read-ahead.ts'

/**
 * An accurate recogniser beside a streaming one: it writes the final text of an utterance that the other one has
 * followed. `read` rejects with what `lost` gives when the recogniser is given up.
 */
export type SecondPass = ReadAhead<string>

/**
 * Wait at most so long for the final text, in milliseconds from the end of the utterance: its reading began a pause
 * earlier. A silence longer than about a second is taken for trouble; the streaming recogniser's text is there already.
 */
const secondPassMs = 700

/**
 * Opens it in a process of its own, which is restarted by itself: one that dies or is late costs its text, nothing
 * more.
 */
export function openSecondPass(
  options: EngineOptions,
  stt: ModelFiles,
  given: { waitMs?: number; lost(): Error },
): SecondPass {
  let isLost = false
  const pass = openReadAhead<string>(options, {
    load: { do: 'reader', stt },
    ask: (samples) => ({ do: 'read', samples }),
    answer: (message) => (message.type === 'read' ? message.text : undefined),
    waitMs: given.waitMs ?? secondPassMs,
    lost: () => {
      isLost = true
    },
  })
  return {
    ...pass,
    async read(samples, ahead) {
      if (isLost) throw given.lost()
      return pass.read(samples, ahead)
    },
  }
}
