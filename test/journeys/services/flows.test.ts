import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { usage } from '../../core/rig.ts'
import { addService, folderWith, talkWith } from '../../services/folder.ts'

const tells = (text: string) => [
  { type: 'text' as const, text },
  { type: 'end' as const, stop: 'end' as const, usage },
]

const slot = (type: string, label: string, more: object = {}) => ({ type, required: true, label, ...more })

/** A form with a look-up before its question, two actions behind it, and a second yes for what is dear. */
const trip = {
  name: 'trip',
  version: '1.0.0',
  title: '출장',
  words: ['출장 신청'],
  slots: {
    city: slot('text', '도시', { question: '어디로 가시나요?' }),
    nights: slot('count', '숙박', { question: '몇 박인가요?', unit: '박', min: 1, max: 30 }),
    code: slot('text', '승인 번호', { question: '승인 번호를 알려주세요.' }),
  },
  steps: {
    form: { kind: 'slots', slots: ['city', 'nights'] },
    price: { kind: 'code', label: '가격 확인' },
    agree: { kind: 'confirm', say: '{city} {nights}, {price.total}원 신청할까요?' },
    reserve: { kind: 'code', label: '호텔 예약', undo: 'release' },
    dear: { kind: 'branch', cases: [{ if: 'price.total', over: 500_000, next: 'approval' }], else: 'pay' },
    approval: { kind: 'slots', slots: ['code'], stage: 'APPROVAL' },
    check: { kind: 'code', label: '승인 번호' },
    approve: { kind: 'confirm', stage: 'REVIEW', say: '승인 번호 {code}로 확정할까요?' },
    pay: { kind: 'code', label: '결제' },
  },
  done: '{city:을/를} 예약했어요. 예약 번호 {reserve.number}.',
}
const tripCode = `
export const price = ({ slots }) => {
  if (slots.city === '달') return { failed: '달에는 갈 수 없어요. 다른 도시를 알려주세요.', slot: 'city' }
  if (slots.city === '먼곳') throw new Error('down')
  return { total: slots.nights * 100_000 }
}
export const reserve = ({ key }) => ({ number: 7 })
export const release = ({ found }) => (found.reserve.number === 7 ? {} : { failed: 'no such number' })
export const check = ({ slots }) => (slots.code === 'A1' ? {} : { failed: '없는 번호예요. 다시 알려주세요.', slot: 'code' })
export const pay = ({ slots }) => (slots.city === '대구' ? { failed: '카드가 거절됐어요.' } : {})
`
const open = (code = tripCode) => folderWith({ 'service.json': JSON.stringify(trip), 'handler.ts': code }, 'trip')

