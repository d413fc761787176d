import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Envelope } from '../../src/protocol/index.ts'
import { loadThread, openJournal, readEnvelopes } from '../../src/threads/journal.ts'

const conversation = '01JOURNAL00000000000000000'
const fresh = async () => join(await mkdtemp(join(tmpdir(), 'journal-')), `${conversation}.jsonl`)
const envelope = (epoch: number, seq: number, n = 0): Envelope => ({
  ...{ v: 1, epoch, seq, conversation, at: 0 },
  event: { type: 'notice.given', code: 'x', data: { n } },
})
const lines = (values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')
const read = async (path: string, from = 0) => Array.fromAsync(readEnvelopes(path, from))

test('a journal that a folder sync wrote twice, line by line or as a whole, tells its story once', async () => {
  const story = [envelope(1, 1), envelope(1, 2), envelope(2, 3), envelope(2, 4)]
  for (const given of [[...story, ...story], story.flatMap((one) => [one, one])]) {
    const path = await fresh()
    await writeFile(path, lines(given))
    expect(await read(path)).toEqual(story)
    expect(await read(path, 3)).toEqual(story.slice(2))
  }
})

test('of two lines with one number the later counts: the first was written when the disk said no, and nobody was told', async () => {
  const path = await fresh()
  await writeFile(path, lines([envelope(1, 1), envelope(1, 2, 7), envelope(1, 2, 8), envelope(1, 3)]))
  expect(await read(path)).toEqual([envelope(1, 1), envelope(1, 2, 8), envelope(1, 3)])
})

test('lines of a later version are passed over and stay where they are, byte for byte', async () => {
  const path = await fresh()
  const later = `${JSON.stringify({ ...envelope(1, 2), v: 2 })}\n${JSON.stringify({ ...envelope(1, 3), event: { type: 'soul.moved' } })}\n`
  await writeFile(path, lines([envelope(1, 1)]) + later)
  const journal = await openJournal(join(path, '..'), conversation)
  await journal.append(envelope(2, 2))
  await journal.close()
  expect(await read(path)).toEqual([envelope(1, 1), envelope(2, 2)])
  expect(await readFile(path, 'utf8')).toContain(later)
})

test('a journal of the first builds, where the options of an input are called wishes, keeps them', async () => {
  const path = await fresh()
  const input = { id: '1', text: '뭐해?', origin: 'oneshot', by: 'owner' }
  const queued = (more: object) => ({
    ...envelope(1, 1),
    event: { type: 'input.queued', input: { ...input, ...more } },
  })
  await writeFile(path, lines([queued({ wishes: { model: 'gpt-5' } })]))
  expect(await read(path)).toEqual([queued({ options: { model: 'gpt-5' } })])
  const folder = join(path, '..')
  const thread = await loadThread(folder, conversation)
  expect(thread.queued).toEqual([{ ...input, options: { model: 'gpt-5' } }])
  const older = { ...thread, queued: [{ ...input, wishes: { model: 'gpt-5' } }] }
  await writeFile(
    path.replace(/jsonl$/, 'checkpoint'),
    JSON.stringify({ v: 1, offset: (await readFile(path)).length, thread: older }),
  )
  expect((await loadThread(folder, conversation)).queued).toEqual(thread.queued)
})

test('whatever lines a journal holds, what is read only goes forward', async () => {
  const any = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 6 })), { maxLength: 30 })
  const torn = fc.array(fc.constantFrom('', '{"v":1', 'null', '\0\0'), { maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(any, torn, async (stamps, dirt) => {
      const path = await fresh()
      const good = stamps.map(([epoch, seq], n) => JSON.stringify(envelope(epoch, seq, n)))
      await writeFile(path, [...good, ...dirt].join('\n'))
      const seen = await read(path)
      for (const [n, one] of seen.entries()) {
        const before = seen[n - 1]
        if (before) expect(one.epoch - before.epoch || one.seq - before.seq).toBeGreaterThan(0)
      }
      expect(seen.length > 0).toBe(stamps.length > 0)
    }),
    { numRuns: 60 },
  )
})
