import { appendFile, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Envelope, Event } from '../../src/protocol/index.ts'
import { takeDamage } from '../../src/std/fs/damage.ts'
import { foldAll, foldThread } from '../../src/threads/fold-thread.ts'
import { journalPath, loadThread, memoryJournal, openJournal } from '../../src/threads/journal.ts'
import { searchMessages } from '../../src/threads/search.ts'
import { emptyThread, type Thread } from '../../src/threads/thread.ts'
import { lastThread, listThreads, readMessages, removeThread, resolveThread } from '../../src/threads/thread-store.ts'

const id = '01THREAD000000000000000000'
const fresh = () => mkdtemp(join(tmpdir(), 'threads-'))
const usage = { input: 1, output: 1, cached: 0 }

const input = (text: string, n = text) => ({ id: `in-${n}`, text, origin: 'tui' as const, by: 'owner' as const })
const said = (text: string): Event[] => [
  { type: 'turn.started', input: input(text), agent: '비서' },
  {
    type: 'model.answered',
    call: 1,
    purpose: 'reply',
    message: `out-${text}`,
    text: `${text}!`,
    calls: [],
    usage,
    stop: 'end',
    model: 'm',
    firstMs: 1,
    totalMs: 2,
  },
  { type: 'turn.done', message: `out-${text}`, text: `${text}!` },
]
function stamped(events: Event[], epoch = 1, from = 1): Envelope[] {
  return events.map((event, i) => ({ v: 1, epoch, seq: from + i, conversation: id, at: 1_000 + i, event }))
}
const fold = (envelopes: Envelope[]): Thread => envelopes.reduce(foldThread, emptyThread(id))
const words = (thread: Thread) => thread.messages.map(({ text }) => text)

/** Events as they may follow each other, ends of turns included, in any mixture. */
const anyEvents = fc.array(
  fc.oneof(
    fc.string({ minLength: 1 }).map((text): Event => ({ type: 'turn.started', input: input(text), agent: 'a' })),
    fc.string().map((text): Event => ({ type: 'input.queued', input: input(text) })),
    fc.string().map((text): Event => ({ type: 'text.added', call: 1, at: 0, text })),
    fc.string().map((text): Event => ({ type: 'turn.cancelled', by: 'person', partial: text })),
    fc.string().map((text): Event => ({ type: 'turn.done', message: text, text })),
    fc.constant<Event>({
      type: 'tool.ended',
      id: 'c',
      name: 't',
      message: 'm',
      outcome: 'ok',
      text: '1',
      untrusted: true,
    }),
    fc.constant<Event>({ type: 'window.slid', upto: 'in-a', summary: '요약', dropped: 1 }),
    fc.constant<Event>({ type: 'conversation.tuned', model: 'x' }),
  ),
  { maxLength: 40 },
)

test('lines of a newer version are told once, and what this version knows is read', async () => {
  const folder = await fresh()
  const journal = await openJournal(folder, id)
  for (const envelope of stamped(said('안녕'))) await journal.append(envelope)
  await journal.append({ ...stamped(said('나중'), 1, 9)[0]!, v: 2 } as unknown as Envelope)
  await journal.close()
  takeDamage()
  expect(words(await loadThread(folder, id))).toEqual(['안녕', '안녕!'])
  expect(takeDamage().map(({ faults }) => faults.map(({ kind }) => kind))).toEqual([['newer']])
  await loadThread(folder, id)
  expect(takeDamage()).toEqual([])
})

test('what was fetched stays with its message, and passages only so many: then all older ones go at once, and nothing else', () => {
  const recalled = { name: 'recalled' as const, text: '- 기억' }
  const turn = (n: number, chars: number): Event[] => [
    ...said(`질문 ${n}`).slice(0, 1),
    { type: 'context.fetched', parts: [recalled, { name: 'documents', text: '문'.repeat(chars) }] },
    ...said(`질문 ${n}`).slice(1),
  ]
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 12 }), (sizes) => {
      let kept: number[] = []
      let thread = emptyThread(id)
      for (const [n, chars] of sizes.entries()) {
        const before = kept
        thread = stamped(turn(n, chars), 1, thread.seq + 1).reduce(foldThread, thread)
        const users = thread.messages.flatMap((message) => (message.role === 'user' ? [message.context ?? []] : []))
        for (const context of users) expect(context[0]).toEqual(recalled)
        kept = users.map((context) => context[1]?.text.length ?? 0)
        const sum = [...before, chars].reduce((a, b) => a + b, 0)
        expect(kept).toEqual([...(sum > 20_000 ? before.map(() => 0) : before), chars])
      }
    }),
  )
})

