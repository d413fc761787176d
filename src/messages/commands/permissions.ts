import { josa } from '../../std/korean/grammar/particles.ts'

/** Sentences of `assistant permissions` and `/permissions`. */
const ko = {
  head: {
    rules: '규칙 (deny가 먼저, 그다음 ask, allow)',
    sessions: '이번 대화 동안 허용한 것',
    hooks: '훅',
    folders: '누구의 글인지 (바꾸려면: assistant trust 폴더 --own 또는 --foreign)',
    policy: (path: string) => `조직의 정책 (${path}) — 여기서 넓힐 수 없어요`,
  },
  lists: { deny: '막음', ask: '늘 물어봄', allow: '묻지 않음' },
  sources: { policy: '정책', flag: '이번 실행', env: '환경 변수', project: '프로젝트', user: '', default: '' },
  noRules: '정해 둔 규칙이 없어요. 예: assistant permissions allow "write_file(docs/**)"',
  noSessions: '지금 열려 있는 대화에서 허용한 것이 없어요.',
  kept: '이 허용은 그 대화를 연 프로그램이 끝나거나, 거기서 /permissions remove로 지우면 사라져요. 밖에서 온 글을 읽은 뒤에는 다시 물어봐요.',
  unreadable: {
    allow: '읽을 수 없어서 쓰지 않아요',
    other: '끝까지 읽을 수 없어서 이 도구 전체(이름도 모르면 모든 도구)에 적용해요',
  },
  idle: '조직의 정책 때문에 효과가 없어요',
  policy: {
    damage: (why: string) => `읽을 수 없어서(${why}) 아무것도 허용하지 않아요.`,
    personalAllow: '사용자의 allow 규칙과 훅은 질문을 없애지 못해요.',
    sandboxRequired: '명령과 코드는 샌드박스 안에서만 실행해요.',
    providers: (names: string) => `쓸 수 있는 모델 제공자: ${names || '없음'}`,
    hosts: (names: string) => `연결할 수 있는 주소: ${names || '없음'}`,
  },
  restricted:
    '제한된 도구(delete_file, git_commit)는 규칙과 관계없이 매번 물어봐요. shell과 python_repl은 allow 규칙이 있으면 샌드박스 안에서만 묻지 않아요.',
  network: (hosts: string) =>
    hosts
      ? `샌드박스의 네트워크: ${hosts} (sandbox.hosts)`
      : '샌드박스 안에서는 네트워크를 쓸 수 없어요 (sandbox.hosts).',
  hook: (on: string, tool: string, command: string) => `${on}${tool ? ` ${tool}` : ''}: ${command}`,
  all: '모든 도구',
  added: (list: 'deny' | 'ask' | 'allow', rule: string) => `${ko.lists[list]}: ${rule}. 바로 적용돼요.`,
  removed: (rule: string) => `규칙을 지웠어요: ${rule}`,
  notThere: (rule: string, near: string) =>
    `설정에 이런 규칙이 없어요: ${rule}${near ? `. 혹시 ${near}인가요?` : '. assistant permissions로 규칙을 볼 수 있어요.'}`,
  badRule: (rule: string) =>
    `규칙으로 읽을 수 없어요: ${rule}. 도구 이름, 또는 도구 이름과 괄호 안의 패턴이어야 해요. 예: shell(npm test *), write_file(docs/**)`,
  noTool: (rule: string) => `참고: 지금은 이 이름의 도구가 없어요: ${rule}`,
  alwaysAsks: (tool: string) => `참고: ${josa(tool, '은/는')} 이 규칙이 있어도 매번 물어봐요.`,
  badArguments: '인자는 JSON 객체로 써 주세요. 예: assistant permissions why write_file \'{"path":"a.md"}\'',
  why: {
    outcome: {
      run: '묻지 않고 실행해요.',
      ask: '물어보고 실행해요. 물어볼 사람이 없으면 실행하지 않아요.',
      refuse: '실행하지 않아요.',
    },
    rule: (list: 'deny' | 'ask' | 'allow', rules: string) => `정하는 규칙: ${ko.lists[list]} — ${rules}`,
    noRule: (category: string) => `맞는 규칙이 없어서 도구의 종류(${category})가 정해요.`,
    categories: {
      safe: '안전: 묻지 않아요',
      sensitive: '민감: 물어봐요',
      restricted: '제한: 매번 물어봐요',
    } as Record<string, string>,
    later: (outcome: string) => `밖에서 온 글을 읽은 뒤에는: ${outcome}`,
    contained: (isIn: boolean): string =>
      isIn ? '샌드박스 안에서 실행돼요.' : '쓸 수 있는 샌드박스가 없어서, allow 규칙이 있어도 물어봐요.',
    commands: (commands: string) => `이 줄에서 보이는 명령: ${commands}`,
    uncertain: '셸이 실행할 때 정하는 부분(변수, 파일로 보내기, 제어문 …)이 있어서 allow 규칙으로는 실행하지 않아요.',
    unread: '끝까지 읽을 수 없는 부분이 있어서, shell의 모든 deny와 ask 규칙에 걸리는 것으로 봐요.',
  },
}

