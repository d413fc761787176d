import { createAssistant } from '../../src/library/index.ts'
import { isEnding } from '../../src/protocol/index.ts'
import { bareEnv, freshHome } from '../cli/assistant.ts'

const noon = '2026-11-21T12:00:00+09:00'

/** Conversations that money, slots, reminders, notes and sums take part in; nothing in them is drawn by lot. */
export const stories: readonly (readonly string[])[] = [
  ['엄마한테 3마넌 낼 보내줘', '아니다 5만원', '오늘 며칠이야?', '넹', '예약한 거 뭐 있어?', '아 취소'],
  ['내일 저녁 7시에 회의 알려줘', '8시로', '아니 9시 반', '취소'],
  [
    '형한테 만원, 누나한테 15 만원 보내줘',
    '네',
    '20만원으로 바꿔줘',
    '응',
    '네',
    '방금 보낸 거 취소해줘',
    '총 얼마 보냈어?',
  ],
  ['엄마랑 아빠한테 10만원 나눠서 보내줘', '전부 취소'],
  ['철수한테 받은 만원 영수에게 보내줘', '취소'],
  ['돈 보내줘', '동생', '안 보내도 돼?', '3만원', '그만'],
  ['매일 9시와 6시 반에 약 먹으라고 알려줘', '추석마다 차례 준비하라고 알려줘', '알림 목록'],
  ['12만 5천원의 17%는?', '크리스마스까지 며칠 남았어?', '음력 8월 15일이 양력으로 언제야?', '20평은 몇 제곱미터'],
  ['send 30,000 won to mom', 'no, make it 20,000 won', 'yes', 'how much did I send to mom today?'],
  ['집주인 아주머니한테 월세 50만원 다음 달 1일에 보내줘', '엄', '어제 아빠가 3만원 보냈대', '네 아니 취소요'],
  ['엄마한테 만원 보내줘', '아 그리고 아빠한테는 5만원', '네', '싫어', '아까 그 이체 계속하자'],
  ['이모한테 -5000원 보내줘', '5천원', '메모는 생일 선물', '보내주세요'],
  ['소영이한테 만원 빼고 보내줘', '삼 만 오천 원', '6월 19일에', '아니 모레', 'ㅇㅇ', '오케이'],
  ['이번 주 금요일까지 보고서 내라고 알려줘', '매달 31일에 카드값 확인하라고 알려줘', '알림 목록'],
  ['메모해줘: 와이파이 비밀번호는 assistant7', '메모 보여줘', '내 이름은 지수야', '내 이름이 뭐야?'],
]
/**
 * What differs by design: Telegram's own bullets and notices, code without its marks, and the opening of a refusal,
 * which varies.
 */
export const plain = (text: string) =>
  text
    .replaceAll('`', '')
    .replaceAll('• ', '- ')
    .replace(/^.*(?= AI 모델을 연결하면)/m, '…')
    .replace(/\n\nℹ️ .*$/, '')
    .trimEnd()

/** Single runs come one after the other: each begins a minute later. */
export const env = (home: string, minutes = 0) =>
  bareEnv(home, {
    ASSISTANT_NOW: new Date(Date.parse(noon) + minutes * 60_000).toISOString(),
    ASSISTANT_LANG: 'ko',
    ASSISTANT_PROVIDER: 'offline',
    ASSISTANT_ZONE: 'Asia/Seoul',
  })

/** The terminal's conversations: each sentence as its screen submits it. */
export async function inTerminal(): Promise<string[][]> {
  const assistant = await createAssistant({
    home: freshHome(),
    cwd: freshHome(),
    env: { OLLAMA_HOST: '127.0.0.1:9' },
    clock: () => Date.parse(noon),
    settings: { provider: 'offline', language: 'ko', zone: 'Asia/Seoul' },
  })
  const all: string[][] = []
  for (const story of stories) {
    const conversation = await assistant.open('new')
    const heard: string[] = []
    for (const text of story) {
      const { turn, seq } = await conversation.submit({ text, origin: 'tui', by: 'owner' }, 'queue')
      for await (const { turn: of, event } of conversation.follow(seq, AbortSignal.timeout(60_000))) {
        if (of !== turn || !isEnding(event)) continue
        heard.push(event.type === 'turn.done' ? plain(event.text) : JSON.stringify(event))
        break
      }
    }
    await conversation.close()
    all.push(heard)
  }
  await assistant.close()
  return all
}
