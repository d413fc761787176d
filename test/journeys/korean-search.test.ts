import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { Notebook } from '../../src/memory/notebook.ts'
import type { Envelope, Event } from '../../src/protocol/index.ts'
import { createLibrary } from '../../src/retrieval/library.ts'
import { ConversationIndex } from '../../src/threads/conversation-index.ts'
import { openJournal } from '../../src/threads/journal.ts'
import { findMessages, searchMessages } from '../../src/threads/search.ts'
import { tenThousandFacts, questions as told } from '../fixtures/memory/facts.ts'
import { longTest as test } from '../parts.ts'

const { signal } = new AbortController()
const rows = (await readFile(new URL('../fixtures/korean/searches.tsv', import.meta.url), 'utf8')).trim().split('\n')
/**
 * Three hundred questions, each with the one line that answers it: with particles, other spacing, compounds and
 * initials.
 */
const asked = [
  ...told.map(({ fact, question }) => ({ text: fact, question })),
  ...rows.flatMap((row) => {
    const [text = '', ...questions] = row.split('\t')
    return questions.map((question) => ({ text, question }))
  }),
]
const texts = [...new Set(asked.map(({ text }) => text))]
// Others about the same people and things, so that one shared word is no answer.
const all = [
  ...texts,
  ...tenThousandFacts()
    .filter((fact) => !texts.includes(fact))
    .slice(0, 300),
]

let home = ''
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'search-'))
})
afterAll(() => rm(home, { recursive: true }))

/** The questions whose answer is not among the first three texts that `find` brings. */
async function missed(find: (question: string) => Promise<string[]>): Promise<string[]> {
  const lost: string[] = []
  for (const { text, question } of asked)
    if (!(await find(question)).some((one) => one.includes(text))) lost.push(`${question} → ${text}`)
  return lost
}

/** One turn of a conversation in which `text` is said. */
function turn(conversation: string, n: number, text: string): Envelope[] {
  const started: Event = {
    type: 'turn.started',
    input: { id: `in-${n}`, text, origin: 'tui', by: 'owner' },
    agent: '비서',
  }
  const done: Event = { type: 'turn.done', message: `out-${n}`, text: '네.' }
  return [started, done].map((event, at) => ({ v: 1, epoch: 1, seq: n * 2 + at + 1, conversation, at: n, event }))
}

const most = Math.floor(asked.length * 0.05)

describe('three hundred Korean questions find their answer among the first three', () => {
  test('in memory', async () => {
    expect(asked).toHaveLength(300)
    await mkdir(join(home, 'memory'))
    await writeFile(join(home, 'memory', 'me.md'), all.map((text) => `- ${text}\n`).join(''))
    const notebook = new Notebook(home)
    const me = { profile: 'me', workspace: 'default', agent: '비서' }
    const lost = await missed(async (question) => (await notebook.search(question, me, 3)).map(({ text }) => text))
    expect(lost.length, lost.join('\n')).toBeLessThanOrEqual(most)
    expect((await notebook.search('ㅈㅈㄷ', me, 3)).map(({ text }) => text)).toContainEqual(
      expect.stringContaining('제주도'),
    )
  })

  test('in documents', async () => {
    const folder = join(home, 'docs.md')
    await writeFile(folder, all.map((text, at) => `# ${at}\n\n${text}\n`).join('\n'))
    const library = createLibrary({ dir: join(home, 'index'), now: () => new Date(0) })
    for await (const _ of library.add([folder], signal));
    const lost = await missed(async (question) => (await library.search(question, 3, signal)).map(({ text }) => text))
    await library.close()
    expect(lost.length, lost.join('\n')).toBeLessThanOrEqual(most)
  })

  test('in conversations', async () => {
    const folder = join(home, 'threads')
    const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
    const journal = await openJournal(folder, id)
    for (const [n, text] of all.slice(0, 250).entries())
      for (const envelope of turn(id, n, text)) await journal.append(envelope)
    await journal.close()
    const scanned = await missed(async (question) =>
      (await searchMessages(folder, question, 3)).map(({ message }) => message.text),
    )
    expect(scanned.length, scanned.join('\n')).toBeLessThanOrEqual(most)
    const index = new ConversationIndex(folder)
    const lost = await missed(async (question) =>
      (await findMessages(index, folder, question, 3, 0)).map(({ message }) => all[Number(message.slice(3))] ?? ''),
    )
    await index.close()
    expect(lost.length, lost.join('\n')).toBeLessThanOrEqual(most)
  })
})
