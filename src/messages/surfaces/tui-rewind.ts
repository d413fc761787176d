/** Sentences of `/rewind`. */
const ko = {
  hint: 'Esc를 한 번 더 누르면 앞의 말로 되감아요.',
  busy: '답하는 중에는 되감을 수 없어요. Esc로 멈춘 뒤에 다시 해 주세요.',
  files: (files: number) => `파일 ${files}개`,
  nothing: '그만두기',
  talk: '대화만',
  onlyFiles: '파일만',
  both: '대화와 파일 둘 다',
  alsoEdited: '그 뒤에 직접 고친 파일도 되돌리기',
  edited: '그 뒤에 다른 손이 고쳐서 그대로 둬요',
  goes: '없어져요',
  undo: '마지막 되감기 취소',
  undoIt: '되감기를 취소하기',
  filesDone: (done: number) => `파일 ${done}개를 되돌렸어요. /rewind에서 취소할 수 있어요.`,
  left: (path: string) => `그대로 뒀어요: ${path}`,
  rewound: '대화를 그 말 앞으로 되감았어요. 원래 대화는 /rewind의 취소나 /resume으로 돌아갈 수 있어요.',
  undone: '되감기를 취소했어요.',
}

const en: typeof ko = {
  hint: 'Press Esc again to go back to before something you said.',
  busy: 'Not while an answer is being written. Stop it with Esc first.',
  files: (files) => `${files} file${files === 1 ? '' : 's'}`,
  nothing: 'Never mind',
  talk: 'The conversation only',
  onlyFiles: 'Files only',
  both: 'Conversation and files',
  alsoEdited: 'Also files edited by hand since',
  edited: 'edited by somebody else since, stays',
  goes: 'goes away',
  undo: 'Undo the last rewind',
  undoIt: 'Undo the rewind',
  filesDone: (done) => `Took ${done} file${done === 1 ? '' : 's'} back. /rewind can undo it.`,
  left: (path) => `Left as it is: ${path}`,
  rewound:
    'The conversation goes on from before that. /rewind undoes it, /resume leads back to the conversation as it was.',
  undone: 'The rewind is undone.',
}

export const rewindMessages = { ko, en }
