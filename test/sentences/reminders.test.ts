import { expect, test } from 'vitest'
import { collect, now, requestOf } from '../llm/rules/world.ts'
import { Random } from '../random.ts'
import { sentenceCount, sentenceSeed } from './count.ts'
import { someSet } from './lists.ts'

/** All of it takes minutes on a busy machine. */
const sweepMs = 1_200_000

/** Reminders that are read, as words between which another one may be said. */
const PLAIN = {
  ko: [
    ['매일', '8시에', '약', '먹으라고', '알려줘'],
    ['매주 월요일', '9시에', '분리수거', '알려줘'],
    ['내일', '3시에', '치과', '알려줘'],
    ['매달 10일', '오후 2시에', '월세', '알려줘'],
    ['30분 뒤에', '빨래', '알려줘'],
    ['12월 5일', '오전 10시에', '회의', '알려줘'],
    ['평일', '아침 7시에', '운동하라고', '알려줘'],
    ['2시간마다', '물', '마시라고', '알려줘'],
  ],
  en: [
    ['remind me to', 'take my pills', 'every day', 'at 8'],
    ['remind me to', 'take out the trash', 'every Monday', 'at 9 am'],
    ['remind me to', 'call mom', 'tomorrow', 'at 3 pm'],
    ['remind me to', 'stretch', 'every 2 hours'],
    ['remind me to', 'pay rent', 'on the 10th of every month', 'at 2 pm'],
    ['remind me to', 'check the oven', 'in 30 minutes'],
  ],
}
/** What says when, how often or under which condition, written down without a look at what is read. */
const MORE = {
  ko: '비 오면|눈 오는 날만|휴일 빼고|공휴일만 빼고|이틀 연속|3일 연속|주 2회|한 달에 두 번|짝수 날만|홀수 주에만|일어나자마자|해 질 녘|뉴욕 시간으로|중순부터|하순에만|매 끼니|식후 30분에|늦어도|이후로|하루 전에도|30분 전에도|그 다음날도|주말에도|수요일에도|월요일만|토요일은 빼고|안 바쁘면|겨울에만|12월만|10분 간격으로|끌 때까지|아빠 올 때까지|못 하면 다시|모레까지만|다음 주에는 쉬고|이번 주는 빼고|어제처럼|처음에만|분기마다|1년에 두 번|10월 빼고|방학 때만|한 시간 늦게|30분 일찍|주말에는 10시에|월급날에|휴가 때|올해 말에|이번 주에|퇴근하고|이맘때'.split(
    '|',
  ),
  en: 'if it rains|except on holidays|only in winter|no later than noon|every other week|twice a week|weekdays only|when I get home|before bed|London time|on even days|at sunrise|10 minutes before that|an hour earlier|the day before|unless I say no|but skip this week|on weekends too|also on Friday|the first week only|on odd days|on payday|within an hour|during summer|in March|every half hour|in a fortnight|this week|after work|by the end of the year'.split(
    '|',
  ),
}

/** What says nothing of when: said in front, between or behind, it changes neither time nor title. */
const FILLERS: Record<'ko' | 'en', string[]> = {
  ko: ['저기', '음', '꼭', '좀', '그냥', '부탁인데'],
  en: ['please', 'um', 'just'],
}

async function deed(text: string) {
  const parts = await collect(requestOf({ text, setting: ['with reminders timer schedule'] }))
  const call = parts.flatMap((part) => (part.type === 'call' ? [part.call] : []))[0]
  return call && { when: JSON.stringify([call.args.at, call.args.repeat]), title: String(call.args.title ?? '') }
}

type Deed = { when: string; title: string }
/** Of one day that another rule leaves out nothing has to be said. */
const isIdle = (more: string, before: string) =>
  /토요일은 빼고/.test(more) && /월요일|평일|내일|월 5일|매달/.test(before)
const stands = (more: string, { title }: Deed) =>
  more.split(' ').every((word) => title.includes(word.replace(/라고$/, '')))

/** How a reminder leaves out what was said; undefined where it does not. */
function lostOf(more: string, before: string, plain: Deed, got: Deed): string | undefined {
  if (isIdle(more, before) || stands(more, got)) return undefined
  if (got.when === plain.when) return `as if ‘${more}’ had not been said (${got.title})`
  // Half of what was said in the title is as bad: "전에도 치과".
  const halves = more.split(' ').filter((word) => got.title.split(' ').includes(word))
  return halves.length > 0 ? `of ‘${more}’ ‘${halves.join(' ')}’ is left in ‘${got.title}’` : undefined
}

const said = (words: string[], more: string, random: Random) => words.toSpliced(random.int(0, words.length), 0, more)

