import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCalled, nextDeadline } from '../../../src/core/voice/on-speech.ts'
import { changes } from '../../../src/core/voice/state.ts'
import { turnMessages } from '../../../src/messages/engine/turn.ts'
import type { Ask, Event } from '../../../src/protocol/index.ts'
import type { RecognizedSpeech } from '../../../src/protocol/speech.ts'
import { awake, type Given, Story, said, shell, story, write } from './story.ts'

describe('a dialogue', () => {
  test('wake word, request, spoken reply, follow-up without a wake word, end word', () => {
    const it = story().says('비서야')
    expect([it.phases, it.state.session]).toEqual([['listening'], 'active'])
    it.says('오늘 날씨 알려줘')
    expect(it.look()).toEqual([
      { do: 'finish' },
      { do: 'submit', text: '오늘 날씨 알려줘' },
      { do: 'moved', from: 'listening', to: 'processing' },
    ])
    it.starts().text('서울은 맑아요. 부산은')
    expect([said(it.look()), it.state.phase]).toEqual([['서울은 맑아요.'], 'processing'])
    it.give({ in: 'playing', line: 1 })
    expect([it.state.phase, it.state.doing]).toEqual(['speaking', 'streaming'])
    it.text(' 흐려요.', 12).ends().plays()
    expect([it.phases, it.state.session, it.state.turns]).toEqual([['speaking', 'listening'], 'active', 1])
    it.says('고마워 그만할게')
    expect([it.phases, it.state.session]).toEqual([['idle'], 'inactive'])
  })

  test('the first clause is said before its sentence is whole, once, however the text comes', () => {
    const text = '서울은 오늘 아침부터 맑고, 낮에는 조금, 아주 조금 더워질 것 같아요. 끝이에요.'
    for (const size of [1, 3, 7, 100]) {
      const it = awake().says('날씨').starts()
      it.look()
      for (let at = 0; at < text.length; at += size) it.text(text.slice(at, at + size), at)
      expect([size, said(it.ends().look())]).toEqual([
        size,
        ['서울은 오늘 아침부터 맑고', '낮에는 조금, 아주 조금 더워질 것 같아요.', '끝이에요.'],
      ])
      expect(it.plays().state.heard).toBe(text.length)
    }
  })

  test('a stop that only the spotter heard stops a turn in any phase, and a voice unless it is off; while nothing is done it is nothing', () => {
    const stop = { type: 'keyword', word: '그만' } as const
    const stops = (it: Story) => it.look().filter(({ do: what }) => what === 'cancel').length
    const thinking = awake().says('날씨').starts()
    const speaking = () =>
      awake().says('날씨').starts().text('서울은 맑아요. 부산은 흐려요.').give({ in: 'playing', line: 1 })
    expect([thinking, speaking()].map((it) => [stops(it), stops(it.hear(stop)), it.state.phase])).toEqual([
      [0, 1, 'listening'],
      [0, 1, 'listening'],
    ])
    expect(story().hear(stop).state.session).toBe('inactive')
    expect(stops(awake().hear(stop))).toBe(0)
  })

  test('wake word and request in one breath', () => {
    const it = story().says('비서야 지금 몇 시야')
    expect(it.look().filter(({ do: what }) => what === 'submit')).toEqual([{ do: 'submit', text: '지금 몇 시야' }])
  })

  test('ears elsewhere may hear from the wake word on, in the middle of an utterance, and no longer when the talk is over', () => {
    const it = story()
    const called = () => isCalled(it.state)
    const before = called()
    it.hear({ type: 'voice.started' }, { type: 'partial', text: '나 어제' })
    const overheard = called()
    it.hear({ type: 'partial', text: '비서야' })
    expect([before, overheard, called()]).toEqual([false, false, true])
    it.hear({ type: 'voice.ended', silentMs: 200 }).wait(2_000).hear({ type: 'final', text: '비서야' }).wait(120_000)
    expect(called()).toBe(false)
  })

  test('talk without the wake word is heard by nobody', () => {
    const it = story().says('오늘 날씨 알려줘').says('비서실에 전화해 줘')
    expect([it.state.session, it.phases]).toEqual(['inactive', []])
  })

  test('another wake word hands over to its agent', () => {
    const it = story().says('도치야 오늘 날씨 알려줘')
    expect(it.look().filter(({ do: what }) => what !== 'moved' && what !== 'finish')).toEqual([
      { do: 'agent', name: '도치', workspace: 'home' },
      { do: 'submit', text: '오늘 날씨 알려줘' },
    ])
  })

  test('"다시 말해줘" says the last answer once more, all of it though it was cut, and asks nobody; where nothing was said it is a request', () => {
    const it = awake().says('오늘 날씨 알려줘').answers('서울은 맑아요. 우산은 필요 없어요. ')
    it.look()
    const done = it.says('다시 말해줘').look()
    expect([said(done), it.state.phase]).toEqual([['서울은 맑아요.', '우산은 필요 없어요.'], 'speaking'])
    expect(done.some((command) => command.do === 'submit')).toBe(false)
    it.plays()
    expect([it.state.phase, said(it.says('뭐라고 했어?').look()).length]).toEqual(['listening', 2])
    const other = awake().says('다시 말해줘').look()
    expect(other.some((command) => command.do === 'submit')).toBe(true)
  })
  test('nothing said after a false wake: back to idle without a word', () => {
    const it = awake().wait(9_000)
    expect(it.state.phase).toBe('listening')
    it.wait(1_100)
    expect([it.state.session, it.state.phase, said(it.look())]).toEqual(['inactive', 'idle', []])
  })

  test('not understood: asked again twice in a row, then silence', () => {
    const it = awake()
    for (let times = 0; times < 3; times++) it.says('아야', '').plays()
    expect([said(it.look()), it.state.phase]).toEqual([
      ['잘 못 들었어요, 다시 말해주세요', '잘 못 들었어요, 다시 말해주세요'],
      'listening',
    ])
  })

  test('10 s of silence after a turn: the end is asked for, and 10 s more end it', () => {
    const it = awake().says('지금 몇 시야').answers('세 시예요.')
    it.look()
    it.wait(10_000)
    expect([said(it.look()), it.state.session, it.state.phase]).toEqual([['대화를 종료할까요?'], 'ending', 'speaking'])
    it.plays().wait(9_900)
    expect([it.state.session, it.state.phase]).toEqual(['ending', 'listening'])
    it.wait(200)
    expect([it.state.session, it.state.phase]).toEqual(['inactive', 'idle'])
  })

  test.each([
    ['응', '응', 'inactive', 'idle'],
    ['아니', '아니', 'active', 'listening'],
    ['내일 날씨 알려줘', '내일 날씨 알려줘', 'active', 'processing'],
    ['어버버', '', 'ending', 'listening'],
  ])('to the end question %s: %s', (partial, final, session, phase) => {
    const it = awake().says('지금 몇 시야').answers('세 시예요.').wait(10_000).plays().says(partial, final)
    expect([it.state.session, it.state.phase]).toEqual([session, phase])
  })

  test('a failed turn says why, and listens again', () => {
    const it = awake().says('지금 몇 시야').starts()
    it.look()
    it.event({ type: 'turn.failed', failure: { code: 'network' }, partial: '', retryable: true })
    expect(said(it.look())[0]).toContain('네트워크 오류')
    expect(it.plays().state.phase).toBe('listening')
  })

  test('what has to be known besides the answer is said between its sentences; what is for the eyes is not', () => {
    const it = awake().says('불 꺼줘').starts()
    it.look()
    it.text('잠시만요')
    it.event({ type: 'notice.given', code: 'mcp-new', data: { server: '집', command: 'npx home' } })
    it.event({ type: 'notice.given', code: 'mcp-asked', data: { server: '집' } })
    it.event({ type: 'text.added', call: 2, at: 0, text: '못 껐어요.' }).ends('못 껐어요.')
    expect(said(it.look())).toEqual(['잠시만요', expect.stringMatching(/집.*물어본 것이 있는데/), '못 껐어요.'])
    expect(it.plays().state.phase).toBe('listening')
  })

  test('push-to-talk: the key begins and ends an utterance', () => {
    const it = story().give({ in: 'key' })
    expect([it.state.phase, it.state.session]).toEqual(['listening', 'active'])
    it.hear({ type: 'voice.started' }, { type: 'partial', text: '지금 몇' }).give({ in: 'key' })
    expect(it.look().at(-1)).toEqual({ do: 'finish' })
  })
})

