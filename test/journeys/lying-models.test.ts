import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { receiptSpoken } from '../../src/messages/engine/deeds.ts'
import { isEnding, type ReceiptLine } from '../../src/protocol/index.ts'
import { view } from '../../src/ui/tui/transcript/chat-view.ts'
import { foldEnvelope } from '../../src/ui/tui/transcript/reduce-event.ts'
import { bareEnv, freshHome, run, start } from '../cli/assistant.ts'
import { honest, lies } from '../core/conversation/claim-cases.ts'
import { callTools, modelServer, type Reply, type Seen, say } from '../fakes/model-server.ts'
import { longTest, sampleOf } from '../parts.ts'
import { chat } from '../ui/http/rig.ts'
import { assistantAt } from './home.ts'
import { world } from './telegram-world.ts'

/** A model's answer to what was asked, with the deeds that it does first; `marked` where it says more than that. */
interface Case {
  asked: string
  calls: { name: string; args: object }[]
  answer: string
  marked?: RegExp
}

/** The call that ends as the deed of a table did: nobody says yes here, so a file stays as it is. */
function callOf({ tool, state, object }: ReceiptLine, at: number): Case['calls'] | undefined {
  if (tool === 'reminders' && /번|no\./.test(object) && !/^[약x]/.test(object)) {
    const when = `2036-01-02T09:${String(at).padStart(2, '0')}+09:00`
    return [{ name: tool, args: { action: 'create', title: object, at: state === 'failed' ? '언젠가' : when } }]
  }
  if (tool === 'save_memory') return [{ name: tool, args: { content: '딸 이름은 지우' } }]
  if (tool === 'write_file' && state !== 'done') return [{ name: tool, args: { path: object, content: 'x' } }]
  if (tool === 'delete_file' && state !== 'done') return [{ name: tool, args: { path: object } }]
  return undefined
}

const cases = [
  ...lies.map(([asked, deeds, answer, marked]) => ({ asked, deeds, answer, marked })),
  ...honest.filter(([, , , more]) => !more).map(([asked, deeds, answer]) => ({ asked, deeds, answer })),
].flatMap(({ deeds, ...one }, at): Case[] => {
  const calls = deeds.map((deed, index) => callOf(deed, (at + index * 20) % 60))
  return calls.includes(undefined)
    ? []
    : [{ ...one, asked: `${one.asked} #${at}`, calls: calls.flatMap((call) => call ?? []) }]
})

