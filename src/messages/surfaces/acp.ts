import type { Choice, PermissionMode } from '../../protocol/index.ts'

/** Words that an editor shows of the assistant, beside its answers. */
const ko = {
  choices: { once: '허용', session: '이 대화에서 계속 허용', always: '항상 허용', deny: '거절' } satisfies Record<
    Choice,
    string
  >,
  modes: {
    ask: { name: '물어보기', description: '파일을 바꾸거나 명령을 실행하기 전에 물어봐요' },
    accept: { name: '편집 허용', description: '작업 폴더의 편집은 묻지 않아요. 나머지는 물어봐요' },
    plan: { name: '계획', description: '읽기만 하고 계획을 세워요' },
  } satisfies Record<PermissionMode, { name: string; description: string }>,
  model: '모델',
  agent: '비서',
  compact: '앞선 대화를 지금 요약해요',
  compacted: '앞선 대화를 요약했어요.',
  nothingToCompact: '요약할 대화가 없어요.',
  connect: (name: string) => `MCP 서버 ${name} 연결하기`,
  connectWhy: (command: string) => `편집기가 이 MCP 서버를 쓰자고 해요:\n${command}`,
  allowServer: '이 서버 허용',
  refuseServer: '이 서버 거절',
  setup: { name: '비서 설정', description: '터미널에서 assistant setup으로 모델을 연결해요' },
  notWhole: (path: string) => `cwd는 절대 경로여야 해요: ${path}`,
  noCommand: '여기서 쓸 수 없는 내용이에요.',
  serving:
    '편집기(Agent Client Protocol)를 기다려요. 편집기 설정은 docs/ko/editors.md에 있어요. 끝내려면 Ctrl+C를 누르세요.',
}
const en: typeof ko = {
  choices: { once: 'Allow', session: 'Allow in this conversation', always: 'Always allow', deny: 'Reject' },
  modes: {
    ask: { name: 'Ask', description: 'Asks before it changes a file or runs a command' },
    accept: { name: 'Accept edits', description: 'Edits in the working folder need no question; the rest does' },
    plan: { name: 'Plan', description: 'Only reads, and plans' },
  },
  model: 'Model',
  agent: 'Agent',
  compact: 'Summarise the earlier conversation now',
  compacted: 'The earlier conversation was summarised.',
  nothingToCompact: 'There is nothing to summarise.',
  connect: (name) => `Connect the MCP server ${name}`,
  connectWhy: (command) => `The editor wants to use this MCP server:\n${command}`,
  allowServer: 'Allow this server',
  refuseServer: 'Refuse this server',
  setup: { name: 'Set the assistant up', description: 'Connect a model with assistant setup in a terminal' },
  notWhole: (path) => `cwd must be an absolute path: ${path}`,
  noCommand: 'This content cannot be used here.',
  serving:
    'Waiting for an editor (Agent Client Protocol). docs/editors.md says how to set one up. Press Ctrl+C to stop.',
}
export const acpMessages = { ko, en }
