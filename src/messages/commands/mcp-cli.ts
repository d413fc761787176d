import { josa } from '../../std/korean/grammar/particles.ts'
import { counted } from '../counted.ts'

/** Sentences of `assistant mcp` at the command line. */
const ko = {
  added: (name: string, path: string) => `추가했어요: ${name} (${path})`,
  there: (name: string) =>
    `‘${name}’ 서버는 이미 있어요. 먼저 \`assistant mcp remove ${name}\`로 지우거나 다른 이름을 써 주세요.`,
  nothingToAdd:
    '명령이나 주소가 필요해요. 예: `assistant mcp add files -- npx -y @modelcontextprotocol/server-filesystem ~/문서`',
  badPair: (pair: string) => `‘이름=값’ 모양이어야 해요: ${pair}`,
  approve: (name: string, command: string) =>
    `MCP 서버 ‘${name}’: 이 컴퓨터에서 아래를 실행하거나 불러요.\n  ${command}\n허용할까요?`,
  later: (name: string) => `아직 켜지 않아요. \`assistant mcp connect ${name}\`로 명령을 확인하고 허용해 주세요.`,
  needsYes: (name: string, command: string) =>
    `이 작업은 확인이 필요합니다. MCP 서버 ‘${name}’의 명령이에요:\n  ${command}\n괜찮으면 \`assistant mcp connect ${name} --yes\`로 허용해 주세요.`,
  removed: (name: string) => `지웠어요: ${name}`,
  noneFound: (word: string) => `목록에 그런 이름의 서버가 없어요: ${word}. 영어 이름의 일부로 찾아 주세요.`,
  needs: (names: string) => `필요한 값: ${names}`,
  notHere: '여기서 바로 켤 수 있는 방법이 목록에 없어요.',
  strangers: '누구나 올리는 목록이에요. 추가하기 전에 누가 만들었는지 확인해 주세요.',
  set: (name: string, field: string, value: string) =>
    `MCP 서버 ‘${name}’: ${field} = ${value}. 다음에 시작할 때부터예요.`,
  unset: (name: string, field: string) =>
    `MCP 서버 ‘${name}’: ${josa(field, '을/를')} 지웠어요. 다음에 시작할 때부터예요.`,
  noField: (field: string, known: string) => `이렇게 바꿀 수 있는 항목이 아니에요: ${field}. 바꿀 수 있는 것: ${known}`,
  notOwn: (name: string, path: string) => `프로젝트 파일에 있는 서버예요: ${name} (${path}). 그 파일에서 지워 주세요.`,
  none: 'MCP 서버가 없어요. `assistant mcp add`나 `assistant mcp import`로 추가할 수 있어요.',
  heads: ['이름', '상태', '명령이나 주소'],
  states: { disabled: '꺼 둠', new: '허용 전', refused: '거절함', ready: '허용함', failed: '문제 있음' },
  found: (program: string, path: string, names: string) => `${program} (${path}): ${names}`,
  unreadable: (program: string, path: string) => `${program} (${path}): 읽을 수 없어서 건너뛰었어요.`,
  imported: (names: string) => `가져왔어요: ${names}. 하나씩 \`assistant mcp connect 이름\`으로 확인하고 켤 수 있어요.`,
  nothingFound: '다른 프로그램의 MCP 설정에서 새로 가져올 서버를 찾지 못했어요.',
  ready: (name: string, count: number) => `MCP 서버 ‘${name}’: 연결됐어요. 도구 ${count}개.`,
  changed: (tools: string) => `설명이 바뀐 도구예요. 읽어 보고 괜찮을 때만 받아 주세요.\n${tools}\n받아들일까요?`,
  withheld: '(설명이 바뀌어 쓰지 않음)',
  widen: (name: string, scope: string) =>
    `MCP 서버 ${josa(`‘${name}’`, '이/가')} 이 일에 로그인을 요청해요. 요청한 권한: ${scope || '(밝히지 않음)'}\n로그인할까요?`,
  openBrowser: (url: string) => `브라우저에서 로그인해 주세요. 열리지 않으면 이 주소를 여세요:\n${url}`,
  question: (server: string, message: string) =>
    `MCP 서버 ‘${server}’의 질문: ${message}\n(모르는 서버에는 비밀번호나 API 키를 알려주지 마세요. 그만두려면 Ctrl+D)`,
  field: (title: string, choices: string) => `${title}${choices && ` (${choices})`}: `,
  answer: '답할까요?',
  run: (server: string, tool: string, args: string) => `MCP 서버 ‘${server}’의 도구 ${tool}\n${args}\n실행할까요?`,
  serving:
    '다른 프로그램이 표준 입력과 출력으로 쓰는 MCP 서버예요. 그 프로그램의 mcpServers에 {"command": "assistant", "args": ["mcp", "serve"]}를 추가해 주세요.',
}