describe('endpointing', () => {
  const silenceUntilFinish = (text: string) => {
    const it = awake()
      .hear({ type: 'voice.started' })
      .wait(500)
      .hear({ type: 'partial', text }, { type: 'voice.ended', silentMs: 0 })
    return (nextDeadline(it.state, it.own) ?? 0) - it.at
  }
  test('0.3 s after a finished sentence, 0.45 s after a whole command, 1.5 s after an unfinished one, else 0.8 s', () => {
    const said = ['오늘 날씨 알려줘', '세종대왕', '엄마한테', '우리 동네 맛있는 빵집 전화번호']
    expect(said.map(silenceUntilFinish)).toEqual([300, 450, 1500, 800])
  })
  test('the sound decides where the words leave it open, about this pause alone', () => {
    const heardSo = (text: string, isOver: boolean) => {
      const it = awake()
        .hear({ type: 'voice.started' })
        .wait(500)
        .hear({ type: 'partial', text }, { type: 'voice.ended', silentMs: 0 }, { type: 'turn', isOver })
      return { it, ms: (nextDeadline(it.state, it.own) ?? 0) - it.at }
    }
    const said = ['오늘 날씨 알려줘', '세종대왕', '일단은요', '우리 동네 맛있는 빵집 전화번호']
    expect(said.map((text) => heardSo(text, true).ms)).toEqual([300, 300, 1500, 300])
    expect(said.map((text) => heardSo(text, false).ms)).toEqual([300, 800, 1500, 1500])
    const { it } = heardSo('우리 동네 맛있는 빵집 전화번호', false)
    it.hear({ type: 'voice.started' }).wait(300).hear({ type: 'voice.ended', silentMs: 0 })
    expect((nextDeadline(it.state, it.own) ?? 0) - it.at).toBe(800)
  })
  test('who goes on speaking is not cut', () => {
    const it = awake()
      .hear(
        { type: 'voice.started' },
        { type: 'partial', text: '오늘 날씨 알려줘' },
        { type: 'voice.ended', silentMs: 0 },
      )
      .wait(250)
    it.hear({ type: 'voice.started' }).wait(5_000)
    expect(it.finishes()).toBe(false)
  })
})

