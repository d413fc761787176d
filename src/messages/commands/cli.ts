import { counted } from '../counted.ts'
import type { Language } from '../language.ts'

const formatNumber = (value: number) => value.toLocaleString('en-US')
const formatMs = (value: number) => (value < 1000 ? `${Math.round(value)}ms` : `${(value / 1000).toFixed(1)}s`)

/**
 * Sentences of the command line: help and mistakes on it. The words of subcommands stand apart: few starts need them.
 */
const ko = {
  about: '터미널에서 쓰는 개인 비서예요. 키가 없어도 쓸 수 있고, 모든 것을 이 컴퓨터의 파일에 남겨요.',
  headings: {
    'Usage:': '사용법:',
    'Options:': '옵션:',
    'Commands:': '명령:',
    'Arguments:': '인자:',
    talk: '이야기:',
    know: '알고 있는 것:',
    time: '때맞춰:',
    connect: '연결:',
    share: '함께 쓰기:',
    care: '돌보기:',
    more: '그 밖에:',
    '[options]': '[옵션]',
    '[command]': '[명령]',
  } as Record<string, string>,
  usageLine: '[옵션] [질문...]\n       assistant <명령> [옵션]',
  promptArgument: '물어볼 내용. 비워 두면 대화 화면이 열려요. 맨 끝에 -를 붙이면 표준 입력을 끝까지 읽어요',
  choices: (values: string) => ` (${values})`,
  misuse: {
    'unknown-flag': (what: string) => `모르는 옵션이에요: ${what}`,
    'no-value': (what: string) => `${what} 뒤에 값이 필요해요.`,
    'bad-value': (what: string, near: string) => `값을 쓸 수 없어요: ${what}${near && ` (쓸 수 있는 값: ${near})`}`,
    'unknown-command': (what: string) => `모르는 명령이에요: ${what}`,
    missing: (what: string) => `빠진 것이 있어요: ${what}`,
    excess: (what: string) => `필요 없는 인자가 있어요: ${what}`,
  },
  didYouMean: (near: string) => `혹시 이건가요? ${near}`,
  askInstead: (what: string) => `질문으로 보내려면 \`assistant -p ${what}\`처럼 써 주세요.`,
  seeHelp: (command: string) =>
    `\`${['assistant', command, '--help'].filter(Boolean).join(' ')}\`에서 쓰는 법을 볼 수 있어요.`,
  resumeWhich: '이어갈 대화의 id를 -r 뒤에 써 주세요. `assistant conversations list`에서 볼 수 있어요.',
  notBuilt: '화면이 있는 채팅은 빌드한 것으로만 열려요. `npm run build`를 한 뒤 `node bin/assistant.js`로 열어 주세요.',
  noFolder: '지금 있는 폴더가 지워졌어요. 다른 폴더로 옮겨서 다시 실행해 주세요.',
  noConversation: (id: string) => `그런 대화가 없어요: ${id}. \`assistant conversations list\`로 목록을 볼 수 있어요.`,
  confirm: (question: string) => `${question} (y: 네 · Enter: 아니요) `,
  yesNeeded: '물어볼 수 있는 터미널이 없어요. 정말 하려면 --yes를 붙여 주세요.',
  newVersion: (latest: string, here: string, command: string) =>
    `새 버전이 나왔어요: ${latest} (지금 ${here}). \`${command}\` 명령으로 바꿀 수 있어요. 알리지 않으려면: \`assistant config set updates.notice false\``,
  left: '그만두었어요.',
  none: '아직 없어요.',
  conversations: {
    heads: ['id', '날짜', '메시지', '제목'],
    untitled: '(제목 없음)',
    remove: (title: string) => `"${title}" 대화를 지울까요? 되돌릴 수 없어요.`,
    removed: '지웠어요.',
    nothingFound: '찾은 것이 없어요. 다른 말로 찾아보세요.',
  },
  context: {
    heads: ['부분', '글자', '바이트', '토큰(추정)'],
    carried: (scope: string, carried: number, lines: number, pinned: number) =>
      `${scope} 기억 ${lines}줄 가운데 ${carried}줄이 늘 함께 가요 (고정 ${pinned}줄, 나머지는 새로운 순서). 다른 줄은 필요할 때 찾아요.`,
    recalled: (text: string, place: string, words: readonly string[]) =>
      `+ ${text}\n    ${place} · 찾은 이유: ${words.join(', ')}`,
    messages: (count: number) => `메시지 ${count}개`,
    tools: (count: number, bytes: number) => `도구 ${count}개 (${formatNumber(bytes)}바이트)`,
    texts: (version: number, own: readonly string[]) =>
      `시스템 프롬프트: ${version}판${own.length > 0 ? ` · 직접 쓴 것: ${own.map((name) => `prompts/${name}.md`).join(', ')}` : ''}`,
    model: ({
      model,
      weight,
      keptFor,
    }: {
      model: string
      weight?: 'light' | 'standard' | 'heavy'
      keptFor?: number
    }) =>
      keptFor === undefined
        ? `모델: ${model}${weight ? ` (${{ light: '가벼운', standard: '보통', heavy: '무거운' }[weight]} 말)` : ''}`
        : `모델: ${model} (그대로 둠: 캐시에 있는 ${formatNumber(keptFor)}토큰을 다른 모델로 다시 읽는 비용이 더 커요)`,
    total: (chars: number, limit: number, tokens: number) =>
      `모두 ${formatNumber(chars)}자 / 한도 ${formatNumber(limit)}자, 약 ${formatNumber(tokens)}토큰`,
  },
  usage: {
    heads: ['제공자', '모델', '요청', '입력', '출력', '캐시', '비용', '캐시로 아낀 돈'],
    latencyHeads: ['제공자', '모델', '요청', '첫 글자 p50', 'p95', '전체 p50', 'p95', '1초에 쓴 토큰'],
    total: '합계',
    unknownCost: '-',
    target: '목표: 첫 글자 p50 1.0s, p95 2.5s · 전체 p50 3.5s, p95 7.0s',
  },
  tools: {
    categories: { safe: '바로 실행', sensitive: '물어보고 실행', restricted: '매번 물어보고 실행' },
    keyless: (count: number) => `키가 있으면 쓸 수 있는 도구가 ${count}개 더 있어요 (assistant tools)`,
    heads: ['도구', '실행', '하는 일'],
    wantingHeads: ['키가 있으면 쓰는 도구', '키', '하는 일'],
    wanting: (path: string) => `키를 같은 이름의 환경 변수나 ${path}에 두면 쓸 수 있어요.`,
    badJson: '인자는 JSON 객체여야 해요. 예: \'{"expression":"1+2"}\'',
    question: (effect: string) => `${effect}\n실행할까요?`,
    denied:
      '이 작업은 확인이 필요합니다. 터미널에서 직접 실행해 주세요. 위험하지 않은 도구는 --yes로 허용할 수 있어요.',
  },
  config: {
    valid: '설정에 잘못이 없어요.',
    saved: (key: string, path: string) => `저장했어요: ${key} (${path})`,
    unset: (key: string, path: string) => `기본값으로 되돌렸어요: ${key} (${path})`,
    origins: { flag: '명령줄', env: '환경 변수', project: '프로젝트', user: '사용자', default: '기본값' },
    empty: '(비어 있음)',
    more: (set: number, rest: number) =>
      `${set > 0 ? `정해 둔 설정은 ${set}개예요.` : '정해 둔 설정이 없어요.'} 기본값 그대로인 ${rest}개까지 보려면 assistant config list --all`,
  },
  doctor: {
    parts: {
      home: '홈',
      files: '파일',
      state: '상태 파일',
      settings: '설정',
      services: '서비스',
      keybindings: '단축키',
      model: '모델',
      documents: '문서',
      embedder: '임베딩',
      calendar: '달력',
      mail: '메일',
      policy: '정책',
      rules: '규칙',
      sandbox: '격리',
      telegram: '텔레그램',
    } as Record<string, string>,
    healthy: '문제가 없어요.',
    unhealthy: (count: number) => `손볼 것이 ${count}개 있어요.`,
  },
  number: formatNumber,
  ms: formatMs,
}

