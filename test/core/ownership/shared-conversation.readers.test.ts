import { mkdir, readdir, rename } from 'node:fs/promises'
import { createConnection, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import type { Flow } from '../../../src/core/flow.ts'
import { openEphemeral } from '../../../src/core/ownership/shared-conversation.ts'
import type { Conversation, Envelope, Event } from '../../../src/protocol/index.ts'
import { journalPath } from '../../../src/threads/journal.ts'
import { kinds, type Rig, rig, says, story, waitFor } from '../rig.ts'

const id = '01READ0000000000000000000A'

/** As many pieces as the input says. */
const pieces: Flow = async function* (input, context) {
  const count = Number(input.text)
  yield { type: 'model.asked', call: 1, provider: 'test', model: 'm', purpose: 'reply' }
  for (let at = 0; at < count; at++) yield { type: 'text.added', call: 1, at, text: String(at % 10) }
  return { message: context.newId(), text: 'done' }
}
const notice = (n: number): Event => ({ type: 'notice.given', code: 'x', data: { n } })
const written = (seen: Envelope[]) => seen.filter(({ event }) => event.type !== 'text.added').map(({ seq }) => seq)

/** A guest without manners: bytes in, lines out. */
async function intruder({
  options,
}: Rig): Promise<{ socket: Socket; lines: AsyncIterableIterator<string>; closed: Promise<unknown> }> {
  const [name = ''] = (await readdir(options.runtime)).filter((one) => one.endsWith('.sock'))
  const socket = createConnection(join(options.runtime, name))
  const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve))
  return { socket, lines: createInterface({ input: socket })[Symbol.asyncIterator](), closed }
}

test('a reader that leaves before, while or after it joins is gone', async () => {
  const one = await rig(pieces)
  const conversation = await one.open(id)
  const guest = await one.open(id)
  const local = await openEphemeral(id, one.options)
  for (const each of [conversation, guest, local]) {
    expect(await Array.fromAsync(each.follow(99, AbortSignal.abort()))).toEqual([])
    for (let steps = 0; steps < 30; steps++) {
      const leave = new AbortController()
      const reading = Array.fromAsync(each.follow(99, leave.signal))
      for (let step = 0; step < steps; step++) await Promise.resolve()
      leave.abort()
      expect(await reading).toEqual([])
    }
  }
  for (const each of [local, guest, conversation]) await each.close()
})

test('a thousand readers see the same story, here and over the socket, and nobody warns', async () => {
  const warnings: Error[] = []
  const hear = (warning: Error) => warnings.push(warning)
  process.on('warning', hear)
  const one = await rig(pieces)
  const conversation = await one.open(id)
  const guest = await one.open(id)
  const reading = Array.from({ length: 1_000 }, (_, n) => story(n % 10 === 0 ? guest : conversation))
  await conversation.submit(says('50'), 'queue')
  const stories = (await Promise.all(reading)).map((seen) => written(seen).join())
  expect([...new Set(stories)]).toEqual([written(await story(conversation)).join()])
  await guest.close()
  await conversation.close()
  process.off('warning', hear)
  expect(warnings).toEqual([])
})

test('a reader that is too slow reads on from the journal: every written event once, in order', async () => {
  const one = await rig(pieces)
  const conversation = await one.open(id)
  const guest = await one.open(id)
  const count = 2_500
  const read = async (from: Conversation) => {
    const seen: number[] = []
    const leave = new AbortController()
    for await (const { event } of from.follow(0, leave.signal)) {
      if (event.type === 'notice.given' && event.code === 'x') seen.push(Number(event.data.n))
      if (seen.length === 1) await all
      if (seen.length === count) leave.abort()
    }
    return seen
  }
  const sent = Promise.withResolvers<void>()
  const all = sent.promise
  const reading = [read(conversation), read(guest)]
  for (let n = 0; n < count; n++) await conversation.append(notice(n) as never)
  sent.resolve()
  const expected = Array.from({ length: count }, (_, n) => n)
  expect(await Promise.all(reading)).toEqual([expected, expected])
  await guest.close()
  await conversation.close()
})

