// What is more than a question and an answer, in sound: leaving, calling somebody else, moving money, permission.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test as sample } from 'vitest'
import { mayAct } from '../../../src/app/services/grants.ts'
import type { Flow } from '../../../src/core/flow.ts'
import { createRouter } from '../../../src/core/service/router.ts'
import type { ServiceDeps } from '../../../src/core/service/service.ts'
import type { Ask } from '../../../src/protocol/index.ts'
import { type Ledger, type OutsideBank, openLedger } from '../../../src/services/transfer/ledger.ts'
import { openRoom, type Room } from '../../audio/rig.ts'
import { overTheAir, requires, sound, longTest as test } from '../../parts.ts'
import { transferService } from '../../services/transfer-service.ts'
import { answers, openDialogue } from '../../ui/voice/dialogue.ts'

/** The transfer service as the app has it, over a ledger of its own; what is no service is only repeated. */
async function transfers(outside?: OutsideBank): Promise<{ flow: Flow; ledger: Ledger } & AsyncDisposable> {
  const home = await mkdtemp(join(tmpdir(), 'voice-ledger-'))
  const ledger = openLedger(join(home, 'ledger.jsonl'), () => new Date(), outside)
  const parts: ServiceDeps = {
    language: 'ko',
    zone: 'Asia/Seoul',
    model: async () => undefined,
    limits: { softMs: 60_000, hardMs: 600_000 },
    log: async () => {},
  }
  const reach = { name: 'transfer', byVoice: outside === undefined }
  const may = (input: Parameters<typeof mayAct>[0]) => mayAct(input, new Set(), reach)
  const transfer = transferService(ledger, parts, may)
  const flow = createRouter({ ...parts, services: [transfer], chat: answers((text) => `${text}라고 하셨어요.`) })
  return { ledger, flow, [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }) }
}

const moved = async (ledger: Ledger) => {
  const { balance, sent } = await ledger.books()
  return { balance, sent: sent.map(({ target, amount }) => ({ target, amount })) }
}

/** Asks for permission once, and says how it was answered. */
const asking = (category: Ask['category']): Flow =>
  async function* (_, context) {
    const ask: Ask = {
      tool: 'shell',
      category,
      args: { command: 'ls' },
      reason: '파일을 보려고 해요.',
      effect: '명령을 실행해요.',
      risk: 'low',
      choices: ['once', 'deny'],
    }
    yield { type: 'tool.called', id: 'c1', name: 'shell', args: { command: 'ls' } }
    yield { type: 'tool.asked', id: 'c1', ask, expiresAt: Date.now() + 30_000 }
    const { decision, by } = await context.decided('c1')
    yield { type: 'tool.answered', id: 'c1', decision, by }
    const text = decision.choice === 'deny' ? '하지 않았어요.' : '실행했어요.'
    yield { type: 'text.added', call: 1, at: 0, text }
    return { message: context.newId(), text }
  }

type Dialogue = Awaited<ReturnType<typeof openDialogue>>

requires(...sound)(
  'by voice alone',
  () => {
    /** Says it to somebody who listens. */
    const say = async (room: Room, it: Dialogue, text: string) => {
      await it.phase('listening')
      await sleep(300)
      await room.say(text)
    }
    const ended = (it: Dialogue, turns: number) =>
      it.until(
        'the end of the turn',
        () => it.events.filter(({ event }) => event.type === 'turn.done').length === turns,
      )

    sample.concurrent('"그만할게" ends the dialogue: nobody answers, and the wake word begins another', async () => {
      await using room = await openRoom()
      await using it = await openDialogue(room)
      await it.call()
      await say(room, it, '그만할게')
      await it.until('the end', () => it.loop.state.session === 'inactive')
      expect([it.loop.state.phase, it.asked(), it.did('speak')]).toEqual(['idle', [], []])
      await sleep(900)
      await it.call()
      expect(it.loop.state.session).toBe('active')
    })

    test.concurrent('another wake word hands over to the agent that it calls, asleep and in the middle of a dialogue', async () => {
      const agents = ['비서', '도치'].map((name) => ({ name, workspace: 'home', wakeWord: `${name}야` }))
      await using room = await openRoom()
      await using it = await openDialogue(room, { agents, flow: answers(() => '네.') })
      await room.say('도치야 불 켜줘')
      await ended(it, 1)
      expect([it.asked(), it.switched]).toEqual([['불 켜줘'], ['도치']])
      await say(room, it, '비서야 지금 몇 시야')
      await ended(it, 2)
      expect([it.asked()[1], it.switched, it.loop.state.agent]).toEqual(['지금 몇 시야', ['도치', '비서'], '비서'])
    })

    test.concurrent('money: asked, read back, confirmed aloud with "네": it moves exactly once', async () => {
      await using bank = await transfers()
      const { flow, ledger } = bank
      await using room = await openRoom()
      await using it = await openDialogue(room, { flow })
      await it.call()
      await say(room, it, '엄마한테 만 원 보내줘')
      await ended(it, 1)
      expect(await moved(ledger)).toEqual({ balance: 1_000_000, sent: [] })
      await say(room, it, '네')
      await ended(it, 2)
      expect(await moved(ledger)).toEqual({ balance: 990_000, sent: [{ target: '엄마', amount: 10_000 }] })
      await say(room, it, '네')
      await ended(it, 3)
      expect((await moved(ledger)).sent).toHaveLength(1)
      expect(it.did('speak').map(({ text }) => text)).toEqual([
        '엄마에게 만원을 이체할까요?',
        '메모나 이체 날짜를 추가하시겠어요?',
        '이체가 완료됐어요.',
        '엄마에게 만원, 잔액 구십구만원',
        '네라고 하셨어요.',
      ])
    })

    test.concurrent('money in a bank outside does not move by voice', async () => {
      const asked: unknown[] = []
      await using bank = await transfers({
        transfer: async (order) => {
          asked.push(order)
          return { ok: true, detail: 'sent' }
        },
      })
      await using room = await openRoom()
      await using it = await openDialogue(room, { flow: bank.flow })
      await it.call()
      await say(room, it, '엄마한테 만 원 보내줘')
      await ended(it, 1)
      expect(it.did('speak').map(({ text }) => text)).toEqual(['이 작업은 앱에서 직접 실행해주세요'])
      expect(asked).toEqual([])
    })

    test.concurrent.each(['sensitive', 'restricted'] as const)(
      'permission for what is %s: "네" is enough unless it is restricted, that waits for a key',
      async (category) => {
        await using room = await openRoom()
        await using it = await openDialogue(room, { flow: asking(category) })
        const answered = () =>
          it.events.flatMap(({ event }) => (event.type === 'tool.answered' ? [event.decision.choice] : []))
        await it.call()
        await say(room, it, '파일 목록 보여줘')
        await it.until('the question', () => it.loop.state.approval?.read === true)
        const before = it.did('speak').length
        await say(room, it, '네')
        if (category === 'restricted') {
          await it.until('being told to press a key', () => it.did('speak').length > before)
          expect(answered()).toEqual([])
          it.loop.give({ in: 'yes' })
        }
        await ended(it, 1)
        expect(answered()).toEqual(['once'])
      },
    )
  },
  overTheAir,
)