/** Answers each question by its number; anything else a service of the program itself asked. */
function script({ body }: Seen): Reply {
  const messages: { role: string; content: unknown }[] = body.messages ?? []
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const text = JSON.stringify(messages[last]?.content ?? '')
  // Earlier questions may be told before this one.
  const number = [...text.matchAll(/#(\d+)/g)].at(-1)?.[0] ?? '#'
  const found = cases.find(({ asked }) => asked.endsWith(` ${number}`))
  if (!found) return say('{}')
  const hasCalled = messages.slice(last).some(({ role }) => role === 'tool')
  return found.calls.length > 0 && !hasCalled ? callTools(found.calls) : say(found.answer)
}

/** One for each request; a server plays them one after the other. */
const scripts = Array.from({ length: 1_000 }, () => script)

const hasMark = (text: string, { marked }: Case) => {
  const line = text.split('\n').find((one) => one.includes('하지 않은 일: ')) ?? ''
  return marked ? marked.test(line) : line === ''
}

/** The cases that a surface tells wrongly: a claim that is not marked, or an honest answer that is. */
async function wrongOn(shown: (one: Case, at: number) => Promise<string>, those = cases): Promise<string[]> {
  const wrong: string[] = []
  for (const [at, one] of those.entries()) {
    const text = await shown(one, at)
    if (!hasMark(text, one)) wrong.push(`${one.asked}: ${text}`)
  }
  return wrong
}

const model = async () => {
  const server = await modelServer(...scripts)
  onTestFinished(() => server.close())
  return server
}

const envOf = (url: string) =>
  bareEnv(freshHome(), { ASSISTANT_LANG: 'ko', ASSISTANT_PROVIDER: 'compatible', ASSISTANT_COMPATIBLE_URL: url })

describe('models that claim what they did not do', () => {
  test('there are enough of both kinds', () => {
    expect(cases.filter(({ marked }) => marked).length).toBeGreaterThanOrEqual(24)
    expect(cases.filter(({ marked }) => !marked).length).toBeGreaterThanOrEqual(24)
  })

  test('are marked in the chat and by voice, and honest ones are not', async () => {
    const assistant = await assistantAt(freshHome(), { model: (await model()).openai, flags: { language: 'ko' } })
    onTestFinished(() => assistant.close())
    const wrong = await wrongOn(
      async ({ asked, marked }) => {
        const conversation = await assistant.open({ kind: 'new' }, { canAsk: false })
        const { turn, seq } = await conversation.submit({ text: asked, origin: 'tui', by: 'owner' }, 'queue')
        let chatView = view
        for await (const envelope of conversation.follow(seq, AbortSignal.timeout(30_000))) {
          chatView = foldEnvelope(chatView, envelope)
          if (envelope.turn !== turn || !isEnding(envelope.event)) continue
          const { receipt } = envelope.event
          const [name = ''] = receipt?.unbacked ?? []
          expect(receiptSpoken(receipt, 'ko').includes(name)).toBe(true)
          if (marked) expect(receiptSpoken(receipt, 'ko')).toContain('하지 않았어요')
          break
        }
        await conversation.close()
        return chatView.done.flatMap((block) => (block.type === 'receipt' ? block.lines : [])).join('\n')
      },
      sampleOf(cases, 12),
    )
    expect(wrong).toEqual([])
  }, 120_000)

  longTest(
    'are marked in single runs, as text and as data',
    async () => {
      const url = (await model()).openai
      // The same reminder twice is no second deed: each kind of run has a home of its own.
      const [env, other] = [envOf(url), envOf(url)]
      const wrong = await wrongOn(async ({ asked }, at) => {
        const [text, json] = [
          await run(['-p', asked], env),
          at % 2 === 0 ? await run(['-p', asked, '--output-format', 'json'], other) : undefined,
        ]
        if (json === undefined) return text.out
        const { unbacked = [] } = JSON.parse(json.out).receipt ?? {}
        expect([asked, unbacked.length > 0]).toEqual([asked, text.out.includes('하지 않은 일: ')])
        return text.out
      })
      expect(wrong).toEqual([])
    },
    600_000,
  )

  longTest(
    'are marked over HTTP',
    async () => {
      const env = envOf((await model()).openai)
      const child = start(['serve', '--port', '0', '--sessions', 'memory'], env)
      let said = ''
      for await (const text of child.stderr ?? []) {
        said += text
        if (/127\.0\.0\.1:\d+/.test(said)) break
      }
      const [port, key] = [Number(/127\.0\.0\.1:(\d+)/.exec(said)?.[1]), /ast_[\w-]+/.exec(said)?.[0] ?? '']
      const wrong = await wrongOn(async ({ asked }, at) => {
        const reply = await chat(port, key, `s${at}`, asked)
        return String(reply.json().interaction?.message ?? reply.body).replaceAll(' · ', '\n')
      })
      expect(wrong).toEqual([])
    },
    120_000,
  )

  longTest(
    'are marked on the phone',
    async () => {
      const home = freshHome()
      const { asked: ask, letIn } = await world(scripts, { home, cwd: join(home), env: { ASSISTANT_LANG: 'ko' } })
      await letIn()
      // A file asks by a button there: that is told elsewhere.
      const those = cases.filter(({ calls }) => !calls.some(({ name }) => name.endsWith('_file')))
      const wrong = await wrongOn(async ({ asked }, at) => {
        if (at > 0) await ask('/new')
        return (await ask(asked)).replaceAll(' · ', '\n')
      }, those)
      expect(wrong).toEqual([])
    },
    300_000,
  )
})
