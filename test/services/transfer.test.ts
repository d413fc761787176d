import { describe, expect, test } from 'vitest'
import { text } from '../core/rig.ts'
import { stage } from './rig.ts'

const intent = ['intent 의도 파악 중', 'intent ok 의도 파악 중 "TRANSFER"', 'route transfer by code']
const slot = (at: string) => ['slot 정보 추출 중', `slot ok 정보 추출 완료 {"stage":"${at}"}`]
const execute = ['execute 이체 실행 중', 'execute ok 이체 실행 중 {"stage":"EXECUTED"}', 'hook transfer_completed']
const buttons = '[확인|취소]'
const snapshot = (at: string, slots: object, more: object = {}) => ({
  stage: at,
  slots: { target: null, amount: null, memo: null, alias: null, transfer_date: null, ...slots },
  missing_required: [],
  meta: { batch_total: 1, batch_progress: 0, batch_executed: 0, slot_errors: {}, ...more },
})

/** A model that would confirm everything at once, if anybody let it. */
const eager = Array.from({ length: 20 }, () => text('{"operations":[{"op":"confirm"}]}'))

describe.each([
  ['offline', { offline: true }],
  ['with a model', { replies: eager }],
])('transfers %s', (_, options) => {
  test('a whole request is read back, confirmed and done; the last snapshot shows how it ended', async () => {
    const { say, state, ledger, model } = await stage(options)
    const slots = { target: '엄마', amount: 10_000 }
    expect(await say('엄마한테 1만원 보내줘')).toEqual([
      ...intent,
      ...slot('READY'),
      `READY 1/1 ${JSON.stringify(slots)} ${buttons}`,
      'done 엄마에게 1만원을 이체할까요?\n메모나 이체 날짜를 추가하시겠어요?',
    ])
    expect(state()).toEqual(snapshot('READY', slots))
    expect(await say('확인')).toEqual([
      ...slot('CONFIRMED'),
      `CONFIRMED 1/1 ${JSON.stringify(slots)} []`,
      ...execute,
      `EXECUTED 1/1 ${JSON.stringify(slots)} []`,
      'hook session_reset',
      'done 이체가 완료됐어요.\n엄마에게 1만원 · 잔액 99만원',
    ])
    expect(state()).toEqual(snapshot('EXECUTED', slots, { batch_progress: 1, batch_executed: 1 }))
    expect((await ledger.books()).sent).toMatchObject([{ target: '엄마', amount: 10_000, balance: 990_000 }])
    expect(await say('확인')).toEqual(['done chat: 확인'])
    expect(model.asked).toEqual([])
  })

  test('a day of another year is read back and booked with its year', async () => {
    const { say } = await stage(options)
    expect((await say('11월 20일에 엄마한테 1만원 보내줘')).at(-1)).toBe(
      'done 엄마에게 2027년 11월 20일 토요일에 1만원을 이체할까요?',
    )
    expect((await say('확인')).at(-1)).toBe(
      'done 이체가 예약됐어요. 2027년 11월 20일 토요일에 엄마에게 1만원을 보낼게요.',
    )
    expect((await say('예약한 거 뭐 있어?')).at(-1)).toContain('- 2027년 11월 20일 토요일에 엄마에게 1만원')
  })

  test('cancelled at READY', async () => {
    const { say, state, ledger } = await stage(options)
    await say('엄마한테 1만원 보내줘')
    expect(await say('취소')).toEqual([
      ...slot('CANCELLED'),
      'CANCELLED 1/1 {"target":"엄마","amount":10000} []',
      'hook session_reset',
      'done 이체가 취소됐어요.',
    ])
    expect(state()).toEqual(snapshot('CANCELLED', { target: '엄마', amount: 10_000 }, { batch_progress: 1 }))
    expect((await ledger.books()).sent).toEqual([])
  })

  test.each(['방금 그거 취소해', '방금 거 취소해줘', '그거 되돌려줘', 'undo that'])(
    'while something is asked, “%s” is said of it',
    async (said) => {
      const { say, text, ledger } = await stage(options)
      await say('우유에게 보내줘')
      expect(await text(said)).toBe('이체가 취소됐어요.')
      await say('엄마한테 1만원 보내줘')
      expect(await text(said)).toBe('이체가 취소됐어요.')
      expect((await ledger.books()).sent).toEqual([])
    },
  )

  test('what is missing is asked for; what cannot be is refused with its reason, and the slot stays empty', async () => {
    const { say, state } = await stage(options)
    expect((await say('엄마한테 보내줘')).slice(3)).toEqual([
      ...slot('FILLING'),
      'FILLING 1/1 {"target":"엄마"} []',
      'done 엄마에게 얼마를 보내드릴까요?',
    ])
    expect(state()).toEqual({ ...snapshot('FILLING', { target: '엄마' }), missing_required: ['amount'] })
    expect(await say('마이너스 천원')).toEqual([
      ...slot('FILLING'),
      'FILLING 1/1 {"target":"엄마"} []',
      'done 이체 금액은 1원 이상이어야 해요. 다시 알려주세요.',
    ])
    expect(state()).toEqual({
      ...snapshot(
        'FILLING',
        { target: '엄마' },
        { slot_errors: { amount: '이체 금액은 1원 이상이어야 해요. 다시 알려주세요.' } },
      ),
      missing_required: ['amount'],
    })
    expect(await say('3만원')).toEqual([
      ...slot('READY'),
      `READY 1/1 {"target":"엄마","amount":30000} ${buttons}`,
      'done 엄마에게 3만원을 이체할까요?\n메모나 이체 날짜를 추가하시겠어요?',
    ])
    expect(state()).toEqual(snapshot('READY', { target: '엄마', amount: 30_000 }))
  })

  test('a batch goes one by one, its progress told', async () => {
    const { say, state, model } = await stage(options)
    const [first, second] = ['{"target":"엄마","amount":10000}', '{"target":"용걸이","amount":50000}']
    expect(await say('엄마한테 만원, 용걸이한테 5만원 보내줘')).toEqual([
      ...intent,
      ...slot('READY'),
      `READY 1/2 ${first} ${buttons}`,
      'done 총 2건이 요청됐어요. 먼저 엄마에게 1만원 보낼까요? (1/2)',
    ])
    expect(await say('확인')).toEqual([
      ...slot('CONFIRMED'),
      `CONFIRMED 1/2 ${first} []`,
      ...execute,
      `READY 2/2 ${second} ${buttons}`,
      'done 완료! 다음으로 용걸이에게 5만원 보낼까요? (2/2)',
    ])
    expect(state()).toEqual(
      snapshot('READY', { target: '용걸이', amount: 50_000 }, { batch_total: 2, batch_progress: 1, batch_executed: 1 }),
    )
    expect(await say('확인')).toEqual([
      ...slot('CONFIRMED'),
      `CONFIRMED 2/2 ${second} []`,
      ...execute,
      `EXECUTED 2/2 ${second} []`,
      'hook session_reset',
      'done 2건 이체가 모두 완료됐어요.\n- 보냄: 엄마에게 1만원 · 잔액 99만원\n- 보냄: 용걸이에게 5만원 · 잔액 94만원',
    ])
    expect(state()).toEqual(
      snapshot(
        'EXECUTED',
        { target: '용걸이', amount: 50_000 },
        { batch_total: 2, batch_progress: 2, batch_executed: 2 },
      ),
    )
    expect(await say('총 얼마 보냈어?')).toEqual([
      ...intent,
      'done 이번에 총 6만원을 보내셨어요. 엄마에게 1만원, 용걸이에게 5만원이었어요.',
    ])
    expect(model.asked).toEqual([])
  })

  test('cancelling one of a batch goes on with the next', async () => {
    const { say, state, ledger } = await stage(options)
    const [first, second] = ['{"target":"엄마","amount":10000}', '{"target":"용걸이","amount":50000}']
    expect((await say('엄마한테 만원, 용걸이한테 5만원 보내줘')).slice(-2)).toEqual([
      `READY 1/2 ${first} ${buttons}`,
      'done 총 2건이 요청됐어요. 먼저 엄마에게 1만원 보낼까요? (1/2)',
    ])
    expect(await say('취소')).toEqual([
      ...slot('CANCELLED'),
      `READY 2/2 ${second} ${buttons}`,
      'done 취소됐어요. 용걸이에게 5만원 보낼까요? (2/2)',
    ])
    expect(await say('확인')).toEqual([
      ...slot('CONFIRMED'),
      `CONFIRMED 2/2 ${second} []`,
      ...execute,
      `EXECUTED 2/2 ${second} []`,
      'hook session_reset',
      'done 1건을 이체했어요. 1건을 취소했어요.\n- 취소: 엄마에게 1만원\n- 보냄: 용걸이에게 5만원 · 잔액 95만원',
    ])
    expect(state()).toEqual(
      snapshot(
        'EXECUTED',
        { target: '용걸이', amount: 50_000 },
        { batch_total: 2, batch_progress: 2, batch_executed: 1 },
      ),
    )
    expect((await ledger.books()).sent).toHaveLength(1)
  })

  test('"다 취소해" drops all that is left', async () => {
    const { text: say, ledger } = await stage(options)
    await say('엄마한테 만원, 용걸이한테 5만원, 아빠한테 2만원 보내줘')
    expect(await say('다 취소해')).toBe('3건 모두 취소했어요.')
    expect((await ledger.books()).sent).toEqual([])
  })

  test('a task without its amount is filled when its turn comes', async () => {
    const { say, state, model } = await stage(options)
    const first = '{"target":"엄마","amount":10000}'
    expect(await say('엄마한테 만원, 용걸이한테 보내줘')).toEqual([
      ...intent,
      ...slot('READY'),
      `READY 1/2 ${first} ${buttons}`,
      'done 총 2건이 요청됐어요. 먼저 엄마에게 1만원 보낼까요? (1/2)',
    ])
    expect(await say('확인')).toEqual([
      ...slot('CONFIRMED'),
      `CONFIRMED 1/2 ${first} []`,
      ...execute,
      'FILLING 2/2 {"target":"용걸이"} []',
      'done 완료! 다음으로 용걸이에게 얼마를 보내드릴까요? (2/2)',
    ])
    expect(state()).toEqual({
      ...snapshot('FILLING', { target: '용걸이' }, { batch_total: 2, batch_progress: 1, batch_executed: 1 }),
      missing_required: ['amount'],
    })
    expect(await say('3만원')).toEqual([
      ...slot('READY'),
      `READY 2/2 {"target":"용걸이","amount":30000} ${buttons}`,
      'done 용걸이에게 3만원 보낼까요? (2/2)',
    ])
    expect(model.asked).toEqual([])
  })

  test('a failure inside a batch keeps the queue, says exactly what was done and what not, and asks whether to go on', async () => {
    const { say, state, text: answer } = await stage(options)
    await say('엄마한테 만원, 아빠한테 200만원, 용걸이한테 5만원 보내줘')
    await say('네')
    const broken =
      '아빠에게 200만원을 보내지 못했어요. 잔액이 부족해요 (잔액 99만원).\n' +
      '- 보냄: 엄마에게 1만원 · 잔액 99만원\n- 못 보냄: 아빠에게 200만원\n- 남음: 용걸이에게 5만원\n남은 1건을 계속 진행할까요?'
    expect(await say('네')).toEqual([
      ...slot('CONFIRMED'),
      'CONFIRMED 2/3 {"target":"아빠","amount":2000000} []',
      'execute 이체 실행 중',
      'execute failed 이체 실행 중 {"stage":"FAILED"}',
      'FAILED 2/3 {"target":"아빠","amount":2000000} [계속 진행|취소]',
      `done ${broken}`,
    ])
    expect(state()).toMatchObject({ stage: 'FAILED', meta: { batch_total: 3, batch_progress: 2, batch_executed: 1 } })
    expect(await answer('계속 진행')).toBe('용걸이에게 5만원 보낼까요? (3/3)')
    expect(await answer('네')).toBe(
      '2건을 이체했어요. 1건을 이체하지 못했어요.\n- 보냄: 엄마에게 1만원 · 잔액 99만원\n- 못 보냄: 아빠에게 200만원\n- 보냄: 용걸이에게 5만원 · 잔액 94만원',
    )
  })

  test('after a failure the rest can be left', async () => {
    const { say, text: answer } = await stage(options)
    await say('아빠한테 200만원, 용걸이한테 5만원 보내줘')
    await say('네')
    expect(await answer('글쎄')).toContain('말씀하신 내용을 이해하지 못했어요. 다시 알려주세요.')
    expect(await answer('취소')).toBe(
      '1건을 취소했어요. 1건을 이체하지 못했어요.\n- 못 보냄: 아빠에게 200만원\n- 취소: 용걸이에게 5만원',
    )
  })
})

