// Turns of the days of one person: talk, and work that has to be allowed and must not be done twice.
import { appendFileSync } from 'node:fs'
import type { Flow } from '../../../src/core/flow.ts'
import type { Provider } from '../../../src/protocol/index.ts'
import { sleep } from '../../../src/std/abort.ts'
import { call, calls, text } from '../../core/rig.ts'
import { chat, counting } from '../../core/turn/rig.ts'

/** Talks a little; where it is asked for work (`일 3`), calls a tool that has to be allowed. */
const provider: Provider = async function* ({ messages }, signal) {
  yield { type: 'opened' }
  const said = messages.findLast(({ role }) => role === 'user')?.text ?? ''
  if (messages.at(-1)?.role === 'tool') return yield* text(`답 ${said}`)
  if (said.startsWith('일')) return yield* calls(call('', 'write', { n: Number(said.slice(2)) }))
  for (const word of ['생각 ', '중 ']) {
    yield { type: 'text', text: word }
    await sleep(20, signal)
  }
  yield* text(`답 ${said}`)
}

/** Each work that is done adds its number to the file `effects`, whichever process does it. */
export function daysFlow(effects: string): Flow {
  const write = counting('write', 'sensitive', ({ n }) => {
    appendFileSync(effects, `${n}\n`)
    return 'ok'
  })
  return chat(provider, { tools: [write], permits: { granted: () => true } }).flow
}