const en: typeof ko = {
  added: (name, path) => `Added: ${name} (${path})`,
  there: (name) =>
    `There is a server ${name} already. Remove it first (\`assistant mcp remove ${name}\`) or take another name.`,
  nothingToAdd:
    'A command or an address is needed, e.g. `assistant mcp add files -- npx -y @modelcontextprotocol/server-filesystem ~/docs`',
  badPair: (pair) => `It should look like NAME=VALUE: ${pair}`,
  approve: (name, command) => `What the MCP server ‘${name}’ will run or call:\n  ${command}\nAllow it?`,
  later: (name) => `It is not started yet. See its command and allow it with \`assistant mcp connect ${name}\`.`,
  needsYes: (name, command) =>
    `This needs your yes. The command of the MCP server ‘${name}’:\n  ${command}\nIf it is right, allow it with \`assistant mcp connect ${name} --yes\`.`,
  removed: (name) => `Removed: ${name}`,
  noneFound: (word) => `The registry has no server with such a name: ${word}. Try a part of its name.`,
  needs: (names) => `needs: ${names}`,
  notHere: 'The registry names no way to run it here.',
  strangers: 'Anybody may publish there. See who made a server before you add it.',
  set: (name, field, value) => `MCP server ‘${name}’: ${field} = ${value}, from the next start on.`,
  unset: (name, field) => `MCP server ‘${name}’: ${field} removed, from the next start on.`,
  noField: (field, known) => `This cannot be changed here: ${field}. What can: ${known}`,
  notOwn: (name, path) => `${name} stands in ${path}. Remove it there.`,
  none: 'No MCP servers. Add one with `assistant mcp add` or `assistant mcp import`.',
  heads: ['name', 'state', 'command or address'],
  states: { disabled: 'disabled', new: 'not approved', refused: 'refused', ready: 'approved', failed: 'failed' },
  found: (program, path, names) => `${program} (${path}): ${names}`,
  unreadable: (program, path) => `${program} (${path}): cannot be read, passed over.`,
  imported: (names) => `Imported: ${names}. See and start each with \`assistant mcp connect NAME\`.`,
  nothingFound: 'No new server was found in the MCP settings of other programs.',
  ready: (name, count) => `MCP server ‘${name}’: connected, ${counted(count, 'tool')}.`,
  changed: (tools) =>
    `The description of these tools has changed. Accept them only if they read well.\n${tools}\nAccept?`,
  withheld: '(description changed, not used)',
  widen: (name, scope) =>
    `The MCP server ‘${name}’ wants a login for this. The rights it asks for: ${scope || '(not said)'}\nLog in?`,
  openBrowser: (url) => `Log in with your browser. If it does not open, open this address:\n${url}`,
  question: (server, message) =>
    `The MCP server ‘${server}’ asks: ${message}\n(Never give passwords or keys to a server you do not know. Ctrl+D to stop)`,
  field: (title, choices) => `${title}${choices && ` (${choices})`}: `,
  answer: 'Send the answer?',
  run: (server, tool, args) => `Tool ${tool} of the MCP server ‘${server}’\n${args}\nRun it?`,
  serving:
    'This is an MCP server for other programs, on standard input and output. Add {"command": "assistant", "args": ["mcp", "serve"]} to their mcpServers.',
}

export const mcpCommandMessages = { ko, en }

/** Sentences for programs that use the assistant as an MCP server. */
const koServe = {
  unknown: (name: string) => `그런 도구가 없어요: ${name}`,
  noPrompt: 'prompt에 물어볼 말을 넣어 주세요.',
  memory: '기억',
  context: '다음 차례에 모델에게 보내는 것',
  conversation: '대화 하나',
  behind: '명령 뒤에 오는 말',
  noResource: (uri: string) => `그런 리소스가 없어요: ${uri}`,
  noCommand: (name: string) => `그런 명령이 없어요: ${name}`,
}
const enServe: typeof koServe = {
  unknown: (name) => `There is no tool ${name}`,
  noPrompt: 'Put the question into prompt.',
  memory: 'Memory',
  context: 'What the next turn would send to the model',
  conversation: 'One conversation',
  behind: 'What stands behind the command',
  noResource: (uri) => `There is no resource ${uri}`,
  noCommand: (name) => `There is no command ${name}`,
}
export const mcpServeMessages = { ko: koServe, en: enServe }