test(
  'a word more about when it rings changes when it rings, stands in its title or is asked about',
  async () => {
    const random = new Random(sentenceSeed(20_261_129))
    const lost: string[] = []
    for (let i = 0; i < sentenceCount(250, 4_000); i++) {
      const language = random.pick(['ko', 'ko', 'en'] as const)
      const words = random.pick(PLAIN[language])
      const more = random.pick(MORE[language])
      const [before, after] = [words.join(' '), said(words, more, random).join(' ')]
      const [plain, got] = [await deed(before), await deed(after)]
      if (!plain) throw new Error(`not read: ${before}`)
      const how = got && lostOf(more, before, plain, got)
      if (how) lost.push(`${after}: ${how}`)
    }
    expect(lost.slice(0, 40)).toEqual([])
  },
  sweepMs,
)

/** Words of a sentence that say nothing of when. */
const IS_WHEN = /\d|매|내일|평일|시|분|뒤|at|every|in |tomorrow|day/

test(
  'a word said twice or left out changes neither when it rings nor what else it says, or it is asked',
  async () => {
    const random = new Random(sentenceSeed(20_261_207))
    const wrong: string[] = []
    for (let i = 0; i < sentenceCount(150, 4_000); i++) {
      const set = random.chance(0.4) ? someSet(random) : undefined
      const listed = set && (set.language === 'ko' ? `${set.words}에 운동 알려줘` : `remind me to stretch ${set.words}`)
      const pieces = listed?.split(' ') ?? random.pick(PLAIN[random.pick(['ko', 'ko', 'en'] as const)])
      const words = pieces.join(' ').split(' ')
      const before = words.join(' ')
      const at = random.below(words.length)
      // Of a list every word says when.
      const isTwice = set !== undefined || random.chance(0.5)
      const piece = pieces.find((one) => one.split(' ').includes(words[at] as string)) as string
      if (!isTwice && IS_WHEN.test(piece)) continue
      const after = words.toSpliced(at, isTwice ? 0 : 1, ...(isTwice ? [words[at] as string] : [])).join(' ')
      const [plain, got] = [await deed(before), await deed(after)]
      if (!plain && !set) throw new Error(`not read: ${before}`)
      if (!got || !plain) continue
      // A word of the title that is left out is not in it; one said twice may stand there twice, but no word of when may.
      const lost = IS_WHEN.test(piece) && got.title !== plain.title
      if (got.when !== plain.when || lost) wrong.push(`${after}: ${got.when} ${got.title}`)
    }
    expect(wrong.slice(0, 40)).toEqual([])
  },
  sweepMs,
)

test(
  'of two words more none is lost beside the other, nor beside a filler',
  async () => {
    const random = new Random(sentenceSeed(20_261_130))
    const lost: string[] = []
    for (let i = 0; i < sentenceCount(120, 2_000); i++) {
      const language = random.pick(['ko', 'ko', 'en'] as const)
      const words = random.pick(PLAIN[language])
      const more = random.pick(MORE[language])
      const other = random.pick(random.chance(0.6) ? MORE[language] : FILLERS[language])
      const before = words.join(' ')
      const one = said(words, more, random)
      const after = said(one, other, random).join(' ')
      const [plain, withOther, got] = [await deed(before), await deed(one.join(' ')), await deed(after)]
      if (!got || !plain) continue
      const isRemark = !FILLERS[language].includes(other)
      // What is asked about alone is asked about beside another, too.
      const alone =
        withOther || stands(more, got) ? undefined : `‘${more}’ alone is asked about (${got.when} ${got.title})`
      const how =
        lostOf(more, before, plain, got) ?? (isRemark ? lostOf(other, before, plain, got) : undefined) ?? alone
      if (how) lost.push(`${after}: ${how}`)
    }
    expect(lost.slice(0, 40)).toEqual([])
  },
  sweepMs,
)

/** A sentence as somebody in haste spaces it: blanks left out between words, and put between a number and its unit. */
function hasty(text: string, random: Random): string {
  const joined = text.replace(/(?<=[가-힣]) (?=[가-힣\d])/g, () => (random.chance(0.35) ? '' : ' '))
  return joined.replace(/(\d)(?=(?:시|분|일|월)(?:에|\s|$))/g, (digit) => (random.chance(0.25) ? `${digit} ` : digit))
}
const close = (text: string) => text.replaceAll(' ', '')

