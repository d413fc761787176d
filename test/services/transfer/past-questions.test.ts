import { describe, expect, test } from 'vitest'
import { asksPast } from '../../../src/services/transfer/past-questions.ts'
import { stage } from '../rig.ts'

const day = 86_400_000

/** A conversation whose days pass; the clock goes on a minute with every sentence. */
async function days(language: 'ko' | 'en' = 'ko') {
  let at = Date.parse('2026-11-20T12:00:00+09:00')
  const made = await stage({ offline: true, language, clock: () => new Date(at) })
  return {
    ...made,
    say: (text: string) => {
      at += 60_000
      return made.text(text)
    },
    pass: (ms: number) => {
      at += ms
    },
  }
}

describe('what was sent is told for the days that are named', () => {
  test('yesterday is yesterday, also in the conversation where it was sent', async () => {
    const { say, pass } = await days()
    await say('엄마한테 3만원 보내줘')
    await say('네')
    pass(day)
    await say('아빠한테 만원 보내줘')
    await say('네')
    expect(await say('어제 얼마 보냈어?')).toBe('어제 총 3만원을 보내셨어요. 엄마에게 3만원이었어요.')
    expect(await say('오늘 얼마 보냈어')).toBe('오늘 총 1만원을 보내셨어요. 아빠에게 1만원이었어요.')
    expect(await say('이번 달에 엄마한테 얼마 보냈지')).toBe('이번 달에 엄마에게 총 3만원을 보내셨어요.')
    expect(await say('지난달에 얼마 보냈어')).toBe('지난달에 보내신 돈이 없어요.')
    expect(await say('엄마한테 언제 보냈더라?')).toBe('마지막 이체는 11월 20일 금요일에 엄마에게 보내신 3만원이에요.')
    expect(await say('동생한테 돈 보냈나?')).toBe('지금까지 동생에게 보내신 돈이 없어요.')
    expect(await say('돈 얼마 남았어?')).toBe('지금 잔액은 96만원이에요.')
  })

  test('eleven receivers and more: what is not named is counted', async () => {
    const { say, ledger } = await days()
    const order = (n: number) => ({ key: `k${n}`, conversation: 'other', target: `이름${n}`, amount: 10_000 })
    for (let n = 0; n < 12; n++) await ledger.send(order(n), new AbortController().signal)
    expect(await say('총 얼마 보냈어?')).toMatch(
      /^지금까지 총 12만원을 보내셨어요\. .*이름9에게 1만원, 그 밖에 2명에게 2만원이었어요\.$/,
    )
  })
})

describe('right after a transfer', () => {
  test.each(['취소', '아 취소', '아 취소해줘', '방금 보낸 거 취소해줘', '이체 취소해줘', '잘못 보냈어', '되돌려줘'])(
    '"%s" is told that it is gone, and nothing is begun',
    async (text) => {
      const { say, ledger } = await days()
      await say('엄마한테 3만원 보내줘')
      await say('네')
      expect(await say(text)).toBe(
        '엄마에게 3만원은 이미 보내서 제가 되돌릴 수 없어요.\n연습용 장부라 실제 돈은 움직이지 않았어요. 잔액은 `assistant ledger deposit 30000`으로 다시 채울 수 있어요.',
      )
      expect((await ledger.books()).sent).toHaveLength(1)
    },
  )

  test('a booking that was just made is cancelled by a word', async () => {
    const { say, ledger } = await days()
    await say('내일 엄마한테 3만원 보내줘')
    await say('네')
    expect(await say('아 취소')).toBe('11월 21일 토요일에 엄마에게 3만원 보내기로 한 예약을 취소했어요.')
    expect((await ledger.books()).booked.size).toBe(0)
    expect(await say('취소')).toBe('chat: 취소')
  })

  test('much later, and where nothing was sent, the word is the conversation’s', async () => {
    const { say, pass } = await days()
    expect(await say('취소')).toBe('chat: 취소')
    await say('엄마한테 3만원 보내줘')
    await say('네')
    pass(day)
    expect(await say('취소')).toBe('chat: 취소')
  })

  test('what is booked needs no other name, while something is', async () => {
    const { say } = await days()
    expect(await say('예약한 거 취소해줘')).toBe('chat: 예약한 거 취소해줘')
    await say('내일 엄마한테 3만원 보내줘')
    await say('네')
    expect(await say('예약한거 뭐 있어?')).toBe('예약된 이체가 1건 있어요.\n- 11월 21일 토요일에 엄마에게 3만원')
    expect(await say('예약한 거 취소해줘')).toBe('11월 21일 토요일에 엄마에게 3만원 보내기로 한 예약을 취소했어요.')
  })

  test('in English', async () => {
    const { say } = await days('en')
    await say('send 30,000 won to mom')
    await say('yes')
    expect(await say('cancel that')).toContain('30,000 won to mom is already sent, and I cannot take it back.')
    expect(await say('how much did I send to mom this month?')).toBe('You sent 30,000 won to mom this month.')
    expect(await say('when did I last send money to mom?')).toBe(
      'The last transfer was 30,000 won to mom on Fri, Nov 20.',
    )
  })
})