describe('barge-in in every phase', () => {
  const stops = (it: Story) => {
    it.look()
    it.hear({ type: 'voice.started' }).wait(300).hear({ type: 'partial', text: '아니 부산 날씨' })
    return it
  }
  /** What the person said is heard out, and goes to the conversation. */
  const submitted = (it: Story) => {
    it.hear({ type: 'voice.ended', silentMs: 0 }).wait(900).hear({ type: 'final', text: '아니 부산 날씨' })
    return it.look().find((command) => command.do === 'submit')
  }
  test('while thinking', () => {
    const it = stops(awake().says('오늘 날씨 알려줘').starts())
    expect(it.look()).toEqual([
      { do: 'cancel', turn: 't1', heard: 0 },
      { do: 'moved', from: 'processing', to: 'idle' },
      { do: 'moved', from: 'idle', to: 'listening' },
    ])
    expect(submitted(it)).toEqual({ do: 'submit', text: '아니 부산 날씨' })
  })
  test('in a tool', () => {
    const it = awake().says('오늘 날씨 알려줘').starts().event({ type: 'tool.started', id: 'x', idempotent: true })
    expect(it.state.doing).toBe('toolCalling')
    expect(stops(it).look()[0]).toEqual({ do: 'cancel', turn: 't1', heard: 0 })
  })
  test('while speaking: silence first, and how much of the answer was heard', () => {
    const it = awake().says('오늘 날씨 알려줘').starts().text('서울은 맑아요. 부산은 흐려요. 제주는 비가 와요.')
    it.give({ in: 'playing', line: 1 }, { in: 'played', line: 1 }, { in: 'playing', line: 2 })
    expect(stops(it).look()).toEqual([
      { do: 'hold' },
      { do: 'hush' },
      { do: 'cancel', turn: 't1', heard: 8 },
      { do: 'moved', from: 'speaking', to: 'listening' },
    ])
    expect(submitted(it)).toEqual({ do: 'submit', text: '아니 부산 날씨', over: { turn: 't1', chars: 8 } })
  })
  test('while the rest of a finished answer is spoken there is no turn to cancel', () => {
    const it = awake()
      .says('오늘 날씨 알려줘')
      .starts()
      .text('서울은 맑아요. 부산은 흐려요.')
      .ends()
      .give({ in: 'playing', line: 1 })
    expect(stops(it).look()).toEqual([
      { do: 'hold' },
      { do: 'hush' },
      { do: 'moved', from: 'speaking', to: 'listening' },
    ])
    expect(submitted(it)).toEqual({ do: 'submit', text: '아니 부산 날씨', over: { turn: 't1', chars: 0 } })
    expect(it.state.over).toBeUndefined()
  })
  test('before the turn has begun it is cancelled all the same', () => {
    expect(stops(awake().says('오늘 날씨 알려줘')).look()[0]).toEqual({ do: 'cancel', heard: 0 })
  })
  test('our own voice stops nothing at the beginning of a long answer that is written already', () => {
    const long = Array.from({ length: 40 }, (_, i) => `${i}번째 마을에는 사과나무와 배나무가 아주 많이 있었다고 해요.`)
    const it = awake()
      .says('이야기해줘')
      .starts()
      .text(`옛날에 깊은 산속에 호랑이가 살았어요. ${long.join(' ')}`)
    it.give({ in: 'playing', line: 1 })
    it.hear({ type: 'voice.started' }).wait(400).hear({ type: 'partial', text: '깊은 산속에 호랑이가' }).wait(400)
    expect([it.state.phase, it.state.turn?.id]).toEqual(['speaking', 't1'])
  })
  test('our own voice, a cough and a short noise stop nothing', () => {
    const it = awake()
      .says('오늘 날씨 알려줘')
      .starts()
      .text('오늘 서울은 아주 맑아요. ')
      .ends()
      .give({ in: 'playing', line: 1 })
    it.look()
    it.hear({ type: 'voice.started' }).wait(400).hear({ type: 'partial', text: '서울은 아주 말아요' }).wait(2_000)
    it.hear({ type: 'voice.ended', silentMs: 100 }).wait(2_000).hear({ type: 'final', text: '서울은 아주 말아요' })
    it.hear({ type: 'voice.started' }, { type: 'partial', text: '그만' }).wait(100).hear({ type: 'partial', text: '' })
    expect([it.phases, it.state.lines.length]).toEqual([[], 1])
  })
  test('"그만" only wants silence', () => {
    const it = awake()
      .says('오늘 날씨 알려줘')
      .starts()
      .text('서울은 맑아요. ')
      .ends()
      .give({ in: 'playing', line: 1 })
      .says('그만')
    it.done = it.done.filter(({ do: what }) => what === 'submit')
    expect([it.done.length, it.state.phase, it.state.session]).toEqual([1, 'listening', 'active'])
  })
})

