import { josa } from '../../std/korean/grammar/particles.ts'

/** Sentences of the HTTP surface and its subcommands. */
const ko = {
  errors: {
    unauthorized: '토큰이 필요해요. Authorization: Bearer <토큰>을 보내 주세요.',
    forbidden: '허용되지 않은 곳에서 온 요청이에요.',
    'not-found': '그런 주소가 없어요. /openapi.json에서 볼 수 있어요.',
    method: '이 주소에서는 쓸 수 없는 메서드예요.',
    'too-large': '요청이 너무 커요.',
    'bad-json': '요청이 JSON 객체가 아니에요.',
    'bad-request': 'session_id(글자와 숫자, 128자까지)와 비어 있지 않은 message(20,000자까지)가 필요해요.',
    'bad-request-id': 'request_id는 글자와 숫자, -, _로 8자에서 64자까지예요. 이 요청은 실행하지 않았어요.',
    'no-end-user': '이 토큰은 여러 사람의 것이에요. X-End-User에 누구인지(빈칸 없는 ASCII 200자까지) 넣어 주세요.',
    'end-user':
      '이 토큰은 한 사람의 것이라 X-End-User를 받지 않아요. `assistant serve token add 이름 --people`로 만든 토큰을 써 주세요.',
    'bad-end-user':
      'X-End-User의 서명을 확인하지 못했어요. 발급한 곳, aud, 유효 시간을 확인하고 새로 받은 JWT를 보내 주세요.',
    'too-many': '요청이 너무 많아요. 잠시 뒤에 다시 보내 주세요.',
    closing: '서버가 닫히는 중이에요. 잠시 뒤에 다시 보내 주세요.',
  },
  listening: (url: string, sessions: string) =>
    `${url} 에서 요청을 받고 있어요 (대화 저장: ${sessions}). 멈추려면 Ctrl+C를 누르세요.`,
  firstToken: (token: string, path: string) =>
    `새 토큰이에요. 지금 한 번만 보여드려요: ${token}\n이름은 default, 기록은 ${path} (원문은 저장하지 않아요)`,
  newToken: (name: string, token: string) => `${name} 토큰이에요. 지금 한 번만 보여드려요: ${token}`,
  ownMemory: (own: string) =>
    `이 토큰은 기억을 따로 써요. 내 기억을 쓰게 하려면 없애고 --profile ${josa(own, '을/를')} 붙여 다시 만들어 주세요.`,
  forPeople: '이 토큰의 요청에는 X-End-User로 누구인지 넣어 주세요. 사람마다 대화와 기억이 따로예요.',
  newCalendar: (address: string) =>
    `알림과 할 일의 날짜를 보여주는 캘린더 주소예요. 지금 한 번만 보여드려요: ${address}`,
  calendarAddress: (name: string) =>
    `휴대폰의 캘린더 앱에서 이 주소를 구독해 주세요. 앞부분은 휴대폰에서 이 서버에 닿는 주소(TLS 프록시)로 바꾸고, \`assistant serve\`를 켜 두세요. 주소를 아는 사람은 모두 볼 수 있어요. 없애려면: assistant serve token revoke ${name}`,
  calendarOfOne: '캘린더 주소는 한 사람의 것이에요. --people과 함께 쓸 수 없어요.',
  calendarReads: (name: string) => `${josa(name, '은/는')} 캘린더 주소예요. 읽을 수만 있어서 허용할 것이 없어요.`,
  calendarOnly: '캘린더',
  feedName: (whose?: string) => `${whose === undefined ? '내' : `${whose}의`} 알림`,
  notForPeople: (what: string) => `${josa(what, '은/는')} 집주인의 돈을 옮겨요. 여러 사람의 토큰에는 허용할 수 없어요.`,
  memoryOf: (profile: string) => `이 토큰으로 말하면 ${profile}의 기억을 읽고 써요.`,
  whichUser: '이 토큰은 여러 사람의 것이에요. --person으로 누구인지(X-End-User에 넣던 값) 적어 주세요.',
  ownersToken: (name: string) =>
    `${name} 토큰은 집주인의 기억을 써요. 집주인의 것은 \`assistant memory\`와 \`assistant conversations\`로 다뤄 주세요.`,
  removeForGood: '이 사람의 기억, 대화, 알림, 기록을 되돌릴 수 없게 지워요. 정말 지우려면 --yes를 붙여 주세요.',
  personRemoved: (files: number, lines: number, conversations: number) =>
    `지웠어요: 파일 ${files}개, 기록 ${lines}줄, 대화 ${conversations}개.`,
  moneyKept: (lines: number) => `장부의 ${lines}줄은 남겼어요. 돈의 기록은 합이 맞아야 해요.`,
  notLoopback: (host: string) =>
    `${josa(host, '은/는')} 다른 컴퓨터에서도 접속할 수 있는 주소예요. 토큰이 암호화되지 않은 채 오가지 않게 TLS 프록시 뒤에 두세요.`,
  tokenHeads: ['이름', '허용한 일', '기억', '만든 날'],
  noToken: (name: string) => `그런 토큰이 없어요: ${name}`,
  takenToken: (name: string) => `이미 있거나 쓸 수 없는 이름이에요: ${name}`,
  revoked: (name: string) => `${name} 토큰을 없앴어요.`,
  granted: (name: string, what: string) => `${name} 토큰에 ${josa(what, '을/를')} 허용했어요.`,
  withdrawn: (name: string, what: string) => `${name} 토큰의 ${what} 허용을 취소했어요.`,
  notGrantable: (what: string, services: string) =>
    `토큰에는 서비스와 문서 찾기만 허용할 수 있어요(${services}): ${what}. 물어봐야 하는 도구는 HTTP에서 쓸 수 없어요.`,
  portTaken: (port: string) => `포트 ${josa(port, '을/를')} 쓸 수 없어요. --port로 다른 포트(0~65535)를 골라 주세요.`,
  hostUnknown: (host: string) => `${host} 주소로는 서버를 열 수 없어요. 이 컴퓨터의 주소를 --host로 알려주세요.`,
  badOrigin: (origin: string) => `--allow-origin은 https://app.example처럼 써 주세요: ${origin}`,
  redisAway: 'REDIS_URL의 Redis가 대답하지 않아요. 대답할 때까지 모든 요청이 실패해요. 주소와 Redis를 확인해 주세요.',
  noRedis: 'REDIS_URL이 필요해요. 예: REDIS_URL=redis://127.0.0.1:6379',
  badRedis:
    'REDIS_URL을 읽을 수 없어요. redis://호스트:포트, redis+sentinel://호스트:포트,호스트:포트/마스터, redis+cluster://호스트:포트,호스트:포트 가운데 하나로 써 주세요.',
  notStored: '대화를 저장하지 못했어요. 잠시 뒤에 다시 보내 주세요.',
  closing: '받은 요청을 마치고 닫을게요…',
  reloaded: (faults: string[]) =>
    faults.length === 0
      ? '설정이 바뀌어서 다시 읽었어요. 다음 차례부터 따를게요.'
      : `바뀐 설정을 읽을 수 없어서 전의 설정을 그대로 쓸게요.\n${faults.join('\n')}`,
}
const en: typeof ko = {
  errors: {
    unauthorized: 'A token is needed: send Authorization: Bearer <token>.',
    forbidden: 'This request comes from a place that is not allowed.',
    'not-found': 'There is no such address. See /openapi.json.',
    method: 'This method cannot be used here.',
    'too-large': 'The request is too large.',
    'bad-json': 'The request is not a JSON object.',
    'bad-request': 'A session_id (letters and digits, up to 128) and a message (not blank, up to 20,000) are needed.',
    'bad-request-id': 'A request_id has 8 to 64 letters, digits, - and _. This request was not run.',
    'no-end-user': 'This token is for many people: name the one in X-End-User (ASCII without blanks, up to 200).',
    'end-user':
      'This token is of one person and takes no X-End-User. Use one made with `assistant serve token add NAME --people`.',
    'bad-end-user':
      'The signature of X-End-User does not hold. Check issuer, aud and time, and send a JWT that was issued anew.',
    'too-many': 'Too many requests. Try again in a moment.',
    closing: 'The server is closing. Try again in a moment.',
  },
  listening: (url, sessions) => `Listening on ${url} (sessions: ${sessions}). Press Ctrl+C to stop.`,
  firstToken: (token, path) =>
    `A new token, shown only now: ${token}\nIts name is default, recorded in ${path} (not in clear)`,
  newToken: (name, token) => `The token ${name}, shown only now: ${token}`,
  ownMemory: (own) =>
    `This token has a memory of its own. For yours, revoke it and add it again with --profile ${own}.`,
  forPeople:
    'Requests with this token name their person in X-End-User. Each has conversations and a memory of their own.',
  newCalendar: (address) =>
    `The address of a calendar with reminders and the days of lists, shown only now: ${address}`,
  calendarAddress: (name) =>
    `Subscribe to it in the calendar app of your phone. Replace its first part by the address at which the phone reaches this server (a TLS proxy), and keep \`assistant serve\` running. Whoever knows the address can read it. To end it: assistant serve token revoke ${name}`,
  calendarOfOne: 'The address of a calendar is one person’s. It cannot be combined with --people.',
  calendarReads: (name) => `${name} is the address of a calendar: it only reads, and there is nothing to grant.`,
  calendarOnly: 'calendar',
  feedName: (whose) => (whose === undefined ? 'My reminders' : `Reminders of ${whose}`),
  notForPeople: (what) => `${what} moves the owner's money. It cannot be granted to a token for many people.`,
  memoryOf: (profile) => `What is said with this token reads and writes the memory of ${profile}.`,
  whichUser: 'This token is for many people: name the one with --person, as X-End-User does.',
  ownersToken: (name) =>
    `The memory of ${name} is the owner's. See \`assistant memory\` and \`assistant conversations\` for that.`,
  removeForGood:
    'This removes memory, conversations, reminders and records of this person for good. Add --yes to do so.',
  personRemoved: (files, lines, conversations) =>
    `Removed: ${files} file(s), ${lines} line(s) of records, ${conversations} conversation(s).`,
  moneyKept: (lines) => `${lines} line(s) of the ledger stay: records of money must add up.`,
  notLoopback: (host) =>
    `${host} can be reached from other machines. Put it behind a TLS proxy so that tokens do not travel in clear.`,
  tokenHeads: ['name', 'grants', 'memory', 'made'],
  noToken: (name) => `No such token: ${name}`,
  takenToken: (name) => `This name is taken or cannot be used: ${name}`,
  revoked: (name) => `The token ${name} is gone.`,
  granted: (name, what) => `The token ${name} may now use ${what}.`,
  withdrawn: (name, what) => `The token ${name} may no longer use ${what}.`,
  notGrantable: (what, services) =>
    `Only services and the search of documents can be granted to a token (${services}), not ${what}: over HTTP there is nobody to ask about a tool.`,
  portTaken: (port) => `Port ${port} cannot be used. Choose another (0 to 65535) with --port.`,
  hostUnknown: (host) => `Cannot listen on ${host}. Name an address of this machine with --host.`,
  badOrigin: (origin) => `Write --allow-origin like https://app.example: ${origin}`,
  redisAway:
    'Redis at REDIS_URL does not answer. Until it does every request fails; please check the address and Redis.',
  noRedis: 'REDIS_URL is needed, for instance REDIS_URL=redis://127.0.0.1:6379',
  badRedis:
    'REDIS_URL cannot be read. It is one of redis://host:port, redis+sentinel://host:port,host:port/master, redis+cluster://host:port,host:port.',
  notStored: 'The conversation could not be stored. Try again in a moment.',
  closing: 'Finishing what is under way…',
  reloaded: (faults: string[]) =>
    faults.length === 0
      ? 'The settings changed and were read anew: they count from the next turn on.'
      : `The changed settings cannot be read; the ones before them stay.\n${faults.join('\n')}`,
}
export type HttpFault = keyof (typeof ko)['errors']
export const serveMessages = { ko, en }
