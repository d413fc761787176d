import { describe, expect, test, vi } from 'vitest'
import { wantsEarlier, wantsPace } from '../../../src/core/voice/end-words.ts'
import { levelMeter, stateLine } from '../../../src/core/voice/state-line.ts'
import { talkKey } from '../../../src/core/voice/talk-key.ts'
import { awake, said, story, write } from './story.ts'

/** Sound for a while, then silence: nothing in the machine asks for the end of it. */
const voice = [
  { type: 'voice.started' },
  { type: 'partial', text: '내일 아침' },
  { type: 'voice.ended', silentMs: 200 },
] as const

describe('push-to-talk', () => {
  test('a tap begins and a tap ends, also in the middle of silence', () => {
    const it = story().give({ in: 'key' })
    expect(it.phases).toEqual(['listening'])
    it.hear({ type: 'voice.started' }, { type: 'partial', text: '오늘 며칠이야' })
      .give({ in: 'key' })
      .hear({ type: 'final', text: '오늘 며칠이야' })
    expect(it.look().slice(0, 2)).toEqual([{ do: 'finish' }, { do: 'submit', text: '오늘 며칠이야' }])
  })

  test('while it is held no silence ends what is said; letting go does, and what is heard counts though no voice was noticed', () => {
    const it = story()
      .give({ in: 'key' }, { in: 'held' })
      .hear(...voice)
      .wait(20_000)
    expect(it.look().map(({ do: what }) => what)).toEqual(['moved', 'begin'])
    it.give({ in: 'let-go' }).hear({ type: 'final', text: '내일 아침 일곱 시에 깨워줘' })
    expect(it.look()[0]).toEqual({ do: 'finish' })
    expect(it.state.phase).toBe('processing')
  })

  test('with the microphone closed only what is said with the key is heard; behind it the microphone is closed again', () => {
    const it = story({ byKey: true }).says('비서야 지금 몇 시야')
    expect([it.phases, it.state.microphone]).toEqual([[], 'closed'])
    it.give({ in: 'key' }).says('지금 몇 시야')
    expect(it.look().filter(({ do: what }) => what === 'close' || what === 'submit')).toEqual([
      { do: 'close', closed: false },
      { do: 'submit', text: '지금 몇 시야' },
      { do: 'close', closed: true },
    ])
    it.answers('세 시예요.').wait(60_000)
    // Nobody is asked whether to end who is not listened to.
    expect([it.state.phase, it.state.microphone, said(it.look())]).toEqual(['listening', 'closed', ['세 시예요.']])
  })

  test('a key by mistake: a second one, or letting go without a word, closes the microphone and says nothing', () => {
    for (const end of [[{ in: 'key' }], [{ in: 'held' }, { in: 'let-go' }]] as const) {
      const it = story({ byKey: true }).give({ in: 'key' }, ...end)
      if (it.finishes()) it.hear({ type: 'final', text: '' })
      expect([it.state.microphone, said(it.look())]).toEqual(['closed', []])
    }
  })
})

test('a closed microphone takes nothing, speaking goes on, a question can be answered with the key; open it hears again', () => {
  const it = awake().says('날씨').starts().text('서울은 오늘 맑아요. 부산은')
  it.give({ in: 'playing', line: 1 }, { in: 'microphone' })
  it.hear({ type: 'voice.started' }, { type: 'partial', text: '그만' }).wait(1_000)
  expect([it.state.phase, it.state.ear.text]).toEqual(['speaking', ''])
  it.event({ type: 'tool.asked', id: 'a', ask: write }).plays()
  it.wait(500).give({ in: 'key' }).says('네')
  expect(it.look().some((command) => command.do === 'answer' && command.choice === 'once')).toBe(true)
  expect(it.state.microphone).toBe('closed')
  it.give({ in: 'microphone' })
  expect(it.state.microphone).toBe('open')
})

