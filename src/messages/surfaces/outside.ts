const ko = {
  noPager: '보여줄 프로그램이 없어요. PAGER를 설정하거나 less를 설치해 주세요.',
  noEditor: '쓸 수 있는 편집기가 없어요. EDITOR를 설정해 주세요.',
  noFile: (path: string) => `파일을 찾을 수 없어요: ${path}`,
  noViewer: (path: string) => `파일을 열 프로그램이 없어요. EDITOR를 설정해 주세요: ${path}`,
  turnToPage: (page: number) => `파일을 열었어요. ${page}쪽을 봐 주세요. PDFVIEWER를 설정하면 그 쪽에서 열려요.`,
  viewerFailed: (program: string) => `${program} 실행에 실패했어요. EDITOR 설정을 확인해 주세요.`,
}

const en: typeof ko = {
  noPager: 'There is no program to show it. Please set PAGER or install less.',
  noEditor: 'There is no editor to write in. Please set EDITOR.',
  noFile: (path) => `There is no such file: ${path}`,
  noViewer: (path) => `No program to open it with. Please set EDITOR: ${path}`,
  turnToPage: (page) => `The file is open; turn to page ${page}. Set PDFVIEWER to open it there.`,
  viewerFailed: (program) => `${program} could not be run. Please check EDITOR.`,
}

/** Sentences about editors, pagers and viewers that show a text or a file. */
export const outsideMessages = { ko, en }
