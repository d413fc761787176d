import { asksBack, called, reminds, said } from '../checks.ts'
import { type Pair, tasksOf, use } from '../task.ts'

/** Reminders, alarms and what comes again: at the right time, once, and with the time told. */
const remind = (
  id: string,
  title: [ko: string, en: string, RegExp],
  at: string,
  repeat: [string, RegExp] | undefined,
  ko: string,
  en: string,
  told: RegExp,
): Pair => {
  const wording = (say: string, words: string, ok: string) => ({
    say,
    right: [
      use('reminders', {
        action: 'create',
        title: words,
        at: `${at}:00+09:00`,
        ...(repeat ? { repeat: repeat[0] } : {}),
      }),
      ok,
    ],
    checks: [reminds({ title: title[2], at, ...(repeat ? { repeat: repeat[1] } : {}) }), said(told)],
  })
  const time = at.slice(11)
  return {
    id,
    ko: wording(ko, title[0], `${time}에 알려드릴게요. (${Number(time.slice(0, 2)) % 12 || 12}시)`),
    en: wording(en, title[1], `I will remind you at ${time} (${Number(time.slice(0, 2)) % 12 || 12}).`),
  }
}
const pairs: Pair[] = [
  remind(
    'tomorrow',
    ['약 먹기', 'take the pills', /약|pill/i],
    '2026-11-23T08:00',
    undefined,
    '내일 아침 8시에 약 먹으라고 알려줘',
    'Remind me tomorrow at 8 am to take the pills.',
    /8/,
  ),
  remind(
    'weekday',
    ['치과', 'dentist', /치과|dentist/i],
    '2026-11-27T14:30',
    undefined,
    '이번 주 금요일, 11월 27일 오후 2시 반에 치과 가라고 알려줘',
    'Remind me of the dentist this coming Friday, 27 November, at 2:30 pm.',
    /2|14/,
  ),
  remind(
    'soon',
    ['빨래', 'laundry', /빨래|laundry/i],
    '2026-11-22T10:30',
    undefined,
    '오늘 오전 10시 30분에 빨래 꺼내라고 알려줘',
    'Remind me today at 10:30 am to take out the laundry.',
    /30/,
  ),
  remind(
    'daily',
    ['스트레칭', 'stretch', /스트레칭|stretch/i],
    '2026-11-23T07:00',
    ['daily', /DAILY/],
    '내일부터 매일 아침 7시에 스트레칭하라고 알려줘',
    'From tomorrow on remind me every day at 7 am to stretch.',
    /7/,
  ),
  remind(
    'weekly',
    ['분리수거', 'recycling', /분리수거|recycl/i],
    '2026-11-25T21:00',
    ['weekly', /WEEKLY/],
    '11월 25일부터 매주 수요일 밤 9시에 분리수거 알려줘',
    'Starting 25 November, remind me every Wednesday at 9 pm of the recycling.',
    /9|21/,
  ),
  remind(
    'year',
    ['결혼기념일', 'anniversary', /기념일|anniversary/i],
    '2027-05-20T09:00',
    ['yearly', /YEARLY/],
    '2027년 5월 20일 아침 9시부터 해마다 결혼기념일이라고 알려줘',
    'Remind me every year of our anniversary, from 20 May 2027 at 9 am.',
    /9/,
  ),
  {
    id: 'no-time',
    ko: {
      say: '나중에 세탁소 들르라고 알려줘',
      right: ['언제 알려드릴까요?'],
      wrong: [
        [
          use('reminders', { action: 'create', title: '세탁소', at: '2026-11-22T18:00:00+09:00' }),
          '언제 알려드릴까요?',
        ],
      ],
      checks: [reminds(), asksBack],
    },
    en: {
      say: 'Remind me to go to the cleaners at some point.',
      right: ['When should I remind you?'],
      wrong: [
        [
          use('reminders', { action: 'create', title: 'cleaners', at: '2026-11-22T18:00:00+09:00' }),
          'When should I remind you?',
        ],
      ],
      checks: [reminds(), asksBack],
    },
  },
  {
    id: 'list',
    setting: {
      reminders: [
        ['우유 사기 (milk)', '2026-11-22T19:00+09:00'],
        ['전기 요금 (power bill)', '2026-11-25T09:00+09:00'],
      ],
    },
    ko: {
      say: '나한테 알려주기로 한 것들 말해줘',
      right: [use('reminders', { action: 'list' }), '오늘 19시 우유 사기, 25일 9시 전기 요금이에요.'],
      checks: [called('reminders', { action: 'list' }), said(/우유/, /전기/)],
    },
    en: {
      say: 'What are you going to remind me of?',
      right: [use('reminders', { action: 'list' }), 'Milk today at 7 pm, and the power bill on the 25th.'],
      checks: [called('reminders', { action: 'list' }), said(/milk/i, /power|bill/i)],
    },
  },
  {
    id: 'cancel',
    setting: {
      reminders: [
        ['우유 사기 (milk)', '2026-11-22T19:00+09:00'],
        ['전기 요금 (power bill)', '2026-11-25T09:00+09:00'],
      ],
    },
    ko: {
      say: '우유 알림은 취소해줘',
      right: [
        use('reminders', { action: 'list' }),
        use('reminders', { action: 'cancel', id: '1' }),
        '우유 알림을 취소했어요.',
      ],
      checks: [reminds({ title: /전기/ }), said(/취소/)],
    },
    en: {
      say: 'Cancel the milk reminder.',
      right: [
        use('reminders', { action: 'list' }),
        use('reminders', { action: 'cancel', id: '1' }),
        'I cancelled the milk reminder.',
      ],
      checks: [reminds({ title: /power/ }), said(/cancel/i)],
    },
  },
]
export const schedules = tasksOf('schedules', pairs)
