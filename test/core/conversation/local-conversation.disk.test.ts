import { expect, test } from 'vitest'
import { LocalConversation } from '../../../src/core/conversation/local-conversation.ts'
import type { Flow } from '../../../src/core/flow.ts'
import { type Envelope, isEnding } from '../../../src/protocol/index.ts'
import { type Journal, journalPath, loadThread, openJournal, readEnvelopes } from '../../../src/threads/journal.ts'
import { emptyThread } from '../../../src/threads/thread.ts'
import { rig, says } from '../rig.ts'

const id = '01DISK0000000000000000000A'

/** One round of a tool, then words. */
const working: Flow = async function* (_, context) {
  const call = { id: context.newId(), name: 'note', args: {} }
  const asked = { type: 'model.asked' as const, provider: 'test', model: 'm', purpose: 'reply' as const }
  const answered = {
    ...{ type: 'model.answered' as const, purpose: 'reply' as const, usage: { input: 1, output: 1, cached: 0 } },
    ...{ model: 'm', firstMs: 0, totalMs: 0 },
  }
  yield { ...asked, call: 1 }
  yield { ...answered, call: 1, message: context.newId(), text: '', calls: [call], stop: 'tools' }
  yield { type: 'tool.called', ...call }
  yield { type: 'tool.started', id: call.id, idempotent: false }
  yield {
    type: 'tool.ended',
    id: call.id,
    name: 'note',
    message: context.newId(),
    outcome: 'ok',
    text: 'ok',
    untrusted: false,
  }
  yield { ...asked, call: 2 }
  yield { type: 'text.added', call: 2, at: 0, text: '다 했어요' }
  const message = context.newId()
  yield { ...answered, call: 2, message, text: '다 했어요', calls: [], stop: 'end' }
  return { message, text: '다 했어요' }
}

/**
 * How a write fails: nothing of it is there, all of it is there but nobody says so (fsync), and for how many writes
 * in a row.
 */
const ways = [
  { name: 'once, before the write', at: 'write', whole: false, count: 1 },
  { name: 'once, after the write', at: 'write', whole: true, count: 1 },
  { name: 'for five writes, before them', at: 'write', whole: false, count: 5 },
  { name: 'for five writes, after them', at: 'write', whole: true, count: 5 },
  { name: 'once, at a commit', at: 'commit', whole: true, count: 1 },
  { name: 'for three commits', at: 'commit', whole: true, count: 3 },
] as const

test.each(ways)(
  'a disk that fails at any write ($name): one ending for each turn, and the journal tells what was heard',
  async ({ whole, count, at: place }) => {
    for (let at = 1; at <= (place === 'commit' ? 10 : 14); at++) {
      const { options } = await rig(working)
      const journal = await openJournal(options.folder, id)
      let writes = 0
      const once = async <T>(work: () => Promise<T>): Promise<T> => {
        const fails = ++writes >= at && writes < at + count
        const done = fails && !whole ? undefined : await work()
        if (fails) throw Object.assign(new Error('i/o error'), { code: 'EIO' })
        return done as T
      }
      const { append, write, commit } = journal as Required<Journal>
      const failing: Journal =
        place === 'write'
          ? { ...journal, append: (one) => once(() => append(one)), write: (one) => once(() => write(one)) }
          : { ...journal, commit: () => once(commit) }
      const conversation = new LocalConversation({
        ...options,
        thread: emptyThread(id),
        journal: failing,
        epoch: 1,
        isOurs: async () => true,
      })
      const heard: Envelope[] = []
      const leave = new AbortController()
      const listening = (async () => {
        for await (const envelope of conversation.follow(0, leave.signal)) heard.push(envelope)
      })()
      const given = ['하나', '둘', '셋'].map((word) =>
        conversation.submit(says(word), 'queue').then(({ turn }) => turn),
      )
      const accepted = (await Promise.allSettled(given)).flatMap((one) =>
        one.status === 'fulfilled' ? [one.value] : [],
      )
      const endingsOf = (envelopes: Envelope[]) =>
        envelopes.filter(({ event }) => isEnding(event)).map(({ turn }) => turn)
      while (endingsOf(heard).length < accepted.length) await new Promise((resolve) => setImmediate(resolve))
      // The disk is well again by now, or with one more write.
      while (writes < at + count) await conversation.append({ type: 'conversation.tuned', model: 'x' }).catch(() => {})
      const { thread } = conversation
      await conversation.close()
      leave.abort()
      await listening
      const written = await Array.fromAsync(readEnvelopes(journalPath(options.folder, id)))
      const where = `write ${at}`
      expect({ where, heard: endingsOf(heard), written: endingsOf(written) }).toEqual({
        where,
        heard: accepted,
        written: accepted,
      })
      expect({ where, ...(await loadThread(options.folder, id)) }).toEqual({ where, ...thread })
      const calls = thread.messages.flatMap((message) => (message.role === 'assistant' ? (message.calls ?? []) : []))
      const outcomes = thread.messages.flatMap((message) => (message.role === 'tool' ? [message.call] : []))
      expect({ where, outcomes }).toEqual({ where, outcomes: calls.map((call) => call.id) })
    }
  },
)
