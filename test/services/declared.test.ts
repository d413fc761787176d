import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rehearseFolder } from '../../src/app/services/rehearsal.ts'
import { serviceTroubles } from '../../src/app/services/troubles.ts'
import { sharedWords } from '../../src/services/declared/claim.ts'
import {
  disabledServices,
  findServices,
  inspectService,
  makeService,
  switchService,
} from '../../src/services/declared/folder.ts'
import { callHandler } from '../../src/services/declared/handler.ts'
import { addService, folderWith, talkWith } from './folder.ts'
import { stage } from './rig.ts'

const documented = async () => {
  const text = await readFile(join(import.meta.dirname, '../../docs/services.md'), 'utf8')
  const json = /```json\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
  const talk = [...text.matchAll(/^ {4}(나|비서) +(.*)$/gm)].map(([, who = '', said = '']) => [who, said] as const)
  return { json, talk }
}

const restaurant = async (handler?: string) =>
  folderWith({ 'service.json': (await documented()).json, ...(handler ? { 'handler.ts': handler } : {}) })

const order = '내일 저녁 7시 솔밭집 네 명 식당 예약해줘'
const booked = '솔밭집을 예약했어요. 11월 22일 일요일 오후 7시, 4명이에요.'

describe('the documented service', () => {
  test('is under 60 lines, in order, and says what the documentation says', async () => {
    const { json, talk } = await documented()
    expect(json.trim().split('\n').length).toBeLessThan(60)
    const { text } = await talkWith(await restaurant())
    const said: (readonly [string, string])[] = []
    for (const [who, words] of talk) if (who === '나') said.push(['나', words], ['비서', await text(words)])
    expect(said).toEqual(talk)
  })

  test('takes everything out of one sentence, in either language, and says what is wrong', async () => {
    const { text, state } = await talkWith(await restaurant())
    expect(await text(order)).toBe('솔밭집에 11월 22일 일요일 오후 7시, 4명 예약할까요?')
    expect(await text('1월 3일로 바꿔줘')).toBe('솔밭집에 2027년 1월 3일 일요일 오후 7시, 4명 예약할까요?')
    expect(await text('서른 명으로')).toBe('인원은 1명부터 20명까지예요. 다시 알려주세요.')
    expect(await text('어제로 바꿔줘')).toContain('다시 알려주세요.')
    expect(state()).toMatchObject({ stage: 'FILLING', slots: { people: 4, date: '2027-01-03' } })
    expect(await text('취소')).toBe('식당 예약을 취소했어요.')
    const english = await talkWith(await restaurant(), { language: 'en' })
    expect(await english.text('book a table tomorrow at 7pm')).toBe('Which restaurant?')
  })

  test('never takes an input that belongs to another flow, nor lets its own be taken', async () => {
    const { text } = await talkWith(await restaurant())
    await text('엄마한테 보내줘')
    expect(await text('식당 예약해줘')).toContain('말씀하신 내용을 이해하지 못했어요.')
    expect(await text('잠깐, 다른 거')).toContain('이체는 잠시 멈춰 둘게요')
    expect(await text('내일 식당 예약해줘')).toBe('어느 식당으로 예약할까요?')
    expect(await text('보류')).toContain('식당 예약은 잠시 멈춰 둘게요')
    expect(await text('아까 하던 이체 계속하자')).toContain('엄마에게 얼마를 보내드릴까요?')
    expect(await text('만원')).toContain('엄마에게 1만원을 이체할까요?')
    expect(await text('네')).toContain('이체가 완료됐어요.')
    expect(await text('식당 예약 이어서 하자')).toBe('하던 식당 예약을 이어서 할게요.\n식당을 알려주세요.')
  })
})

describe('a value of a declared service is taken whole', () => {
  const ready = '솔밭집에 11월 22일 일요일 오후 7시, 4명 예약할까요?'

  test.each([
    ['7시나 8시 솔밭집 내일 네 명 식당 예약해줘', '‘8시’'],
    ['내일이나 모레 저녁 7시 솔밭집 네 명 식당 예약해줘', '‘모레’'],
    ['내일 저녁 7시 솔밭집 네 명 두 명 식당 예약해줘', '두 명’'],
    ['내일 7시 솔밭집 네 명 식당 예약해줘', '7시는 오전인가요, 오후인가요?'],
    ['내일 7시 반 솔밭집 네 명 식당 예약해줘', '7시 30분은 오전인가요, 오후인가요?'],
    ['내일 저녁 7시 솔밭집 네 명 이상 식당 예약해줘', '네 명 이상’'],
  ])('%s: what is over is asked about, and nothing is ready', async (said, words) => {
    const { text, state } = await talkWith(await restaurant())
    expect(await text(said)).toContain(words)
    expect(state()).toMatchObject({ stage: 'FILLING' })
  })

  test.each([
    ['8시로', '솔밭집에 11월 22일 일요일 오후 8시, 4명 예약할까요?'],
    ['7시 말고 8시', '솔밭집에 11월 22일 일요일 오후 8시, 4명 예약할까요?'],
    ['아침 8시로 바꿔줘', '솔밭집에 11월 22일 일요일 오전 8시, 4명 예약할까요?'],
    ['솔밭집 말고 파스타나무', '파스타나무에 11월 22일 일요일 오후 7시, 4명 예약할까요?'],
    ['솔밭집이 아니라 바다횟집으로 해줘', '바다횟집에 11월 22일 일요일 오후 7시, 4명 예약할까요?'],
    ['네 명 아니 다섯 명', '솔밭집에 11월 22일 일요일 오후 7시, 5명 예약할까요?'],
    ['내일 말고 모레', '솔밭집에 11월 23일 월요일 오후 7시, 4명 예약할까요?'],
  ])('%s changes that and nothing else', async (said, answer) => {
    const { text } = await talkWith(await restaurant())
    expect(await text(order)).toBe(ready)
    expect(await text(said)).toBe(answer)
  })

  test('a bare number answers the question, and a whole name loses the words around it', async () => {
    const json = JSON.parse((await documented()).json)
    json.slots = {
      budget: { type: 'amount', label: { ko: '예산', en: 'budget' } },
      who: { type: 'person', required: true, label: { ko: '이름', en: 'name' } },
      people: json.slots.people,
    }
    Object.assign(json, { confirm: undefined, done: undefined })
    const root = await folderWith({ 'service.json': JSON.stringify(json) })
    const korean = await talkWith(root)
    for (const said of ['식당 예약해줘', '김도윤이요', '5']) await korean.text(said)
    expect(korean.state()).toMatchObject({ slots: { who: '김도윤', people: 5, budget: null } })
    const english = await talkWith(root, { language: 'en' })
    for (const said of ['book a table', 'my name is Anna', '5']) await english.text(said)
    expect(english.state()).toMatchObject({ slots: { who: 'Anna', people: 5, budget: null } })
  })

  test('an hour of either half of the day is asked about, and a half is enough of an answer', async () => {
    const { text, state } = await talkWith(await restaurant())
    expect(await text('내일 7시 솔밭집 어른 둘 아이 둘 식당 예약해줘')).toContain('7시는 오전인가요, 오후인가요?')
    expect(state()).toMatchObject({ stage: 'FILLING', slots: { people: 4 } })
    expect(await text('저녁이요')).toBe(ready)
  })

  test('the hours of a time decide where one half of the day lies in them, and refuse what lies outside', async () => {
    const open = JSON.parse((await documented()).json)
    Object.assign(open.slots.time, { min: 11, max: 22.5 })
    const { text } = await talkWith(await folderWith({ 'service.json': JSON.stringify(open) }))
    expect(await text('내일 7시 솔밭집 네 명 식당 예약해줘')).toBe(ready)
    expect(await text('밤 11시로')).toContain('오후 10시 30분까지예요')
  })

  test('what is not to be done is not begun', async () => {
    const { text } = await talkWith(await restaurant())
    expect(await text('내일 식당 예약하지 마')).toBe('chat: 내일 식당 예약하지 마')
  })

  test.each([
    [['내일부터 3일 휴가 신청해줘'], '11월 22일 일요일부터 3일 쉴까요?'],
    [['12월 1일부터 10일 휴가 신청'], '12월 1일 화요일부터 10일 쉴까요?'],
    [['내일 휴가 신청해줘', '2일'], '11월 22일 일요일부터 2일 쉴까요?'],
    [['휴가 신청', '30일', '5일'], '11월 30일 월요일부터 5일 쉴까요?'],
    [['일요일에 열흘 말고 3일 동안 휴가 신청'], '11월 22일 일요일부터 3일 쉴까요?'],
    [['3일간 휴가 신청할게', '모레'], '11월 23일 월요일부터 3일 쉴까요?'],
  ])('%s: a number of days is no day of the month, and a day is no number', async (said, answer) => {
    const leave = {
      name: 'leave',
      version: '1.0.0',
      words: ['휴가 신청'],
      slots: {
        date: { type: 'date', required: true, label: '날짜' },
        days: { type: 'count', required: true, label: '일수', unit: '일', min: 1, max: 20 },
      },
      confirm: '{date}부터 {days} 쉴까요?',
    }
    const { text } = await talkWith(await folderWith({ 'service.json': JSON.stringify(leave) }, 'leave'))
    let last = ''
    for (const words of said) last = await text(words)
    expect(last).toBe(answer)
  })

  test('two choices are asked about, an amount that nobody can pay is refused', async () => {
    const coffee = {
      name: 'coffee',
      version: '1.0.0',
      words: ['커피 주문'],
      slots: {
        size: {
          type: 'choice',
          required: true,
          label: '크기',
          choices: { small: ['작은', '소'], large: ['큰', '대'] },
        },
        tip: { type: 'amount', required: true, label: '팁' },
      },
      confirm: '{size} {tip} 주문할까요?',
    }
    const { text } = await talkWith(await folderWith({ 'service.json': JSON.stringify(coffee) }, 'coffee'))
    expect(await text('큰 거 작은 거 커피 주문해줘, 팁 천원')).toContain('작은, 큰')
    expect(await text('큰 거')).toBe('큰 1,000원 주문할까요?')
    expect(await text('팁은 3.5원')).toContain('팁은 정수여야 해요')
    expect(await text('12점 5원')).toContain('팁을 읽지 못했어요')
    expect(await text('50전')).toContain('팁은 정수여야 해요')
    expect(await text('2천원')).toBe('큰 2,000원 주문할까요?')
  })
})

describe('a handler', () => {
  test('does the task in a Worker and may say so in its own words; its hooks are called', async () => {
    const { text } = await talkWith(
      await restaurant(`import { writeFileSync } from 'node:fs'
        export const execute = ({ slots, key }: { slots: { people: number }; key: string }) =>
          ({ receipt: { key, tables: Math.ceil(slots.people / 4) }, message: '자리 잡았어요.' })`),
    )
    await text(order)
    expect(await text('네')).toBe('자리 잡았어요.')
  })

  test('is given what was done by its hook, and the end of every turn by afterTurn', async () => {
    const out = join(await mkdtemp(join(tmpdir(), 'hooks-')), 'told.jsonl')
    const { text } = await talkWith(
      await restaurant(`import { appendFileSync } from 'node:fs'
        const tell = (what: unknown) => appendFileSync(${JSON.stringify(out)}, JSON.stringify(what) + '\\n')
        export const execute = () => ({ receipt: { table: 7 } })
        export const afterTurn = ({ text }: { text: string }) => tell({ text })
        export const hooks = { restaurant_completed: tell, session_reset: tell }`),
    )
    await text(order)
    await text('네')
    const told = (await readFile(out, 'utf8')).trim().split('\n')
    expect(told.map((line) => JSON.parse(line))).toEqual([
      { text: '솔밭집에 11월 22일 일요일 오후 7시, 4명 예약할까요?' },
      { slots: expect.objectContaining({ place: '솔밭집', people: 4 }), receipt: { table: 7 } },
      { service: 'restaurant', stage: 'EXECUTED' },
      { text: booked },
    ])
  })

  test('that says why not is a failure, in its words', async () => {
    const { text, state } = await talkWith(
      await restaurant(`export const execute = () => ({ failed: '자리가 없어요.' })`),
    )
    await text(order)
    expect(await text('네')).toBe('식당 예약을 하지 못했어요. 자리가 없어요.')
    expect(state()).toMatchObject({ stage: 'FAILED' })
  })

  test.each([
    ['that never ends', 'export const execute = () => { while (true); }'],
    ['that never answers', 'export const execute = () => new Promise(() => {})'],
    ['that throws', 'export const execute = () => { throw new Error("x") }'],
    ['that leaves the process', 'export const execute = () => process.exit(7)'],
    [
      'that eats memory',
      'export const execute = () => { const all: number[][] = []; while (true) all.push(Array(1e6).fill(1)) }',
    ],
  ])(
    '%s stops nothing: the outcome is unknown, told, and not tried again',
    async (_, source) => {
      const root = await restaurant(source)
      const path = join(root, 'restaurant/service.json')
      await writeFile(path, (await readFile(path, 'utf8')).replace('"version"', '"timeout": 1500, "version"'))
      const { text, state, log } = await talkWith(root)
      await text(order)
      expect(await text('네')).toContain('결과를 확인하지 못했어요. 다시 실행하지 않았으니')
      expect(state()).toMatchObject({ stage: 'FAILED' })
      expect(log).toHaveLength(1)
      expect(await text('안녕')).toBe('chat: 안녕')
    },
    20_000,
  )

  test('whose hook fails changes nothing of the turn', async () => {
    const { text, log } = await talkWith(
      await restaurant(`export const hooks = { restaurant_completed: () => { throw new Error('no') } }`),
    )
    await text(order)
    expect(await text('네')).toBe(booked)
    expect(log).toMatchObject([{ service: 'restaurant', hook: 'restaurant_completed' }])
  })

  test('sees no environment variable', async () => {
    const root = await folderWith({ 'handler.ts': 'export const execute = () => Object.keys(process.env)' })
    expect(await callHandler(join(root, 'restaurant/handler.ts'), 'execute', {})).toEqual([])
  })
})

describe('a service that takes several requests at once', () => {
  const tables = {
    name: 'tables',
    version: '1.0.0',
    title: '자리',
    words: ['자리', '예약'],
    batch: true,
    slots: {
      who: { type: 'person', required: true, label: '이름' },
      people: { type: 'count', required: true, label: '인원', unit: '명', max: 20 },
      date: { type: 'date', required: true, label: '날짜', question: '언제로 할까요?' },
    },
    confirm: '{who} 님 {people}, {date}로 예약할까요?',
    done: '{who} 님 {people} 예약했어요.',
    cancelled: '{who} 님 예약은 하지 않았어요.',
  }
  const open = (handler = '') =>
    folderWith({ 'service.json': JSON.stringify(tables), ...(handler ? { 'handler.ts': handler } : {}) }, 'tables')

  test('does them one after the other, what is said once holding for all', async () => {
    const { text, state } = await talkWith(await open())
    expect(await text('내일 홍길동 3명, 김철수 2명 예약해줘')).toBe(
      '총 2건이 요청됐어요. 먼저 홍길동 님 3명, 11월 22일 일요일로 예약할까요? (1/2)',
    )
    expect(await text('네')).toBe('완료! 다음으로 김철수 님 2명, 11월 22일 일요일로 예약할까요? (2/2)')
    expect(await text('네 명으로 바꿔줘')).toBe('김철수 님 4명, 11월 22일 일요일로 예약할까요? (2/2)')
    expect(await text('네')).toBe('홍길동 님 3명 예약했어요.\n김철수 님 4명 예약했어요.')
    expect(state()).toMatchObject({ stage: 'EXECUTED', meta: { batch_total: 2, batch_executed: 2 } })
  })

  test('asks for what one of them lacks when its turn comes, and leaves out what is cancelled', async () => {
    const { text } = await talkWith(await open())
    expect(await text('홍길동 3명, 김철수 2명, 이영희 5명 예약해줘')).toBe(
      '총 3건이 요청됐어요. 먼저 언제로 할까요? (1/3)',
    )
    expect(await text('모레')).toBe('홍길동 님 3명, 11월 23일 월요일로 예약할까요? (1/3)')
    expect(await text('아니')).toBe('취소됐어요. 언제로 할까요? (2/3)')
    expect(await text('내일')).toBe('김철수 님 2명, 11월 22일 일요일로 예약할까요? (2/3)')
    expect(await text('다 취소해')).toBe(
      ['홍길동', '김철수', '이영희'].map((name) => `${name} 님 예약은 하지 않았어요.`).join('\n'),
    )
  })

  test.each(['김철수 님은 4명으로', '김철수한테는 4명', '아니 김철수 4명'])(
    'what is said of one who waits is theirs: %s',
    async (said) => {
      const { text, state } = await talkWith(await open())
      await text('내일 홍길동 3명, 김철수 2명 예약해줘')
      expect(await text(said)).toBe(
        '뒤에 있는 김철수 건은 그렇게 바꿔 뒀어요.\n홍길동 님 3명, 11월 22일 일요일로 예약할까요? (1/2)',
      )
      expect(await text('네')).toBe('완료! 다음으로 김철수 님 4명, 11월 22일 일요일로 예약할까요? (2/2)')
      expect(state()).toMatchObject({ slots: { who: '김철수', people: 4 } })
    },
  )

  test('says after a failure what was done, what waits, and asks whether to go on', async () => {
    const refusing = `export const execute = ({ slots }: { slots: { who: string } }) =>
      slots.who === '김철수' ? { failed: '만석이에요.' } : { receipt: {} }`
    const { text } = await talkWith(await open(refusing))
    await text('내일 홍길동 3명, 김철수 2명, 이영희 5명 예약해줘')
    await text('네')
    expect(await text('네')).toBe(
      '홍길동 님 3명 예약했어요.\n자리를 하지 못했어요. 만석이에요. (이름: 김철수, 인원: 2명, 날짜: 11월 22일 일요일)\n- 남음: 이름: 이영희, 인원: 5명, 날짜: 11월 22일 일요일\n남은 1건을 계속 진행할까요?',
    )
    expect(await text('계속')).toBe('이영희 님 5명, 11월 22일 일요일로 예약할까요? (3/3)')
    expect(await text('네')).toBe(
      '홍길동 님 3명 예약했어요.\n자리를 하지 못했어요. 만석이에요. (이름: 김철수, 인원: 2명, 날짜: 11월 22일 일요일)\n이영희 님 5명 예약했어요.',
    )
  })

  test('hears the name beside the number when the name was asked for', async () => {
    const { text, state } = await talkWith(await open())
    expect(await text('내일 자리 예약해줘')).toBe('이름을 알려주세요.')
    expect(await text('저녁 네 명')).toBe('이름이 아직 필요해요. 말씀해 주세요.')
    expect(await text('김영희로 다섯 명')).toBe('김영희 님 5명, 11월 22일 일요일로 예약할까요?')
    expect(state()).toMatchObject({ stage: 'READY', meta: { batch_total: 1 } })
  })

  test.each(['내일 홍길동 3명, 저녁 예약해줘', '내일, 홍길동 3명 예약'])('one request stays one: %s', async (said) => {
    const { text, state } = await talkWith(await open())
    await text(said)
    expect(state()).toMatchObject({ meta: { batch_total: 1 } })
  })
})

test.each([
  ['book the salon for Alice Kim, 5 people', 'Alice Kim'],
  ["the salon for 2 people for O'Hara", "O'Hara"],
  ['the salon for 2 people for Monday', undefined],
  ['the salon for 2 people for December 3rd', undefined],
])('whom it is for, in English: %s', async (text, who) => {
  const salon = {
    ...{ name: 'salon', version: '1.0.0', words: ['salon'], confirm: '{who}: ok?', done: 'Done.' },
    slots: {
      who: { type: 'person', required: true, question: 'For whom?' },
      people: { type: 'count', required: true, unit: 'people', question: 'How many?' },
      date: { type: 'date' },
    },
  }
  const { text: say, state } = await talkWith(await folderWith({ 'service.json': JSON.stringify(salon) }, 'salon'))
  await say(text)
  expect(state()).toMatchObject({ slots: { who: who ?? null } })
})

describe('a service with something optional', () => {
  const visit = {
    name: 'visit',
    version: '1.0.0',
    title: '방문 등록',
    words: ['방문 등록'],
    slots: {
      guest: { type: 'person', required: true, label: '손님' },
      people: { type: 'count', required: true, label: '인원', unit: '명', min: 1, max: 9 },
      date: { type: 'date', required: true, label: '날짜' },
      time: { type: 'time', label: '시간' },
      memo: { type: 'text', label: '메모' },
    },
    confirm: '{guest} 님 {people}, {date} {time} 등록할까요? {memo}',
    done: '{guest} 님을 등록했어요. {memo}',
  }
  const begin = async () => {
    const stage = await talkWith(await folderWith({ 'service.json': JSON.stringify(visit) }, 'visit'))
    for (const words of ['방문 등록해줘', '홍길동', '세 분']) await stage.text(words)
    return stage
  }

  test('leaves out what was not said, and takes it by its label', async () => {
    const { text } = await begin()
    expect(await text('모레')).toBe('홍길동 님 3명, 11월 23일 월요일 등록할까요?')
    expect(await text('내일 말고 화요일')).toBe('홍길동 님 3명, 11월 24일 화요일 등록할까요?')
    expect(await text('손님은 김철수로 바꿔줘')).toBe('김철수 님 3명, 11월 24일 화요일 등록할까요?')
    expect(await text('메모는 창가 자리로 해 주세요')).toBe('김철수 님 3명, 11월 24일 화요일 등록할까요? 창가 자리')
    expect(await text('메모는 언제 오실지 알려 드릴게요')).toContain('등록할까요? 언제 오실지 알려 드릴게요')
    expect(await text('메모는 창가 자리')).toContain('등록할까요? 창가 자리')
    expect(await text('네, 등록해 주세요')).toBe('김철수 님을 등록했어요. 창가 자리')
  })

  test('the verb of its question is no yes where it is denied or asked about', async () => {
    const { text, state } = await begin()
    await text('모레')
    expect(await text('등록해도 될까?')).toContain('말씀하신 내용을 이해하지 못했어요.')
    expect(await text('내일 날씨 어때?')).toContain('11월 23일 월요일')
    expect(state()).toMatchObject({ stage: 'READY' })
    await text('등록하지 마')
    expect(state()).toMatchObject({ stage: 'CANCELLED' })
  })

  test('says what is wrong with a value, though the declaration has no sentence for it', async () => {
    const { text } = await begin()
    expect(await text('열 명')).toBe('인원은 9명까지예요. 다시 알려주세요.')
    expect(await text('0명')).toBe('인원은 1명 이상이어야 해요. 다시 알려주세요.')
    expect(await text('2명')).toBe('날짜를 알려주세요.')
    expect(await text('어제')).toBe('날짜가 이미 지났어요. 오늘이나 앞으로의 날로 다시 알려주세요.')
  })
})

describe('what is wrong is said', () => {
  const base = { name: 'restaurant', version: '1.0.0', words: ['식당'] }

  test.each<[string, object | string, string[]]>([
    ['no JSON', '{', ["JSON이 아니에요 (Expected property name or '}' in JSON at position 1 (line 1 column 2))"]],
    ['no object', [], ['service.json: 묶음 {…} 자리예요']],
    [
      'what is missing, of another type or form',
      { words: '식당', version: '1', slots: { Date: { type: 'date' }, when: { required: 'yes' } } },
      [
        'name: 빠졌어요',
        'version: 이렇게 써 주세요: 1.0.0',
        'words: 목록 […] 자리예요',
        'slots.Date: 이렇게 써 주세요: party_size',
        'slots.when.type: 빠졌어요',
        'slots.when.required: true나 false 자리예요',
      ],
    ],
    [
      'a name that is nearly right',
      { ...base, slot: {}, slots: { a: { type: 'phone', requird: true } }, steps: { slots: { card: { tmeout: 1 } } } },
      [
        'slots.a.type: 이 가운데 하나여야 해요: person, amount, date, time, count, text, choice',
        'slots.a.requird: 모르는 이름이에요: requird (혹시 required?)',
        'steps.slots.card.tmeout: 모르는 이름이에요: tmeout (혹시 timeout?)',
        'slot: 모르는 이름이에요: slot (혹시 slots?)',
      ],
    ],
    [
      'a word of other frameworks: what it is called here',
      {
        ...base,
        agents: {},
        hook_handlers: {},
        slots: { a: { type: 'string', prompt: '?', validator: 'x' }, b: { type: 'int', error_msg: '!' } },
        steps: { look: { kind: 'lookup' }, say: { kind: 'llm', message: 'x', card: { max_retry: 2 } } },
      },
      [
        'slots.a.type: 이 가운데 하나여야 해요: person, amount, date, time, count, text, choice (혹시 text?)',
        'slots.a.prompt: 모르는 이름이에요: prompt (혹시 question?)',
        'slots.a.validator: 모르는 이름이에요: validator (혹시 min, max, steps → kind: "code"?)',
        'slots.b.type: 이 가운데 하나여야 해요: person, amount, date, time, count, text, choice (혹시 count?)',
        'slots.b.error_msg: 모르는 이름이에요: error_msg (혹시 error?)',
        'steps.look.kind: 이 가운데 하나여야 해요: slots, confirm, code, tool, model, branch, talk, service (혹시 code?)',
        'steps.say.kind: 이 가운데 하나여야 해요: slots, confirm, code, tool, model, branch, talk, service (혹시 model?)',
        'steps.say.card.max_retry: 모르는 이름이에요: max_retry (혹시 attempts?)',
        'steps.say.message: 모르는 이름이에요: message (혹시 say?)',
        'agents: 모르는 이름이에요: agents (혹시 steps?)',
        'hook_handlers: 모르는 이름이에요: hook_handlers (혹시 hooks → handler.ts?)',
      ],
    ],
    ['a place that no slot fills', { ...base, confirm: '{when}?' }, ['confirm: 그런 칸(slots)이 없어요: {when}']],
    [
      'what would do nothing',
      { ...base, steps: { reply: { format: 'json', card: { tools: ['calculator'] } }, slots: {} }, batch: true },
      [
        'steps.reply.card.tools: "format": "text"에서만 쓸 수 있어요',
        'steps.slots: 읽을 칸(slots)이 없어요',
        'batch: 채울 칸(slots)이 없어요',
      ],
    ],
    ['another name than the folder', { ...base, name: 'cafe' }, ['name: cafe가 폴더 이름 restaurant와 달라요']],
  ])('%s', async (_, json, problems) => {
    const root = await folderWith({ 'service.json': typeof json === 'string' ? json : JSON.stringify(json) })
    const [found] = await findServices(root, 'ko')
    expect(found?.problems.map((problem) => problem.replace(/^service\.json:1: /, ''))).toEqual(problems)
  })

  test.each([
    ['export const execute = (', /^handler\.ts:1: SyntaxError/],
    ['export const a = 1\nenum X { A }', /^handler\.ts:2: SyntaxError.*enum/],
    ["import x from 'nothing-of-the-kind'", /^handler\.ts: Error.*Cannot find package 'nothing-of-the-kind'/],
    ["throw new Error('no luck')", /^handler\.ts:1: Error: no luck$/],
    ['process.exit(3)', /^handler\.ts: ended with 3$/],
    ['export const excute = () => ({})', /^handler: execute 함수도 hooks도 없어요/],
    ['export const hooks = { restaurant_complete: () => 1 }', /^handler\.hooks: .*\(혹시 restaurant_completed\?\)$/],
  ])('a handler that cannot do what it is for: %s', async (handler, problem) => {
    const root = await folderWith({ 'service.json': JSON.stringify(base), 'handler.ts': handler })
    expect((await findServices(root, 'ko'))[0]?.problems).toEqual([expect.stringMatching(problem)])
  })

  test('a name that is taken', async () => {
    const taken = await folderWith({ 'service.json': JSON.stringify({ ...base, name: 'transfer' }) }, 'transfer')
    expect((await findServices(taken, 'ko'))[0]?.problems).toEqual([
      'service.json:1: name: transfer는 이미 쓰는 이름이에요',
    ])
  })
})

test('what is wrong stands with its file and line, in a declaration and in code', async () => {
  const lines = [
    '{',
    '"name": "a",',
    '"version": "1.0.0", "words": ["a"],',
    '"slots": {',
    '"date": { "required": true, "type": "day" }',
    '}',
    '}',
  ]
  const declared = await folderWith({ 'service.json': lines.join('\n') }, 'a')
  expect((await findServices(declared, 'ko'))[0]?.problems[0]).toMatch(/^service\.json:5: slots\.date\.type: /)
  const code = (body: string) =>
    `import { defineService } from 'assistant-terminal/service'\nexport default defineService({\n  ${body}\n})\n`
  const whole = (slots: string) =>
    code(
      `name: 'a', version: '1.0.0', words: ['a'],\n  slots: { date: ${slots} },\n  steps: { go: { kind: 'code', run: () => ({}) } },`,
    )
  const problems = async (text: string) =>
    (await findServices(await folderWith({ 'service.ts': text }, 'a'), 'ko'))[0]?.problems
  expect(await problems(whole("{ type: 'date' }"))).toEqual([])
  expect(await problems(whole("{ type: 'day' }"))).toEqual([
    expect.stringMatching(/^service\.ts:4: slots\.date\.type: /),
  ])
  expect(await problems(`${whole("{ type: 'date' }")}\nenum X { A }`)).toEqual([
    expect.stringMatching(/^service\.ts:8: SyntaxError/),
  ])
  expect(await problems("const x = 1\nthrow new Error('no luck')")).toEqual(['service.ts:2: Error: no luck'])
})

test('whatever line of a declaration is no JSON, that line is named', async () => {
  const lines = (await documented()).json.trim().split('\n')
  const root = await folderWith({}, 'a')
  const wrong = lines.flatMap((text, at) => {
    const broken = ['§', ',,', '"'].map((sign) => `${text}${sign}`)
    return broken.map((line) => [at + 1, [...lines.slice(0, at), line, ...lines.slice(at + 1)].join('\n')] as const)
  })
  for (const [line, json] of wrong) {
    await writeFile(join(root, 'a', 'service.json'), json)
    const { problems } = await inspectService(join(root, 'a'), 'a', 'ko')
    expect(problems[0]).toMatch(new RegExp(`^service\\.json:${line}: JSON`))
  }
})

test.each(['"x"', '42', '[1]', 'true', '{ failed: true }', '{ failed: 3 }', '{ blob: "x".repeat(2_000_000) }'])(
  'a function that answers %s has found nothing, and has not done it',
  async (answer) => {
    const before = await talkWith(
      await folderWith(
        {
          'service.json': JSON.stringify({
            name: 'a',
            version: '1.0.0',
            words: ['부탁'],
            steps: { price: { kind: 'code' }, agree: { kind: 'confirm', say: '{price.total}원, 할까요?' } },
          }),
          'handler.ts': `export const price = () => (${answer})`,
        },
        'a',
      ),
    )
    expect(await before.text('부탁해')).toContain('price를 확인하지 못했어요.')
    const { text } = await talkWith(await restaurant(`export const execute = () => (${answer})`))
    await text(order)
    expect(await text('네')).not.toContain('예약했어요')
  },
)

test('a question before a yes leaves out nothing that its look-up was to find; an empty text is found', async () => {
  const said = async (answer: string) => {
    const steps = { price: { kind: 'code' }, agree: { kind: 'confirm', say: '{price.total}원{price.note}, 할까요?' } }
    const declared = JSON.stringify({ name: 'a', version: '1.0.0', words: ['부탁'], steps })
    const files = { 'service.json': declared, 'handler.ts': `export const price = () => (${answer})` }
    return (await talkWith(await folderWith(files, 'a'))).text('부탁해')
  }
  for (const answer of ['{ tot: 1 }', '{ total: null, note: "" }', '{ total: {}, note: "" }', '{ total: 1 }', '{}'])
    expect([answer, await said(answer)]).toEqual([
      answer,
      expect.stringMatching(/^price \(price\.(?:total|note)\)를 확인하지 못했어요\./),
    ])
  expect(await said('{ total: 20_000, note: "" }')).toContain('2만원, 할까요?')
})

test('a text that is longer than any is told so', async () => {
  const { text } = await talkWith(await restaurant())
  await text('식당 예약해줘')
  expect(await text('가'.repeat(10_000))).toContain('식당이 너무 길어요. 500자까지로')
})

test('a service that goes in the midst of a dialogue leaves a yes to nobody; once it is back, it goes on', async () => {
  const root = await restaurant()
  const before = await talkWith(root)
  const { home } = before
  expect(await before.text(order)).toContain('예약할까요?')
  await before.close()
  const without = await stage({ offline: true, home })
  expect(await without.text('네')).toContain('‘restaurant’ 서비스를 지금 쓸 수 없어서 하던 이야기를 멈춰 뒀어요.')
  expect(await without.text('고마워')).toBe('chat: 고마워')
  await without.close()
  const { text } = await talkWith(root, { home })
  expect(await text('아까 하던 restaurant 계속하자')).toContain('진행할까요?')
  expect(await text('네')).toBe(booked)
})

test('before anybody talks it is told which service is left out and which words another one takes; not of one that is off', async () => {
  const home = await mkdtemp(join(tmpdir(), 'home-'))
  const text = (name: string, words: string[]) =>
    JSON.stringify({ name, version: '1.0.0', words, steps: { reply: { prompt: '짧게 답해요.' } } })
  const services = join(home, 'services')
  for (const name of ['aa', 'bb', 'cc', 'dd'])
    await addService(services, { 'service.json': text(name, ['상담']) }, name)
  await writeFile(join(services, 'cc', 'service.json'), '{')
  await switchService(services, 'dd', false)
  expect(await serviceTroubles(home, 'ko')).toEqual([
    expect.stringContaining('서비스 cc를 쓰지 못하고 있어요 (service.json:1:'),
    expect.stringContaining('bb: 참고: ‘상담’라는 말은 aa가 먼저 받아요.'),
  ])
})

test('a code that says nothing of the end or of the question keeps nobody from being told', async () => {
  const silent = 'export const ended = () => undefined\nexport const confirm = () => ""\n'
  const { text } = await talkWith(await restaurant(silent))
  expect(await text(order)).toBe('솔밭집에 11월 22일 일요일 오후 7시, 4명 예약할까요?')
  expect(await text('네')).toBe(booked)
})

test('a look-up that refuses a value asks for it again', async () => {
  const file = JSON.parse((await documented()).json)
  file.steps = { free: { kind: 'code', run: 'free' }, ok: { kind: 'confirm' }, book: { kind: 'code', run: 'execute' } }
  file.steps = { form: { kind: 'slots' }, ...file.steps }
  const handler =
    'export const free = () => ({ failed: "그 시간은 찼어요.", slot: "time" })\nexport const execute = () => ({})\n'
  const { text } = await talkWith(await folderWith({ 'service.json': JSON.stringify(file), 'handler.ts': handler }))
  expect(await text(order)).toMatch(/^그 시간은 찼어요\.\n.*[?요]/)
})

test('a built-in service is asked whether it takes a word, not for the net that its words are', async () => {
  const home = await mkdtemp(join(tmpdir(), 'words-'))
  const services = join(home, 'services')
  const { json } = await documented()
  const clinic = { ...JSON.parse(json), name: 'clinic', words: ['진료 예약', '송금'] }
  await addService(services, { 'service.json': JSON.stringify(clinic) }, 'clinic')
  expect(await serviceTroubles(home, 'ko')).toEqual([expect.stringContaining('‘송금’')])
})

test('words that a service before takes are named', () => {
  const of = (name: string, ...words: string[]) => ({ file: { name, words } })
  expect(
    sharedWords([of('a', '식당 예약', '^coach'), of('b', '새 식당예약', 'coach me'), of('c', '^Coach', '자리')]),
  ).toEqual([
    { name: 'b', word: '새 식당예약', other: 'a' },
    { name: 'c', word: '^Coach', other: 'a' },
  ])
})

test('a dialogue that goes wrong says what the code threw, and where', async () => {
  const handler = '\nexport const execute = () => {\n  throw new TypeError("no table")\n}'
  const root = await restaurant(handler)
  await writeFile(join(root, 'restaurant', 'dialogues.md'), `# One\n- 나: ${order}\n- 나: 네\n- 비서: ${booked}\n`)
  const found = await findServices(root, 'ko')
  const [played] = await Array.fromAsync(rehearseFolder(found[0]!, found, { language: 'ko', zone: 'Asia/Seoul' }))
  expect(played?.broke?.threw).toMatch(/^handler\.ts:3: .*TypeError: no table$/)
})

