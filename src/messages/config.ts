import type { Language } from './language.ts'

/** What a setting would have taken. */
export type Expected =
  | { kind: 'one'; values: string[] }
  | { kind: 'integer'; least: number; most: number }
  | { kind: 'boolean' | 'list' | 'url' | 'text' | 'zone' | 'date' | 'models' }

/** Something in the configuration that was passed over. Never carries a value: it might be a secret. */
export type ConfigWarning =
  | { code: 'unknown'; key: string; where: string; suggestion?: string }
  | { code: 'bad-value'; key: string; where: string; expected: Expected }
  | { code: 'refused'; key: string; expected: Expected }
  | { code: 'damaged'; path: string; kept?: string }
  | { code: 'unreadable'; path: string; reason: string }
  | { code: 'untrusted'; path: string }
  | { code: 'personal'; key: string; where: string }
  | { code: 'secret'; key: string; where: string; secrets: string }

const most = Number.MAX_SAFE_INTEGER

const ko = {
  unknown: (key: string, where: string, suggestion: string) =>
    `모르는 설정이에요: ${key} (${where})${suggestion ? `. 혹시 ${suggestion}인가요?` : '. assistant config list로 전체 목록을 볼 수 있어요.'}`,
  badValue: (key: string, where: string, expected: string) =>
    `${key} 값을 쓸 수 없어요 (${where}). ${expected} 값이어야 해요. 지금은 무시할게요.`,
  refused: (key: string, expected: string) => `${key} 값을 쓸 수 없어요. ${expected} 값이어야 해요. 저장하지 않았어요.`,
  damaged: (path: string, kept: string) =>
    kept
      ? `설정 파일이 손상되어 기본값으로 시작해요. 원본은 그대로 여기에 두었어요: ${kept}`
      : `설정 파일이 손상되어 읽지 않았어요: ${path}`,
  unreadable: (path: string, reason: string) => `설정 파일을 읽을 수 없어요(${reason}): ${path}. 파일 권한을 확인해 주세요.`,
  untrusted: (path: string) =>
    `믿는 폴더가 아니라서 프로젝트 설정을 읽지 않았어요: ${path}. 믿으려면 trusted 설정에 이 폴더를 더해 주세요.`,
  personal: (key: string, where: string) => `${key} 설정은 프로젝트 파일에서 바꿀 수 없어요 (${where}).`,
  secret: (key: string, where: string, secrets: string) =>
    `비밀 키는 설정 파일에 두지 않아요: ${key} (${where}). assistant setup으로 ${secrets}에 옮겨 주세요.`,
  expected: {
    one: (values: string) => `${values} 중 하나의`,
    integer: (least: string, upper: string) => (upper ? `${least}~${upper} 사이 정수` : `${least} 이상의 정수`),
    boolean: 'true 또는 false',
    list: '목록(JSON 배열, 또는 쉼표로 나눈)',
    url: 'http(s) 주소',
    text: '비어 있지 않은 글자',
    zone: 'Asia/Seoul 같은 시간대 이름',
    date: '2026-11-21T09:00:00Z 같은 시각',
    models: '"provider:model" 목록',
  },
  meanings: {
    language: '화면과 대답의 언어 (ko, en)',
    provider: '모델 제공자. auto는 키가 있거나 켜져 있는 것을 찾고, 없으면 offline',
    model: '쓸 모델. 비우면 제공자의 기본 모델',
    ...providers('주소', '키가 든 환경 변수 이름', '기본 모델', '가벼운 일에 쓸 모델', '무거운 일에 쓸 모델'),
    fallback: '응답하지 못할 때 차례로 시도할 "provider:model" 목록',
    routing: '요청에 따라 가벼운/무거운 모델을 자동으로 고를지',
    'limits.firstByteMs': '첫 응답을 기다리는 시간(ms)',
    'limits.firstByteLocalMs': '이 기기의 모델 서버에서 첫 응답을 기다리는 시간(ms)',
    'limits.exchangeSoftMs': '한 차례 모델 시간의 권장 한도(ms)',
    'limits.exchangeHardMs': '한 차례 모델 시간의 최대 한도(ms)',
    'limits.toolMs': '도구 하나의 제한 시간(ms)',
    'limits.askMs': '확인 질문에 답을 기다리는 시간(ms)',
    'limits.toolRounds': '한 차례에 도구를 부를 수 있는 횟수',
    'limits.shellMs': '셸 명령과 파이썬 코드 하나의 제한 시간(ms)',
    'limits.imagesPerDay': '하루에 만들 수 있는 그림 수',
    contextMaxSize: '모델에 보내는 전체 글자 수의 한도',
    compaction: '긴 대화와 기억을 자동으로 요약 (false: 요약하지 않고 그대로)',
    'window.profile': '대화 창 방식: default는 30/15, graph는 10/5',
    'window.limit': '이보다 많은 메시지가 쌓이면 오래된 것을 요약',
    'window.keep': '요약한 뒤 그대로 남길 메시지 수',
    'docs.store': '문서를 찾는 방식: keyword(낱말), vector(낱말과 뜻), opensearch(클러스터, 주소는 OPENSEARCH_URL)',
    'docs.embedder': '뜻 벡터를 만드는 곳. 주소와 키는 그 제공자의 설정을 써요',
    'docs.embedModel': '뜻 벡터를 만드는 모델. 비우면 openai는 text-embedding-3-small, ollama는 bge-m3',
    'docs.embedUrl': '뜻 벡터를 만드는 서버의 주소. 비우면 제공자의 주소',
    'docs.rerank': '찾은 대목의 순서를 가벼운 모델이 다시 매길지',
    trusted: '프로젝트 설정과 AGENTS.md를 믿고 읽을 폴더 목록',
    'mcp.grants': '`assistant mcp serve`로 묻는 다른 프로그램에 허락할 도구 목록 (쓸 때마다 그 프로그램의 사용자에게 물어요)',
    'bank.server': '이체를 맡길 은행의 MCP 서버 이름 (없으면 연습용 내장 장부)',
    'bank.transfer': '그 서버에서 돈을 보내는 도구',
    'bank.balance': '그 서버에서 잔액을 알려 주는 도구',
    'bank.history': '그 서버에서 거래 내역을 알려 주는 도구',
    'bank.arguments': '그 도구가 다르게 부르는 값의 이름 (예: `target=to`; target, amount, memo, idempotency_key)',
    roots: '파일 도구가 작업 폴더 말고도 다룰 수 있는 폴더 목록',
    fetchHosts: 'fetch_url이 읽어도 되는 내부 네트워크의 호스트 목록 (host 또는 host:port)',
    'permissions.allow': '묻지 않고 실행할 도구 규칙. 예: "write_file(docs/**)", "fetch_url(*.example.com)"',
    'permissions.ask': '늘 물어볼 도구 규칙',
    'permissions.deny': '실행하지 않을 도구 규칙. 예: "shell(rm *)"',
    hooks: '도구 앞뒤에 실행할 명령 목록: {"on": "before|after", "tool": 이름, "command": 명령, "timeoutMs": 제한}',
    zone: '시간대. 비우면 이 기기의 시간대',
    'tui.bell': '알림이 울리면 대화 화면에서 소리와 데스크톱 알림으로도 알릴지',
    agent: '기본 에이전트',
    workspace: '기본 워크스페이스',
    profile: '기본 프로필(기억의 주인)',
    'services.weatherUrl': 'OpenWeather 주소',
    'services.wikipediaUrl': '위키백과 주소. {lang}은 언어로 바뀜',
    'services.tavilyUrl': 'Tavily(웹 검색) 주소',
    'services.falUrl': 'fal.ai(그림) 주소',
    'services.telegramUrl': 'Telegram Bot API 주소',
    'telegram.pollSeconds': 'Telegram 새 메시지를 기다리는 시간(초, 최대 50)',
    'telegram.backlog': '꺼져 있던 동안 온 메시지 중 처리할 최대 수',
    'telegram.backlogMs': '꺼져 있던 동안 온 메시지를 처리할 최대 나이(ms)',
    'heartbeat.tokens': '정기 점검(heartbeat.md)이 하루에 쓸 수 있는 토큰',
    'voice.bargeIn': '말하는 중에 끼어들 수 있는지: full 아무 말이나, keyword 호출어와 그만만, off 안 됨',
    'voice.endpointMs': '말이 끝났다고 보는 침묵(ms)',
    'voice.endpointFinishedMs': '문장이 분명히 끝난 뒤의 침묵(ms)',
    'voice.endpointUnfinishedMs': '문장이 덜 끝났을 때의 침묵(ms)',
    'voice.silenceMs': '대화를 끝낼지 묻기까지의 침묵(ms)',
    'voice.vad': '말소리를 감지하는 모델. 비우면 받아 둔 것',
    'voice.stt': '음성을 글로 바꾸는 모델. 비우면 받아 둔 것',
    'voice.wake': '호출어를 듣는 모델. 비우면 글로 바꾼 뒤에 찾음',
    'voice.tts': '목소리 모델. 비우면 받아 둔 것, 없으면 espeak-ng',
    'voice.recorder': '녹음에 쓸 프로그램',
    'voice.microphone': '마이크 장치 이름. 비우면 기본 장치',
    'voice.player': '재생에 쓸 프로그램',
    'voice.output': '스피커 장치 이름. 비우면 기본 장치',
    'voice.manifest': '모델 목록 파일. 비우면 함께 설치된 목록',
    now: '시계를 이 시각에서 시작(시험용)',
  },
}