describe('at READY', () => {
  test.each([
    ['미안해 5만원으로 바꿔줘', { amount: 50_000 }],
    ['아니 2만원', { amount: 20_000 }],
    ['아빠한테로 바꿔줘', { target: '아빠' }],
    ['다음 주 금요일에 보내줘', { transfer_date: '2026-11-27' }],
    ['메모는 생일 축하해', { memo: '생일 축하해' }],
    ["메모에 '9월 회비'라고 적어줘", { memo: '9월 회비' }],
    ['별칭은 엄니로 해줘', { alias: '엄니' }],
    ['5만원으로 하고 확인', { amount: 50_000 }],
    ['만원 말고 2만원', { amount: 20_000 }],
    ['엄마한테 말고 아빠한테 보내줘', { target: '아빠' }],
    ['엄마가 아니라 아빠요', { target: '아빠' }],
    ['엄마는 3만원으로 해줘', { amount: 30_000 }],
    ['아 미안 3만원', { amount: 30_000 }],
    ['점심값 3만원으로 해줘', { amount: 30_000 }],
    ['그리고 메모 점심값', { memo: '점심값' }],
    ['다음 주 금요일 말고 토요일', { transfer_date: '2026-11-28' }],
    ['오늘 말고 내일 보내줘', { transfer_date: '2026-11-22' }],
    ['이체 예약 취소해줘', {}],
    ['아빠로', { target: '아빠' }],
    ['수취인을 홍길동으로 변경', { target: '홍길동' }],
    ['받는 사람은 김철수요', { target: '김철수' }],
    ['금액을 3만 원으로 변경', { amount: 30_000 }],
    ['만원 더', { amount: 20_000 }],
    ['2천원 빼고', { amount: 8_000 }],
    ['메모를 곗돈으로 변경', { memo: '곗돈' }],
  ])('"%s" changes %j and is read back before anything is done', async (said, changed) => {
    const { say, state, ledger } = await stage({ offline: true })
    await say('엄마한테 만원 보내줘')
    await say(said)
    expect(state()).toEqual(snapshot('READY', { target: '엄마', amount: 10_000, ...changed }))
    expect((await ledger.books()).sent).toEqual([])
  })

  test.each([
    ['받는 사람 바꿔줘', '누구에게 1만원을 보내드릴까요?'],
    ['다른 사람한테 보내줘', '누구에게 1만원을 보내드릴까요?'],
    ['금액 바꿔줘', '엄마에게 얼마를 보내드릴까요?'],
    [
      '응 메모 추가해줘',
      "메모는 '메모는 생일 축하해', 날짜는 '다음 주 금요일에'처럼 말씀해 주세요.\n받는 분은 엄마, 금액은 1만원이에요. 보낼까요?",
    ],
  ])('"%s" is asked on: what is it to be?', async (said, question) => {
    const { say, text: answer } = await stage({ offline: true })
    await say('엄마한테 만원 보내줘')
    expect(await answer(said)).toBe(question)
  })

  test.each([
    '내일 날씨 어때?',
    '5만원이면 얼마 남아?',
    '오늘 며칠이야?',
    '12만 5천원의 17%는?',
    '아빠 생일이 6월 19일이야',
    '어제 아빠가 3만원 보냈대',
  ])('"%s" is answered by the conversation, and the question comes again', async (said) => {
    const { say, text: answer, state } = await stage({ offline: true })
    await say('엄마한테 만원 보내줘')
    expect(await answer(said)).toBe(`chat: ${said}\n\n받는 분은 엄마, 금액은 1만원이에요. 보낼까요?`)
    expect(state()).toMatchObject({ stage: 'READY', slots: { target: '엄마', amount: 10_000, transfer_date: null } })
  })

  test('that something was not understood is not said again once something else was answered', async () => {
    const { say, text: answer } = await stage({ offline: true })
    await say('엄마한테 만원 보내줘')
    for (const [said, follows] of [
      ['엄', '오늘 며칠이야?'],
      ['어', '아까 그 이체 계속하자'],
    ] as const) {
      expect(await answer(said)).toMatch(/이해하지 못했어요|‘네’라고 답해/)
      expect(await answer(follows)).not.toMatch(/이해하지 못했어요|‘네’라고 답해/)
    }
  })

  test('one yes for all there is not, and that is said', async () => {
    const { say, text: answer, ledger } = await stage({ offline: true })
    await say('엄마한테 만원, 아빠한테 2만원 보내줘')
    expect(await answer('둘 다 보내줘')).toBe('이체는 한 건씩 확인하고 보내요.\n엄마에게 1만원 보낼까요? (1/2)')
    expect((await ledger.books()).sent).toEqual([])
  })

  test('another receiver on top comes after the one at hand, with the same amount where none is said', async () => {
    const { say, text: answer, ledger } = await stage({ offline: true })
    await say('엄마한테 만원 보내줘')
    expect(await answer('아빠한테도')).toBe('총 2건이 요청됐어요. 먼저 엄마에게 1만원 보낼까요? (1/2)')
    expect(await answer('동생한테도 3만원 보내줘')).toBe('총 3건이 요청됐어요. 먼저 엄마에게 1만원 보낼까요? (1/3)')
    for (let i = 0; i < 3; i++) await say('네')
    expect((await ledger.books()).sent.map(({ target, amount }) => [target, amount])).toEqual([
      ['엄마', 10_000],
      ['아빠', 10_000],
      ['동생', 30_000],
    ])
  })

  test('what is said of one that waits is for that one, and leaves the one at hand alone', async () => {
    const { say, text: answer, ledger } = await stage({ offline: true })
    await say('엄마한테 5만원, 아빠한테 3만원, 동생한테 2만원 보내줘')
    expect(await answer('아빠는 2만원으로 바꿔줘')).toBe(
      '뒤에 있는 아빠 건은 그렇게 바꿔 뒀어요.\n엄마에게 5만원 보낼까요? (1/3)',
    )
    expect(await answer('동생한테는 보내지 마')).toBe('뒤에 있는 동생 건은 뺐어요.\n엄마에게 5만원 보낼까요? (1/2)')
    expect(await answer('엄마 건은 취소해줘')).toBe('취소됐어요. 아빠에게 2만원 보낼까요? (2/2)')
    await say('네')
    expect((await ledger.books()).sent.map(({ target, amount }) => [target, amount])).toEqual([['아빠', 20_000]])
  })

  test('a change that cannot be is said, and the old amount is not confirmed by a yes that follows', async () => {
    const { say, text: answer, state, ledger } = await stage({ offline: true })
    await say('엄마한테 만원 보내줘')
    expect(await answer('0원으로 바꿔줘')).toBe('이체 금액은 1원 이상이어야 해요. 다시 알려주세요.')
    expect(await answer('네')).toBe('엄마에게 1만원을 이체할까요?\n메모나 이체 날짜를 추가하시겠어요?')
    expect(state()).toMatchObject({ stage: 'READY' })
    expect((await ledger.books()).sent).toEqual([])
  })

  test('the same question is never put twice in the same words', async () => {
    const { say, text: answer } = await stage({ offline: true })
    const said = [await answer('엄마한테 만원 보내줘')]
    for (let i = 0; i < 12; i++) said.push(await answer(i % 2 ? '음 글쎄' : '날씨가 좋네'))
    for (const [at, words] of said.entries()) expect(words).not.toBe(said[at - 1])
    await say('네')
  })

  test('more than ten filling turns end in UNSUPPORTED; what waits in the batch is reported as not sent', async () => {
    const { say, text: answer, state } = await stage({ offline: true })
    await say('엄마한테 보내줘')
    for (let i = 0; i < 10; i++) await answer('글쎄')
    expect(state()).toMatchObject({ stage: 'FILLING' })
    expect(await answer('글쎄')).toBe(
      '여러 번 여쭤봤는데 알아듣지 못해서 여기서 멈출게요. 처음부터 다시 말씀해 주세요.',
    )
    expect(state()).toMatchObject({ stage: 'UNSUPPORTED' })
    expect(await answer('안녕')).toBe('chat: 안녕')
  })
})

