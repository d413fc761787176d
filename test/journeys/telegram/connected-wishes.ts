// Wishes of a person whose calendar and mail are connected. Each is known first: its words in two languages, the calls that
// fulfil it, and what must stand afterwards, as files and servers tell it.
import type { Json } from '../../../src/protocol/index.ts'
import type { Random } from '../../random.ts'

/** What stands after a wish: read from files and servers, not from answers. */
export interface Standing {
  reminders: string
  schedules: string
  memory: string
  lists: string
  calendar: string
  mail(folder: string): string
  /** The answer itself, for wishes that only look. */
  told: string
}

export interface Wish {
  kind: string
  /** Its words, which name nothing else of the same day. */
  text: string
  /** Calls of a model that understood; one may need what those before it brought. */
  calls: (readonly [name: string, args: (results: readonly string[]) => Json])[]
  /** What a card for it shows. */
  card: string
  /** Its card shows what others wrote, too. */
  showsOthers?: true
  isDone(standing: Standing): boolean
}

/** A day as its generator made it. */
export interface Day {
  date: string
  language: 'ko' | 'en'
  events: { title: string; clock: string }[]
  mails: { from: string; subject: string; body: string }[]
}

const hours = [
  { ko: '오전 10시', en: '10am', clock: '10:00' },
  { ko: '오후 2시 반', en: '2:30pm', clock: '14:30' },
  { ko: '오후 4시', en: '4pm', clock: '16:00' },
  { ko: '저녁 8시', en: '8pm', clock: '20:00' },
]
const things = {
  ko: ['세탁물 찾기', '관리비 내기', '화분에 물 주기', '보고서 보내기', '엄마에게 전화하기', '택배 반품하기'],
  en: ['pick up the laundry', 'pay the rent', 'water the plants', 'send the report', 'call mom', 'return the parcel'],
}
const goods = { ko: ['우유', '대파', '두부', '건전지', '휴지'], en: ['milk', 'leeks', 'tofu', 'batteries', 'tissues'] }
const visits = {
  ko: ['치과', '면담', '필라테스', '점심 약속'],
  en: ['dentist', 'interview', 'pilates', 'lunch with Sam'],
}
const people = { ko: ['김과장', '박대리'], en: ['Kim', 'Lena'] }

const always = (args: Json) => () => args
const idIn = (results: readonly string[]) => /\[(work:\d+)\]/.exec(results.join('\n'))?.[1] ?? ''
const dayAfter = (date: string) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)

type Maker = (day: Day, random: Random) => Wish

const looks: Record<string, Maker> = {
  listEvents: ({ date, language, events }) => ({
    kind: 'look at the calendar',
    text: language === 'ko' ? '오늘 일정 알려줘' : "what's on my calendar today?",
    calls: [['list_events', always({ from: date })]],
    card: '',
    isDone: ({ told }) => events.every(({ title }) => told.includes(title)),
  }),
  listMail: ({ date, language, mails }) => ({
    kind: 'look at mail',
    text: language === 'ko' ? '오늘 온 메일 있어?' : 'any mail today?',
    calls: [['mail', always({ action: 'list', since: date, until: date })]],
    card: '',
    isDone: ({ told }) => mails.every(({ subject }) => told.includes(subject)),
  }),
  readMail: ({ language, mails }) => ({
    kind: 'read the newest mail',
    text: language === 'ko' ? '가장 최근 메일 읽어줘' : 'read my latest mail',
    calls: [
      ['mail', always({ action: 'list', limit: 1 })],
      ['mail', (results) => ({ action: 'read', id: idIn(results) })],
    ],
    card: '',
    isDone: ({ told }) => told.includes(mails.at(-1)?.body.split('.')[0] ?? ''),
  }),
}

