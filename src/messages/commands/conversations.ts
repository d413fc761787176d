/** Sentences about earlier conversations. */
const ko = {
  nothing: '그런 말을 한 대화는 없어요.',
  compacted: '앞부분을 요약했어요. 원문은 그대로 남아 있어요.',
  nothingToCompact: '요약할 만큼 길지 않아요.',
  noMessage:
    '그 대화에 그런 메시지가 없어요. `assistant conversations export <id> --format json`에서 id를 확인해 주세요.',
  rewind: {
    heads: ['번호', '시각', '바뀐 파일', '한 말'],
    empty: '이 대화에서 한 말이 아직 없어요.',
    noPoint: '그런 번호나 id의 말이 없어요. `assistant conversations rewind <id>`로 번호를 확인해 주세요.',
    planned: '아무것도 바꾸지 않았어요. 되감으려면 --talk, --files를 붙여 주세요.',
    nothingLeft: '그 앞에는 아무 말도 없어요. 새 대화로 시작하세요. 원래 대화는 그대로 있어요.',
    noUndo: '취소할 되감기가 없어요.',
  },
  noTitle: '새 제목이 비어 있어요. 제목을 함께 적어 주세요.',
  noFile: (path: string) => `파일을 읽을 수 없어요: ${path}. 경로를 확인해 주세요.`,
  importForeign: (why: string) =>
    `다른 사람의 대화로 봐요 (${why}). 이어가면 남기거나 보내는 일을 확인해요. 내 대화면 --own을 붙여 주세요.`,
  noImport: '내보낸 대화 파일이 아니에요. `assistant conversations export <id> --format json`으로 만든 파일을 주세요.',
}
const en: typeof ko = {
  nothing: 'No conversation says that.',
  compacted: 'Its earlier part is summarised; the original is kept.',
  nothingToCompact: 'It is not long enough to summarise.',
  noMessage:
    'That conversation has no such message. See the ids in `assistant conversations export <id> --format json`.',
  rewind: {
    heads: ['no.', 'when', 'files changed', 'said'],
    empty: 'Nothing was said in this conversation yet.',
    noPoint: 'Nothing was said with that number or id. See `assistant conversations rewind <id>`.',
    planned: 'Nothing was changed. Add --talk, --files or both to go back.',
    nothingLeft: 'Nothing was said before that: begin a new conversation. This one stays as it was.',
    noUndo: 'There is no rewind to undo.',
  },
  noTitle: 'The new title is empty. Give one.',
  noFile: (path) => `Cannot read the file ${path}. Check the path.`,
  importForeign: (why) =>
    `It counts as somebody else’s conversation (${why}): gone on with, whatever keeps or sends something is asked about. If it is yours, add --own.`,
  noImport:
    'This is no exported conversation. Give a file made by `assistant conversations export <id> --format json`.',
}

export const conversationMessages = { ko, en }
