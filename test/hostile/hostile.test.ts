import { expect, test } from 'vitest'
import { readDocument } from '../../src/retrieval/readers/read.ts'
import { JobStopped } from '../../src/std/process/isolated.ts'
import { matchingPaths } from '../../src/tools/files/match-names.ts'
import { paintApart } from '../../src/tools/picture/painter.ts'
import { validateArgs } from '../../src/tools/validate.ts'
import { pageOf } from '../../src/tools/web/page.ts'
import { type HostileInput, hostileInputs } from './inputs.ts'

// HOSTILE=all runs all of them; here one in fifty, the small ones, with a short limit.
const isAll = process.env.HOSTILE === 'all'
const limitMs = isAll ? 10_000 : 1_000
const all = hostileInputs()
const chosen = isAll ? all : all.filter((_, at) => at % 50 === 0)

async function* names(): AsyncGenerator<string> {
  for (let at = 0; at < 1_000; at++) yield `folder/${'a'.repeat(at % 200)}${at}.txt`
}

async function read(input: HostileInput, bytes: Uint8Array, signal: AbortSignal): Promise<unknown> {
  switch (input.door) {
    case 'page':
      return pageOf(
        { url: new URL('https://example.com/'), status: 200, type: 'text/html', bytes: Buffer.from(bytes) },
        signal,
      )
    case 'document':
      return readDocument(input.file, bytes, signal)
    case 'glob':
      return Array.fromAsync(matchingPaths(names(), input.glob, signal))
    case 'validate':
      return validateArgs(input.schema, input.args, 'en', signal)
    case 'paint': {
      const data = Buffer.from(bytes).toString('base64')
      return paintApart({ mediaType: input.mediaType, data }, { protocol: 'blocks', columns: 40, rows: 20 })
    }
  }
}

test('there are 400 of them and more', () => expect(all.length).toBeGreaterThanOrEqual(400))

test(
  `hostile bytes end within their limit and a second, in ${chosen.length} ways, and the next reader works`,
  async () => {
    const failed: string[] = []
    const slow: string[] = []
    for (const input of chosen) {
      const bytes = 'bytes' in input ? input.bytes() : new Uint8Array()
      const [began, before] = [performance.now(), process.memoryUsage.rss()]
      let outcome = 'read'
      try {
        await read(input, bytes, AbortSignal.timeout(limitMs))
      } catch (error) {
        outcome = error instanceof JobStopped ? error.fault : error instanceof Error ? error.name : String(error)
      }
      const [ms, mb] = [performance.now() - began, (process.memoryUsage.rss() - before) / 2 ** 20]
      if (ms > limitMs / 2) slow.push(`${input.name}: ${outcome} ${Math.round(ms)} ms`)
      if (ms > (input.door === 'paint' ? 10_000 : limitMs) + 1_000) failed.push(`${input.name}: ${Math.round(ms)} ms`)
      if (mb > 300) failed.push(`${input.name}: ${Math.round(mb)} MB`)
      if (!['read', 'TimeoutError', 'time', 'memory', 'output', 'SyntaxError'].includes(outcome))
        failed.push(`${input.name}: ${outcome}`)
    }
    if (isAll) process.stderr.write(`${all.length} inputs, slow:\n${slow.join('\n')}\n`)
    expect(failed).toEqual([])
    const signal = AbortSignal.timeout(30_000)
    const page = {
      url: new URL('https://example.com/'),
      status: 200,
      type: 'text/html',
      bytes: Buffer.from('<p>hello'),
    }
    expect((await pageOf(page, signal))?.text).toBe('hello')
  },
  isAll ? 3_600_000 : 60_000,
)

test.skipIf(!isAll)(
  'whatever of them is being read, Ctrl+C ends it within 200 ms',
  async () => {
    const late: string[] = []
    let stopped = 0
    // A picture is painted for the screen, in no turn: nothing waits for it.
    for (const input of all.filter(({ door }) => door !== 'paint')) {
      const bytes = 'bytes' in input ? input.bytes() : new Uint8Array()
      const stop = new AbortController()
      let pressed = 0
      const timer = setTimeout(() => {
        pressed = performance.now()
        stop.abort(new Error('Ctrl+C'))
      }, 250)
      await read(input, bytes, stop.signal).catch(() => {})
      const ms = performance.now() - pressed
      clearTimeout(timer)
      if (pressed > 0) stopped++
      if (pressed > 0 && ms > 200) late.push(`${input.name}: ${Math.round(ms)} ms`)
    }
    process.stderr.write(`${stopped} stopped\n`)
    expect(late).toEqual([])
  },
  3_600_000,
)
