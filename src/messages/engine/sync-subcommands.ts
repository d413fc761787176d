/** The purpose of each subcommand of sync. */
const ko: Record<string, string> = {
  sync: '기억과 대화를 여러 기기에서 함께 써요',
  'sync init': '공유할 폴더, WebDAV, Redis에 이 기기를 연결해요',
  'sync invite': '다른 기기를 연결할 명령과 코드를 보여줘요',
  'sync status': '어디와 무엇을 나누고 어떤 약속이 지켜지는지 보여줘요',
  'sync now': '지금 한 번 맞춰요',
  'sync verify': '기기마다 같은 것을 보여주는지 견줘요',
  'sync pause': '이 기기의 동기화를 멈춰요',
  'sync resume': '멈춘 동기화를 다시 해요',
  'sync devices': '함께 쓰는 기기를 보여줘요',
  'sync kinds': '무엇을 나눌지 보고 골라요 (sync kinds memory off)',
  'sync log': '동기화가 이 기기에서 바꾼 것을 보여줘요',
  'sync undo': '동기화가 바꾼 것 하나를 되돌려요',
  'sync resolve': '기기마다 다르게 고친 것을 보고 골라요',
  'sync leave': '이 기기의 연결을 끊어요 (내용은 그대로 둬요)',
}

const en: typeof ko = {
  sync: 'one memory and one set of conversations on several devices',
  'sync init': 'connect this device to a shared folder, WebDAV or Redis',
  'sync invite': 'show the command and code that connect one more device',
  'sync status': 'show with whom what is shared, and which promise holds',
  'sync now': 'exchange changes once, now',
  'sync verify': 'compare what the devices show',
  'sync pause': 'stop syncing this device',
  'sync resume': 'sync again',
  'sync devices': 'show the devices that take part',
  'sync kinds': 'see and choose what is shared (sync kinds memory off)',
  'sync log': 'show what sync has changed on this device',
  'sync undo': 'take back one thing that sync changed',
  'sync resolve': 'see what devices changed differently, and choose',
  'sync leave': 'disconnect this device (everything stays here)',
}

export const syncSubcommandMessages = { ko, en }
