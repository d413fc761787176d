import { expect, test } from 'vitest'
import { planOf } from '../../src/core/reminders/plan.ts'
import { createAssistant } from '../../src/library/index.ts'
import { isEnding } from '../../src/protocol/index.ts'
import { readSlots } from '../../src/services/declared/read.ts'
import { isoDate, toLocal } from '../../src/std/time/local-time.ts'
import { readDate } from '../../src/tools/datetime/read.ts'
import { freshHome } from '../cli/assistant.ts'
import { collect, requestOf } from '../llm/rules/world.ts'
import { Random } from '../random.ts'
import { sentenceCount, sentenceSeed } from './count.ts'
import { someMeaning } from './meanings.ts'

const when = { now: new Date('2026-11-21T14:03:00+09:00'), zone: 'Asia/Seoul' }
const DAYS = [
  '내일',
  '모레',
  '다음 주 화요일',
  '12월 5일',
  '금요일',
  '다음 달 3일',
  '크리스마스',
  '사흘 뒤',
  '올해 마지막 금요일',
  '이번 달 말일',
]
const HOURS = ['오전 9시', '오후 3시 20분', '저녁 7시 반', '정오', '14:30', '밤 10시', '오전 11시 5분', '오후 2~4시']

/** The instant of the reminder that a message sets, as it comes from a terminal, a paste or a person of a channel. */
async function reminded(text: string): Promise<number | undefined> {
  const parts = await collect(requestOf({ text, setting: ['with reminders timer schedule'] }))
  const call = parts.flatMap((part) => (part.type === 'call' ? [part.call] : []))[0]
  return call && Date.parse(String(call.args.at))
}

/** Day and hour as the slots of a declared service hold them. */
function bookedAt(words: string): string {
  const slots = [
    { name: 'day', type: 'date', label: '날짜' },
    { name: 'hour', type: 'time', label: '시간' },
  ] as unknown as Parameters<typeof readSlots>[0]
  const context = { stage: 'INIT', known: {}, waiting: [], when, language: 'ko' } as unknown as Parameters<
    typeof readSlots
  >[2]
  const values = readSlots(slots, `${words}에 예약해줘`, context).flat()
  return values.map((one) => ('value' in one ? String(one.value) : '')).join(' ')
}

test('a day and an hour are the same in a message, a paste, a channel, an option, an event and a service', async () => {
  const random = new Random(sentenceSeed(20_271_201))
  const apart: string[] = []
  for (let i = 0; i < sentenceCount(60, 800); i++) {
    const words = `${random.pick(DAYS)} ${random.pick(HOURS)}`
    const request = `${words}에 회의 알려줘`
    const plan = await planOf(words, undefined, when)
    const at = typeof plan === 'object' && 'next' in plan ? plan.next : undefined
    const all = [
      await reminded(request),
      await reminded(`\n<pasted>\n${request}\n</pasted>\n`),
      await reminded(`<speaker>Ann</speaker>\n${request}`),
      readDate(words, when.zone, +when.now)?.at,
    ]
    const local = at === undefined ? undefined : toLocal(new Date(at), when.zone)
    const two = (n = 0) => String(n).padStart(2, '0')
    const wanted =
      at === undefined ? '' : `${isoDate(new Date(at), when.zone)} ${two(local?.hour)}:${two(local?.minute)}`
    const booked = bookedAt(words)
    const isBooked = words.includes('~') || booked.startsWith(wanted.slice(0, 10))
    if (at === undefined || all.some((one) => one !== at) || !isBooked)
      apart.push(`${words}: ${[at, ...all].join(' ')} ${booked}`)
  }
  expect(apart.slice(0, 20)).toEqual([])
}, 600_000)

/** The doors of a conversation; from afar money is moved by none that was not let. */
const refused = '이 작업은 앱에서 직접 실행해주세요'
const origins = ['tui', 'oneshot', 'http', 'telegram', 'mcp'] as const

test('a composed sentence is answered alike whichever surface it came through', async () => {
  const random = new Random(sentenceSeed(20_271_202))
  const apart: string[] = []
  const assistant = await createAssistant({
    home: freshHome(),
    cwd: freshHome(),
    env: { OLLAMA_HOST: '127.0.0.1:9' },
    clock: () => +when.now,
    settings: { provider: 'offline', language: 'ko', zone: when.zone },
  })
  const said = async (origin: (typeof origins)[number], text: string) => {
    const conversation = await assistant.open('new')
    const { turn, seq } = await conversation.submit({ text, origin, by: 'owner' }, 'queue')
    for await (const { turn: of, event } of conversation.follow(seq, AbortSignal.timeout(60_000)))
      if (of === turn && isEnding(event)) {
        await conversation.close()
        return event.type === 'turn.done' ? event.text : event.type
      }
    return undefined
  }
  for (let i = 0; i < sentenceCount(6, 300); i++) {
    const { door, text } = someMeaning(random)
    if (door === 'option' || door === 'booking' || door === 'event') continue
    const answers = []
    for (const origin of origins) answers.push(await said(origin, text))
    if (new Set(answers.filter((answer) => answer !== refused)).size !== 1)
      apart.push(`${door}: ${text} → ${JSON.stringify(answers)}`)
  }
  await assistant.close()
  expect(apart).toEqual([])
}, 1_800_000)
