/** The daemon: its log, and what its commands say. */
const ko = {
  started: (pid: number) => `텔레그램과 알림을 맡았어요. (pid ${pid}) 여기서 직접 켰으면 Ctrl+C로 끝내요.`,
  stopped: '비서가 끝났어요.',
  elsewhere:
    '지금은 이 기기가 텔레그램과 예약을 맡고 있지 않아요. 저장소에 연결하지 못하는 동안에는 이 기기에서 정한 알림만 여기서 울려요. `assistant sync status`로 볼 수 있어요.',
  noToken: '텔레그램 봇 토큰이 없어서 알림만 살펴요. 쓰려면 TELEGRAM_BOT_TOKEN을 설정해 주세요.',
  running: (pid: number) => `이미 실행 중이에요. (pid ${pid})`,
  hung: (pid: number) =>
    `데몬이 떠 있지만 대답이 없어요. (pid ${pid}) assistant daemon stop으로 끝내고 다시 시작해 주세요. 받은 메시지는 그대로 남아 있어요.`,
  hungEnded: (pid: number) =>
    `대답 없던 데몬을 끝냈어요. (pid ${pid}) assistant daemon start로 다시 시작하면 이어서 해요.`,
  shell: (path: string, locale: string) =>
    `서비스는 이 셸의 PATH와 언어를 써요. 셸이 바뀌면 다시 설치해 주세요.\nPATH=${path}${locale && `\nLANG=${locale}`}`,
  serviceOld: '설치된 서비스의 PATH·언어·설정이 이 셸과 달라요. 이 셸의 것으로 바꾸려면: assistant daemon install',
  notBegun: '서비스를 시작했지만 대답이 없어요. 이유는 기록에 있어요: assistant daemon logs',
  linger: '로그아웃한 뒤에도 계속 떠 있게 할까요? (loginctl enable-linger)',
  lingerByHand: '로그아웃하면 서비스도 끝나요. 계속 떠 있게 하려면: loginctl enable-linger',
  notRunning: '데몬이 실행 중이 아니에요. assistant daemon start로 시작할 수 있어요.',
  stopping: '끝내는 중이에요.',
  status: (pid: number, since: string, telegram: string, busy: number) =>
    `실행 중이에요. (pid ${pid}, ${since}부터)\n텔레그램: ${telegram}\n답하는 중인 대화: ${busy}`,
  telegram: { off: '토큰이 없어요', running: '받는 중', token: '토큰이 거절됐어요', stopped: '끝났어요' },
  installed: (path: string) => `서비스를 설치했어요: ${path}`,
  uninstalled: (path: string) => `서비스를 지웠어요: ${path}`,
  notInstalled: '설치된 서비스가 없어서 지울 것이 없어요.',
  byHand: (command: string) => `이 명령을 직접 실행해 주세요: ${command}`,
  noLogs: '기록이 아직 없어요.',
  unsupported: '이 운영체제에서는 서비스를 설치할 수 없어요. assistant daemon을 직접 실행해 주세요.',
  tokenHint: '텔레그램을 쓰려면 토큰을 파일에 두고 서비스가 읽게 해 주세요: assistant-daemon(1)',
  keysStay: (names: string) =>
    `이 셸에만 있는 키는 서비스가 읽지 못해요: ${names}. \`assistant setup\`으로 저장하거나, 파일에 두고 ${names.split(',')[0]}_FILE로 알려 준 뒤 다시 설치해 주세요.`,
  wentOn: (title: string) => `이어서 하던 일이 끝났어요: ${title}`,
  handedOff: '대화를 이어받았어요. 여기서 계속 말씀하세요.',
  noChat: '이 대화를 이어받을 텔레그램 대화가 없어요. 프로필이 같은 사람을 먼저 연결해 주세요.',
}

const en: typeof ko = {
  started: (pid) => `Looking after Telegram and reminders (pid ${pid}). Started here by hand, Ctrl+C ends it.`,
  stopped: 'The assistant has ended.',
  elsewhere:
    'This device does not run Telegram and schedules now. While the store cannot be reached, only what was set here rings here. See `assistant sync status`.',
  noToken: 'There is no Telegram bot token, so only reminders are kept. To use the bot, set TELEGRAM_BOT_TOKEN.',
  running: (pid) => `It is running already (pid ${pid}).`,
  hung: (pid) =>
    `The daemon is there but does not answer (pid ${pid}). End it with assistant daemon stop and start it again; what it had taken is kept.`,
  hungEnded: (pid) =>
    `The daemon that did not answer was ended (pid ${pid}). assistant daemon start goes on where it was.`,
  shell: (path, locale) =>
    `The service has PATH and language of this shell; install it again when they change.\nPATH=${path}${locale && `\nLANG=${locale}`}`,
  serviceOld:
    'The installed service has another PATH, language or setting than this shell. To take those of this shell: assistant daemon install',
  notBegun: 'The service was started but does not answer. Its log says why: assistant daemon logs',
  linger: 'Keep it running after you log out? (loginctl enable-linger)',
  lingerByHand: 'The service ends when you log out. To keep it running: loginctl enable-linger',
  notRunning: 'The daemon is not running. Start it with assistant daemon start.',
  stopping: 'Stopping.',
  status: (pid, since, telegram, busy) =>
    `Running (pid ${pid}, since ${since})\nTelegram: ${telegram}\nConversations being answered: ${busy}`,
  telegram: { off: 'no token', running: 'receiving', token: 'the token was refused', stopped: 'ended' },
  installed: (path) => `Service installed: ${path}`,
  uninstalled: (path) => `Service removed: ${path}`,
  notInstalled: 'No service is installed, so there is nothing to remove.',
  byHand: (command) => `Please run this yourself: ${command}`,
  noLogs: 'There is no log yet.',
  unsupported: 'A service cannot be installed on this system. Run assistant daemon yourself.',
  tokenHint: 'For Telegram, put the token in a file that the service reads: assistant-daemon(1)',
  keysStay: (names) =>
    `The service cannot read keys that only this shell has: ${names}. Keep them with \`assistant setup\`, or in a file that ${names.split(',')[0]}_FILE names, and install again.`,
  wentOn: (title) => `What was left to do is done: ${title}`,
  handedOff: 'This conversation goes on here.',
  noChat: 'No Telegram chat can take this conversation over. Pair somebody of the same profile first.',
}

export const daemonMessages = { ko, en }