test('many envelopes at once fold to the same as one after the other, and leave the thread they begin with as it is', async () => {
  async function* each(envelopes: Envelope[]) {
    yield* envelopes
  }
  await fc.assert(
    fc.asyncProperty(anyEvents, anyEvents, async (before, after) => {
      const first = fold(stamped(before))
      const kept = structuredClone(first)
      const more = stamped(after, 1, before.length + 1)
      const together = await foldAll(first, each(more))
      expect(together).toEqual(more.reduce(foldThread, first))
      expect(first).toEqual(kept)
      const next = foldThread(together, stamped([{ type: 'turn.started', input: input('끝'), agent: 'a' }], 1, 99)[0]!)
      expect([together.messages.length, next.messages.length]).toEqual([
        together.messages.length,
        together.messages.length + 1,
      ])
    }),
  )
})

test('a checkpoint and what came after it fold to the same as the whole journal, wherever the checkpoint was taken', async () => {
  await fc.assert(
    fc.asyncProperty(anyEvents, fc.nat(40), async (events, cut) => {
      const folder = await fresh()
      const journal = await openJournal(folder, id)
      const envelopes = stamped(events.filter(({ type }) => type !== 'text.added'))
      for (const [i, envelope] of envelopes.entries()) {
        await journal.append(envelope)
        if (i === cut) await journal.checkpoint(fold(envelopes.slice(0, i + 1)), true)
      }
      await journal.close()
      expect(await loadThread(folder, id)).toEqual(JSON.parse(JSON.stringify(fold(envelopes))))
    }),
    { numRuns: 60 },
  )
})

test('what an owner wrote after it was deposed is left out', async () => {
  const folder = await fresh()
  const journal = await openJournal(folder, id)
  for (const envelope of [...stamped(said('하나'), 1), ...stamped(said('둘'), 2, 4), ...stamped(said('늦은 글'), 1, 4)])
    await journal.append(envelope)
  await journal.close()
  expect(words(await loadThread(folder, id))).toEqual(['하나', '하나!', '둘', '둘!'])
})

test('a damaged checkpoint costs only time; damaged lines of a journal cost only themselves', async () => {
  const folder = await fresh()
  const journal = await openJournal(folder, id)
  for (const envelope of stamped(said('하나'))) await journal.append(envelope)
  await journal.close()
  await writeFile(join(folder, `${id}.checkpoint`), '{"v":1,"offset":3')
  await appendFile(
    journalPath(folder, id),
    '{"v":1,"half":\n\0\0\n{"v":2}\n[]\nnull\n{"v":1,"event":{"type":"from.tomorrow"}}\n',
  )
  expect(words(await loadThread(folder, id))).toEqual(['하나', '하나!'])
  expect(await readFile(journalPath(folder, id), 'utf8')).toContain('"half"')
})

test('three summaries are kept, the oldest goes first, and an empty one makes no entry', () => {
  const slides = ['하나', '둘', '', '셋', '넷'].map(
    (summary): Event => ({ type: 'window.slid', upto: '-', summary, dropped: 0 }),
  )
  expect(fold(stamped(slides)).summaries).toEqual(['둘', '셋', '넷'])
})

test('the folder in which a conversation began is kept; older ones have none, and what is no path is none', () => {
  const begun = (folder: object) =>
    fold(stamped([{ type: 'conversation.created', agent: '비서', workspace: 'default', profile: 'me', ...folder }]))
      .folder
  expect([begun({ folder: '/집/일' }), begun({}), begun({ folder: 7 })]).toEqual(['/집/일', undefined, undefined])
})