test('a service in code works as it is made, and its dialogue is true', async () => {
  const root = await mkdtemp(join(tmpdir(), 'declared-'))
  const path = (await makeService(root, 'errand', '/nowhere/service.d.ts')) ?? ''
  const found = await findServices(root, 'ko')
  expect(found).toMatchObject([{ name: 'errand', folder: path, problems: [] }])
  const played = await Array.fromAsync(rehearseFolder(found[0]!, found, { language: 'ko', zone: 'Asia/Seoul' }))
  expect(played).toEqual([
    { file: 'dialogues.md', title: 'The price is told before the question' },
    { file: 'dialogues.md', title: 'The same in Korean' },
  ])
})

test('a new service works as it is made; services are switched off and on', async () => {
  const root = await mkdtemp(join(tmpdir(), 'declared-'))
  const path = (await makeService(root, 'errand')) ?? ''
  expect(await inspectService(path, 'errand', 'ko')).toMatchObject({
    problems: [],
    handler: { exports: ['execute'], hooks: ['session_reset'] },
  })
  const found = await findServices(root, 'en')
  expect(await Array.fromAsync(rehearseFolder(found[0]!, found, { language: 'en', zone: 'Asia/Seoul' }))).toEqual([
    { file: 'dialogues.md', title: 'What is asked for is done' },
    { file: 'dialogues.md', title: 'The same in Korean' },
  ])
  expect(await makeService(root, 'errand')).toBeUndefined()
  expect(await makeService(root, '../x')).toBeUndefined()
  await switchService(root, 'errand', false)
  expect(await disabledServices(root)).toEqual(['errand'])
  await switchService(root, 'errand', true)
  expect(await disabledServices(root)).toEqual([])
})