describe('a flow of several steps', () => {
  test('what has no label of its own is shown as finding out before the yes, as doing after it', async () => {
    const bare = {
      ...trip,
      steps: { ...trip.steps, price: { kind: 'code' }, reserve: { kind: 'code', undo: 'release' } },
    }
    const { say } = await talkWith(
      await folderWith({ 'service.json': JSON.stringify(bare), 'handler.ts': tripCode }, 'trip'),
    )
    await say('출장 신청해줘')
    await say('부산')
    expect((await say('2박')).filter((line) => line.startsWith('price'))[0]).toBe('price 확인하는 중')
    expect((await say('네')).filter((line) => line.startsWith('reserve'))[0]).toBe('reserve 출장 실행 중')
  })

  test('looks up before its question, says what will happen, and acts after the yes', async () => {
    const { say, state } = await talkWith(await open())
    await say('출장 신청해줘')
    await say('부산')
    expect(await say('2박')).toEqual([
      'slot 정보 추출 중',
      'slot ok 정보 추출 완료 {"stage":"READY"}',
      'price 가격 확인',
      'price ok 가격 확인 {"found":true}',
      'READY 1/1 {"city":"부산","nights":2} [확인|취소]',
      'done 부산 2박, 20만원 신청할까요?',
    ])
    expect((await say('네')).filter((line) => !line.startsWith('hook'))).toEqual([
      'slot 정보 추출 중',
      'slot ok 정보 추출 완료 {"stage":"CONFIRMED"}',
      'CONFIRMED 1/1 {"city":"부산","nights":2} []',
      'reserve 호텔 예약',
      'reserve ok 호텔 예약 {"stage":"CONFIRMED"}',
      'pay 결제',
      'pay ok 결제 {"stage":"EXECUTED"}',
      'EXECUTED 1/1 {"city":"부산","nights":2} []',
      'done 부산을 예약했어요. 예약 번호 7.',
    ])
    expect(state()).toMatchObject({ stage: 'EXECUTED' })
  })

  test('tells its hook the receipt of each action, and as its own that of the last', async () => {
    const out = join(await mkdtemp(join(tmpdir(), 'hook-')), 'told.json')
    const code = `import { writeFileSync } from 'node:fs'${tripCode}
      export const hooks = { trip_completed: (told) => writeFileSync(${JSON.stringify(out)}, JSON.stringify(told)) }`
    const { say } = await talkWith(await open(code))
    for (const text of ['출장 신청해줘', '부산', '2박', '네']) await say(text)
    const { receipt, receipts } = JSON.parse(await readFile(out, 'utf8'))
    expect(receipts).toEqual({ reserve: expect.objectContaining({ number: 7 }), pay: receipt })
  })

  test('a value that the look-up refuses is asked for again; a look-up that breaks is made again', async () => {
    const root = await open()
    const { text } = await talkWith(root)
    await text('출장 신청해줘')
    await text('달')
    expect(await text('1박')).toBe('달에는 갈 수 없어요. 다른 도시를 알려주세요.')
    expect(await text('먼곳')).toBe('가격 확인을 확인하지 못했어요. 다시 해 볼까요? 바꿀 내용이 있으면 말씀해 주세요.')
    await writeFile(join(root, 'trip', 'handler.ts'), tripCode.replace("'먼곳'", "'더 먼곳'"))
    expect(await text('응')).toBe('먼곳 1박, 10만원 신청할까요?')
    expect(await text('3박으로 바꿔줘')).toBe('먼곳 3박, 30만원 신청할까요?')
  })

  test('takes the dear way over a second yes, in stages of its own, and cannot change what was agreed to', async () => {
    const { text, state } = await talkWith(await open())
    await text('출장 신청해줘')
    await text('부산')
    await text('9박')
    expect(await text('네')).toBe('승인 번호를 알려주세요.')
    expect(state()).toMatchObject({ stage: 'APPROVAL', meta: { step: 'approval', next_action: 'ASK' } })
    expect(await text('B2')).toBe('없는 번호예요. 다시 알려주세요.')
    expect(await text('A1')).toBe('승인 번호 A1로 확정할까요?')
    expect(state()).toMatchObject({ stage: 'REVIEW', meta: { step: 'approve', next_action: 'CONFIRM' } })
    expect(await text('2박으로 바꿔줘')).toContain('이미 확정한 내용은 바꿀 수 없어요')
    expect(await text('네')).toBe('승인 번호 A1로 확정할까요?')
    expect(await text('네')).toBe('부산을 예약했어요. 예약 번호 7.')
  })

  test('takes back what was done when a later action fails, and says so', async () => {
    const { text, state } = await talkWith(await open())
    await text('출장 신청해줘')
    await text('대구')
    await text('1박')
    expect(await text('네')).toBe('출장을 하지 못했어요. 카드가 거절됐어요. 앞서 한 일은 되돌렸어요: 호텔 예약.')
    expect(state()).toMatchObject({ stage: 'FAILED' })
  })

  test('what cannot be taken back is said, and nothing is taken back while nobody knows what was done', async () => {
    const stuck = await talkWith(await open(tripCode.replace('=== 7', '=== 8')))
    for (const words of ['출장 신청해줘', '대구', '1박']) await stuck.text(words)
    expect(await stuck.text('네')).toContain('앞서 한 일은 되돌리지 못했으니 직접 확인해 주세요: 호텔 예약.')
    const unknown = await talkWith(
      await open(tripCode.replace("{ failed: '카드가 거절됐어요.' }", "(() => { throw new Error('x') })()")),
    )
    for (const words of ['출장 신청해줘', '대구', '1박']) await unknown.text(words)
    expect(await unknown.text('네')).toBe(
      '출장 결과를 확인하지 못했어요. 다시 실행하지 않았으니 내역을 직접 확인해 주세요.',
    )
  })
})

