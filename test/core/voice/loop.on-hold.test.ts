import { describe, expect, test } from 'vitest'
import { awake, type Story, write } from './story.ts'

const answer = '서울은 오늘 아주 맑고 따뜻해요. 부산은 바람이 불어요. '

/** Its first sentence sounds since a second. */
const talking = (): Story => {
  const it = awake().says('오늘 날씨 알려줘').starts().text(answer).ends(answer)
  it.give({ in: 'playing', line: it.state.lines[0]?.id ?? 0, ms: 3_000 }).wait(1_000)
  it.look()
  return it
}

const started = { type: 'voice.started' } as const
const ended = { type: 'voice.ended', silentMs: 100 } as const

/** What was done about the sound. */
const sound = (it: Story) =>
  it
    .look()
    .flatMap((command) => (['hold', 'resume', 'hush', 'cancel', 'finish'].includes(command.do) ? [command.do] : []))

describe('somebody speaks into its own voice', () => {
  test('it is silent at once, before a word is known, and for good when the words want it', () => {
    const it = talking().hear(started)
    expect(sound(it)).toEqual(['hold'])
    it.wait(200).hear({ type: 'partial', text: '그만' }).wait(100)
    expect([sound(it), it.state.phase, it.state.heldAt]).toEqual([['hush'], 'listening', undefined])
  })

  test.each([
    ['a cough', ''],
    ['a nod', '응'],
    ['a hum', '음'],
    ['its own words', '아주 맑고'],
  ])('after %s it goes on where it was', (_, text) => {
    const it = talking().hear(started).wait(200)
    if (text) it.hear({ type: 'partial', text })
    it.wait(200).hear(ended).wait(1_400)
    if (it.finishes()) it.hear({ type: 'final', text })
    expect(sound(it).filter((done) => done !== 'finish')).toEqual(['hold', 'resume'])
    expect([it.state.phase, it.state.lines.length, it.state.heldAt]).toEqual(['speaking', 2, undefined])
    it.plays()
    expect(it.state.phase).toBe('listening')
  })

  test('what is 8 dB fainter than the one who asked is of the room: only a stop or a name silences it then', () => {
    const asked = () => {
      const it = awake().hear({ type: 'level', db: -14 }).says('오늘 날씨 알려줘').starts().text(answer).ends(answer)
      it.give({ in: 'playing', line: it.state.lines[0]?.id ?? 0, ms: 3_000 }).wait(1_000)
      it.look()
      return it.hear({ type: 'level', db: -23 }, started).wait(300)
    }
    const ofRoom = asked().hear({ type: 'partial', text: '내일은 늦게까지 자야겠다' }).wait(300)
    ofRoom.hear(ended).wait(1_600)
    if (ofRoom.finishes()) ofRoom.hear({ type: 'final', text: '내일은 늦게까지 자야겠다' })
    // It does not even fall silent for it.
    expect([sound(ofRoom).filter((done) => done !== 'finish'), ofRoom.state.phase]).toEqual([[], 'speaking'])
    expect(sound(ofRoom.hear({ type: 'level', db: -24 }, started).wait(300))).toEqual([])
    expect(sound(asked().hear({ type: 'partial', text: '그만' }).wait(100))).toContain('hush')
    expect(sound(asked().hear({ type: 'partial', text: '비서야' }).wait(100))).toContain('hush')
    // Somebody nearer begins while it goes on.
    expect(sound(ofRoom.hear({ type: 'level', db: -16 }))).toEqual(['hold'])
    expect(
      sound(asked().hear({ type: 'level', db: -16 }, { type: 'partial', text: '내일 날씨는 어때' }).wait(300)),
    ).toContain('hush')
  })

  test('in a room that is nearly as loud as the one who asked what does not stand out of it is of the room, and they never are', () => {
    const over = (db: number, room: number) => {
      const it = awake().hear({ type: 'level', db: -14 }).says('오늘 날씨 알려줘').starts().text(answer).ends(answer)
      it.give({ in: 'playing', line: it.state.lines[0]?.id ?? 0, ms: 3_000 }).wait(1_000)
      it.hear({ type: 'level', db, room }, started)
        .wait(300)
        .hear({ type: 'partial', text: '내일 날씨는 어때' })
        .wait(300)
      return sound(it).includes('hush')
    }
    expect([over(-19, -40), over(-19, -22), over(-16, -22), over(-16, -14)]).toEqual([true, false, true, true])
  })

  test('a voice that never says a word holds it for 1.5 s, and after three of them no more, until somebody is meant', () => {
    const it = talking()
    for (let times = 0; times < 4; times++) {
      it.hear(started).wait(1_600)
      expect(sound(it)).toEqual(times < 3 ? ['hold', 'resume'] : [])
      it.hear({ ...ended, silentMs: 0 }).wait(1_000)
      if (it.finishes()) it.hear({ type: 'final', text: '' })
      it.look()
    }
    it.hear(started).wait(300).hear({ type: 'partial', text: '잠깐만' })
    expect([sound(it), it.state.heldInVain]).toEqual([['hush'], 0])
  })

  test('where only wake and stop words count, and where nothing sounds, nothing is held', () => {
    const it = awake({ bargeIn: 'keyword' }).says('오늘 날씨 알려줘').starts()
    expect(sound(it.hear(started))).not.toContain('hold')
    it.hear(ended).wait(2_000).text(answer).ends(answer)
    it.give({ in: 'playing', line: it.state.lines[0]?.id ?? 0, ms: 3_000 })
      .wait(1_000)
      .hear(started)
    expect(sound(it)).not.toContain('hold')
  })

  test('a question that was spoken into is read to its end, and only then a yes counts', () => {
    const it = awake().says('파일 써줘').starts()
    it.event({ type: 'tool.asked', id: 'a', ask: write } as never)
    it.give({ in: 'playing', line: it.state.lines[0]?.id ?? 0, ms: 3_000 })
      .wait(500)
      .hear(started)
      .wait(200)
    it.hear({ type: 'partial', text: '응' }).wait(100).hear(ended).wait(1_500)
    if (it.finishes()) it.hear({ type: 'final', text: '응' })
    expect([it.state.approval?.read, it.look().some((command) => command.do === 'answer')]).toEqual([false, false])
    expect(it.plays().state.approval?.read).toBe(true)
  })

  test('the place in its own words goes on with the sound: what it says after the pause is known as its own', () => {
    const it = talking().hear(started).wait(300).hear(ended).wait(400)
    if (it.finishes()) it.hear({ type: 'final', text: '' })
    const line = it.state.lines[0]
    expect((line?.from ?? 0) + (line?.ms ?? 0)).toBeGreaterThan(it.at + 1_500)
    expect(it.state.said.at(-1)?.until).toBeDefined()
  })
})
