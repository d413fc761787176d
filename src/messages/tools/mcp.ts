import type { JsonObject } from '../../protocol/index.ts'
import { josa } from '../../std/korean/grammar/particles.ts'
import { counted } from '../counted.ts'

const troublesKo = {
  command: ({ command }: JsonObject) =>
    `프로그램을 찾을 수 없어요: ${command}. 설치했는지, 경로가 맞는지 확인해 주세요.`,
  start: ({ detail }: JsonObject) => `켜자마자 끝났어요 (${detail}). 명령과 설정을 확인해 주세요.`,
  ended: ({ detail }: JsonObject) =>
    `도중에 끝났어요${detail ? ` (${detail})` : ''}. 하던 일이 있었다면 끝났는지 알 수 없어요. 다음에 쓸 때 다시 켜요.`,
  nonsense: (_: JsonObject) => 'MCP 형식이 아닌 응답이 와서 연결을 끊었어요. 명령이 맞는지 확인해 주세요.',
  large: (_: JsonObject) => '답이 8MB를 넘어서 받지 않았어요. 더 작게 나눠 부탁해 주세요.',
  timeout: ({ seconds }: JsonObject) =>
    `${seconds}초 동안 응답이 없어서 멈췄어요. 다시 시도하거나 서버의 timeout을 늘려 주세요.`,
  refused: ({ detail }: JsonObject) => `거절했어요: ${detail}`,
  resting: ({ seconds }: JsonObject) => `계속 종료되어 잠시 멈췄어요. ${seconds}초 뒤에 다시 켤 수 있어요.`,
  variable: ({ names }: JsonObject) => `환경 변수가 없어요: ${names}. 값을 정하고 다시 시도해 주세요.`,
  login: ({ server }: JsonObject) =>
    `로그인이 필요해요. 사용자가 터미널에서 ${josa(`\`assistant mcp connect ${server}\``, '이나/나')} 대화 화면의 /mcp로 로그인해야 해요.`,
  'login-refused': ({ detail }: JsonObject) =>
    `로그인이 거절됐어요${detail ? ` (${detail})` : ''}. 계정과 권한을 확인하고 다시 시도해 주세요.`,
  'login-late': ({ minutes }: JsonObject) => `${minutes}분 동안 로그인하지 않아서 그만뒀어요. 다시 시도해 주세요.`,
  'login-port': ({ port }: JsonObject) =>
    `로그인에 쓸 포트를 다른 프로그램이 쓰고 있어요: ${port}. 그 프로그램을 끝내거나 mcp.json의 oauth.callbackPort를 바꿔 주세요.`,
  'login-moved': ({ server, from, to }: JsonObject) =>
    `로그인 주소가 바뀌어서 클라이언트 비밀을 보내지 않았어요: ${from || '(모름)'} → ${to || '(모름)'}. 맞는 주소라면 \`assistant mcp remove ${server}\` 뒤에 다시 추가해 주세요.`,
  client: (_: JsonObject) =>
    '스스로 등록할 수 없는 서버예요. 그 서비스에서 앱을 등록하고, 받은 ID를 mcp.json의 oauth.clientId에 적어 주세요 (비밀이 있으면 oauth.clientSecret에).',
  key: (_: JsonObject) => 'oauth.privateKey를 읽을 수 없어요. RSA나 EC 개인 키를 PEM으로 적어 주세요.',
  scope: ({ scope }: JsonObject) =>
    `지금 로그인으로는 할 수 없는 일이에요${scope ? ` (${scope})` : ''}. 사용자가 더 넓은 권한으로 다시 로그인해야 해요.`,
  unapproved: (_: JsonObject) => '사용자가 허용하지 않아서 켜지 않았어요.',
  network: ({ detail }: JsonObject) => `연결하지 못했어요 (${detail}). 주소와 네트워크를 확인해 주세요.`,
  changed: ({ tool }: JsonObject) =>
    `설명이 바뀐 도구는 쓰지 않아요: ${tool}. 사용자가 \`assistant mcp connect\`로 확인해야 해요.`,
}

