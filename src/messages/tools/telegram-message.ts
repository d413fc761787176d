/** Sentences of the tool that sends messages over Telegram. */
const ko = {
  effect: (who: string, id: number, text: string) => `텔레그램으로 보내기: ${who} (${id})\n${text}`,
  sent: (who: string) => `텔레그램으로 보냈어요: ${who}`,
  cutOff: (sent: number, all: number, why: string) => `${all}개 가운데 ${sent}개만 보냈어요. ${why}`,
  nobody: '텔레그램에 연결된 사람이 없어요. `assistant telegram pair`로 먼저 연결해 주세요.',
  whom: (known: string) => `누구에게 보낼지 to로 알려주세요: ${known}`,
  fileSent: (name: string, who: string) => `텔레그램으로 보내고 있어요: ${name} → ${who}`,
  size: (bytes: number) => `${Math.ceil(bytes / 1_000).toLocaleString('ko')} KB`,
  noDaemon: '파일은 데몬이 보내요. `assistant daemon start`로 켠 뒤 다시 해 주세요.',
  empty: '보낼 글(text)이 비어 있어요.',
  faults: {
    token: '봇 토큰이 맞지 않아요. TELEGRAM_BOT_TOKEN을 확인해 주세요.',
    gone: '받는 사람이 봇을 막았거나 대화가 없어요. 봇에게 먼저 말을 걸어 달라고 해 주세요.',
    flood: '텔레그램에 한꺼번에 너무 많이 보냈어요. 조금 뒤에 다시 시도해 주세요.',
    network: '텔레그램에 연결하지 못했어요. 네트워크를 확인하고 다시 시도해 주세요.',
  },
}

const en: typeof ko = {
  effect: (who, id, text) => `Send over Telegram to ${who} (${id})\n${text}`,
  sent: (who) => `Sent over Telegram to ${who}.`,
  cutOff: (sent, all, why) => `Only ${sent} of ${all} were sent. ${why}`,
  nobody: 'Nobody is connected over Telegram. Connect somebody first: `assistant telegram pair`.',
  whom: (known) => `Say in to whom it is for: ${known}`,
  fileSent: (name, who) => `On its way over Telegram: ${name} to ${who}.`,
  size: (bytes) => `${Math.ceil(bytes / 1_000).toLocaleString('en')} kB`,
  noDaemon: 'Files are sent by the daemon: start it with `assistant daemon start`, then try again.',
  empty: 'There is nothing to send: text is empty.',
  faults: {
    token: 'The token of the bot is not right. Check TELEGRAM_BOT_TOKEN.',
    gone: 'The person has blocked the bot, or the chat is gone. They have to write to the bot first.',
    flood: 'Telegram asks for a pause. Try again a little later.',
    network: 'Telegram could not be reached. Check the network and try again.',
  },
}

export const telegramToolMessages = { ko, en }
