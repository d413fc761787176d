/** What is said about earlier conversations. */
const ko = {
  nothing: '그런 말을 한 대화는 없어요.',
  compacted: '앞부분을 요약했어요. 원문은 그대로 남아 있어요.',
  nothingToCompact: '요약할 만큼 길지 않아요.',
  noMessage: '그 대화에 그런 메시지가 없어요. `assistant conversations export <id> --format json`에서 id를 확인해 주세요.',
  noTitle: '새 제목이 비어 있어요. 제목을 함께 적어 주세요.',
  noFile: (path: string) => `파일을 읽을 수 없어요: ${path}. 경로를 확인해 주세요.`,
  noImport: '내보낸 대화 파일이 아니에요. `assistant conversations export <id> --format json`으로 만든 파일을 주세요.',
}
const en: typeof ko = {
  nothing: 'No conversation says that.',
  compacted: 'Its earlier part is summarised; the original is kept.',
  nothingToCompact: 'It is not long enough to summarise.',
  noMessage: 'That conversation has no such message. See the ids in `assistant conversations export <id> --format json`.',
  noTitle: 'The new title is empty. Give one.',
  noFile: (path) => `Cannot read the file ${path}. Check the path.`,
  noImport: 'This is no exported conversation. Give a file made by `assistant conversations export <id> --format json`.',
}

export const conversationMessages = { ko, en }
