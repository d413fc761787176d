/** Sentences of `assistant telegram …` at the machine. */
const ko = {
  noToken: '봇 토큰이 없어요. @BotFather에게 /newbot 이라고 하면 받을 수 있고, `assistant setup`에서 넣을 수 있어요.',
  botFather:
    '텔레그램의 @BotFather(https://t.me/BotFather)에게 /newbot 이라고 하면 봇 이름을 묻고 토큰을 줘요. 이미 봇이 있으면 /token 이라고 하세요.',
  tokenLine: '봇 토큰(보이지 않아요): ',
  tokenKept: (name: string) => `@${name} 봇의 토큰을 확인하고 저장했어요.`,
  waits: '휴대전화에서 열 때까지 기다릴게요. (Ctrl+C로 그만둬도 링크는 10분 동안 쓸 수 있어요)',
  connected: (profile: string) => `휴대전화를 연결했어요(${profile}). 이제 텔레그램에서 말을 걸어 주세요.`,
  nobodyCame: '10분이 지나 링크를 더 쓸 수 없어요. `assistant telegram invite`로 다시 만들어 주세요.',
  tokenRefused: '텔레그램이 이 봇 토큰을 받아들이지 않았어요. @BotFather에서 토큰을 다시 확인해 주세요.',
  unreachable: '텔레그램에 연결하지 못해서 토큰을 확인하지 못했어요. 네트워크를 확인하고 다시 해 주세요.',
  invitation: (name: string, link: string) =>
    `휴대전화에서 이 링크를 열고 ‘시작’을 누르면 @${name} 봇에 연결돼요. (10분 동안, 처음 연 사람 한 명만)\n${link}`,
  startDaemon: '봇은 데몬이 떠 있을 때 대답해요: assistant daemon start',
  paired: (id: number) => `연결했어요: ${id}`,
  badCode: '그런 코드가 없거나 시간이 지났어요. 텔레그램에서 봇에게 다시 말을 걸면 새 코드를 받아요.',
  whichWorkspace: (names: string, own: string) => `어느 워크스페이스에서 이야기할까요? (${names}) [${own}] `,
  whichProfile: (current: string) => `누구의 기억을 쓸까요? [${current}] `,
  groupProfile: '그룹은 누구의 기억도 쓰지 않고 따로 기억해요. --profile 없이 다시 해 주세요.',
  noWorkspace: (name: string, names: string) => `그런 워크스페이스가 없어요: ${name}. 있는 것: ${names}`,
  nobody: (id: string) => `연결된 사람이 아니에요: ${id}. assistant telegram list로 확인해 주세요.`,
  heads: ['id', '워크스페이스', '비서', '프로필', '허용한 것'],
  none: '연결된 사람이 없어요. 봇에게 말을 걸면 연결 코드를 받아요.',
  changed: (id: number) => `바꿨어요: ${id}`,
  granted: (id: number, all: string) => `${id}에게 허용한 것: ${all || '없음'}`,
  noFolder: (path: string) => `그런 폴더가 없어요: ${path}`,
  removed: (id: string) => `연결을 끊었어요: ${id}`,
  handedOff: (chat: number) => `텔레그램에서 이어갈 수 있어요: ${chat}`,
  noChats: '텔레그램에 열린 대화가 없어요. 데몬이 켜져 있는지 `assistant daemon status`로 확인해 주세요.',
  nothingToMap: '무엇을 바꿀지 알려주세요: -w <워크스페이스>, -a <비서>, --profile <이름>',
  notGrantable: (tool: string) =>
    `텔레그램에서 허용할 수 있는 것이 아니에요: ${tool}. 물어보고 실행하는 도구, 서비스, 폴더 경로만 허용할 수 있어요.`,
}

const en: typeof ko = {
  noToken: 'There is no bot token. @BotFather gives one for /newbot; `assistant setup` takes it.',
  botFather:
    'Say /newbot to @BotFather in Telegram (https://t.me/BotFather): it asks for a name and gives the token of the bot. For a bot that you have already, say /token.',
  tokenLine: 'Token of the bot (unseen): ',
  tokenKept: (name) => `The token of @${name} works and is saved.`,
  waits: 'Waiting until it is opened on a phone. (After Ctrl+C the link still works for 10 minutes.)',
  connected: (profile) => `The phone is connected (${profile}). Now write in Telegram.`,
  nobodyCame: 'Ten minutes are over, and with them the link. `assistant telegram invite` makes another.',
  tokenRefused: 'Telegram refuses this bot token. Please look at it again at @BotFather.',
  unreachable: 'Telegram could not be reached, so the token was not tried. Check the network and try again.',
  invitation: (name, link) =>
    `Open this link on your phone and press Start to be connected with @${name} (for 10 minutes, whoever opens it first).\n${link}`,
  startDaemon: 'The bot answers while the daemon runs: assistant daemon start',
  paired: (id) => `Let in: ${id}`,
  badCode: 'There is no such code, or its time is over. Write to the bot again to get a new one.',
  whichWorkspace: (names, own) => `In which workspace? (${names}) [${own}] `,
  whichProfile: (current) => `Whose memory? [${current}] `,
  groupProfile: "A group uses nobody's memory but its own. Please try again without --profile.",
  noWorkspace: (name, names) => `There is no workspace ${name}. There are: ${names}`,
  nobody: (id) => `Nobody of this id was let in: ${id}. See assistant telegram list.`,
  heads: ['id', 'workspace', 'agent', 'profile', 'granted'],
  none: 'Nobody was let in yet. Whoever writes to the bot gets a pairing code.',
  changed: (id) => `Changed: ${id}`,
  granted: (id, all) => `Granted to ${id}: ${all || 'nothing'}`,
  noFolder: (path) => `There is no such folder: ${path}`,
  removed: (id) => `Shut out: ${id}`,
  noChats: 'No conversation is open in Telegram. See `assistant daemon status` for whether the daemon runs.',
  nothingToMap: 'Say what to change: -w <workspace>, -a <agent>, --profile <name>',
  handedOff: (chat) => `It goes on in Telegram: ${chat}`,
  notGrantable: (tool) =>
    `${tool} cannot be granted over Telegram: only tools that ask before they run, services, and folders can.`,
}

export const telegramCommandMessages = { ko, en }
