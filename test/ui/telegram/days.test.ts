// Days of one person at the desk and on the phone: begun here, stopped there, allowed elsewhere, left in the middle.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SharedConversation } from '../../../src/core/ownership/shared-conversation.ts'
import { type Envelope, type Input, isEnding, type Provider } from '../../../src/protocol/index.ts'
import { sleep } from '../../../src/std/abort.ts'
import { journalPath, loadThread, readEnvelopes } from '../../../src/threads/journal.ts'
import { call, calls, text } from '../../core/rig.ts'
import { chat, counting } from '../../core/turn/rig.ts'
import { Random } from '../../random.ts'
import { botRig, owner } from './rig.ts'

/** 200 by hand: `TOGETHER_DAYS=200`. */
const days = Number(process.env.TOGETHER_DAYS ?? 3)
const stepsOfADay = 10

/** Talks a little; where it is asked for work (`일 3`), calls a tool that has to be allowed. */
const provider: Provider = async function* ({ messages }, signal) {
  yield { type: 'opened' }
  const said = messages.findLast(({ role }) => role === 'user')?.text ?? ''
  if (messages.at(-1)?.role === 'tool') return yield* text(`답 ${said}`)
  if (said.startsWith('일')) return yield* calls(call('', 'write', { n: Number(said.slice(2)) }))
  for (const word of ['생각 ', '중 ']) {
    yield { type: 'text', text: word }
    await sleep(20, signal)
  }
  yield* text(`답 ${said}`)
}

async function day(seed: number): Promise<void> {
  const random = new Random(seed)
  const write = counting('write', 'sensitive')
  const { flow } = chat(provider, { tools: [write], permits: { granted: () => true } })
  const { home, server, start, conversation } = await botRig({
    flow,
    senders: [{ id: owner, workspace: 'default', grants: ['write'] }],
  })
  const { bot, ledger } = await start()
  let desk: SharedConversation | undefined
  const open = (id: string) => conversation(id, { heir: async () => true })
  // On odd days the desk owns the conversation, on even ones the daemon.
  if (seed % 2 === 1) {
    desk = await open('01DAYS0000000000000000000A')
    await desk.submit({ text: '말 0', origin: 'tui', by: 'owner' }, 'queue')
    await bot.adopt(owner, desk.id, 'default//me', 1)
  } else server.say(owner, '말 0')
  await server.until(() => server.texts(owner).some((one) => one.endsWith('답 말 0')))
  const id = ledger.chats.get(owner)?.conversation ?? ''
  const entries = () => Array.fromAsync(readEnvelopes(journalPath(join(home, 'conversations'), id)))
  const given = ['말 0']
  const sit = async () => {
    desk ??= await open(id)
    return desk
  }
  const steps: Record<string, () => Promise<unknown>> = {
    async sayAtTheDesk() {
      given.push(`${random.pick(['말', '일'])} ${given.length}`)
      await (await sit()).submit({ text: given.at(-1) as string, origin: 'tui', by: 'owner' }, 'queue')
    },
    async sayOnThePhone() {
      given.push(`${random.pick(['말', '일'])} ${given.length}`)
      server.say(owner, given.at(-1) as string)
      await server.until(() => server.unconfirmed === 0)
    },
    stopOnThePhone: async () => server.say(owner, '/stop'),
    async stopAtTheDesk() {
      const running = openTurn(await entries())
      if (running) await (await sit()).cancel(running, 'person')
    },
    allowAtTheDesk: async () => allow(await entries(), await sit()),
    async allowOnThePhone() {
      const card = server.sent.findLast(({ markup }) => markup?.inline_keyboard?.flat().length === 2)
      const data = card?.markup.inline_keyboard.flat()[0]?.callback_data
      if (card && data) server.press(owner, card, data)
    },
    async leave() {
      await desk?.close()
      desk = undefined
    },
    wait: () => sleep(30),
  }
  for (let step = 0; step < stepsOfADay; step++) await steps[random.pick(Object.keys(steps))]?.()
  // After a stop what waits at the desk waits until something is said there. What still asks is allowed, and all that was said comes to its end.
  given.push(`말 ${given.length}`)
  await (await sit()).submit({ text: given.at(-1) as string, origin: 'tui', by: 'owner' }, 'queue')
  await expect
    .poll(
      async () => {
        await allow(await entries(), await sit())
        const { queued, running } = await loadThread(join(home, 'conversations'), id)
        if (!running)
          await goOn(
            await sit(),
            queued.find(({ origin }) => origin === 'tui'),
          )
        return [bot.busy(), ledger.pending.size, queued.length, running?.input.text]
      },
      { timeout: 60_000, interval: 50 },
    )
    .toEqual([0, 0, 0, undefined])
  const all = await entries()
  const done = endings(all)
  expect(new Set(done.map(({ turn }) => turn)).size, `seed ${seed}: two ends of one turn`).toBe(done.length)
  expect(
    done.filter(({ event }) => event.type === 'turn.failed'),
    `seed ${seed}`,
  ).toEqual([])
  expect(write.runs.map(({ n }) => n).toSorted(), `seed ${seed}: work that was done twice`).toEqual(
    [...new Set(write.runs.map(({ n }) => n))].toSorted(),
  )
  // Each end is told on the phone, once, and is there for whoever sits down at the desk.
  const told = () => done.map(({ event }) => (event.type === 'turn.done' ? event.text : undefined)).filter(Boolean)
  await expect
    .poll(() => told().filter((one) => server.texts(owner).filter((sent) => sent.endsWith(one as string)).length !== 1), {
      timeout: 30_000,
    })
    .toEqual([])
  const seen: Envelope[] = []
  const enough = new AbortController()
  for await (const one of (await sit()).follow(0, enough.signal)) {
    seen.push(one)
    if (endings(seen).length === done.length) enough.abort()
  }
  await desk?.close()
  expect(bot.busy()).toBe(0)
}

const endings = (all: Envelope[]) => all.filter(({ event }) => isEnding(event))

/** Enter on an empty line at the desk: what was typed there and waits after a stop goes on. */
async function goOn(desk: SharedConversation, waiting: Input | undefined): Promise<void> {
  if (!waiting || !(await desk.withdraw(waiting.id))) return
  const { id: _, ...again } = waiting
  await desk.submit(again, 'queue')
}

/** The turn that has begun and not ended. */
function openTurn(all: Envelope[]): string | undefined {
  const over = new Set(endings(all).map(({ turn }) => turn))
  return all.findLast(({ event, turn }) => event.type === 'turn.started' && !over.has(turn))?.turn
}

/** Says yes to what is asked right now. */
async function allow(all: Envelope[], desk: SharedConversation): Promise<void> {
  const answered = new Set(
    all.flatMap(({ event }) => (event.type === 'tool.answered' || event.type === 'tool.ended' ? [event.id] : [])),
  )
  for (const { event } of all)
    if (event.type === 'tool.asked' && !answered.has(event.id)) await desk.answer(event.id, { choice: 'once' }, 'owner')
}

test('days of one person at the desk and on the phone: no turn is lost, none is done twice, each end is seen on both', {
  timeout: 600_000,
}, async () => {
  for (let seed = 1; seed <= days; seed++) await day(seed)
})
