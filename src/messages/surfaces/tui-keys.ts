/** What keys do, for /help: the key and its meaning. */
const ko: [string, string][] = [
  ['Enter', '보내기 (답하는 중이면 다음에 보냄)'],
  ['Alt+Enter', '답하는 중에 끼어들어 말하기'],
  ['Shift+Enter, Alt+Enter, Ctrl+J, \\+Enter', '줄 바꾸기'],
  ['Esc, Ctrl+C', '답 멈추기'],
  ['Esc 두 번', '앞의 말로 되감기 (대화, 파일)'],
  ['Ctrl+C 두 번, 빈 줄에서 Ctrl+D', '나가기'],
  ['↑ ↓', '이전 입력'],
  ['!명령', '명령 실행 (!!는 출력을 다음 질문과 함께 보냄)'],
  ['Ctrl+V', '클립보드의 그림 붙이기 (그림 파일은 경로를 붙이거나 끌어다 놓기, @파일)'],
  ['Ctrl+R', '지난 입력 찾기'],
  ['Ctrl+O', '전부 다시 보기 (도구의 인자와 결과, 생각). 긴 글을 붙여 둔 동안에는 쓰는 글 전체'],
  ['Ctrl+_ / Alt+_', '되돌리기 / 다시 하기'],
  ['Ctrl+G', '편집기(EDITOR)에서 쓰기'],
  ['Ctrl+S', '쓰던 글을 잠시 두기, 빈 줄에서 되찾기 (둔 글이 없으면 울린 알림을 10분 미루기)'],
  ['Ctrl+W, Ctrl+U, Ctrl+K / Ctrl+Y', '지우기 / 되살리기'],
  ['Esc, i (설정 tui.vim)', 'Vim 키: h j k l w b e 0 ^ $ G, d c y x p, u와 Ctrl+R, . (한글 자판 그대로도 돼요)'],
  ['Tab', '/명령과 @파일 완성'],
  ['Shift+Tab', '매번 확인 → 계획(읽기만) → 이 폴더의 편집 허용'],
]

const en: [string, string][] = [
  ['Enter', 'send (queued while an answer is being written)'],
  ['Alt+Enter', 'speak to the answer that is being written'],
  ['Shift+Enter, Alt+Enter, Ctrl+J, \\+Enter', 'new line'],
  ['Esc, Ctrl+C', 'stop the answer'],
  ['Esc twice', 'go back to before something you said (conversation, files)'],
  ['Ctrl+C twice, Ctrl+D on an empty line', 'leave'],
  ['↑ ↓', 'earlier inputs'],
  ['!command', 'run it (!!: its output goes along with the next question)'],
  ['Ctrl+V', 'paste a picture from the clipboard (picture files: paste or drop their path, @file)'],
  ['Ctrl+R', 'search earlier inputs'],
  ['Ctrl+O', 'read everything again (arguments, results, thoughts); what you write, while it holds a long paste'],
  ['Ctrl+_ / Alt+_', 'undo / redo'],
  ['Ctrl+G', 'write in your editor (EDITOR)'],
  ['Ctrl+S', 'lay what is written aside, bring it back into an empty line (with nothing aside: put off what rang)'],
  ['Ctrl+W, Ctrl+U, Ctrl+K / Ctrl+Y', 'delete / bring back'],
  ['Esc, i (setting tui.vim)', 'keys of Vim: h j k l w b e 0 ^ $ G, d c y x p, u and Ctrl+R, .'],
  ['Tab', 'complete /command and @file'],
  ['Shift+Tab', 'ask → plan (reads only) → accept edits in this folder'],
]

export const keyWords = { ko, en }