const troublesEn: typeof troublesKo = {
  command: ({ command }) => `program not found: ${command}. Check that it is installed and the path is right.`,
  start: ({ detail }) => `ended as soon as it was started (${detail}). Check its command and settings.`,
  ended: ({ detail }) =>
    `ended${detail ? ` (${detail})` : ''}. Whether what it was doing was done is not known. It is started again when next used.`,
  nonsense: (_) => 'does not speak MCP and was cut off. Check its command.',
  large: (_) => 'the answer was larger than 8 MB and was dropped. Ask for less at a time.',
  timeout: ({ seconds }) =>
    `nothing for ${seconds} s, so it was stopped. Try again, or raise the timeout of the server.`,
  refused: ({ detail }) => `refused: ${detail}`,
  resting: ({ seconds }) => `keeps ending and rests; it can be started again in ${seconds} s.`,
  variable: ({ names }) => `environment variable missing: ${names}. Set it and try again.`,
  login: ({ server }) =>
    `wants a login: the user has to make it with \`assistant mcp connect ${server}\` in a terminal, or /mcp in the chat.`,
  'login-refused': ({ detail }) =>
    `the login was refused${detail ? ` (${detail})` : ''}. Check the account and its rights, and try again.`,
  'login-late': ({ minutes }) => `nobody logged in for ${counted(Number(minutes), 'minute')}. Try again.`,
  'login-port': ({ port }) =>
    `another program uses port ${port}, which the login needs. End it, or change oauth.callbackPort in mcp.json.`,
  'login-moved': ({ server, from, to }) =>
    `the login has moved, so the client secret was not sent: ${from || '(unknown)'} → ${to || '(unknown)'}. If that is right, \`assistant mcp remove ${server}\` and add it again.`,
  client: (_) =>
    'does not let programs register themselves. Register an app with that service and put its id into mcp.json as oauth.clientId (a secret as oauth.clientSecret).',
  key: (_) => 'oauth.privateKey cannot be read. It has to be an RSA or EC private key as PEM.',
  scope: ({ scope }) =>
    `the login does not cover this${scope ? ` (${scope})` : ''}; the user has to log in again with more rights.`,
  unapproved: (_) => 'not started: the user has not allowed it.',
  network: ({ detail }) => `no connection (${detail}). Check its address and the network.`,
  changed: ({ tool }) =>
    `changed the description of ${tool}; not used until the user has seen it (\`assistant mcp connect\`).`,
}

/** Notices that are given once, by code; the data names the server. */
const noticesKo = {
  'mcp-new': ({ server, command }: JsonObject) =>
    `MCP 서버 ‘${server}’: 아직 허용하지 않아서 켜지 않았어요. 명령: ${command}\n${josa(`\`assistant mcp connect ${server}\``, '이나/나')} 대화 화면의 /mcp로 확인하고 켤 수 있어요.`,
  'mcp-slow': ({ server }: JsonObject) => `MCP 서버 ‘${server}’: 아직 답이 없어서, 그 도구 없이 계속해요.`,
  'mcp-down': ({ server = '', kind, ...data }: JsonObject) =>
    `MCP 서버 ‘${server}’: ${troublesKo[kind as keyof typeof troublesKo]({ server, ...data })} 그동안 다른 도구는 그대로 쓸 수 있어요.`,
  'mcp-login': ({ server }: JsonObject) =>
    `MCP 서버 ‘${server}’: 로그인이 필요해요. ${josa(`\`assistant mcp connect ${server}\``, '이나/나')} 대화 화면의 /mcp로 로그인해 주세요.`,
  'mcp-changed': ({ server, tools }: JsonObject) =>
    `MCP 서버 ‘${server}’: 설명이 바뀐 도구는 쓰지 않고 있어요: ${tools}. ${josa(`\`assistant mcp connect ${server}\``, '이나/나')} 대화 화면의 /mcp로 확인해 주세요.`,
  'mcp-broken': ({ server, tools }: JsonObject) =>
    `MCP 서버 ‘${server}’: 잘못 만들어졌거나 이름이 겹치는 도구는 뺐어요: ${tools}`,
  'mcp-many': ({ server, tools }: JsonObject) =>
    `MCP 서버 ‘${server}’: 도구가 너무 많거나 설명이 너무 길어서 일부는 뺐어요: ${tools}. 서버의 설정에서 쓸 도구만 남길 수 있는지 확인해 주세요.`,
  'mcp-config': ({ sentence }: JsonObject) => String(sentence),
  'mcp-asked': ({ server }: JsonObject) =>
    `MCP 서버 ${josa(`‘${server}’`, '이/가')} 물어본 것이 있는데, 여기서는 답할 수 없어서 답하지 않았어요. 비서 앱(\`assistant\`)에서 다시 부탁하면 답할 수 있어요.`,
}

