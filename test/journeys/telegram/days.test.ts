// Days of one person at the desk and on the phone: begun here, stopped there, allowed elsewhere, left in the middle,
// killed, cut off.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import type { SharedConversation } from '../../../src/core/ownership/shared-conversation.ts'
import { type Envelope, type Input, isEnding } from '../../../src/protocol/index.ts'
import { sleep } from '../../../src/std/abort.ts'
import { journalPath, loadThread, readEnvelopes } from '../../../src/threads/journal.ts'
import { DeliveryLog } from '../../../src/ui/telegram/outbox.ts'
import { bundled } from '../../bundled.ts'
import { Random } from '../../random.ts'
import { daysFlow } from '../../ui/telegram/days-flow.ts'
import { botRig, owner } from '../../ui/telegram/rig.ts'

/** 200 by hand: `TOGETHER_DAYS=200`, from `TOGETHER_FROM` on. */
const days = Number(process.env.TOGETHER_DAYS ?? 3)
const from = Number(process.env.TOGETHER_FROM ?? 1)
const stepsOfADay = 10
const program = await bundled('test/fixtures/days-person.ts')

type Desk = Pick<SharedConversation, 'submit' | 'cancel' | 'answer' | 'withdraw' | 'close'>

/** A desk in a process of its own. */
async function deskProcess(home: string, effects: string, id: string): Promise<Desk & { kill(): Promise<void> }> {
  const child = spawn(process.execPath, [program, 'desk', home, effects, id], { stdio: ['pipe', 'pipe', 'inherit'] })
  const gone = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const answer = async () => JSON.parse(String((await lines.next()).value ?? 'null'))
  await answer()
  const ask =
    (what: string) =>
    (...args: unknown[]) => {
      child.stdin.write(`${JSON.stringify([what, ...args])}\n`)
      return answer()
    }
  const desk = { submit: ask('submit'), cancel: ask('cancel'), answer: ask('answer'), withdraw: ask('withdraw') }
  return {
    ...desk,
    async close() {
      await ask('close')()
      await gone
    },
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** The bot in a process of its own, and another one as soon as it was killed. */
function botProcess(home: string, effects: string, url: string, token: string) {
  const start = () =>
    spawn(process.execPath, [program, 'bot', home, effects, url, token], { stdio: ['ignore', 'ignore', 'inherit'] })
  let child: ChildProcess = start()
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  onTestFinished(() => void child.kill('SIGKILL'))
  return {
    end,
    async kill() {
      await end()
      child = start()
    },
  }
}

const figures = { days: 0, said: 0, takenBack: 0, done: 0, failed: 0, cancelled: 0, kills: 0, outages: 0, toldTwice: 0 }

async function day(seed: number): Promise<void> {
  const random = new Random(seed)
  // On every third day each surface is a process that may die.
  const isKilled = seed % 3 === 0
  const { home, server, start, conversation } = await botRig({
    flow: (input, context) => flow(input, context),
    senders: [{ id: owner, workspace: 'default', grants: ['write'] }],
  })
  const effects = join(home, 'effects')
  const flow = daysFlow(effects)
  let desk: (Desk & { kill?(): Promise<void> }) | undefined
  const open = (id: string): Promise<Desk & { kill?(): Promise<void> }> =>
    isKilled ? deskProcess(home, effects, id) : conversation(id, { heir: async () => true })
  const bots = isKilled ? botProcess(home, effects, server.url, server.token) : undefined
  const { bot, ledger } = bots ? {} : await start()
  // On odd days the desk owns the conversation, on even ones the daemon.
  let id = ''
  if (bot && ledger && seed % 2 === 1) {
    const mine = await conversation('01DAYS0000000000000000000A', { heir: async () => true })
    desk = mine
    await mine.submit({ text: '말 0', origin: 'tui', by: 'owner' }, 'queue')
    await bot.adopt(owner, mine.id, 'default//me', 1)
  } else server.say(owner, '말 0')
  await server.until(() => server.texts(owner).some((one) => one.endsWith('답 말 0')))
  id = ledger?.chats.get(owner)?.conversation ?? conversationOf(home)
  const entries = () => Array.fromAsync(readEnvelopes(journalPath(join(home, 'conversations'), id)))
  const given = ['말 0']
  const sit = async () => {
    desk ??= await open(id)
    return desk
  }
  const counts = { kills: 0, outages: 0 }
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
    /** The way to Telegram is cut for a moment, in which something may be said at the desk. */
    async loseTheNetwork() {
      counts.outages++
      server.away = true
      await sleep(random.below(300))
      if (random.below(2) === 0) await steps.sayAtTheDesk?.()
      server.away = false
    },
    wait: () => sleep(30),
    ...(bots && {
      async killTheBot() {
        counts.kills++
        await sleep(random.below(60))
        await bots.kill()
      },
      async killTheDesk() {
        if (!desk?.kill) return
        counts.kills++
        await sleep(random.below(60))
        await desk.kill()
        desk = undefined
      },
    }),
  }
  for (let step = 0; step < stepsOfADay; step++) await steps[random.pick(Object.keys(steps))]?.()
  // After a stop what waits at the desk waits until something is said there. What still asks is allowed, and all that
  // was said comes to its end.
  given.push(`말 ${given.length}`)
  await (await sit()).submit({ text: given.at(-1) as string, origin: 'tui', by: 'owner' }, 'queue')
  await expect
    .poll(
      async () => {
        await allow(await entries(), await sit())
        const { queued, running } = await loadThread(join(home, 'conversations'), id)
        if (!running) await goOn(await sit(), queued[0])
        const left = await deliveryLeft(home, ledger)
        return [bot?.busy() ?? 0, left, server.unconfirmed, queued.length, running?.input.text]
      },
      { timeout: 60_000, interval: 50 },
    )
    .toEqual([0, 0, 0, 0, undefined])
  const all = await entries()
  const done = endings(all)
  expect(new Set(done.map(({ turn }) => turn)).size, `seed ${seed}: two ends of one turn`).toBe(done.length)
  const began = all.flatMap(({ event }) => (event.type === 'turn.started' ? [event.input.text] : []))
  expect(new Set(began).size, `seed ${seed}: what was begun twice`).toBe(began.length)
  // What waited on the phone when it said stop is taken back, and told so; everything else was begun.
  const unbegun = given.filter((one) => !began.includes(one)).length
  const takenBack = () =>
    server.texts(owner).reduce((sum, one) => sum + Number(/기다리던 (\d+)건/.exec(one)?.[1] ?? 0), 0)
  await expect.poll(takenBack, { message: `seed ${seed}: what was said and not begun` }).toBeGreaterThanOrEqual(unbegun)
  expect(began.every((one) => given.includes(one))).toBe(true)
  expect(done.length, `seed ${seed}: a turn without an end`).toBe(began.length)
  const failed = done.filter(({ event }) => event.type === 'turn.failed')
  // Work that a kill cut may have been done: it is told instead of being done again.
  if (!isKilled) expect(failed, `seed ${seed}`).toEqual([])
  const worked = existsSync(effects) ? readFileSync(effects, 'utf8').trim().split('\n').filter(Boolean) : []
  expect(worked.toSorted(), `seed ${seed}: work that was done twice`).toEqual([...new Set(worked)].toSorted())
  // Each end is told on the phone, once, and is there for whoever sits down at the desk.
  const told = () => done.map(({ event }) => (event.type === 'turn.done' ? event.text : undefined)).filter(Boolean)
  const times = (one: string) => server.texts(owner).filter((sent) => sent.endsWith(one)).length
  // A message that had reached Telegram when its sender died, or when the way back was cut, is sent once more: nobody
  // can know.
  const most = 1 + counts.kills + counts.outages
  await expect
    .poll(() => told().filter((one) => times(one as string) < 1 || times(one as string) > most), { timeout: 60_000 })
    .toEqual([])
  const seen: Envelope[] = []
  const enough = new AbortController()
  const fresh = await conversation(id, {})
  for await (const one of fresh.follow(0, enough.signal)) {
    seen.push(one)
    if (endings(seen).length === done.length) enough.abort()
  }
  await fresh.close()
  await desk?.close()
  await bots?.end()
  expect(bot?.busy() ?? 0).toBe(0)
  figures.days++
  figures.said += given.length
  for (const { event } of done) figures[event.type.slice(5) as 'done']++
  figures.takenBack += unbegun
  figures.kills += counts.kills
  figures.outages += counts.outages
  figures.toldTwice += told().filter((one) => times(one as string) > 1).length
}

/**
 * Messages that the bot has not answered yet, and replies that it has not sent; of a bot elsewhere as its file says.
 */
async function deliveryLeft(home: string, ledger: DeliveryLog | undefined): Promise<number> {
  if (ledger) return ledger.pending.size + ledger.outs.size
  const copy = join(home, 'copy', 'telegram.jsonl')
  await rm(dirname(copy), { recursive: true, force: true })
  await cp(join(home, 'state', 'telegram.jsonl'), copy)
  const read = await DeliveryLog.open(copy)
  await read.close()
  return read.pending.size + read.outs.size
}

/** The conversation of the only chat, as the file of the bot says. */
function conversationOf(home: string): string {
  const lines = readFileSync(join(home, 'state', 'telegram.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
  const found = lines.map((line) => /"conversation":"([^"]+)"/.exec(line)?.[1]).findLast(Boolean)
  return found ?? expect.unreachable('no conversation in the file of the bot')
}

const endings = (all: Envelope[]) => all.filter(({ event }) => isEnding(event))

/** Enter on an empty line at the desk: what waits after a stop goes on. */
async function goOn(desk: Desk, waiting: Input | undefined): Promise<void> {
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
async function allow(all: Envelope[], desk: Desk): Promise<void> {
  const answered = new Set(
    all.flatMap(({ event }) => (event.type === 'tool.answered' || event.type === 'tool.ended' ? [event.id] : [])),
  )
  for (const { event } of all)
    if (event.type === 'tool.asked' && !answered.has(event.id)) await desk.answer(event.id, { choice: 'once' }, 'owner')
}

test('days of one person at the desk and on the phone: no turn is lost, none is done twice, each end is seen on both', {
  timeout: 900_000,
}, async () => {
  for (let seed = from; seed < from + days; seed++) await day(seed)
  if (days > 3) console.log(JSON.stringify(figures))
})
