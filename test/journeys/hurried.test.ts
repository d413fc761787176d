import { expect, test } from 'vitest'
import { createAssistant } from '../../src/library/index.ts'
import { freshHome } from './home.ts'

/**
 * Sentences as people type them in a hurry, each with what the answer must hold; an indented one goes on with the
 * conversation.
 */
const said: readonly (readonly [string, RegExp])[] = [
  ['할머니께 용돈 십만원', /^할머니에게 10만원을 이체할까요\?/],
  [' 네', /^이체가 완료됐어요/],
  ['형한테 3만원만', /^형에게 3만원을 이체할까요\?/],
  [' 아니다 4만원', /^형에게 4만원/],
  ['영희에게 1만원 아 아니 철수에게', /^철수에게 1만원을 이체할까요\?/],
  ['철수한테 만오천원 쏴줘 어제 밥값', /^철수에게 15,000원을 이체할까요\?/],
  ['민수한테 빌린 돈 3만원 갚아줘', /^민수에게 3만원을 이체할까요\?/],
  ['철수한테 받은 만원 영수에게 보내줘', /^영수에게 1만원을 이체할까요\?/],
  ['엄마한테 돈보내줘', /^엄마에게 얼마를 보내드릴까요\?$/],
  ['엄마한테 십만원 보내줘 생일축하해 라고 메모 남겨줘', /^엄마에게 10만원을 이체할까요\? \(메모: 생일축하해\)/],
  ['엄마한테 3만원 받았어', /^(?!.*이체할까요)/s],
  ['아빠한테 10만원 있어', /^(?!.*이체할까요)/s],
  ['내 통장 얼마 있어', /^지금 잔액은/],
  ['30분뒤에 알려줘 빨래', /^11월 22일 일요일 오후 7시에 알려드릴게요: 빨래$/],
  ['약먹을시간 알려줘 저녁 8시', /오후 8시에 알려드릴게요/],
  ['한시간마다 물마시라고', /^한시간마다 알려드릴게요: 물마시기/],
  ['매주 화목 7시 운동 알려줘', /^매주 화목 7시에 알려드릴게요: 운동/],
  ['다음달 3일 병원 알려줘', /^12월 3일 목요일 오전 9시에 알려드릴게요: 병원$/],
  ['매일 뉴스 알려줘', /^새 소식은/],
  ['이따 6시에 장보기 알려줘', /^오후 6시는 이미 지나서/],
  ['이따 8시에 장보기 알려줘', /^11월 22일 일요일 오후 8시에 알려드릴게요: 장보기$/],
  ['글피 9시 병원', /^알려드릴까요\? “글피 9시 병원 알려줘”/],
  ['내일 3시에 뭐하라고', /^(?!.*알려드릴게요)/s],
  ['여권번호 M12345 메모해줘', /^기억했어요: 여권번호 M12345/],
  [' 여권번호 뭐야', /^여권번호 M12345라고 알려주셨어요\.$/],
  [' 여권번호', /^여권번호 M12345라고 알려주셨어요\.$/],
  ['엄마 생일은 3월 5일', /^네, 알겠어요\.$/],
  [' 엄마 생일 언제였지', /엄마 생일은 3월 5일/],
  ['주차 B3 17번에 했어', /^네, 이 대화에서는/],
  [' 주차 어디했지', /B3 17번/],
  ['내이름뭐야', /^그건 기억해 둔 게 없어요/],
  ['5만원 17프로면 얼마', /^8,500원이에요\.$/],
  ['ㄳ', /언제든|기뻐요|천만에요|도움/],
  ['점메추', /어때요\?/],
]

test('sentences typed in a hurry are read as they are meant', async () => {
  const wrong: string[] = []
  let assistant: Awaited<ReturnType<typeof createAssistant>> | undefined
  for (const [line, expected] of said) {
    if (!line.startsWith(' ') || !assistant) {
      await assistant?.close()
      assistant = await createAssistant({
        home: freshHome(),
        cwd: freshHome(),
        env: { OLLAMA_HOST: '127.0.0.1:9' },
        clock: () => Date.parse('2026-11-22T18:30:00+09:00'),
        settings: { provider: 'offline', language: 'ko', zone: 'Asia/Seoul' },
      })
    }
    const end = (await Array.fromAsync(assistant.ask(line.trim()))).at(-1)
    const told = end?.type === 'turn.done' ? end.text : JSON.stringify(end)
    if (!expected.test(told)) wrong.push(`${line}: ${told}`)
  }
  await assistant?.close()
  expect(wrong).toEqual([])
})
