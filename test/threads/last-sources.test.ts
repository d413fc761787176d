import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isEnding } from '../../src/protocol/index.ts'
import { sourcesRead } from '../../src/threads/last-sources.ts'
import { assistantAt, freshHome } from '../journeys/home.ts'

test('what a conversation has read from outside is known by its sources; one that read nothing has none', async () => {
  const home = freshHome()
  const assistant = await assistantAt(home)
  onTestFinished(() => assistant.close())
  const read = async (attachments: object[]) => {
    const conversation = await assistant.open({ kind: 'new' }, { canAsk: false })
    const input = { text: '안녕', origin: 'tui', by: 'owner', attachments } as never
    const { turn, seq } = await conversation.submit(input, 'queue')
    for await (const { turn: of, event } of conversation.follow(seq, AbortSignal.timeout(20_000)))
      if (of === turn && isEnding(event)) break
    await conversation.close()
    return await sourcesRead(join(home, 'conversations'), conversation.id)
  }
  const page = { kind: 'text', name: 'page', text: '본문', untrusted: true, source: 'page https://a.example' }
  expect([await read([]), await read([{ ...page, own: true }]), await read([page])]).toEqual([
    [],
    [],
    ['page https://a.example'],
  ])
})