describe('once more, and the pace', () => {
  const two = () =>
    awake().says('날씨').answers('서울은 맑아요. 우산은 필요 없어요. ').says('시간').answers('세 시예요. ', 't2')

  test('“아까 그거” is the answer before, said again the one before that, and “다시 말해줘” what was said last', () => {
    const it = two()
    it.look()
    const spoken = (words: string) => {
      const lines = said(it.says(words).look())
      it.plays()
      return lines
    }
    expect(spoken('아까 그거 다시 말해줘')).toEqual(['서울은 맑아요.', '우산은 필요 없어요.'])
    expect(spoken('다시 말해줘')).toEqual(['서울은 맑아요.', '우산은 필요 없어요.'])
    expect(spoken('아까 그거')).toEqual(['서울은 맑아요.', '우산은 필요 없어요.'])
    expect(said(it.give({ in: 'again' }).look())).toEqual(['세 시예요.'])
  })

  test('slower by key: what is being said begins its sentence again; by voice the answer is said again', () => {
    const it = awake().says('날씨').starts().text('서울은 맑아요. 우산은 필요 없어요. ').ends()
    it.give({ in: 'playing', line: 1 }, { in: 'played', line: 1 }, { in: 'playing', line: 2 })
    it.look()
    const again = it.give({ in: 'slower' }).look()
    expect(again.filter(({ do: what }) => what === 'speak')).toEqual([
      { do: 'speak', line: 3, text: '우산은 필요 없어요.', pace: 0.87 },
    ])
    it.plays().look()
    expect(said(it.says('조금만 더 천천히 말해줘').look())).toEqual(['서울은 맑아요.', '우산은 필요 없어요.'])
    for (let n = 0; n < 30; n++) it.give({ in: 'slower' })
    const slowest = it.state.pace
    for (let n = 0; n < 30; n++) it.give({ in: 'faster' })
    expect([slowest, it.state.pace]).toEqual([0.57, 1.75])
  })

  test.each([
    ['천천히', 'slower'],
    ['말을 좀 천천히 해줘', 'slower'],
    ['너무 빨라 좀 더 천천히 말해줘', 'slower'],
    ['speak more slowly please', 'slower'],
    ['더 빨리 읽어줘', 'faster'],
    ['faster', 'faster'],
    ['빨리 해줘', undefined],
    ['천천히 가는 기차 알려줘', undefined],
    ['빨리 메일 보내줘', undefined],
  ] as const)('%s: %s', (words, pace) => expect(wantsPace(words)).toBe(pace))

  test('what was said before is meant by whole sentences about it only', () => {
    for (const words of [
      '아까 그거',
      '아까 그 얘기 뭐였지?',
      '아까 뭐라고 했어',
      '조금 전에 한 말 다시 들려줘',
      'what did you say before that?',
    ])
      expect([words, wantsEarlier(words)]).toEqual([words, true])
    for (const words of [
      '아까',
      '아까 그거 취소해줘',
      '아까 그거 엄마한테 보내줘',
      '그거 뭐였지',
      '아까 산 책 얼마였지',
    ])
      expect([words, wantsEarlier(words)]).toEqual([words, false])
  })
})

test('the caption: what is heard while somebody speaks, the sentence that sounds while it speaks, and how loud it is', () => {
  const it = awake().hear({ type: 'voice.started' }, { type: 'partial', text: '오늘 날' })
  expect(stateLine(it.state, 'ko', levelMeter(-20))).toBe('● 비서 · 듣는 중 ▇ · 오늘 날')
  it.hear({ type: 'voice.ended', silentMs: 2_000 }, { type: 'final', text: '오늘 날씨' })
    .starts()
    .text('서울은 오늘 맑아요. 부산은 아주 더워요. 또')
  it.give({ in: 'playing', line: 1 })
  expect(stateLine(it.state, 'ko')).toBe('♪ 비서 · 말하는 중 · 서울은 오늘 맑아요.')
  it.give({ in: 'played', line: 1 }, { in: 'playing', line: 2 }, { in: 'microphone' })
  expect(stateLine(it.state, 'ko')).toBe('♪ 비서 · 말하는 중 (마이크 끔) · 부산은 아주 더워요.')
  expect([levelMeter(-90), levelMeter(-55), levelMeter(0)]).toEqual(['▁', '▁', '█'])
})

describe('a key of which only presses are known', () => {
  /** Presses at these times; what the machine was told. */
  function pressed(...at: number[]) {
    vi.useFakeTimers({ now: 0 })
    try {
      const given: string[] = []
      const key = talkKey((input) => given.push(`${input.in}@${Date.now()}`), Date.now)
      for (const time of at) {
        vi.advanceTimersByTime(time - Date.now())
        key.press()
      }
      vi.advanceTimersByTime(5_000)
      return given
    } finally {
      vi.useRealTimers()
    }
  }

  test('taps: one to begin, one to end, near each other or far apart', () => {
    expect(pressed(0)).toEqual(['key@0'])
    expect(pressed(0, 3_000)).toEqual(['key@0', 'key@3000'])
    expect(pressed(0, 700)).toEqual(['key@0', 'key@860'])
    expect(pressed(0, 700, 2_500)).toEqual(['key@0', 'key@860', 'key@2500'])
  })

  test('held: repeats after the first wait of the keyboard, and the last of them tells the end', () => {
    const held = [0, ...Array.from({ length: 60 }, (_, n) => 500 + 33 * n)]
    expect(pressed(...held)).toEqual(['key@0', 'held@533', `let-go@${500 + 33 * 59 + 300}`])
    const slow = [0, ...Array.from({ length: 20 }, (_, n) => 1_000 + 100 * n)]
    expect(pressed(...slow)).toEqual(['key@0', 'held@1100', 'let-go@3200'])
  })
})
