import { spawn } from 'node:child_process'
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { type Ledger, openLedger, type Result } from '../../../src/services/transfer/ledger.ts'
import { bundled } from '../../bundled.ts'

const now = () => new Date('2026-11-21T03:00:00Z')
const never = new AbortController().signal

async function ledgerPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ledger-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return join(folder, 'ledger.jsonl')
}

interface Line {
  type: string
  key?: string
  amount?: number
  balance?: number
}

/** The whole lines of a ledger, read without its code. */
async function linesAt(path: string): Promise<Line[]> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    try {
      return line ? [JSON.parse(line) as Line] : []
    } catch {
      return []
    }
  })
}

/** What is wrong with a ledger by its lines alone: money made of nothing, sent twice, or owed. */
function ledgerFaults(lines: readonly Line[]): string[] {
  let balance = 0
  const done = new Set<string>()
  return lines.flatMap(({ type, key = '', amount = 0, balance: written }) => {
    if (type !== 'deposit' && type !== 'sent') return []
    balance += type === 'sent' ? -amount : amount
    const isAgain = key !== '' && done.has(`${type} ${key}`)
    done.add(`${type} ${key}`)
    return [
      ...(isAgain ? [`${type} ${key} twice`] : []),
      ...(balance < 0 ? [`${key}: ${balance} left`] : []),
      ...(written !== undefined && written !== balance ? [`${key}: ${written} written, ${balance} left`] : []),
    ]
  })
}

const balanceOf = (lines: readonly Line[]) =>
  lines.reduce((sum, { type, amount = 0 }) => sum + (type === 'deposit' ? amount : type === 'sent' ? -amount : 0), 0)

type Step =
  | { do: 'send' | 'book' | 'deposit'; key: string; amount: number }
  | { do: 'settle' | 'drop'; key: string }
  | { do: 'due' | 'read' }

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')
const amount = fc.constantFrom(1, 30_000, 400_000, 700_000)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('send' as const, 'book' as const), key, amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('deposit' as const), key, amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('settle' as const, 'drop' as const), key }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('due' as const, 'read' as const) }) },
)
/** What happens at the same moment, through how many new openings, and whether a writer died in a line before it. */
const moment = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
  openings: fc.integer({ min: 0, max: 2 }),
  torn: fc.boolean(),
})

async function take(ledger: Ledger, one: Step): Promise<Result | undefined> {
  const order = 'amount' in one ? { ...one, conversation: 'c', target: '엄마' } : undefined
  if (one.do === 'send' && order) return ledger.send(order, never)
  if (one.do === 'book' && order) return ledger.book(order, '2026-11-20')
  if (one.do === 'deposit') await ledger.deposit(one.amount, one.key)
  else if (one.do === 'settle') return ledger.settle(one.key)
  else if (one.do === 'drop') await ledger.drop(one.key)
  else if (one.do === 'due') await ledger.runDue('2026-11-21', never)
  else await ledger.books()
  return undefined
}

const runs = process.env.LEDGER === 'all' ? 1_000 : 25

test('whoever opens, reads, sends, books and dies at once: the balance is what came in less what was sent, and never below zero', {
  timeout: runs * 1_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(moment, { minLength: 1, maxLength: 6 }), async (moments) => {
      const path = await ledgerPath()
      let open = [openLedger(path, now)]
      for (const { steps, openings, torn } of moments) {
        // A restart: nothing is known any more, and several read for the first time together.
        if (openings > 0) open = Array.from({ length: openings }, () => openLedger(path, now))
        if (torn && (await linesAt(path)).length > 0) await appendFile(path, '{"type":"sent","key":"torn","amo')
        const results = await Promise.all(steps.map((one, i) => take(open[i % open.length] as Ledger, one)))
        const lines = await linesAt(path)
        expect(ledgerFaults(lines)).toEqual([])
        const balance = lines.length === 0 ? 1_000_000 : balanceOf(lines)
        for (const ledger of [...open, openLedger(path, now)]) expect((await ledger.books()).balance).toBe(balance)
        for (const [i, one] of steps.entries()) {
          const said = results[i]
          if (one.do === 'send' && said?.ok && said.receipt.type === 'sent')
            expect(lines.filter((line) => line.type === 'sent' && line.key === one.key)).toHaveLength(1)
        }
      }
    }),
    { numRuns: runs, seed: 7 },
  )
})

test('a ledger that was read twice at the same moment lets nothing be sent that is not there, and finds no damage', async () => {
  const path = await ledgerPath()
  const order = { conversation: 'c', target: '엄마', amount: 700_000 }
  for (let restart = 0; restart < 5; restart++) {
    const ledger = openLedger(path, now)
    await Promise.all([ledger.books(), ledger.runDue('2026-11-21', never), ledger.ran(), ledger.books()])
    await ledger.send({ ...order, key: `k${restart}` }, never)
    if (restart === 1) await ledger.deposit(500_000, 'wages')
  }
  const lines = await linesAt(path)
  expect(ledgerFaults(lines)).toEqual([])
  expect(lines.filter(({ type }) => type === 'sent').map((line) => line.key)).toEqual(['k0', 'k2'])
  expect((await readdir(join(path, '..'))).filter((name) => name.includes('.damaged-'))).toEqual([])
})

const opener = await bundled('test/fixtures/ledger-opener.ts')

/** Opens the ledger twice at the same moment, in threads or processes, and sends from both. */
async function openAtOnce(path: string, isThread: boolean, round: number): Promise<void> {
  const ends = [0, 1].map((who) => {
    const argv = [path, `k${round}`, `own${round}-${who}`]
    const child = isThread
      ? new Worker(opener, { argv })
      : spawn(process.execPath, [opener, ...argv], { stdio: 'inherit' })
    return new Promise<number>((done) => child.once('exit', (code: number) => done(code)))
  })
  expect(await Promise.all(ends)).toEqual([0, 0])
}

test.each([
  ['processes', false],
  ['threads', true],
] as const)(
  'two %s that open the ledger at the same moment send what both ask for once',
  {
    timeout: 600_000,
  },
  async (_, isThread) => {
    const path = await ledgerPath()
    await openLedger(path, now).deposit(100_000_000, 'wages')
    const rounds = process.env.LEDGER === 'all' ? 500 : 2
    for (let round = 0; round < rounds; round++) await openAtOnce(path, isThread, round)
    const lines = await linesAt(path)
    expect(ledgerFaults(lines)).toEqual([])
    expect(lines.filter(({ type }) => type === 'sent')).toHaveLength(rounds * 3)
    expect((await openLedger(path, now).books()).balance).toBe(101_000_000 - rounds * 3_000)
  },
)