const en: typeof ko = {
  unknown: (key, where, suggestion) =>
    `Unknown setting: ${key} (${where}). ${suggestion ? `Did you mean ${suggestion}?` : 'See assistant config list.'}`,
  badValue: (key, where, expected) => `${key} cannot have this value (${where}): expected ${expected}. It is ignored.`,
  refused: (key, expected) => `${key} cannot have this value: expected ${expected}. Nothing was saved.`,
  damaged: (path, kept) =>
    kept
      ? `The config file is damaged; starting with defaults. The original is untouched at ${kept}`
      : `The config file is damaged and was not read: ${path}`,
  unreadable: (path, reason) => `The config file cannot be read (${reason}): ${path}. Check its permissions.`,
  untrusted: (path) =>
    `Project settings were not read, because the folder is not trusted: ${path}. To trust it, add the folder to the setting trusted.`,
  personal: (key, where) => `${key} cannot be set by a project (${where}).`,
  secret: (key, where, secrets) =>
    `Keys do not belong in a config file: ${key} (${where}). Move it to ${secrets} with assistant setup.`,
  expected: {
    one: (values) => `one of ${values}`,
    integer: (least, upper) => (upper ? `a whole number from ${least} to ${upper}` : `a whole number of at least ${least}`),
    boolean: 'true or false',
    list: 'a list (a JSON array, or parted by commas)',
    url: 'an http(s) address',
    text: 'some text',
    zone: 'a time zone like Asia/Seoul',
    date: 'a time like 2026-11-21T09:00:00Z',
    models: 'a list of "provider:model"',
  },
  meanings: {
    language: 'language of screens and answers (ko, en)',
    provider: 'model provider; auto looks for one with a key or a running server, else offline',
    model: 'the model; empty: the default one of the provider',
    ...providers(
      'address',
      'name of the variable that holds the key',
      'default model',
      'model for light work',
      'model for heavy work',
    ),
    fallback: 'list of "provider:model" to try in turn when one does not answer',
    routing: 'choose a light or a heavy model by the request',
    'limits.shellMs': 'limit for one shell command or piece of Python (ms)',
    'limits.imagesPerDay': 'pictures that may be made in a day',
    fetchHosts: 'hosts of the own network that fetch_url may read (host or host:port)',
    'permissions.allow': 'rules of tools that run unasked, e.g. "write_file(docs/**)", "fetch_url(*.example.com)"',
    'permissions.ask': 'rules of tools that are always asked about',
    'permissions.deny': 'rules of tools that never run, e.g. "shell(rm *)"',
    hooks: 'commands around tools: a list of {"on": "before|after", "tool": name, "command": command, "timeoutMs": limit}',
    'limits.firstByteMs': 'wait for the first byte (ms)',
    'limits.firstByteLocalMs': 'wait for the first byte of a local model server (ms)',
    'limits.exchangeSoftMs': 'soft limit of model time per turn (ms)',
    'limits.exchangeHardMs': 'hard limit of model time per turn (ms)',
    'limits.toolMs': 'time limit of one tool (ms)',
    'limits.askMs': 'wait for the answer to an approval (ms)',
    'limits.toolRounds': 'requests per turn that may call tools',
    contextMaxSize: 'most characters sent to the model',
    compaction: 'summarise long conversations and memory by itself (false: leave everything whole)',
    'window.profile': 'conversation window: default is 30/15, graph is 10/5',
    'window.limit': 'above so many messages the oldest are summarised',
    'window.keep': 'messages kept as they are then',
    'docs.store': 'how documents are searched: keyword, vector (words and meaning), opensearch (a cluster at OPENSEARCH_URL)',
    'docs.embedder': "who makes vectors; address and key are that provider's",
    'docs.embedModel': 'the model that makes vectors; empty: text-embedding-3-small (openai), bge-m3 (ollama)',
    'docs.embedUrl': "address of the server that makes vectors; empty: the provider's",
    'docs.rerank': 'let the light model order the passages that were found',
    trusted: 'folders whose project settings and AGENTS.md are read',
    'mcp.grants': 'tools that programs may use through `assistant mcp serve` (each use is asked of their user)',
    'bank.server': 'name of the MCP server of the bank that moves money (without it, the embedded ledger of play money)',
    'bank.transfer': 'tool of that server that sends money',
    'bank.balance': 'tool of that server that tells the balance',
    'bank.history': 'tool of that server that tells what was sent',
    'bank.arguments': 'values that this tool calls otherwise (`target=to`; target, amount, memo, idempotency_key)',
    roots: 'folders, besides the working one, that file tools may use',
    zone: 'time zone; empty: that of the machine',
    'tui.bell': 'let the chat sound the bell and show a notification when a reminder rings',
    agent: 'default agent',
    workspace: 'default workspace',
    profile: 'default profile (whose memory)',
    'services.weatherUrl': 'address of OpenWeather',
    'services.wikipediaUrl': 'address of Wikipedia; {lang} becomes the language',
    'services.tavilyUrl': 'address of Tavily (web search)',
    'services.falUrl': 'address of fal.ai (pictures)',
    'services.telegramUrl': 'address of the Telegram Bot API',
    'telegram.pollSeconds': 'how long to wait for Telegram messages (s, at most 50)',
    'telegram.backlog': 'most messages handled of those that came while it was off',
    'telegram.backlogMs': 'how old a message that came while it was off may be (ms)',
    'heartbeat.tokens': 'tokens a day for the checklist in heartbeat.md',
    'voice.bargeIn': 'Who may speak over the assistant: full anything, keyword the wake word and stop words, off nobody',
    'voice.endpointMs': 'Silence that ends an utterance (ms)',
    'voice.endpointFinishedMs': 'Silence after a sentence that is clearly finished (ms)',
    'voice.endpointUnfinishedMs': 'Silence after a sentence that is not finished (ms)',
    'voice.silenceMs': 'Silence before it asks whether to end (ms)',
    'voice.vad': 'Model that notices speech. Empty: the one that is here',
    'voice.stt': 'Model that writes down speech. Empty: the one that is here',
    'voice.wake': 'Model that hears the wake word. Empty: looked for in the text',
    'voice.tts': 'Model of the voice. Empty: the one that is here, else espeak-ng',
    'voice.recorder': 'Program to record with',
    'voice.microphone': 'Name of the microphone. Empty: the default one',
    'voice.player': 'Program to play with',
    'voice.output': 'Name of the speaker. Empty: the default one',
    'voice.manifest': 'File that lists the models. Empty: the one installed with the program',
    now: 'start the clock at this time (for tests)',
  },
}

