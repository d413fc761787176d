import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { AccessFile } from '../../../src/ui/telegram/inbound/access.ts'
import { bundled } from '../../bundled.ts'
import { TelegramServer } from '../../fakes/telegram-server.ts'
import { faultEnv, operations } from '../../faults/faults.ts'
import { testWith } from '../../parts.ts'
import { letIn, owner } from '../../ui/telegram/host.ts'
import { inTurn } from '../../ui/telegram/rig.ts'

const program = await bundled('test/fixtures/telegram-bot.ts')
const isFinal = (text: string) => text.startsWith('끝: ') || text.includes('답하던 중에 프로그램이 끝났어요')

const group = -100_777
const inTopic = (message_thread_id: number) => ({ message_thread_id, is_topic_message: true })

/** Where the message is said, and answered. */
const places = {
  chat: { chat: owner, thread: undefined, say: (server: TelegramServer, text: string) => server.say(owner, text) },
  topic: { chat: owner, thread: 7, say: (server: TelegramServer, text: string) => server.say(owner, text, inTopic(7)) },
  'topic of a group': {
    ...{ chat: group, thread: 3 },
    say: (server: TelegramServer, text: string) => server.tell(group, owner, `@test_bot ${text}`, inTopic(3)),
  },
}

interface Story {
  at: string
  tools: number
  turns: number
  finals: number
  died: boolean
  /** The reply had reached Telegram and the line that says so had not reached the disk. */
  inWindow: boolean
}

/** One message, a bot that is killed at some point of handling it, and a second one that finishes. */
async function story(
  text: string,
  kill: { write: number } | { request: number | string; after: boolean },
  place: keyof typeof places = 'chat',
) {
  const home = await mkdtemp(join(tmpdir(), 'killed-bot-'))
  const [effects, log] = [`${home}-effects`, `${home}-ops`]
  const server = await TelegramServer.open()
  const access = new AccessFile(join(home, 'config.json'))
  for (const id of [owner, group]) await letIn(access, { id, workspace: 'default' })
  server.topics.set(owner, new Set([7])).set(group, new Set([3]))
  const { chat, thread, say } = places[place]
  const heard = () => server.texts(chat, thread)
  say(server, text)
  const start = (env: NodeJS.ProcessEnv = {}): ChildProcess => {
    const arguments_ = [program, home, server.url, server.token, effects]
    return spawn(process.execPath, arguments_, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...env },
    })
  }
  const settled = () => heard().some(isFinal) && server.unconfirmed === 0
  const at = 'write' in kill ? kill.write : 0
  const first = start(faultEnv(home, at, 'kill', log))
  const gone = once(first, 'exit')
  if ('request' in kill) server.killAt(kill.request, kill.after, () => first.kill('SIGKILL'))
  const done = server.until(settled).then(() => new Promise((resolve) => setTimeout(resolve, 50)))
  await Promise.race([gone, done])
  const isWhole = first.exitCode === null && first.signalCode === null
  const made = operations(log)
  const requests = server.calls.length
  first.kill('SIGKILL')
  await gone
  const ledger = join(home, 'state', 'telegram.jsonl')
  const written = existsSync(ledger) ? readFileSync(ledger, 'utf8') : ''
  const inWindow = heard().some(isFinal) && !written.includes('"type":"sent"')
  let second: ChildProcess | undefined
  if (!isWhole) {
    second = start()
    // Nothing more to come is known by its settled ledger, not by time alone.
    await server.until(() => heard().some(isFinal) && server.unconfirmed === 0)
    await expect.poll(() => unsettled(readFileSync(ledger, 'utf8')), { timeout: 60_000 }).toEqual([])
    second.kill('SIGKILL')
    await once(second, 'exit')
  }
  const done_ = existsSync(effects) ? readFileSync(effects, 'utf8').split('\n') : []
  const result: Story = {
    at: JSON.stringify(kill),
    tools: done_.filter((line) => line === 'tool').length,
    turns: done_.filter((line) => line === 'turn').length,
    finals: heard().filter(isFinal).length,
    died: heard().some((one) => one.includes('프로그램이 끝났어요')),
    inWindow,
  }
  expect(server.sent.filter((one) => one.chat !== chat || one.thread !== thread)).toEqual([])
  await server.close()
  for (const path of [home, effects, log]) await rm(path, { recursive: true, force: true, maxRetries: 5 })
  return { result, made, requests }
}

/** Replies that were decided and whose parts are not all sent. */
function unsettled(ledger: string): string[] {
  const entries = ledger.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line)]
    } catch {
      return []
    }
  })
  const outs = entries.filter(({ type }) => type === 'out').map(({ out }) => out.key)
  const sent = entries.filter(({ type }) => type === 'sent').map(({ key }) => key)
  return outs.length === 0 ? ['no reply yet'] : outs.filter((key) => !sent.includes(key))
}

// DELIVERY=all kills at every point in each place; here at every sixth outside of the plain chat.
const isAll = process.env.DELIVERY === 'all'

testWith('cc')(
  'killed at every write and every request of a message, its tool runs at most once and one reply arrives; twice only in the named window',
  async () => {
    const kills = async (place: keyof typeof places) => {
      const whole = await story('돈 보내줘', { write: 0 }, place)
      expect(whole.result).toMatchObject({ tools: 1, turns: 1, finals: 1 })
      const writes = whole.made.map((_, at) => ({ write: at + 1 }))
      expect([writes.length > 20, whole.requests > 4]).toEqual([true, true])
      const requests = Array.from({ length: whole.requests }, (_, at) => [
        { request: at + 1, after: false },
        { request: at + 1, after: true },
      ]).flat()
      return [...writes, ...requests].map((kill) => () => story('돈 보내줘', kill, place))
    }
    const chat = await kills('chat')
    const others = [...(await kills('topic')), ...(await kills('topic of a group'))].filter(
      (_, at) => isAll || at % 6 === 3,
    )
    const all = await inTurn([...chat, ...others], 3)
    const stories = all.map(({ result }) => result)
    if (isAll)
      process.stderr.write(`${stories.length} kills, ${stories.filter(({ died }) => died).length} told that it died\n`)
    expect(stories.filter(({ tools }) => tools > 1)).toEqual([])
    expect(stories.filter(({ finals, inWindow }) => finals !== 1 && !(inWindow && finals === 2))).toEqual([])
    // Only where nobody can know whether the tool had its effect is the person asked to look; a result that was kept
    // is gone on with.
    expect(stories.filter(({ turns }) => turns > 2)).toEqual([])
    expect(stories.filter(({ died }) => died).length).toBeLessThan(all.length / 4)
    expect([stories.some(({ inWindow }) => inWindow), stories.some(({ died }) => died)]).toEqual([true, true])
  },
  isAll ? 900_000 : 240_000,
)

testWith('cc')(
  'killed when a part of the reply had been shown, the turn goes on where its journal ends, in the same message',
  async () => {
    for (const after of [false, true]) {
      const { result } = await story('천천히 보내줘', { request: 'sendMessage', after })
      expect(result).toMatchObject({ turns: 2, tools: 1, finals: 1, died: false })
    }
  },
  60_000,
)