describe('a model', () => {
  test('reads what code cannot; the amount is still confirmed by the person', async () => {
    const tasks = text('```json\n{"operations":[{"op":"set","slot":"target","value":"고모"},{"op":"confirm"}]}\n```')
    const { say, state } = await stage({ replies: [tasks] })
    await say('이체해줘')
    expect(await say('우리 아버지 누나, 고모 말이야')).toEqual([
      'slot 정보 추출 중',
      'model slots',
      'slot ok 정보 추출 완료 {"stage":"FILLING"}',
      'FILLING 1/1 {"target":"고모"} []',
      'done 고모에게 얼마를 보내드릴까요?',
    ])
    expect(state()).toMatchObject({ slots: { target: '고모' }, missing_required: ['amount'] })
  })

  test('that answers something else is asked again, with a label, then the person is', async () => {
    const { say, state } = await stage({ replies: [text(''), text('음…'), text('[]')].map((parts) => parts.slice(-2)) })
    await say('엄마한테 보내줘')
    const story = await say('한 장')
    expect(story).toEqual([
      'slot 정보 추출 중',
      'model slots',
      'slot 정보 재추출 중... (1/3)',
      'model slots',
      'slot 정보 재추출 중... (2/3)',
      'model slots',
      'slot failed 정보 추출 완료 {"stage":"FILLING"}',
      'FILLING 1/1 {"target":"엄마"} []',
      'done 말씀하신 내용을 이해하지 못했어요. 다시 알려주세요.\n엄마에게 보낼 금액이 얼마인가요?',
    ])
    expect(state()).toMatchObject({
      meta: { slot_errors: { _unclear: '말씀하신 내용을 이해하지 못했어요. 다시 알려주세요.' } },
    })
  }, 10_000)

  test('can never confirm, nor cancel, at any stage', async () => {
    const confirming = text('{"operations":[{"op":"confirm"},{"op":"cancel"}],"tasks":[]}')
    const { say, state, ledger } = await stage({ replies: Array.from({ length: 9 }, () => confirming) })
    await say('엄마한테 만원 보내줘')
    for (const words of ['음 글쎄', '그게 뭐더라', '흠']) {
      await say(words)
      expect(state()).toMatchObject({ stage: 'READY' })
    }
    expect((await ledger.books()).sent).toEqual([])
  })
})