test('several transfers that are cancelled, and bookings among them, are told as what they are', async () => {
  const { say } = await days()
  await say('엄마한테 만원, 아빠한테 2만원, 동생한테 3만원 보내줘')
  expect(await say('전부 취소')).toBe(
    '3건 모두 취소했어요.\n- 취소: 엄마에게 1만원\n- 취소: 아빠에게 2만원\n- 취소: 동생에게 3만원'.split('\n')[0],
  )
  await say('내일 엄마한테 만원, 아빠한테 2만원 보내줘')
  expect(await say('네')).toMatch(/^예약했어요\. 다음으로 /)
  expect(await say('네')).toContain('- 예약: 11월 21일 토요일, 엄마에게 1만원')
})

describe('a question is answered in its own language throughout', () => {
  const spans = {
    en: ['today', 'yesterday', 'this week', 'this month', ''],
    ko: ['오늘', '어제', '이번 주', '이번 달', ''],
  }
  const questions = {
    en: (span: string) => [
      `how much did I send mom ${span}`,
      `how much have I sent ${span}`,
      'who did I send money to',
      'when did I last send money',
      'my last transfer',
      'what is my balance',
      'did I send mom money',
    ],
    ko: (span: string) => [
      `${span} 엄마한테 얼마 보냈어?`,
      `${span} 얼마 보냈지`,
      '누구한테 돈 보냈어?',
      '언제 돈 보냈지?',
      '아까 보낸 이체 다시 보여줘',
      '잔액 얼마야',
      '엄마한테 돈 보냈나?',
    ],
  }
  test.each(['ko', 'en'] as const)('with %s as the language of the settings', async (language) => {
    const { say } = await days(language)
    await say(language === 'ko' ? '엄마한테 3만원 보내줘' : 'send mom 30000 won')
    await say(language === 'ko' ? '네' : 'yes')
    for (const asked of ['ko', 'en'] as const)
      for (const question of spans[asked].flatMap((span) => questions[asked](span).map((one) => one.trim()))) {
        const answer = (await say(question)).replace(/엄마|mom/g, '')
        expect([question, answer]).toEqual([
          question,
          asked === 'en' ? expect.not.stringMatching(/[가-힣]/) : expect.not.stringMatching(/[a-z]{3}/i),
        ])
      }
  })

  test('what was just sent is shown again', async () => {
    const { say } = await days()
    await say('엄마한테 3만원 보내줘')
    await say('네')
    for (const again of [
      '아까 보낸 이체 다시 보여줘',
      '방금 보낸 거 다시 알려줘',
      '마지막 이체 보여줘',
      '아까 송금 내역 다시 확인해줘',
    ])
      expect([again, await say(again)]).toEqual([again, expect.stringMatching(/엄마에게.*3만원/)])
  })
})

describe('a balance is asked of this account, or of something else', () => {
  const things = ['대출', '카드', '상품권', '마일리지', '지역화폐', '교통카드', '적립금']
  const asks = ['잔액 얼마야', '잔액 알려줘', '잔액은 얼마 남았어?', '잔고 확인해줘']
  test.each(things)('%s', (thing) => {
    expect(asks.map((ask) => `${thing} ${ask}`).filter(asksPast)).toEqual([])
    expect(asks.map((ask) => `아까 충전한 ${thing} ${ask}`).filter(asksPast)).toEqual([])
  })

  test.each([
    '',
    '내 ',
    '내 통장 ',
    '계좌 ',
    '지금 ',
    '지금 내 계좌 ',
    '은행 ',
    '엄마한테 3만원 보내면 ',
    '이체하고 나서 지금 ',
    '그럼, ',
  ])('%j', (own) => {
    expect(asks.map((ask) => `${own}${ask}`).filter((text) => !asksPast(text))).toEqual([])
  })

  test.each([
    [true, 'how much is left?'],
    [true, 'How much money do I have in my account?'],
    [true, 'how much do I still have left now'],
    [true, 'How much will be left after I send mom 20,000 won?'],
    [false, 'How much is left on the student loan?'],
    [false, 'How much do I have to pay for parking?'],
    [false, 'How much money is left in the emergency fund?'],
    [false, 'how much is left of the warranty'],
  ])('%s: %s', (own, text) => {
    expect(asksPast(text)).toBe(own)
  })
})
