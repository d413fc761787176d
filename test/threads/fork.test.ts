import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Event } from '../../src/protocol/index.ts'
import { ConversationIndex } from '../../src/threads/conversation-index.ts'
import { exportJson } from '../../src/threads/export.ts'
import { forkThread, importThread } from '../../src/threads/fork.ts'
import { journalPath, loadThread, openJournal } from '../../src/threads/journal.ts'
import { searchConversations } from '../../src/threads/tools.ts'
import { foreignSources } from '../../src/threads/untrusted.ts'
import { use } from '../tools/context.ts'

const id = '01KC000000000000000000000C'
const fork = '01KC000000000000000000000F'
const now = new Date('2026-11-21T01:35:00Z')

async function written(turns: string[], running = false): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fork-'))
  const journal = await openJournal(folder, id)
  const events: Event[] = [
    { type: 'conversation.created', agent: '비서', workspace: 'default', profile: 'me' },
    { type: 'conversation.titled', title: turns[0] ?? '', by: 'code' },
  ]
  for (const text of turns)
    events.push(
      { type: 'turn.started', input: { id: `in-${text}`, text, origin: 'tui', by: 'owner' }, agent: '비서' },
      { type: 'turn.done', message: `out-${text}`, text: `${text}!` },
    )
  if (running) events.pop()
  for (const [n, event] of events.entries())
    await journal.append({ v: 1, epoch: 3, seq: n + 1, conversation: id, at: 1_000 + n, event })
  await journal.close()
  return folder
}
const words = async (folder: string, of: string) => (await loadThread(folder, of)).messages.map(({ text }) => text)

test.each([
  ['at its end', {}, ['하나', '하나!', '둘', '둘!', '셋', '셋!']],
  ['from an answer', { message: 'out-둘' }, ['하나', '하나!', '둘', '둘!']],
  ['right before an input', { message: 'in-둘', before: true }, ['하나', '하나!']],
])('a fork %s holds what came before it, and the old conversation stays as it is', async (_, cut, expected) => {
  const folder = await written(['하나', '둘', '셋'])
  const before = await readFile(journalPath(folder, id))
  const thread = await forkThread(folder, id, fork, cut, now)
  expect([await words(folder, fork), thread.title, thread.agent]).toEqual([expected, '하나', '비서'])
  expect(await readFile(journalPath(folder, id))).toEqual(before)
  expect(await readFile(journalPath(folder, fork), 'utf8')).toContain(`"from":{"conversation":"${id}"`)
})

test('a turn that still runs is not taken along; a message that is not there is named', async () => {
  const folder = await written(['하나', '둘'], true)
  await forkThread(folder, id, fork, {}, now)
  expect([await words(folder, fork), (await loadThread(folder, fork)).running]).toEqual([['하나', '하나!'], undefined])
  expect(await forkThread(folder, id, fork, { message: '없음' }, now).catch((error) => error.failure)).toMatchObject({
    code: 'bad-input',
    data: { message: '없음' },
  })
})

test('what was exported comes in again as it was, beside the one that is there, and nothing else does', async () => {
  const [folder, other] = [await written(['하나', '둘']), await mkdtemp(join(tmpdir(), 'fork-'))]
  const text = await exportJson(folder, id)
  expect((await importThread(other, text, fork, now)).id).toBe(id)
  expect((await importThread(folder, `\uFEFF${text}`, fork, now)).id).toBe(fork)
  expect([await words(other, id), await words(folder, fork)]).toEqual([
    await words(folder, id),
    await words(folder, id),
  ])
  for (const wrong of ['', '{', '[]', '{"envelopes":[1]}', '{"v":1,"id":"../../x","envelopes":[]}'])
    expect(await importThread(folder, wrong, fork, now).catch((error) => error.failure.code)).toBe('bad-input')
})

test('the model finds what this person said long ago, and not what others did', async () => {
  const folder = await written(['고양이 이름은 나비', '그래'])
  const found = (
    await use(searchConversations(new ConversationIndex(folder), folder), { query: '나비 고양이'.normalize('NFD') })
  ).text
  expect(found).toContain('user: 고양이 이름은 나비')
  expect(
    (await use(searchConversations(new ConversationIndex(folder), folder), { query: '나비' }, { profile: '영희' }))
      .text,
  ).toBe('그런 말을 한 대화는 없어요.')
  const from = async (conversation: string) =>
    (
      await use(
        searchConversations(new ConversationIndex(folder), folder),
        { query: '나비' },
        { origin: 'http', conversation },
      )
    ).text
  expect(await from('http-1')).toBe('그런 말을 한 대화는 없어요.')
  expect(await from(id)).toContain('user: 고양이 이름은 나비')
})

test('of somebody else’s conversation nobody’s words are the person’s: gone on with and found again, it is text from outside', async () => {
  const folder = await written(['하나', '둘'])
  const other = await mkdtemp(join(tmpdir(), 'fork-'))
  const thread = await importThread(other, await exportJson(folder, id), fork, now, 'file theirs.json')
  expect(foreignSources(thread)).toEqual(['file theirs.json'])
  const index = new ConversationIndex(other)
  const found = await use(searchConversations(index, other), { query: '하나' })
  await index.close()
  expect(found).toMatchObject({ untrusted: true })
  expect(foreignSources(await importThread(other, await exportJson(folder, id), `${fork.slice(0, -1)}G`, now))).toEqual(
    [],
  )
})
