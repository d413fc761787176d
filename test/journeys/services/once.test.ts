import { spawn } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test as sample } from 'vitest'
import { isEnding } from '../../../src/protocol/index.ts'
import { ranText } from '../../../src/services/transfer/booked-transfers.ts'
import { openLedger } from '../../../src/services/transfer/ledger.ts'
import { transferMessages } from '../../../src/services/transfer/messages.ts'
import { ulid } from '../../../src/std/ulid.ts'
import { longTest as test } from '../../parts.ts'
import { now, type Stage, stage } from '../../services/rig.ts'
import { disagreements, yesToAll } from '../../services/settled.ts'
import { books, disturbances, person, temporary, waiting } from '../../services/two-transfers.ts'

sample('two processes that say yes at once to the same question move the money once', { timeout: 60_000 }, async () => {
  for (let round = 0; round < disturbances.processes; round++) {
    const home = await waiting()
    const both = ['네', '네'].map((yes) => spawn(process.execPath, [person, home, yes], { stdio: 'ignore' }))
    await Promise.all(both.map((child) => new Promise((done) => child.once('exit', done))))
    const after = await stage({ offline: true, home })
    await yesToAll(after)
    const { sent } = await after.ledger.books()
    await after.close()
    expect(sent.map(({ target, amount }) => `${target} ${amount}`)).toEqual(['엄마 10000', '용걸이 50000'])
  }
})

test('stopped after any event of a confirmation, the first or the last, the transfer is made exactly once and told', {
  timeout: 60_000,
}, async () => {
  const template = await waiting()
  const stoppedAfter = async (events: number, yes: number) => {
    const home = join(await temporary(), 'home')
    await cp(template, home, { recursive: true })
    const first = await stage({ offline: true, home })
    const answers = yes > 0 ? [await first.text('네')] : []
    const conversation = await first.open('one')
    const { turn, seq } = await conversation.submit({ text: '네', origin: 'tui', by: 'owner' }, 'queue')
    let seen = 0
    let ended = ''
    for await (const { event } of conversation.follow(seq, AbortSignal.timeout(30_000))) {
      if (++seen === events) await conversation.cancel(turn, 'person')
      if (event.type === 'turn.done') answers.push(event.text)
      if (isEnding(event)) ended = event.type
      if (ended) break
    }
    answers.push(...(await yesToAll(first)))
    await conversation.close()
    await first.close()
    return { ended, wrong: await disagreements(books(home), answers, 'sent') }
  }
  const ends = new Set<string>()
  for (let events = 1; events <= disturbances.events; events++) {
    const { ended, wrong } = await stoppedAfter(Math.ceil(events / 2), events % 2)
    ends.add(ended)
    expect(wrong).toEqual([])
  }
  expect(ends).toEqual(new Set(['turn.done', 'turn.cancelled']))
})

test('two people at one conversation, who answer at once, twice, stop each other and leave, move the money once', {
  timeout: 120_000,
}, async () => {
  const template = await waiting()
  const disturb = fc.constantFrom('both', 'twice', 'stop', 'leave', 'yes')
  const story = fc.array(disturb, { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const home = join(await temporary(), 'home')
      await cp(template, home, { recursive: true })
      const [one, other] = [await stage({ offline: true, home }), await stage({ offline: true, home })]
      const answers: string[] = []
      let [here, there] = [one, other]
      for (const step of steps) answers.push(...(await disturbed(step, here, there)))
      if (steps.includes('leave')) [here, there] = [other, await stage({ offline: true, home })]
      answers.push(...(await yesToAll(here)))
      await Promise.all([here, there].map(({ close }) => close()))
      expect(await disagreements(books(home), answers, 'sent')).toEqual([])
    }),
    { numRuns: disturbances.people, seed: 42 },
  )
})

/** One disturbance: what was answered to whom. */
async function disturbed(step: string, here: Stage, there: Stage): Promise<string[]> {
  if (step === 'both') return Promise.all([here.text('네'), there.text('네')])
  if (step === 'yes' || step === 'leave') return [await here.text('네')]
  const conversation = await here.open('one')
  try {
    const input = { id: ulid(Date.now()), text: '네', origin: 'tui' as const, by: 'owner' as const }
    const { turn, seq } = await conversation.submit(input, 'queue')
    if (step === 'stop') await conversation.cancel(turn, 'person')
    else await there.submit(input)
    for await (const { event } of conversation.follow(seq, AbortSignal.timeout(30_000)))
      if (isEnding(event)) return 'text' in event ? [event.text] : []
    return []
  } finally {
    await conversation.close()
  }
}