const noticesEn: typeof noticesKo = {
  'mcp-new': ({ server, command }) =>
    `MCP server ‘${server}’: not started, because nobody has approved it yet. Command: ${command}\nSee it and start it with \`assistant mcp connect ${server}\`, or /mcp in the chat.`,
  'mcp-slow': ({ server }) => `MCP server ‘${server}’: no answer yet; going on without its tools.`,
  'mcp-down': ({ server = '', kind, ...data }) =>
    `MCP server ‘${server}’: ${troublesEn[kind as keyof typeof troublesEn]({ server, ...data })} Other tools are not concerned.`,
  'mcp-login': ({ server }) =>
    `MCP server ‘${server}’ wants a login: \`assistant mcp connect ${server}\`, or /mcp in the chat.`,
  'mcp-changed': ({ server, tools }) =>
    `MCP server ‘${server}’ has changed the description of tools, which are not used now: ${tools}. See \`assistant mcp connect ${server}\`, or /mcp in the chat.`,
  'mcp-broken': ({ server, tools }) =>
    `MCP server ‘${server}’: tools that are malformed or share a name were left out: ${tools}`,
  'mcp-many': ({ server, tools }) =>
    `MCP server ‘${server}’ has too many tools, or describes them at too great length; some were left out: ${tools}. See whether its own settings can narrow them down.`,
  'mcp-config': ({ sentence }) => String(sentence),
  'mcp-asked': ({ server }) =>
    `The MCP server ‘${server}’ had a question that cannot be answered here, so it got no answer. Ask for the same in the app (\`assistant\`) to answer it.`,
}