type Named = 'openai' | 'anthropic' | 'zai' | 'compatible' | 'ollama'
type ProviderMeanings = Record<`providers.${Named}.${'baseUrl' | 'keyEnv' | 'model' | 'lightModel' | 'heavyModel'}`, string>

function providers(baseUrl: string, keyEnv: string, model: string, lightModel: string, heavyModel: string): ProviderMeanings {
  const names = { openai: 'OpenAI', anthropic: 'Anthropic', zai: 'Z.AI', compatible: 'OpenAI-compatible', ollama: 'Ollama' }
  const fields = Object.entries({ baseUrl, keyEnv, model, lightModel, heavyModel })
  const rows = Object.entries(names).flatMap(([name, shown]) =>
    fields.map(([field, text]) => [`providers.${name}.${field}`, `${shown}: ${text}`]),
  )
  return Object.fromEntries(rows) as ProviderMeanings
}

export const configMessages = { ko, en }

/** What was expected, as a phrase. */
function expectedText(expected: Expected, language: Language): string {
  const say = configMessages[language].expected
  if (expected.kind === 'one') return say.one(expected.values.join(' | '))
  if (expected.kind !== 'integer') return say[expected.kind]
  const number = (n: number) => n.toLocaleString(language)
  return say.integer(number(expected.least), expected.most < most ? number(expected.most) : '')
}

/** A warning as one sentence with the next step. */
export function warningText(warning: ConfigWarning, language: Language): string {
  const say = configMessages[language]
  switch (warning.code) {
    case 'unknown':
      return say.unknown(warning.key, warning.where, warning.suggestion ?? '')
    case 'bad-value':
      return say.badValue(warning.key, warning.where, expectedText(warning.expected, language))
    case 'refused':
      return say.refused(warning.key, expectedText(warning.expected, language))
    case 'damaged':
      return say.damaged(warning.path, warning.kept ?? '')
    case 'unreadable':
      return say.unreadable(warning.path, warning.reason)
    case 'untrusted':
      return say.untrusted(warning.path)
    case 'personal':
      return say.personal(warning.key, warning.where)
    case 'secret':
      return say.secret(warning.key, warning.where, warning.secrets)
    default:
      return warning satisfies never
  }
}
