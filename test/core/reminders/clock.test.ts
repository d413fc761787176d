import { expect, test } from 'vitest'
import { followRings, type RungReminder, ringOnTime } from '../../../src/core/reminders/clock.ts'
import { ReminderStore } from '../../../src/core/reminders/store.ts'
import { remindersAt } from './rig.ts'

const monday = '2026-11-23T08:00:00+09:00'
const minute = 60_000

/**
 * Waiting that only the test, or a change of the file, brings to an end. `next` is how long the clock wants to wait.
 */
function waiting() {
  const asked: { ms: number; pass(): void }[] = []
  let told: (() => void) | undefined
  const wait = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      asked.push({ ms, pass: resolve })
      told?.()
    })
  const next = async () => {
    while (asked.length === 0) await new Promise<void>((resolve) => (told = resolve))
    return asked.shift() as { ms: number; pass(): void }
  }
  /** The next wait of this length; others that changes of the file cut short are passed over. */
  const of = async (ms: number) => {
    for (let one = await next(); ; one = await next()) if (one.ms === ms) return one
  }
  return { wait, of }
}

test('the clock sleeps until the next time, hears of a new one at once, and rings it then', async () => {
  const { asked, store, path, clock, now } = await remindersAt(monday)
  const { wait, of } = waiting()
  const stop = new AbortController()
  const ringing = ringOnTime(new ReminderStore(path), { now, wait }, stop.signal)
  await of(15_000)
  // Another process adds one that is due before the next look: nobody has to wait for that look.
  await asked({ action: 'create', title: '물', at: '2026-11-23T08:00:03+09:00' })
  const soon = await of(3_000)
  clock.at += 3_000
  soon.pass()
  await of(15_000)
  expect([...(await store.all()).values()].map(({ title, state, ring }) => [title, state, ring?.late])).toEqual([
    ['물', 'rang', false],
  ])
  stop.abort()
  await ringing
})

test('a machine that slept over a time, and a clock that was set forward, ring within one look: once, and say so', async () => {
  const { asked, store, path, clock, now } = await remindersAt(monday)
  await asked({ action: 'create', title: '전화', at: '2026-11-23T20:00:00+09:00' })
  const { wait, of } = waiting()
  const stop = new AbortController()
  const ringing = ringOnTime(new ReminderStore(path), { now, wait }, stop.signal)
  const look = await of(5_000)
  clock.at += 3 * 24 * 60 * minute
  look.pass()
  // Nothing that is left depends on the clock.
  await of(15_000)
  const [call] = [...(await store.all()).values()]
  expect([call?.state, call?.ring?.late, call?.ring?.at]).toEqual(['rang', true, clock.at])
  stop.abort()
  await ringing
})

test('a surface hears of a ring at once, without looking, whichever process rang it', async () => {
  const { asked, store, path, clock, now } = await remindersAt(monday)
  await asked({ action: 'create', title: '약', at: '2026-11-23T09:00:00+09:00' })
  const { wait, of } = waiting()
  const rings = followRings(new ReminderStore(path), { now, wait }, new AbortController().signal)
  const heard = rings.next()
  await of(15_000)
  clock.at += 61 * minute
  await store.ring(clock.at)
  expect((await heard).value?.map((one: RungReminder) => one.reminder.title)).toEqual(['약'])
  await rings.return(undefined)
})

test('where files tell nothing of their changes they are looked at every second', async () => {
  const { now } = await remindersAt(monday)
  const { wait, of } = waiting()
  const stop = new AbortController()
  const nowhere = new ReminderStore('/nowhere/at/all/reminders.jsonl')
  const ringing = ringOnTime(nowhere, { now, wait }, stop.signal)
  await of(1_000)
  stop.abort()
  await ringing
})