describe('a length beside a day', () => {
  const gym = {
    name: 'gym',
    version: '1.0.0',
    title: { ko: '수업', en: 'class' },
    description: { ko: '수업을 예약해요', en: 'books a class' },
    words: ['필라테스', 'gym class'],
    slots: {
      member: {
        type: 'person',
        required: true,
        label: { ko: '이름', en: 'name' },
        question: { ko: '누구요?', en: 'Who?' },
      },
      date: {
        type: 'date',
        required: true,
        label: { ko: '날짜', en: 'day' },
        question: { ko: '언제요?', en: 'When?' },
      },
      time: {
        ...{ type: 'time', min: 9, max: 18 },
        ...{ label: { ko: '시간', en: 'time' }, question: { ko: '몇 시요?', en: 'What time?' } },
      },
      weeks: {
        ...{ type: 'count', required: true, unit: { ko: '주', en: 'weeks' }, min: 1, max: 52 },
        ...{ label: { ko: '기간', en: 'weeks' }, question: { ko: '몇 주요?', en: 'How long?' } },
      },
    },
    confirm: { ko: '{member}, {date}부터 {weeks} {time}?', en: '{member}, {date}, {weeks} {time}?' },
    done: { ko: '됐어요.', en: 'Done.' },
    cancelled: { ko: '그만뒀어요.', en: 'Left.' },
  }

  test.each([
    ['en', 'gym class for Alice Kim on December 3rd for two weeks', 'Alice Kim, Thu, Dec 3, 2 weeks?'],
    ['en', 'gym class for Alice Kim from Dec 3 for one week', 'Alice Kim, Thu, Dec 3, 1 week?'],
    ['en', 'gym class for Alice Kim on Dec 3 at 10 for twenty-five weeks', 'Alice Kim, Thu, Dec 3, 25 weeks 10:00 AM?'],
    ['ko', '필라테스 다음 주 월요일부터 2주 예약해줘', '누구요?'],
    ['ko', '필라테스 12월 3일부터 두 주', '누구요?'],
  ] as const)('%s: “%s” is read whole', async (language, said, answer) => {
    const { text } = await talkWith(await folderWith({ 'service.json': JSON.stringify(gym) }, 'gym'), { language })
    expect(await text(said)).toBe(answer)
    if (language === 'ko')
      expect(await text('홍길동')).toMatch(/^홍길동, (?:11월 23일 월|12월 3일 목)요일부터 2주\s?\?$/)
  })
})
