import { counted } from '../counted.ts'

/** Names of what a report lists. */
const ko = {
  context: '다음 질문과 함께 보낼 내용',
  size: {
    part: (characters: string, tokens: string) => `${characters}자 (토큰 약 ${tokens})`,
    all: (characters: string, most: string, tokens: string) => `${most}자 중 ${characters}자 (토큰 약 ${tokens})`,
    sum: '모두',
    tools: (count: number) => `도구 ${count}개`,
  },
  parts: {
    ...{ base: '기본 지시', guide: '도구 쓰는 법', persona: '비서의 성격', surface: '화면에 맞춘 지시', date: '오늘' },
    ...{
      workspace: '워크스페이스 기억',
      agent: '비서 기억',
      personal: '개인 기억',
      summaries: '앞 대화 요약',
      mode: '모드',
    },
    ...{ messages: '대화', recalled: '찾은 기억', earlier: '지난 대화에서', rang: '울린 알림', lists: '목록' },
    ...{ receipt: '한 일', documents: '문서에서' },
  } as Record<string, string>,
  usage: {
    title: '이 대화의 사용량',
    calls: '모델 호출',
    input: '입력 토큰',
    cached: '그중 캐시',
    output: '출력 토큰',
    cost: '비용',
  },
  memory: {
    title: '기억하고 있는 것',
    scopes: { personal: '개인', workspace: '워크스페이스', agent: '비서' },
    none: '아직 기억한 것이 없어요. “기억해줘”라고 말씀해 주세요.',
    conflict: '서로 다름',
    settle: '`assistant memory conflicts`로 하나를 고를 수 있어요.',
  },
  tools: '도구',
  docs: (workspace: string) => `${workspace}의 문서`,
}
const en: typeof ko = {
  context: 'What goes with the next question',
  size: {
    part: (characters, tokens) => `${characters} characters (about ${tokens} tokens)`,
    all: (characters, most, tokens) => `${characters} of ${most} characters (about ${tokens} tokens)`,
    sum: 'all',
    tools: (count) => counted(count, 'tool'),
  },
  parts: {
    ...{ base: 'instructions', guide: 'about tools', persona: 'character', surface: 'for this screen', date: 'today' },
    ...{ workspace: 'workspace memory', agent: 'agent memory', personal: 'personal memory', summaries: 'summaries' },
    ...{ mode: 'mode', messages: 'conversation', recalled: 'from memory', earlier: 'from earlier talk' },
    ...{ rang: 'reminders that rang', lists: 'lists', receipt: 'what was done', documents: 'from documents' },
  },
  usage: {
    title: 'Usage of this conversation',
    calls: 'model calls',
    input: 'input tokens',
    cached: 'of them cached',
    output: 'output tokens',
    cost: 'cost',
  },
  memory: {
    title: 'What is remembered',
    scopes: { personal: 'personal', workspace: 'workspace', agent: 'agent' },
    none: 'Nothing is remembered yet. Say “remember that …”.',
    conflict: 'contradiction',
    settle: 'See `assistant memory conflicts` to choose one.',
  },
  tools: 'Tools',
  docs: (workspace) => `Documents of ${workspace}`,
}
export const reportMessages = { ko, en }