test(
  'blanks left out or put in make no other time of it, nor lose a word more beside it',
  async () => {
    const random = new Random(sentenceSeed(20_261_131))
    const lost: string[] = []
    let asked = 0
    const count = sentenceCount(100, 4_000)
    for (let i = 0; i < count; i++) {
      const words = random.pick(PLAIN.ko)
      const before = words.join(' ')
      const more = random.chance(0.5) ? random.pick(MORE.ko) : undefined
      const after = hasty(more ? said(words, more, random).join(' ') : before, random)
      const [plain, got] = [await deed(before), await deed(after)]
      if (!plain) throw new Error(`not read: ${before}`)
      if (!got && !more) asked++
      if (!got) continue
      const isLost = more && !isIdle(more, before) && !close(got.title).includes(close(more)) && got.when === plain.when
      if (isLost || (!more && got.when !== plain.when)) lost.push(`${after}: ${got.when} ${got.title}`)
    }
    expect(lost.slice(0, 40)).toEqual([])
    expect(asked / count).toBeLessThanOrEqual(0.02)
  },
  sweepMs,
)

test.each([
  ...[
    '올해 말 9시에 결산하라고 알려줘',
    '이번 주에 보고서 내라고 알려줘',
    'remind me this week to call the bank',
    '이번 주말 10시에 회의 알려줘',
    '다음 주말에 등산 알려줘',
    '다음 달 10시에 회의 알려줘',
    'remind me to call mom this weekend at 10',
  ],
  'remind me next month to renew my passport',
])('%s: several days are named, so it is asked which', async (text) => {
  expect(await deed(text)).toBeUndefined()
})

test('a weekday of this week that is over is the one to come', async () => {
  const at = async (text: string) => JSON.parse((await deed(text))?.when ?? '[]')[0]
  expect(await at('remind me to call mom this friday at 3 pm')).toBe('2026-11-27T15:00:00+09:00')
  expect(await at('이번 금요일 오후 3시에 회의 알려줘')).toBe('2026-11-27T15:00:00+09:00')
  expect(await at('이번 일요일 오후 3시에 회의 알려줘')).toBe('2026-11-22T15:00:00+09:00')
})

test.each([
  ['알림 다 지워줘', '1. 내일 오전 9시 약\n2. 내일 오후 3시 치과', '알림 2개를 모두 취소할까요?', '응', ['1', '2']],
  ['모든 알림 취소해줘', '4. 내일 오전 9시 약', '이 알림을 취소할까요?', '네', ['4']],
  ['알림 다 지워줘', '1. 내일 오전 9시 약\n2. 내일 오후 3시 치과', '모두 취소할까요?', '아니', []],
  ['delete all reminders', '1. today 9 AM pills\n3. today 3 PM dentist', 'Cancel all 2 reminders?', 'yes', ['1', '3']],
])('%s: it is asked once whether all are meant', async (text, list, asked, answer, ids) => {
  const request = requestOf({ text, setting: ['with reminders timer schedule'] })
  const [call] = (await collect(request)).flatMap((part) => (part.type === 'call' ? [part.call] : []))
  if (!call) throw new Error('nothing was looked up')
  const shown = {
    role: 'tool' as const,
    id: 'r',
    at: +now,
    call: call.id,
    name: call.name,
    text: list,
    outcome: 'ok' as const,
  }
  const calling = { role: 'assistant' as const, id: 'a', at: +now, text: '', calls: [call] }
  const told = await collect({ ...request, messages: [...request.messages, calling, shown] })
  const question = told.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
  expect(question).toContain(asked)
  const next = requestOf({ text: answer, setting: ['with reminders timer schedule'] })
  const before = { ...calling, text: question, calls: [] }
  const done = await collect({
    ...next,
    messages: [...request.messages, before, ...next.messages.map((one) => ({ ...one, id: 'n' }))],
  })
  expect(done.flatMap((part) => (part.type === 'call' ? [part.call.args] : []))).toEqual(
    ids.map((id) => ({ action: 'cancel', id })),
  )
})

test.each([
  '내일 퇴근하고 우유 사라고 알려줘',
  '내일 저녁 먹고 약 먹으라고 알려줘',
  '매일 자기 전에 일기 쓰라고 알려줘',
  '모레 회의 끝나자마자 보고서 쓰라고 알려줘',
  'remind me tomorrow when I get home to call mom',
])('%s: what everybody does at an hour of their own is no time, and is asked about', async (text) => {
  expect(await deed(text)).toBeUndefined()
})

test.each([
  ['내일 7시에 퇴근하고 우유 사라고 알려줘', '퇴근하고 우유 사기'],
  ['내일 우유 사고 빵 사라고 알려줘', '우유 사고 빵 사기'],
  ['내일 도서관 가서 책 반납하라고 알려줘', '도서관 가서 책 반납하기'],
])('%s: with an hour, or of several deeds, it is the title', async (text, title) => {
  expect((await deed(text))?.title).toBe(title)
})