const en: typeof ko = {
  about: 'A personal assistant for the terminal. It works without a key and keeps everything in files on this machine.',
  headings: {
    'Usage:': 'Usage:',
    'Options:': 'Options:',
    'Commands:': 'Commands:',
    'Arguments:': 'Arguments:',
    talk: 'Talk:',
    know: 'Know:',
    time: 'Time:',
    connect: 'Connect:',
    share: 'Share:',
    care: 'Look after:',
    more: 'More:',
    '[options]': '[options]',
    '[command]': '[command]',
  },
  usageLine: '[options] [prompt...]\n       assistant <command> [options]',
  promptArgument: 'Answered once. Without one the chat opens. A - at the end reads standard input to its end',
  choices: (values) => ` (${values})`,
  misuse: {
    'unknown-flag': (what) => `Unknown option: ${what}`,
    'no-value': (what) => `${what} needs a value.`,
    'bad-value': (what, near) => `Not a valid value: ${what}${near && ` (use ${near})`}`,
    'unknown-command': (what) => `Unknown command: ${what}`,
    missing: (what) => `Missing: ${what}`,
    excess: (what) => `Too much: ${what}`,
  },
  didYouMean: (near) => `Did you mean ${near}?`,
  askInstead: (what) => `To ask it as a question, write \`assistant -p ${what}\`.`,
  seeHelp: (command) => `See \`${['assistant', command, '--help'].filter(Boolean).join(' ')}\`.`,
  resumeWhich: 'Put the id of the conversation after -r. `assistant conversations list` shows them.',
  notBuilt: 'The chat on a screen needs the built program. Run `npm run build`, then `node bin/assistant.js`.',
  noFolder: 'The working folder has been removed. Change to another one and try again.',
  noConversation: (id) => `There is no conversation ${id}. \`assistant conversations list\` shows them.`,
  confirm: (question) => `${question} (y: yes · Enter: no) `,
  yesNeeded: 'There is no terminal to ask on. Add --yes if you mean it.',
  newVersion: (latest, here, command) =>
    `A new version is out: ${latest} (this is ${here}). \`${command}\` installs it. To hear no more of it: \`assistant config set updates.notice false\``,
  left: 'Nothing was done.',
  none: 'None yet.',
  conversations: {
    heads: ['id', 'date', 'messages', 'title'],
    untitled: '(no title)',
    remove: (title) => `Delete the conversation "${title}"? This cannot be undone.`,
    removed: 'Deleted.',
    nothingFound: 'Nothing found. Try other words.',
  },
  context: {
    heads: ['part', 'chars', 'bytes', 'tokens (est.)'],
    carried: (scope, carried, lines, pinned) =>
      `${carried} of ${counted(lines, 'line')} of ${scope} memory always go along (${pinned} pinned, then the newest); others are fetched when needed.`,
    recalled: (text, place, words) => `+ ${text}\n    ${place} · fetched for: ${words.join(', ')}`,
    messages: (count) => `${counted(count, 'message')}`,
    tools: (count, bytes) => `${counted(count, 'tool')} (${formatNumber(bytes)} bytes)`,
    texts: (version, own) =>
      `Texts for models: version ${version}${own.length > 0 ? ` · your own: ${own.map((name) => `prompts/${name}.md`).join(', ')}` : ''}`,
    model: ({ model, weight, keptFor }) =>
      keptFor === undefined
        ? `model: ${model}${weight ? ` (the request is ${weight})` : ''}`
        : `model: ${model} (kept: reading the ${formatNumber(keptFor)} tokens in its cache anew with another one would cost more)`,
    total: (chars, limit, tokens) =>
      `${formatNumber(chars)} of at most ${formatNumber(limit)} characters, about ${formatNumber(tokens)} tokens`,
  },
  usage: {
    heads: ['provider', 'model', 'requests', 'input', 'output', 'cached', 'cost', 'saved by cache'],
    latencyHeads: ['provider', 'model', 'requests', 'first p50', 'p95', 'whole p50', 'p95', 'tokens a second'],
    total: 'total',
    unknownCost: '-',
    target: 'Targets: first part p50 1.0s, p95 2.5s · whole p50 3.5s, p95 7.0s',
  },
  tools: {
    categories: { safe: 'runs at once', sensitive: 'asks first', restricted: 'asks every time' },
    keyless: (count) => `${count} more with a key (assistant tools)`,
    heads: ['tool', 'runs', 'what it does'],
    wantingHeads: ['tool that wants a key', 'key', 'what it does'],
    wanting: (path) => `Put the key into a variable of the same name, or into ${path}, to use it.`,
    badJson: 'Arguments must be a JSON object, e.g. \'{"expression":"1+2"}\'',
    question: (effect) => `${effect}\nRun it?`,
    denied: 'This needs a confirmation. Run it in a terminal; tools that are not restricted can be allowed with --yes.',
  },
  config: {
    valid: 'The settings are fine.',
    saved: (key, path) => `Saved: ${key} (${path})`,
    unset: (key, path) => `Back to the default: ${key} (${path})`,
    origins: { flag: 'command line', env: 'environment', project: 'project', user: 'user', default: 'default' },
    empty: '(empty)',
    more: (set, rest) =>
      `${set > 0 ? `${set} ${set === 1 ? 'setting is' : 'settings are'} set.` : 'No setting is set.'} assistant config list --all shows the ${rest} at their defaults, too.`,
  },
  doctor: {
    parts: {
      home: 'home',
      files: 'files',
      state: 'state files',
      settings: 'settings',
      services: 'services',
      keybindings: 'keybindings',
      model: 'model',
      documents: 'documents',
      embedder: 'embedder',
      calendar: 'calendar',
      mail: 'mail',
      policy: 'policy',
      rules: 'rules',
      sandbox: 'sandbox',
      telegram: 'Telegram',
    },
    healthy: 'All is well.',
    unhealthy: (count) => `${count} thing${count === 1 ? '' : 's'} to look after.`,
  },
  number: formatNumber,
  ms: formatMs,
}

export const cliMessages: Record<Language, typeof ko> = { ko, en }
