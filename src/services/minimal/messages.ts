const ko = {
  title: '미니멀',
  description: '짧게 이야기하는 가장 작은 서비스',
  prompt: '너는 친절하고 말이 짧은 도우미야. 한국어 해요체로 두세 문장 안에 답해.',
}
const en: typeof ko = {
  title: 'minimal',
  description: 'the smallest service: a short talk',
  prompt: 'You are a kind helper of few words. Answer in two or three sentences.',
}

/** Sentences of the minimal service. */
export const minimalMessages = { ko, en }