describe('where money may not move', () => {
  const refused = '이 작업은 앱에서 직접 실행해주세요'

  test('a sender without the grant is told so before anything is asked', async () => {
    const { text: answer, ledger } = await stage({ offline: true, mayMove: () => false })
    expect(await answer('엄마한테 만원 보내줘', { origin: 'telegram', by: 'telegram:7' })).toBe(refused)
    expect(await answer('총 얼마 보냈어?', { origin: 'telegram', by: 'telegram:7' })).toBe(refused)
    expect((await ledger.books()).sent).toEqual([])
  })

  test('a yes from such a sender leaves the question open for whoever may answer it', async () => {
    const {
      say,
      text: answer,
      state,
      ledger,
    } = await stage({ offline: true, mayMove: ({ origin }) => origin === 'tui' })
    await say('엄마한테 만원 보내줘')
    expect(await answer('네', { origin: 'telegram', by: 'telegram:7' })).toBe(refused)
    expect(state()).toMatchObject({ stage: 'READY' })
    expect((await ledger.books()).sent).toEqual([])
    expect(await answer('네')).toContain('이체가 완료됐어요.')
  })
})

describe('a flow that is left', () => {
  test.each(['잠깐, 다른 거', '잠깐만요, 다른 얘기 좀 하자', '다른 이야기', '보류', 'wait, something else'])(
    '"%s" parks it',
    async (leaving) => {
      const { say, text: answer } = await stage({ offline: true })
      await say('엄마한테 보내줘')
      expect(await answer(leaving)).toBe(
        "네, 이체는 잠시 멈춰 둘게요. '아까 하던 이체 계속하자'라고 하시면 이어서 할게요.",
      )
      expect(await answer('안녕')).toBe('chat: 안녕')
      expect(await answer('아까 하던 이체 계속하자')).toBe(
        '하던 이체를 이어서 할게요.\n엄마에게 보낼 금액이 얼마인가요?',
      )
    },
  )

  test.each(['다른 사람한테 보내줘', '다른 게 아니라 만원', '다른 걸로 바꿔줘', '오늘 날씨 어때?'])(
    '"%s" does not leave it',
    async (said) => {
      const { say, state } = await stage({ offline: true })
      await say('엄마한테 보내줘')
      await say(said)
      expect(state()).toMatchObject({ stage: expect.stringMatching(/FILLING|READY/) })
    },
  )

  test('what was said beside leaving is answered at once', async () => {
    const { say, text: answer } = await stage({ offline: true })
    await say('엄마한테 보내줘')
    expect(await answer('잠깐 다른 거. 내일 날씨 어때?')).toContain('chat: ')
  })

  test('a new one of the same kind goes first; the old one is still there', async () => {
    const { say, text: answer, ledger } = await stage({ offline: true })
    await say('엄마한테 보내줘')
    await say('잠깐, 다른 거')
    expect(await answer('아빠한테 2만원 보내줘')).toContain('아빠에게 2만원을 이체할까요?')
    await say('네')
    expect(await answer('하던 거 계속')).toContain('엄마')
    await say('만원')
    await say('네')
    expect((await ledger.books()).sent.map(({ target }) => target)).toEqual(['아빠', '엄마'])
  })
})