const deeds: Record<string, Maker> = {
  remind: ({ date, language }, random) => {
    const [hour, thing] = [random.pick(hours), random.pick(things[language])]
    const at = `${dayAfter(date)}T${hour.clock}:00+09:00`
    const [ko, en] = [`내일 ${hour.ko}에 ${thing} 알려줘`, `remind me tomorrow at ${hour.en} to ${thing}`]
    return {
      kind: 'remind',
      text: language === 'ko' ? ko : en,
      calls: [['reminders', always({ action: 'create', title: thing, at })]],
      card: thing,
      isDone: ({ reminders }) => reminders.includes(`${Date.parse(at)} ${thing}`),
    }
  },
  remindBefore: ({ date, language, events: [event] }) => {
    const { title = '', clock = '09:00' } = event ?? {}
    const at = Date.parse(`${date}T${clock}:00+09:00`) - 30 * 60_000
    return {
      kind: 'remind before an event',
      text: language === 'ko' ? `오늘 ${title} 30분 전에 알려줘` : `remind me 30 minutes before ${title} today`,
      calls: [['reminders', always({ action: 'create', title, at: new Date(at).toISOString() })]],
      card: title,
      isDone: ({ reminders }) => reminders.includes(`${at} `) && reminders.includes(title),
    }
  },
  remember: ({ language }, random) => {
    const number = String(random.int(1_000, 9_999))
    return {
      kind: 'remember',
      text:
        language === 'ko' ? `내 사물함 번호는 ${number}라고 기억해줘` : `remember that my locker number is ${number}`,
      calls: [['save_memory', always({ content: `locker ${number}`, scope: 'personal' })]],
      card: number,
      isDone: ({ memory }) => memory.includes(number),
    }
  },
  list: ({ language }, random) => {
    const good = `${random.pick(goods[language])} ${random.int(2, 90)}${language === 'ko' ? '개' : ''}`
    return {
      kind: 'put on a list',
      text: language === 'ko' ? `장보기 목록에 ${good} 추가해줘` : `add ${good} to my shopping list`,
      calls: [['lists', always({ action: 'add', list: language === 'ko' ? '장보기' : 'shopping', items: [good] })]],
      card: good,
      isDone: ({ lists }) => lists.includes(good.split(' ')[0] ?? ''),
    }
  },
  schedule: ({ language }, random) => {
    const hour = random.int(6, 9)
    return {
      kind: 'schedule',
      text:
        language === 'ko'
          ? `매일 아침 ${hour}시에 오늘 일정 요약해서 보내줘`
          : `every morning at ${hour} send me my agenda`,
      calls: [['schedule', always({ action: 'create', prompt: `agenda ${hour}`, repeat: `every day ${hour}am` })]],
      card: String(hour),
      isDone: ({ schedules }) => new RegExp(`T0${hour}0000`).test(schedules),
    }
  },
  waitForMail: ({ language }, random) => {
    const who = random.pick(people[language])
    return {
      kind: 'wait for mail',
      text: language === 'ko' ? `${who} 메일 오면 알려줘` : `let me know when an email from ${who} comes`,
      calls: [['schedule', always({ action: 'create', watch: `mail:${who}`, title: `mail of ${who}` })]],
      card: `mail:${who}`,
      showsOthers: true,
      isDone: ({ schedules }) => schedules.includes(`"target":"${who}"`),
    }
  },
  addEvent: ({ date, language }, random) => {
    const [visit, hour] = [random.pick(visits[language]), random.pick(hours)]
    const at = `${dayAfter(date)}T${hour.clock}:00+09:00`
    return {
      kind: 'put into the calendar',
      text:
        language === 'ko'
          ? `내일 ${hour.ko}에 ${visit} 일정 추가해줘`
          : `add ${visit} to my calendar tomorrow at ${hour.en}`,
      calls: [['change_event', always({ action: 'create', title: visit, start: at })]],
      card: visit,
      isDone: ({ calendar }) => calendar.includes(`${dayAfter(date)} ${hour.clock} ${visit}`),
    }
  },
  cancelEvent: ({ date, language, events }) => {
    const { title = '' } = events.at(-1) ?? {}
    return {
      kind: 'take off the calendar',
      text: language === 'ko' ? `오늘 ${title} 일정 취소해줘` : `cancel the ${title} event today`,
      calls: [['change_event', always({ action: 'delete', find: title, on: date })]],
      card: title,
      isDone: ({ calendar }) => !new RegExp(`${date} \\d\\d:\\d\\d ${title}$`, 'm').test(calendar),
    }
  },
}

/** Wishes that only a model understands so far. */
const modelDeeds: Record<string, Maker> = {
  server: (_, random) => {
    const word = `note${random.int(100, 999)}`
    return {
      kind: 'a tool of an MCP server',
      text: `note server: ${word}`,
      calls: [['mcp_notes_echo', always({ text: word })]],
      card: word,
      isDone: ({ told }) => told.includes(word),
    }
  },
  archive: ({ mails }) => ({
    kind: 'archive a mail',
    text: 'archive the newest mail',
    calls: [
      ['mail', always({ action: 'list', limit: 1 })],
      ['mark_mail', (results) => ({ ids: [idIn(results)], move: 'archive' })],
    ],
    card: 'archive',
    showsOthers: true,
    isDone: ({ mail }) => mail('Archive').includes(mails.at(-1)?.body ?? ''),
  }),
  draft: (_, random) => {
    const word = `draft${random.int(100, 999)}`
    return {
      kind: 'draft a mail',
      text: `draft a mail that says ${word}`,
      calls: [['draft_mail', always({ to: ['kim@example.com'], subject: word, text: word })]],
      card: word,
      isDone: ({ mail }) => mail('Drafts').includes(word),
    }
  },
}

/** Words that want nothing. */
export const talk = { ko: ['고마워', '12*12는?', '오늘 며칠이야?'], en: ['thanks', '12*12?', 'what day is it?'] }

/** The wishes of a day, in the order they come: a look or two first, as people do. */
export function wishesOf(day: Day, random: Random, isModel: boolean): Wish[] {
  const shuffled = <T>(all: T[]) =>
    all
      .map((one) => [random.next(), one] as const)
      .sort(([a], [b]) => a - b)
      .map(([, one]) => one)
  const made = (all: Record<string, Maker>) => shuffled(Object.values(all)).map((make) => make(day, random))
  const wanted = [...made(looks).slice(0, random.int(1, 3)), ...made(isModel ? { ...deeds, ...modelDeeds } : deeds)]
  return wanted.slice(0, random.int(6, 10))
}