const en: typeof ko = {
  head: {
    rules: 'Rules (deny wins, then ask, then allow)',
    sessions: 'Allowed for a running session',
    hooks: 'Hooks',
    folders: 'Whose text (to change it: assistant trust FOLDER --own or --foreign)',
    policy: (path) => `Policy of this machine (${path}); nothing here widens it`,
  },
  lists: { deny: 'never', ask: 'always ask', allow: 'do not ask' },
  sources: { policy: 'policy', flag: 'this run', env: 'variable', project: 'project', user: '', default: '' },
  noRules: 'There are no rules. Example: assistant permissions allow "write_file(docs/**)"',
  noSessions: 'Nothing is allowed for a conversation that is open now.',
  kept: 'It ends with the program that has the conversation open, or there with /permissions remove; after text from outside was read, it is asked again.',
  unreadable: {
    allow: 'unreadable, not used',
    other: 'not readable to its end: it holds for the whole tool, or for all tools where there is no name',
  },
  idle: 'without effect because of the policy',
  policy: {
    damage: (why) => `It cannot be read (${why}), so nothing is allowed.`,
    personalAllow: 'Allow rules and hooks of users do not lift a question.',
    sandboxRequired: 'Commands and code run in a sandbox only.',
    providers: (names) => `Providers that may be asked: ${names || 'none'}`,
    hosts: (names) => `Addresses that may be called: ${names || 'none'}`,
  },
  restricted:
    'Restricted tools (delete_file, git_commit) are asked about every time, whatever the rules say; an allow rule for shell or python_repl holds inside the sandbox only.',
  network: (hosts) =>
    hosts ? `Network of the sandbox: ${hosts} (sandbox.hosts)` : 'There is no network in the sandbox (sandbox.hosts).',
  hook: (on, tool, command) => `${on}${tool ? ` ${tool}` : ''}: ${command}`,
  all: 'all tools',
  added: (list, rule) => `${en.lists[list]}: ${rule}. It holds at once.`,
  removed: (rule) => `The rule is gone: ${rule}`,
  notThere: (rule, near) =>
    `The settings have no such rule: ${rule}. ${near ? `Did you mean ${near}?` : 'See assistant permissions.'}`,
  badRule: (rule) =>
    `This is no rule: ${rule}. It has to be the name of a tool, or a name and a pattern in brackets, e.g. shell(npm test *), write_file(docs/**)`,
  noTool: (rule) => `Note: there is no tool of this name now: ${rule}`,
  alwaysAsks: (tool) => `Note: ${tool} is asked about every time, with this rule too.`,
  badArguments: 'Give the arguments as a JSON object, e.g. assistant permissions why write_file \'{"path":"a.md"}\'',
  why: {
    outcome: {
      run: 'It runs without a question.',
      ask: 'It asks first. Where nobody can be asked, it does not run.',
      refuse: 'It does not run.',
    },
    rule: (list, rules) => `Decided by: ${en.lists[list]} — ${rules}`,
    noRule: (category) => `No rule speaks of it, so the kind of the tool decides (${category}).`,
    categories: { safe: 'safe: not asked', sensitive: 'sensitive: asked', restricted: 'restricted: asked every time' },
    later: (outcome) => `After text from outside was read: ${outcome}`,
    contained: (isIn) =>
      isIn
        ? 'It runs inside the sandbox.'
        : 'There is no working sandbox, so an allow rule does not lift the question.',
    commands: (commands) => `Commands seen in the line: ${commands}`,
    uncertain:
      'The shell decides parts of it when it runs (variables, redirections, control words …), so no allow rule runs it.',
    unread: 'Parts of it cannot be read, so every deny and ask rule for shell counts as meant.',
  },
}

export const permissionMessages = { ko, en }
