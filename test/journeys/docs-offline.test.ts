import { expect, test } from 'vitest'
import { corpus, questions } from '../../bench/retrieval/corpus.ts'
import { createOffline } from '../../src/llm/rules/index.ts'
import { passagesText } from '../../src/retrieval/answers/cite.ts'
import { Database } from '../../src/retrieval/database.ts'
import { keywordSearch, passagesOf, putFile } from '../../src/retrieval/keyword.ts'

const foreign = `스톡옵션 규정에 행사가격이 얼마라고 되어 있어?
양자컴퓨터 매뉴얼에 큐비트가 몇 개라고 나와?
우주 정거장 고도가 얼마야?
피아노 조율은 얼마마다 해야 돼?
프랑스 대통령 이름이 뭐야?
자전거 체인 기름칠 어떻게 해?
수영 자유형 호흡법 알려줘
세계에서 제일 높은 산은?
축구 월드컵 우승국은 어디야?
기타 코드 잡는 법 알려줘
화성까지 거리가 얼마나 돼?
블랙홀은 왜 생겨?
고양이 사료는 하루에 몇 그램 줘?
대학원 입학 시험 날짜가 언제야?
골프 스윙 자세를 교정하려면?
주식 배당금은 언제 들어와?
테니스 라켓 줄은 언제 갈아?
스파게티는 몇 분 삶아?
내 여권 번호가 뭐였지?
어제 경기 결과 어떻게 됐어?`.split('\n')

test('without a model: most questions get the passage that answers them, few a wrong one, and what stands nowhere gets none', async () => {
  const db = await Database.open(':memory:')
  for (const { path, chunks } of corpus()) putFile(db, { path, hash: '', size: 0, modified: 0 }, chunks)
  const offline = createOffline({ zone: 'Asia/Seoul', language: 'ko' })
  const answer = async (question: string) => {
    const text = `[참고 문서]\n${passagesText(passagesOf(db, keywordSearch(db, question, 5)), undefined)}`
    const request = {
      model: 'rules',
      purpose: 'reply' as const,
      system: [],
      messages: [
        { role: 'user' as const, id: 'last', at: 0, text: question, context: [{ name: 'documents' as const, text }] },
      ],
      tools: [],
    }
    const parts = await Array.fromAsync(offline(request, new AbortController().signal))
    return parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  }
  let [right, wrong] = [0, 0]
  const asked = [...questions(), ...questions('questions-b')]
  for (const { question, file, phrase } of asked) {
    const said = await answer(question)
    if (said.replaceAll('\n> ', '\n').includes(phrase)) right++
    else if (said.includes('출처: ') && !said.includes(file)) wrong++
  }
  const invented = (await Promise.all(foreign.map(answer))).filter((said) => said.includes('출처: '))
  db.close()
  expect(right / asked.length).toBeGreaterThan(0.6)
  expect(wrong / asked.length).toBeLessThan(0.08)
  expect(invented.length / foreign.length).toBeLessThanOrEqual(0.2)
})
