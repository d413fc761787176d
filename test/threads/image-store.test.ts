import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Envelope, Event, Input, Picture } from '../../src/protocol/index.ts'
import { exportJson } from '../../src/threads/export.ts'
import { forkThread, importThread } from '../../src/threads/fork.ts'
import { readPictures } from '../../src/threads/image-store.ts'
import { journalPath, loadThread, openJournal } from '../../src/threads/journal.ts'
import { removeThread } from '../../src/threads/thread-store.ts'

const id = '01P1CTVRES0000000000000000'
const data = Buffer.from('\x89PNG\r\n\x1a\n not much of a picture').toString('base64')
const name = `${createHash('sha256').update(Buffer.from(data, 'base64')).digest('hex')}.png`
const image = { mediaType: 'image/png', data } as const

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'pictures-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const input = { id: 't1', text: '그려줘', origin: 'tui', by: 'owner' } as const
const ended = (images: unknown[]): Event =>
  ({
    type: 'tool.ended',
    id: 'c',
    name: 'draw',
    message: 'm1',
    outcome: 'ok',
    text: '',
    untrusted: false,
    images,
  }) as Event
const story = (images: unknown[]): Event[] => [
  { type: 'conversation.created', agent: '비서', workspace: '기본', profile: '나' },
  { type: 'turn.started', input, agent: '비서' },
  ended(images),
  { type: 'turn.done', message: 'm2', text: '그렸어요.' },
]

/** The same, where the person showed the pictures. */
const shown = (images: unknown[]): Event[] => [
  { type: 'conversation.created', agent: '비서', workspace: '기본', profile: '나' },
  { type: 'input.queued', input: { ...input, images } as Input },
  { type: 'turn.started', input: { ...input, images } as Input, agent: '비서' },
  { type: 'turn.done', message: 'm2', text: '봤어요.' },
]

/** A conversation as an owner writes it. */
async function written(place: string, events: Event[], conversation = id): Promise<void> {
  const journal = await openJournal(place, conversation)
  for (const [index, given] of events.entries()) {
    const event = (await journal.keep?.(given)) ?? given
    await journal.append({ v: 1, epoch: 1, seq: index + 1, conversation, turn: 't1', at: 1, event })
  }
  await journal.close()
}

/** The pictures that whoever follows a conversation is told of. */
async function told(place: string, conversation = id): Promise<Picture[]> {
  const journal = await openJournal(place, conversation)
  const envelopes: Envelope[] = await Array.fromAsync(journal.read(0))
  await journal.close()
  return envelopes.flatMap(({ event }) => (event.type === 'tool.ended' ? (event.images ?? []) : []))
}

test('a picture lies in a file of its own beside the conversation, for its owner alone; the log holds its name', async () => {
  const place = folder()
  await written(place, story([image, image]))
  const file = join(place, `${id}.pictures`, name)
  expect(readdirSync(join(place, `${id}.pictures`))).toEqual([name])
  expect([statSync(file).mode & 0o777, statSync(join(place, `${id}.pictures`)).mode & 0o777]).toEqual([0o600, 0o700])
  expect(readFileSync(file).toString('base64')).toBe(data)
  const log = readFileSync(journalPath(place, id), 'utf8')
  expect([log.includes(data), log.includes(place), log.includes(name)]).toEqual([false, false, true])
  expect(await told(place)).toEqual([
    { mediaType: 'image/png', file },
    { mediaType: 'image/png', file },
  ])
  expect(await readPictures(await told(place))).toEqual([image, image])
})

test('a picture that a person shows stands in the log by its name, too, and a model sees it wherever the home has moved', async () => {
  const [home, elsewhere] = [folder(), join(folder(), 'moved')]
  await written(home, shown([image]))
  const log = readFileSync(journalPath(home, id), 'utf8')
  expect([log.includes(data), log.includes(home), log.split(name).length - 1]).toEqual([false, false, 2])
  renameSync(home, elsewhere)
  const [message] = (await loadThread(elsewhere, id)).messages
  const journal = await openJournal(elsewhere, id)
  expect(await journal.images?.((message?.role === 'user' && message.images) || [])).toEqual([image])
  await journal.close()
  expect(JSON.parse(await exportJson(elsewhere, id)).envelopes[2].event.input).toEqual({ ...input, images: [image] })
})

test('a log that holds pictures itself, as they were kept before, reads as it is', async () => {
  const place = folder()
  mkdirSync(place, { recursive: true })
  const lines = story([image]).map((event, at) => ({
    v: 1,
    epoch: 1,
    seq: at + 1,
    conversation: id,
    turn: 't1',
    at: 1,
    event,
  }))
  writeFileSync(journalPath(place, id), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  expect(await told(place)).toEqual([image])
})

test('an export holds the pictures, an import and a fork have their own files, and each goes with its conversation', async () => {
  const place = folder()
  await written(place, story([image]))
  const exported = await exportJson(place, id)
  expect(JSON.parse(exported).envelopes[2].event.images).toEqual([image])
  const other = folder()
  const imported = await importThread(other, exported, '01P1CTVRES0000000000000001', new Date(0))
  expect([imported.id, await told(other)]).toEqual([
    id,
    [{ mediaType: 'image/png', file: join(other, `${id}.pictures`, name) }],
  ])
  const fork = '01P1CTVRES0000000000000002'
  await forkThread(place, id, fork, {}, new Date(0))
  await removeThread(place, id, { at: 1, by: 'person' })
  expect(readdirSync(place).filter((left) => left.startsWith(id))).toEqual([])
  expect(await readPictures(await told(place, fork))).toEqual([image])
})

test.each([
  ['a path', { mediaType: 'image/png', file: '/etc/passwd' }],
  ['a way out of the folder', { mediaType: 'image/png', file: '../../secrets.json' }],
  ['another file of the conversation', { mediaType: 'image/png', file: `${id}.jsonl` }],
  ['a kind that is none', { mediaType: 'image/../../owned', data }],
  ['nothing', null],
])(
  'a log from elsewhere that names %s as a picture has no picture, and nothing is written outside',
  async (_, picture) => {
    const place = folder()
    const lines = story([picture]).map((event, at) => ({
      v: 1,
      epoch: 1,
      seq: at + 1,
      conversation: id,
      turn: 't1',
      at: 1,
      event,
    }))
    const imported = await importThread(place, JSON.stringify({ v: 1, id, envelopes: lines }), id, new Date(0))
    expect([imported.turns, await told(place)]).toEqual([1, []])
    expect([existsSync(join(place, '..', 'owned')), readdirSync(place)]).toEqual([false, [`${id}.jsonl`]])
  },
)

test('a picture whose file is gone is left out, and the conversation reads on', async () => {
  const place = folder()
  await written(place, story([image]))
  rmSync(join(place, `${id}.pictures`), { recursive: true })
  expect(await readPictures(await told(place))).toEqual([])
  expect(JSON.parse(await exportJson(place, id)).envelopes[2].event.images).toEqual([])
})