test('an alias is kept and stands for its person, who is shown before anything is confirmed', async () => {
  const { say, text: answer, ledger } = await stage({ offline: true })
  await say('김철수한테 만원 보내줘')
  await say('별칭은 동생으로 해줘')
  await say('네')
  expect(await answer('동생한테 5천원 보내줘')).toContain('김철수(동생)에게 5,000원을 이체할까요?')
  await say('네')
  expect((await ledger.books()).sent.map(({ target }) => target)).toEqual(['김철수', '김철수'])
})

describe('what is asked for', () => {
  test.each([
    ['엄마 한테 만원 보내 줘', [['엄마', 10_000]]],
    ['엄마한태 만원 보네줘', [['엄마', 10_000]]],
    [
      'send mom 10,000 won and dad 20,000 won',
      [
        ['mom', 10_000],
        ['dad', 20_000],
      ],
    ],
    [
      '엄마 아빠한테 5만원씩 보내줘',
      [
        ['엄마', 50_000],
        ['아빠', 50_000],
      ],
    ],
    [
      '엄마한테 5만원이랑 아빠한테 3만원 보내줘',
      [
        ['엄마', 50_000],
        ['아빠', 30_000],
      ],
    ],
    [
      '엄마는 만원 아빠는 2만원 보내줘',
      [
        ['엄마', 10_000],
        ['아빠', 20_000],
      ],
    ],
    [
      '엄마한테 5만원 보내줘. 그리고 아빠한테도 똑같이 보내줘',
      [
        ['엄마', 50_000],
        ['아빠', 50_000],
      ],
    ],
    ['지은한테 만원 말고 이만원 보내줘', [['지은', 20_000]]],
  ])('"%s" is %j', async (said, sent) => {
    const { say, ledger } = await stage({ offline: true })
    await say(said)
    for (const _ of sent) await say('네')
    expect((await ledger.books()).sent.map(({ target, amount }) => [target, amount])).toEqual(sent)
  })

  test.each([
    ['비서야 한테 만원 보내줘', '‘비서야한테’ 부분을 읽지 못했어요.\n누구에게 1만원을 보내드릴까요?'],
    ['I owe Kim 25,000 won, send it', 'Kim에게 25,000원을 이체할까요?\n메모나 이체 날짜를 추가하시겠어요?'],
    ['민수한테 2만원 빚졌어 보내줘', '민수에게 2만원을 이체할까요?\n메모나 이체 날짜를 추가하시겠어요?'],
    ['내 계좌로 만원 보내줘', '누구에게 1만원을 보내드릴까요?'],
    ['월세 50만원 보내줘', '누구에게 50만원을 보내드릴까요?'],
    ['비서야 만원 보내줘', '누구에게 1만원을 보내드릴까요?'],
    ["민수한테 '회식비'라는 메모로 2만원 보내줘", '민수에게 2만원을 이체할까요? (메모: 회식비)'],
    ['민수한테 2만원 보내줘 메모에는 커피값이라고 써줘', '민수에게 2만원을 이체할까요? (메모: 커피값)'],
    ['민수한테 2만원 보내줘 메모 회식비', '민수에게 2만원을 이체할까요? (메모: 회식비)'],
    ['12월25일 엄마 10만원 예약이체', '엄마에게 12월 25일 금요일에 10만원을 이체할까요?'],
    ['엄마한테 5만원, 아빠한테 내일 3만원 보내줘', '총 2건이 요청됐어요. 먼저 엄마에게 5만원 보낼까요? (1/2)'],
    [
      '엄마랑 아빠한테 내일 만원씩 보내줘',
      '총 2건이 요청됐어요. 먼저 엄마에게 11월 22일 일요일에 1만원 보낼까요? (1/2)',
    ],
    [
      '엄마한테 5만원, 아빠한테 3만원 내일 보내줘',
      '총 2건이 요청됐어요. 먼저 엄마에게 11월 22일 일요일에 5만원 보낼까요? (1/2)',
    ],
    ['엄마한테 1,0000원 보내줘', '‘1,0000원’ 부분을 읽지 못했어요.\n' + '엄마에게 얼마를 보내드릴까요?'],
    ['엄마한테 3~5만원 보내줘', '한 번에 한 금액만 보낼 수 있어요. 얼마인지 하나로 알려주세요.'],
    ['엄마한테 3만원~5만원 보내줘', '한 번에 한 금액만 보낼 수 있어요. 얼마인지 하나로 알려주세요.'],
    ['엄마한테 3.5원 보내줘', '이체 금액은 1원 이상의 정수여야 해요. 금액을 다시 알려주세요.'],
    ['엄마한테 -3000원 보내줘', '이체 금액은 1원 이상이어야 해요. 다시 알려주세요.'],
    [
      '엄마한테 만원 이체 예약해줘',
      "이체 날짜를 읽지 못했어요. '6월 19일'이나 '다음 주 금요일'처럼 하루를 알려주세요.",
    ],
    ['매달 엄마한테 만원 보내줘', '반복 이체는 아직 예약할 수 없어요. 한 번 보낼 날짜를 알려주세요.'],
    ['매주 월요일마다 엄마한테 만원 보내줘', '반복 이체는 아직 예약할 수 없어요. 한 번 보낼 날짜를 알려주세요.'],
  ])('"%s" is read as: %s', async (said, question) => {
    const { text: answer } = await stage({ offline: true })
    expect(await answer(said)).toBe(question)
  })

  test.each([
    '엄마한테 만원 보내지 마',
    '엄마한테 만원 안 보낼래',
    '엄마한테 만원 보내줬어?',
    '배달 수수료 얼마야?',
    '택배 언제 도착해?',
  ])('"%s" is no transfer', async (said) => {
    const { text: answer } = await stage({ offline: true })
    expect(await answer(said)).toBe(`chat: ${said}`)
  })

  test.each([
    ['엄마한테 $10 보내줘', '원화만 보낼 수 있어요. 금액을 원으로 말씀해 주세요.'],
    ['send 20 dollars to Bob', 'Only won can be sent. Please say the amount in won.'],
    ['수수료 있어?', '수수료는 없어요. 연습용 장부에 적기만 하고 진짜 돈은 움직이지 않아요.'],
    ['하루에 얼마까지 보낼 수 있어?', '잔액까지 보낼 수 있어요. 지금 잔액은 100만원이에요.'],
    [
      'is there a fee for transfers?',
      'There is no fee: it is only written to a practice ledger, and no real money moves.',
    ],
  ])('"%s" asks about transfers and is none', async (said, told) => {
    const { text: answer } = await stage({ offline: true })
    expect(await answer(said)).toBe(told)
  })

  test.each([
    ['수수료 있어?', '수수료는 없어요. 연습용 장부에 적기만 하고 진짜 돈은 움직이지 않아요.'],
    ['언제 도착해?', '확인하시면 바로 보내고, 날짜를 정하시면 그날 보내요.'],
    ['내 잔액은?', '지금 잔액은 100만원이에요.'],
    ['20달러로 바꿔줘', '원화만 보낼 수 있어요. 금액을 원으로 말씀해 주세요.'],
    ['누구한테 보내는 거였지?', ''],
  ])('"%s" is answered while a transfer waits, and its question comes again', async (said, told) => {
    const { text: answer } = await stage({ offline: true })
    await answer('엄마한테 만원 보내줘')
    const [first, ...more] = (await answer(said)).split('\n')
    const question = told === '' ? [first, ...more] : more
    if (told !== '') expect(first).toBe(told)
    expect(question.join(' ')).toMatch(/^엄마에게 1만원을 이체할까요\?|^받는 분은 엄마, 금액은 1만원이에요\./)
  })

  test('each has the day that was said of it; what is booked is not told as done', async () => {
    const { say, text: answer } = await stage({ offline: true })
    await say('엄마한테 모레 5만원, 아빠한테 글피 3만원, 동생한테 만원 보내줘')
    expect(await answer('네')).toBe('예약했어요. 다음으로 아빠에게 11월 24일 화요일에 3만원 보낼까요? (2/3)')
    expect(await answer('네')).toBe('예약했어요. 다음으로 동생에게 1만원 보낼까요? (3/3)')
    expect(await answer('네')).toBe(
      '1건을 이체했어요. 2건을 예약했어요.\n- 예약: 11월 23일 월요일, 엄마에게 5만원\n- 예약: 11월 24일 화요일, 아빠에게 3만원\n- 보냄: 동생에게 1만원 · 잔액 99만원',
    )
    await say('내일 엄마랑 아빠한테 만원씩 보내줘')
    await say('네')
    expect(await answer('네')).toBe(
      '2건 이체가 모두 예약됐어요.\n- 예약: 11월 22일 일요일, 엄마에게 1만원\n- 예약: 11월 22일 일요일, 아빠에게 1만원',
    )
  })
})

