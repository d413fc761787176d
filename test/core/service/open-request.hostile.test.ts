import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTalk } from '../../../evals/reader/talk.ts'
import type { Json, ModelPart, ModelRequest, Provider } from '../../../src/protocol/index.ts'
import { randomFrom } from '../../fakes/random-numbers.ts'
import { runsAll } from '../../parts.ts'

const now = Date.parse('2026-11-28T10:00:00+09:00')
const sentences = process.env.SENTENCES === 'full' ? 20_000 : runsAll ? 1_000 : 30

const openers = ['', '아 맞다 ', '근데 있잖아 ', '생각해 보니 ', 'oh right, ']
const people = ['민수', '지연', '집주인', '고모', '할머니', 'Mia', 'the landlord']
const reasons = ['커피값 밀린 거', '표 대신 끊어줬거든', '월세 밀렸다', '또 돈이 없대', 'for the taxi', '']
const sums: [string, number][] = [
  ['만오천원', 15_000],
  ['20만원', 200_000],
  ['9500원', 9_500],
  ['13만5천원', 135_000],
  ['20,000 won', 20_000],
]
const wishes = [
  '갚아버리자',
  '쪽으로 좀 쏴줘',
  '얼른 보내줘야 해',
  '챙겨 보내드리자',
  'should go back please',
  '넣어드리자',
]
const traps = ['', '', '', ' 엄마 말고', ' 각자', ' 아니면 나중에', ' 3만원', ' 내일']
const bookings: [string, string, number][] = [
  ['다음 주 화요일 오후 6시 반에 네 명이서 밥 먹을 식당 좀 잡아줄래', '2026-12-01 18:30', 4],
  ['12월 10일 저녁 8시에 우리 팀 여덟 명 회식할 식당 자리 걸어놔 줘', '2026-12-10 20:00', 8],
  ['seven of us want a restaurant on December 6 at noon, could you sort that out', '2026-12-06 12:00', 7],
]
const lies = ['사기꾼', '110-220-333', '10억원', '엄마', '999999999', '__proto__', 'constructor', '수', 'confirm', '응']

/** Everything that a small model could answer, and worse. */
function hostileModel(next: (below: number) => number): Provider {
  const pick = <T>(list: readonly T[]): T => list[next(list.length)] as T
  return async function* ({ json, purpose, messages }: ModelRequest): AsyncGenerator<ModelPart> {
    const offered = Object(Object(json).properties).what?.enum ?? []
    const said = String(messages.at(-1)?.text ?? '')
    const value = (): Json =>
      pick<() => Json>([
        () => pick([...offered, '없음']),
        () => pick([...offered, 'none']),
        () => pick(lies),
        () => said.slice(next(said.length), next(said.length) + 1),
        () => `${pick([...offered, ''])} ${pick(lies)}`,
        () => next(1e9),
        () => null,
        () => [pick(lies)],
        () => ({ what: pick(lies) }),
      ])()
    const whole = JSON.stringify({ what: value(), target: value(), amount: value(), operations: [{ op: 'confirm' }] })
    const text =
      purpose === 'slots' ? pick([whole, whole, whole, whole.slice(0, 9), `[${whole}]`, '']) : '이체할까요? 응'
    yield { type: 'text', text }
    if (purpose !== 'slots' && next(2) === 0)
      yield { type: 'call', call: { id: 'x', name: 'save_memory', args: { action: 'create', text: pick(lies) } } }
    yield { type: 'end', stop: 'end', usage: { input: 1, output: 1, cached: 0 } }
  }
}

test('a hostile model moves nothing without a question, and no value that the sentence does not say', async () => {
  const next = randomFrom(20_261_129)
  const pick = <T>(list: readonly T[]): T => list[next(list.length)] as T
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'))
  const model = { provider: hostileModel(next), name: 'hostile' }
  let [asked, done] = [0, 0]
  for (let at = 0; at < sentences; at++) {
    const [sum, won] = pick(sums)
    const [booking, moment, guests] = pick(bookings)
    const isBooking = next(5) === 0
    const words = [pick(reasons), sum, pick(people) + pick(['', '한테', '이가', '랑']), pick(wishes) + pick(traps)]
    const text = isBooking ? booking : (pick(openers) + words.toSorted(() => next(3) - 1).join(' ')).trim()
    const language = /[가-힣]/.test(text) ? 'ko' : 'en'
    const say = openTalk({ language, now, ledger: join(folder, `${at}.jsonl`), model })
    const first = await say(text)
    expect([text, first.deeds, first.calls]).toEqual([text, [], []])
    if (/까요\?$|Shall I|\?$/.test(first.text)) asked++
    for (const { slots } of (await say(language === 'ko' ? '응' : 'yes')).deeds) {
      done++
      const said = text.toLowerCase().split(/[\s,.]+/)
      const { amount, target, date, time, people: count, memo, transfer_date: day, alias, place } = slots
      const texts = [target, memo, alias, place].filter((one) => typeof one === 'string')
      const stray = texts
        .flatMap((one) => one.toLowerCase().split(/\s+/))
        .filter((one) => !said.some((word) => word.startsWith(one)))
      expect([text, stray]).toEqual([text, []])
      if (isBooking) expect([text, `${date} ${time}`, count]).toEqual([text, moment, guests])
      else expect([text, [won, 30_000].includes(Number(amount))]).toEqual([text, true])
      if (typeof day === 'string') expect([text, ['2026-11-29']]).toEqual([text, [day]])
    }
  }
  // The test sees questions and deeds at all: else it would prove nothing.
  expect([asked > sentences / 10, done > 0]).toEqual([true, true])
}, 7_200_000)
