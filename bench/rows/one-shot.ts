import { join } from 'node:path'
import { raw, say, scriptedServer } from '../../test/fakes/model-server.ts'
import { type Command, cost, inTurns, node, peakMb, program, root } from '../measure.ts'
import type { Row } from '../row.ts'
import { needs, withHome } from '../subject.ts'

/** The command line under test and its floor: the same question to the same model that answers at once. */
async function withBoth<T>(use: (ours: Command, bare: Command) => Promise<T>): Promise<T> {
  needs('dist/cli.cjs')
  await using server = await scriptedServer([], { otherwise: say('안녕하세요.') })
  return await withHome(server.openai, (env) =>
    use({ argv: [node, program, '-p', 'hi'], env }, { argv: [node, join(root, 'bench', 'floor', 'request.js')], env }),
  )
}

const what = 'bare Node, same request over node:http'

export const oneShot: Row = {
  name: 'one-shot',
  measure: ({ runs }) =>
    withBoth(async (ours, bare) => {
      const cpu = (command: Command) => async () => (await cost(command)).cpuMs
      const [value = 0, floor = 0] = await inTurns(runs, [cpu(ours), cpu(bare)])
      return [
        { row: 'one-shot, instant model', unit: 'ms CPU', value, floor: { value: floor, what }, limit: { times: 1.7 } },
      ]
    }),
}

export const oneShotMemory: Row = {
  name: 'one-shot-memory',
  measure: ({ runs }) =>
    withBoth(async (ours, bare) => {
      const [value = 0, floor = 0] = await inTurns(Math.ceil(runs / 4), [() => peakMb(ours), () => peakMb(bare)])
      return [{ row: 'one-shot, peak memory', unit: 'MB', value, floor: { value: floor, what }, limit: { most: 64 } }]
    }),
}

/**
 * An answer that goes on and on is ended at its size (`limits.answerBytes`): so much of one token each, 16 MB of
 * them.
 */
export const endless = () => {
  const token = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: '단어가 이어져요. ' } }] })}\n\n`
  return raw(token.repeat(Math.ceil((16 << 20) / token.length)), 'text/event-stream')
}

export const oneShotEndless: Row = {
  name: 'one-shot-endless',
  async measure({ runs }) {
    needs('dist/cli.cjs')
    await using server = await scriptedServer([], { otherwise: endless() })
    return await withHome(server.openai, async (env) => {
      const [value = 0] = await inTurns(Math.ceil(runs / 4), [() => peakMb({ argv: [node, program, '-p', 'hi'], env })])
      return [{ row: 'one-shot, endless answer, peak memory', unit: 'MB', value, limit: { most: 150 } }]
    })
  },
}
