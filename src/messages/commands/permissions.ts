/** What `assistant permissions` says. */
const ko = {
  head: { rules: '규칙 (deny가 먼저, 그다음 ask, allow)', sessions: '이번 대화 동안 허용한 도구', hooks: '도구 훅' },
  lists: { deny: '막음', ask: '늘 물어봄', allow: '묻지 않음' },
  noRules: '정해 둔 규칙이 없어요. 예: assistant config set permissions.allow "write_file(docs/**)"',
  noSessions: '지금 열려 있는 대화에서 허용한 것이 없어요.',
  kept: '이 허용은 그 대화를 연 프로그램이 끝나면 사라져요. 밖에서 온 글을 읽은 뒤에는 다시 물어봐요.',
  unreadable: {
    allow: '읽을 수 없어서 쓰지 않아요',
    other: '끝까지 읽을 수 없어서 이 도구 전체(이름도 모르면 모든 도구)에 적용해요',
  },
  restricted: '제한된 도구(shell, python_repl, delete_file, git_commit)는 규칙과 관계없이 매번 물어봐요.',
  hook: (on: 'before' | 'after', tool: string, command: string) =>
    `${on === 'before' ? '실행 전' : '실행 후'} ${tool}: ${command}`,
  all: '모든 도구',
}

const en: typeof ko = {
  head: { rules: 'Rules (deny wins, then ask, then allow)', sessions: 'Allowed for a running session', hooks: 'Tool hooks' },
  lists: { deny: 'never', ask: 'always ask', allow: 'do not ask' },
  noRules: 'There are no rules. Example: assistant config set permissions.allow "write_file(docs/**)"',
  noSessions: 'Nothing is allowed for a conversation that is open now.',
  kept: 'It ends with the program that has the conversation open; after text from outside was read, it is asked again.',
  unreadable: {
    allow: 'unreadable, not used',
    other: 'not readable to its end: it holds for the whole tool, or for all tools where there is no name',
  },
  restricted:
    'Restricted tools (shell, python_repl, delete_file, git_commit) are asked about every time, whatever the rules say.',
  hook: (on, tool, command) => `${on} ${tool}: ${command}`,
  all: 'all tools',
}

export const permissionMessages = { ko, en }