describe('approvals by voice', () => {
  const asked = (ask: Ask) => {
    const it = awake().says('파일 하나 써줘').starts().event({ type: 'tool.asked', id: 'a1', ask, expiresAt: 0 })
    it.look()
    return it
  }
  const answer = (it: Story) => it.look().find((command) => command.do === 'answer')
  test('"네" after the question was read; the mere sound "응" is asked about', () => {
    expect(answer(asked(write).plays().says('응'))).toBeUndefined()
    const it = asked(write).plays().says('네')
    expect([answer(it), it.state.phase, it.state.doing]).toEqual([
      { do: 'answer', ask: 'a1', choice: 'once' },
      'processing',
      'toolCalling',
    ])
  })
  test('a yes before the question was read is none, a no is one', () => {
    expect(answer(asked(write).give({ in: 'playing', line: 1 }).says('네 해주세요'))).toBeUndefined()
    expect(answer(asked(write).give({ in: 'playing', line: 1 }).says('아니 하지 마'))).toEqual({
      do: 'answer',
      ask: 'a1',
      choice: 'deny',
    })
  })
  test('restricted ones never by voice alone: the key decides', () => {
    const it = asked(shell).plays().says('네')
    expect([answer(it), it.state.approval?.id]).toEqual([undefined, 'a1'])
    expect(answer(it.plays().give({ in: 'yes' }))).toEqual({ do: 'answer', ask: 'a1', choice: 'once' })
  })
  test('what would be done is said for the ear, and in short where it is long: the screen has the rest', () => {
    const spoken = (effect: string) => asked({ ...write, effect }).state.lines.map(({ text }) => text)
    expect(spoken('옮기기: a.md → b.md')).toEqual(['옮기기, a.md, b.md, 실행할까요?'])
    const lines = Array.from({ length: 40 }, (_, i) => `+ 줄 ${i}`)
    expect(spoken(['새 파일 a.md (40줄)', ...lines].join('\n'))).toEqual([
      '새 파일 a.md, 마흔 줄, 나머지는 화면에 있어요. 실행할까요?',
    ])
  })
  test('somebody else answers: back to the turn', () => {
    const it = asked(write)
      .plays()
      .event({ type: 'tool.answered', id: 'a1', decision: { choice: 'once' }, by: 'owner' })
    expect([it.state.approval, it.state.phase]).toEqual([undefined, 'processing'])
  })
})

