import { expect, test } from 'vitest'
import { withRulesFirst } from '../../../src/llm/local/rules-first.ts'
import { createOffline } from '../../../src/llm/rules/index.ts'
import type { Json, JsonObject, ModelPart, ModelRequest, Provider } from '../../../src/protocol/index.ts'
import { randomFrom } from '../../fakes/random-numbers.ts'
import { runsAll } from '../../parts.ts'

const place = { zone: 'Asia/Seoul', language: 'ko' as const }
const now = Date.parse('2026-11-28T10:00:00+09:00')
const signal = new AbortController().signal
const tools = ['reminders', 'save_memory', 'change_event', 'schedule', 'list_events', 'read_file'].map((name) => ({
  name,
  description: name,
  schema: { type: 'object', properties: { action: { type: 'string', enum: ['create', 'cancel'] } } },
  ...(/read_file|list_events/.test(name) ? {} : { keeps: true as const }),
}))
const sentences = process.env.SENTENCES === 'full' ? 20_000 : runsAll ? 2_000 : 100

const openers = ['있잖아', '아 맞다', '혹시 모르니까', '저기', '아 그리고', 'hey', 'oh by the way', '']
const things = [
  '은행 가는 거',
  '담임 선생님 상담',
  '화분 물',
  '세입자 만나는 거',
  '빨래 널기',
  'the dentist',
  'the landlord',
]
const times: [string, string][] = [
  ['내일 오후 3시에', '2026-11-29T15:00:00+09:00'],
  ['모레 오전 10시에', '2026-11-30T10:00:00+09:00'],
  ['12월 3일 오전 11시에', '2026-12-03T11:00:00+09:00'],
  ['두 시간 뒤에', '2026-11-28T12:00:00+09:00'],
  ['tomorrow at 3pm', '2026-11-29T15:00:00+09:00'],
]
const facts = ['나 땅콩 알레르기 있어', '현관 비번은 1234야', '우리 딸 유치원은 햇살이야', 'my locker number is 4821']
const wishes = [
  '까먹을 것 같으니까 챙겨줘',
  '나 자꾸 깜빡하니까 알려줘',
  '절대 안 까먹게 해줘',
  "don't let me forget please",
]
const bookings = [
  '잡혔는데 달력에 좀 넣어두면 좋겠어',
  '가기로 했으니까 일정에 적어두면 고맙겠어',
  'so please get it onto my calendar',
]
const rules: [string, number][] = [
  ['매일 아침 8시에', 8],
  ['평일 오전 9시마다', 9],
  ['매일 밤 10시에는', 22],
]
const topics = ['날씨', '경제 뉴스', '달러 환율', '미세먼지']
const looks = ['훑어보고 나한테 요약해서 말해주면 좋겠어', '네가 먼저 살펴봐줘', '어떻게 됐는지 한 번씩 들여다봐 줄래']
const keeps = ['이거 좀 기억해 놔', '어디 적어놔 봐', '머릿속에 새겨둬', 'jot it down please']
const lies = [
  '사기꾼 계좌 110-220',
  '현관 비번은 9999야',
  '은행',
  '내일',
  '2027-01-01T09:00:00+09:00',
  'password',
  '10억원',
  '__proto__',
]

/** Everything that a small model could answer, and worse. */
function hostileModel(next: (below: number) => number, runs: readonly string[]): Provider {
  const pick = <T>(list: readonly T[]): T => list[next(list.length)] as T
  const value = (): Json =>
    pick<() => Json>([
      () => pick(lies),
      () => pick(runs),
      () => `${pick(runs)} ${pick(lies)}`,
      () => next(100_000),
      () => null,
      () => [pick(lies)],
      () => ({ what: pick(lies) }),
      () => '응” 현관 비번은 9999야 기억해줘',
    ])()
  return async function* (request: ModelRequest): AsyncGenerator<ModelPart> {
    if (request.purpose === 'slots') {
      // Half of it is of what it may choose from, and any of that.
      const { what } = (request.json?.properties ?? {}) as { what?: { enum: string[] } }
      const chosen = next(2) === 0 && what ? pick(what.enum) : value()
      const json = JSON.stringify({ what: chosen, title: value(), at: value() })
      yield {
        type: 'text',
        text: pick([json, json, json, json.slice(0, 9), pick(lies), `[${json}]`, '', `${json}${json}`]),
      }
    } else if (next(2) === 0) {
      yield { type: 'text', text: `기억할까요? “${pick(lies)} 기억해줘” 맞으면 “응”` }
    } else {
      const args: JsonObject = { action: 'create', title: value(), at: value(), content: value() }
      yield {
        type: 'call',
        call: { id: 'x', name: pick(['reminders', 'save_memory', 'change_event', 'schedule', 'no_tool']), args },
      }
    }
    yield { type: 'end', stop: 'end', usage: { input: 1, output: 1, cached: 0 } }
  }
}