test('the same in English: one on top, one left out', async () => {
  const { text: answer, ledger } = await stage({ offline: true, language: 'en' })
  expect(await answer('send money to my sister')).toBe('How much should sister get?')
  expect(await answer('5,000')).toContain('Send 5,000 won to sister?')
  expect(await answer('also 3,000 won to Amy')).toBe('2 transfers. First: send 5,000 won to sister? (1/2)')
  expect(await answer('also 1,000 won to Bob')).toContain('(1/3)')
  expect(await answer('skip Amy')).toBe('Left out Amy, who would come later.\nsend 5,000 won to sister? (1/2)')
  await answer('yes')
  expect(await answer('yes')).toContain('All 2 transfers are done.')
  expect((await ledger.books()).sent.map(({ target }) => target)).toEqual(['sister', 'Bob'])
  expect(await answer("don't send money to mom")).toContain('chat: ')
})

test('of several bookings only the one that was named is cancelled', async () => {
  const { say, text: answer, ledger } = await stage({ offline: true })
  await say('엄마한테 모레 5만원, 아빠한테 글피 3만원, 아빠한테 다음 주 금요일 2만원 보내줘')
  for (let i = 0; i < 3; i++) await say('네')
  const left = async () => [...(await ledger.books()).booked.values()].map(({ amount }) => amount)
  const which = "어느 예약을 취소할까요? '엄마한테 예약한 이체 취소해줘'처럼 받는 분이나 날짜를 함께 말씀해 주세요.\n"
  expect(await answer('아빠한테 예약한 이체 취소해줘')).toBe(
    `${which}예약된 이체가 2건 있어요.\n- 11월 24일 화요일에 아빠에게 3만원\n- 11월 27일 금요일에 아빠에게 2만원`,
  )
  expect(await answer('다음 주 금요일에 예약한 이체 취소해줘')).toBe(
    '11월 27일 금요일에 아빠에게 2만원 보내기로 한 예약을 취소했어요.',
  )
  expect(await left()).toEqual([50_000, 30_000])
  await say('아빠한테 예약한 이체 취소해줘')
  expect(await left()).toEqual([50_000])
  expect(await answer('삼촌한테 예약한 이체 취소해줘')).toContain('어느 예약을 취소할까요?')
  await say('동생한테 만원 보내줘')
  await say('예약 이체 취소해줘')
  expect(await left()).toEqual([50_000])
  await say('취소')
  await say('예약 이체 취소해줘')
  expect(await left()).toEqual([])
})