describe('a service that talks', () => {
  const coach = {
    name: 'coach',
    version: '1.0.0',
    title: '코치',
    words: ['^코치'],
    steps: { reply: { kind: 'talk', format: 'json', prompt: '코치다.' } },
  }
  const root = () => folderWith({ 'service.json': JSON.stringify(coach) }, 'coach')
  const reply = (action: string, message: string) => tells(JSON.stringify({ action, message }))

  test('stays until it says DONE, and its action is what front ends are told', async () => {
    const replies = [reply('ASK', '무엇을 할까요?'), reply('CONFIRM', '시작할까요?'), reply('DONE', '수고했어요.')]
    const { text, state, moved } = await talkWith(await root(), { offline: false, replies })
    expect(await text('코치 안녕')).toBe('무엇을 할까요?')
    expect(state()).toMatchObject({ stage: 'TALKING', meta: { next_action: 'ASK' } })
    expect(await text('운동')).toBe('시작할까요?')
    expect(state()).toMatchObject({ meta: { next_action: 'CONFIRM' } })
    expect(moved()?.buttons).toEqual(['확인', '취소'])
    expect(await text('네')).toBe('수고했어요.')
    expect(state()).toMatchObject({ stage: 'EXECUTED' })
    expect(await text('안녕')).toBe('chat: 안녕')
  })

  test('stays until the person leaves, for good or for a while', async () => {
    const replies = [reply('ASK', '무엇을 할까요?'), reply('ASK', '이어서 해요.'), reply('ASK', '다시 왔네요.')]
    const { text } = await talkWith(await root(), { offline: false, replies })
    await text('코치 안녕')
    expect(await text('엄마한테 만원 보내줘')).toBe('이어서 해요.')
    expect(await text('잠깐, 다른 거')).toContain('코치는 잠시 멈춰 둘게요')
    expect(await text('안녕')).toBe('chat: 안녕')
    expect(await text('아까 하던 코치 계속하자')).toBe('하던 코치를 이어서 할게요.\n이어서 해요.')
    expect(await text('응')).toBe('다시 왔네요.')
    expect(await text('이제 그만할래')).toBe('네, 코치를 마칠게요.')
    expect(await text('안녕')).toBe('chat: 안녕')
  })

  test('without a model it does not keep the conversation', async () => {
    const { text } = await talkWith(await root())
    expect(await text('코치 안녕')).toContain('모델이 필요해요')
    expect(await text('안녕')).toBe('chat: 안녕')
  })
})

test('a service hands over to two others and goes on when they have ended', async () => {
  const simple = (name: string, title: string, asked: string) => ({
    name,
    version: '1.0.0',
    title,
    words: [`${title} 해줘`],
    slots: { date: slot('date', '날짜'), what: slot('text', asked) },
    confirm: `{date} {what} ${title}할까요?`,
    done: `${title}했어요.`,
  })
  const both = {
    name: 'evening',
    version: '1.0.0',
    title: '저녁 준비',
    words: ['저녁 준비'],
    slots: { date: slot('date', '날짜', { question: '언제인가요?' }) },
    steps: {
      form: { kind: 'slots' },
      table: { kind: 'service', service: 'table', with: { date: '{date}' } },
      went: { kind: 'branch', cases: [{ if: 'table.stage', is: 'EXECUTED', next: 'taxi' }], else: 'end' },
      taxi: { kind: 'service', service: 'taxi', with: { date: '{date}' } },
    },
    done: '준비를 마쳤어요.',
  }
  const root = await folderWith({ 'service.json': JSON.stringify(both) }, 'evening')
  await addService(root, { 'service.json': JSON.stringify(simple('table', '예약', '식당')) }, 'table')
  await addService(root, { 'service.json': JSON.stringify(simple('taxi', '호출', '출발지')) }, 'taxi')
  const { text } = await talkWith(root)
  await text('저녁 준비해줘')
  expect(await text('내일')).toBe('식당을 알려주세요.')
  expect(await text('솔밭집')).toBe('11월 22일 일요일 솔밭집 예약할까요?')
  expect(await text('네')).toBe('예약했어요.\n출발지를 알려주세요.')
  expect(await text('잠깐, 다른 거')).toContain('저녁 준비는 잠시 멈춰 둘게요')
  expect(await text('저녁 준비 계속하자')).toContain('하던 저녁 준비를 이어서 할게요.')
  expect(await text('회사')).toBe('11월 22일 일요일 회사 호출할까요?')
  expect(await text('네')).toBe('호출했어요.\n준비를 마쳤어요.')
  const other = await talkWith(root)
  for (const words of ['저녁 준비해줘', '내일', '솔밭집']) await other.text(words)
  expect(await other.text('취소')).toBe('예약이 취소됐어요.\n준비를 마쳤어요.')
})

describe('a conversation that a front end binds', () => {
  const to = (service: string | null) => ({ options: { service } })

  test('is answered by that service from its first word on, or by none', async () => {
    const { text } = await talkWith(await open())
    expect(await text('안녕', to('trip'))).toBe('어디로 가시나요?')
    expect(await text('부산', to('trip'))).toBe('몇 박인가요?')
    expect(await text('2박', to('trip'))).toBe('부산 2박, 20만원 신청할까요?')
    expect(await text('출장 신청해줘', to(null))).toBe('chat: 출장 신청해줘')
    expect(await text('출장 신청해줘', to('nothing'))).toBe('failed bad-input ')
  })
})

test('what is at hand already goes on when somebody wants it back', async () => {
  const { text } = await talkWith(await open())
  await text('엄마한테 보내줘')
  expect(await text('아까 그 이체 계속하자')).toBe('하던 이체를 이어서 할게요.\n엄마에게 보낼 금액이 얼마인가요?')
  await text('만원')
  expect(await text('아까 그 이체 계속하자')).toContain('1만원')
  expect(await text('아까 그 이체 계속하자')).not.toContain('이해하지 못했어요')
})
