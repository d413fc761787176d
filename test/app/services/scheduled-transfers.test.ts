import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test as sample } from 'vitest'
import { followRingsHere } from '../../../src/app/reminders/reminder-clock.ts'
import { remindersOf } from '../../../src/app/reminders/reminder-store.ts'
import { openLedgerFile, runScheduledTransfers } from '../../../src/app/services/scheduled-transfers.ts'
import { bundled } from '../../bundled.ts'
import { type Fault, faultEnv, operations } from '../../faults/faults.ts'
import { assistantAt, endingOf, freshHome, talk } from '../../journeys/home.ts'
import { longTest as test, longTestWith as testWith } from '../../parts.ts'

const run = promisify(execFile)
const keeper = await bundled('test/fixtures/bookings-keeper.ts')
const before = Date.parse('2026-11-21T12:00:00+09:00')
const day = '2026-11-27T00:00:30+09:00'

/** A home in which transfers are booked for 27 November. */
async function booked(...requests: string[]): Promise<string> {
  const home = freshHome()
  const { conversation, say } = await talk(await assistantAt(home, { clock: () => before }))
  for (const request of requests) {
    await say(`다음 주 금요일에 ${request}`)
    expect(endingOf(await say('네'))).toMatchObject({ text: expect.stringContaining('예약됐어요') })
  }
  await conversation.close()
  return home
}

const sentAt = async (home: string) => {
  const { parts } = await assistantAt(home)
  const { sent, booked: waiting } = await (await openLedgerFile(parts)).books()
  return {
    sent: sent.map(({ target, amount }) => `${target} ${amount}`),
    waiting: waiting.size,
    at: sent.map(({ at }) => at),
  }
}

sample(
  'while a surface idles, a booking goes in the first minute of its day, and every surface that is open tells how it ended',
  async () => {
    const home = await booked('엄마한테 만원 보내줘', '아빠한테 500만원 보내줘')
    let now = before
    const open = await Promise.all([1, 2].map(() => assistantAt(home, { clock: () => now })))
    const stop = new AbortController()
    const heard = open.map(async ({ parts }, at) => {
      const texts: string[] = []
      for await (const { text, profile, by, markShown: told } of followRingsHere(
        parts,
        at ? 'telegram' : 'tui',
        stop.signal,
        'me',
      )) {
        texts.push(text)
        expect([profile, by]).toEqual(['me', 'owner'])
        await told()
        if (texts.length === 2) break
      }
      return texts
    })
    const pass = async (ms: number) => {
      now += ms
      await new Promise((done) => setImmediate(done))
    }
    const keeping = runScheduledTransfers(open[0]!.parts, stop.signal, pass)
    const news = [
      '예약한 이체를 보냈어요: 엄마에게 1만원.',
      '예약한 이체를 보내지 못했어요: 아빠에게 500만원. 잔액이 부족했어요.',
    ]
    expect(await Promise.all(heard)).toEqual([news, news])
    stop.abort()
    await keeping
    const { sent, waiting, at } = await sentAt(home)
    expect({ sent, waiting }).toEqual({ sent: ['엄마 10000'], waiting: 0 })
    expect(at[0]! - Date.parse('2026-11-27T00:00:00+09:00')).toBeLessThan(60_000)

    // Whoever comes later was told already; nothing is told twice.
    const later = followRingsHere(open[0]!.parts, 'tui', AbortSignal.timeout(300), 'me')
    expect((await later.next()).value).toBeUndefined()
  },
  60_000,
)

test('a ledger that cannot be read takes no reminder away', async () => {
  const home = freshHome()
  mkdirSync(join(home, 'ledger.jsonl'))
  const { parts } = await assistantAt(home)
  const stop = new AbortController()
  const keeping = runScheduledTransfers(parts, stop.signal)
  const at = Date.now()
  const who = { zone: 'Asia/Seoul', profile: 'me', by: 'owner' as const }
  await remindersOf(parts).create({ kind: 'timer', title: '라면', next: at - 1, createdAt: at - 1_000, ...who })
  await remindersOf(parts).ring(at)
  for await (const { text } of followRingsHere(parts, 'tui', stop.signal)) {
    expect(text).toContain('라면')
    break
  }
  stop.abort()
  await keeping
}, 60_000)

testWith('cc')(
  'killed at any write while it sends a booking, and kept by the next one, it goes exactly once',
  async () => {
    const template = await booked('엄마한테 만원 보내줘')
    const attempt = async (at: number, fault: Fault) => {
      const home = join(freshHome(), 'home')
      const log = `${home}-operations`
      await cp(template, home, { recursive: true })
      await run(process.execPath, [keeper, home, day], {
        env: { ...process.env, ...faultEnv(home, at, fault, log) },
      }).catch(() => {})
      const halfway = await sentAt(home)
      const { parts } = await assistantAt(home, { clock: () => Date.parse('2026-11-28T09:00:00+09:00') })
      const once = new AbortController()
      await runScheduledTransfers(parts, once.signal, async () => once.abort())
      return { halfway: halfway.sent.length, ...(await sentAt(home)), log: operations(log) }
    }
    const whole = await attempt(0, 'kill')
    // The last one before the ledger is touched, and all of the ledger and its lock.
    const first = whole.log.findIndex(({ path }) => path.includes('ledger'))
    const cases = whole.log
      .slice(first)
      .flatMap(({ operation }, i) => [
        [first + i + 1, 'kill'] as const,
        ...(operation === 'write' ? [[first + i + 1, 'torn'] as const] : []),
      ])
    expect(cases.length).toBeGreaterThan(10)
    const ended: Awaited<ReturnType<typeof attempt>>[] = []
    while (cases.length > 0)
      ended.push(...(await Promise.all(cases.splice(0, 3).map(([at, fault]) => attempt(at, fault)))))
    expect(ended.map(({ sent, waiting }) => ({ sent, waiting }))).toEqual(
      ended.map(() => ({ sent: ['엄마 10000'], waiting: 0 })),
    )
    expect(new Set(ended.map(({ halfway }) => halfway))).toEqual(new Set([0, 1]))
  },
  240_000,
)

test('processes that all find it due send it once', async () => {
  for (let round = 0; round < 3; round++) {
    const home = await booked('엄마한테 만원 보내줘', '용걸이한테 2만원 보내줘')
    const racers = await Promise.all([1, 2].map(() => run(process.execPath, [keeper, home, day])))
    expect(racers.map(({ stdout }) => stdout.split('\n')[0])).toEqual(
      racers.map(() => '예약한 이체를 보냈어요: 엄마에게 1만원.'),
    )
    expect(await sentAt(home)).toMatchObject({ sent: ['엄마 10000', '용걸이 20000'], waiting: 0 })
  }
}, 60_000)
