import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { createAssistant, type Event } from '../../src/library/index.ts'
import { turnMessages } from '../../src/messages/engine/turn.ts'
import { tuiMessages } from '../../src/messages/surfaces/tui.ts'
import type { Envelope } from '../../src/protocol/index.ts'
import { emptyTranscript, transcribeEvent } from '../../src/ui/oneshot/transcript.ts'
import { plainOf } from '../../src/ui/tui/terminal/style.ts'
import { blockRows } from '../../src/ui/tui/transcript/blocks.ts'
import { view } from '../../src/ui/tui/transcript/chat-view.ts'
import { foldEnvelope } from '../../src/ui/tui/transcript/reduce-event.ts'
import { type ModelServer, modelServer, type Reply, raw, refuse, say } from '../fakes/model-server.ts'
import { assistantAt, endingOf, freshHome, talk } from './home.ts'

const wires = ['openai', 'responses', 'anthropic', 'zai', 'ollama'] as const
const faults: Record<string, Reply> = {
  'a wrong key': refuse(401),
  'no right to the model': refuse(403),
  'no such model': refuse(404),
  'a request that is refused': refuse(400),
  'a request that is too large': refuse(413),
  'a server that is broken': refuse(500),
  'a server that is away': refuse(503),
  'a server that is overloaded': refuse(529),
  'too many requests, for a day': refuse(429, { headers: { 'retry-after': '86400' } }),
  'a connection that breaks at once': { drop: 'headers' },
  'a connection that breaks in the answer': say(Array(20).fill('말 '), { drop: 6 }),
  'an answer of another kind': raw('<html>busy</html>', 'text/html'),
  'no answer at all': { hang: 'headers' },
}
const names = Object.keys(faults)
/** FAILING_WIRES=1 tries every fault on every wire; else each is tried on one of them. */
const tried = wires.flatMap((wire, at) =>
  names
    .filter((_, index) => process.env.FAILING_WIRES || index % wires.length === at)
    .map((fault) => ({ wire, fault })),
)

function settingsOf(wire: (typeof wires)[number], server: ModelServer): Record<string, string> {
  const provider = wire === 'responses' ? 'openai' : wire
  const limits = { ASSISTANT_LIMITS_FIRST_BYTE_MS: '300', ASSISTANT_LIMITS_FIRST_BYTE_LOCAL_MS: '300' }
  const base = { ASSISTANT_PROVIDER: provider, ASSISTANT_LANG: 'ko', OLLAMA_HOST: '127.0.0.1:9', ...limits }
  if (wire === 'ollama') return { ...base, OLLAMA_HOST: server.url }
  if (wire === 'anthropic') return { ...base, ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.anthropic }
  if (wire === 'zai') return { ...base, ZAI_API_KEY: 'k', ZAI_BASE_URL: server.zai }
  return {
    ...base,
    OPENAI_API_KEY: 'k',
    OPENAI_BASE_URL: server.openai,
    ASSISTANT_PROVIDERS_OPENAI_WIRE: wire === 'responses' ? wire : 'chat',
  }
}

/** Everything that a chat prints, and that a one-shot writes beside the answer, for these events. */
function shown(events: readonly Event[]) {
  const look = { columns: 400, words: tuiMessages.ko, say: { ...turnMessages.ko, path: (file: string) => file } }
  const envelopes = events.map(
    (event, seq): Envelope => ({ v: 1, epoch: 1, seq, conversation: 'c', turn: 't', at: seq, event }),
  )
  const { done } = envelopes.reduce(foldEnvelope, view)
  const chat = done.flatMap((block) =>
    block.type === 'parts' || block.type === 'said' ? [] : blockRows(block, look).map(plainOf),
  )
  let state = emptyTranscript
  const aside = events.flatMap((event) => {
    const [next, pieces] = transcribeEvent(state, event, 'ko')
    state = next
    return pieces
      .filter(({ to }) => to === 'err')
      .flatMap(({ text }) => text.split('\n').filter((line) => line.trim() !== ''))
  })
  return { chat, aside }
}

test.each(tried)(
  'over the wire of $wire, $fault: each sentence once, in the chat and beside an answer',
  async ({ wire, fault }) => {
    await using server = await modelServer(...Array.from({ length: 20 }, () => faults[fault] as Reply))
    const settings = { model: 'm' }
    const assistant = await createAssistant({
      home: freshHome(),
      cwd: tmpdir(),
      env: settingsOf(wire, server),
      settings,
    })
    const events = await Array.fromAsync(assistant.ask('안녕'))
    await assistant.close()
    const ending = events.at(-1)
    if (ending?.type !== 'turn.failed') throw new Error(`it did not fail: ${JSON.stringify(ending)}`)
    const sentence = turnMessages.ko.failure(ending.failure).split('\n')[0] as string
    const { chat, aside } = shown(events)
    for (const lines of [chat, aside]) {
      expect(lines.filter((line) => line.includes(sentence))).toHaveLength(1)
      expect(lines).toEqual([...new Set(lines)])
    }
    expect(chat.at(-1)).toContain(ending.retryable ? tuiMessages.ko.remedies.retry : tuiMessages.ko.remedies.change)
  },
)

test.each(['openai', 'anthropic'] as const)(
  'over the wire of %s an answer that is cut off is counted all the same, and called an estimate',
  async (wire) => {
    await using server = await modelServer(
      say(Array(20).fill('말 '), { drop: 6 }),
      say(Array(20).fill('말 '), { hang: 6 }),
    )
    const home = freshHome()
    const env = settingsOf(wire, server)
    const flags = { provider: undefined, model: 'm', routing: false }
    const assistant = await assistantAt(home, { env, flags })
    const { conversation, say: tell } = await talk(assistant)
    const broken = endingOf(await tell('안녕'))
    const { turn: stopped, seq } = await conversation.submit({ origin: 'tui', by: 'owner', text: '또' }, 'queue')
    const rest: Event[] = []
    for await (const { event, turn: its } of conversation.follow(seq, AbortSignal.timeout(60_000))) {
      if (its === stopped) rest.push(event)
      if (event.type === 'text.added') await conversation.cancel(stopped, 'person')
      if (event.type === 'turn.cancelled') break
    }
    const cut = { input: expect.toSatisfy((tokens: number) => tokens > 100), cached: 0, estimated: true }
    const output = expect.toSatisfy((tokens: number) => tokens > 0 && tokens < 40)
    expect([broken.type, rest.at(-1)?.type]).toEqual(['turn.failed', 'turn.cancelled'])
    for (const ending of [broken, rest.at(-1)]) expect(ending).toMatchObject({ usage: { ...cut, output } })
    const { cached, input } = cut
    expect(await assistant.usage()).toMatchObject([
      { input, output, cached, cut: true },
      { input, output, cached, cut: true },
    ])
    await conversation.close()
    await assistant.close()
  },
)
