import { expect, test } from 'vitest'
import { LocalConversation } from '../../../src/core/conversation/local-conversation.ts'
import type { Flow } from '../../../src/core/flow.ts'
import type { Envelope } from '../../../src/protocol/index.ts'
import { memoryJournal } from '../../../src/threads/journal.ts'
import { emptyThread } from '../../../src/threads/thread.ts'
import { kinds, rig, says, story } from '../rig.ts'

const tell: Flow = async function* (input, context) {
  for (let step = 0; step < Number(input.text); step++)
    yield { type: 'notice.given', code: 'service-said', data: { text: String(step) } }
  return { message: context.newId(), text: 'ok' }
}

/** A conversation whose journal counts how often it is read. */
async function counted() {
  const { options } = await rig(tell)
  const journal = memoryJournal()
  const reads: number[] = []
  const read = (from: number) => {
    reads.push(from)
    return journal.read(from)
  }
  const isOurs = async () => true
  const thread = emptyThread('01KC0000000000000000000000')
  return {
    reads,
    conversation: new LocalConversation({ ...options, thread, journal: { ...journal, read }, epoch: 1, isOurs }),
  }
}

const seqs = (envelopes: Envelope[]) => envelopes.map(({ seq }) => seq)

test('whoever follows the newest turn reads no file, also when it has ended; whoever wants what came before does', async () => {
  const { conversation, reads } = await counted()
  const first = await conversation.submit(says('2'), 'queue')
  const live = await story(conversation, 1, first.seq)
  expect(kinds(live)).toEqual(['turn.started', 'conversation.titled', 'notice.given', 'notice.given', 'turn.done'])
  expect(await story(conversation, 1, first.seq)).toEqual(live)
  expect(reads).toEqual([])
  await conversation.submit(says('1'), 'queue')
  const whole = await story(conversation, 2, first.seq)
  expect(seqs(whole)).toEqual(whole.map((_, i) => first.seq + i))
  const newest = whole.slice(whole.findLastIndex(({ event }) => event.type === 'turn.started'))
  reads.length = 0
  expect(await story(conversation, 1, newest[0]?.seq)).toEqual(newest)
  expect(reads).toEqual([])
  expect(await story(conversation, 2, first.seq)).toEqual(whole)
  expect(reads).toEqual([first.seq])
})

test('a turn of more events than are kept at hand is told whole, from the journal', async () => {
  const { conversation, reads } = await counted()
  const { seq } = await conversation.submit(says('1200'), 'queue')
  await story(conversation, 1, seq)
  const late = await story(conversation, 1, seq)
  expect(late).toHaveLength(1203)
  expect(seqs(late)).toEqual(Array.from({ length: 1203 }, (_, i) => seq + i))
  expect(reads).toContain(seq)
})