describe('the ledger', () => {
  const order = { key: 'k', conversation: 'c', target: '엄마', amount: 10_000 }
  const never = new AbortController().signal

  test('one key is one transfer, in 500 attempts of ten who race', { timeout: 60_000 }, async () => {
    const path = join(await temporary(), 'ledger.jsonl')
    const racers = Array.from({ length: 10 }, () => openLedger(path, () => now))
    const attempts = Array.from({ length: 500 }, (_, i) =>
      racers[i % 10]!.send({ ...order, key: `k${i % 25}`, amount: 100 }, never),
    )
    const results = await Promise.all(attempts)
    expect(results.every(({ ok }) => ok)).toBe(true)
    const { sent, balance } = await openLedger(path, () => now).books()
    expect(sent.map(({ key }) => key).sort()).toEqual(Array.from({ length: 25 }, (_, i) => `k${i}`).sort())
    expect(balance).toBe(1_000_000 - 25 * 100)
  })

  test('what was made void is never done, also when it comes late', async () => {
    const ledger = openLedger(join(await temporary(), 'ledger.jsonl'), () => now)
    expect(await ledger.settle('k')).toBeUndefined()
    expect(await ledger.send(order, never)).toEqual({ ok: false, reason: 'refused', detail: 'void' })
    expect((await ledger.books()).balance).toBe(1_000_000)
  })

  test('a booking goes once on its day, whoever looks and however often, and can be dropped before', async () => {
    const path = join(await temporary(), 'ledger.jsonl')
    const ledger = openLedger(path, () => now)
    await ledger.book(order, '2026-11-27')
    await ledger.book({ ...order, key: 'l', target: '아빠' }, '2026-11-27')
    expect(await ledger.runDue('2026-11-26', never)).toEqual([])
    expect(await ledger.drop('l')).toBe(true)
    const lookers = Array.from({ length: 5 }, () => openLedger(path, () => now).runDue('2026-11-28', never))
    await Promise.all(lookers)
    expect((await ledger.books()).sent).toMatchObject([{ key: 'k', target: '엄마', amount: 10_000, booked: true }])
    expect((await ledger.books()).booked.size).toBe(0)
  })

  test('a bank outside that never answered is asked no second time', async () => {
    const path = join(await temporary(), 'ledger.jsonl')
    let asked = 0
    const ledger = openLedger(path, () => now, {
      async transfer() {
        asked++
        throw new Error('gone')
      },
    })
    expect(await ledger.send(order, never)).toEqual({ ok: false, reason: 'unknown' })
    expect(await ledger.send(order, never)).toEqual({ ok: false, reason: 'unknown' })
    expect(await ledger.settle('k')).toEqual({ ok: false, reason: 'unknown' })
    expect(asked).toBe(1)
  })

  test('half a line of a writer that died is no transfer, and the next one is written whole', async () => {
    const path = join(await temporary(), 'ledger.jsonl')
    const ledger = openLedger(path, () => now)
    await ledger.send(order, never)
    const { appendFile } = await import('node:fs/promises')
    await appendFile(path, '{"type":"sent","key":"torn","amount":5')
    expect(await openLedger(path, () => now).settle('torn')).toBeUndefined()
    await ledger.send({ ...order, key: 'next' }, never)
    expect((await openLedger(path, () => now).books()).sent.map(({ key }) => key)).toEqual(['k', 'next'])
  })
})

test('a transfer of another day is booked, listed, survives restarts and goes on its day', async () => {
  let at = now
  const home = await temporary()
  const first = await stage({ offline: true, home, clock: () => at })
  await first.say('다음 주 금요일에 엄마한테 만원 보내줘')
  expect(await first.text('네')).toBe('이체가 예약됐어요. 11월 27일 금요일에 엄마에게 1만원을 보낼게요.')
  await first.close()
  const second = await stage({ offline: true, home, id: 'two', clock: () => at })
  expect(await second.text('예약 이체 뭐 있어?')).toBe('예약된 이체가 1건 있어요.\n- 11월 27일 금요일에 엄마에게 1만원')
  at = new Date('2026-11-27T00:00:00Z')
  expect(
    (await second.ledger.runDue('2026-11-27', new AbortController().signal)).map(({ result }) => result.ok),
  ).toEqual([true])
  expect(await second.ledger.runDue('2026-11-27', new AbortController().signal)).toEqual([])
  const [ran] = await second.ledger.ran()
  expect(ranText(ran!, transferMessages.ko)).toEqual('예약한 이체를 보냈어요: 엄마에게 1만원.')
  const other = openLedger(join(home, 'ledger.jsonl'), () => at)
  const key = ran!.booking.key
  const told = await Promise.all([other, second.ledger, other].map((one) => one.tell(key, 'tui')))
  expect(told.filter(Boolean)).toEqual([true])
  expect(await second.text('엄마한테 얼마 보냈어?')).toBe('지금까지 엄마에게 총 1만원을 보내셨어요.')
  expect(await second.text('예약 이체 취소해줘')).toBe('예약된 이체가 없어요.')
})

test('a booking that cannot be paid on its day is refused once, and the owner is told why', async () => {
  const ledger = openLedger(join(await temporary(), 'ledger.jsonl'), () => now)
  const never = new AbortController().signal
  await ledger.book({ key: 'k', conversation: 'c', target: '엄마', amount: 5_000_000 }, '2026-11-27')
  expect(await ledger.runDue('2026-11-27', never)).toMatchObject([{ result: { ok: false, reason: 'balance' } }])
  expect(await ledger.runDue('2026-11-28', never)).toEqual([])
  expect((await ledger.ran()).map((ran) => ranText(ran, transferMessages.ko))).toEqual([
    '예약한 이체를 보내지 못했어요: 엄마에게 500만원. 잔액이 부족했어요.',
  ])
})
