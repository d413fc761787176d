/** Sentences of pages and lists of the chat. */
const ko = {
  permissions: '권한',
  agents: '비서들',
  reminders: '알림',
  lists: '목록',
  schedules: '예약한 일',
  minutesAgo: (minutes: number) => (minutes < 1 ? '방금' : `${minutes}분 전`),
  hoursAgo: (hours: number) => `${hours}시간 전`,
  daysAgo: (days: number) => `${days}일 전`,
  messages: (count: number) => `메시지 ${count}개`,
  manage: {
    title: '새 제목',
    remove: (title: string) => `"${title}" 대화를 지울까요? 되돌릴 수 없어요.`,
    removed: (title: string) => `지웠어요: ${title}`,
    kept: '열려 있거나 이미 없어서 지우지 않았어요.',
  },
  modelKept: (provider: string, model: string) =>
    `앞으로 ${provider}에는 ${model}에게 물을게요. 바꾸려면 /settings providers.${provider}.model`,
  settings: {
    empty: '(비어 있음)',
    kept: '바꾸지 않았어요.',
    saved: (key: string, value: string) => `저장했어요: ${key} = ${value}. 다음에 열 때부터 적용되는 것도 있어요.`,
    reset: (key: string, value: string) => `기본값으로 되돌렸어요: ${key} = ${value}`,
  },
  init: {
    question: '이대로 AGENTS.md를 쓸까요?',
    there: (path: string) => `이미 있어서 쓰지 않았어요: ${path}`,
    written: (path: string) => `썼어요: ${path}. 빈 곳을 채우고, 이 폴더를 믿으면(assistant trust) 비서가 읽어요.`,
    kept: '쓰지 않았어요.',
  },
}

const en: typeof ko = {
  permissions: 'Permissions',
  agents: 'Agents',
  reminders: 'Reminders',
  lists: 'Lists',
  schedules: 'Schedules',
  minutesAgo: (minutes) => (minutes < 1 ? 'just now' : `${minutes} min ago`),
  hoursAgo: (hours) => `${hours} h ago`,
  daysAgo: (days) => `${days} d ago`,
  messages: (count) => `${count} message${count === 1 ? '' : 's'}`,
  manage: {
    title: 'new title',
    remove: (title) => `Delete "${title}"? It cannot be brought back.`,
    removed: (title) => `Deleted: ${title}`,
    kept: 'Not deleted: it is open somewhere, or gone.',
  },
  modelKept: (provider, model) =>
    `From now on ${model} is asked at ${provider}. To change it: /settings providers.${provider}.model`,
  settings: {
    empty: '(empty)',
    kept: 'Nothing was changed.',
    saved: (key, value) => `Saved: ${key} = ${value}. Some settings hold from the next start on.`,
    reset: (key, value) => `Back to the default: ${key} = ${value}`,
  },
  init: {
    question: 'Write this as AGENTS.md?',
    there: (path) => `Not written, since there is one: ${path}`,
    written: (path) =>
      `Written: ${path}. Fill in what is missing; it is read once you trust this folder (assistant trust).`,
    kept: 'Nothing was written.',
  },
}

export const tuiPageMessages = { ko, en }
