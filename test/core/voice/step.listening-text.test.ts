import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isBargeIn, isEcho, withoutOwn } from '../../../src/core/voice/echo.ts'
import { endsDialogue, isNoise, wantsSilence } from '../../../src/core/voice/end-words.ts'
import { endpointMs, finishOf } from '../../../src/core/voice/endpoint.ts'
import { soundedSince } from '../../../src/core/voice/step.ts'

describe('endpointing waits longer after an unfinished sentence and shorter after a finished one', () => {
  test.each([
    '오늘 날씨 알려줘',
    '지금 몇 시야',
    '내일 아침 일곱 시에 깨워 주세요',
    '엄마한테 만원 보내줘',
    '고마워요',
    '네',
    '아니요',
    '그만할게',
    '불 꺼줘',
    '이거 얼마예요?',
    '몇 시까지 갑니까',
    '타이머 오 분 맞춰줘',
    '취소',
    '같이 갈까',
    '다시 말해 줄래',
    '회의 취소해',
    '볼륨 줄여',
    '알았어',
    '지금 몇 시',
    '불 켜 줘.',
    '보내 줘。',
    'what time is it',
    'turn it off please',
    'yes',
  ])('finished: %s', (text) => expect([finishOf(text), endpointMs(text)]).toEqual(['finished', 300]))

  test.each([
    '그리고',
    '엄마한테',
    '오늘 저녁에는',
    '음',
    '내일',
    '날씨를',
    '전화번호는 010',
    '공일공 일이삼사',
    '그거 있잖아',
    '엄마하고',
    '밥 먹고',
    '비가 오는데',
    '시간이 되면',
    '삼만',
    '부산에서',
    '아니 그게…',
    '우유,',
    '엄마한테.',
    '그리고.',
    '비밀번호는 4821.',
    '내일 아침 일곱 시에',
    '한국어를 영어로',
    '우유랑',
    '근데 말이야',
    '그 뭐지',
    'tell me about',
    'and',
    'send it to',
    'remind me when',
    'my number is 555',
    'call the',
  ])('unfinished: %s', (text) => expect([finishOf(text), endpointMs(text)]).toEqual(['unfinished', 1500]))

  test.each(['서울', '서울.', '세종대왕', '김치찌개 레시피', 'pizza', '오늘 날씨', '다음 곡', '사과 영어로'])(
    'whole: %j',
    (text) => expect([finishOf(text), endpointMs(text)]).toEqual(['whole', 450]),
  )
  test.each(['', '우리 동네 맛있는 빵집 전화번호'])('open: %j', (text) =>
    expect([finishOf(text), endpointMs(text)]).toEqual(['open', 800]),
  )

  test('of all turns, written down before the program was asked, 3 in 100 pauses are cut; who is through waits 0.3 s, after a short command 0.45 s', () => {
    const turns = readFileSync('test/fixtures/voice/turn-ends.tsv', 'utf8').trim().split('\n')
    const waits = (kind: string) =>
      turns.flatMap((turn) => {
        const [text = '', as = ''] = turn.split('\t')
        return as === kind ? [{ text, ms: endpointMs(text) }] : []
      })
    const median = (all: { ms: number }[]) => all.map(({ ms }) => ms).sort((a, b) => a - b)[all.length >> 1]
    const cut = waits('P').filter(({ ms }) => ms < 1_000)
    expect(cut.length, JSON.stringify(cut)).toBeLessThanOrEqual(0.03 * waits('P').length)
    expect([median(waits('W')), median(waits('S'))]).toEqual([300, 450])
  })
})

describe('end words', () => {
  test.each([
    '그만할게',
    '그만할게요.',
    '대화 종료',
    '대화 종료해 줘',
    '이제 그만하자',
    '끝낼게',
    '됐어, 이제 그만',
    '고마워 그만할게',
    '오늘은 여기까지 할게',
    '나중에 또 얘기하자',
    '음성 꺼 줘',
    '종료',
    '잘 자',
    '안녕히 계세요',
    '잘 가',
    "that's all",
    'Goodbye!',
    'stop listening',
  ])('%s ends the dialogue', (text) => expect(endsDialogue(text)).toBe(true))
  test.each([
    '그만큼 보내줘',
    '그만하라고 전해줘',
    '대화 종료라는 말이 무슨 뜻이야',
    '종료 버튼이 어디 있어',
    '안녕',
    '안녕하세요',
    '알람 그만 울려',
    '끝말잇기 하자',
    '그만둔 사람 명단',
    '여기까지 읽어 줘',
    '다음에 봐야 할 영화',
    '잘 자는 법 알려줘',
    '음성 메모 꺼내 줘',
    'say goodbye to mom',
    '',
    '끝',
  ])('%j does not', (text) => expect(endsDialogue(text)).toBe(false))
  test('"그만" and "잠깐" want silence, hesitation is nothing', () => {
    const silence = [
      '그만',
      '잠깐만요',
      '멈춰',
      'stop',
      '아 그만',
      '이제 그만',
      '조용',
      '그만 읽어',
      '알았어, 그만해',
      'okay stop',
    ]
    expect(silence.filter((text) => !wantsSilence(text))).toEqual([])
    const other = ['그만큼', '잠깐 나갔다 올게', '조용한 노래 틀어 줘', '그만 읽어도 되는 책', '네', '알았어']
    expect(other.filter(wantsSilence)).toEqual([])
    expect(['음', '어… 음', 'uh', '', '네', '음악'].map(isNoise)).toEqual([true, true, true, true, false, false])
  })
})

