/** Sentences of the chat. */
const ko = {
  welcome: '안녕하세요! 무엇을 도와드릴까요? 도움말은 /help예요.',
  noModel:
    '아직 연결된 모델이 없어서, 모델 없이 규칙으로 답해요. 날짜·계산·알림·기억·문서 찾기는 지금도 돼요. 모델을 연결하거나 이 컴퓨터에 받으려면 /setup을 써 주세요.',
  triesTitle: '이렇게 시작해 보세요',
  /** Names of ours as a person reads them, by what they name. */
  names: {
    agent: (name: string) => name,
    workspace: (name: string) => (name === 'default' ? '기본' : name),
    model: (name: string) => (name === 'rules' ? '모델 없음' : name),
  },
  tries: ['내일 아침 9시에 약 먹으라고 알려줘', '12만원의 3.3%는 얼마야?', '나는 매운 음식을 못 먹어. 기억해 줘'],
}

const en: typeof ko = {
  welcome: 'Hello! What can I do for you? /help shows what there is.',
  noModel:
    'No model is connected yet, so I answer by rules: dates, sums, reminders, memory and searching documents work already. /setup connects a model, or gets one for this machine.',
  triesTitle: 'To begin with, try',
  names: {
    agent: (name) => (name === '비서' ? 'Assistant' : name),
    workspace: (name) => name,
    model: (name) => (name === 'rules' ? 'no model' : name),
  },
  tries: [
    'Remind me tomorrow at 9 to take my pills',
    'What is 3.3% of 120,000?',
    'I cannot eat spicy food. Please remember that',
  ],
}

export const welcomeMessages = { ko, en }
