/** Names of what a report lists. */
const ko = {
  context: '다음 질문과 함께 보낼 내용',
  usage: {
    title: '이 대화의 사용량',
    calls: '모델 호출',
    input: '입력 토큰',
    cached: '그중 캐시',
    output: '출력 토큰',
    cost: '비용',
  },
}
const en: typeof ko = {
  context: 'What goes with the next question',
  usage: {
    title: 'Usage of this conversation',
    calls: 'model calls',
    input: 'input tokens',
    cached: 'of them cached',
    output: 'output tokens',
    cost: 'cost',
  },
}
export const reports = { ko, en }