test('conversations are listed newest first, found by the beginning of their id, and removed whole', async () => {
  const folder = await fresh()
  for (const name of ['01A', '01B']) {
    const journal = await openJournal(folder, name)
    for (const envelope of stamped(said(name))) await journal.append({ ...envelope, conversation: name })
    await journal.checkpoint({ ...fold(stamped(said(name))), id: name }, true)
    await journal.close()
  }
  await appendFile(journalPath(folder, '01A'), '')
  const { utimes } = await import('node:fs/promises')
  await utimes(journalPath(folder, '01B'), new Date(), new Date(Date.now() + 5_000))
  expect((await listThreads(folder)).map((thread) => thread.id)).toEqual(['01B', '01A'])
  expect(await lastThread(folder)).toBe('01B')
  expect([
    await resolveThread(folder, '01a'),
    await resolveThread(folder, '01'),
    await resolveThread(folder, 'x'),
  ]).toEqual(['01A', undefined, undefined])
  expect([
    await removeThread(folder, '01A', { at: 1, by: 'person' }),
    await removeThread(folder, '01A', { at: 1, by: 'person' }),
  ]).toEqual([true, false])
  expect((await readdir(folder)).filter((name) => name.startsWith('01A'))).toEqual([])
})

test('search finds decomposed Hangul, any case, any form of a word, initials, also in what left the window', async () => {
  const folder = await fresh()
  const journal = await openJournal(folder, id)
  const events: Event[] = [
    ...said('용걸이 Birthday는 삼월'.normalize('NFD')),
    { type: 'window.slid', upto: 'out-x', summary: '', dropped: 2 },
    ...said('다른 말'),
  ]
  for (const envelope of stamped(events)) await journal.append(envelope)
  await journal.close()
  const found = async (query: string) => (await searchMessages(folder, query, 10)).map(({ message }) => message.role)
  expect(await found('용걸이 birthday')).toEqual(['user', 'assistant'])
  expect(await found('용걸이의 birthdays는 언제야?')).toEqual(['user', 'assistant'])
  expect(await found('ㅇㄱㅇ')).toEqual(['user', 'assistant'])
  expect(await found('영희 사월')).toEqual([])
  expect(await found(' ')).toEqual([])
  expect((await Array.fromAsync(readMessages(folder, id))).map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'user',
    'assistant',
  ])
})

test('a journal in memory holds the turns that its fold still knows, and no more, however long the talk', async () => {
  const journal = memoryJournal()
  let thread = emptyThread(id)
  const turns = 500
  for (let n = 0; n < turns; n++) {
    const events: Event[] = [...said(String(n)), ...(n % 10 === 9 ? [slidUpto(n - 5)] : [])]
    for (const event of events) {
      const envelope: Envelope = {
        v: 1,
        epoch: 1,
        seq: thread.seq + 1,
        conversation: id,
        turn: `in-${n}`,
        at: n,
        event,
      }
      await journal.append(envelope)
      thread = foldThread(thread, envelope)
    }
    await journal.checkpoint(thread, false)
  }
  const kept = await Array.fromAsync(journal.read(0))
  const known = [...(thread.slid?.messages ?? []), ...thread.messages].filter(({ role }) => role === 'user')
  expect([...new Set(kept.map(({ turn }) => turn))]).toEqual(known.map((message) => message.id))
  expect(kept.at(-1)?.seq).toBe(thread.seq)
  expect(kept.length).toBeLessThan(100)
})

const slidUpto = (n: number): Event => ({ type: 'window.slid', upto: `out-${n}`, summary: `${n}까지`, dropped: 10 })

test('a checkpoint is taken when the journal has grown enough, and at the end', async () => {
  const folder = await fresh()
  const journal = await openJournal(folder, id)
  const marks: number[] = []
  let envelopes: Envelope[] = []
  for (let n = 0; n < 300; n++) {
    const more = stamped(said(`${n} ${'말'.repeat(200)}`), 1, envelopes.length + 1)
    envelopes = [...envelopes, ...more]
    for (const envelope of more) await journal.append(envelope)
    await journal.checkpoint(fold(envelopes), false)
    const at = await offsetOf(folder)
    if (at !== undefined && at !== marks.at(-1)) marks.push(at)
  }
  const steps = marks.map((at, i) => at - (marks[i - 1] ?? 0))
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(64 << 10)
  expect(Math.max(...steps)).toBeLessThan(70 << 10)
  expect(await loadThread(folder, id)).toEqual(JSON.parse(JSON.stringify(fold(envelopes))))
  await journal.checkpoint(fold(envelopes), true)
  expect(await offsetOf(folder)).toBe((await readFile(journalPath(folder, id))).length)
})

async function offsetOf(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, `${id}.checkpoint`), 'utf8').catch(() => undefined)
  return text && JSON.parse(text).offset
}
