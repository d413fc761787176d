import { describe, expect, test } from 'vitest'
import { voiceOwnerMessages } from '../../../src/messages/surfaces/voice-owner.ts'
import type { Whose } from '../../../src/protocol/speech.ts'
import { readAnswer } from '../../../src/std/korean/dialogue/yesno.ts'
import { awake, type Story, said, story, write } from './story.ts'

/** Somebody says it, in that voice. */
function voiced(it: Story, text: string, whose?: Whose): Story {
  it.hear({ type: 'voice.started' }).wait(300).hear({ type: 'partial', text }).wait(300)
  it.hear({ type: 'voice.ended', silentMs: 100 }).wait(1_500)
  return it.finishes() ? it.hear({ type: 'final', text, ...(whose ? { whose } : {}) }) : it
}

const submitted = (it: Story) => it.look().flatMap((command) => (command.do === 'submit' ? [command.text] : []))
const choice = (it: Story) => it.look().find((command) => command.do === 'answer')?.choice
const begun = () => {
  const it = awake()
  it.look()
  return it
}

/** A tool asks whether it may; the question was read. */
function asked(): Story {
  const it = voiced(awake(), '파일 하나 써줘', 'own')
  it.starts().event({ type: 'tool.asked', id: 'a1', ask: write, expiresAt: 0 }).plays().wait(2_000).look()
  return it
}

/** A service has read back what it will do, and waits. */
function readBack(): Story {
  const it = voiced(awake(), '엄마한테 오만원 보내줘', 'own')
    .starts()
    .event({
      type: 'service.moved',
      service: 'transfer',
      stage: 'READY',
      slots: {},
      task: { index: 1, total: 1 },
      buttons: [],
    })
  it.ends('엄마에게 50,000원을 보낼까요?').plays().wait(2_000).look()
  return it
}

describe('where a voice is enrolled, another one orders and agrees to nothing (SPEC §7)', () => {
  test('the enrolled voice asks and agrees; where none is enrolled, anybody does', () => {
    for (const whose of ['own', undefined] as const) {
      expect(submitted(voiced(begun(), '내일 날씨 어때', whose))).toEqual(['내일 날씨 어때'])
      expect(choice(voiced(asked(), '네', whose))).toBe('once')
      expect(submitted(voiced(readBack(), '네', whose))).toEqual(['네'])
    }
  })

  test('another voice is told once that it is not followed, and not answered again while it goes on', () => {
    const it = voiced(begun(), '엄마한테 오만원 보내줘', 'other')
    expect(said(it.look())).toEqual(['등록한 목소리가 아니어서 따르지 않았어요. 글로 쓰면 돼요.'])
    it.plays().wait(500).look()
    voiced(it, '지금 주문하세요', 'other')
    const after = it.look()
    expect([said(after), after.some((command) => command.do === 'submit')]).toEqual([[], false])
    expect(submitted(voiced(it, '내일 날씨 어때', 'own'))).toEqual(['내일 날씨 어때'])
  })

  test('a television that goes on keeps no dialogue open: the silence is the person’s', () => {
    const it = voiced(voiced(begun(), '내일 날씨 어때', 'own').answers('맑아요.'), '지금 주문하세요', 'other').plays()
    it.look()
    for (let i = 0; i < 8; i++) voiced(it, '지금 주문하세요', 'other').wait(300)
    expect(said(it.look())).toContain('대화를 종료할까요?')
  })

  test('a voice that is too short to be known may ask, but not agree; it hears how', () => {
    expect(submitted(voiced(begun(), '부산 날씨', 'unknown'))).toEqual(['부산 날씨'])
    for (const it of [asked(), readBack()]) {
      voiced(it, '네', 'unknown')
      const done = it.look()
      expect(done.filter((command) => command.do === 'answer' || command.do === 'submit')).toEqual([])
      expect(said(done).join(' ')).toContain('네, 그렇게 해 주세요')
      it.plays().wait(1_000).look()
      const [ask] = [voiced(it, '네, 그렇게 해 주세요', 'own').look()]
      expect(
        ask.some((command) => command.do === 'submit' || (command.do === 'answer' && command.choice === 'once')),
      ).toBe(true)
    }
  })

  test('the sentence that is asked for is a yes', () => {
    const asked = Object.values(voiceOwnerMessages).map(({ unsure }) => unsure.match(/“(.*?)”/)?.[1] ?? '')
    expect(asked.map((one) => readAnswer(one))).toEqual(['yes', 'yes'])
  })

  test('a no, a stop and a goodbye are anybody’s', () => {
    for (const whose of ['other', 'unknown'] as const) {
      expect(choice(voiced(asked(), '아니 하지 마', whose))).toBe('deny')
      expect(submitted(voiced(readBack(), '취소해 줘', whose))).toEqual(['취소해 줘'])
      expect(voiced(begun(), '그만', whose).state.phase).not.toBe('processing')
    }
  })

  test('what restates a request, or changes it, is no yes of another voice either', () => {
    for (const text of [
      '엄마한테 오만원 보내줘',
      '아니 이십만원으로',
      '영수한테로 바꿔',
      '보내셔도 됩니다',
      '확인',
      '보내',
    ])
      for (const whose of ['other', 'unknown'] as const) {
        const got = submitted(voiced(readBack(), text, whose))
        // Whoever begins with a no has said no; the service reads the new amount back.
        expect([text, whose, text.startsWith('아니') ? [] : got]).toEqual([text, whose, []])
      }
  })

  test('the reading by keys and typing stay the person’s, whoever speaks', () => {
    const it = voiced(asked(), '네', 'other')
    expect(choice(it.give({ in: 'yes' }))).toBe('once')
    expect(submitted(readBack().give({ in: 'typed', text: '네' }))).toEqual(['네'])
  })
})

test('a television that is not followed does not make the person faint, however loud it is', () => {
  const it = begun().hear({ type: 'level', db: -20 })
  voiced(it, '오늘 날씨 알려줘', 'own').starts().text('맑아요.').ends('맑아요.').plays()
  expect(it.state.nearDb).toBe(-20)
  voiced(it.hear({ type: 'level', db: -5 }), '이 세탁기를 지금 주문하세요', 'other')
  expect(it.state.nearDb).toBe(-20)
})

test('beside a television a voice that nobody knows is followed where it is as loud as the person', () => {
  const room = { type: 'level', room: -26 } as const
  const it = voiced(begun().hear({ ...room, db: -20 }), '불 켜줘', 'own')
  expect(submitted(it)).toEqual(['불 켜줘'])
  it.starts().ends('켰어요.').plays().look()
  voiced(it.hear({ ...room, db: -24 }), '내일은 비가 와요', 'unknown')
  expect([submitted(it), it.state.nearDb, it.state.phase]).toEqual([[], -20, 'listening'])
  voiced(it.hear({ ...room, db: -20 }), '불 꺼줘', 'unknown')
  expect([submitted(it), it.state.nearDb]).toEqual([['불 꺼줘'], -20])
})

test('whoever calls by name is as loud as they will ask', () => {
  const it = story().hear({ type: 'level', db: -22 }).says('비서야')
  expect(it.state.nearDb).toBe(-22)
})
