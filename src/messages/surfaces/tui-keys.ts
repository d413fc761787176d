import { counted } from '../counted.ts'
/** A row of the help about keys. */
export type KeyRow = [key: string, meaning: string, actions?: readonly string[]]

/** Keys for /help: the key, its meaning, and the names under which it can be put on another one. */
const ko: KeyRow[] = [
  ['Enter', '보내기 (답하는 중이면 다음에 보냄)', ['send']],
  ['Alt+Enter', '답하는 중에 끼어들어 말하기', ['steer']],
  ['Shift+Enter, Alt+Enter, Ctrl+J, \\+Enter', '줄 바꾸기', ['newline']],
  ['Esc, Ctrl+C', '답 멈추기 (기다리던 말은 그대로 기다려요. 빈 줄에서 Enter로 이어가기)'],
  ['Esc 두 번', '앞의 말로 되감기 (대화, 파일)'],
  ['Ctrl+C 두 번, 빈 줄에서 Ctrl+D', '나가기'],
  ['↑ ↓', '이전 입력 (기다리는 말이 있으면 하나씩 되찾기)', ['previous', 'next']],
  ['!명령', '명령 실행 (!!는 출력을 다음 질문과 함께 보냄)'],
  ['Ctrl+V', '클립보드의 그림 붙이기 (그림 파일은 경로를 붙이거나 끌어다 놓기, @파일)', ['picture']],
  ['Ctrl+R', '지난 입력 찾기', ['history']],
  ['Ctrl+O', '전부 다시 보기 (도구의 인자와 결과, 생각). 긴 글을 붙여 둔 동안에는 쓰는 글 전체', ['transcript']],
  ['Ctrl+_ / Alt+_', '되돌리기 / 다시 하기', ['undo', 'redo']],
  ['Ctrl+G', '편집기(EDITOR)에서 쓰기', ['editor']],
  ['Alt+S', '울린 알림을 끝낸 일로 표시하기 (빈 줄에서)', ['done']],
  ['Ctrl+S', '쓰던 글을 잠시 두기, 빈 줄에서 되찾기 (둔 글이 없으면 울린 알림을 10분 미루기)', ['stash']],
  [
    'Ctrl+W, Ctrl+U, Ctrl+K / Ctrl+Y',
    '지우기 / 되살리기',
    ['delete-word', 'delete-to-start', 'delete-to-end', 'put-back'],
  ],
  ['Esc, i (설정 tui.vim)', 'Vim 키: h j k l w b e 0 ^ $ G, d c y x p, u와 Ctrl+R, . (한글 자판 그대로도 돼요)'],
  ['Tab', '/명령과 @파일 완성', ['complete']],
  ['Shift+Tab', '매번 확인 → 계획(읽기만) → 이 폴더의 편집 허용', ['mode']],
]

const en: KeyRow[] = [
  ['Enter', 'send (queued while an answer is being written)', ['send']],
  ['Alt+Enter', 'speak to the answer that is being written', ['steer']],
  ['Shift+Enter, Alt+Enter, Ctrl+J, \\+Enter', 'new line', ['newline']],
  ['Esc, Ctrl+C', 'stop the answer (what is queued waits; Enter on an empty line goes on with it)'],
  ['Esc twice', 'go back to before something you said (conversation, files)'],
  ['Ctrl+C twice, Ctrl+D on an empty line', 'leave'],
  ['↑ ↓', 'earlier inputs (what is queued comes back first, one by one)', ['previous', 'next']],
  ['!command', 'run it (!!: its output goes along with the next question)'],
  ['Ctrl+V', 'paste a picture from the clipboard (picture files: paste or drop their path, @file)', ['picture']],
  ['Ctrl+R', 'search earlier inputs', ['history']],
  [
    'Ctrl+O',
    'read everything again (arguments, results, thoughts); what you write, while it holds a long paste',
    ['transcript'],
  ],
  ['Ctrl+_ / Alt+_', 'undo / redo', ['undo', 'redo']],
  ['Ctrl+G', 'write in your editor (EDITOR)', ['editor']],
  ['Alt+S', 'mark what rang as done (on an empty line)', ['done']],
  [
    'Ctrl+S',
    'lay what is written aside, bring it back into an empty line (with nothing aside: put off what rang)',
    ['stash'],
  ],
  [
    'Ctrl+W, Ctrl+U, Ctrl+K / Ctrl+Y',
    'delete / bring back',
    ['delete-word', 'delete-to-start', 'delete-to-end', 'put-back'],
  ],
  ['Esc, i (setting tui.vim)', 'keys of Vim: h j k l w b e 0 ^ $ G, d c y x p, u and Ctrl+R, .'],
  ['Tab', 'complete /command and @file', ['complete']],
  ['Shift+Tab', 'ask → plan (reads only) → accept edits in this folder', ['mode']],
]

export const keyMessages = { ko, en }

/** Faults of `keybindings.json`. */
const fileKo = {
  unused: (path: string, why: string) => `${path}: ${why} 파일 전체를 쓰지 않고 원래 키를 써요.`,
  shape: '{"이름": "키"} 모양의 JSON이 아니에요.',
  action: (name: string, near?: string) => `‘${name}’ 동작은 없어요.${near ? ` 혹시 ${near}?` : ''}`,
  key: (name: string, key: string) => `${name}의 ‘${key}’ 키를 알 수 없어요. ctrl+t, alt+enter, f5처럼 써 주세요.`,
  reserved: (name: string, key: string) => `${name}: ${key} 키는 바꿀 수 없어요.`,
  twice: (key: string, names: readonly string[]) => `${key} 키를 두 번 썼어요 (${names.join(', ')}).`,
  fine: (path: string, count: number) => `키 ${count}개를 바꿔 두었어요 (${path}).`,
}

const fileEn: typeof fileKo = {
  unused: (path, why) => `${path}: ${why} Nothing of it is used; the usual keys count.`,
  shape: 'It is no JSON of the form {"name": "key"}.',
  action: (name, near) => `There is no ‘${name}’.${near ? ` Did you mean ${near}?` : ''}`,
  key: (name, key) => `‘${key}’ for ${name} is no key. Write ctrl+t, alt+enter or f5.`,
  reserved: (name, key) => `${name}: ${key} stays what it is.`,
  twice: (key, names) => `${key} is there twice (${names.join(', ')}).`,
  fine: (path, count) => `${counted(count, 'key is', 'keys are')} your own (${path}).`,
}

export const keyFileMessages = { ko: fileKo, en: fileEn }
