import { counted } from '../counted.ts'

/** Sentences of the tools of the desktop: browser, clipboard, pictures, settings. */
const ko = {
  open: (url: string) => `브라우저에서 열기: ${url}`,
  opened: (url: string) => `열었어요: ${url}`,
  openFailed: '열지 못했어요. 기본 브라우저를 확인해 주세요.',
  noOpener: '이 컴퓨터에서 브라우저를 열 프로그램(xdg-open)을 찾지 못했어요.',
  badUrl: '열 수 없는 주소예요. https://로 시작하는 전체 주소를 알려주세요.',
  noScreen: '이 작업은 앱에서 직접 실행해주세요',
  readClipboard: '클립보드의 내용을 읽어 모델에 보내요.',
  writeClipboard: '클립보드를 이 글로 바꿔요:',
  wroteClipboard: (count: number) => `클립보드에 넣었어요(${count}자).`,
  emptyClipboard: '클립보드가 비어 있어요.',
  clipboardFailed: (why: string) => `클립보드를 쓰지 못했어요${why ? `: ${why}` : ''}.`,
  noClipboard: (names: string) => `클립보드 프로그램이 없어요. 다음 중 하나를 설치해 주세요: ${names}`,
  needText: 'write에는 text 값이 필요해요.',
  moreText: (count: number) => `… ${count}자 더`,
  print: (path: string) => `그림을 화면에 보여줘요: ${path}`,
  printed: (path: string) => `그림을 보여드렸어요: ${path}`,
  sent: (path: string) => `그림을 답과 함께 보내요: ${path}`,
  inFile: (path: string) => `그림은 이 파일에 있어요: ${path}`,
  notShown: (path: string) => `여기서는 그림을 볼 수 없어서 보여드리지 못했어요. 그림은 이 파일에 있어요: ${path}`,
  noPicture: (path: string) => `PNG, JPEG, GIF, WebP 그림이 아니에요: ${path}`,
  undrawable: (bytes: number) => `[이 화면에는 그릴 수 없는 그림이에요, ${bytes.toLocaleString('ko')}바이트]`,
  listSettings: '설정 전체를 읽어 모델에 보내요.',
  getSetting: (key: string) => `설정 읽기: ${key}`,
  setSetting: (key: string, before: string, after: string, meaning: string) =>
    `설정 바꾸기: ${key}\n- ${before}\n+ ${after}${meaning ? `\n(${meaning})` : ''}`,
  savedSetting: (key: string, path: string) => `저장했어요: ${key} (${path}). 다음에 시작할 때부터 적용돼요.`,
  noSetting: (key: string) => `없는 설정이에요: ${key}. action: list로 전체를 볼 수 있어요.`,
  needValue: 'set에는 value 값이 필요해요.',
  lockedSetting: (key: string) =>
    `허용 범위나 키가 가는 곳을 정하는 설정이라 사람만 바꿀 수 있어요: assistant config set ${key}`,
  badSetting: (key: string, meaning: string) => `${key}에 쓸 수 없는 값이에요. 뜻: ${meaning}`,
}

const en: typeof ko = {
  open: (url) => `Open in the browser: ${url}`,
  opened: (url) => `Opened: ${url}`,
  openFailed: 'It could not be opened. Check the default browser.',
  noOpener: 'There is no program on this machine that opens a browser (xdg-open).',
  badUrl: 'This address cannot be opened. Give a whole one that begins with https://.',
  noScreen: 'Please do this in the app itself.',
  readClipboard: 'Read the clipboard and send it to the model.',
  writeClipboard: 'Replace the clipboard by this text:',
  wroteClipboard: (count) => `On the clipboard (${counted(count, 'character')}).`,
  emptyClipboard: 'The clipboard is empty.',
  clipboardFailed: (why) => `The clipboard could not be used${why ? `: ${why}` : ''}.`,
  noClipboard: (names) => `There is no clipboard program. Install one of these: ${names}`,
  needText: 'write needs text.',
  moreText: (count) => `… ${count} more characters`,
  print: (path) => `Show the picture ${path}`,
  printed: (path) => `The picture was shown: ${path}`,
  sent: (path) => `The picture goes with the answer: ${path}`,
  inFile: (path) => `The picture is in this file: ${path}`,
  notShown: (path) => `Pictures cannot be seen here, so it was not shown. It is in this file: ${path}`,
  noPicture: (path) => `Not a PNG, JPEG, GIF or WebP picture: ${path}`,
  undrawable: (bytes) => `[a picture that this screen cannot show, ${bytes.toLocaleString('en')} bytes]`,
  listSettings: 'Read all settings and send them to the model.',
  getSetting: (key) => `Read the setting ${key}`,
  setSetting: (key, before, after, meaning) =>
    `Change the setting ${key}\n- ${before}\n+ ${after}${meaning ? `\n(${meaning})` : ''}`,
  savedSetting: (key, path) => `Saved: ${key} (${path}). It holds from the next start on.`,
  noSetting: (key) => `No such setting: ${key}. action: list shows all.`,
  needValue: 'set needs a value.',
  lockedSetting: (key) =>
    `${key} decides what may be done or where keys go; only a person changes it: assistant config set ${key}`,
  badSetting: (key, meaning) => `${key} cannot have this value. Its meaning: ${meaning}`,
}

export const desktopMessages = { ko, en }