describe('a service', () => {
  const question = '엄마에게 1만원을 이체할까요?'
  const atReady = () => {
    const it = awake().says('엄마한테 만원 보내줘').starts()
    return it
      .event({
        type: 'service.moved',
        service: 'transfer',
        stage: 'READY',
        slots: {},
        task: { index: 1, total: 1 },
        buttons: [],
      })
      .text(question)
      .ends(question)
  }
  test('its question is asked aloud and its answer goes to it, also a no that would end a dialogue', () => {
    expect(said(atReady().done)).toEqual(['엄마에게 만원을 이체할까요?'])
    for (const answer of ['응 보내줘', '그만할게']) {
      const it = atReady().plays()
      it.look()
      expect(
        it
          .says(answer)
          .look()
          .find((command) => command.do === 'submit'),
      ).toEqual({ do: 'submit', text: answer })
    }
  })
  test('an answer that comes whole at the end of its turn is spoken, one that came in pieces is not said twice', () => {
    expect(said(awake().says('잔액 알려줘').starts().ends('잔액은 3만원이에요.').done)).toEqual([
      '잔액은 삼만원이에요.',
    ])
    expect(said(awake().says('잔액 알려줘').starts().text('3만원이에요.').ends('3만원이에요.').done)).toEqual([
      '삼만원이에요.',
    ])
  })
  test('a yes to a question that was cut off is not passed on: it is read again', () => {
    const it = atReady().give({ in: 'playing', line: 1 })
    it.look()
    it.says('응 보내줘')
    const done = it.look()
    expect([done.some((command) => command.do === 'submit'), said(done)]).toEqual([
      false,
      ['엄마에게 만원을 이체할까요?'],
    ])
  })
})