/** Everything that is said about MCP servers. */
const ko = {
  badFile: (path: string) =>
    `${path}: 읽을 수 없어요. {"mcpServers": {"이름": {"command": "…"}}} 모양의 JSON이어야 해요.`,
  badName: (path: string, name: string) =>
    `${path}: 서버 이름으로 쓸 수 없어요: ‘${name}’. 글자나 숫자로 시작하고, 글자·숫자·빈칸·점·밑줄·하이픈만 64자까지 쓸 수 있어요.`,
  badServer: (path: string, name: string) =>
    `${path}: ‘${name}’ 서버에 command(이 컴퓨터의 프로그램)나 url(주소) 가운데 하나가 있어야 해요.`,
  badField: (path: string, key: string, expected: string) => `${path}: ${key} 값이 맞지 않아요. 필요한 값: ${expected}`,
  sameName: (path: string, name: string) =>
    `${path}: ‘${name}’ 서버는 다른 서버와 도구 이름이 겹쳐서 뺐어요. 이름을 바꿔 주세요.`,
  expected: {
    text: '비어 있지 않은 글',
    texts: '글의 목록',
    map: '{"이름": "값"} 모양',
    url: 'http:// 또는 https:// 주소',
    type: 'stdio, http, sse 가운데 하나',
    ms: '1부터 86,400,000까지의 밀리초',
    oauth:
      '{"clientId", "clientSecret", "scopes", "callbackPort", "clientMetadataUrl", "grantType", "privateKey"} 모양 (client_credentials에는 clientId와 비밀이나 키가 함께 있어야 해요)',
    safe: 'true, false 또는 도구 이름의 목록',
    effects: '"none" (그 도구들이 아무것도 남기지 않고 내보내지 않을 때만)',
    flag: 'true나 false',
  },
  unknownServer: (name: string, known: string[]) =>
    `그런 MCP 서버가 없어요: ${name}. ${known.length > 0 ? `있는 서버: ${known.join(', ')}` : '`assistant mcp add`로 추가할 수 있어요.'}`,
  unknownTool: (server: string, tool: string, known: string) =>
    `MCP 서버 ‘${server}’에 쓸 수 있는 도구가 아니에요: ${tool}. ${known ? `있는 도구: ${known}` : '쓸 수 있는 도구가 없어요.'}`,
  desk: {
    asks: (server: string) => `MCP 서버 ‘${server}’의 질문`,
    warning: '모르는 서버에는 비밀번호나 API 키를 알려주지 마세요.',
    undecided: (names: string) => `아직 허용하지 않은 MCP 서버가 있어요: ${names}. /mcp에서 명령을 보고 켤 수 있어요.`,
    none: 'MCP 서버가 없어요. `assistant mcp add`나 `assistant mcp import`로 추가한 뒤 다시 시작해 주세요.',
    states: { disabled: '꺼 둠', new: '허용 전', refused: '거절함', ready: '켜짐', failed: '문제 있음' },
    tools: (count: number) => `도구 ${count}개`,
    actions: {
      approve: '허용하기',
      refuse: '거절하기',
      reconnect: '다시 연결하기',
      login: '로그인하기',
      accept: '바뀐 설명 받아들이기',
    },
    approve: (name: string) => `MCP 서버 ‘${name}’: 이 컴퓨터에서 아래를 실행하거나 불러도 될까요?`,
    accept: (name: string) => `MCP 서버 ‘${name}’: 바뀐 설명을 받아들일까요?`,
    widen: (name: string) => `MCP 서버 ‘${name}’: 로그인이 필요한 일이에요. 로그인할까요?`,
    scope: (scope: string) => `서버가 요청한 권한: ${scope || '(밝히지 않음)'}`,
    answer: '대답',
    left: '그대로 두었어요.',
    refused: (name: string) => `MCP 서버 ‘${name}’: 거절했어요. 마음이 바뀌면 /mcp에서 허용할 수 있어요.`,
    ready: (name: string, count: number) =>
      `MCP 서버 ‘${name}’: 연결됐어요. 도구 ${count}개는 다음 말부터 쓸 수 있어요.`,
    openBrowser: (url: string) => `브라우저에서 로그인해 주세요. 열리지 않으면 이 주소를 여세요: ${url}`,
  },
  manage: {
    list: 'MCP 서버의 목록을 읽어 모델에 보내요.',
    add: (name: string, command: string) =>
      `MCP 서버 추가: ${name}\n${command}\n(적어 두기만 해요. 켜기 전에 명령을 다시 보여드리고 물어봐요.)`,
    added: (name: string) =>
      `MCP 서버 ‘${name}’: 목록에 추가했어요. 사용자가 ${josa(`\`assistant mcp connect ${name}\``, '으로/로')} 명령을 확인하고 허용하면, 다음에 시작할 때부터 쓸 수 있어요.`,
    remove: (name: string, command: string) => `MCP 서버 지우기: ${name}\n${command}`,
  },
  loggedIn: '로그인했어요. 이 창은 닫아도 돼요.',
  effect: (server: string, tool: string) => `MCP 서버 ‘${server}’의 도구 ${tool}`,
  trouble: (kind: keyof typeof troublesKo, server: string, data: JsonObject) =>
    `MCP 서버 ‘${server}’: ${troublesKo[kind]({ server, ...data })}`,
  troubles: troublesKo,
  notices: noticesKo,
  fillIn: (name: string, values: string) => `{${name}}: ${values || '서버가 알려주는 값이 없어요'}`,
  content: {
    image: '(그림)',
    audio: (type: string) => `(소리 ${type}: 여기서는 들을 수 없어요)`,
    binary: (uri: string, type: string) => `(글이 아닌 자료 ${[uri, type].filter(Boolean).join(' ')})`,
    link: (what: string) => `자료 링크: ${what}`,
    strange: '(알 수 없는 모양의 내용)',
    cut: (more: number) => `… ${more.toLocaleString('ko')}자가 더 있어서 줄였어요.`,
    empty: '(내용이 없어요)',
  },
}

const en: typeof ko = {
  badFile: (path) => `${path}: cannot be read. It should be JSON like {"mcpServers": {"name": {"command": "…"}}}.`,
  badName: (path, name) =>
    `${path}: ‘${name}’ cannot be the name of a server. Begin with a letter or digit; letters, digits, blanks, dots, underscores and hyphens, at most 64.`,
  badServer: (path, name) => `${path}: the server ‘${name}’ needs either command (a program here) or url (an address).`,
  badField: (path, key, expected) => `${path}: ${key} is not right. Expected: ${expected}`,
  sameName: (path, name) =>
    `${path}: the tools of ‘${name}’ would be called like another server's, so it was left out. Rename it.`,
  expected: {
    text: 'a text that is not empty',
    texts: 'a list of texts',
    map: 'the form {"name": "value"}',
    url: 'an address with http:// or https://',
    type: 'stdio, http or sse',
    ms: 'milliseconds, 1 to 86,400,000',
    oauth:
      'the form {"clientId", "clientSecret", "scopes", "callbackPort", "clientMetadataUrl", "grantType", "privateKey"} (client_credentials needs clientId and a secret or a key)',
    safe: 'true, false or a list of tool names',
    effects: '"none" (only where its tools keep nothing and send nothing on)',
    flag: 'true or false',
  },
  unknownServer: (name, known) =>
    `There is no MCP server ${name}. ${known.length > 0 ? `There are: ${known.join(', ')}` : 'Add one with `assistant mcp add`.'}`,
  unknownTool: (server, tool, known) =>
    `The MCP server ‘${server}’ has no usable tool ${tool}. ${known ? `There are: ${known}` : 'It has none.'}`,
  desk: {
    asks: (server) => `The MCP server ‘${server}’ asks`,
    warning: 'Never give passwords or keys to a server you do not know.',
    undecided: (names) => `MCP servers wait for your yes: ${names}. See their commands and start them with /mcp.`,
    none: 'No MCP servers. Add one with `assistant mcp add` or `assistant mcp import`, then start again.',
    states: { disabled: 'disabled', new: 'not approved', refused: 'refused', ready: 'up', failed: 'failed' },
    tools: (count) => `${counted(count, 'tool')}`,
    actions: {
      approve: 'allow',
      refuse: 'refuse',
      reconnect: 'reconnect',
      login: 'log in',
      accept: 'accept changed descriptions',
    },
    approve: (name) => `MCP server ‘${name}’: may this be run or called on this machine?`,
    accept: (name) => `MCP server ‘${name}’: accept the changed descriptions?`,
    widen: (name) => `MCP server ‘${name}’: this needs a login. Log in?`,
    scope: (scope) => `What the server asks for: ${scope || '(not said)'}`,
    answer: 'Your answer',
    left: 'Left as it is.',
    refused: (name) => `MCP server ‘${name}’: refused. /mcp allows it when you change your mind.`,
    ready: (name, count) =>
      `MCP server ‘${name}’: connected. Its ${counted(count, 'tool')} can be used from your next message on.`,
    openBrowser: (url) => `Log in with your browser. If it does not open, open this address: ${url}`,
  },
  manage: {
    list: 'Read the list of MCP servers and send it to the model.',
    add: (name, command) =>
      `Add the MCP server ${name}\n${command}\n(It is only written down. Before it runs its command is shown again, and you are asked.)`,
    added: (name) =>
      `The MCP server ‘${name}’ is on the list. When the user has seen its command and allowed it with \`assistant mcp connect ${name}\`, it can be used from the next start on.`,
    remove: (name, command) => `Remove the MCP server ${name}\n${command}`,
  },
  loggedIn: 'You are logged in. This window can be closed.',
  effect: (server, tool) => `Tool ${tool} of the MCP server ‘${server}’`,
  trouble: (kind, server, data) => `MCP server ‘${server}’: ${troublesEn[kind]({ server, ...data })}`,
  troubles: troublesEn,
  notices: noticesEn,
  fillIn: (name, values) => `{${name}}: ${values || 'the server suggests nothing'}`,
  content: {
    image: '(picture)',
    audio: (type) => `(sound ${type}: cannot be heard here)`,
    binary: (uri, type) => `(not text: ${[uri, type].filter(Boolean).join(' ')})`,
    link: (what) => `Link to a resource: ${what}`,
    strange: '(content of an unknown kind)',
    cut: (more) => `… cut: ${more.toLocaleString('en')} more characters.`,
    empty: '(no content)',
  },
}

export const mcpMessages = { ko, en }
