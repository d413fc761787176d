import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { events } from '../../test/fakes/model-wire.ts'
import { inTurns, node, percentile, program, root } from '../measure.ts'
import type { Row } from '../row.ts'
import { needs, withHome } from '../subject.ts'

/** Deltas 0…count−1, each the number of its place, one every 10 ms; `sentAt` learns when each was written. */
async function play(count: number, sentAt: number[], response: ServerResponse): Promise<void> {
  const text = Array.from({ length: count }, (_, at) => `<${at}>`)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events('openai', { text }, 'model-1')) {
    const at = /<(\d+)>/.exec(event)?.[1]
    if (at !== undefined) {
      await sleep(10)
      sentAt[Number(at)] = performance.now()
    }
    response.write(event)
  }
  response.end()
}

/**
 * Milliseconds from the moment a delta was written to the model's socket until it could be read from stdout, one per
 * delta.
 */
async function delays(count: number, argv: string[]): Promise<number[]> {
  const sentAt: number[] = []
  const server = createServer((request, response) => {
    request.resume()
    void play(count, sentAt, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await withHome(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, async (env) => {
      const child = spawn(node, argv, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
      const delay: number[] = []
      let out = ''
      child.stdout.on('data', (data) => {
        const now = performance.now()
        out += data
        while (out.includes(`<${delay.length}>`)) delay.push(now - (sentAt[delay.length] ?? Number.NaN))
      })
      await once(child, 'close')
      if (delay.length !== count) throw new Error(`${delay.length} of ${count} deltas reached stdout`)
      return delay
    })
  } finally {
    server.close()
  }
}

export const delta: Row = {
  name: 'delta',
  async measure({ quick }) {
    needs('dist/cli.cjs')
    const count = quick ? 100 : 200
    const p95 = (argv: string[]) => async () => percentile(await delays(count, argv), 0.95)
    const takers = [p95([program, '-p', 'hi']), p95([join(root, 'bench', 'floor', 'request.js')])]
    const [value = 0, floor = 0] = await inTurns(quick ? 1 : 5, takers)
    const what = 'bare Node over node:http'
    return [{ row: 'delta to stdout, p95', unit: 'ms', value, floor: { value: floor, what }, limit: { most: 5 } }]
  },
}