describe('what is out of order', () => {
  test('no voice: the answer is read, and the dialogue goes on', () => {
    const it = awake().says('지금 몇 시야').starts().text('세 시예요.').give({ in: 'mute', why: 'no-speaker' }).ends()
    expect([it.state.phase, it.state.session, it.state.lines]).toEqual(['listening', 'active', []])
  })
  test('a conversation that does not take what was said says why, and listens again', () => {
    const it = awake().says('지금 몇 시야')
    it.look()
    it.give({ in: 'refused', failure: { code: 'storage', data: { full: true } } })
    expect([said(it.look()), it.plays().state.phase]).toEqual([
      [turnMessages.ko.failure({ code: 'storage', data: { full: true } })],
      'listening',
    ])
  })
  test('no ears: typed text goes on, and is answered aloud', () => {
    const it = story().hear({ type: 'lost', why: 'no-microphone' }).give({ in: 'typed', text: '지금 몇 시야' })
    expect(it.look().map(({ do: what }) => what)).toEqual(['submit', 'moved'])
    expect([it.answers('세 시예요.').state.phase, it.state.session]).toEqual(['idle', 'inactive'])
  })
  test('the microphone is pulled out in the middle of a sentence and comes back', () => {
    const it = awake().hear(
      { type: 'voice.started' },
      { type: 'partial', text: '오늘' },
      { type: 'lost', why: 'no-microphone' },
    )
    expect([it.state.phase, it.state.session]).toEqual(['idle', 'active'])
    expect(it.hear({ type: 'back' }).state.phase).toBe('listening')
  })
})

test('SPEC §1 has these changes of phase and no others', () => {
  expect(changes).toEqual({
    idle: ['processing', 'listening', 'speaking'],
    listening: ['processing', 'idle', 'speaking'],
    processing: ['speaking', 'idle'],
    speaking: ['listening', 'idle'],
  })
})

const texts = fc.constantFrom(
  '',
  '비서야',
  '도치야',
  '비서야 오늘 날씨 알려줘',
  '응',
  '아니',
  '그만',
  '그만할게',
  '음',
  '엄마한테',
  '서울은 맑아요',
  '부산은 어때',
)
const inputs: fc.Arbitrary<Given | { wait: number }> = fc.oneof(
  fc.record({ wait: fc.constantFrom(50, 300, 900, 2_000, 10_500) }),
  texts.map((text): Given => ({ in: 'heard', heard: { type: 'partial', text } })),
  texts.map((text): Given => ({ in: 'heard', heard: { type: 'final', text } })),
  fc
    .constantFrom<RecognizedSpeech>(
      { type: 'voice.started' },
      { type: 'voice.ended', silentMs: 100 },
      { type: 'keyword', word: '도치야' },
      { type: 'lost', why: 'ears-died' },
      { type: 'back' },
    )
    .map((heard): Given => ({ in: 'heard', heard })),
  fc.constantFrom<Given>(
    { in: 'key' },
    { in: 'stop' },
    { in: 'yes' },
    { in: 'no' },
    { in: 'typed', text: '안녕' },
    { in: 'mute', why: 'no-speaker' },
    { in: 'say', text: '약 드실 시간이에요.' },
    { in: 'refused', failure: { code: 'busy' } },
  ),
  fc.nat(6).map((line): Given => ({ in: 'playing', line })),
  fc.nat(6).map((line): Given => ({ in: 'played', line })),
  fc
    .constantFrom<Event>(
      { type: 'text.added', call: 1, at: 0, text: '서울은 맑아요. 부산은' },
      { type: 'tool.started', id: 'x', idempotent: true },
      { type: 'tool.asked', id: 'a', ask: write, expiresAt: 0 },
      { type: 'tool.answered', id: 'a', decision: { choice: 'deny' }, by: 'timeout' },
      {
        type: 'service.moved',
        service: 'transfer',
        stage: 'READY',
        slots: {},
        task: { index: 1, total: 1 },
        buttons: [],
      },
      { type: 'turn.done', message: 'm', text: '네.' },
      { type: 'turn.cancelled', by: 'person', partial: '' },
    )
    .map(
      (event): Given => ({
        in: 'event',
        envelope: { v: 1, epoch: 1, seq: 1, conversation: 'c', turn: 't1', at: 0, event },
      }),
    ),
  fc.constant<Given>({
    in: 'event',
    envelope: {
      v: 1,
      epoch: 1,
      seq: 1,
      conversation: 'c',
      turn: 't1',
      at: 0,
      event: { type: 'turn.started', agent: '비서', input: { id: 't1', text: '?', origin: 'voice', by: 'owner' } },
    },
  }),
)

