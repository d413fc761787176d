import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { openLedger } from '../../../src/services/transfer/ledger.ts'
import { sleep } from '../../../src/std/abort.ts'
import { type RedisPlace, readRedisAddress } from '../../../src/sync/stores/redis-place.ts'
import { redisSessions } from '../../../src/ui/http/redis-sessions.ts'
import { conversationOf } from '../../../src/ui/http/sessions.ts'
import { RedisServer } from '../../fakes/redis-server.ts'
import { testWith } from '../../parts.ts'
import { Random } from '../../random.ts'
import { now } from '../../services/rig.ts'
import { reportFaults, request } from '../../services/settled.ts'
import { chat, serving } from '../../ui/http/rig.ts'

/** Confirmations that are disturbed: a few by default, 1,000 of 50 people with MONEY=full. */
const [rounds, together] = process.env.MONEY === 'full' ? [20, 50] : [4, 6]

const isMany = (count: number) => count > 10

testWith('redis-server')(
  'whatever happens to Redis while transfers are confirmed, none is made twice and nobody is told what is not so',
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'redis-money-'))
    const store = new RedisServer(home)
    const place = readRedisAddress(await store.open()) as RedisPlace
    const times = { lease: 2_000, renew: 600, answer: 800 }
    const servers = [
      await serving({ home, sessions: (options) => redisSessions(place, options, times) }),
      await serving({ home, sessions: (options) => redisSessions(place, options, times) }),
    ]
    const key = (await servers[0]?.token('front')) ?? ''
    await servers[1]?.token('front')
    onTestFinished(async () => {
      await Promise.all(servers.map(({ close }) => close()))
      await store.close()
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    })
    await servers[0]?.ledger.deposit(100_000_000, 'enough')
    const portOf = (i: number) => servers[i % servers.length]?.port ?? 0
    const draw = new Random(Number(process.env.SEED ?? 7))
    let confirmed = 0
    /**
     * Answers that did not come because the store was away; transfers that nobody was told about because the store
     * forgot them.
     */
    const hit = { away: 0, forgotten: 0 }

    /** Asks, and gives what was answered; nothing where the store was away. */
    const said = async (i: number, session: string, text: string, answers?: string): Promise<string | undefined> => {
      const { status, json } = await chat(portOf(i), key, session, text, answers === undefined ? {} : { answers })
      if (status === 200) return json().interaction.message
      hit.away++
      return undefined
    }
    const surely = async (i: number, session: string, text: string, answers?: string): Promise<string> => {
      for (let attempt = i; ; attempt++) {
        const answer = await said(attempt, session, text, answers)
        if (answer !== undefined) return answer
        await sleep(50)
      }
    }
    /** One conversation, confirmed while something happens, and then until nothing is asked any more. */
    const confirm = async (i: number, session: string, waits: number, over: Promise<void>) => {
      const answers: string[] = []
      const hear = (answer: string | undefined) => answer !== undefined && answers.push(answer)
      await sleep(waits)
      hear(await said(i, session, '네'))
      hear(await said(i + 1, session, '네'))
      await over
      for (let more = 0; more < 8 && !answers.at(-1)?.startsWith('chat: '); more++)
        hear(await surely(i, session, '네', answers.at(-1)))
      confirmed++
      return answers
    }

    const ledgerFile = join(home, 'ledger.jsonl')
    const linesOf = async () => (await readFile(ledgerFile, 'utf8')).split('\n').length
    /** Wait until more than so many lines were added to the ledger, or for two seconds where nobody adds any. */
    const moved = async (lines: number) => {
      const first = await linesOf()
      for (let tries = 0; tries < 400 && (await linesOf()) <= first + lines; tries++) await sleep(5)
    }

    for (let round = 0; round < rounds; round++) {
      const kind = (['killed', 'hung', 'emptied', 'failedOver'] as const)[round % 4] ?? 'killed'
      const sessions = Array.from({ length: together }, (_, i) => `r${round}-${i}`)
      await Promise.all(sessions.map((session, i) => surely(i, session, request)))
      const isKept = kind === 'killed' || kind === 'hung'
      // A store forgets while money moves, however quick the machine is.
      const before = isKept ? sleep(draw.below(150)) : moved(draw.below(together / 2))
      const over = before.then(() => store[kind](draw.below(150)))
      const told = await Promise.all(sessions.map((session, i) => confirm(i, session, draw.below(120), over)))
      await over
      const books = await openLedger(ledgerFile, () => now).books()
      const wrong = sessions.flatMap((session, i) => {
        const mine = books.sent.filter(({ conversation }) => conversation === conversationOf('front', session))
        if (mine.length > 0 && !told[i]?.join('\n').includes('- 보냄')) hit.forgotten++
        // A store that forgot the conversation has nothing left to ask; one that kept it leaves nothing open.
        return reportFaults(mine, told[i] ?? [], isKept ? 'told' : 'as told').map(
          (fault) => `${kind} ${session}: ${fault} (${told[i]})`,
        )
      })
      expect(wrong).toEqual([])
    }
    expect(confirmed).toBe(rounds * together)
    // The disturbances met what they were meant to meet.
    if (rounds > 4) expect(hit).toEqual({ away: expect.toSatisfy(isMany), forgotten: expect.toSatisfy(isMany) })
  },
  rounds * 120_000,
)