test('surfaces are given what slots are called, and their values as people read them', async () => {
  const { say, moved } = await stage({ offline: true })
  await say('다음 주 금요일에 엄마한테 만원 보내줘')
  expect(moved()).toMatchObject({
    slots: { target: '엄마', amount: 10_000, transfer_date: '2026-11-27' },
    labels: { target: '받는 분', amount: '금액', memo: '메모', alias: '별칭', transfer_date: '이체 날짜' },
    shown: { target: '엄마', amount: '1만원', transfer_date: '11월 27일 금요일' },
  })
})

describe('every word', () => {
  test.each([
    ['엄마한테 만원 빼고 보내줘', '‘빼고’ 부분을 읽지 못했어요.\n엄마에게 얼마를 보내드릴까요?'],
    ['엄마한테 만원 오만원 보내줘', '‘오만원’ 부분을 읽지 못했어요.\n엄마에게 얼마를 보내드릴까요?'],
    [
      '엄마한테 10만원에서 3만원 뺀 만큼 보내줘',
      '‘에서 3만원 뺀’ 부분을 읽지 못했어요.\n엄마에게 얼마를 보내드릴까요?',
    ],
    ['엄마한테 3만원의 두 배 보내줘', '‘의 두 배’ 부분을 읽지 못했어요.\n엄마에게 얼마를 보내드릴까요?'],
    ['엄마한테 3만원 이상 보내줘', '‘이상’ 부분을 읽지 못했어요.\n엄마에게 얼마를 보내드릴까요?'],
    ['엄마한테 월급날 만원 보내줘', '‘월급날’ 부분을 읽지 못했어요. 그 말은 빼고 엄마, 1만원이 맞나요?'],
    ['엄마한테 이 만원 보내줘', '‘이 만원’ 부분을 읽지 못했어요.\n엄마에게 얼마를 보내드릴까요?'],
  ])('"%s" is asked about, and nothing goes on before', async (said, question) => {
    const { text, state, ledger } = await stage({ offline: true })
    expect(await text(said)).toBe(question)
    expect(state()).toMatchObject({ stage: 'FILLING' })
    await text('확인')
    expect((await ledger.books()).sent).toEqual([])
  })

  test.each([
    ['만원 아니 이만원 엄마한테 보내줘', { target: '엄마', amount: 20_000 }],
    ['엄마한테 3만원 아니다 5만원 보내줘', { target: '엄마', amount: 50_000 }],
    ['엄마한테 오천원에서 만원으로 보내줘', { target: '엄마', amount: 10_000 }],
    ['철수한테 받은 만원 영수에게 보내줘', { target: '영수', amount: 10_000 }],
    ['오천원권 두 장 엄마한테 보내줘', { target: '엄마', amount: 10_000 }],
    ['엄마한테 만원 더 보내줘', { target: '엄마', amount: 10_000 }],
    ["send my sister's landlord 50,000 won", { target: "sister's landlord", amount: 50_000 }],
    ["transfer 50,000 won to mom's account", { target: 'mom', amount: 50_000 }],
    ['집주인 아주머니한테 50만원 보내줘', { target: '집주인 아주머니', amount: 500_000 }],
    ['엄마 앞으로 5만원 보내줘', { target: '엄마', amount: 50_000 }],
    ['추석 전날 엄마한테 만원 보내줘', { target: '엄마', amount: 10_000, transfer_date: '2027-09-14' }],
  ])('"%s" is read whole', async (said, slots) => {
    const { say, state } = await stage({ offline: true })
    await say(said)
    expect(state()).toMatchObject({ stage: 'READY', slots })
  })

  test('a sum is divided among all of them', async () => {
    const { text, say } = await stage({ offline: true })
    expect(await text('엄마랑 아빠한테 총 10만원 나눠서 보내줘')).toBe(
      '총 2건이 요청됐어요. 먼저 엄마에게 5만원 보낼까요? (1/2)',
    )
    await say('네')
    expect(await text('네')).toContain('2건 이체가 모두 완료됐어요.')
  })

  test('somebody else on top, at READY', async () => {
    const { say, text } = await stage({ offline: true })
    await say('엄마한테 만원 보내줘')
    expect(await text('아 그리고 아빠한테는 5만원')).toBe('총 2건이 요청됐어요. 먼저 엄마에게 1만원 보낼까요? (1/2)')
    expect(await text('네')).toContain('아빠에게 5만원 보낼까요? (2/2)')
  })

  test.each([
    ['the request', '엄마한테 만원 보내줘', '엄마한테 만원 보내줘'],
    ['what it was changed to', '엄마한테 5천원 보내줘', '엄마한테 만원 보내줘'],
    ['one with a day', '내일 엄마한테 만원 보내줘', '내일 엄마한테 만원 보내줘'],
    ['one for several', '엄마한테 만원, 아빠한테 만원 보내줘', '엄마한테 만원, 아빠한테 만원 보내줘'],
  ])('%s said again, however often, is no yes: the question is asked again', async (_, first, again) => {
    const { say, text, ledger, state, moved } = await stage({ offline: true })
    await say(first)
    const tasks = moved()?.task
    for (let times = 0; times < 3; times++) expect(await text(again)).toMatch(/(?:보낼|이체할|예약할)까요\?/)
    expect(state()).toMatchObject({ stage: 'READY' })
    expect(moved()?.task).toEqual(tasks)
    const { sent, booked } = await ledger.books()
    expect([...sent, ...booked.values()]).toEqual([])
  })

  test('a sound moves no money, by voice not even one that is a yes when typed; a word does', async () => {
    const { say, text, ledger } = await stage({ offline: true })
    await say('엄마한테 만원 보내줘')
    for (const nod of ['응', '응응', '으응', '어어~', 'mhm'])
      expect([nod, await text(nod, { origin: 'voice' })]).toEqual([
        nod,
        expect.stringContaining('‘네’라고 답해 주세요'),
      ])
    for (const filler of ['엄', '고', '음', '흠', '아', 'ㅋㅋ', '...', '어', 'ㅇ', 'ㅔ']) await text(filler)
    expect((await ledger.books()).sent).toEqual([])
    expect(await text('넹')).toContain('이체가 완료됐어요.')
  })

  test.each(['응', '응응', 'ㅇㅇ', 'ㅇㅋ', 'ㅇㅋㅋㅋ', 'ㄱㄱ', 'y', 'K'])(
    '%s is a yes when a finger types it',
    async (nod) => {
      const { say, text } = await stage({ offline: true })
      await say('엄마한테 만원 보내줘')
      expect(await text(nod)).toContain('이체가 완료됐어요.')
    },
  )

  test('what a model makes up is not taken', async () => {
    const made = text(
      '{"operations":[{"op":"set","slot":"target","value":"사기꾼"},{"op":"set","slot":"amount","value":990000}]}',
    )
    const { say, state } = await stage({ replies: [made, made, made] })
    await say('엄마한테 만원 빼고 보내줘')
    expect(state()).toMatchObject({ stage: 'FILLING', slots: { target: '엄마', amount: null } })
  })
})