describe('hearing itself is not barge-in', () => {
  const spoken = ['오늘 서울은 맑고 기온은 이십 도예요.', '우산은 필요 없어요.']
  test.each([
    '서울은 맑고',
    '오늘 서울은 말고 기온은',
    '기온은 이십 도',
    '우산은 피료 없어요',
    '필요',
    '맑고 기온은 이십 도예요 우산',
    '기온은 20도예요.',
  ])('%s is the loudspeaker', (heard) => expect(isEcho(heard, spoken)).toBe(true))
  test.each(['그만', '잠깐만', '내일은 어때', '30도면 더워', '부산 날씨도 알려줘', '아니 그거 말고'])(
    '%s is a person',
    (heard) => expect(isEcho(heard, spoken)).toBe(false),
  )

  const judge = (mode: 'full' | 'keyword' | 'off', text: string, sounding = true) =>
    isBargeIn(mode, { text, spoken: sounding ? spoken : [], wakeWords: ['비서야'] })
  test('what each mode lets through while the assistant speaks', () => {
    const said = ['부산은 어때', '그만', '비서야', '서울은 맑고', '음', '']
    expect(said.map((text) => judge('full', text))).toEqual([true, true, true, false, false, false])
    expect(said.map((text) => judge('keyword', text))).toEqual([false, true, true, false, false, false])
    expect(said.map((text) => judge('off', text))).toEqual([false, false, false, false, false, false])
  })
  test('while it only thinks, anything but hesitation counts, in every mode', () => {
    expect((['full', 'keyword', 'off'] as const).map((mode) => judge(mode, '서울은 맑고', false))).toEqual([
      true,
      true,
      true,
    ])
    expect(judge('full', '음…', false)).toBe(false)
  })
  test('a stop word that the assistant says itself stops nothing', () => {
    expect(isBargeIn('keyword', { text: '그만', spoken: ['타이머를 그만 둘까요?'], wakeWords: [] })).toBe(false)
  })
})

describe('whoever speaks over it is heard, whatever it says itself', () => {
  const during = ['서울은 오늘 아주 맑고 따뜻해요.']
  const own = ['서울은', '서울은 오늘 아주', '아주 말고', '맑고 따뜨태요', '오늘 아주 맑고']
  const judge = (mode: 'full' | 'keyword', text: string) =>
    isBargeIn(mode, { text, spoken: during, during, wakeWords: ['비서야'] })
  const stops = [
    '그만',
    '잠깐만',
    '멈춰',
    '비서야',
    '비서야 그만',
    '아니 그거 말고',
    '안 돼',
    '하지 마',
    '취소해',
    'stop',
    'wait',
    'no not that',
  ]
  const requests = ['불 꺼줘', '지금 몇 시야', '부산 날씨는 어때', '타이머 오 분 맞춰줘', 'what time is it']

  test('a stop, a no, a correction and a call stop it in every mode, also behind words of its own in one breath', () => {
    const said = [...stops, ...own.flatMap((words) => stops.map((stop) => `${words} ${stop}`))]
    expect(said.filter((text) => !judge('keyword', text) || !judge('full', text))).toEqual([])
  })
  test('a request does so where anything may, and is taken without its own words', () => {
    const said = [...requests, ...own.flatMap((words) => requests.map((request) => `${words} ${request}`))]
    expect(said.filter((text) => !judge('full', text))).toEqual([])
    expect(requests.filter((text) => judge('keyword', text))).toEqual([])
    expect(withoutOwn('서울은 오늘 아주 지금 몇 시야', during)).toBe('지금 몇 시야')
    expect(requests.map((text) => withoutOwn(text, during))).toEqual(requests)
  })
  test('its own words stop nothing, nor does what listeners say', () => {
    const listener = [
      '응',
      '어어',
      '응응',
      '아 그래',
      '네네',
      '그렇구나',
      '맞아',
      '진짜?',
      'uh-huh',
      'yeah',
      'I see',
      '음',
    ]
    expect([...own, ...listener].filter((text) => judge('full', text) || judge('keyword', text))).toEqual([])
    expect(listener.filter((text) => isBargeIn('full', { text, spoken: [], wakeWords: [] }))).toEqual([])
  })
  test('of its own words only those count that sounded while the person spoke', () => {
    const line = { id: 1, text: '타이머를 그만 둘까요? 아니면 오 분 뒤에 다시 알려 드릴까요?', from: 10_000, ms: 6_000 }
    expect(soundedSince(line, 10_000, 11_000)).toContain('그만')
    expect(soundedSince(line, 14_500, 15_500)).not.toContain('그만')
    expect(soundedSince({ ...line, until: 11_000 }, 13_000, 14_000)).toBe('')
    expect(soundedSince({ id: 1, text: '그만' }, 0, 1)).toBe('그만')
  })
})