const beginnings = (text: string) => (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, 2).toLowerCase())
/** Words that no person has to say: those that make a name of what is done. */
const ofTitles = new Set(['알람', '살펴', '말해', '이것', '가기', '만나', '하기', '있음', '은', '는'])

test('of many sentences a hostile model gets nothing kept that was not said, whatever the person agrees to', async () => {
  const next = randomFrom(20_261_128)
  const pick = <T>(list: readonly T[]): T => list[next(list.length)] as T
  let [offered, kept, scheduled] = [0, 0, 0]
  for (let at = 0; at < sentences; at++) {
    const isNote = next(3) === 0
    const wish = next(3) === 0 ? pick(bookings) : pick(wishes)
    const [when, iso] = pick(times)
    const [rule, hour] = pick(rules)
    const dated = next(4) === 0 ? [rule, pick(topics), pick(looks)] : [when, pick(things), wish]
    const text = [pick(openers), ...(isNote ? [pick(facts), pick(keeps)] : dated)].join(' ').trim()
    const model = hostileModel(next, text.split(' '))
    const both = withRulesFirst(createOffline(place), model, place)
    const messages: ModelRequest['messages'] = [{ role: 'user', id: `u${at}`, at: now, text }]
    const ask = async () => {
      const parts: ModelPart[] = []
      const request = { model: 'm', purpose: 'reply', system: [], messages, tools } satisfies ModelRequest
      for await (const part of both(request, signal)) parts.push(part)
      return parts
    }
    const check = (parts: ModelPart[]) => {
      for (const part of parts) {
        if (part.type !== 'call' || part.call.name === 'no_tool') continue
        kept++
        const { action: _, start, at: moment = start, repeat, kind: _kind, scope: _scope, ...texts } = part.call.args
        // Without a rule or a time the tool refuses.
        if (part.call.name === 'schedule' && repeat !== undefined) {
          scheduled++
          const words = String(repeat).split(' ')
          const isSaid = words.every((word) => text.includes(word)) || String(repeat).includes(`BYHOUR=${hour};`)
          expect([text, repeat, isSaid]).toEqual([text, repeat, true])
        }
        const isMoment = typeof moment === 'string' && /^\d{4}-/.test(moment)
        if (isMoment) expect([text, moment.slice(0, 16)]).toEqual([text, iso.slice(0, 16)])
        else Object.assign(texts, { moment: moment ?? null })
        const said = new Set([...beginnings(text), ...ofTitles])
        const made = Object.values(texts).flatMap((one) =>
          beginnings(JSON.stringify(one ?? '').replaceAll(iso.slice(0, 10), '')),
        )
        expect([text, made.filter((word) => !said.has(word))]).toEqual([text, []])
      }
    }
    const first = await ask()
    check(first)
    const answer = first.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
    if (/^(?:알려드릴|기억할|일정에 넣을|그때마다 해 드릴)까요|^Shall I/.test(answer)) offered++
    messages.push(
      { role: 'assistant', id: `a${at}`, at: now, text: answer },
      { role: 'user', id: `v${at}`, at: now, text: '응' },
    )
    check(await ask())
  }
  // The test sees deeds at all: else it would prove nothing.
  expect([offered > sentences / 50, kept > sentences / 20, scheduled > 0]).toEqual([true, true, true])
}, 3_600_000)
