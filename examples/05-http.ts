// Full control: the same conversations over HTTP, a client that reads server-sent events, and a conversation that is followed and
// cancelled by hand. docs/serve.md describes the frames.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAssistant, isEnding } from 'assistant-terminal'

const home = await mkdtemp(join(tmpdir(), 'assistant-example-'))
const assistant = await createAssistant({ home, settings: { provider: 'offline', language: 'en' } })

// A server on a free port of this machine; the token of a new home is told once.
const server = await assistant.serve()
const answer = await fetch(`${server.url}/v1/agent/chat/stream`, {
  method: 'POST',
  headers: { authorization: `Bearer ${server.token}` },
  body: JSON.stringify({ session_id: 'example', message: '3*(2+4)' }),
})
for (const frame of (await answer.text()).split('\n\n')) {
  const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? []
  if (event === 'LLM_TOKEN' && data) console.log(`over HTTP: ${JSON.parse(data)}`)
}
await server.close()

// The same by hand: give in, follow from where it began, and stop following when the turn has ended.
const conversation = await assistant.open('new')
const { turn, seq } = await conversation.submit({ text: '10 + 5', origin: 'oneshot', by: 'owner' }, 'queue')
const following = new AbortController()
for await (const envelope of conversation.follow(seq, following.signal)) {
  if (envelope.turn !== turn) continue
  if (envelope.event.type === 'turn.done') console.log(`by hand: ${envelope.event.text}`)
  if (isEnding(envelope.event)) break
}
following.abort()
await conversation.close()

console.log(`${(await assistant.conversations()).length} conversations are kept`)
await assistant.close()
await rm(home, { recursive: true })
