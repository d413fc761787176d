import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import type { Envelope } from '../../../src/protocol/index.ts'

const id = '01SHARED00000000000000000A'
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** A terminal on the conversation, in a process of its own. */
async function terminal(home: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../fixtures/core-guest.ts'), home, id], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines = createInterface({ input: child.stdout })
  const seen: Envelope[] = []
  const waiting = new Set<() => void>()
  const first = Promise.withResolvers<boolean>()
  lines.on('line', (line) => {
    const value = JSON.parse(line)
    if ('owner' in value) return first.resolve(value.owner)
    seen.push(value)
    for (const wake of waiting) wake()
  })
  const owner = await first.promise
  const until = async (done: (seen: Envelope[]) => boolean) => {
    while (!done(seen)) await new Promise<void>((resolve) => waiting.add(resolve))
  }
  return { child, owner, seen, until, say: (text: string) => child.stdin.write(`${text}\n`) }
}
const endings = (seen: Envelope[]) => seen.filter(({ event }) => /^turn\.(done|failed|cancelled)$/.test(event.type))
const written = (seen: Envelope[]) =>
  seen
    .filter(({ event }) => !/added$/.test(event.type))
    .map(({ epoch, seq, event }) => ({ epoch, seq, type: event.type }))

test('two terminals on one conversation see the same turns, one is killed in the middle of one, the other goes on', async () => {
  const home = await mkdtemp(join(tmpdir(), 'two-'))
  const a = await terminal(home)
  const b = await terminal(home)
  expect([a.owner, b.owner]).toEqual([true, false])
  b.say('첫째 질문')
  await Promise.all([a, b].map(({ until }) => until((seen) => endings(seen).length === 1)))
  expect(written(a.seen)).toEqual(written(b.seen))

  a.say('느리게 하나 둘 셋 넷 다섯')
  await b.until((seen) => seen.filter(({ event }) => event.type === 'text.added').length >= 4)
  b.say('기다리던 질문')
  await b.until((seen) => seen.some(({ event }) => event.type === 'input.queued'))
  a.child.kill('SIGKILL')
  await b.until((seen) => endings(seen).length === 3)
  expect(endings(b.seen).map(({ epoch, event }) => ({ epoch, event }))).toMatchObject([
    { epoch: 1, event: { type: 'turn.done', text: '첫째 질문' } },
    { epoch: 2, event: { type: 'turn.failed', failure: { code: 'interrupted' } } },
    { epoch: 2, event: { type: 'turn.done', text: '기다리던 질문' } },
  ])
  const c = await terminal(home)
  expect(c.owner).toBe(false)
  await c.until((seen) => endings(seen).length === 3)
  expect(written(c.seen)).toEqual(written(b.seen))
})
