import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '../../src/protocol/index.ts'
import { type Reply, scriptedServer, silent, tokens } from '../../test/fakes/model-server.ts'
import { node, percentile, program } from '../measure.ts'
import type { Result, Row } from '../row.ts'
import { needs, withHome } from '../subject.ts'

/** Milliseconds from Ctrl+C until the model's server sees that nobody listens to it any more. */
async function released(reply: Reply): Promise<number> {
  await using server = await scriptedServer([], { otherwise: reply })
  return await withHome(server.openai, async (env) => {
    const child = spawn(node, [program, '-p', 'hi'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const over = once(child, 'close')
    const asked = await server.received(1)
    await Promise.race([once(child.stdout, 'data'), sleep(200)])
    child.stdout.resume()
    const pressed = performance.now()
    child.kill('SIGINT')
    const [code] = await over
    if (code !== 130 || asked.leftAt === undefined) throw new Error(`Ctrl+C ended with ${code}`)
    return asked.leftAt - pressed
  })
}

export const cancel: Row = {
  name: 'cancel',
  async measure({ quick }) {
    needs('dist/cli.cjs')
    const phases = { 'waiting for a word': silent(), 'while text streams': tokens(2_000, 200) }
    const worst = async (reply: Reply) => {
      const times: number[] = []
      for (let run = 0; run < (quick ? 3 : 20); run++) times.push(await released(reply))
      return percentile(times, 0.95)
    }
    const results: Result[] = []
    for (const [name, reply] of Object.entries(phases))
      results.push({
        row: `cancel, ${name}, p95`,
        unit: 'ms',
        value: await worst(reply),
        limit: { most: limits.cancelMs },
      })
    return results
  },
}