test('what comes of an answer while the person is asked something is said afterwards, not into their words', () => {
  const asked = () =>
    new Story()
      .give({ in: 'heard', heard: { type: 'final', text: '비서야 오늘 날씨 알려줘' } })
      .starts()
      .event({ type: 'tool.asked', id: 'a', ask: write, expiresAt: 0 })
      .give({ in: 'key' })
  const more = asked().event({ type: 'text.added', call: 1, at: 0, text: '서울은 맑아요. 부산은' })
  expect([more.state.phase, more.state.lines]).toEqual(['listening', []])
  more.event({ type: 'tool.answered', id: 'a', decision: { choice: 'deny' }, by: 'timeout' })
  more.event({ type: 'turn.done', message: 'm', text: '서울은 맑아요. 부산은 흐려요.' })
  expect(more.state.lines.map(({ text }) => text).join(' ')).toContain('서울은 맑아요.')
  const done = asked().event({ type: 'turn.done', message: 'm', text: '네.' })
  expect([done.state.phase, done.state.lines.map(({ text }) => text)]).toEqual(['processing', ['네.']])
})

test('never at once: listening and speaking, processing and listening, ending and processing; and only the changes of SPEC §1', () => {
  const reached = new Set<string>()
  fc.assert(
    fc.property(fc.array(inputs, { maxLength: 60 }), (given) => {
      const it = new Story()
      for (const one of given) {
        if ('wait' in one) it.wait(one.wait)
        else if (one.in === 'event' && one.envelope.event.type === 'turn.started') it.starts()
        else it.give(one)
        const { phase, session, lines, sounding } = it.state
        expect({ phase, lines: phase === 'listening' ? lines.length : 0 }).toEqual({ phase, lines: 0 })
        expect(sounding && lines.length === 0).toBe(false)
        expect(session === 'ending' && phase === 'processing').toBe(false)
        expect(phase === 'listening' && session === 'inactive').toBe(false)
        expect(phase === 'processing' && !it.state.turn).toBe(false)
      }
      for (const command of it.done) if (command.do === 'moved') reached.add(`${command.from} → ${command.to}`)
    }),
    { numRuns: 1500 },
  )
  // Every change that there is really happens somewhere in these stories.
  expect([...reached].sort()).toEqual(
    Object.entries(changes)
      .flatMap(([from, to]) => to.map((one) => `${from} → ${one}`))
      .sort(),
  )
})

test('whatever happens, the machine never waits without a reason to wake up while it listens', () => {
  fc.assert(
    fc.property(fc.array(inputs, { maxLength: 40 }), (given) => {
      const it = new Story()
      for (const one of given) 'wait' in one ? it.wait(one.wait) : it.give(one)
      const { phase, ear } = it.state
      if (phase === 'listening' && !ear.finishing) expect(nextDeadline(it.state, it.own)).toBeDefined()
    }),
    {
      examples: [
        [
          [
            { in: 'heard', heard: { type: 'voice.started' } },
            { in: 'key' },
            { in: 'heard', heard: { type: 'final', text: '그만할게' } },
            { in: 'heard', heard: { type: 'final', text: '도치야' } },
          ],
        ],
      ],
    },
  )
})