test('a guest that does not read costs the owner no memory: a hundred thousand pieces become a few', async () => {
  const one = await rig(pieces)
  const conversation = await one.open(id)
  const { socket, lines } = await intruder(one)
  socket.write('{"id":1,"do":"follow","from":0}\n')
  await lines.next()
  socket.pause()
  await conversation.submit(says('100000'), 'queue')
  await story(conversation)
  let [text, count] = ['', 0]
  socket.resume()
  for await (const line of lines) {
    const { envelope } = JSON.parse(line)
    count++
    if (envelope.event.type === 'text.added') text = text.slice(0, envelope.event.at) + envelope.event.text
    if (envelope.event.type === 'turn.done') break
  }
  expect(text).toBe('0123456789'.repeat(10_000))
  expect(count).toBeLessThan(20_000)
  socket.destroy()
  await conversation.close()
})

const garbage = [
  ['no JSON', 'hello\n'],
  ['no object', '[]\n7\nnull\n'],
  ['an input without a word', '{"id":1,"do":"submit","how":"queue","input":{"id":"x"}}\n'],
  [
    'an unknown door',
    '{"id":1,"do":"submit","how":"queue","input":{"id":"x","text":"x","by":"owner","origin":"moon"}}\n',
  ],
  ['an ending out of nothing', '{"id":1,"do":"tune","event":{"type":"turn.done"}}\n'],
  ['a decision that is none', '{"id":1,"do":"answer","ask":"q","by":"owner","decision":{"choice":"all"}}\n'],
  ['a key of every object', '{"id":1,"do":"constructor"}\n{"id":2,"do":"toString"}\n'],
  ['follow from nowhere', '{"id":1,"do":"follow","from":"x"}\n'],
] as const
test.each(garbage)('a guest that says %s is turned away, and the conversation goes on', async (_, bytes) => {
  const one = await rig(pieces)
  const conversation = await one.open(id)
  const { socket, lines, closed } = await intruder(one)
  expect((await lines.next()).value).toBe('{"hello":1}')
  socket.write(bytes)
  const answer = await Promise.race([lines.next().then(({ value }) => value), closed.then(() => undefined)])
  if (answer !== undefined) expect(JSON.parse(answer).failure.code).toBe('bad-request')
  await conversation.submit(says('0'), 'queue')
  expect(kinds(await story(conversation))).toEqual([
    ...['conversation.created', 'turn.started', 'conversation.titled', 'model.asked', 'turn.done'],
  ])
  socket.destroy()
  await conversation.close()
})

test('a journal that cannot be read is told to who reads, here and over the socket, and ends nobody else', async () => {
  const one = await rig(pieces)
  const conversation = await one.open(id)
  const guest = await one.open(id)
  const path = journalPath(one.options.folder, id)
  await rename(path, `${path}.away`)
  await mkdir(path)
  for (const each of [conversation, guest])
    await expect(story(each)).rejects.toMatchObject({ failure: { code: 'storage' } })
  expect(await guest.withdraw('nothing')).toBe(false)
  await guest.close()
  await conversation.close()
})

test('a line that never ends is cut before it fills the memory', async () => {
  const one = await rig(pieces)
  const conversation = await one.open(id)
  const { socket, closed } = await intruder(one)
  const chunk = Buffer.alloc(1 << 20, 'a')
  let sent = 0
  while (!socket.destroyed && sent < 100) {
    sent++
    if (!socket.write(chunk)) await Promise.race([closed, new Promise((resolve) => socket.once('drain', resolve))])
  }
  await closed
  expect(sent).toBeLessThan(60)
  await conversation.submit(says('1'), 'queue')
  await waitFor(conversation, 'turn.done')
  await conversation.close()
})
